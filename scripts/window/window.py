"""A running window in the words of its user: found by role and name as a screen reader finds it, driven by keys."""

import os
import re
import signal
import socket
import subprocess
import time
import urllib.request

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

from inspector import Inspector  # noqa: E402

# A program that has died must not keep its reader waiting: milliseconds for an answer, and at the start.
Atspi.set_timeout(3000, 10000)

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PLACE = ["Absolute upper-left X", "Absolute upper-left Y", "Width", "Height"]
SAMPLE = os.path.join(ROOT, "samples", "faster-thumbnails.jsonl")
SCREENSHOTS = os.path.join(ROOT, "build", "screenshots")


def wait(what, look, seconds=20):
    """Asks look() until it answers something true."""
    end = time.monotonic() + seconds
    while True:
        try:
            found = look()
        except (GLib.Error, OSError):  # the page changed under the reader; not there yet
            found = None
        if found:
            return found
        if time.monotonic() > end:
            raise AssertionError(f"{what}: not within {seconds} s")
        time.sleep(0.1)


def children_of(pid):
    """The programs that a program has started: number and name."""
    found = {}
    for task in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{task}/children", encoding="utf-8") as f:
            found.update({int(child): "" for child in f.read().split()})
    for child in found:
        with open(f"/proc/{child}/comm", encoding="utf-8") as f:
            found[child] = f.read().strip()
    return found


def output(*command, **how):
    """What a command prints; it may fail."""
    return subprocess.run(command, capture_output=True, text=True, check=False, **how).stdout


def children(node):
    """The children of a node now; none when the page took it away in the meantime."""
    try:
        node.clear_cache()
        found = [node.get_child_at_index(i) for i in range(node.get_child_count())]
    except GLib.Error:
        return []
    return [child for child in found if child is not None]


def alive(pid):
    """Whether a program still runs, whoever started it."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as f:
            return f.read().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


class Window:
    """A window of the program. Without a binary the arguments are a command that has the desktop start it;
    environment and folder are where the start takes place; accessible, whether a screen reader can read the page."""

    def __init__(self, binary, *arguments, dark=True, environment=None, folder=None, accessible=True):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        environment = dict(
            environment or os.environ,
            WEBKIT_INSPECTOR_HTTP_SERVER=f"127.0.0.1:{port}",
            GTK_THEME="Adwaita:dark" if dark else "Adwaita",
            NO_AT_BRIDGE="0" if accessible else "1",
        )
        command = [binary, *arguments] if binary else arguments
        self.process = subprocess.Popen(command, env=environment, cwd=folder)
        self.pid = self.process.pid if binary else None
        try:
            self.id = wait("the window", self._window_id, 30)
            if accessible:
                wait("the page", lambda: self.document, 30)
            # Whoever asks for a page that the inspector does not offer yet brings the program down.
            address = f"http://127.0.0.1:{port}/"
            wait("the inspector", lambda: b"/socket/1/1/" in urllib.request.urlopen(address, timeout=5).read(), 30)
            self.inspector = Inspector(port)
        except BaseException:
            self.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        if self.pid and alive(self.pid):
            os.kill(self.pid, signal.SIGTERM)
        self.ended()

    def ended(self, seconds=10):
        """Waits for the program to end, and ends it when it does not."""
        try:
            wait("the end of the program", lambda: self.process.poll() is not None and not alive(self.pid), seconds)
        except AssertionError:
            self.process.kill()
            self.process.wait()
            if self.pid and alive(self.pid):
                os.kill(self.pid, signal.SIGKILL)
            raise

    @property
    def document(self):
        """The page as a screen reader meets it now."""
        # What changed is told to the reader's cache by signals that wait to be handled.
        context = GLib.MainContext.default()
        while context.pending():
            context.iteration(False)
        mine = (p for p in children(Atspi.get_desktop(0)) if p.get_process_id() == self.pid)
        program = next(mine, None)
        return program and self._find(program, "document web", "")

    def _window_id(self):
        if self.process.poll():
            raise RuntimeError(f"the program ended with {self.process.returncode}")
        of = ["--pid", str(self.pid)] if self.pid else []
        search = ["xdotool", "search", "--all", "--onlyvisible", *of, "--name", "(^|– )Branchline$"]
        found = output(*search).split()
        if found and not self.pid:
            self.pid = int(output("xdotool", "getwindowpid", found[-1]))
        return found[-1] if found else None

    def _all(self, node, role):
        for child in children(node):
            if child.get_role_name() == role:
                yield child
            yield from self._all(child, role)

    def _find(self, node, role, name):
        return next((n for n in self._all(node, role) if name in (n.get_name() or "")), None)

    def find(self, role, name="", inside=None, seconds=20):
        """The first thing of this role whose name holds these words; waits for it."""
        return wait(f"{role} {name!r}", lambda: self._find(inside or self.document, role, name), seconds)

    def text(self, selector):
        """What the reader reads in the first element of a CSS selector."""
        return self.inspector.evaluate(f"document.querySelector({selector!r})?.innerText ?? ''")

    def wait_text(self, selector, words, seconds=20):
        return wait(f"{words!r} in {selector}", lambda: words in self.text(selector), seconds)

    def keys(self, *keys):
        self.focus()
        subprocess.run(["xdotool", "key", "--delay", "60", *keys], check=True)

    def focus(self):
        subprocess.run(["xdotool", "windowactivate", "--sync", self.id], check=True, stderr=subprocess.DEVNULL)

    def resize(self, width, height):
        subprocess.run(["xdotool", "windowsize", "--sync", self.id, str(width), str(height)], check=True)
        wait("the new size", lambda: abs(self.inspector.evaluate("innerWidth") - width) < 8, 5)

    def move(self, x, y):
        """Brings the upper left corner of the frame there."""
        subprocess.run(["xdotool", "windowmove", self.id, str(x), str(y)], check=True)
        wait("the new place", lambda: abs(self.place[0] - x) < 40 and abs(self.place[1] - y) < 40, 5)

    @property
    def tabs(self):
        """The titles of the open sessions."""
        return self.inspector.evaluate("[...document.querySelectorAll('[role=tab]')].map(t => t.innerText.trim())")

    @property
    def place(self):
        """Where the page is on the screen and how large: x, y, width, height."""
        told = output("xwininfo", "-id", self.id)
        return [int(re.search(f"{name}: *(-?[0-9]+)", told)[1]) for name in PLACE]

    def maximise(self, wanted=True):
        """By a double click on the title bar, which toggles."""
        self.focus()
        x, y, wide, _ = self.place
        title = ["mousemove", str(x + wide // 2), str(max(1, y - 8))]
        subprocess.run(["xdotool", *title, "click", "--repeat", "2", "--delay", "80", "1"], check=True)
        wait("the new state", lambda: self.maximised == wanted, 5)

    @property
    def maximised(self):
        return "_MAXIMIZED_VERT" in output("xprop", "-id", self.id, "_NET_WM_STATE")

    def screenshot(self, name):
        os.makedirs(SCREENSHOTS, exist_ok=True)
        path = os.path.join(SCREENSHOTS, f"{name}.png")
        # Two frames later everything that was asked for is painted.
        self.inspector.evaluate("new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r))) && 1")
        time.sleep(0.5)
        subprocess.run(["import", "-window", self.id, path], check=True)
        return path
