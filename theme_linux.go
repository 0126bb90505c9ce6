//go:build linux && (desktop || dev) && !bindings

package main

import (
	"context"
	"log"
	"time"

	"github.com/godbus/dbus/v5"

	"branchline/backend/paths"
)

const (
	portal      = "org.freedesktop.portal.Desktop"
	portalPath  = "/org/freedesktop/portal/desktop"
	settingsAPI = "org.freedesktop.portal.Settings"
	appearance  = "org.freedesktop.appearance"
	colorScheme = "color-scheme"
)

// followTheme tells the system's theme, and each change of it, until ctx ends.
// WebKit does not follow the desktop's own setting, so the portal is asked.
func followTheme(ctx context.Context, env paths.Env, tell func(theme string)) {
	if !hasBus(env) {
		return // connecting would start a bus of its own
	}
	bus, err := dbus.ConnectSessionBus(dbus.WithContext(ctx))
	if err != nil {
		return // the page follows the toolkit's theme instead
	}
	defer bus.Close()
	changes := make(chan *dbus.Signal, 8)
	bus.Signal(changes)
	// Watching comes before asking, so that no change falls between.
	err = bus.AddMatchSignalContext(ctx, dbus.WithMatchObjectPath(portalPath), dbus.WithMatchInterface(settingsAPI),
		dbus.WithMatchMember("SettingChanged"))
	if err != nil {
		log.Printf("branchline: follow the system's theme: %v", err)
		return
	}
	soon, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	var v dbus.Variant
	err = bus.Object(portal, portalPath).CallWithContext(soon, settingsAPI+".Read", 0, appearance, colorScheme).Store(&v)
	if err == nil {
		tell(themeOf(v))
	}
	for {
		select {
		case s, ok := <-changes:
			if !ok {
				return
			}
			if len(s.Body) == 3 && s.Body[0] == appearance && s.Body[1] == colorScheme {
				if v, ok := s.Body[2].(dbus.Variant); ok {
					tell(themeOf(v))
				}
			}
		case <-ctx.Done():
			return
		}
	}
}

// themeOf reads the portal's value: 1 prefers dark, 2 light, 0 says nothing.
func themeOf(v dbus.Variant) string {
	for {
		inner, ok := v.Value().(dbus.Variant) // Read wraps its answer twice
		if !ok {
			break
		}
		v = inner
	}
	switch v.Value() {
	case uint32(1):
		return "dark"
	case uint32(2):
		return "light"
	}
	return ""
}
