package main

import (
	"bufio"
	"context"
	"net"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
	"github.com/google/go-cmp/cmp"

	"branchline/backend/paths"
)

// desk is a desktop that shows notifications.
type desk struct {
	offers []string
	shown  chan [2]string
}

func (d desk) GetCapabilities() ([]string, *dbus.Error) { return d.offers, nil }

func (d desk) Notify(_ string, _ uint32, _, title, body string, _ []string, _ map[string]dbus.Variant, _ int32) (uint32, *dbus.Error) {
	d.shown <- [2]string{title, body}
	return 1, nil
}

// sessionBus starts a bus of the test's own.
func sessionBus(t *testing.T) {
	t.Helper()
	cmd := exec.Command("dbus-daemon", "--session", "--nofork", "--print-address", "--address=unix:dir="+t.TempDir())
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // killed
	})
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("the bus told no address: %v", err)
	}
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", strings.TrimSpace(address))
}

func TestNotificationsAreShownAsTheyAreWritten(t *testing.T) {
	for _, c := range []struct {
		name   string
		offers []string
		want   string
	}{
		{"plain", []string{"body"}, "a <b>bold</b> & free end"},
		{"markup", []string{"body", "body-markup"}, "a &lt;b&gt;bold&lt;/b&gt; &amp; free end"},
	} {
		t.Run(c.name, func(t *testing.T) {
			sessionBus(t)
			bus, err := dbus.ConnectSessionBus()
			if err != nil {
				t.Fatal(err)
			}
			defer bus.Close()
			d := desk{c.offers, make(chan [2]string, 1)}
			if err := bus.Export(d, notificationsPath, notifications); err != nil {
				t.Fatal(err)
			}
			if _, err := bus.RequestName(notifications, 0); err != nil {
				t.Fatal(err)
			}
			if err := notify(t.Context(), paths.System(), "Nightly run: finished", "a <b>bold</b> & free end"); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([2]string{"Nightly run: finished", c.want}, <-d.shown); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestNotifyingFailsWhereNobodyShowsIt(t *testing.T) {
	sessionBus(t)
	if err := notify(t.Context(), paths.System(), "a", "b"); err == nil {
		t.Error("without a desktop's service it succeeded")
	}
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "")
	t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
	if err := notify(t.Context(), paths.System(), "a", "b"); err == nil || err.Error() != "there is no session bus" {
		t.Errorf("without a bus: %v", err)
	}
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+filepath.Join(t.TempDir(), "gone"))
	if err := notify(t.Context(), paths.System(), "a", "b"); err == nil {
		t.Error("with the address of a bus that is gone it succeeded")
	}
}

func TestNotifyingEndsWithItsTimeWhenTheBusHangs(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "bus")
	hung, err := net.Listen("unix", socket) // it takes connections and never answers
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = hung.Close() }()
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+socket)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if err := notify(ctx, paths.System(), "a", "b"); err == nil || !strings.Contains(err.Error(), context.DeadlineExceeded.Error()) {
		t.Errorf("notify = %v, want that the time is over", err)
	}
}
