#!/usr/bin/env python3
"""Run the cases of one topic and tell each one's result as a TAP line.

usage: cases.py FBGEN TOPIC [FOLDER]

FOLDER (default: cases, beside this script) holds TOPIC.json; cases/run.py says whether a case passes. Sketches wait for a simulator
most of the time, so several cases run at once.
"""
import concurrent.futures
import json
import os
import pathlib
import shlex
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent


# Why a case is not run yet.
LATER_RULES = {"chain+": "the finder's conditional modes come later", "deep+": "the finder's conditional modes come later"}
LATER_CASES = dict.fromkeys(("finder-189", "finder-254", "finder-297", "finder-345"),
                            "PlatformIO searches this library in mode chain+, which comes later")


def later(case):
    return LATER_CASES.get(case["id"]) or LATER_RULES.get(case["rule"])


def check(fbgen, file, case):
    """What is wrong with a case; empty: nothing."""
    if later(case):
        return ""
    one = "".join("[%s]" % c if c in "*?[" else c for c in case["id"])
    done = subprocess.run([sys.executable, HERE / "cases/run.py", "--fbgen", "%s --source distro" % shlex.quote(fbgen), "--id", one, "--timeout", "120",
                           file], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="backslashreplace")
    return "" if done.returncode == 0 else done.stdout


def main():
    fbgen, topic = os.path.abspath(sys.argv[1]), sys.argv[2]
    file = (pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else HERE / "cases") / (topic + ".json")
    cases = json.loads(file.read_text(encoding="utf-8"))["cases"]
    failed = 0
    print("TAP version 13\n1..%d" % len(cases))
    with concurrent.futures.ThreadPoolExecutor(2 * (os.cpu_count() or 1)) as pool:
        results = pool.map(lambda case: check(fbgen, file, case), cases)
        for number, (case, fault) in enumerate(zip(cases, results), 1):
            skip = " # SKIP " + later(case) if later(case) else ""
            print("%s %d %s%s" % ("not ok" if fault else "ok", number, case["id"], skip))
            print("".join("# %s\n" % line for line in fault.splitlines()), end="", flush=True)
            failed += bool(fault)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
