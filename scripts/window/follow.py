"""Tests of a session that grows while it is on screen."""

import json
import os
import tempfile

from window import Window, wait

TIMELINE = 'section[aria-label="Timeline"]'
FEED = f"{TIMELINE} [role=feed]"
AT_END = f"(f => f.scrollHeight - f.clientHeight - f.scrollTop < 2)(document.querySelector({FEED!r}))"


class Growing:
    """A pi session that an agent writes, a whole line at a time."""

    def __init__(self, path):
        self.path, self.last, self.count = path, None, 0
        self.add({"type": "session", "version": 3, "id": "growing", "timestamp": "2026-05-04T09:00:00.000Z", "cwd": "/srv/depot"})

    def add(self, record):
        with open(self.path, "a", encoding="utf-8") as f:
            f.write(json.dumps(record) + "\n")

    def message(self, message):
        self.count += 1
        entry = f"e{self.count}"
        at = f"2026-05-04T09:{self.count // 60:02}:{self.count % 60:02}.000Z"
        self.add({"type": "message", "id": entry, "parentId": self.last, "timestamp": at, "message": message})
        self.last = entry

    def prompt(self, text):
        self.message({"role": "user", "content": text})

    def reply(self, text, stop="stop"):
        self.message({"role": "assistant", "content": [{"type": "text", "text": text}], "stopReason": stop})

    def call(self, command):
        called = {"type": "toolCall", "id": f"c{self.count}", "name": "bash", "arguments": {"command": command}}
        self.message({"role": "assistant", "content": [called], "stopReason": "toolUse"})
        return called["id"]

    def result(self, call, text, failed=False):
        said = [{"type": "text", "text": text}]
        self.message({"role": "toolResult", "toolCallId": call, "toolName": "bash", "content": said, "isError": failed})


def test_run_is_followed(binary):
    """What an agent writes shows in the open window: counted while one reads above, followed at the end, until it has ended."""
    with tempfile.TemporaryDirectory() as folder:
        run = Growing(os.path.join(folder, "growing.jsonl"))
        for n in range(1, 21):
            run.prompt(f"Question {n}: why is the depot slow?")
            run.reply(f"Answer {n}. " + "It waits for its database. " * 4)
        with Window(binary, run.path) as w:
            w.wait_text(TIMELINE, "Question 1:")
            w.screenshot("window-follow-1-read")
            run.prompt("Mend it, then.")
            call = run.call("go test ./...")
            run.result(call, "--- FAIL: TestSlow\nFAIL", failed=True)
            w.wait_text(TIMELINE, "2 new")
            assert "Question 1:" in w.text(FEED), "what was read went off the screen"
            w.screenshot("window-follow-2-told")
            w.keys("End")
            w.wait_text(FEED, "go test ./...")
            wait("the end", lambda: w.inspector.evaluate(AT_END))
            w.screenshot("window-follow-3-at-the-end")
            call = run.call("go test -run Slow ./...")
            w.wait_text(FEED, "go test -run Slow")
            w.wait_text("footer", "live")
            w.screenshot("window-follow-4-running")
            run.result(call, "ok depot 0.2s")
            run.reply("It is mended: the database has an index now.")
            w.wait_text(FEED, "It is mended")
            wait("the end once more", lambda: w.inspector.evaluate(AT_END))
            w.screenshot("window-follow-5-ended")
            assert not w.inspector.errors, w.inspector.errors
