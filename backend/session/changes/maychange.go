package changes

import (
	"regexp"
	"strings"
)

// A command that may change files it does not name: installers, generators,
// formatters, whole builds. Each rule reads the words after the command's name.
type rule struct {
	// first are the first words that change files; "*" is any or none.
	first string
	// flag must be there too, when it is given: one of several.
	flag string
	// unless is a flag that makes it only look.
	unless string
}

var packagers = rule{first: "install i ci add remove rm uninstall un update upgrade up dedupe link init create version import patch"}

var rules = map[string][]rule{
	"npm": {packagers, {first: "audit", flag: "fix"}}, "pnpm": {packagers}, "bun": {packagers},
	"yarn": {packagers, {first: ""}},
	"pip":  {{first: "install uninstall"}}, "pip3": {{first: "install uninstall"}},
	"uv":       {{first: "add remove sync lock init pip venv"}},
	"poetry":   {{first: "add remove install update lock init new"}},
	"pipenv":   {{first: "install uninstall update lock sync"}},
	"conda":    {{first: "install create update remove"}},
	"gem":      {{first: "install update"}},
	"bundle":   {{first: "install update add remove"}, {first: ""}},
	"cargo":    {{first: "add remove update init new fix generate-lockfile vendor generate"}, {first: "fmt", unless: "--check"}, {first: "clippy", flag: "--fix"}, {first: "insta"}},
	"go":       {{first: "get generate fix fmt work"}, {first: "mod", unless: "graph why verify download"}, {first: "test", flag: "-update --update"}},
	"composer": {{first: "install update require remove init dump-autoload"}},
	"dotnet":   {{first: "new add remove restore format build publish"}},
	"mix":      {{first: "deps.get deps.update deps.unlock format new phx.new phx.gen.schema ecto.gen.migration"}},
	"swift":    {{first: "format build"}}, "flutter": {{first: "create pub build"}}, "dart": {{first: "format fix pub create"}},
	"rails":   {{first: "g generate d destroy new db:migrate"}},
	"alembic": {{first: "revision"}}, "prisma": {{first: "generate migrate db init format"}}, "sqlc": {{first: "generate"}},
	"buf": {{first: "generate"}, {first: "format", flag: "-w --write"}}, "protoc": {{first: "*"}}, "openapi-generator": {{first: "generate"}},
	"cmake": {{first: "*", unless: "--version --help"}}, "ninja": {{first: "*"}}, "autoreconf": {{first: "*"}}, "configure": {{first: "*"}},
	"terraform": {{first: "init apply import"}, {first: "fmt", unless: "-check"}},
	"gofmt":     {{first: "*", flag: "-w"}}, "goimports": {{first: "*", flag: "-w"}}, "gofumpt": {{first: "*", flag: "-w"}}, "golangci-lint": {{first: "*", flag: "--fix"}},
	"prettier": {{first: "*", flag: "--write -w"}}, "eslint": {{first: "*", flag: "--fix"}}, "stylelint": {{first: "*", flag: "--fix"}},
	"biome": {{first: "*", flag: "--write --apply --fix"}}, "standard": {{first: "*", flag: "--fix"}}, "xo": {{first: "*", flag: "--fix"}},
	"black": {{first: "*", unless: "--check --diff --version"}}, "isort": {{first: "*", unless: "--check --check-only --diff -c"}},
	"ruff":     {{first: "format", unless: "--check --diff"}, {first: "check", flag: "--fix"}, {first: "--fix"}},
	"autopep8": {{first: "*", flag: "-i --in-place"}}, "yapf": {{first: "*", flag: "-i --in-place"}}, "clang-format": {{first: "*", flag: "-i"}},
	"rustfmt": {{first: "*", unless: "--check"}}, "shfmt": {{first: "*", flag: "-w"}}, "rubocop": {{first: "*", flag: "-a -A --autocorrect --auto-correct --autocorrect-all"}},
	"swiftformat": {{first: "*", unless: "--lint"}}, "ktlint": {{first: "*", flag: "-F --format"}}, "zig": {{first: "fmt init build"}}, "taplo": {{first: "fmt format", unless: "--check"}},
	"php-cs-fixer": {{first: "fix", unless: "--dry-run"}}, "ormolu": {{first: "*", flag: "-i --mode"}}, "nixfmt": {{first: "*", unless: "--check"}}, "markdownlint": {{first: "*", flag: "--fix"}},
	"pre-commit": {{first: "run"}}, "lint-staged": {{first: "*"}}, "jest": {{first: "*", flag: "-u --updateSnapshot"}}, "vitest": {{first: "*", flag: "-u --update"}},
	"pytest": {{first: "*", flag: "--snapshot-update --inline-snapshot"}}, "tsc": {{first: "*", unless: "--noEmit --version -v"}},
	"webpack": {{first: "*"}}, "rollup": {{first: "*"}}, "esbuild": {{first: "*", flag: "--outfile --outdir"}}, "vite": {{first: "build"}}, "next": {{first: "build"}},
	"tar": {{first: "x xf xzf xvf xzvf xjf xJf zxf zxvf -x -xf -xzf -xvf -xzvf -xjf -xJf --extract"}}, "unzip": {{first: "*", unless: "-l -t -p -Z"}}, "7z": {{first: "x e"}},
	"rsync": {{first: "*", unless: "-n --dry-run"}}, "rename": {{first: "*", unless: "-n"}}, "stow": {{first: "*"}}, "cookiecutter": {{first: "*"}}, "degit": {{first: "*"}},
	"django-admin": {{first: "startproject startapp makemigrations"}}, "create-react-app": {{first: "*"}}, "create-vite": {{first: "*"}}, "copier": {{first: "copy update"}},
	"jscodeshift": {{first: "*", unless: "--dry -d"}}, "ast-grep": {{first: "*", flag: "-U --update-all"}}, "sg": {{first: "*", flag: "-U --update-all"}}, "comby": {{first: "*", flag: "-i -in-place"}},
	"sd": {{first: "*", unless: "-p --preview -s"}}, "gradle": {{first: "build wrapper init spotlessApply"}}, "gradlew": {{first: "build wrapper init spotlessApply"}}, "mvn": {{first: "package install compile spotless:apply formatter:format"}},
}

// formatters change nothing but the files they are given, perhaps.
var formatters = map[string]bool{
	"gofmt": true, "goimports": true, "gofumpt": true, "prettier": true, "eslint": true, "stylelint": true, "black": true, "isort": true,
	"autopep8": true, "yapf": true, "clang-format": true, "rustfmt": true, "shfmt": true, "nixfmt": true, "taplo": true,
}

// runners run what the project itself names: its name says what it does.
var runners = map[string]bool{"npm": true, "pnpm": true, "yarn": true, "bun": true, "composer": true, "poetry": true, "uv": true, "deno": true, "bundle": true, "pipenv": true, "hatch": true, "nx": true, "turbo": true}

// builders make what their words name, or everything.
var builders = map[string]bool{"make": true, "gmake": true, "just": true, "task": true, "rake": true}

// quiet finds what a builder is asked for that changes no sources.
var quiet = regexp.MustCompile(`(?i)test|check|lint|vet|bench|run|serve|start|help|list|cover|spec|status|watch|^-n$|^--dry-run$|^-l$|^-T$|^--version$`)

func builds(words []string) bool {
	for _, w := range words {
		if quiet.MatchString(w) && !changing(w, nil) {
			return false
		}
	}
	return true
}

// mayChange tells whether a command may change files it does not name.
func (c *simple) mayChange(args []arg) bool {
	var words []string
	for _, a := range c.args {
		words = append(words, a.text)
	}
	if runners[c.name] && len(words) > 0 {
		if words[0] == "run" || words[0] == "run-script" || words[0] == "exec" {
			rest := c.args[1:]
			if (c.name != "npm" && c.name != "bun" && c.name != "yarn" && c.name != "pnpm" || words[0] == "exec") && len(rest) > 0 {
				c.do(rest, c.in)
				return false
			}
			return len(words) > 1 && changing(words[1], words[2:])
		}
		if c.name == "yarn" || c.name == "pnpm" || c.name == "nx" || c.name == "turbo" {
			if changing(words[0], words[1:]) {
				return true
			}
		}
	}
	if builders[c.name] {
		return builds(words)
	}
	for _, r := range rules[c.name] {
		if r.fits(words) {
			return true
		}
	}
	return strings.HasPrefix(c.name, "create-")
}

// changing tells whether a script's name, or what it is told, speaks of changing files.
func changing(name string, rest []string) bool {
	for _, word := range rest {
		if word == "--fix" || word == "--write" || word == "-u" {
			return true
		}
		if word == "--check" || word == "--dry-run" {
			return false
		}
	}
	return speaksOfChange.MatchString(name) && !looks.MatchString(name)
}

func (r rule) fits(words []string) bool {
	first := ""
	for _, w := range words {
		if !strings.HasPrefix(w, "-") || among(w, r.first) {
			first = w
			break
		}
	}
	if r.first != "*" && first != r.first && (first == "" || !among(first, r.first)) {
		return false
	}
	flagged := r.flag == ""
	for _, w := range words {
		name, _, _ := strings.Cut(w, "=")
		if among(name, r.unless) {
			return false
		}
		flagged = flagged || among(name, r.flag)
	}
	return flagged
}

// installs tells of commands that change the lists of packages and nothing else.
func installs(args []arg) bool {
	if len(args) < 2 {
		return len(args) == 1 && (args[0].text == "yarn" || args[0].text == "bundle")
	}
	switch args[0].text {
	case "npm", "pnpm", "yarn", "bun", "pip", "pip3", "poetry", "pipenv", "composer", "gem", "bundle", "conda":
		return args[1].text != "run" && args[1].text != "exec" && args[1].text != "create"
	case "cargo":
		return among(args[1].text, "add remove update generate-lockfile")
	case "go":
		return among(args[1].text, "get mod work")
	}
	return false
}
