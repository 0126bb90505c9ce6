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
	w.shell(command, "", how)
	return w.told()
}

func (w *world) told() string {
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
		if f.Whole && (f.Action == Create || f.Action == Write) {
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
		{"go test ./... > /tmp/out.txt 2>&1; cat /tmp/out.txt", "likely write /tmp/out.txt"},
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
		{"echo hello > a.txt", "likely write a.txt = hello⏎"},
		{"echo -n hello > a.txt", "likely write a.txt = hello"},
		{"echo -e 'a\\tb' > a.txt", "likely write a.txt = a\tb⏎"},
		{"printf 'a\\nb\\n' > a.txt", "likely write a.txt = a⏎b⏎"},
		{"printf '%s\\n' one two > a.txt", "likely write a.txt = one⏎two⏎"},
		{"cat > a.txt <<'EOF'\n$x `y`\nEOF", "likely write a.txt = $x `y`⏎"},
		{"cat <<EOF > a.txt\n\\$x\nEOF", "likely write a.txt = $x⏎"},
		{"cat > a.txt <<-EOF\n\tin\n\tEOF", "likely write a.txt = in⏎"},
		{"name=b; cat > $name.txt <<EOF\nI am $name\nEOF", "likely write b.txt = I am b⏎"},
		{"tee a.txt b.txt <<'EOF'\nx\nEOF", "likely write a.txt = x⏎\nlikely write b.txt = x⏎"},
		{"echo x | sudo tee a.txt > /dev/null", "likely write a.txt = x⏎"},
		{"echo one > a.txt && echo two >> a.txt", "likely write a.txt = one⏎two⏎"},
		{"cat > a.txt <<< hello", "likely write a.txt = hello⏎"},
		{"{ echo a; echo b; } > a.txt", "likely write a.txt = a⏎b⏎"},
		{"touch a.txt", "likely write a.txt = "},
		{": > a.txt", "likely write a.txt = "},
		{"> a.txt", "likely write a.txt = "},
		{"for f in a b; do echo $f > $f.txt; done", "likely write a.txt = a⏎\nlikely write b.txt = b⏎"},
		{"for i in {a,b}; do touch src/$i.go; done", "likely write src/a.go = \nlikely write src/b.go = "},
		{"touch {a,b}.{js,ts}", "likely write a.js = \nlikely write a.ts = \nlikely write b.js = \nlikely write b.ts = "},
		{"mkdir x && echo x > x/a.txt && mkdir -p x/y/z && touch x/y/b.txt", "likely create x/a.txt = x⏎\nlikely create x/y/b.txt = "},
		{"bash -c 'echo x > a.txt'", "likely write a.txt = x⏎"},
		{"bash <<'EOF'\necho x > a.txt\nEOF", "likely write a.txt = x⏎"},
		{"f() { echo \"$2\" > \"$1\"; }; f a.txt hi", "likely write a.txt = hi⏎"},
		{"files=(a.txt b.txt); for f in \"${files[@]}\"; do : > $f; done", "likely write a.txt = \nlikely write b.txt = "},
		{"echo x > 'my file.txt'", "likely write my file.txt = x⏎"},
		{"echo x > my\\ file.txt", "likely write my file.txt = x⏎"},
		{"echo x > \"héllo wörld.txt\"", "likely write héllo wörld.txt = x⏎"},
		{"cp /dev/null a.txt", "likely write a.txt = "},
		{"n=$(basename src/a.go .go); echo x > $n.txt", "likely write a.txt = x⏎"},
		{"eval 'echo x > a.txt'", "likely write a.txt = x⏎"},

		// folders
		{"cd src && echo x > a.go", "likely write src/a.go = x⏎"},
		{"(cd src && touch a.go); touch b.go", "likely write src/a.go = \nlikely write b.go = "},
		{"pushd src/deep >/dev/null; touch a; cd ..; touch b", "likely write src/deep/a = \nlikely write src/b = "},
		{"pushd src; pushd deep; touch a; popd; touch b; popd; touch c; popd; touch d", "likely write src/deep/a = \nlikely write src/b = \nlikely write c = \npossible unknown d"},
		{"cd /home/ann/shop/src && touch ../a ./b", "likely write a = \nlikely write src/b = "},
		{"touch ~/shop/a $HOME/shop/b \"$PWD/c\"", "likely write a = \nlikely write b = \nlikely write c = "},
		{"cd \"$(somewhere)\" && touch a", "possible unknown a"},
		{"touch /home/ann/other/a", "likely write /home/ann/other/a = "},
		{"git -C sub mv a b", "likely rename sub/a → sub/b"},
		{"mkdir -p lib && mv a.go lib", "likely rename a.go → lib/a.go"},
		{"mv a.go b.go lib/", "likely rename a.go → lib/a.go\nlikely rename b.go → lib/b.go"},
		{"cp a.go b.go", "likely write b.go"},
		{"cp -t lib a.go", "likely write lib/a.go"},
		{"install -m 755 a.sh bin/a", "likely write bin/a"},

		{"cp $(go env GOROOT)/src/{a,b}.go \"$X/c.go\" lib/", "likely write lib/a.go\nlikely write lib/b.go\nlikely write lib/c.go"},
		{"cp \"$SRC\" b.txt", "likely write b.txt"},
		{"cp *.txt lib/", "possible unknown lib/*.txt"},
		{"mv ~/Downloads/logo.png assets/", "likely create assets/logo.png\nlikely delete /home/ann/Downloads/logo.png"},
		{"mv a.txt ~/old/", "likely delete a.txt\nlikely create /home/ann/old/a.txt"},
		{"t=$(mktemp); u=$(mktemp); echo t > $t; echo u > $u; mv $t a.txt", "likely write a.txt = t⏎"},

		{"go build -o bin/shop ./cmd/shop && go test -coverprofile=c.out ./...", "likely write bin/shop\nlikely write c.out"},
		{"go build -o /dev/null ./...", ""},
		{"cd \"$(git rev-parse --show-toplevel)\" && touch a", "likely write a = "},
		{"cd src && cd - && touch a", "likely write a = "},

		// changing in place
		{"sed -i 's/a/b/' a.go b.go", "likely edit a.go\nlikely edit b.go"},
		{"sed -i '' -e 's/a/b/' a.go", "likely edit a.go"},
		{"sed -i.bak 's/a/b/' a.go", "likely write a.go.bak\nlikely edit a.go"},
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
		{"sort a.txt -o a.txt", "likely write a.txt"},
		{"env LC_ALL=C timeout 5 sed -i s/a/b/ a.go", "likely edit a.go"},
		{"dos2unix a.txt", "likely edit a.txt"},
		{"patch -p1 <<'EOF'\n--- a/a.go\n+++ b/a.go\n@@ -1 +1 @@\n-a\n+b\nEOF", "likely edit a.go"},
		{"git apply <<'EOF'\ndiff --git a/n.go b/n.go\nnew file mode 100644\n--- /dev/null\n+++ b/n.go\n@@ -0,0 +1 @@\n+n\nEOF", "likely write n.go = n⏎"},
		{"apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: n.go\n+n\n*** Delete File: o.go\n*** Update File: p.go\n@@\n-a\n+b\n*** End Patch\nEOF", "likely write n.go = n⏎\nlikely delete o.go\nlikely edit p.go"},
		{"yq -i '.a = 1' a.yaml", "likely edit a.yaml"},

		// taking away
		{"rm a.go", "likely delete a.go"},
		{"rm -f a.go b.go", "likely delete a.go\nlikely delete b.go"},
		{"rm -rf build", "possible delete build/"},
		{"rm -r old", "likely delete old/"},
		{"touch x/a && mv x y && rm -rf y", "likely delete y/a undone\npossible delete x/"},
		{"cat x/a && mv x y && rm -rf y", "likely delete y/a undone\nlikely delete x/a\nlikely delete x/"},
		{"touch x/a && rm -rf x", "likely delete x/a undone\npossible delete x/"},
		{"mkdir -p x && touch x/a && rm -rf x", "likely delete x/a undone"},
		{"git rm -q a.go", "likely delete a.go"},
		{"git rm --cached a.go", ""},
		{"unlink a", "likely delete a"},
		{"echo x > a && rm a", "likely delete a undone"},
		{"command rm a && \\rm b", "likely delete a\nlikely delete b"},
		{"git mv a.go b.go", "likely rename a.go → b.go"},
		{"mv a b && mv b c", "likely rename a → c"},
		{"gzip a.txt", "likely write a.txt.gz\nlikely delete a.txt"},
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
		{"echo x > a; git stash -u; git stash pop", "likely write a = x⏎"},
		{"echo x > a; git clean -fd", "likely delete a undone"},

		// not known
		{"rm *.tmp", "possible delete *.tmp"},
		{"rm \"$f\"", "possible delete \"$f\""},
		{"sed -i s/a/b/ $(git ls-files)", "possible edit $(git ls-files)"},
		{"find . -name '*.orig' -delete", "possible unknown $ find . -name '*.orig' -delete"},
		{"grep -rl a src | xargs sed -i s/a/b/", "possible unknown $ grep -rl a src | xargs sed -i s/a/b/"},
		{"find . -name '*.go' -exec sed -i s/a/b/ {} \\;", "possible unknown $ find . -name '*.go' -exec sed -i s/a/b/ {} \\;"},
		{"[ -f a ] || touch a", "possible write a"},
		{"if grep -q x a; then rm a; fi", "possible delete a"},
		{"while read f; do rm \"$f\"; done < list", "possible delete \"$f\""},
		{"grep -q x a.txt && exit 0; touch b", "possible write b"},
		{"grep -q x a.txt || exit 1; touch b", "likely write b = "},
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
		{"echo x > no/such/a", "failed write no/such/a"},
		{"go test ./...", ""},
		{"go test ./... > out.txt", "possible write out.txt"},
		{"cat > a.go <<'EOF'\nx\nEOF\ngo test ./...", "likely write a.go = x⏎"},
		{"cat > a.go <<'EOF' && go test ./...\nx\nEOF", "likely write a.go = x⏎"},
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

// What a command printed tells which of its parts failed, where its end does not.
func TestOutputTellsWhatFailed(t *testing.T) {
	for _, c := range []struct{ command, printed, want string }{
		{"mv a.txt b.txt || true", "", "likely rename a.txt → b.txt"},
		{"mv a.txt b.txt || true", "mv: cannot stat 'a.txt': No such file or directory\n", "failed rename b.txt"},
		{"mv a.txt b.txt 2>/dev/null; true", "", "possible rename b.txt"},
		{"mv a.txt b.txt 2>/dev/null", "", "likely rename a.txt → b.txt"},
		{"rm a.txt b.txt; ls", "rm: cannot remove 'b.txt': No such file or directory\n", "likely delete a.txt\nfailed delete b.txt"},
		{"rm a.txt; rm b.txt; ls", "rm: cannot remove 'my a.txt': No such file or directory\n", "failed delete a.txt\npossible delete b.txt"},
		{"cp a.txt /no/such/ ; ls", "cp: cannot create regular file '/no/such/': Not a directory\n", "failed write /no/such/a.txt"},
		{"sed -i s/a/b/ a.txt b.txt; ls", "sed: can't read a.txt: No such file or directory\n", "failed edit a.txt\nlikely edit b.txt"},
		{"echo x > no/a.txt; ls", "bash: line 1: no/a.txt: No such file or directory\n", "failed write no/a.txt"},
		{"chmod +x a.sh; ls", "chmod: changing permissions of 'a.sh': Operation not permitted\n", "failed edit a.sh"},
		{"git mv a b; ls", "fatal: bad source, source=a, destination=b: does not exist\n", "failed rename b"},
		{"git apply fix.patch; true", "error: can't open patch 'fix.patch': No such file or directory\n", ""},
		{"git checkout -- a.txt; ls", "error: pathspec 'a.txt' did not match any file(s) known to git\n", "failed edit a.txt"},
		{"mv a.txt b.txt && rm c.txt; ls", "mv: cannot stat 'a.txt': No such file or directory\n", "failed rename b.txt\nfailed delete c.txt"},
		{"mv a.txt b.txt || cp c.txt b.txt", "mv: cannot stat 'a.txt': No such file or directory\n", "likely write b.txt"},
		{"set -e\nmv a.txt b.txt 2>/dev/null\nrm c.txt 2>/dev/null\necho done", "done\n", "likely rename a.txt → b.txt\nlikely delete c.txt"},
		{"{ mv a.txt b.txt; rm c.txt; } > /dev/null 2>&1; true", "", "possible rename b.txt\npossible delete c.txt"},
		{"touch a.txt; rm a.txt 2>/dev/null; true", "", "likely delete a.txt undone"},
		{"cat a.txt; touch a.txt", "cat: a.txt: No such file or directory\n", "likely create a.txt = "},
	} {
		t.Run(c.command, func(t *testing.T) {
			w := newWorld(placeOf("/home/ann/shop"))
			w.by.entry, w.by.tool = "e", "bash"
			w.shell(c.command, c.printed, succeeded)
			if diff := cmp.Diff(c.want, w.told()); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// Where nobody's home is known, ~ and $HOME are the same place all the same.
func TestHomeIsOutsideHoweverItIsWritten(t *testing.T) {
	w := newWorld(placeOf("/srv/shop"))
	w.by.entry, w.by.tool = "e", "bash"
	w.shell("echo x > ~/a.txt; echo y > $HOME/b.txt; echo z > \"${HOME}/c.txt\"; cd; touch d.txt", "", succeeded)
	if diff := cmp.Diff("likely write ~/a.txt = x⏎\nlikely write ~/b.txt = y⏎\nlikely write ~/c.txt = z⏎\nlikely write ~/d.txt = ", w.told()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if files, outside := w.settle(); len(files) > 0 || len(outside) != 4 {
		t.Errorf("%d files are the project's, %d outside", len(files), len(outside))
	}
}
