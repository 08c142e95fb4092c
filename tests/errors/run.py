#!/usr/bin/env python3
"""Compare what fbgen prints about faulty projects with what it should print.

usage: run.py FBGEN [--update] [--jobs N] [NAME...]

A case is NAME.ini with NAME.err, or a folder NAME with the files of a project and, beside them in the same folder:

    expected    what must stand on stderr, after a first line 'exit N' with the exit status
    args        the words behind 'fbgen -C FOLDER' (default: config); {dir} is the project's folder
    setup       a shell script that runs in the project's folder before fbgen

NAME.err has the form of 'expected'. The path of the project's folder is shown as '{dir}'. --update writes what was printed; read it
before it is committed.
"""
import argparse
import concurrent.futures
import difflib
import os
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SPECIAL = ("expected", "args", "setup")


def read(path, default=None):
    if default is not None and not os.path.exists(path):
        return default
    with open(path, encoding="utf-8", errors="surrogateescape") as f:
        return f.read()


def find_cases():
    names = {f[:-4] for f in os.listdir(HERE) if f.endswith(".ini")}
    folders = {f for f in os.listdir(HERE) if os.path.isdir(os.path.join(HERE, f)) and not f.startswith((".", "_"))}
    return sorted(names | folders)


def expected_path(name):
    folder = os.path.join(HERE, name)
    return os.path.join(folder, "expected") if os.path.isdir(folder) else folder + ".err"


def prepare(name, root):
    """Copy the files of a case; the words that fbgen gets."""
    folder = os.path.join(HERE, name)
    if not os.path.isdir(folder):
        shutil.copyfile(folder + ".ini", os.path.join(root, "platformio.ini"))
        return ["config"]
    for entry in os.listdir(folder):
        if entry not in SPECIAL:
            copy = shutil.copytree if os.path.isdir(os.path.join(folder, entry)) else shutil.copyfile
            copy(os.path.join(folder, entry), os.path.join(root, entry))
    script = os.path.join(folder, "setup")
    if os.path.exists(script):
        subprocess.run(["sh", "-e", script], cwd=root, check=True, stdout=subprocess.DEVNULL)
    return shlex.split(read(os.path.join(folder, "args"), "config"))


def environment(root):
    env = {k: v for k, v in os.environ.items() if not k.startswith("PLATFORMIO_")}
    env.update(NO_COLOR="1", HOME=os.path.join(root, ".home"), LC_ALL="C.UTF-8", SOURCE_DATE_EPOCH="1000000000")
    return env


def printed(fbgen, name):
    """'exit N' and what fbgen wrote to stderr."""
    with tempfile.TemporaryDirectory(prefix="fbgen-errors-") as top:
        root = os.path.join(os.path.realpath(top), "project")
        os.mkdir(root)
        words = [w.replace("{dir}", root) for w in prepare(name, root)]
        run = subprocess.run([fbgen, "-C", root] + words, env=environment(root), stdin=subprocess.DEVNULL, timeout=60,
                             stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        text = run.stderr.decode("utf-8", "surrogateescape").replace(root, "{dir}")
        return "exit %d\n%s" % (run.returncode, text)


def check(fbgen, name, update):
    got = printed(fbgen, name)
    path = expected_path(name)
    if update:
        with open(path, "w", encoding="utf-8", errors="surrogateescape") as f:
            f.write(got)
        return ""
    want = read(path, "")
    lines = difflib.unified_diff(want.splitlines(True), got.splitlines(True), "expected", "printed")
    return "".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("fbgen")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    fbgen = os.path.abspath(args.fbgen)
    names = args.names or find_cases()
    failed = 0
    print("TAP version 13\n1..%d" % len(names))
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        results = pool.map(lambda name: check(fbgen, name, args.update), names)
        for number, (name, difference) in enumerate(zip(names, results), 1):
            print("%s %d %s" % ("not ok" if difference else "ok", number, name))
            print("".join("# %s\n" % line for line in difference.splitlines()), end="")
            failed += bool(difference)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
