"""Tests of the window itself: its place on the screen, how it is drawn, what is dropped on it, and other starts."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile

from desktop import home
from window import ROOT, SAMPLE, Window, children_of, output, wait

FIRST_WORDS = "GET /thumb has a p95 of 900 ms"
TIMELINE = 'section[aria-label="Timeline"]'
DRAGGER = os.path.join(ROOT, "scripts", "window", "dragger.py")


def closed_by_its_reader(w):
    w.focus()
    subprocess.run(["xdotool", "key", "alt+F4"], check=True)
    w.ended()


def test_place_is_remembered(binary):
    """Closed and opened again, the window stands where it stood and is as large, start after start."""
    with home() as environment:
        with Window(binary, SAMPLE, environment=environment) as w:
            w.resize(1010, 620)
            w.move(140, 90)
            first = w.place
            closed_by_its_reader(w)
        for _ in range(2):
            with Window(binary, SAMPLE, environment=environment) as w:
                wait(f"the window at {first}", lambda: w.place == first, 5)
                closed_by_its_reader(w)
        with Window(binary, SAMPLE, environment=environment) as w:
            w.maximise()
            closed_by_its_reader(w)
        with Window(binary, SAMPLE, environment=environment) as w:
            wait("a maximised window", lambda: w.maximised, 5)
            w.maximise(False)
            wait(f"the window at {first}", lambda: w.place == first, 5)


def test_window_comes_back_inside_the_screen(binary):
    """A window that stood on a larger screen, or on one that is gone, opens inside the one that is there."""
    width, height = map(int, output("xdotool", "getdisplaygeometry").split())
    with home() as environment:
        kept = os.path.join(environment["HOME"], ".local/state/branchline/window.json")
        os.makedirs(os.path.dirname(kept))
        for was in ((4000, 2500, 1000, 600), (-900, -600, 1000, 600), (300, 200, 3000, 2000)):
            with open(kept, "w", encoding="utf-8") as f:
                json.dump(dict(zip(("x", "y", "width", "height"), was), placed=True), f)
            with Window(binary, SAMPLE, environment=environment) as w:

                def inside():
                    x, y, wide, high = w.place
                    return 0 <= x and 0 <= y and x + wide <= width and y + high <= height

                wait(f"the window of {was} inside {width}x{height}", inside, 5)


def test_window_is_drawn_safely(binary):
    """The way of drawing that leaves windows blank with some drivers is off, unless its user says otherwise."""
    name = "WEBKIT_DISABLE_DMABUF_RENDERER"
    for set_to, wanted in ((None, "1"), ("0", "0")):
        environment = {k: v for k, v in os.environ.items() if k != name}
        if set_to is not None:
            environment[name] = set_to
        with Window(binary, SAMPLE, environment=environment) as w:
            w.wait_text(TIMELINE, FIRST_WORDS)
            page = next(pid for pid, name in children_of(w.pid).items() if name.startswith("WebKitWeb"))
            with open(f"/proc/{page}/environ", encoding="utf-8") as f:
                assert f"{name}={wanted}" in f.read().split("\0")
            colours = int(output("identify", "-format", "%k", w.screenshot("window-drawn")))
            assert colours > 50, f"the window shows {colours} colours"


def test_dropped_file_opens_a_tab(binary):
    """A file dropped on the window opens as a tab, and the page stays what it is."""
    folder = tempfile.mkdtemp()
    dropped = shutil.copy(SAMPLE, os.path.join(folder, "ü b.jsonl"))
    with Window(binary, SAMPLE) as w:
        w.wait_text(TIMELINE, FIRST_WORDS)
        address = w.inspector.evaluate("location.href")
        dragger = subprocess.Popen([sys.executable, DRAGGER, dropped])
        try:
            source = wait("the dragged file", lambda: output("xdotool", "search", "--onlyvisible", "--name", "^drag me$").split())[0]
            drag(source, w)
            wait("a second tab", lambda: len(w.tabs) == 2)
            w.screenshot("window-dropped")
            assert w.inspector.evaluate("location.href") == address
            assert FIRST_WORDS in w.text(TIMELINE)
            assert not w.inspector.errors, w.inspector.errors
        finally:
            dragger.terminate()
            dragger.wait()
            shutil.rmtree(folder)


def drag(source, w):
    """Drags from one window into the middle of another as a hand does, in small steps."""
    x, y, wide, high = w.place
    steps = [(x + wide // 2 + 10 * i, y + high // 2 + 10 * i) for i in range(8)]
    commands = [["mousemove", "--window", source, "40", "30"], ["mousedown", "1"], ["mousemove_relative", "10", "10"]]
    commands += [["mousemove", str(x), str(y)] for x, y in steps] + [["mouseup", "1"]]
    for command in commands:
        subprocess.run(["xdotool", *command, "sleep", "0.05"], check=True)


def test_ten_starts_give_one_window(binary):
    """Ten starts at once, each with its file, give one window with ten tabs, and the other nine end well."""
    folder = tempfile.mkdtemp()
    names = [f"{i}.jsonl" for i in range(10)]
    for name in names:
        shutil.copy(SAMPLE, os.path.join(folder, name))
    starts = "; ".join(f'"$0" {name} & p{i}=$!' for i, name in enumerate(names))
    waits = "; ".join(f'wait $p{i} || echo "start {i} ended with $?"' for i in range(10))
    try:
        with Window(None, "bash", "-c", f"{starts}; {waits}", binary, folder=folder) as w:
            wait("ten tabs", lambda: len(w.tabs) == 10)
            w.screenshot("window-ten-starts")
            shown = output("xdotool", "search", "--onlyvisible", "--name", "(^|– )Branchline$").split()
            assert shown == [w.id], shown
            wait("the end of the other nine", lambda: list(children_of(w.process.pid)) == [w.pid])
    finally:
        shutil.rmtree(folder)


def test_starts_without_a_session_bus(binary):
    """Without a session bus, or with the address of one that is gone, the window opens, and there is still only one."""
    for address in (None, "unix:path=/nowhere/bus"):
        environment = {k: v for k, v in os.environ.items() if k != "DBUS_SESSION_BUS_ADDRESS"}
        if address:
            environment["DBUS_SESSION_BUS_ADDRESS"] = address
        with Window(binary, SAMPLE, environment=environment, accessible=False) as w:
            w.wait_text(TIMELINE, FIRST_WORDS)
            second = subprocess.run([binary, SAMPLE], env=environment, timeout=20)
            assert second.returncode == 0, f"the second start ended with {second.returncode}"


def test_hung_window_does_not_hold_a_start_up(binary):
    """When the program with the window hangs, the next start says so and opens a window of its own, bus or no bus."""
    without = {k: v for k, v in os.environ.items() if k != "DBUS_SESSION_BUS_ADDRESS"}
    with Window(binary, SAMPLE) as w:
        w.wait_text(TIMELINE, FIRST_WORDS)
        w.process.send_signal(signal.SIGSTOP)
        try:
            for environment in (dict(os.environ), without):
                other = subprocess.Popen([binary, SAMPLE], env=environment, stderr=subprocess.PIPE, text=True)
                try:
                    assert "does not answer" in other.stderr.readline()
                    search = ["xdotool", "search", "--all", "--onlyvisible", "--pid", str(other.pid), "--name", "(^|– )Branchline$"]
                    wait("a window of its own", lambda: output(*search).split(), 20)
                finally:
                    other.terminate()
                    other.communicate(timeout=20)
        finally:
            w.process.send_signal(signal.SIGCONT)
