#!/usr/bin/env python3
"""Run command lines and compare what they print, to the byte.

usage: run.py FBGEN FBFETCH [--update] [NAME...]

A case is NAME.sh, which sh runs in an empty folder with fbgen and fbfetch on PATH; NAME.out and NAME.err are what it prints (no file:
nothing), NAME.exit its exit status (no file: 0).  The folder is shown as '{dir}'.  --update writes what came out; read it before it
is committed.
"""
import argparse
import difflib
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def environment(top, programs):
    for program in programs:
        (top / "bin" / program.name).symlink_to(program)
    env = {k: v for k, v in os.environ.items() if not k.startswith(("PLATFORMIO_", "FBGEN_", "XDG_"))}
    env.update(NO_COLOR="1", LC_ALL="C.UTF-8", HOME=f"{top}/home", PATH=f"{top}/bin:{env['PATH']}")
    return env


def printed(programs, name):
    """The texts of the three files of a case."""
    with tempfile.TemporaryDirectory(prefix="fbgen-cli-") as folder:
        top = pathlib.Path(folder).resolve()
        for part in ("bin", "home", "work"):
            (top / part).mkdir()
        done = subprocess.run(["sh", HERE / f"{name}.sh"], cwd=top / "work", env=environment(top, programs), timeout=60,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        texts = {"out": done.stdout.decode(), "err": done.stderr.decode(), "exit": f"{done.returncode}\n" if done.returncode else ""}
        return {kind: text.replace(str(top / "work"), "{dir}") for kind, text in texts.items()}


def check(programs, name, update):
    lines = []
    for kind, got in printed(programs, name).items():
        path = HERE / f"{name}.{kind}"
        if update:
            path.unlink(missing_ok=True)
            if got:
                path.write_text(got, "utf-8")
            continue
        want = path.read_text("utf-8") if path.exists() else ""
        lines += difflib.unified_diff(want.splitlines(True), got.splitlines(True), path.name, "printed")
    return "".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("fbgen")
    parser.add_argument("fbfetch")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--update", action="store_true")
    args = parser.parse_intermixed_args()
    programs = [pathlib.Path(p).resolve() for p in (args.fbgen, args.fbfetch)]
    names = args.names or sorted(path.stem for path in HERE.glob("*.sh"))
    failed = 0
    print(f"TAP version 13\n1..{len(names)}")
    for number, name in enumerate(names, 1):
        difference = check(programs, name, args.update)
        print(f"{'not ok' if difference else 'ok'} {number} {name}")
        print("".join(f"# {line}\n" for line in difference.splitlines()), end="")
        failed += bool(difference)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
