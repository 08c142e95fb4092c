#!/usr/bin/env python3
"""Compare what fbgen writes for small projects with what it should write.

usage: run.py FBGEN [--update] [NAME...]

A case is a folder with a project and, in its folder expect, the files that must come out.  It is built with the stubs of
packages/, so that nothing is downloaded and nothing depends on the machine: a core of a few files, and toolchains whose programs
only answer where their parts are.  The folder that holds the project and packages/ is shown as '{root}', and hashes as '{1}', '{2}'
… in the order in which they appear: which are equal counts, not what they are.  --update writes what came out; read it before it is
committed.
"""
import argparse
import difflib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
WRITTEN = ("build.ninja", "compile_commands.json")
HASH = re.compile(r"(?<=/)[0-9a-f]{10}(?:[0-9a-f]{6})?(?=/)")


def environment(root):
    env = {k: v for k, v in os.environ.items() if not k.startswith(("PLATFORMIO_", "FBGEN_"))}
    path = f"{root}/packages/host:{env.get('PATH', '/usr/bin:/bin')}"
    env.update(NO_COLOR="1", PATH=path, HOME=f"{root}/home", FBGEN_HOME=f"{root}/store", SOURCE_DATE_EPOCH="1000000000")
    return env


def written(fbgen, case):
    """What fbgen wrote: the name of each file and its text, and what it printed where it failed."""
    with tempfile.TemporaryDirectory(prefix="fbgen-golden-") as top:
        root = pathlib.Path(top).resolve()
        shutil.copytree(HERE / "packages", root / "packages", symlinks=True)
        shutil.copytree(case, root / "project", ignore=shutil.ignore_patterns("expect"))
        done = subprocess.run([fbgen, "-C", root / "project"], env=environment(root), stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60)
        texts = {"printed": f"{done.stdout}exit {done.returncode}\n"} if done.returncode or done.stdout else {}
        for name in WRITTEN:
            if (root / "project" / name).exists():
                texts[name] = (root / "project" / name).read_text("utf-8")
    numbers = {}
    for name, text in texts.items():
        text = text.replace(str(root), "{root}")
        texts[name] = HASH.sub(lambda m: "{%d}" % numbers.setdefault(m.group(), len(numbers) + 1), text)
    return texts


def check(fbgen, case, update):
    got = written(fbgen, case)
    expect = case / "expect"
    if update:
        shutil.rmtree(expect, ignore_errors=True)
        expect.mkdir()
        for name, text in got.items():
            (expect / name).write_text(text, "utf-8")
        return ""
    want = {path.name: path.read_text("utf-8") for path in expect.glob("*")}
    lines = []
    for name in sorted(want.keys() | got.keys()):
        lines += difflib.unified_diff(want.get(name, "").splitlines(True), got.get(name, "").splitlines(True),
                                      f"expect/{name}", f"written/{name}")
    return "".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("fbgen")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--update", action="store_true")
    args = parser.parse_args()
    fbgen = os.path.abspath(args.fbgen)
    names = args.names or sorted(path.parent.name for path in HERE.glob("*/platformio.ini"))
    failed = 0
    print(f"TAP version 13\n1..{len(names)}")
    for number, name in enumerate(names, 1):
        difference = check(fbgen, HERE / name, args.update)
        print(f"{'not ok' if difference else 'ok'} {number} {name}")
        print("".join(f"# {line}\n" for line in difference.splitlines()), end="")
        failed += bool(difference)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
