#!/usr/bin/env python3
"""Compare what fbgen prints about faulty projects with what it should print.

usage: run.py FBGEN [--update] [--jobs N] [NAME...]

A case is one of

    NAME.ini    a platformio.ini that 'fbgen config' reads; beside it NAME.err, what must be printed
    NAME.case   a project in parts, each behind a line '@@ PART'; the run is 'fbgen ARGS', which generates
    NAME/       a folder with the files of a project and, beside them, parts as files; the run is 'fbgen config'

The parts:

    args         the words behind 'fbgen -C PROJECT'; {dir} is the project's folder
    env          NAME=VALUE lines, set for the run
    setup        a shell script that runs in the project's folder before fbgen
    file PATH    (.case only) a file of the project; without one of platformio.ini and of src/, NATIVE and MAIN below
    expected     what must be printed

What must be printed: 'exit N'; 'wrote …' with what is new or other in the project's folder, if anything is; and all of stderr.
A file under a temporary name that was left in the project is told too. The project's folder is shown as '{dir}', fbgen's own as
'{root}'. --update writes what was printed; read it before it is committed.
"""
import argparse
import concurrent.futures
import difflib
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PARTS = ("expected", "args", "env", "setup")
NATIVE = "[env:native]\nplatform = native\n"
MAIN = "int main(void) { return 0; }\n"
TEMPORARY = re.compile(r"^\.write\.\d+$|\.\d+$")


def read(path):
    return path.read_text(encoding="utf-8", errors="surrogateescape")


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", errors="surrogateescape")


class Case:
    """The parts of a case, and the file that --update rewrites."""

    def __init__(self, name):
        self.files, self.parts, self.folder = {}, {}, HERE / name
        self.case = HERE / (name + ".case")
        if self.case.exists():
            self.read_parts()
        elif self.folder.is_dir():
            self.parts = {p: read(self.folder / p) for p in PARTS if (self.folder / p).exists()}
            self.parts.setdefault("args", "config")
        else:
            self.files = {"platformio.ini": read(HERE / (name + ".ini"))}
            expected = HERE / (name + ".err")
            self.parts = {"args": "config", "expected": read(expected) if expected.exists() else ""}

    def read_parts(self):
        words = re.split(r"^@@ (.*)\n", read(self.case), flags=re.M)
        for part, text in zip(words[1::2], words[2::2]):
            if part.startswith("file "):
                self.files[part[5:]] = text
            elif part in PARTS:
                self.parts[part] = text
            else:
                raise SystemExit("%s: unknown part '%s'" % (self.case, part))
        self.files.setdefault("platformio.ini", NATIVE)
        if not any(f.startswith("src/") for f in self.files):
            self.files["src/main.c"] = MAIN

    def lay_out(self, root):
        for path, text in self.files.items():
            write(root / path, text)
        if self.folder.is_dir():
            shutil.copytree(self.folder, root, dirs_exist_ok=True, ignore=lambda d, names: [
                n for n in names if d == str(self.folder) and n in PARTS])
        subprocess.run(["sh", "-e", "-c", self.parts.get("setup", "")], cwd=root, check=True, stdout=subprocess.DEVNULL)

    def update(self, name, printed):
        if self.case.exists():
            head = re.sub(r"^@@ expected\n.*", "", read(self.case), flags=re.M | re.S)
            write(self.case, head + "@@ expected\n" + printed)
        else:
            write(self.folder / "expected" if self.folder.is_dir() else HERE / (name + ".err"), printed)


def find_cases():
    return sorted({f.stem for f in HERE.iterdir() if f.suffix in (".ini", ".case")}
                  | {f.name for f in HERE.iterdir() if f.is_dir() and not f.name.startswith((".", "_"))})


def environment(root, case):
    env = {k: v for k, v in os.environ.items() if not k.startswith("PLATFORMIO_")}
    env.update(NO_COLOR="1", HOME=str(root.parent / "home"), LC_ALL="C.UTF-8", SOURCE_DATE_EPOCH="1000000000",
               FBGEN_HOME=str(root.parent / "store"))
    env.update(line.replace("{dir}", str(root)).split("=", 1) for line in case.parts.get("env", "").splitlines())
    return env


def snapshot(root):
    """What tells whether an entry of the project's folder was touched."""
    def look(path):
        return path.lstat().st_ino, path.lstat().st_mtime_ns
    return {e.name: look(e) for e in root.iterdir()}


def temporaries(root):
    return sorted(str(f.relative_to(root)) for f in root.rglob("*") if TEMPORARY.search(f.name))


def run(fbgen, case, root):
    case.lay_out(root)
    before = snapshot(root)
    words = [w.replace("{dir}", str(root)) for w in shlex.split(case.parts.get("args", ""))]
    try:
        done = subprocess.run([fbgen, "-C", str(root)] + words, env=environment(root, case), stdin=subprocess.DEVNULL, timeout=60,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    except subprocess.TimeoutExpired:
        return "still running after a minute\n"
    after = snapshot(root)
    wrote = sorted(n for n in after if after[n] != before.get(n))
    text = "exit %d\n" % done.returncode + "".join("wrote %s\n" % " ".join(wrote) for _ in wrote[:1])
    text += "".join("left %s\n" % path for path in temporaries(root))
    printed = done.stderr.decode("utf-8", "surrogateescape")
    return text + printed.replace(str(root), "{dir}").replace(str(root.parent), "{top}").replace(str(ROOT), "{root}")


def check(fbgen, name, update):
    case = Case(name)
    with tempfile.TemporaryDirectory(prefix="fbgen-errors-") as top:
        root = pathlib.Path(os.path.realpath(top)) / "project"
        root.mkdir()
        printed = run(fbgen, case, root)
    if update:
        case.update(name, printed)
        return ""
    want = case.parts.get("expected", "")
    return "".join(difflib.unified_diff(want.splitlines(True), printed.splitlines(True), "expected", "printed"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("fbgen")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_intermixed_args()
    fbgen = os.path.abspath(args.fbgen)
    names = args.names or find_cases()
    failed = 0
    print("TAP version 13\n1..%d" % len(names))
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        results = pool.map(lambda name: check(fbgen, name, args.update), names)
        for number, (name, difference) in enumerate(zip(names, results), 1):
            print("%s %d %s" % ("not ok" if difference else "ok", number, name))
            print("".join("# %s\n" % line for line in difference.splitlines()), end="", flush=True)
            failed += bool(difference)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
