//go:build unix

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"syscall"
)

// lockInstance makes this program the instance. own is nil when another is.
func lockInstance(dir string) (own *instance, err error) {
	if err := makePrivate(dir); err != nil {
		return nil, err
	}
	lock, err := os.OpenFile(filepath.Join(dir, "window.lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	// The system lets go of the lock when its program ends, however it does.
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		if errors.Is(err, syscall.EWOULDBLOCK) {
			err = nil
		}
		return nil, errors.Join(err, lock.Close())
	}
	socket := filepath.Join(dir, socketName)
	if err := os.Remove(socket); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, errors.Join(err, lock.Close())
	}
	listener, err := net.Listen("unix", socket)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("listen at %s: %w", socket, err), lock.Close())
	}
	return &instance{listener: listener, release: lock.Close}, nil
}

// makePrivate makes a folder that nobody else can enter, or finds it so. None is
// made in a folder of somebody else's, as that of the user's login is to root.
func makePrivate(dir string) error {
	up := filepath.Dir(dir)
	for {
		info, err := os.Stat(up)
		if errors.Is(err, fs.ErrNotExist) && up != filepath.Dir(up) {
			up = filepath.Dir(up)
			continue
		}
		if err != nil {
			return err
		}
		if err := private(up, info, 0o002); err != nil {
			return err
		}
		break
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	return private(dir, info, 0o077)
}

// private wants a folder of the user's own, without these rights of others.
func private(dir string, info fs.FileInfo, rights fs.FileMode) error {
	switch of, ok := info.Sys().(*syscall.Stat_t); {
	case !info.IsDir():
		return fmt.Errorf("%s is no folder", dir)
	case !ok || int(of.Uid) != os.Geteuid():
		return fmt.Errorf("the folder %s belongs to somebody else", dir)
	case info.Mode().Perm()&rights != 0:
		return fmt.Errorf("the folder %s is open to others (mode %04o)", dir, info.Mode().Perm())
	}
	return nil
}
