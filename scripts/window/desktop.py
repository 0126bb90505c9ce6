"""Tests of the installed program: double clicks, file types, and that uninstalling leaves nothing."""

import contextlib
import hashlib
import os
import shutil
import subprocess
import tempfile

from window import ROOT, SAMPLE, Window, output

INSTALL = os.path.join(ROOT, "scripts", "install")
RUN_LOG = os.path.join(ROOT, "samples", "uploads-5-finished.jsonl")
TIMELINE = 'section[aria-label="Timeline"]'
OTHERS = """<?xml version="1.0"?><mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
<mime-type type="application/x-other"><comment>x</comment><glob pattern="*.jsonl"/></mime-type></mime-info>"""
THEIRS = "[Default Applications]\ntext/plain=vim.desktop;\n"


@contextlib.contextmanager
def home(name="home", **variables):
    """A home of its own for one test, and the environment of a user who lives there."""
    folder = tempfile.mkdtemp()
    environment = dict(os.environ, HOME=os.path.join(folder, name))
    environment.update({k: os.path.join(folder, v) for k, v in variables.items()})
    os.mkdir(environment["HOME"])
    try:
        yield environment
    finally:
        shutil.rmtree(folder)


def put(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)


def tree(folder):
    """Every path below a folder, with what is in it."""
    found = {}
    for above, folders, files in os.walk(folder):
        found.update({os.path.join(above, name): "folder" for name in folders})
        for name in files:
            with open(os.path.join(above, name), "rb") as f:
                found[os.path.join(above, name)] = hashlib.sha256(f.read()).hexdigest()
    return found


def install(environment, *arguments):
    done = subprocess.run([INSTALL, *arguments], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def type_of(environment, path):
    told = output("gio", "info", "-a", "standard::content-type", path, env=environment)
    return told.rpartition("standard::content-type:")[2].strip()


def opens(environment, *command, folder=None, title="Faster thumbnails", words="GET /thumb has a p95 of 900 ms"):
    """The window that a command brings up shows one session, by its title and its first words."""
    with Window(None, *command, environment=environment, folder=folder) as w:
        w.wait_text(TIMELINE, words)
        tabs, error = w.tabs, w.inspector.errors
        w.screenshot("window-" + command[0])
        assert len(tabs) == 1 and title in tabs[0], tabs
        assert not error, error


def test_double_click_opens_the_session(binary):
    """Installed, the program opens sessions by xdg-open and gio; uninstalled, no file and no association is left."""
    with home() as environment:
        user = environment["HOME"]
        for name, of in (("x.pisession", SAMPLE), ("ü b.jsonl", SAMPLE), ("run", RUN_LOG)):
            shutil.copy(of, os.path.join(user, "run.jsonl" if name == "run" else name))
        put(os.path.join(user, "other.jsonl"), '{"a":1}\n')
        before = tree(user)
        install(environment, binary)
        installed = tree(user)
        install(environment, binary)
        assert tree(user).keys() == installed.keys(), "installing again leaves other files"
        entry = os.path.join(user, ".local/share/applications/branchline.desktop")
        assert output("desktop-file-validate", entry) == "", output("desktop-file-validate", entry)
        opens(environment, "xdg-open", "x.pisession", folder=user)
        opens(environment, "gio", "open", os.path.join(user, "ü b.jsonl"))
        opens(environment, "xdg-open", "run.jsonl", folder=user, title="run.jsonl", words="Before the protocol")
        assert type_of(environment, os.path.join(user, "other.jsonl")) == "text/plain"
        subprocess.run(["xdg-mime", "default", "branchline.desktop", "application/x-pi-session"], env=environment, check=True)
        install(environment, "--remove")
        os.rmdir(os.path.join(user, ".config"))  # xdg-mime made it
        assert tree(user) == before, sorted(tree(user).items() ^ before.items())
        for kind in ("application/x-pi-session", "application/x-agent-run-log"):
            assert "branchline" not in output("gio", "mime", kind, env=environment)
            assert output("xdg-mime", "query", "default", kind, env=environment) == ""
        assert type_of(environment, os.path.join(user, "ü b.jsonl")) == "text/plain"
        install(environment, "--remove")
        assert tree(user) == before


def test_what_others_installed_stays(binary):
    """In folders with odd names, beside another program that claims *.jsonl: the name wins, and what is theirs stays."""
    with home("h $x ü", XDG_DATA_HOME="my `data` \"%f\"", XDG_CONFIG_HOME="c") as environment:
        data, config = environment["XDG_DATA_HOME"], environment["XDG_CONFIG_HOME"]
        put(os.path.join(data, "mime/packages/other.xml"), OTHERS)
        put(os.path.join(data, "applications/other.desktop"), "[Desktop Entry]\nType=Application\nName=x\nExec=x\nMimeType=text/x-x;\n")
        put(os.path.join(config, "mimeapps.list"), THEIRS)
        for tool, folder in (("update-mime-database", "mime"), ("update-desktop-database", "applications")):
            subprocess.run([tool, os.path.join(data, folder)], env=environment, check=True, capture_output=True)
        shutil.copy(SAMPLE, os.path.join(environment["HOME"], "s.jsonl"))
        shutil.copy(SAMPLE, os.path.join(environment["HOME"], "ü s.pisession"))
        root = os.path.dirname(environment["HOME"])
        before = tree(root)
        install(environment, binary)
        assert type_of(environment, os.path.join(environment["HOME"], "s.jsonl")) == "application/x-other"
        opens(environment, "gio", "open", os.path.join(environment["HOME"], "ü s.pisession"))
        put(os.path.join(config, "mimeapps.list"), THEIRS + "application/x-pi-session=branchline.desktop;vim.desktop;\n[Added Associations]\ntext/plain=branchline.desktop;\n")
        install(environment, "--remove")
        with open(os.path.join(config, "mimeapps.list"), encoding="utf-8") as f:
            assert f.read() == THEIRS + "application/x-pi-session=vim.desktop;\n[Added Associations]\n"
        put(os.path.join(config, "mimeapps.list"), THEIRS)
        assert tree(root) == before, sorted(tree(root).items() ^ before.items())


def test_installing_says_what_is_missing(binary):
    """Without the desktop's own tools the program is installed all the same, and the words say what to install."""
    with home() as environment, tempfile.TemporaryDirectory() as tools:
        for name in ("bash", "dirname", "mkdir", "find", "sed", "install", "cat", "sort", "comm", "grep", "mv", "rm", "rmdir", "ls", "awk"):
            os.symlink(shutil.which(name), os.path.join(tools, name))
        before = tree(environment["HOME"])
        environment["PATH"] = tools
        said = subprocess.run([os.path.join(tools, "bash"), INSTALL, binary], env=environment, capture_output=True, text=True)
        for words in ("Install shared-mime-info", "Install desktop-file-utils", "not in your PATH"):
            assert words in said.stdout, said
        assert os.access(os.path.join(environment["HOME"], ".local/bin/branchline"), os.X_OK)
        gone = subprocess.run([os.path.join(tools, "bash"), INSTALL, "--remove"], env=environment, capture_output=True, text=True)
        assert gone.returncode == 0 and tree(environment["HOME"]) == before, gone


def test_installing_that_fails_leaves_nothing(binary):
    """Where something is in the way, the words say what, and everything stays as it was."""
    for what, (way, words) in {
        "a folder of the program's name": (".local/bin/branchline/x", "there is a folder at"),
        "a file where a folder belongs": (".local/share/icons", "could not make the folder"),
    }.items():
        with home() as environment:
            user = environment["HOME"]
            put(os.path.join(user, way), "x")
            before = tree(user)
            failed = subprocess.run([INSTALL, binary], env=environment, capture_output=True, text=True)
            assert failed.returncode == 1 and words in failed.stderr, (what, failed)
            assert tree(user) == before, (what, sorted(tree(user).items() ^ before.items()))
            install(environment, "--remove")
            assert tree(user) == before, (what, sorted(tree(user).items() ^ before.items()))


def test_installing_that_is_broken_off_can_be_taken_back(binary):
    """Killed half way, an installation is taken back by uninstalling."""
    with home() as environment, tempfile.TemporaryDirectory() as tools:
        before = tree(environment["HOME"])
        put(os.path.join(tools, "update-mime-database"), "#!/bin/sh\nkill -9 $PPID\n")
        os.chmod(os.path.join(tools, "update-mime-database"), 0o755)
        deadly = dict(environment, PATH=f"{tools}:{environment['PATH']}")
        assert subprocess.run([INSTALL, binary], env=deadly, check=False).returncode == -9
        assert tree(environment["HOME"]) != before
        install(environment, "--remove")
        assert tree(environment["HOME"]) == before


def test_installing_in_odd_places(binary):
    """A home that is no UTF-8, links that lead nowhere, and a program named from another folder."""
    with home(name=os.fsdecode(b"h\xff")) as environment:
        user = environment["HOME"]
        before = tree(user)
        os.makedirs(os.path.join(user, ".local/share/applications"))
        os.makedirs(os.path.join(user, ".local/bin"))
        for link in (".local/bin/branchline", ".local/share/applications/branchline.desktop"):
            os.symlink(os.path.join(user, "nowhere"), os.path.join(user, link))
        folder, name = os.path.split(os.path.abspath(binary))
        subprocess.run([INSTALL, name], env=environment, cwd=folder, check=True, capture_output=True)
        assert not os.path.exists(os.path.join(user, "nowhere"))
        for link in (".local/bin/branchline", ".local/share/applications/branchline.desktop"):
            assert not os.path.islink(os.path.join(user, link)), link
        install(environment, "--remove")
        for folder in (".local/share/applications", ".local/share", ".local/bin", ".local"):
            os.rmdir(os.path.join(user, folder))  # made above
        assert tree(user) == before
