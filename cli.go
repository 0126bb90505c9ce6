package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"branchline/backend/paths"
)

// The exit statuses of the command line.
const (
	statusDone  = 0
	statusCould = 1 // could not
	statusUse   = 2 // wrong use
)

// command is one word of the command line.
type command struct {
	name  string
	usage string
	does  string
	flags []string
	// least and most are how many arguments it takes; most -1 is any number.
	least, most int
	run         func(*call) error
}

// call is one use of a command.
type call struct {
	env    paths.Env
	out    io.Writer
	errOut io.Writer
	args   []string
	flags  map[string]string
}

func (c *call) json() bool { return c.flags["json"] != "" }

// commands is the one list of commands; the first is the one without a name.
func commands() []command {
	return []command{
		{"", "branchline [FILE…] [--entry KEY]", "opens the window; without a display, serves the page to a browser", []string{"entry"}, 0, -1, runOpen},
		{"serve", "branchline serve [FILE…] [--entry KEY] [--port N]", "serves the page to a browser on this machine and prints its address", []string{"entry", "port"}, 0, -1, runServe},
		{"list", "branchline list [--dir DIR] [--cwd DIR] [--json]", "the sessions found, newest first", []string{"dir", "cwd", "json"}, 0, 0, runList},
		{"show", "branchline show FILE [--leaf KEY] [--json]", "one session: header, counts, leaves, problems, outcome, totals", []string{"leaf", "json"}, 1, 1, runShow},
		{"family", "branchline family FILE [--json]", "the sessions a session was made from and those made from it, and all attempts at the task of a run", []string{"json"}, 1, 1, runFamily},
		{"tree", "branchline tree FILE [--json]", "the branch graph, drawn in characters", []string{"json"}, 1, 1, runTree},
		{"timeline", "branchline timeline FILE [--leaf KEY] [--json]", "one branch, a row an item", []string{"leaf", "json"}, 1, 1, runTimeline},
		{"context", "branchline context FILE [--leaf KEY] [--json]", "what the model saw at an entry", []string{"leaf", "json"}, 1, 1, runContext},
		{"changes", changesUsage, "files touched on a branch, and how sure that is; as a unified patch", []string{"leaf", "patch", "doubtful", "json"}, 1, 1, runChanges},
		{"compare", compareUsage, "two branches side by side: what they share, where they first differ, what each came to", []string{"leaf-a", "leaf-b", "markdown", "json"}, 1, 3, runCompare},
		{"label", labelUsage, "sets the label of an entry; without TEXT clears it; prints the id of the entry that says so", []string{"json"}, 1, 3, runLabel},
		{"rename", renameUsage, "names a session; prints the id of the entry that says so", []string{"json"}, 1, 2, runRename},
		{"branch", branchUsage, "a branch that begins behind ENTRY, or before that prompt, with a summary of what is left, for - from standard input; prints its id; --draft prints a summary to start from and writes nothing", []string{"summary", "draft", "before", "json"}, 1, 2, runBranch},
		{"fork", forkUsage, "a new session of the whole tree or of one branch, for the folder CWD; prints its path", []string{"leaf", "to", "json"}, 1, 1, runFork},
		{"export", exportUsage, "one branch as a file: a new session, HTML or Markdown, a page or a text without its secrets; prints its path", []string{"leaf", "format", "as", "out", "mask", "no-mask", "keep", "secrets", "pictures", "hidden", "all", "json"}, 1, 1, runExport},
		{"check", "branchline check FILE… [--json]", "every problem, FILE:LINE: text; status 1 when there are any", []string{"json"}, 1, -1, runCheck},
		{"demo", "branchline demo [--speed N]", "two sessions that grow while you watch, in about 90 seconds; N times as fast with --speed; nothing of it is kept", []string{"speed"}, 0, 0, runDemo},
	}
}

// documents says in a command's own help what its --json holds, where that needs words.
var documents = map[string]string{"list": listHelp, "family": familyHelp, "changes": changesHelp, "compare": compareHelp, "export": exportHelp}

// switches are the flags that take no value.
var switches = []string{"json", "help", "version", "patch", "doubtful", "markdown", "before", "draft", "mask", "no-mask", "secrets", "pictures", "hidden", "all"}

// misuse is a wrong use of the command line.
type misuse struct{ text, usage string }

func (m *misuse) Error() string { return m.text }

// errProblems makes check exit with status 1 without another word.
var errProblems = errors.New("there are problems")

// runCommandLine does what the arguments say and answers the exit status.
func runCommandLine(env paths.Env, args []string, out, errOut io.Writer) int {
	err := dispatch(env, args, out, errOut)
	var wrong *misuse
	switch {
	case err == nil:
		return statusDone
	case errors.As(err, &wrong):
		fmt.Fprintf(errOut, "branchline: %s; usage: %s\n", visible(wrong.text), wrong.usage)
		return statusUse
	case errors.Is(err, errProblems):
		return statusCould
	}
	text := err.Error()
	if f, ok := err.(*fault); ok {
		text = f.Message
	}
	fmt.Fprintf(errOut, "branchline: %s\n", visible(text))
	return statusCould
}

func dispatch(env paths.Env, args []string, out, errOut io.Writer) error {
	all := commands()
	words, flags, err := parse(args)
	if err != nil {
		return &misuse{err.Error(), usageOf(all, words)}
	}
	if len(words) > 0 && words[0] == "help" && !exists(env, "help") {
		words, flags["help"] = words[1:], "true"
	}
	cmd := all[0]
	if len(words) > 0 {
		if i := slices.IndexFunc(all[1:], func(c command) bool { return c.name == words[0] }); i >= 0 {
			cmd, words = all[i+1], words[1:]
		} else if bare(words[0]) && !exists(env, words[0]) {
			return &misuse{fmt.Sprintf("%q is neither a command nor a file", words[0]), "branchline [FILE…], or branchline " + names(all) + " …"}
		}
	}
	if flags["help"] != "" {
		return help(out, all, cmd)
	}
	if flags["version"] != "" {
		_, err := fmt.Fprintln(out, "branchline", version)
		return err
	}
	for name := range flags {
		if !slices.Contains(cmd.flags, name) {
			return &misuse{fmt.Sprintf("%s takes no --%s", cmp.Or(cmd.name, "opening files"), name), cmd.usage}
		}
	}
	if at := slices.Index(words, ""); at >= 0 && (at == 0 || !slices.Contains([]string{"label", "rename", "branch"}, cmd.name)) {
		return &misuse{"a file has no name", cmd.usage}
	}
	if len(words) < cmd.least {
		return &misuse{fmt.Sprintf("%s needs a file", cmd.name), cmd.usage}
	}
	if cmd.most >= 0 && len(words) > cmd.most {
		return &misuse{fmt.Sprintf("%s takes no %q", cmd.name, words[cmd.most]), cmd.usage}
	}
	return cmd.run(&call{env: env, out: out, errOut: errOut, args: words, flags: flags})
}

// parse tells flags from words, wherever they stand; after "--" everything is a word.
func parse(args []string) (words []string, flags map[string]string, err error) {
	flags = map[string]string{}
	for i := 0; i < len(args); i++ {
		arg := args[i]
		if arg == "-o" {
			arg = "--out"
		}
		switch {
		case arg == "--":
			return append(words, args[i+1:]...), flags, nil
		case arg == "-h":
			flags["help"] = "true"
			continue
		case len(arg) < 2 || arg[0] != '-':
			words = append(words, arg)
			continue
		}
		name, value, given := strings.Cut(strings.TrimPrefix(arg, "--"), "=")
		typed, _, _ := strings.Cut(args[i], "=")
		switch {
		case !known(name) || !strings.HasPrefix(arg, "--"):
			return words, nil, fmt.Errorf("there is no flag %q; after -- it would be a word", arg)
		case slices.Contains(switches, name):
			if given {
				return words, nil, fmt.Errorf("--%s takes no value", name)
			}
			value = "true"
		case !given:
			if i+1 == len(args) {
				return words, nil, fmt.Errorf("%s needs a value", typed)
			}
			i++
			value = args[i]
		}
		if value == "" {
			return words, nil, fmt.Errorf("%s needs a value", typed)
		}
		if _, twice := flags[name]; twice {
			return words, nil, fmt.Errorf("--%s is given twice", name)
		}
		flags[name] = value
	}
	return words, flags, nil
}

func known(name string) bool {
	if slices.Contains(switches, name) {
		return true
	}
	return slices.ContainsFunc(commands(), func(c command) bool { return slices.Contains(c.flags, name) })
}

func usageOf(all []command, words []string) string {
	if len(words) > 0 {
		for _, c := range all[1:] {
			if c.name == words[0] {
				return c.usage
			}
		}
	}
	return all[0].usage
}

func names(all []command) string {
	var words []string
	for _, c := range all[1:] {
		words = append(words, c.name)
	}
	return strings.Join(words, "|")
}

// bare is a word that could be a mistyped command.
func bare(word string) bool { return !strings.ContainsAny(word, `/\.:`) }

func exists(env paths.Env, word string) bool {
	path, err := env.Resolve(word)
	if err == nil {
		_, err = os.Lstat(path)
	}
	return err == nil
}

func help(out io.Writer, all []command, cmd command) error {
	if cmd.name != "" {
		_, err := fmt.Fprintf(out, "%s\n\n%s\n%s", cmd.usage, cmd.does, documents[cmd.name])
		return err
	}
	var b strings.Builder
	b.WriteString("Branchline shows what coding agents did: pi sessions and run logs.\n\n")
	for _, c := range all {
		fmt.Fprintf(&b, "  %s\n      %s\n", c.usage, c.does)
	}
	b.WriteString("\nA KEY is an entry's key or a unique beginning of it; --leaf is the active leaf when not given.\n" +
		"--json prints one JSON document. Exit status: 0 done, 1 could not, 2 wrong use.\n" +
		"  --version prints the version, --help this text; help COMMAND tells more of one.\n")
	_, err := io.WriteString(out, b.String())
	return err
}

// port is the value of --port, 0 when it is not given.
func (c *call) port() (int, error) {
	text, ok := c.flags["port"]
	if !ok {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > 65535 {
		return 0, &misuse{fmt.Sprintf("--port %q is no port number", text), "branchline serve [FILE…] [--port N]"}
	}
	return n, nil
}
