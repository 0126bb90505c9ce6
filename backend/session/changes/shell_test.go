package changes

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// told are the files a command touches in a project of which nothing is known, a
// line each: certainty, action, path, and marks for what is special.
func told(command string, failed bool) string {
	w := newWorld(placeOf("/home/ann/shop"))
	w.by.entry, w.by.tool = "e", "bash"
	how := succeeded
	if failed {
		how = errored
	}
	w.shell(command, how)
	files, outside := w.settle()
	var lines []string
	for _, f := range append(files, outside...) {
		name := f.Path
		switch {
		case f.Command != "":
			name = "$ " + f.Command
		case f.From != "":
			name = f.From + " → " + f.Path
		}
		line := f.Certainty + " " + f.Action + " " + name
		if f.Undone {
			line += " undone"
		}
		if f.Whole && f.Action == Create {
			line += " = " + strings.ReplaceAll(w.nodes[w.place.resolve(w.place.cwd, f.Path)].now.text, "\n", "⏎")
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func TestCommandsTellWhatTheyChange(t *testing.T) {
	for _, c := range []struct{ command, want string }{
		// reading changes nothing
		{"ls -la", ""},
		{"cat a.go | head -20; grep -rn foo . > /dev/null 2>&1", ""},
		{"go test ./... 2>&1 | tail -5", ""},
		{"go build ./... && go vet ./...", ""},
		{"npm test && npm run lint && npx tsc --noEmit", ""},
		{"make test", ""},
		{"git status && git diff --stat && git log --oneline -5 && git show HEAD:a.go", ""},
		{"git add -A && git commit -m 'write > file'", ""},
		{"find . -name '*.go' | xargs wc -l", ""},
		{"find . -type f -exec grep -l foo {} +", ""},
		{"sed -n '1,20p' a.go", ""},
		{"python3 -c 'print(open(\"a.txt\").read())'", ""},
		{"pytest -q tests/ --maxfail=1", ""},
		{"mkdir -p build/out", ""},
		{"echo done >&2", ""},
		{"go test ./... > /tmp/out.txt 2>&1; cat /tmp/out.txt", ""},
		{"gofmt -l . && black --check . && prettier --check src", ""},
		{"curl -s http://localhost:8080/health", ""},
		{"awk '{print $1 > \"/dev/stderr\"}' a.txt", ""},
		{"for f in *.go; do wc -l \"$f\"; done", ""},
		{"diff <(sort a) <(sort b)", ""},
		{"[ -f a.txt ] && echo yes", ""},
		{"docker ps && kill -9 1234", ""},
		{"npm run check", ""},
		{"./run_tests.sh", ""},

		// texts that are known
		{"echo hello > a.txt", "likely create a.txt = hello⏎"},
		{"echo -n hello > a.txt", "likely create a.txt = hello"},
		{"echo -e 'a\\tb' > a.txt", "likely create a.txt = a\tb⏎"},
		{"printf 'a\\nb\\n' > a.txt", "likely create a.txt = a⏎b⏎"},
		{"printf '%s\\n' one two > a.txt", "likely create a.txt = one⏎two⏎"},
		{"cat > a.txt <<'EOF'\n$x `y`\nEOF", "likely create a.txt = $x `y`⏎"},
		{"cat <<EOF > a.txt\n\\$x\nEOF", "likely create a.txt = $x⏎"},
		{"cat > a.txt <<-EOF\n\tin\n\tEOF", "likely create a.txt = in⏎"},
		{"name=b; cat > $name.txt <<EOF\nI am $name\nEOF", "likely create b.txt = I am b⏎"},
		{"tee a.txt b.txt <<'EOF'\nx\nEOF", "likely create a.txt = x⏎\nlikely create b.txt = x⏎"},
		{"echo x | sudo tee a.txt > /dev/null", "likely create a.txt = x⏎"},
		{"echo one > a.txt && echo two >> a.txt", "likely create a.txt = one⏎two⏎"},
		{"cat > a.txt <<< hello", "likely create a.txt = hello⏎"},
		{"{ echo a; echo b; } > a.txt", "likely create a.txt = a⏎b⏎"},
		{"touch a.txt", "likely create a.txt = "},
		{": > a.txt", "likely create a.txt = "},
		{"> a.txt", "likely create a.txt = "},
		{"for f in a b; do echo $f > $f.txt; done", "likely create a.txt = a⏎\nlikely create b.txt = b⏎"},
		{"for i in {a,b}; do touch src/$i.go; done", "likely create src/a.go = \nlikely create src/b.go = "},
		{"touch {a,b}.{js,ts}", "likely create a.js = \nlikely create a.ts = \nlikely create b.js = \nlikely create b.ts = "},
		{"bash -c 'echo x > a.txt'", "likely create a.txt = x⏎"},
		{"bash <<'EOF'\necho x > a.txt\nEOF", "likely create a.txt = x⏎"},
		{"f() { echo \"$2\" > \"$1\"; }; f a.txt hi", "likely create a.txt = hi⏎"},
		{"files=(a.txt b.txt); for f in \"${files[@]}\"; do : > $f; done", "likely create a.txt = \nlikely create b.txt = "},
		{"echo x > 'my file.txt'", "likely create my file.txt = x⏎"},
		{"echo x > my\\ file.txt", "likely create my file.txt = x⏎"},
		{"echo x > \"héllo wörld.txt\"", "likely create héllo wörld.txt = x⏎"},
		{"cp /dev/null a.txt", "likely create a.txt = "},
		{"n=$(basename src/a.go .go); echo x > $n.txt", "likely create a.txt = x⏎"},
		{"eval 'echo x > a.txt'", "likely create a.txt = x⏎"},

		// folders
		{"cd src && echo x > a.go", "likely create src/a.go = x⏎"},
		{"(cd src && touch a.go); touch b.go", "likely create src/a.go = \nlikely create b.go = "},
		{"pushd src/deep >/dev/null; touch a; cd ..; touch b", "likely create src/deep/a = \nlikely create src/b = "},
		{"cd /home/ann/shop/src && touch ../a ./b", "likely create a = \nlikely create src/b = "},
		{"touch ~/shop/a $HOME/shop/b \"$PWD/c\"", "likely create a = \nlikely create b = \nlikely create c = "},
		{"cd \"$(somewhere)\" && touch a", "possible unknown a"},
		{"touch /home/ann/other/a", "likely create /home/ann/other/a = "},
		{"git -C sub mv a b", "likely rename sub/a → sub/b"},
		{"mkdir -p lib && mv a.go lib", "likely rename a.go → lib/a.go"},
		{"mv a.go b.go lib/", "likely rename a.go → lib/a.go\nlikely rename b.go → lib/b.go"},
		{"cp a.go b.go", "likely create b.go"},
		{"cp -t lib a.go", "likely create lib/a.go"},
		{"install -m 755 a.sh bin/a", "likely create bin/a"},

		{"cp $(go env GOROOT)/src/{a,b}.go \"$X/c.go\" lib/", "likely create lib/a.go\nlikely create lib/b.go\nlikely create lib/c.go"},
		{"cp \"$SRC\" b.txt", "likely create b.txt"},
		{"cp *.txt lib/", "possible unknown lib/*.txt"},
		{"mv ~/Downloads/logo.png assets/", "likely create assets/logo.png\nlikely delete /home/ann/Downloads/logo.png"},
		{"mv a.txt ~/old/", "likely delete a.txt\nlikely create /home/ann/old/a.txt"},
		{"t=$(mktemp); u=$(mktemp); echo t > $t; echo u > $u; mv $t a.txt", "likely create a.txt = t⏎"},

		{"go build -o bin/shop ./cmd/shop && go test -coverprofile=c.out ./...", "likely create bin/shop\nlikely create c.out"},
		{"go build -o /dev/null ./...", ""},
		{"cd \"$(git rev-parse --show-toplevel)\" && touch a", "likely create a = "},
		{"cd src && cd - && touch a", "likely create a = "},

		// changing in place
		{"sed -i 's/a/b/' a.go b.go", "likely edit a.go\nlikely edit b.go"},
		{"sed -i '' -e 's/a/b/' a.go", "likely edit a.go"},
		{"sed -i.bak 's/a/b/' a.go", "likely create a.go.bak\nlikely edit a.go"},
		{"sed -E -i -e 's/a/b/' -e 's/c/d/' src/a.go", "likely edit src/a.go"},
		{"perl -pi -e 's/a/b/' a.go", "likely edit a.go"},
		{"perl -0777 -i -pe 's/a/b/' a.go", "likely edit a.go"},
		{"awk -i inplace '{print}' a.txt", "likely edit a.txt"},
		{"echo x >> a.txt", "likely edit a.txt"},
		{"echo x | tee -a a.txt", "likely edit a.txt"},
		{"truncate -s 10 a.bin", "likely edit a.bin"},
		{"chmod +x run.sh", "likely edit run.sh"},
		{"chmod 644 run.sh && chmod u+x run.sh", "likely edit run.sh"},
		{"sed 's/a/b/' a.go > a.tmp && mv a.tmp a.go", "likely edit a.go"},
		{"sort a.txt -o a.txt", "likely create a.txt"},
		{"env LC_ALL=C timeout 5 sed -i s/a/b/ a.go", "likely edit a.go"},
		{"dos2unix a.txt", "likely edit a.txt"},
		{"patch -p1 <<'EOF'\n--- a/a.go\n+++ b/a.go\n@@ -1 +1 @@\n-a\n+b\nEOF", "likely edit a.go"},
		{"git apply <<'EOF'\ndiff --git a/n.go b/n.go\nnew file mode 100644\n--- /dev/null\n+++ b/n.go\n@@ -0,0 +1 @@\n+n\nEOF", "likely create n.go = n⏎"},
		{"apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: n.go\n+n\n*** Delete File: o.go\n*** Update File: p.go\n@@\n-a\n+b\n*** End Patch\nEOF", "likely create n.go = n⏎\nlikely delete o.go\nlikely edit p.go"},
		{"yq -i '.a = 1' a.yaml", "likely edit a.yaml"},

		// taking away
		{"rm a.go", "likely delete a.go"},
		{"rm -f a.go b.go", "likely delete a.go\nlikely delete b.go"},
		{"rm -rf build", "possible delete build/"},
		{"rm -r old", "likely delete old/"},
		{"touch x/a && rm -rf x", "likely delete x/a undone"},
		{"git rm -q a.go", "likely delete a.go"},
		{"git rm --cached a.go", ""},
		{"unlink a", "likely delete a"},
		{"echo x > a && rm a", "likely delete a undone"},
		{"command rm a && \\rm b", "likely delete a\nlikely delete b"},
		{"git mv a.go b.go", "likely rename a.go → b.go"},
		{"mv a b && mv b c", "likely rename a → c"},
		{"gzip a.txt", "likely create a.txt.gz\nlikely delete a.txt"},
		{"printf 'a b' | xargs rm", "likely delete a\nlikely delete b"},

		// git
		{"git checkout -- a.go", "possible edit a.go"},
		{"git restore a.go", "possible edit a.go"},
		{"git restore --staged a.go", ""},
		{"git checkout HEAD~2 -- a.go", "likely edit a.go"},
		{"git checkout -b topic", ""},
		{"git checkout main", "possible unknown $ git checkout main"},
		{"git pull --rebase", "possible unknown $ git pull --rebase"},
		{"git stash", "possible unknown $ git stash"},
		{"git stash list", ""},
		{"git reset --hard origin/main", "possible unknown $ git reset --hard origin/main"},
		{"git clean -n", ""},
		{"echo x > a; git stash -u; git stash pop", "likely create a = x⏎"},
		{"echo x > a; git clean -fd", "likely delete a undone"},

		// not known
		{"rm *.tmp", "possible delete *.tmp"},
		{"rm \"$f\"", "possible delete \"$f\""},
		{"sed -i s/a/b/ $(git ls-files)", "possible edit $(git ls-files)"},
		{"find . -name '*.orig' -delete", "possible unknown $ find . -name '*.orig' -delete"},
		{"grep -rl a src | xargs sed -i s/a/b/", "possible unknown $ grep -rl a src | xargs sed -i s/a/b/"},
		{"find . -name '*.go' -exec sed -i s/a/b/ {} \\;", "possible unknown $ find . -name '*.go' -exec sed -i s/a/b/ {} \\;"},
		{"[ -f a ] || touch a", "possible create a"},
		{"if grep -q x a; then rm a; fi", "possible delete a"},
		{"while read f; do rm \"$f\"; done < list", "possible delete \"$f\""},
		{"grep -q x a.txt && exit 0; touch b", "possible create b"},
		{"grep -q x a.txt || exit 1; touch b", "likely create b = "},
		{"npm install", "possible unknown $ npm install"},
		{"cd web && npm ci", "possible unknown $ npm ci"},
		{"pip install -r requirements.txt", "possible unknown $ pip install -r requirements.txt"},
		{"go mod tidy", "possible unknown $ go mod tidy"},
		{"go generate ./...", "possible unknown $ go generate ./..."},
		{"gofmt -w .", "possible unknown $ gofmt -w ."},
		{"gofmt -w a.go", "possible edit a.go"},
		{"npx prettier --write src", "possible unknown $ prettier --write src"},
		{"make", "possible unknown $ make"},
		{"npm run format", "possible unknown $ npm run format"},
		{"cargo fmt && cargo test", "possible unknown $ cargo fmt"},
		{"./scripts/format.sh", "possible unknown $ ./scripts/format.sh"},
		{"./lint.sh --fix", "possible unknown $ ./lint.sh --fix"},
		{"./lint.sh", ""},
		{"python3 gen.py", "possible unknown $ python3 gen.py"},
		{"python3 - <<'EOF'\nopen('a.txt','w').write('x')\nEOF", "possible unknown $ python3 -"},
		{"tar xzf a.tgz", "possible unknown $ tar xzf a.tgz"},
		{"curl -s https://example.org/x.sh | sh", "possible unknown $ curl -s https://example.org/x.sh | sh"},
		{"python manage.py makemigrations", "possible unknown $ python manage.py makemigrations"},
		{"python manage.py migrate", "possible unknown $ python manage.py migrate"},
		{"python tests/test_write.py", ""},
		{"echo 'unclosed", "possible unknown $ echo 'unclosed"},
	} {
		t.Run(c.command, func(t *testing.T) {
			if diff := cmp.Diff(c.want, told(c.command, false)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestFailedCommandsTellWhatWentBefore(t *testing.T) {
	for _, c := range []struct{ command, want string }{
		{"rm a.go", "failed delete a.go"},
		{"sed -i s/a/b/ a.go", "failed edit a.go"},
		{"echo x > no/such/a", "failed create no/such/a"},
		{"go test ./...", ""},
		{"go test ./... > out.txt", "possible create out.txt"},
		{"cat > a.go <<'EOF'\nx\nEOF\ngo test ./...", "likely create a.go = x⏎"},
		{"cat > a.go <<'EOF' && go test ./...\nx\nEOF", "likely create a.go = x⏎"},
		{"sed -i s/a/b/ a.go; go test", "likely edit a.go"},
		{"sed -i s/a/b/ a.go && go test", "possible edit a.go"},
		{"set -e\nrm a\ngo test", "possible delete a"},
		{"npm install", ""},
		{"cd src && mv a b", "failed rename src/b"},
	} {
		t.Run(c.command, func(t *testing.T) {
			if diff := cmp.Diff(c.want, told(c.command, true)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}
