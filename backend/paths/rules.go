package paths

import (
	"fmt"
	"net/url"
	"path"
	"runtime"
	"strings"
)

// Rules say how paths are written. They are an argument, not the running
// system: both can be tried everywhere.
type Rules uint8

// The two ways of writing paths.
const (
	Unix Rules = iota
	Windows
)

// Native are the rules of the running system.
func Native() Rules {
	if runtime.GOOS == "windows" {
		return Windows
	}
	return Unix
}

func (r Rules) isSep(c byte) bool { return c == '/' || r == Windows && c == '\\' }

// isAbs tells whether a path says by itself where it begins. Under Windows
// rules "\x" does not: it lacks the drive.
func (r Rules) isAbs(p string) bool {
	if r == Unix {
		return strings.HasPrefix(p, "/")
	}
	volume, rest := splitVolume(p)
	return strings.HasPrefix(volume, `\\`) || volume != "" && rest != "" && r.isSep(rest[0])
}

func (r Rules) join(dir, rest string) string {
	if rest == "" {
		return r.clean(dir)
	}
	if r == Unix {
		return r.clean(dir + "/" + rest)
	}
	return r.clean(dir + `\` + rest)
}

// clean removes ".", "..", doubled and trailing separators by the letters alone.
// Under Windows rules it also writes "/" as "\". A relative path stays relative.
func (r Rules) clean(p string) string {
	if p == "" {
		return ""
	}
	if r == Unix {
		return path.Clean(p)
	}
	volume, rest := splitVolume(p)
	rooted := strings.HasPrefix(volume, `\\`) || rest != "" && r.isSep(rest[0])
	rest = strings.ReplaceAll(rest, `\`, "/")
	if rooted {
		rest = path.Clean("/" + rest)
	} else if rest = path.Clean(rest); rest == "." && volume != "" {
		rest = ""
	}
	return volume + strings.ReplaceAll(rest, "/", `\`)
}

// abs makes p absolute against dir.
func (r Rules) abs(p, dir string) string {
	if r.isAbs(p) {
		return r.clean(p)
	}
	if r == Unix {
		return r.join(dir, p)
	}
	volume, rest := splitVolume(p)
	here, _ := splitVolume(dir)
	switch {
	case volume != "" && !strings.EqualFold(volume, here):
		return r.clean(volume + `\` + rest) // another drive's own current folder is not known
	case rest != "" && r.isSep(rest[0]):
		return r.clean(here + rest)
	default:
		return r.join(dir, rest)
	}
}

// splitVolume takes the drive ("C:") or the share ("\\server\share") off the
// front of a Windows path. The share's separators come out as "\".
func splitVolume(p string) (volume, rest string) {
	if len(p) >= 2 && p[1] == ':' && isLetter(p[0]) {
		return p[:2], p[2:]
	}
	slashed := strings.ReplaceAll(p, `\`, "/")
	if !strings.HasPrefix(slashed, "//") || strings.HasPrefix(slashed, "///") {
		return "", p
	}
	server, after, ok := strings.Cut(slashed[2:], "/")
	share, _, _ := strings.Cut(after, "/")
	if !ok || server == "" || share == "" {
		return "", p
	}
	n := 2 + len(server) + 1 + len(share)
	return `\\` + server + `\` + share, p[n:]
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// fromShell rewrites the drive paths of Unix shells on Windows, as pi does:
// /c/x, /mnt/c/x and /cygdrive/c/x are C:\x. A path with a "\" is none of theirs.
func (r Rules) fromShell(p string) string {
	if r == Unix || !strings.HasPrefix(p, "/") || strings.Contains(p, `\`) {
		return p
	}
	rest := p[1:]
	for _, prefix := range []string{"mnt/", "cygdrive/"} {
		if after, ok := strings.CutPrefix(rest, prefix); ok {
			rest = after
			break
		}
	}
	if rest == "" || !isLetter(rest[0]) || len(rest) > 1 && rest[1] != '/' {
		return p
	}
	return strings.ToUpper(rest[:1]) + `:\` + strings.TrimPrefix(rest[1:], "/")
}

// fromURL turns a file: address into a path.
func fromURL(address string, r Rules) (string, error) {
	u, err := url.Parse(address)
	if err != nil {
		return "", err
	}
	escaped := strings.ToLower(u.EscapedPath())
	if u.Path == "" || strings.Contains(escaped, "%2f") || r == Windows && strings.Contains(escaped, "%5c") {
		return "", fmt.Errorf("the address names no local path")
	}
	local := u.Host == "" || strings.EqualFold(u.Host, "localhost")
	if r == Unix {
		if !local {
			return "", fmt.Errorf("the address names another machine, %q", u.Host)
		}
		return u.Path, nil
	}
	p := strings.ReplaceAll(u.Path, "/", `\`)
	if !local {
		return `\\` + u.Host + p, nil
	}
	if len(p) < 3 || !isLetter(p[1]) || p[2] != ':' {
		return "", fmt.Errorf("the address names no drive")
	}
	return p[1:], nil
}
