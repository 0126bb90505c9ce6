package secrets

import (
	"cmp"
	"strings"
	"testing"

	"branchline/backend/session/jsonl"
)

// maskedText is a text as it is masked.
func maskedText(t *testing.T, text string) string {
	t.Helper()
	out, err := NewScanner(t.Context(), "pi", "s", nil).MaskedText(text)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestOwnRulesFind(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"cd /home/alice/src", "cd /home/[REDACTED:home-path]/src"},
		{"in /home/alice", "in /home/[REDACTED:home-path]"},
		{`"/home/alice"`, `"/home/[REDACTED:home-path]"`},
		{"/Users/alice.smith/x", "/Users/[REDACTED:home-path]/x"},
		{"/Users/Alice Smith/x", "/Users/[REDACTED:home-path]/x"},
		{"file:///home/alice/x", "file:///home/[REDACTED:home-path]/x"},
		{"file://localhost/Users/alice/x", "file://localhost/Users/[REDACTED:home-path]/x"},
		{"-I/home/alice/include", "-I/home/[REDACTED:home-path]/include"},
		{"cc -I/home/alice/include", "cc -I/home/[REDACTED:home-path]/include"},
		{"PATH=/bin:/home/alice/bin", "PATH=/bin:/home/[REDACTED:home-path]/bin"},
		{"/var/home/alice/x", "/var/home/[REDACTED:home-path]/x"},
		{"/mnt/c/Users/alice/x", "/mnt/c/Users/[REDACTED:home-path]/x"},
		{`C:\Users\alice\x`, `C:\Users\[REDACTED:home-path]\x`},
		{`C:/Users/alice/x`, `C:/Users/[REDACTED:home-path]/x`},
		{`"C:\\Users\\alice\\x"`, `"C:\\Users\\[REDACTED:home-path]\\x"`},
		{`dir \Users\alice`, `dir \Users\[REDACTED:home-path]`},
		{`\\wsl$\Debian\home\alice\x`, `\\wsl$\Debian\home\[REDACTED:home-path]\x`},
		{"%2Fhome%2Falice%2Fx", "%2Fhome%2F[REDACTED:home-path]%2Fx"},
		{"sessions/--home-alice-src-app--/x.jsonl", "sessions/--home-[REDACTED:home-path]--/x.jsonl"},
		{"--Users-alice--", "--Users-[REDACTED:home-path]--"},
		{"--C--Users-alice-x--", "--C--Users-[REDACTED:home-path]--"},
		{"projects/-home-alice-src/x.jsonl", "projects/-home-[REDACTED:home-path]/x.jsonl"},
		{"mail alice@mail.example.org.", "mail [REDACTED:email]."},
		{"<Alice.B+c@example.com>", "<[REDACTED:email]>"},
		{"jörg@müller.example", "[REDACTED:email]"},
		{"ssh alice@host.lan", "ssh [REDACTED:email]"},
		{"from 192.168.1.17:80", "from [REDACTED:ip-address]:80"},
		{"http://203.0.113.9/x", "http://[REDACTED:ip-address]/x"},
		{"[2001:db8::8a2e:370:7334]:443", "[[REDACTED:ip-address]]:443"},
		{"fe80::1ff:fe23:4567:890a", "[REDACTED:ip-address]"},
		{"https://alice:s3cret!@host/x", "https://[REDACTED:url-password]@host/x"},
		{"redis://:hunter22@host", "redis://[REDACTED:url-password]@host"},
		{"https://k9f8e7d6c5b4a3928170@host/x", "https://[REDACTED:url-password]@host/x"},
		{"Authorization: Basic YWRtaW46aHVudGVyMjI=", "Authorization: Basic [REDACTED:basic-auth]"},
		{`{"auth": "YWRtaW46aHVudGVyMjI="}`, `{"auth": "[REDACTED:basic-auth]"}`},
		{"Authorization: Bearer abc123def", "Authorization: Bearer [REDACTED:bearer-token]"},
		{"x-api-key: 9f8e7d6c5b4a", "x-api-key: [REDACTED:bearer-token]"},
		{"Cookie: theme=dark; sessionid=8sd7f6g5h4j3k2l1", "Cookie: theme=dark; sessionid=[REDACTED:cookie]"},
		{"mysql --password=hunter22x", "mysql --password=[REDACTED:password]"},
		{"tool --api-key k9f8e7d6 run", "tool --api-key [REDACTED:password] run"},
		{"sshpass -p hunter2 ssh x", "sshpass -p [REDACTED:password] ssh x"},
		{"machine x login alice password hunter2x", "machine x login alice password [REDACTED:password]"},
		{"DB_PASSWORD=correcthorsebattery", "DB_PASSWORD=[REDACTED:assigned-secret]"},
		{"export API_TOKEN='abc def ghi'", "export API_TOKEN='[REDACTED:assigned-secret]'"},
		{"SECRET_KEY_BASE=a1b2c3d4e5", "SECRET_KEY_BASE=[REDACTED:assigned-secret]"},
		{`const apiKey = "k9f8e7d6"`, `const apiKey = "[REDACTED:assigned-secret]"`},
		{"  password: hunter22", "  password: [REDACTED:assigned-secret]"},
		{"Server=x;Password=hunter22x;", "Server=x;Password=[REDACTED:assigned-secret];"},
		{"bot 123456789:AAHk3jd8fj3kd9fj3kd8fj3kd9fj3kdk3j4", "bot [REDACTED:token]"},
		{"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", "[REDACTED:huggingface-access-token]"},
		{"in MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs", "in [REDACTED:token]"},
		{"the password is hunter22, I think", "the password is [REDACTED:password] I think"},
		{"  pass: S3cr3t!pw", "  pass: [REDACTED:assigned-secret]"},
		{"gsk_k9f8e7d6c5b4a3928170k9f8e7", "[REDACTED:token]"},
		{"https://discord.com/api/webhooks/123456/abcDEF0123456789", "https://discord.com/api/webhooks/[REDACTED:webhook]"},
		{"-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA7bq8t0oqxl4mV9pLk2Rj\nxyz… [cut]", "[REDACTED:private-key]… [cut]"},
		{"  1→-----BEGIN PRIVATE KEY-----\n  2→MIIEpAIBAAKCAQEA7bq8t0oqxl4mV9pLk2Rj\n  3→-----END PRIVATE KEY-----", "  1→[REDACTED:private-key]"},
		{"… cut\nMIIEpAIBAAKCAQEA7bq8t0oqxl4mV9pLk2Rj\nabcd==\n-----END EC PRIVATE KEY-----", "… cut\n[REDACTED:private-key]"},
		{`{"x":"password: kJ3kds$9x"}`, `{"x":"password: [REDACTED:assigned-secret]"}`},
		{"echo 'password: hunter2abz'", "echo 'password: [REDACTED:assigned-secret]'"},
		{"a.yml:3:password: kJ3kds$9x", "a.yml:3:password: [REDACTED:assigned-secret]"},
		{"a.yml:3:  db_password: S3cr3t!pw # now", "a.yml:3:  db_password: [REDACTED:assigned-secret] # now"},
		{"  12\tpassword: kJ3kds9x", "  12\tpassword: [REDACTED:assigned-secret]"},
		{"Passwort: EWqxdqML7x", "Passwort: [REDACTED:assigned-secret]"},
		{"?password=hunter2abz&user=x", "?password=[REDACTED:assigned-secret]&user=x"},
		{`set password to "hunter2abz"`, `set password to "[REDACTED:password]"`},
		{"password=correcthorse", "password=[REDACTED:assigned-secret]"},
		{`{"password": "hunter"}`, `{"password": "[REDACTED:assigned-secret]"}`},
		{"<pre>api_key=correcthorse</pre>", "<pre>api_key=[REDACTED:assigned-secret]</pre>"},
		{"api_key=correcthorse", "api_key=[REDACTED:assigned-secret]"},
		{"?token=correcthorse&x=1", "?token=[REDACTED:assigned-secret]&x=1"},
		{`secret = "correcthorse"`, `secret = "[REDACTED:assigned-secret]"`},
		{`password="correct-horse-battery-staple"`, `password="[REDACTED:assigned-secret]"`},
		{`password = "correct_horse"`, `password = "[REDACTED:assigned-secret]"`},
		{"a.yml:3:  db_password: swordfish # now", "a.yml:3:  db_password: [REDACTED:assigned-secret] # now"},
		{"  12→password: swordfish", "  12→password: [REDACTED:assigned-secret]"},
		{"mysqldump --password=swordfish app", "mysqldump --password=[REDACTED:assigned-secret] app"},
		{`psql --password "swordfish"`, `psql --password "[REDACTED:password]"`},
		{"mysql -psecretword", "mysql -p[REDACTED:password]"},
		{"mysql -u root --host=db -p'secretword' app", "mysql -u root --host=db -p'[REDACTED:password]' app"},
		{"PGPASSWORD=swordfish psql", "PGPASSWORD=[REDACTED:assigned-secret] psql"},
		{"curl -u user:secretword https://example.org", "curl -u [REDACTED:curl-auth-user] https://example.org"},
		{"curl -s -u admin:xylophone https://example.org", "curl -s -u [REDACTED:password] https://example.org"},
		{"https://user:secretword@host", "https://[REDACTED:url-password]@host"},
		{"docker login -u bot -p swordfish reg.io", "docker login -u bot -p [REDACTED:password] reg.io"},
		{"ALTER USER x WITH PASSWORD 'swordfish';", "ALTER USER x WITH PASSWORD '[REDACTED:password]';"},
		{"| DB_PASSWORD | hunter2abz |", "| DB_PASSWORD | [REDACTED:assigned-secret] |"},
		{"| DB_PASSWORD | vXAA$TR!jA |", "| DB_PASSWORD | [REDACTED:assigned-secret] |"},
		{`{"x":"password: lrnEFK$CV!zl"}`, `{"x":"password: [REDACTED:assigned-secret]"}`},
		{"| `api_token` | `k9f8e7d6c5` | x |", "| `api_token` | `[REDACTED:assigned-secret]` | x |"},
		{"DB_PASSWORD=tiger7abz", "DB_PASSWORD=[REDACTED:assigned-secret]"},
		{"PGPASSWORD=batterystaple psql", "PGPASSWORD=[REDACTED:assigned-secret] psql"},
		{".env:3:PGPASSWORD=tiger7abz psql", ".env:3:PGPASSWORD=[REDACTED:assigned-secret] psql"},
		{"mysql -u root -ptiger7abz app", "mysql -u root -p[REDACTED:password] app"},
		{"mysqldump -uroot -p'tiger7abz' app", "mysqldump -uroot -p'[REDACTED:password]' app"},
		{"mysql -u root -pcyYGzePzFxFqlT app", "mysql -u root -p[REDACTED:password] app"},
		{"psql --password cZBqqLqsPVrIfLqo", "psql --password [REDACTED:password]"},
		{"redis-cli -h x -a tigerabz ping", "redis-cli -h x -a [REDACTED:password] ping"},
		{"docker login -u bot -p tiger7abz reg.io", "docker login -u bot -p [REDACTED:password] reg.io"},
		{"echo tigerabz | sudo -S ls", "echo [REDACTED:password] | sudo -S ls"},
		{`echo "tigerabz" | sudo -kS ls`, `echo "[REDACTED:password]" | sudo -kS ls`},
		{`echo "root:tigerabz" | chpasswd`, `echo "root:[REDACTED:password]" | chpasswd`},
		{"echo root:tigerabz | sudo chpasswd -e", "echo root:[REDACTED:password] | sudo chpasswd -e"},
		{"htpasswd -b f bob tigerabz", "htpasswd -b f bob [REDACTED:password]"},
		{"htpasswd -nbB bob tigerabz > f", "htpasswd -nbB bob [REDACTED:password] > f"},
		{"ALTER USER x WITH PASSWORD 'tiger7abz';", "ALTER USER x WITH PASSWORD '[REDACTED:password]';"},
		{"CREATE USER x IDENTIFIED BY 'tigerabz'", "CREATE USER x IDENTIFIED BY '[REDACTED:password]'"},
		{"IDENTIFIED WITH mysql_native_password BY 'tigerabz'", "IDENTIFIED WITH mysql_native_password BY '[REDACTED:password]'"},
		{"<password>tigerabz</password>", "<password>[REDACTED:assigned-secret]</password>"},
		{"<db.apiKey> tigerabz\n</db.apiKey>", "<db.apiKey> [REDACTED:assigned-secret]\n</db.apiKey>"},
		{"db:5432:app:svc:tiger7abz", "db:5432:app:svc:[REDACTED:password]"},
		{"*:*:*:svc:tiger7abz", "*:*:*:svc:[REDACTED:password]"},
		{"setx API_TOKEN tigerabz", "setx API_TOKEN [REDACTED:assigned-secret]"},
		{"set -gx API_TOKEN tiger7abz", "set -gx API_TOKEN [REDACTED:assigned-secret]"},
		{"password: >-\n  tigerabz\nx: 1", "password: >-\n  [REDACTED:assigned-secret]\nx: 1"},
		{"ngrok authtoken 2aBcDeFgHiJkLmNoPqRsTuVwXyZ_12345", "ngrok authtoken [REDACTED:token]"},
		{"authtoken: 2aBcDeFgHiJkLmNoPqRsTuVwXyZ_12345", "authtoken: [REDACTED:token]"},
		{"1//0gAbCdEfGhIjKlMnOpQrStUvWxYz0123456789-LmNoP", "[REDACTED:token]"},
		{"ATATT3xFfGF0abcdefghijklmnopqrstuvwxyz0123456789ABC=12345678", "[REDACTED:token]"},
		{"key-3ax6xnjp29jd6fds4gc373sgvjxteol0", "[REDACTED:token]"},
		{"value abc8Q~dEfGhIjKlMnOpQrStUvWxYz0123456789_ x", "value [REDACTED:azure-ad-client-secret] x"},
		{"client_secret: abc8Q~dEfGhIjKlMnOpQrStUvWxYz0123456789__x", "client_secret: [REDACTED:token]"},
		{"echo hunter2abz | passwd --stdin bob", "echo [REDACTED:password] | passwd --stdin bob"},
		{"echo 12345678 | sudo passwd --stdin bob", "echo [REDACTED:password] | sudo passwd --stdin bob"},
		{"(echo hunter2a; echo hunter2a) | sudo passwd bob", "(echo [REDACTED:password]) | sudo passwd bob"},
		{`printf 'hunter2\nhunter2\n' | passwd bob`, `printf '[REDACTED:password]' | passwd bob`},
		{"echo hunter2abz | docker login -u bot --password-stdin reg.io", "echo [REDACTED:password] | docker login -u bot --password-stdin reg.io"},
		{"echo swordfish | gpg --batch --passphrase-fd 0 -d f", "echo [REDACTED:password] | gpg --batch --passphrase-fd 0 -d f"},
		{"echo hunter2abz | kinit bob", "echo [REDACTED:password] | kinit bob"},
		{"mysql -uroot -pS3CRETpw app", "mysql -uroot -p[REDACTED:password] app"},
		{"sshpass -pS3cret ssh x", "sshpass -p[REDACTED:password] ssh x"},
		{"curl -sS -u bob:hunter22 https://example.org", "curl -sS -u [REDACTED:curl-auth-user] https://example.org"},
		{`net use Z: \\srv\share S3cret!x /user:DOM\bob`, `net use Z: \\srv\share [REDACTED:password] /user:DOM\bob`},
		{`net use \\srv\share /user:bob swordfish`, `net use \\srv\share /user:bob [REDACTED:password]`},
		{`net user bob S3cret!x /add`, `net user bob [REDACTED:password] /add`},
		{`cmdkey /add:srv /user:bob /pass:S3cret!x`, `cmdkey /add:srv /user:bob /pass:[REDACTED:assigned-secret]`},
		{`smbclient //srv/share -U bob%S3cret!x`, `smbclient //srv/share -U bob%[REDACTED:password]`},
		{"ldapsearch -x -D cn=admin -w swordfish -b dc=x", "ldapsearch -x -D cn=admin -w [REDACTED:password] -b dc=x"},
		{"openssl passwd -6 -salt xyz S3cret!x", "openssl passwd -6 -salt xyz [REDACTED:password]"},
		{"PIN: 4711", "PIN: [REDACTED:password]"},
		{"the pin code is 4711.", "the pin code is [REDACTED:password]."},
		{`{"pin": "4711"}`, `{"pin": "[REDACTED:assigned-secret]"}`},
		{`token = "ghp_" + "a8Kd72LsPq0ZxC93mNbVtRyUw45JhGfEdQ1s"`, `token = "[REDACTED:github-pat]"`},
		{"'ghp_a8Kd72LsPq0Z' .\n  'xC93mNbVtRyUw45J'\n  . 'hGfEdQ1s'", "'[REDACTED:github-pat]'"},
		{`x = ("ghp_a8Kd72LsPq0Z"` + "\n" + `     "xC93mNbVtRyUw45JhGfEdQ1s")`, `x = ("[REDACTED:github-pat]")`},
		{`"AKIA" & "Q2W3E4R5T6Y7U2I3"`, `"[REDACTED:aws-access-token]"`},
		{"-/home/alice/x", "-/home/[REDACTED:home-path]/x"},
		{"@@ -1 +1 @@\n-/Users/alice/x\n+/Users/alice/y", "@@ -1 +1 @@\n-/Users/[REDACTED:home-path]/x\n+/Users/[REDACTED:home-path]/y"},
		{"vscode-remote://wsl+ubuntu/home/alice/x", "vscode-remote://wsl+ubuntu/home/[REDACTED:home-path]/x"},
		{"sftp://host/home/alice/x", "sftp://host/home/[REDACTED:home-path]/x"},
	} {
		if got := maskedText(t, c.text); got != c.want {
			t.Errorf("%q becomes\n%q, want\n%q", c.text, got, c.want)
		}
	}
}

func TestRulesLeaveAlone(t *testing.T) {
	for _, text := range []string{
		"/home/user/x", "/home/runner/work", "/Users/me/x", "/Users/your-name/x", "/home/username/x", "/home/ubuntu/x", `C:\Users\runneradmin\x`, "AKIAIOSFODNN7EXAMPLE", "export AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE", "see_AKIAIOSFODNN7EXAMPLE",
		"aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "'password' => 'required|min:8'", `"password": "nullable|string|min:8"`,
		"GET /home/index.html", "https://example.org/home/alice", "~/src", "/users/42", "tool --home-dir x", "/Users/Shared/x", "/home/$USER/x", "/home/<name>/x",
		"git@github.com:a/b", "noreply@anthropic.com", "icon@2x.png", "@app.route", "pkg@1.2.3", "user@host", "actions/checkout@v4.1", "a@b.T", "x@README.md",
		"127.0.0.1:80", "0.0.0.0", "::1", "version 1.2.3.4", "Chrome/120.0.0.0", "1.3.6.1.4.1.311", "v10.0.19041.1", "std::vec::Vec", "12:30:45", "255.255.255.0",
		"https://user:password@host", "https://$USER:$PASS@host", "https://host:8080/@x",
		"Bearer authentication is used", "basic usage of it", "the password: required", "the password is required here", "pass: 12 of 13", "test pass: everything", "PASSWORD=$DB_PASSWORD", "TOKEN=<your token>", "MAX_TOKENS=4096",
		"password = getpass()", "token: string", `"password": "string"`, "API_KEY_FILE=/run/secrets/key", "PWD=/srv/app", "const token = parts[1]",
		"password: uint64,", "f(password: user2.password1)", "password = hash256(x)", "{ password: opts?.password }", "pass: 12/13 in 40ms", "password to 8 characters", "set password to \"\"", "the password 'required'",
		"| PASSWORD | string |", "| MAX_TOKEN | 4096 |", "| key | a value |", "mysql -u root -p app", "docker run mysql -p3306:3306", "mysql -p$DB_PASSWORD x", "login -p 8080:8080", "echo hello | sudo tee x",
		"password=password", "password=<password>", "password=$PASSWORD", `password=os.environ["DB_PASSWORD"]`, "password=getpass()", "login(password=passwd, user=x)", "password=hashed",
		"password: string", "  password: string", "password: required", "  password: required", `password: "required"`, `password: "user_not_found"`, `password: "wrong-password"`, `secret: "kite-shed"`, `"password": "invalid"`, `token: "punctuation"`, "token=identifier x", "secret=vault",
		"new password: updated successfully", "  password: varchar", `password = "userpassword"`, `"clientSecret": "tokens"`, "password=aaaaaaaa", "autocomplete=\"new-password\"", "mysql -password", "mysql is slow with make -parallel", "mysql -p app",
		"docker login -p yourpassword reg.io", "curl -u user:password x", "curl -u admin:changeme x", "curl -u $USER:$PASS x", "use --password option", `--password "required"`, "a login -p something", "with password 'required'", "passwords=swordfish", "tokens: swordfish",
		`secret = "HTTPSessionKeyName"`, "tool --token getDatabaseUrl", "IDENTIFIED BY 'password'", "<password>string</password>", "<password>${db.password}</password>", "127.0.0.1:5432:5432", "setx PATH C:/tools1", "password: |\n  two words", "authtoken: <your token>", "key-value-pairs",
		"http://1//0", "apiKey: process.env.API_KEY_2", "keyboard = modern12", "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "sk-learn-and-its-friends-of-old-times",
		"-----BEGIN PRIVATE KEY-----", "-----BEGIN CERTIFICATE-----\nMIIEpAIBAAKCAQEA7bq8t0oqxl4mV9pLk2Rj\n-----END CERTIFICATE-----",
		"commit 9fceb02d0ae598e95dc970b74767f19372d61af8", "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", "550e8400-e29b-41d4-a716-446655440000",
		"cat x | passwd --stdin bob", "echo $PW | passwd --stdin bob", "echo password | passwd", "cat /etc/passwd | grep bob", "grep root /etc/passwd || echo missing", "echo done; passwd bob", "net use", `net use Z: \\srv\share`, `net use Z: \\srv\share * /user:bob`, `net use Z: /delete`, `net use Z: \\srv\share /persistent:yes`, "net user bob likes it", "net user bob /delete", "the net use of it is 4",
		"PIN: 2024", "GPIO pin 1234", "pin: 13", "PINs 1234", "spin: 1234", "PINNED: 4711", `{"pin": 13}`, `"sha" + "sum12345"`, `"sk-" + "learn-and-its-friends"`, `"a" + "b" + "c"`, `"ghp_" + token`, `"ghp_", "a8Kd72LsPq0ZxC93mNbVtRyUw45JhGfEdQ1s"`, `"AKIA" and "Q2W3E4R5T6Y7U2I3"`, "/pass:%PW%", "--pass:12", "openssl passwd -6", "openssl passwd -help", "smbclient -U bob%$PW //srv", "ldapsearch -W -b dc=x", "ldapsearch -x -w $PW",
		"[REDACTED:email]", "PASSWORD=[REDACTED:assigned-secret]", "curl -u \"[REDACTED:curl-auth-user]\" x", "https://[REDACTED:url-password]@host", "/home/[REDACTED:home-path]/x",
	} {
		if got := maskedText(t, text); got != text {
			t.Errorf("%q becomes %q", text, got)
		}
	}
}

// A number that is the value of a member is replaced by a text, so that the record stays one.
func TestNumbersAreMaskedWhereTheirNameSaysWhatTheyAre(t *testing.T) {
	for _, c := range []struct{ record, want string }{
		{`{"password": 12345678}`, `{"password": "[REDACTED:assigned-secret]"}`},
		{`{"a":{"db_passwd":84215937,"n":84215937}}`, `{"a":{"db_passwd":"[REDACTED:assigned-secret]","n":84215937}}`},
		{`{"arguments":{"PIN":4711,"user":"bob"}}`, `{"arguments":{"PIN":"[REDACTED:assigned-secret]","user":"bob"}}`},
		{`{"pin_code":471100}`, `{"pin_code":"[REDACTED:assigned-secret]"}`},
		{`{"password": 1, "passwords": 123456, "pin": 13, "pinned": 4711, "spin": 4711}`, ""},
		{`{"password": 1234567.5, "passwd": -1234567, "passcode": 1e123456, "pwd": [471100]}`, ""},
		{`{"totalTokens":1234567890123456,"token":123456789012,"timestamp":1777885201000,"key":4711471147114711}`, ""},
		{`4711471`, ""},
	} {
		out, err := NewScanner(t.Context(), "pi", "s", nil).Masked(nil, []byte(c.record), func(Finding) {})
		if want := cmp.Or(c.want, c.record); err != nil || string(out) != want {
			t.Errorf("%s becomes %s, want %s (%v)", c.record, out, want, err)
		}
	}
}

// The files of rules must be read whole: a rule that is lost would be missed by nobody.
func TestAllRulesAreThere(t *testing.T) {
	set := loaded()
	if len(set.rules) < 240 {
		t.Errorf("%d rules are there, want those of gitleaks and our own", len(set.rules))
	}
	for _, r := range set.rules {
		if r.compile() == nil || r.Description == "" || strings.ContainsFunc(r.Kind, func(c rune) bool { return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyz0123456789-", c) }) {
			t.Errorf("the rule %s: kind %q, %q", r.ID, r.Kind, r.Description)
		}
	}
	for id := range quickChecks {
		found := false
		for _, r := range set.rules {
			found = found || r.ID == id
		}
		if !found {
			t.Errorf("there is a check for the rule %s, which is not there", id)
		}
	}
}

func TestRulesThatAreWrongAreRefused(t *testing.T) {
	for name, text := range map[string]string{
		"no TOML":        `[[rules`,
		"no expression":  "[[rules]]\nid = 'x'\nkeywords = ['x']\nregex = '''('''",
		"no keyword":     "[[rules]]\nid = 'x'\nregex = '''x'''",
		"no such check":  "[[rules]]\nid = 'x'\nkeywords = ['x']\nregex = '''x'''\ncheck = 'y'",
		"no such begins": "[[rules]]\nid = 'x'\nkeywords = ['x']\nregex = '''x'''\nbegins = 'y'",
	} {
		if _, err := load([]byte(text)); err == nil {
			t.Errorf("%s is taken for a rule", name)
		}
	}
}

// Secrets are found anywhere in a long text, also where two are one beside the other.
func TestSecretsAreFoundAnywhereInALongText(t *testing.T) {
	const secret = "ghp_a8Kd72LsPq0ZxC93mNbVtRyUw45JhGfEdQ1s"
	for _, at := range []int{0, 1, 255, 256, 16_383, 16_384, 100_000} {
		text := strings.Repeat("token ", at/6) + strings.Repeat(" ", at%6) + secret + " " + secret + strings.Repeat(" key", 30_000)
		got := maskedText(t, text)
		if want := strings.ReplaceAll(text, secret, "[REDACTED:github-pat]"); got != want {
			t.Errorf("at %d something else is masked", at)
		}
	}
	key := "-----BEGIN PRIVATE KEY-----\n" + strings.Repeat("MIIEpAIBAAKCAQEA7bq8t0oqxl4mV9pLk2RjMIIEpAIBAAKCAQEA7bq8t0oqxl4m\n", 400) + "-----END PRIVATE KEY-----"
	if got := maskedText(t, "a\n"+key+"\nb"); got != "a\n[REDACTED:private-key]\nb" {
		t.Errorf("a long key becomes %.200q", got)
	}
}

// Pictures are not searched, and cost little.
func TestLongDataIsPassedOver(t *testing.T) {
	data := make([]byte, 0, 1<<16)
	for i := range uint32(1 << 15) {
		data = append(data, alphabetOf[i*2654435761>>26&63])
	}
	copy(data[4000:], "AKIAQ2W3E4R5T6Y7U2I3")
	if got := maskedText(t, string(data)); got != string(data) {
		t.Error("something was found in data")
	}
}

const alphabetOf = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

func FuzzMaskedRecordsStayRecords(f *testing.F) {
	for _, seed := range []string{
		`{"a":"me@mail.example.org"}`, `{"a":"x\u0040y.example.org","b":["\ud83d\ude00/home/al\u00e9x/"]}`, `"\\u0041\\n/home/a%40b.org"`, `[1,"AKIAQ2W3E4R5T6Y7U2I3",{}]`,
		`{"api_key":"a8Kd72LsPq0ZxC93"}`, `{"password":12345678,"b":["x'ghp_' + 'a8Kd72LsPq0ZxC93mNbVtRyUw45JhGfEdQ1s'"]}`, "{\"a\":\"\xff/home/x\"}", `"eyJhIjoibWVAbWFpbC5leGFtcGxlLm9yZyJ9"`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, record []byte) {
		if !jsonl.Valid(record) {
			return
		}
		s := NewScanner(t.Context(), "pi", "s", nil)
		out, err := s.Masked(nil, record, func(Finding) {})
		if err != nil {
			return
		}
		if !jsonl.Valid(out) || !sameBesideMasks(string(record), string(out)) {
			t.Fatalf("%q became %q", record, out)
		}
		s.Record(out, func(f Finding) { t.Fatalf("%q became %q, in which %s is left", record, out, f.Kind) })
	})
}
