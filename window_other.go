//go:build (desktop || dev) && !bindings && !linux

package main

import (
	"errors"
	"strconv"
	"time"

	"github.com/wailsapp/wails/v2/pkg/runtime"
)

func (w *window) notify(title, body string) error {
	ctx, err := w.context()
	if err != nil {
		return err
	}
	if !runtime.IsNotificationAvailable(ctx) {
		return errors.New("this system offers none to this program")
	}
	if err := runtime.InitializeNotifications(ctx); err != nil {
		return err
	}
	allowed, err := runtime.RequestNotificationAuthorization(ctx)
	if err != nil {
		return err
	}
	if !allowed {
		return errors.New("they are not allowed to Branchline; allow them in the settings of the system")
	}
	id := "branchline-" + strconv.FormatInt(time.Now().UnixNano(), 36)
	return runtime.SendNotification(ctx, runtime.NotificationOptions{ID: id, Title: title, Body: body})
}
