package export

import (
	"context"
	"path/filepath"
	"testing"

	"branchline/backend/session"
	"branchline/backend/session/formats"
	"branchline/backend/session/jsonl"
	"branchline/backend/session/secrets"
)

// How far an export is is known from the first record to the last, also of one whose
// records are masked first.
func TestAnExportTellsHowFarItIs(t *testing.T) {
	for _, format := range []Format{JSONL, HTML} {
		t.Run(string(format), func(t *testing.T) {
			r := asked(t, callsFile(t, 100), "")
			r.Format, r.Mask, r.Progress = format, &secrets.Choice{}, &Progress{}
			r.Path = filepath.Join(t.TempDir(), "out")
			masked := -1.0
			r.Open = func(ctx context.Context, path string) (session.Session, *jsonl.File, error) {
				masked = r.Progress.Share()
				return formats.Open(ctx, path)
			}
			if share := r.Progress.Share(); share != -1 {
				t.Errorf("before it began it is at %v", share)
			}
			if _, err := Write(t.Context(), planned(t, r)); err != nil {
				t.Fatal(err)
			}
			if masked < 0.3 || masked > 0.7 {
				t.Errorf("once all is masked it is at %v", masked)
			}
			if share := r.Progress.Share(); share < 0.98 || share > 1 {
				t.Errorf("at its end it is at %v", share)
			}
		})
	}
}
