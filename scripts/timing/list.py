#!/usr/bin/python3
"""Lists a folder of sessions with Branchline and with pi's own SessionManager in turns, and prints both.

usage: list.py [SESSIONS]; without it 1000. Sessions are made once, in build/cache/bench.
"""

import json
import os
import random
import statistics
import subprocess
import sys

import open as opening

CWD = "/home/ada/src/large"  # that of scripts/gensession
ROUNDS = 7


def folder(generate, count):
    """Sessions of sizes as they are found: half of them below 90 KB, a few of many megabytes."""
    path = os.path.join(opening.CACHE, f"list-{count}")
    if os.path.exists(path):
        return path
    print(f"making {count} sessions in {os.path.relpath(path, opening.ROOT)}", file=sys.stderr)
    os.makedirs(path + ".part", exist_ok=True)
    sizes = random.Random(1)
    for n in range(count):
        size = int(min(max(sizes.lognormvariate(11.4, 1.5), 3_000), 40_000_000))
        with open(os.path.join(path + ".part", f"{n:05}.jsonl"), "wb") as out:
            subprocess.run([generate, "-size", str(size), "-seed", str(n)], stdout=out, check=True)
    os.rename(path + ".part", path)
    return path


def main(count):
    os.makedirs(opening.CACHE, exist_ok=True)
    generate, lister = opening.built("gensession"), opening.built("listsessions")
    node, dist = opening.pi()
    path = folder(generate, count)
    megabytes = sum(entry.stat().st_size for entry in os.scandir(path)) / 1e6
    script = os.path.join(opening.ROOT, "scripts", "timing", "list.mjs")
    ours, theirs = [], []
    for _ in range(ROUNDS):
        peak, output = opening.run([lister, CWD, path])
        mine = json.loads(output)
        ours.append((mine["ms"], peak))
        peak, output = opening.run([*node, script, dist, CWD, path])
        peer = json.loads(output)
        theirs.append((peer["ms"], peak))
    if any(mine[fact] != peer[fact] for fact in ("sessions", "messages")):
        raise SystemExit(f"{path}: we find {mine}, pi {peer}")
    (ms, peak), (pi_ms, pi_peak) = [[statistics.median(column) for column in zip(*rows)] for rows in (ours, theirs)]
    print("| sessions | in all | messages | Branchline | peak | pi | peak | time pi/ours | memory pi/ours |")
    print("|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
    print(
        f"| {mine['sessions']:,} | {megabytes:,.0f} MB | {mine['messages']:,} | {ms:,.0f} ms | {peak:,.0f} MB"
        f" | {pi_ms:,.0f} ms | {pi_peak:,.0f} MB | {pi_ms / ms:.1f} | {pi_peak / peak:.1f} |"
    )
    print("\nMedians, both timed inside their process: the facts of every session of a folder, newest first.")
    print("pi: SessionManager.list. Memory is the peak of the process.")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
