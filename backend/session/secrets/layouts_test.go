package secrets

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// layoutsOf are the layouts in which a password stands beside something that says what
// it is.
var layoutsOf = []string{
	"env:\n  - name: DB_PASSWORD\n    value: \"%s\"\n", "  - name: DB_PASSWORD\n    value: %s\n", `{"name":"DB_PASSWORD","value":"%s"}`, `{"Key": "API_SECRET", "Value": "%s"}`, "[\n  {\n    \"name\": \"db_password\",\n    \"value\": \"%s\"\n  }\n]",
	`["DB_PASSWORD","%s"]`, `os.Setenv("API_TOKEN", "%s")`, `("DB_PASSWORD", '%s')`, "ENV DB_PASSWORD %s\n", "setenv API_TOKEN %s", "encryption_key=%s", `signingKey: "%s"`, `MASTER_KEY = '%s'`,
	`admin_pw = "%s"`, "ansible_become_pass: %s", `wifi psk="%s"`, "sudo_pass=%s", `ConvertTo-SecureString "%s" -AsPlainText -Force`, "ConvertTo-SecureString -AsPlainText -Force '%s'", "password\t%s", "password\t\t%s\n", "password => %s", `'password' => '%s'`, "db_password -> %s", "api_key: %s",
	"unzip -P %s f.zip", "zip -r -P %s f.zip dir", "7z x -p%s f.7z", "7z a f.7z -p%s dir", "rar a -hp%s f.rar", "unrar x -p%s f.rar", "openssl rsa -passin pass:%s -in k.pem", "密码：%s", "密码是 %s", "密码: %s，谢谢", "パスワード：%s", "비밀번호: %s", "пароль: %s", "Пароль: %s", "contraseña: %s", "mot de passe : %s", "Senha: %s", "wachtwoord = %s", "PASSWORD:\n  %s", "password:\n%s\n", "API key: %s", "secret key: %s", "openssl enc -aes-256-cbc -k %s -in f",
}

// A password is found in every layout, as it stands and hidden as other secrets are.
func TestPasswordsAreFoundInEveryLayout(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 8))
	tried := 0
	for _, layout := range layoutsOf {
		for _, make := range []func() string{
			func() string { return random(r, word, 12) + "a" },
			func() string { return "Tr0ub4dor&" + random(r, digits, 3) },
			func() string { return "s3cr3t" + random(r, word, 6) },
			func() string { return "pA!" + random(r, word, 8) },
		} {
			password := make()
			for _, wrap := range []string{"plain", "in a text", "escaped", "in base64", "coloured"} {
				text := wraps[wrap](r, fmt.Sprintf(layout, password))
				tried++
				if got := maskedText(t, text); leaks(got, password, 0) {
					t.Errorf("%s: %q becomes %q", wrap, text, got)
				}
			}
		}
	}
	if tried < 300 {
		t.Errorf("%d passwords were tried", tried)
	}
}

func TestLayoutsOfPasswordsAreReadAsTheyAre(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"- name: DB_PASSWORD\n  value: s3cr3tPazz99\n- name: X\n  value: a1b2c3", "- name: DB_PASSWORD\n  value: [REDACTED:assigned-secret]\n- name: X\n  value: a1b2c3"},
		{`{"name":"DB_PASSWORD","value":"s3cr3tPazz99"}`, `{"name":"DB_PASSWORD","value":"[REDACTED:assigned-secret]"}`},
		{`{"password":12345678,"x":1}`, `{"password":[REDACTED:assigned-secret],"x":1}`},
		{"bob:$6$saltsalt$" + strings.Repeat("aB3/", 21) + "cD:19000:0:99999:7:::", "bob:[REDACTED:password-hash]:19000:0:99999:7:::"},
		{"bob:$apr1$xyz$abcdefghijklmnopqrstuv", "bob:[REDACTED:password-hash]"},
		{"$2b$12$" + strings.Repeat("aB3/x", 10) + "abc x", "[REDACTED:password-hash] x"},
		{"$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHQ$RdescudvJCsgt3ub+b4dWRWJTmaaJObG", "[REDACTED:password-hash]"},
		{"root:$y$j9T$abcdefgh$" + strings.Repeat("aB3/x", 8) + "abc:1:", "root:[REDACTED:password-hash]:1:"},
	} {
		if got := maskedText(t, c.text); got != c.want {
			t.Errorf("%q becomes\n%q, want\n%q", c.text, got, c.want)
		}
	}
	for _, text := range []string{
		"- name: DB_PASSWORD\n  valueFrom:\n    secretKeyRef: x1", `{"name":"token","value":"string"}`, "- name: password\n  value: $DB_PASSWORD", `{"name":"DB_PASSWORD","value":"<your password>"}`, "name: api_token\n  description: v2 of it", `t.Setenv("API_TOKEN", "token")`, `getenv("DB_PASSWORD", "")`,
		"ENV PATH /usr/local/bin1", "ENV API_TOKEN $TOKEN1", "env API_TOKEN=x", "master_key = load_key2()", "password\tstring", "password\tPassword of user 1", "password => 'required'", "password -> user.password1", "mk_pass: 3 of 4", "pw: 12", "7z x f.7z", "unzip -P", "7z x -p $PASS f", "rar x f.rar",
		"密码：必填", "密码是错的", "пароль: обязательно", "senha: string", "$1$2", "cost is $5$ or $6$", "$2a$", `"password": 1`, `"password": true`, "echo $1$2$3", "encryption_key: string", "the key: value1234", "password:\n  field1: x", "secret:\n  name1\n", "api key: required", "openssl enc -k $PASS", "spaciotemporal", "precious-and-long-word-of-it-all-1",
	} {
		if got := maskedText(t, text); got != text {
			t.Errorf("%q becomes %q", text, got)
		}
	}
}
