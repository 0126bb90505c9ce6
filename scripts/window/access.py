"""Tests that a screen reader is told every view, row and state of the page, by role, name and place."""

import os
import re
import shutil
import tempfile

from gi.repository import Atspi

from window import ROOT, SAMPLE, Window, children, wait

TIMELINE = 'section[aria-label="Timeline"]'
RUN = os.path.join(ROOT, "samples", "uploads-3-stuck.jsonl")
STATES = {name: getattr(Atspi.StateType, name.upper()) for name in ("expandable", "expanded", "selected", "checked", "focused", "pressed")}
PLACES = ("level", "posinset", "setsize")


def heard(node):
    """All that is told of the page from a node on: role, name, states, and the place among others."""
    for child in children(node):
        states = child.get_state_set()
        attributes = child.get_attributes() or {}
        yield (
            child.get_role_name(),
            child.get_name() or "",
            {name for name, state in STATES.items() if states.contains(state)},
            {name: int(attributes[name]) for name in PLACES if attributes.get(name, "").isdigit()},
        )
        yield from heard(child)


def tells(w, role, name, states="", inside=None, **places):
    """Waits until something of this role is told whose name matches, in these states, at this place; -state is not to be."""
    wanted = {s for s in states.split() if not s.startswith("-")}
    unwanted = {s[1:] for s in states.split() if s.startswith("-")}
    of_role = []

    def look():
        of_role[:] = [h for h in heard(w.find(*inside) if inside else w.document) if h[0] == role]
        return any(
            re.search(name, told) and wanted <= now and not unwanted & now and places.items() <= at.items()
            for _, told, now, at in of_role
        )

    try:
        wait(f"{role} {name!r}", look, 10)
    except AssertionError as missing:
        raise AssertionError(f"{missing}: {states} {places}; heard: {of_role}") from None


def show(w, view):
    w.find("radio button", view, inside=w.find("panel", "View")).do_action(0)
    return ("landmark", view)


def test_screen_reader_reads_a_session(binary):
    """List, branch graph, timeline, outcome and status: each row by its kind, its words, its state and its place."""
    with Window(binary, SAMPLE) as w:
        w.wait_text(TIMELINE, "GET /thumb has a p95")
        tells(w, "page tab", "^Faster thumbnails$", "selected")
        tells(w, "radio button", "^Timeline$", "checked", inside=("panel", "View"))

        tree = ("tree", "Branches of the session")
        tells(w, "tree item", r"^Prompt: Since we let 12 megapixel.*the problem \d\d:\d\d$", inside=tree, level=1, posinset=1)
        tells(w, "tree item", "^9 steps · bash ×4 · read ×2$", "expandable -expanded", inside=tree, level=1, posinset=2, setsize=3)
        tells(w, "tree item", "^Prompt: Try the cache first", "expandable expanded -selected", inside=tree, level=2, posinset=1, setsize=3)
        tells(w, "tree item", "^Reply with an error: 529.*end of a branch$", inside=tree, level=3)
        tells(w, "tree item", "^Branch summary: Reusing buffers", inside=tree, level=4, posinset=2, setsize=2)
        tells(w, "tree item", "^Compaction: ", inside=tree)
        tells(w, "tree item", "^Reply: Done: p95 is 121 ms.*pi continues here$", inside=tree)
        row = w.find("tree item", "Try the cache first", inside=w.find(*tree))
        row.do_action(0)
        row.grab_focus()
        tells(w, "tree item", "^Prompt: Try the cache first", "selected focused", inside=tree)
        w.keys("z")
        tells(w, "tree item", "^Prompt: Try the cache first.*5 entries", "expandable -expanded", inside=tree)
        w.keys("z")

        rows = ("panel", "Rows of the branch")
        tells(w, "article", "^Prompt, turn 2: Try the cache first", inside=rows)
        tells(w, "article", "^write, ok: internal/thumb/cache.go$", inside=rows)
        tells(w, "article", r"^bash, (failed|exit \d+): ", inside=rows)
        w.find("push button", "bash gotestsum", inside=w.find(*rows)).do_action(0)
        tells(w, "push button", r"^bash gotestsum .* exit \d+ 8.2 s$", "expandable expanded", inside=rows)
        tells(w, "panel", r"^Errors, \d+: \d+ failed calls?")
        tells(w, "radio button", "^Read$", "checked", inside=("panel", "How much is shown"))
        w.keys("g", "g")
        outcome = ("landmark", "Outcome of this branch")
        tells(w, "heading", "^Stopped by an error", inside=outcome, level=2)
        tells(w, "description list", "^Evidence$", inside=outcome)
        tells(w, "push button", "^Show entry: ", inside=outcome)
        tells(w, "row header", "", inside=outcome)

        w.keys("ctrl+b")
        sessions = ("tree", "Sessions by folder")
        tells(w, "tree item", "^Samples 9 sessions$", "expandable expanded", inside=sessions, level=1)
        tells(w, "tree item", "^Write an index .*, Error, took 3 min 20 s, tool calls 4 Sample$", inside=sessions, level=2)
        tells(w, "tree item", "^Made from the one above: Uploads must .*, Stuck, took .*, run 3 of 3 Sample$", inside=sessions, level=4)
        tells(w, "toggle button", "^Did not finish well 6$", "-pressed")
        tells(w, "toggle button", "^Sessions$", "pressed")
        assert not w.inspector.errors, w.inspector.errors


def test_screen_reader_reads_the_other_views(binary):
    """Context, changes, all leaves, a comparison and the family: each line by its words, its state and its place."""
    with Window(binary, SAMPLE) as w:
        w.wait_text(TIMELINE, "GET /thumb has a p95")
        context = show(w, "Context")
        tells(w, "heading", "^What the model saw at$", inside=context)
        tells(w, "list item", "^Tool results ~", inside=("panel", "Tokens by kind, estimated"))
        tells(w, "article", "^Compaction Goal p95 of GET /thumb", inside=context, posinset=1, setsize=14)
        tells(w, "article", "^40 entries replaced by the compaction", inside=context, posinset=2)
        w.find("push button", "40 entries replaced", inside=w.find(*context)).do_action(0)
        tells(w, "push button", "^40 entries replaced", "expanded", inside=context)
        tells(w, "push button", "^You Since we let 12 megapixel", inside=context)

        changes = show(w, "Changes")
        tells(w, "heading", "^10 files$", inside=changes)
        tells(w, "toggle button", "^5 certain$", inside=changes)
        tells(w, "article", r"^possible: git checkout \. .* may have changed any file", inside=changes, posinset=1, setsize=13)
        tells(w, "article", "^certain, edited: internal/thumb/ ?resize.go 1 remark", inside=changes, posinset=3)
        w.find("push button", "resize.go", inside=w.find(*changes)).do_action(0)
        tells(w, "push button", "resize.go", "expanded", inside=changes)

        compare = show(w, "Compare")
        tells(w, "table", "^Leaves of the session$", inside=compare)
        tells(w, "column header", "", inside=compare)
        tells(w, "table cell", "^Done: p95 is", inside=compare)
        w.find("table cell", "p95 goes from 263", inside=w.find(*compare)).get_parent().grab_focus()
        w.keys("d", "Down", "d")
        tells(w, "article", "^A: Prompt was asked “Try the allocations first.*B: .*came back from A", inside=compare, posinset=1)
        tells(w, "push button", "only in", inside=compare)

        family = show(w, "Family")
        tells(w, "tree item", "^Finished Faster thumbnails You are here", "selected", inside=family, level=1, posinset=1, setsize=1)
        tells(w, "tree item", "^Finished Ship thumbnails behind a flag", "-selected", inside=family, level=2)
        assert not w.inspector.errors, w.inspector.errors


def test_screen_reader_reads_dialogs_and_damage(binary):
    """Palette, keys, settings and menus, what a damaged file lacks, and a run log with its outline."""
    folder = tempfile.mkdtemp()
    try:
        damaged = shutil.copy(SAMPLE, os.path.join(folder, "damaged.jsonl"))
        with open(damaged, "a", encoding="utf-8") as f:
            f.write("not a record\n")
        with Window(binary, RUN, damaged) as w:
            w.find("page tab", "Faster thumbnails").do_action(0)
            tells(w, "push button", "1 unreadable line", "expandable -expanded")
            w.find("push button", "1 unreadable line").do_action(0)
            tells(w, "push button", "1 unreadable line", "expanded")
            tells(w, "heading", "", inside=("landmark", "Problems of the file"))
            w.keys("ctrl+k")
            tells(w, "combo box", "^Search commands and sessions$", "expanded focused", inside=("dialog", "Search"))
            tells(w, "list item", "", "selected", inside=("list box", "Found"))
            w.keys("Escape", "question")
            tells(w, "heading", "^Keys$", "focused", inside=("dialog", "Keys"))
            tells(w, "list item", "^Next prompt p$", inside=("dialog", "Keys"))
            w.keys("Escape", "ctrl+comma")
            tells(w, "radio button", "^System$", "checked", inside=("panel", "Theme"))
            tells(w, "check box", "^Keys that work by themselves", "checked", inside=("dialog", "Settings"))
            w.keys("Escape")
            w.find("combo box", "More about this session").do_action(0)
            tells(w, "menu item", "^Find in the timeline", "focused")
            w.keys("Escape")
            w.find("page tab", "uploads-3-stuck").do_action(0)
            tells(w, "heading", "^Outline$")
            tells(w, "tree item", "^Prompt: 1 Start now", level=1)
            tells(w, "heading", "^Stuck", inside=("landmark", "Outcome of this branch"), level=2)
            tells(w, "push button", "^read-only$", "expandable")
            assert not w.inspector.errors, w.inspector.errors
    finally:
        shutil.rmtree(folder)
