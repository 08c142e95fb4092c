"""Never stale, never too much: after each edit exactly what hangs on it runs, then nothing, and the firmware is that of a clean build.

One project goes through all edits in turn, once with `fbgen && ninja` and once with ninja alone, whose generator edge must notice the
same.  Two environments share what they can; the core lies in the project, the toolchain beside it.
"""
import os
import pathlib
import shutil
from collections import Counter

import pytest
from conftest import Project, ran_names

CORE = "core/cores/arduino/"
LONG_AGO = 1_600_000_000

INI = """[platformio]
default_envs = uno, mega
extra_configs = conf/*.ini

[values]
number = 1

[parent]
build_src_flags = -DSHARED=${values.number}

[env]
platform = atmelavr
framework = arduino
platform_packages =
    framework-arduino-avr @ symlink://core
    toolchain-atmelavr @ symlink://TOOLCHAIN
extends = parent
build_src_filter = +<*> -<opt/y.cpp>

[env:uno]
board = uno

[env:mega]
board = megaatmega2560
"""

FILES = {
    "conf/readme.txt": "",
    "src/main.ino": '#include <foo.h>\n#include "common.h"\nvoid setup() { foo(); Serial.begin(9600 + COMMON); first(); other(); }\n'
                    "void loop() { second(SHARED); }\n",
    "src/a_tab.ino": "void first() { second(2); }\n",
    "src/b_tab.ino": "void second(int n) { delay(n); }\n",
    "src/other.cpp": '#include <Arduino.h>\n#include "common.h"\n#if __has_include("asked.h")\n#define ASKED 1000\n#else\n#define ASKED 0\n'
                     "#endif\nvoid other() { delay(COMMON + ASKED); }\n",
    "src/opt/x.cpp": "#include <Arduino.h>\nvoid optional() { delay(10); }\n",
    "src/opt/y.cpp": "#include <Arduino.h>\nvoid optional() { delay(20); }\n",
    "src/opt/use.cpp": "void optional();\nstruct use { use() { optional(); } } use;\n",
    "include/common.h": "#define COMMON 1\nvoid other();\n",
    "lib/foo/src/foo.h": "#pragma once\nvoid foo();\n",
    "lib/foo/src/foo.cpp": '#include "foo.h"\n#include <Arduino.h>\nvoid foo() { delay(3); }\n',
    "lib/bar/bar.h": "#pragma once\nvoid bar();\n",
    "lib/bar/bar.cpp": '#include "bar.h"\n#include <Arduino.h>\nvoid bar() { delay(4); }\n',
}
OTHER = FILES["src/other.cpp"]
WITH_BAR = OTHER.replace("#include <Arduino.h>\n", "#include <Arduino.h>\n#include <bar.h>\n").replace("delay(", "bar(); delay(")


class Edited(Project):
    """The project under edit: writes as people and their tools do."""

    def put(self, path, text, time=None):
        """A file is written beside and renamed into place, with a date of its own where one is given."""
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        new = self.root.parent / "new"
        new.write_text(text)
        if time is not None:
            os.utime(new, (time, time))
        os.replace(new, file)

    def change(self, path, old, new):
        text = (self.root / path).read_text()
        assert old in text, (path, old)
        self.put(path, text.replace(old, new))

    def keep_size_and_time(self, path, old, new):
        assert len(old) == len(new)
        stat = (self.root / path).stat()
        self.change(path, old, new)
        os.utime(self.root / path, ns=(stat.st_atime_ns, stat.st_mtime_ns))

    def ini(self, old, new):
        self.change("platformio.ini", old, new)

    def remove(self, path):
        (self.root / path).unlink()

    def move(self, old, new):
        (self.root / old).rename(self.root / new)

    def link(self, path, target):
        new = self.root.parent / "link"
        new.symlink_to(target)
        os.replace(new, self.root / path)

    def firmware(self):
        return {env: self.hex(env) for env in ("uno", "mega")}


def times(n, *names):
    return Counter({name: n for name in names})


def objects(*sources, n=2):
    return times(n, *(s + ".o" for s in sources))


def links(*envs):
    return Counter(f"{env}/firmware.{suffix}" for env in envs for suffix in ("elf", "size", "hex"))


LINKS = links("uno", "mega")
INO = times(1, "sketch/src/main.ino.cpp", "sketch/src/main.ino.cpp.h")
UNITS = ("src/main.ino.cpp", "src/other.cpp", "src/opt/x.cpp", "src/opt/use.cpp")
NOTHING = Counter()


def project_units(n=2):
    return objects(*UNITS, n=n)


def library(name, *sources, n=2):
    return objects(*sources, n=n) + times(n, f"lib{name}.a")


def everything(core_sources, n=2):
    return (project_units(n) + library("foo", "lib/foo/src/foo.cpp", n=n)
            + library("FrameworkArduino", *core_sources, n=n))


def replace_toolchain(p, name="avr-gcc"):
    """Only fbgen can see it: nothing of the machine is an input of the manifest."""
    driver = p.root.parent / "toolchain/bin" / name
    stat = driver.stat()
    driver.write_text(driver.read_text() + "# another build\n")
    os.utime(driver, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    p.fbgen()


def header_only(p):
    p.remove("lib/bar/bar.cpp")
    p.put("lib/bar/bar.h", "#pragma once\n#include <Arduino.h>\ninline void bar() { delay(5); }\n")


def edits(core):
    """Name, what is done, and exactly what must run."""
    main, other = objects("src/main.ino.cpp"), objects("src/other.cpp")
    sketch = INO + main + LINKS
    bar = library("bar", "lib/bar/bar.cpp")
    foo = library("foo", "lib/foo/src/foo.cpp")
    everywhere = everything(core) + LINKS
    mega = everything(core, 1) + links("mega")
    return [
        ("one source", lambda p: p.change("src/other.cpp", "COMMON +", "2 * COMMON +"), other + LINKS),
        ("one header", lambda p: p.change("include/common.h", "1", "2"), main + other + LINKS),
        ("header of a library", lambda p: p.change("lib/foo/src/foo.h", "void foo();", "void foo();\n#define FOO"),
         foo + main + LINKS),
        ("source of a library", lambda p: p.change("lib/foo/src/foo.cpp", "3", "33"), foo + LINKS),
        ("new source", lambda p: p.put("src/deep/new.cpp", "int fresh = 1;\n"), objects("src/deep/new.cpp") + LINKS),
        ("renamed source", lambda p: p.move("src/deep/new.cpp", "src/deep/renamed.cpp"), objects("src/deep/renamed.cpp") + LINKS),
        ("moved source", lambda p: p.move("src/deep/renamed.cpp", "src/renamed.cpp"), objects("src/renamed.cpp") + LINKS),
        ("deleted source", lambda p: p.remove("src/renamed.cpp"), LINKS),
        ("new header that nobody includes", lambda p: p.put("src/nobody.h", "#error nobody\n"), NOTHING),
        ("nearer header, of old date", lambda p: p.put("src/common.h", "#define COMMON 77\nvoid other();\n", LONG_AGO),
         main + other + LINKS),
        ("nearer header removed", lambda p: p.remove("src/common.h"), main + other + LINKS),
        ("name that __has_include asks for", lambda p: p.put("include/asked.h", "", LONG_AGO), other + LINKS),
        ("that name removed", lambda p: p.remove("include/asked.h"), other + LINKS),
        ("header that shadows one of the core", lambda p: p.put("include/binary.h", "#define B1 1\n", LONG_AGO), NOTHING),
        ("that header removed", lambda p: p.remove("include/binary.h"), NOTHING),
        ("header that shadows one of the toolchain",
         lambda p: p.put("include/inttypes.h", "#include_next <inttypes.h>\n", LONG_AGO), None),
        ("that header removed too", lambda p: p.remove("include/inttypes.h"), None),
        ("library nobody includes", lambda p: p.put("lib/spare/spare.cpp", "int spare;\n"), NOTHING),
        ("that library removed", lambda p: shutil.rmtree(p.root / "lib/spare"), NOTHING),
        ("#include of a new library", lambda p: p.put("src/other.cpp", WITH_BAR), bar + project_units() + LINKS),
        ("source of the new library", lambda p: p.change("lib/bar/bar.cpp", "4", "44"), bar + LINKS),
        ("library turned header-only", header_only, other + LINKS),
        ("library's #include removed", lambda p: p.put("src/other.cpp", OTHER), project_units() + LINKS),
        ("library.json with flags",
         lambda p: p.put("lib/foo/library.json", '{"name": "foo", "version": "1.0.0", "build": {"flags": "-DFOO_FLAG=1"}}'), foo + LINKS),
        ("flags of library.json", lambda p: p.change("lib/foo/library.json", "=1", "=2"), foo + LINKS),
        ("library.json removed", lambda p: p.remove("lib/foo/library.json"), foo + LINKS),
        ("build_src_flags", lambda p: p.ini("build_src_flags = -DSHARED", "build_src_flags = -DMORE -DSHARED"), project_units() + LINKS),
        ("an interpolated value", lambda p: p.ini("number = 1", "number = 2"), project_units() + LINKS),
        ("an interpolated value written out", lambda p: p.ini("${values.number}", "2"), NOTHING),
        ("a parent section", lambda p: p.ini("SHARED=2", "SHARED=3"), project_units() + LINKS),
        ("build_flags", lambda p: p.ini("[env]\n", "[env]\nbuild_flags = -DGLOBAL\n"), everywhere),
        ("build_unflags", lambda p: p.ini("[env]\n", "[env]\nbuild_unflags = -Os\n"),
         everywhere - objects(*(c for c in core if c.endswith(".S")))),
        ("both removed", lambda p: p.ini("build_unflags = -Os\nbuild_flags = -DGLOBAL\n", ""), everywhere),
        ("board", lambda p: p.ini("megaatmega2560", "megaADK"), mega),
        ("f_cpu", lambda p: p.ini("board = megaADK\n", "board = megaADK\nboard_build.f_cpu = 8000000L\n"), mega),
        ("monitor_speed", lambda p: p.ini("[env]\n", "[env]\nmonitor_speed = 115200\n"), NOTHING),
        ("comment in the ini", lambda p: p.ini("[env]\n", "; a comment\n[env]\n"), NOTHING),
        ("touch of the ini", lambda p: os.utime(p.root / "platformio.ini"), NOTHING),
        ("touch of a folder", lambda p: os.utime(p.root / "src"), NOTHING),
        ("chmod of a source", lambda p: (p.root / "src/other.cpp").chmod(0o600), NOTHING),
        ("new environment", lambda p: p.ini("= uno, mega\n", "= uno, mega, third\n[env:third]\nboard = uno\n"), links("third")),
        ("environment removed", lambda p: p.ini("= uno, mega, third\n[env:third]\nboard = uno\n", "= uno, mega\n"), NOTHING),
        ("core file", lambda p: p.change(CORE + "wiring_shift.c", "#include", "/* edited */\n#include"),
         library("FrameworkArduino", CORE + "wiring_shift.c") + LINKS),
        ("older core file", lambda p: p.put(CORE + "wiring_shift.c", '#include "wiring_private.h"\n', LONG_AGO),
         library("FrameworkArduino", CORE + "wiring_shift.c") + LINKS),
        ("toolchain replaced", replace_toolchain, everywhere + times(1, "libFrameworkArduinoVariant.a")),
        ("another driver of the toolchain replaced", lambda p: replace_toolchain(p, "avr-g++"),
         everywhere + times(1, "libFrameworkArduinoVariant.a")),
        (".ino tab added", lambda p: p.put("src/c_tab.ino", "void third() { delay(9); }\n"), sketch),
        (".ino tab edited", lambda p: p.change("src/c_tab.ino", "9", "99"), sketch),
        (".ino tab replaced by an older file", lambda p: p.put("src/c_tab.ino", "void third() { delay(7); }\n", LONG_AGO), sketch),
        (".ino tab removed", lambda p: p.remove("src/c_tab.ino"), sketch),
        ("build_src_filter turned round", lambda p: p.ini("-<opt/y.cpp>", "-<opt/x.cpp>"), objects("src/opt/y.cpp") + LINKS),
        ("and back", lambda p: p.ini("-<opt/x.cpp>", "-<opt/y.cpp>"), objects("src/opt/x.cpp") + LINKS),
        ("source replaced by an older file", lambda p: p.put("src/other.cpp", OTHER.replace("COMMON +", "5 +"), LONG_AGO), other + LINKS),
        ("header replaced by an older file", lambda p: p.put("include/common.h", "#define COMMON 8\nvoid other();\n", LONG_AGO),
         main + other + LINKS),
        ("source changed with size and date kept", lambda p: p.keep_size_and_time("src/other.cpp", "5 +", "6 +"), other + LINKS),
        ("header changed with size and date kept", lambda p: p.keep_size_and_time("include/common.h", "8", "9"), main + other + LINKS),
        ("header becomes a link", lambda p: (p.put("one.h", "#define COMMON 11\nvoid other();\n", LONG_AGO),
                                             p.put("two.h", "#define COMMON 22\nvoid other();\n", LONG_AGO),
                                             p.link("include/common.h", "../one.h")), main + other + LINKS),
        ("link pointed elsewhere", lambda p: p.link("include/common.h", "../two.h"), main + other + LINKS),
        ("extra_configs file added by glob", lambda p: p.put("conf/a.ini", "[env:uno]\nbuild_src_flags = -DSHARED=5\n"),
         project_units(1) + links("uno")),
        ("extra_configs file edited", lambda p: p.change("conf/a.ini", "5", "6"), project_units(1) + links("uno")),
        ("extra_configs file removed", lambda p: p.remove("conf/a.ini"), project_units(1) + links("uno")),
        ("build_type", lambda p: p.ini("[env]\n", "[env]\nbuild_type = debug\n"), everywhere),
        ("build_type back", lambda p: p.ini("build_type = debug\n", ""), everywhere),
    ]


@pytest.fixture(scope="module")
def parts(tmp_path_factory):
    """A core and a toolchain that may be edited, from the packages that the other tests build with."""
    probe = Project(tmp_path_factory.mktemp("probe"))
    probe.write("platformio.ini", "[env:uno]\nplatform = atmelavr\nboard = uno\nframework = arduino\n")
    probe.write("src/main.cpp", "#include <Arduino.h>\nvoid setup() {}\nvoid loop() {}\n")
    probe.fbgen()
    tools = next((probe.root / ".fbgen/tool").iterdir()).resolve()
    cores = [p for p in (probe.root / ".fbgen/store").resolve().glob("*") if (p / "cores/arduino/Arduino.h").exists()]
    return tools, cores[0]


@pytest.fixture
def edited(tmp_path, parts):
    tools, core = parts
    toolchain = tmp_path / "toolchain/bin"
    toolchain.mkdir(parents=True)
    for tool in sorted(tools.glob("avr-*")):
        (toolchain / tool.name).write_text(f'#!/bin/sh\nexec {tool} "$@"\n')
        (toolchain / tool.name).chmod(0o755)
        os.utime(toolchain / tool.name, (LONG_AGO, LONG_AGO))
    project = Edited(tmp_path / "project")
    project.root.mkdir()
    shutil.copytree(core, project.root / "core")
    for file in project.root.glob("core/**/*"):
        file.chmod(0o755 if file.is_dir() else 0o644)
    for path, text in FILES.items():
        project.put(path, text, LONG_AGO)
    project.put("platformio.ini", INI.replace("TOOLCHAIN", str(toolchain.parent)), LONG_AGO)
    return project


CLEAN = {}


def clean_build(project, name):
    """The firmware of the project as it stands, built in another folder that holds nothing else; once per edit."""
    if name not in CLEAN:
        root = project.root.parent / "clean"
        shutil.copytree(project.root, root, symlinks=True,
                        ignore=shutil.ignore_patterns(".fbgen", "build.ninja", "compile_commands.json"))
        clean = Edited(root)
        clean.build()
        CLEAN[name] = clean.firmware()
        shutil.rmtree(root)
    return CLEAN[name]


def ran(project, generate):
    """What ran, by name; a name counts as often as it ran in another folder of objects."""
    if generate:
        project.fbgen()
    return Counter(name for output in project.ran() for name in ran_names({output}))


def check(project, generate, name, wanted):
    """The faults of one edit."""
    got = ran(project, generate)
    if wanted is not None and got != wanted:
        yield f"{name}: ran too much {dict(got - wanted)}, too little {dict(wanted - got)}"
    again = ran(project, generate)
    if again:
        yield f"{name}: ran again {dict(again)}"
    if wanted != NOTHING and project.firmware() != clean_build(project, name):
        yield f"{name}: the firmware is not that of a clean build"


@pytest.mark.parametrize("generate", [True, False], ids=["fbgen-and-ninja", "ninja-alone"])
def test_every_edit_runs_exactly_what_hangs_on_it(edited, generate):
    edited.build()
    first = edited.firmware()
    core = [CORE + p.name for p in (edited.root / CORE).iterdir() if p.suffix in (".c", ".cpp", ".S")]
    backup = edited.root.parent / "backup"
    shutil.copytree(edited.root, backup, symlinks=True, ignore=shutil.ignore_patterns(".fbgen", "build.ninja", "compile_commands.json"))
    assert not ran(edited, generate)
    faults = []
    for name, edit, wanted in edits(core):
        before = edited.firmware()
        edit(edited)
        faults += check(edited, generate, name, wanted)
        if wanted == NOTHING and edited.firmware() != before:
            faults.append(f"{name}: the firmware changed")
    # Everything is put back, with its old dates.
    for file in backup.rglob("*"):
        place = edited.root / file.relative_to(backup)
        if file.is_file() and (place.is_symlink() or not place.exists() or place.read_bytes() != file.read_bytes()):
            edited.put(place.relative_to(edited.root), file.read_text(), file.stat().st_mtime)
    edited.remove("src/nobody.h")
    ran(edited, generate)
    if ran(edited, generate):
        faults.append("everything put back: ran again")
    if edited.firmware() != first:
        faults.append("everything put back: the firmware is not the first one")
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("generate", [True, False], ids=["fbgen-and-ninja", "ninja-alone"])
def test_what_is_broken_and_cured_builds_nothing(edited, generate):
    edited.build()
    first = edited.firmware()
    ini = (edited.root / "platformio.ini").read_text()
    edited.put("platformio.ini", "board = uno\n" + ini)
    assert (edited.fbgen(ok=False) if generate else edited.ninja(ok=False)).status != 0
    edited.put("platformio.ini", ini)
    assert not ran(edited, generate)
    edited.put("src/other.cpp", OTHER + "int broken\n")
    if generate:
        edited.fbgen()
    assert edited.ninja(ok=False).status != 0
    edited.put("src/other.cpp", OTHER, LONG_AGO)
    ran(edited, generate)
    assert not ran(edited, generate)
    assert edited.firmware() == first


def test_an_edit_put_back_before_a_build_builds_nothing(edited):
    edited.build()
    edited.change("src/other.cpp", "COMMON +", "5 +")
    edited.fbgen()
    edited.put("src/other.cpp", OTHER, LONG_AGO)
    assert not ran(edited, True)


def test_only_products_of_the_graph_are_removed(edited):
    edited.build()
    mine = edited.root / ".fbgen/obj/mine.txt"
    mine.write_text("mine\n")
    objects_before = {p.name for p in edited.root.glob(".fbgen/obj/*/src/*.o")}
    assert "other.cpp.o" in objects_before
    edited.change("src/main.ino", "other();", "")
    edited.remove("src/other.cpp")
    edited.build()
    assert not list(edited.root.glob(".fbgen/obj/*/src/other.cpp.o"))
    assert mine.exists() and list(edited.root.glob(".fbgen/obj/*/src/main.ino.cpp.o"))


def test_a_killed_generation_is_done_again(edited):
    """Whatever is on disk when fbgen dies, the next run makes good."""
    edited.build()
    wanted = (edited.root / "build.ninja").read_bytes()
    edited.ini("number = 1", "number = 2")
    edited.fbgen()
    changed = (edited.root / "build.ninja").read_bytes()
    assert changed != wanted
    state = (edited.root / ".fbgen/state").read_bytes()
    edited.ini("number = 2", "number = 1")
    edited.fbgen()
    # The manifest of before with the state of after, and the state cut off.
    for text in (state, state[:len(state) // 2], b""):
        (edited.root / "build.ninja").write_bytes(changed)
        (edited.root / ".fbgen/state").write_bytes(text)
        edited.fbgen()
        assert (edited.root / "build.ninja").read_bytes() == wanted


def test_two_runs_at_once_agree(edited):
    import subprocess
    from conftest import FBGEN
    edited.build()
    wanted = (edited.root / "build.ninja").read_bytes()
    (edited.root / ".fbgen/state").unlink()
    (edited.root / "build.ninja").unlink()
    runs = [subprocess.Popen([FBGEN, "--source", "distro"], cwd=edited.root, env=edited.env) for _ in range(4)]
    assert [r.wait() for r in runs] == [0] * 4
    assert (edited.root / "build.ninja").read_bytes() == wanted
    assert not ran(edited, True)
    assert not [p for p in pathlib.Path(edited.root / ".fbgen").iterdir() if p.name.startswith(".build")]
