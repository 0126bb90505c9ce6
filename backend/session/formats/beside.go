package formats

import (
	"os"
	"path/filepath"
	"strings"

	"branchline/backend/session/runlog"
)

// Beside are the files and folders that belong to a session file and lie beside it:
// of a run log the folder with its pictures, when it is there.
func Beside(path string) []string {
	folder := strings.TrimSuffix(path, filepath.Ext(path)) + runlog.BlobSuffix
	if info, err := os.Lstat(folder); err == nil && info.IsDir() {
		return []string{folder}
	}
	return nil
}
