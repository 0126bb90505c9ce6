package secrets

import (
	"testing"
)

func TestQuick(t *testing.T) {
	s := NewScanner("pi", "s", nil)
	for _, rec := range []string{
		`{"type":"message","id":"a","message":{"role":"user","content":"token ghp_0123456789abcdefABCDEF0123456789abcdef and /home/alice/proj, mail bob@corp.example.org at 203.0.113.7"}}`,
		`{"a":"-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj\nMzEfYyjiWA4R4/M2bS1+fWIcPm15j9dLG\n-----END PRIVATE KEY-----\n"}`,
		`{"api_key":"Zk39dkQpx83LsmE02pPqA"}`,
		`{"x":"{\"path\":\"C:\\\\Users\\\\bob\\\\x\",\"n\":\"--home-carol-x--\"}"}`,
	} {
		s.Record([]byte(rec), func(f Finding) { t.Logf("%+v", f) })
		out, err := s.Masked(nil, []byte(rec))
		t.Log(string(out), err)
	}
}
