//go:build !linux

package watch

import "runtime"

// usualLimit is how many folders are watched when Options name no limit. macOS
// and BSD hold a descriptor for each file of a watched folder.
var usualLimit = map[bool]int{true: 2000, false: 100}[runtime.GOOS == "windows"]

// remote tells whether a folder lies on a file system that other machines write
// to without the kernel's knowledge. Windows tells of such changes; elsewhere it
// is not known.
func remote(string) bool { return false }
