#!/usr/bin/python3
"""Appends labels to a copy of a session that is open, with Branchline and with pi's own SessionManager, and prints both.

usage: append.py [SIZE]; without it 1GB. Sessions are made once, in build/cache/bench.
"""

import json
import os
import shutil
import statistics
import sys

import open as opening

ROUNDS = 3


def measured(command, path):
    """The first append of each round, and the others, in milliseconds."""
    first, others = [], []
    for _ in range(ROUNDS):
        copy = path + ".copy"
        shutil.copyfile(path, copy)
        os.sync()  # else the first flush would be that of the copy
        _, output = opening.run([*command, copy])
        os.remove(copy)
        took = json.loads(output)["ms"]
        first.append(took[0])
        others += took[1:]
    return statistics.median(first), statistics.median(others)


def main(size):
    os.makedirs(opening.CACHE, exist_ok=True)
    path = opening.session(opening.built("gensession"), size)
    node, dist = opening.pi()
    print("| session | append | first | later |")
    print("|---|---|--:|--:|")
    for name, command in (
        ("Branchline", [opening.built("appendlabels")]),
        ("pi", [*node, os.path.join(opening.ROOT, "scripts", "timing", "append.mjs"), dist]),
    ):
        first, later = measured(command, path)
        print(f"| {size} | {name} | {first:.2f} ms | {later:.2f} ms |", flush=True)
    print("\nMedians. Branchline reads on and flushes every line to the disk; pi does neither.")


if __name__ == "__main__":
    main(*sys.argv[1:] or ["1GB"])
