#!/usr/bin/python3
"""Builds what the model is sent at the leaf of a long session, with Branchline and with pi's own SessionManager in
turns, and prints both.

usage: context.py [ENTRIES]; without it 20000. Sessions are made once, in build/cache/bench.
"""

import json
import os
import statistics
import subprocess
import sys

import open as opening

ROUNDS = 7


def generated(generate, entries):
    """A session as pi leaves it: its compactions keep the context short."""
    path = os.path.join(opening.CACHE, f"session-{entries}-entries.jsonl")
    if not os.path.exists(path):
        with open(path + ".part", "wb") as out:
            subprocess.run([generate, "-entries", str(entries)], stdout=out, check=True)
        os.rename(path + ".part", path)
    return path


def whole(entries):
    """A session without compactions: all its entries are sent."""
    path = os.path.join(opening.CACHE, f"whole-{entries}-entries.jsonl")
    if os.path.exists(path):
        return path
    with open(path + ".part", "w", encoding="utf-8") as out:

        def line(value):
            out.write(json.dumps(value, separators=(",", ":")) + "\n")

        line({"type": "session", "version": 3, "id": "whole", "timestamp": "2026-05-04T09:00:00.000Z", "cwd": "/srv"})
        parent = None
        for n in range(entries):
            own = f"{n:08x}"
            message = {"role": "user", "content": f"What does part {n} do?", "timestamp": 1777885201000}
            if n % 2:
                blocks = [{"type": "text", "text": "It does what its name says. " * 12}]
                cost = {"input": 0.0036, "output": 0.0046, "cacheRead": 0.027, "cacheWrite": 0.0004, "total": 0.0356}
                usage = {"input": 1200, "output": 310, "cacheRead": 90000, "cacheWrite": 120, "cost": cost}
                message = {"role": "assistant", "content": blocks, "provider": "acme", "model": "large", "usage": usage}
                message |= {"stopReason": "stop", "timestamp": 1777885201000}
            entry = {"type": "message", "id": own, "parentId": parent, "timestamp": "2026-05-04T09:00:01.000Z"}
            line(entry | {"message": message})
            parent = own
    os.rename(path + ".part", path)
    return path


def measured(command):
    _, output = opening.run(command)
    return json.loads(output)


def main(entries):
    os.makedirs(opening.CACHE, exist_ok=True)
    ours_command = [opening.built("leafcontext")]
    node, dist = opening.pi()
    pi_command = [*node, os.path.join(opening.ROOT, "scripts", "timing", "context.mjs"), dist]
    print("| session | messages | Branchline | pi | pi/ours | with opening | pi | pi/ours |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|")
    for name, path in (
        ("with compactions", generated(opening.built("gensession"), entries)),
        ("without", whole(entries)),
    ):
        ours, theirs = [], []
        for _ in range(ROUNDS):
            ours.append(measured([*ours_command, path]))
            theirs.append(measured([*pi_command, path]))
        for what in ("entries", "messages"):
            if ours[0][what] != theirs[0][what]:
                raise SystemExit(f"{path}: we have {ours[0][what]} {what}, pi {theirs[0][what]}")

        def median(rows, *names):
            return statistics.median(sum(row[name] for name in names) for row in rows)

        mine, peer = median(ours, "ms"), median(theirs, "ms")
        all_mine, all_peer = median(ours, "openMs", "ms"), median(theirs, "openMs", "ms")
        print(
            f"| {ours[0]['entries']:,} entries, {name} | {ours[0]['messages']:,} | {mine:.1f} ms | {peer:.1f} ms"
            f" | {peer / mine:.1f} | {all_mine:,.0f} ms | {all_peer:,.0f} ms | {all_peer / all_mine:.1f} |",
            flush=True,
        )
    print("\nMedians of the first call in a process. Branchline: Manager.BuildSessionContext, which reads the bodies it")
    print("needs. pi: SessionManager.buildSessionContext, which has all of them in memory.")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20000)
