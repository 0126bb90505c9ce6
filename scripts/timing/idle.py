#!/usr/bin/env python3
"""What Branchline takes of the processor while nothing happens: usage: idle.py [sessions] [seconds]

Sessions in a hundred folders are listed and watched, one of them is open, and the
page listens. The figure is the share of one core over the time.
"""
import contextlib
import http.client
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = 100


def write_sessions(root: pathlib.Path, count: int) -> pathlib.Path:
    path = root
    for n in range(count):
        folder = root / f"--srv-p{n % FOLDERS}--"
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{n}.jsonl"
        header = {"type": "session", "version": 3, "id": str(n), "timestamp": "2026-05-04T09:00:00.000Z", "cwd": f"/srv/p{n % FOLDERS}"}
        prompt = {"type": "message", "id": "a", "parentId": None, "timestamp": "2026-05-04T09:00:01.000Z",
                  "message": {"role": "user", "content": f"Prompt {n}"}}
        reply = {"type": "message", "id": "b", "parentId": "a", "timestamp": "2026-05-04T09:00:02.000Z",
                 "message": {"role": "assistant", "content": [{"type": "text", "text": "Done"}], "stopReason": "stop"}}
        path.write_text("".join(json.dumps(record) + "\n" for record in (header, prompt, reply)))
    return path


def taken(pid: int) -> float:
    """Seconds on the processor so far."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Page:
    """What a page does at the start: it takes the cookie, listens and asks for the list."""

    def __init__(self, address: str):
        self.base, token = address.split("/open/")
        self.cookie = f"branchline-{self.base.rsplit(':', 1)[1]}={token}"

    def request(self, path: str, body: bytes | None = None):
        request = urllib.request.Request(self.base + path, body, {"Cookie": self.cookie, "Origin": self.base})
        return urllib.request.urlopen(request)

    def call(self, name: str, *arguments):
        return json.load(self.request(f"/call/{name}", json.dumps(arguments).encode()))["result"]

    def listen(self):
        def read():
            with contextlib.suppress(http.client.IncompleteRead):  # the app ends first
                self.request("/events").read()

        threading.Thread(target=read, daemon=True).start()


def main(count: int, seconds: int):
    program = ROOT / "build/cache/idle-branchline"
    subprocess.run(["go", "build", "-o", program, "."], cwd=ROOT, check=True)
    with tempfile.TemporaryDirectory() as home:
        last = write_sessions(pathlib.Path(home) / ".pi/agent/sessions", count)
        env = {"HOME": home, "PATH": os.environ["PATH"]}
        app = subprocess.Popen([program, "serve", last], env=env, stdout=subprocess.PIPE, text=True)
        try:
            page = Page(app.stdout.readline().strip())
            page.listen()
            page.call("Start")
            page.call("Ready")
            listed = 0
            while True:
                answer = page.call("Sessions", {"rescan": False, "since": listed})
                listed = answer["version"]
                if not answer["scanning"] and not answer["more"] and listed >= count:
                    break
                time.sleep(0.1)
            time.sleep(5)  # what was under way settles
            before = taken(app.pid)
            time.sleep(seconds)
            share = (taken(app.pid) - before) / seconds * 100
            print(f"{count} sessions watched, nothing written for {seconds} s: {share:.2f} % of a core; {answer['notice'] or 'all folders are watched'}")
        finally:
            app.terminate()
            app.wait()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5000, int(sys.argv[2]) if len(sys.argv) > 2 else 60)
