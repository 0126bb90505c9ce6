package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"slices"
)

// Settings answers what the reader has set.
func (a *App) Settings() (answer SettingsAnswer, err error) {
	defer cross(&err)
	return a.readSettings(), nil
}

// SaveSettings keeps what the reader has set. Folders are left as they are: the
// page does not name paths. What is no longer to be remembered is forgotten.
func (a *App) SaveSettings(r SettingsAnswer) (err error) {
	defer cross(&err)
	before := a.readSettings()
	forget := before.RememberRecent && !r.RememberRecent
	err = a.change(func(s *SettingsAnswer) {
		r.Folders = s.Folders
		*s = r
	})
	if err == nil && forget {
		err = a.forgetAll()
	}
	if before.KeepNotes != r.KeepNotes {
		a.emit("notes", map[string]any{"said": ""})
	}
	return err
}

// AddFolder asks the reader for a folder and lists the sessions in it.
func (a *App) AddFolder() (err error) {
	defer cross(&err)
	dir, err := a.face.ChooseFolder()
	if err != nil || dir == "" {
		return err
	}
	if err := a.change(func(s *SettingsAnswer) {
		if !slices.Contains(s.Folders, dir) {
			s.Folders = append(s.Folders, dir)
		}
	}); err != nil {
		return err
	}
	a.scan()
	return nil
}

// RemoveFolder no longer lists the sessions of a folder the reader had added.
func (a *App) RemoveFolder(r RemoveFolderRequest) (err error) {
	defer cross(&err)
	if err := a.change(func(s *SettingsAnswer) {
		if r.Index >= 0 && r.Index < len(s.Folders) {
			s.Folders = slices.Delete(slices.Clone(s.Folders), r.Index, r.Index+1)
		}
	}); err != nil {
		return err
	}
	a.scan()
	return nil
}

// change sets and keeps what the reader has set.
func (a *App) change(set func(*SettingsAnswer)) error {
	s := a.readSettings()
	set(&s)
	s = sane(s)
	a.mu.Lock()
	a.settings = &s
	a.mu.Unlock()
	dir, err := a.env.ConfigDir()
	if err == nil {
		err = saveOwn(dir, settingsName, s)
	}
	if err != nil {
		return fmt.Errorf("keep the settings: %w", err)
	}
	return nil
}

// readSettings answers the settings in force. What cannot be read is as if it
// were not there: settings are never a reason not to start.
func (a *App) readSettings() SettingsAnswer {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.settings == nil {
		s := loadSettings(a.env.ConfigDir())
		a.settings = &s
	}
	return *a.settings
}

func loadSettings(dir string, err error) SettingsAnswer {
	s := SettingsAnswer{SingleKeys: true, RememberRecent: true, KeepNotes: true}
	if err != nil {
		return sane(s)
	}
	b, err := os.ReadFile(filepath.Join(dir, settingsName))
	if errors.Is(err, fs.ErrNotExist) {
		return sane(s)
	}
	if err == nil {
		err = json.Unmarshal(b, &s)
	}
	if err != nil {
		log.Printf("branchline: settings: %v; what is missing is as at first", err)
	}
	return sane(s)
}

const settingsName = "settings.json"

// sane brings every value into its range.
func sane(s SettingsAnswer) SettingsAnswer {
	if s.Theme != "dark" && s.Theme != "light" {
		s.Theme = "system"
	}
	s.TextSize = within(s.TextSize, 90, 150, 100)
	s.SessionsWidth = within(s.SessionsWidth, 220, 420, 280)
	s.GraphWidth = within(s.GraphWidth, 240, 640, 360)
	s.Folders = append([]string{}, s.Folders[:min(len(s.Folders), 100)]...)
	return s
}

func within(n, low, high, unset int) int {
	if n == 0 {
		return unset
	}
	return min(max(n, low), high)
}

// saveOwn replaces a file of our own, whole or not at all.
func saveOwn(dir, name string, v any) (err error) {
	b, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(dir, "."+name+"-*.tmp") // made with mode 0600
	if err != nil {
		return err
	}
	_, err = tmp.Write(append(b, '\n'))
	if err = errors.Join(err, tmp.Close()); err == nil {
		err = os.Rename(tmp.Name(), filepath.Join(dir, name))
	}
	if err != nil {
		return errors.Join(err, os.Remove(tmp.Name()))
	}
	return nil
}
