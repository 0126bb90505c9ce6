package trash

import (
	"fmt"
	"path/filepath"
	"unsafe"

	"golang.org/x/sys/windows"
)

var fileOperation = windows.NewLazySystemDLL("shell32.dll").NewProc("SHFileOperationW")

// operation is SHFILEOPSTRUCTW as 64-bit systems lay it out.
type operation struct {
	window   uintptr
	function uint32
	from, to *uint16
	flags    uint16
	aborted  int32
	mappings uintptr
	title    *uint16
}

// What is asked for: delete, so that it can be taken back, without a window. Only where
// the bin has no room for it, or is switched off, the system asks the user before it
// deletes for good (FOF_WANTNUKEWARNING).
const (
	functionDelete = 3
	flagsToBin     = 0x0040 | 0x0010 | 0x0004 | 0x0400 | 0x4000
)

// put moves a file to the Recycle Bin. Only drives built in have one: elsewhere the
// system would delete the file for good.
func (c Can) put(path string) (Item, error) {
	root, err := windows.UTF16PtrFromString(filepath.VolumeName(path) + `\`)
	if err != nil {
		return Item{}, err
	}
	if windows.GetDriveType(root) != windows.DRIVE_FIXED {
		return Item{}, fmt.Errorf("%w: its drive has no Recycle Bin", ErrNotPossible)
	}
	from, err := windows.UTF16FromString(path)
	if err != nil {
		return Item{}, err
	}
	from = append(from, 0) // a list of names ends in an empty one
	op := operation{function: functionDelete, from: &from[0], flags: flagsToBin}
	code, _, _ := fileOperation.Call(uintptr(unsafe.Pointer(&op)))
	if code != 0 || op.aborted != 0 {
		return Item{}, fmt.Errorf("%w: the Recycle Bin answers %#x", ErrNotPossible, code)
	}
	return Item{From: path}, nil
}
