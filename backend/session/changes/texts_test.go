//go:build linux

package changes

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestKnownTextsAreWhatTheShellWrites runs commands and holds the files they
// leave against what was read from their words alone.
func TestKnownTextsAreWhatTheShellWrites(t *testing.T) {
	for _, command := range []string{
		`echo a > f`, `echo -n a > f`, `echo -e 'a\tb\n\\c\x' > f`, `echo 'a\tb' > f`, `echo "a\tb" '$x' "\$x" "\"" > f`,
		`echo -en 'a\n' > f`, `echo -nope > f`, `echo -- > f`, `echo > f`, `echo a  b   c > f`, `echo "a  b" > f`, `echo a\ b > f`,
		`echo a; echo b > f`, `(echo a; echo b) > f`, `{ echo a && echo b; } > f`, `echo a > f; echo b >> f; echo c >> g`,
		`printf 'a' > f`, `printf '%s\n' a b c > f`, `printf '%s=%s\n' a 1 b > f`, `printf 'a%%b\n' > f`, `printf '%d\n' 1 2 > f`, `printf 'a\tb\\n\n' > f`,
		`printf '%s' 'a\nb' > f`, `printf "a\nb" > f`, `printf '%5s' a > f`, `printf '\x41' > f`, `printf 'none\n' a b > f`, `printf -- '-a\n' > f`, `printf '\101' > f`,
		`printf '%b' 'a\n' > f`, `printf > f || true`,
		"cat > f <<'EOF'\n\ta\n  $b `c` \\d\nEOF", "cat > f <<EOF\na \\$b \\` \\\\ \\\"\nEOF", "cat > f <<\\EOF\n$a\nEOF", "cat > f <<\"E F\"\n$a\nE F",
		"cat > f <<-EOF\n\t\ta\n\tb\n\tEOF", "cat > f <<EOF\na\\\nb\nEOF", "cat <<EOF > f; echo x >> f\na\nEOF", "cat <<A > f; cat <<B > g\na\nA\nb\nB",
		"x=1; cat > f <<EOF\n$x ${x} $x$x \\${x}\nEOF", "cat > f <<EOF\n$(echo in)\nEOF", "cat > f <<'EOF'\nEOF", "cat > f <<< a", "x='a  b'; cat > f <<< $x", "cat > f <<< 'a $b'",
		`x=a; echo $x > $x.txt; echo "$x" '$x' >> $x.txt`, `x='a b'; echo $x > f; echo "$x" >> f; touch $x`, `x=; echo "[$x]" > f`, `x=a; x+=b; echo $x > f`,
		`f=src/a.go; echo ${f##*/} ${f%/*} ${f%.go} ${f#src/} > f`, `f=a.b.c; echo ${f%.*} ${f%%.*} > f`, `x=a; echo ${x:-b} > f`, `echo ${y:-b} > f`,
		`for i in 1 2 3; do echo $i; done > f`, `for i in 1 2; do echo $i > f$i; done`, `for f in a b; do for g in c d; do echo $f$g > $f$g; done; done`,
		`a=(x "y z"); for i in "${a[@]}"; do echo $i >> f; done`, `a=(x y); echo ${a[1]} > f`, `echo {a,b}{1,2} > f`, `touch {a,b}{1,2}`, `touch a{1..3}`, `touch {a..c}x`, `touch {01..03}`, `touch {1..9..4}`, `touch {3..1}`, `echo a > f; exit; echo b > f`, `f() { exit; }; f; echo a > f`, `(exit); echo a > f`, `[ -e x ] || exit 0; echo a > f`, `touch "{a,b}"`, `touch x{a}`, `echo {a} {} > f`,
		`f() { echo $1 $# > f; }; f a b`, `f() { echo "$@" > f; }; f a 'b c'`, `f() { local x=$1; echo $x > f; }; f a`, `f() { return; echo a > f; }; f`,
		`echo a | cat > f`, `echo a | tee f g`, `echo a | tee f | cat > g`, `echo a | tee -a f; echo b | tee -a f`, `echo a | sed s/a/b/ > f`, `echo a | cat - > f`, `echo a > f; cat f f > g`,
		`echo a > f; cp f g; echo b >> g`, `echo a > f; mv f g`, `echo a > f; mkdir d; mv f d; cp d/f .`, `mkdir -p a/b && cd a/b && echo x > ../f && cd - > /dev/null && echo y > g`,
		`bash -c 'echo $0 $1 > f' a b`, `bash -c "echo a > f"`, `sh -c 'cd /; true'; echo a > f`, `eval "echo a > f"`, `eval echo a '>' f`, `x='echo a'; $x > f`,
		`echo a 2> g > f`, `echo a &> f`, `echo a > f 2>&1`, `echo a >| f`, `ls nope 2> f || true`, `echo a >&2 2> f`, `{ echo a >&2; } 2> f`, `exec > f; echo a`, `echo a 1>&2 > f`,
		`if true; then echo a > f; fi`, `false || echo a > f`, `[ -e nope ] && echo a > f; true`, `! true || echo a > f`, `true && echo a > f || echo b > f`,
		`case x in x) echo a > f;; esac`, `i=0; while [ $i -lt 2 ]; do echo $i >> f; i=$((i+1)); done`, `echo a > "my file"; echo b > my\ other; echo c > 'q"q'`,
		`echo $'a\tb' > f`, `echo "a` + "`echo b`" + `" > f`, `x=$(printf 'a\n\n'); echo "$x" > f`, `x=$(basename /a/b.txt .txt); echo $x > f`, `echo $(dirname a/b/c) > f`, `d=$(pwd); echo x > $d/f`,
		`printf 'a b\nc' | xargs touch`, `echo a b | xargs -n1 touch`, `printf 'a\0b' | xargs -0 touch`, `echo a | xargs -I{} touch {}.txt`,
		`: > f`, `> f`, `true > f`, `echo a > f; : > f`, `echo a > f; truncate -s 0 f`, `echo a > f && rm f`, `echo a > f; rm -f f g`, `cat /dev/null > f`, `cp /dev/null f`,
		`echo a > f # > g`, `echo "# > g" > f`, `echo a > f & wait`, `(cd /tmp && true); echo a > f`, `set -- a b; echo $1 $2 > f`, `echo "a
b" > f`, `export X=a; echo $X > f`, `readonly X=b; echo $X > f`, `X=c env > /dev/null; echo "[$X]" > f`, `A=1 B=2; echo $A$B > f`, `unset x; echo "[$x]" > f`,
		`read x <<< a; echo $x > f`, `echo ~ > /dev/null; echo '~' > f`, `echo a | (cat; echo b) > f`, `echo a | { read x; echo $x > f; }`, `time echo a > f`, `command echo a > f`, `\echo a > f`, `"echo" a > f`,
		`cat > f << 'EOF' | cat
a
EOF`, `cat << EOF | tee f > g
a
EOF`, `cat << 'A' | sh
echo x > f
A`,
	} {
		t.Run(command, func(t *testing.T) {
			dir := t.TempDir()
			cmd := exec.CommandContext(t.Context(), "bash", "-c", command)
			cmd.Dir = dir
			err := cmd.Run()
			w := newWorld(placeOf(dir))
			how := succeeded
			if err != nil {
				how = errored
			}
			w.shell(command, "", how)
			for abs, n := range w.nodes {
				if n.raw != "" || n.now.exists == perhaps || n.sure >= possible || n.order == 0 {
					continue
				}
				b, err := os.ReadFile(abs)
				switch {
				case n.now.exists == no && err == nil:
					t.Errorf("%s is there, told it is gone", filepath.Base(abs))
				case n.now.exists == yes && err != nil:
					t.Errorf("%s is not there, told that it is", abs)
				case n.now.exists == yes && n.now.known && n.now.text != string(b):
					t.Errorf("%s holds %q, told %q", filepath.Base(abs), b, n.now.text)
				}
			}
			left, err := os.ReadDir(dir)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range left {
				if n := w.nodes[filepath.Join(dir, e.Name())]; !e.IsDir() && (n == nil || n.order == 0) && len(w.flagged) == 0 && !open(w) {
					t.Errorf("%s was made, which is not told", e.Name())
				}
			}
		})
	}
}

// open tells whether a word was left open.
func open(w *world) bool {
	for _, n := range w.nodes {
		if n.raw != "" {
			return true
		}
	}
	return false
}
