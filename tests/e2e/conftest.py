"""What the end-to-end tests share: the programs, projects in fresh folders, ninja's own word on what ran.

FBGEN and FBFETCH name the programs; the packages of Debian that the tests build with are installed once into a store that
all of them share (FBGEN_HOME, or a folder beside the build).
"""
import os
import pathlib
import re
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FBGEN = os.environ.get("FBGEN", str(ROOT / "build/src/gen/fbgen"))
FBFETCH = os.environ.get("FBFETCH", str(ROOT / "build/src/fetch/fbfetch"))
STORE = os.environ.get("FBGEN_HOME", str(pathlib.Path(FBGEN).parents[2] / "test-store"))

# meson's, for the shim of injected faults; users have none.
os.environ.pop("LD_LIBRARY_PATH", None)

UNO = "[env:uno]\nplatform = atmelavr\nboard = uno\nframework = arduino\n"
BLINK = """#include <Arduino.h>
void setup() { pinMode(LED_BUILTIN, OUTPUT); Serial.begin(9600); Serial.println("up"); }
void loop() { digitalWrite(LED_BUILTIN, HIGH); delay(500); }
"""
# Ends a run in the simulator: nothing wakes a processor that sleeps without interrupts.
HALT = "Serial.flush(); cli(); sleep_enable(); sleep_cpu();"


class Result:
    def __init__(self, done):
        self.status, self.out, self.err = done.returncode, done.stdout, done.stderr

    @property
    def text(self):
        return self.out + self.err


class Project:
    """A project folder and the programs run in it."""

    def __init__(self, root):
        self.root = pathlib.Path(root)
        self.env = {k: v for k, v in os.environ.items() if not k.startswith("PLATFORMIO_")}
        self.env.update(FBGEN_HOME=STORE, NO_COLOR="1", NINJA_STATUS="")

    def write(self, path, text, mode="w"):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        with open(file, mode) as f:
            f.write(text)
        return file

    def run(self, *argv, ok=True, **kwargs):
        done = subprocess.run([str(a) for a in argv], cwd=kwargs.pop("cwd", self.root), env=self.env, text=True, errors="surrogateescape",
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300, **kwargs)
        result = Result(done)
        if ok:
            assert result.status == 0, f"{argv}: status {result.status}\n{result.text}"
        return result

    def fbgen(self, *args, ok=True, **kwargs):
        if "--source" not in args and (not args or args[0] in ("build", "-e") or args[0].startswith("--")):
            args = (*args, "--source", "distro") if "--" not in args else args
        return self.run(FBGEN, *args, ok=ok, **kwargs)

    def ninja(self, *args, ok=True, **kwargs):
        return self.run("ninja", *args, ok=ok, **kwargs)

    def build(self):
        self.fbgen()
        return self.ninja()

    def ran(self, *targets):
        """The outputs whose commands ninja ran just now, build.ninja apart; `self` must be up to date afterwards."""
        log = self.root / ".fbgen/.ninja_log"
        before = log.read_text().splitlines() if log.exists() else []
        self.ninja(*targets)
        after = log.read_text().splitlines() if log.exists() else []
        # ninja may rewrite the log; a line that was not there before is a command that ran.
        new = [line for line in after if line not in set(before)]
        outputs = {line.split("\t")[3] for line in new if not line.startswith("#")}
        return outputs - {"build.ninja"}

    def assert_no_work(self):
        assert "no work to do" in self.ninja().out

    def hex(self, env="uno"):
        return (self.root / f".fbgen/{env}/firmware.hex").read_bytes()


def ran_names(outputs):
    """Outputs with the folders that only tell variants apart taken out: '.fbgen/obj/HASH/src/a.cpp.o' → 'src/a.cpp.o'."""
    return {re.sub(r"^\.fbgen/(obj/[0-9a-f]+/)?", "", o) for o in outputs}


@pytest.fixture
def project(tmp_path):
    return Project(tmp_path / "project") if (tmp_path / "project").mkdir() is None else None


@pytest.fixture
def uno(project):
    project.write("platformio.ini", UNO)
    project.write("src/main.cpp", BLINK)
    return project


@pytest.fixture
def example(tmp_path):
    """A copy of one of the examples."""
    def copy(name):
        root = tmp_path / name
        shutil.copytree(ROOT / "examples" / name, root,
                        ignore=shutil.ignore_patterns(".fbgen", "build.ninja", "compile_commands.json"))
        return Project(root)
    return copy
