package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"slices"

	"github.com/godbus/dbus/v5"

	"branchline/backend/paths"
)

// hasBus tells whether there is a session bus. Without one, connecting would
// start a bus of its own.
func hasBus(env paths.Env) bool {
	if env.Getenv("DBUS_SESSION_BUS_ADDRESS") != "" {
		return true
	}
	_, err := os.Stat(filepath.Join(env.Getenv("XDG_RUNTIME_DIR"), "bus"))
	return err == nil && env.Getenv("XDG_RUNTIME_DIR") != ""
}

// connectBus connects to the session bus until ctx ends, also while it is being made.
func connectBus(ctx context.Context, env paths.Env) (*dbus.Conn, error) {
	if !hasBus(env) {
		return nil, errors.New("there is no session bus")
	}
	bus, err := dbus.ConnectSessionBus(dbus.WithContext(ctx))
	if err != nil {
		return nil, fmt.Errorf("reach the session bus: %w", cmp.Or(ctx.Err(), err))
	}
	return bus, nil
}

const (
	notifications     = "org.freedesktop.Notifications"
	notificationsPath = "/org/freedesktop/Notifications"
)

// notify shows a notification by the desktop's own service (Desktop
// Notifications Specification 1.2), or gives up when ctx ends.
func notify(ctx context.Context, env paths.Env, title, body string) error {
	bus, err := connectBus(ctx, env)
	if err != nil {
		return err
	}
	defer bus.Close()
	service := bus.Object(notifications, notificationsPath)
	var offers []string
	if err := service.CallWithContext(ctx, notifications+".GetCapabilities", 0).Store(&offers); err != nil {
		return fmt.Errorf("ask the desktop what it can show: %w", err)
	}
	if slices.Contains(offers, "body-markup") {
		body = html.EscapeString(body)
	}
	hints := map[string]dbus.Variant{"desktop-entry": dbus.MakeVariant("branchline")}
	return service.CallWithContext(ctx, notifications+".Notify", 0,
		"Branchline", uint32(0), "branchline", title, body, []string{}, hints, int32(-1)).Err
}
