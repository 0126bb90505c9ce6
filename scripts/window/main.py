#!/usr/bin/python3
"""Tests, photographs or times the real window: main.py test|screenshots|bench BINARY.

After test may follow which ones: main.py test BINARY "test_place*". Started by scripts/in-window."""

import fnmatch
import os
import shutil
import subprocess
import sys
import tempfile
import traceback

import access
import desktop
import follow
import state
from window import ROOT, SAMPLE, Window, output, wait

FIRST_WORDS = "GET /thumb has a p95 of 900 ms"
PANES = ["Sessions", "Branches", "Timeline"]


def selector(pane):
    return f'section[aria-label="{pane}"]'


def test_samples_fill_three_panes(binary):
    """Without sessions of one's own the window opens with the samples, and all three panes are filled."""
    with Window(binary) as w:
        for pane in PANES:
            w.find("landmark", pane)
        w.wait_text(selector("Sessions"), "Faster thumbnails")
        w.wait_text(selector("Branches"), "pi continues here")
        w.wait_text(selector("Timeline"), FIRST_WORDS)
        w.screenshot("window-samples")
        assert not w.inspector.errors, w.inspector.errors


def test_branch_is_selected(binary):
    """A row of another branch, chosen in the graph, shows that branch in the timeline."""
    with Window(binary, SAMPLE) as w:
        w.wait_text(selector("Timeline"), FIRST_WORDS)
        wait("the window's name", lambda: output("xdotool", "getwindowname", w.id).strip() == "Faster thumbnails – Branchline")
        row = w.find("tree item", "Try the cache first", inside=w.find("tree", "Branches of the session"))
        row.do_action(0)
        w.wait_text(selector("Timeline"), "Try the cache first")
        w.screenshot("window-branch")
        assert not w.inspector.errors, w.inspector.errors


def test_display_that_cannot_be_opened(binary):
    """Where the display that is set cannot be opened, the page is served to a browser, and a sentence says why."""
    gone = {"DISPLAY": ":77", "WAYLAND_DISPLAY": "gone-0"}
    for what, change in {
        "no such screen": {"DISPLAY": gone["DISPLAY"]},
        "no key to it": {"XAUTHORITY": "/nowhere"},
        "a stale compositor": gone | {"XDG_SESSION_TYPE": "wayland"},
        "forwarded, and the connection is gone": {"DISPLAY": "localhost:77.0"},
    }.items():
        program = subprocess.Popen(
            [binary, SAMPLE], env=os.environ | change, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        try:
            address = program.stdout.readline()
            assert address.startswith("http://127.0.0.1:"), (what, address)
        finally:
            program.terminate()
            said = program.communicate()[1]
        assert "cannot be opened" in said and "panic" not in said, (what, said)


def test_row_opens_by_keyboard(binary):
    """The next failed call, reached and opened by keys alone, shows what the tool said."""
    with Window(binary, SAMPLE) as w:
        w.wait_text(selector("Timeline"), FIRST_WORDS)
        w.inspector.evaluate("document.querySelector('[role=feed] article[tabindex=\"0\"]').focus()")
        opened = "document.querySelectorAll('[role=feed] [aria-expanded=true]').length"
        before = w.inspector.evaluate(opened)
        w.keys("n", "Return")
        wait("a row that is open", lambda: w.inspector.evaluate(opened) > before)
        w.wait_text(selector("Timeline"), "slice bounds out of range")
        w.screenshot("window-row-open")
        assert not w.inspector.errors, w.inspector.errors


def test_damage_is_shown(binary):
    """A damaged file opens, and the status bar says how many lines could not be read."""
    folder = tempfile.mkdtemp()
    damaged = os.path.join(folder, "damaged.jsonl")
    shutil.copy(SAMPLE, damaged)
    with open(damaged, "r+", encoding="utf-8") as f:
        lines = f.readlines()
        lines[20] = lines[20][:60] + "\n"
        f.seek(0)
        f.truncate()
        f.writelines(lines)
    try:
        with Window(binary, damaged) as w:
            w.wait_text(selector("Timeline"), FIRST_WORDS)
            w.find("push button", "problem").do_action(0)
            w.wait_text('[aria-label="Problems of the file"]', "21")
            w.screenshot("window-damaged")
            assert not w.inspector.errors, w.inspector.errors
    finally:
        shutil.rmtree(folder)


def test_second_start_opens_a_tab(binary):
    """A second start from another folder hands its file to the window that is open, and ends."""
    folder = tempfile.mkdtemp()
    shutil.copy(SAMPLE, os.path.join(folder, "ü b.jsonl"))
    try:
        with Window(binary, SAMPLE) as w:
            w.wait_text(selector("Timeline"), FIRST_WORDS)
            second = subprocess.run([binary, "./ü b.jsonl"], cwd=folder, timeout=20)
            assert second.returncode == 0, f"the second start ended with {second.returncode}"
            wait("a second tab", lambda: w.inspector.evaluate("document.querySelectorAll('[role=tab]').length") == 2)
            address = subprocess.run([binary, f"file://{folder}/%C3%BC%20b.jsonl"], timeout=20)
            assert address.returncode == 0, f"a start with an address ended with {address.returncode}"
            w.screenshot("window-second-start")
            assert w.inspector.evaluate("document.querySelectorAll('[role=tab]').length") == 2
            assert not w.inspector.errors, w.inspector.errors
    finally:
        shutil.rmtree(folder)


def test(binary, only="*"):
    everything = {**globals(), **vars(access), **vars(state), **vars(desktop), **vars(follow)}
    tests = {name: f for name, f in everything.items() if name.startswith("test_") and fnmatch.fnmatch(name, only)}
    failed = 0
    for name, run in tests.items():
        try:
            run(binary)
            print(f"ok      {name}", flush=True)
        except Exception:  # a test that breaks is a test that fails
            failed += 1
            print(f"FAILED  {name}: {run.__doc__}\n{traceback.format_exc()}", flush=True)
    print(f"{len(tests) - failed} passed, {failed} failed")
    return failed


def screenshots(binary):
    for dark in (True, False):
        with Window(binary, dark=dark) as w:
            w.wait_text(selector("Timeline"), FIRST_WORDS)
            for width, height in ((1400, 900), (960, 600)):
                w.resize(width, height)
                print(w.screenshot(f"{'dark' if dark else 'light'}-{width}x{height}"))
    return 0


PAGES = """
(async () => {
  const { Start, Rows } = window.go.main.App
  const { session } = (await Start()).opened[0]
  const took = []
  for (let page = 0; page < 60; page++) {
    const start = performance.now()
    await Rows({ session, leaf: '', from: page * 200, count: 200, at: '' })
    took.push(performance.now() - start)
  }
  took.sort((a, b) => a - b)
  window.pagesMs = [took[30], took[57]]
})(), 1
"""


def bench(binary):
    session = os.path.join(ROOT, "build", "cache", "bench", "session-100MB.jsonl")
    if not os.path.exists(session):
        os.makedirs(os.path.dirname(session), exist_ok=True)
        with open(session, "wb") as out:
            subprocess.run(["go", "run", "./scripts/gensession", "-size", "100MB"], cwd=ROOT, stdout=out, check=True)
    with Window(binary, session) as w:
        w.find("landmark", "Timeline", seconds=60)
        w.inspector.evaluate(PAGES)
        median, p95 = wait("60 pages", lambda: w.inspector.evaluate("window.pagesMs"), 120)
    print(f"| page of 200 rows of a 100 MB session, from call to data: median / p95 | {median:.0f} / {p95:.0f} ms |")
    return 0


if __name__ == "__main__":
    what, program, *only = sys.argv[1:]
    run = {"test": test, "screenshots": screenshots, "bench": bench}[what]
    sys.exit(1 if run(os.path.abspath(program), *only) else 0)
