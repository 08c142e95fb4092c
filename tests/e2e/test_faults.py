"""What goes wrong outside the project's text: permissions, full and failing disks, odd files, other processes, sudden death.

Whatever happens, build.ninja is the old or the new one, never a piece of one, and the next run puts everything right.
FBGEN_SWEEP=all sweeps every system call with several faults; without it a sample is swept.
"""
import errno
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import time

import pytest
from conftest import FBFETCH, FBGEN, STORE, Project

NATIVE = "[env:native]\nplatform = native\nbuild_flags = -DLEVEL=1\n"
INJECT = pathlib.Path(FBGEN).parents[2] / "tests/fault/inject.so"
SWEEP_ALL = os.environ.get("FBGEN_SWEEP") == "all"
SETPRIV = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
OUTPUTS = ["build.ninja", "compile_commands.json", ".fbgen/native/compile_commands.json"]

needs_setpriv = pytest.mark.skipif(os.geteuid() == 0 and not shutil.which("setpriv"),
                                   reason="root is not stopped by permissions, and setpriv is not on PATH")
needs_inject = pytest.mark.skipif(not INJECT.exists(), reason=f"{INJECT.name} is not built")


@pytest.fixture
def host(project):
    """A small project for this machine: a source, a header, a library, a sub-folder."""
    project.write("platformio.ini", NATIVE)
    project.write("src/main.c", '#include "level.h"\n#include <greet.h>\nint main(void) { return greet(); }\n')
    project.write("src/level.h", "#define LEVELS 2\n")
    project.write("src/more/part.c", "int part;\n")
    project.write("lib/greet/greet.h", "int greet(void);\n")
    project.write("lib/greet/greet.c", "int greet(void) { return 0; }\n")
    project.write("lib/greet/library.json", '{"name": "greet", "version": "1.0.0"}\n')
    return project


def outputs(root):
    """What generation wrote, with the folder's own name taken out so that two projects can be compared."""
    read = {}
    for name in OUTPUTS:
        file = root / name
        read[name] = file.read_text().replace(str(root), "ROOT") if file.exists() else None
    return read


def copy_of(project, root):
    """The project without anything that was generated."""
    shutil.copytree(project.root, root, symlinks=True,
                    ignore=shutil.ignore_patterns(".fbgen", "build.ninja", "compile_commands.json"))
    return Project(root)


def reference(project, tmp_path):
    """What a first run in a fresh folder writes."""
    fresh = copy_of(project, tmp_path / "reference")
    fresh.run(FBGEN)
    return outputs(fresh.root)


def assert_nothing_left(root):
    left = [str(f) for f in root.rglob("*") if f.name.startswith(".write.") or f.suffix[1:].isdigit()]
    assert not left


def assert_recovers(project, expected):
    """A run without faults gives the reference, leaves nothing behind, and the next one has nothing to do."""
    project.run(FBGEN)
    assert outputs(project.root) == expected
    assert_nothing_left(project.root)
    before = (project.root / "build.ninja").stat().st_mtime_ns
    project.run(FBGEN)
    assert (project.root / "build.ninja").stat().st_mtime_ns == before


# ---- permissions: as a user whom they stop ---------------------------------------------------------------------------------------------

@pytest.fixture
def plain_user(tmp_path_factory):
    """Runs fbgen as an unprivileged user in a project of theirs."""
    top = pathlib.Path(subprocess.run(["mktemp", "-d"], capture_output=True, text=True, check=True).stdout.strip())
    top.chmod(0o755)
    home, store = top / "home", top / "store"
    for folder in (home, store):
        folder.mkdir()
    if not os.access(FBGEN, os.X_OK) or not can_reach(FBGEN):
        programs = top / "bin"
        programs.mkdir()
        for program in (FBGEN, FBFETCH):
            shutil.copy(program, programs)
        shutil.copytree(pathlib.Path(__file__).parents[2] / "boards", top / "boards")

    def run(project, *args):
        if os.geteuid() == 0:
            subprocess.run(["chown", "-hR", "65534:65534", top], check=True)
        project.env.update(HOME=str(home), FBGEN_HOME=str(store))
        own = top / "bin/fbgen"
        if own.exists():
            project.env["FBGEN_DATA"] = str(top / "boards")
        prefix = SETPRIV if os.geteuid() == 0 else []
        return project.run(*prefix, own if own.exists() else FBGEN, *args, ok=False)

    def move(project):
        root = top / "project"
        shutil.copytree(project.root, root, symlinks=True)
        project.root = root
        return project

    run.move = move
    yield run
    subprocess.run(["chmod", "-R", "u+rwX", top], check=False)
    shutil.rmtree(top, ignore_errors=True)


def can_reach(path):
    """Whether everybody may pass through the folders above a file."""
    return all(p.stat().st_mode & 0o005 == 0o005 for p in pathlib.Path(path).resolve().parents)


@needs_setpriv
@pytest.mark.parametrize("path, mode, what", [
    ("platformio.ini", 0, "cannot read"),
    ("src/main.c", 0, "cannot read"),
    ("src/level.h", 0, "cannot read"),
    ("src", 0, "cannot list the folder"),
    ("src/more", 0, "cannot list the folder"),
    ("lib", 0, "cannot list the folder"),
    ("lib/greet", 0, "cannot list the folder"),
    ("lib/greet/library.json", 0, "cannot read"),
    ("lib/greet/greet.c", 0, "cannot read"),
    ("boards/mine.yaml", 0, "cannot read"),
    ("boards", 0, "cannot list the folder"),
    ("build.ninja", 0, "cannot read"),
])
def test_what_may_not_be_read_is_named(host, plain_user, path, mode, what):
    host.write("boards/mine.yaml", "platform: native\nboards: {}\n")
    project = plain_user.move(host)
    if path == "build.ninja":
        assert plain_user(project).status == 0
    (project.root / path).chmod(mode)
    failed = plain_user(project)
    (project.root / path).chmod(0o755)
    assert failed.status == 3, failed.text
    assert failed.err.startswith(f"{path}: error: {what}: Permission denied\nhelp: "), failed.err
    if path != "build.ninja":
        assert not (project.root / "build.ninja").exists()
    assert plain_user(project).status == 0


@needs_setpriv
@pytest.mark.parametrize("path, named", [(".", ".fbgen"), (".fbgen", ".fbgen/.gitignore")])
def test_a_folder_that_may_not_be_written(host, plain_user, path, named):
    project = plain_user.move(host)
    (project.root / ".fbgen").mkdir() if path == ".fbgen" else None
    (project.root / path).chmod(0o555)
    failed = plain_user(project)
    (project.root / path).chmod(0o755)
    assert failed.status == 3 and failed.err.startswith(f"{named}: error: "), failed.text
    assert "Permission denied\nhelp: " in failed.err
    assert not (project.root / "build.ninja").exists()
    assert plain_user(project).status == 0


@needs_setpriv
def test_a_project_that_became_read_only_keeps_its_manifest(host, plain_user):
    project = plain_user.move(host)
    assert plain_user(project).status == 0
    old = (project.root / "build.ninja").read_bytes()
    project.write("platformio.ini", NATIVE.replace("LEVEL=1", "LEVEL=2"))
    for path in (project.root, project.root / ".fbgen"):
        path.chmod(0o555)
    failed = plain_user(project)
    for path in (project.root, project.root / ".fbgen"):
        path.chmod(0o755)
    assert failed.status == 3 and "Permission denied" in failed.err
    assert (project.root / "build.ninja").read_bytes() == old
    assert plain_user(project).status == 0
    assert "LEVEL=2" in (project.root / "build.ninja").read_text()


# ---- missing programs and packages -----------------------------------------------------------------------------------------------------

def path_without(tmp_path, *names):
    """A PATH of one folder with links to what stands on the present one, those names apart."""
    folder = tmp_path / "path"
    folder.mkdir()
    for directory in os.environ["PATH"].split(":"):
        for program in sorted(pathlib.Path(directory).iterdir()) if os.path.isdir(directory) else []:
            link = folder / program.name
            if program.name not in names and not link.is_symlink():
                link.symlink_to(program)
    return str(folder)


def test_build_without_ninja_says_where_it_comes_from(host, tmp_path):
    host.env["PATH"] = path_without(tmp_path, "ninja")
    failed = host.run(FBGEN, "build", ok=False)
    assert (failed.status, failed.err) == (3, "error: ninja is not on PATH\nhelp: apt-get install ninja-build\n")


def test_no_compiler_for_this_machine(host, tmp_path):
    host.env["PATH"] = path_without(tmp_path, "gcc")
    failed = host.run(FBGEN, ok=False)
    assert failed.status == 4 and "'gcc' is not on PATH\n" in failed.err and "help: " in failed.err, failed.err


@pytest.fixture
def own_store(tmp_path):
    """A copy of the packages that may be spoilt."""
    store = tmp_path / "store"
    subprocess.run(["cp", "-a", STORE, store], check=True)
    yield store
    subprocess.run(["chmod", "-R", "u+w", store], check=True)
    shutil.rmtree(store)


def test_a_store_that_was_cleared_away(uno, own_store):
    uno.fbgen()
    uno.env["FBGEN_HOME"] = str(own_store)
    uno.fbgen()
    uno.ninja()
    reference_hex = uno.hex()
    subprocess.run(["chmod", "-R", "u+w", own_store / "trees"], check=True)
    shutil.rmtree(own_store / "trees")
    failed = uno.fbgen("--offline", "--source", "distro", ok=False)
    assert failed.status == 4 and "is not in the store, and --offline" in failed.err
    assert "help: run it once without --offline\n" in failed.err
    uno.env["FBGEN_HOME"] = STORE
    uno.fbgen()
    uno.ninja()
    assert uno.hex() == reference_hex


# ---- full and failing disks ------------------------------------------------------------------------------------------------------------

@pytest.fixture
def small_disk(tmp_path):
    """A file system that can be filled up."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk], capture_output=True, text=True)
    if mounted.returncode != 0:
        pytest.skip("no tmpfs may be mounted here; the injected faults stand for it")
    yield disk
    subprocess.run(["umount", "--lazy", disk], check=True)


def fill(disk, leave):
    """Leave so many bytes on a disk."""
    ballast = disk / "ballast"
    with open(ballast, "wb", buffering=0) as f:
        try:
            while True:
                f.write(b"x" * 4096)
        except OSError as e:
            assert e.errno == errno.ENOSPC
        f.truncate(max(0, f.tell() - leave))
    return ballast


@pytest.mark.parametrize("leave", [0, 4096, 8192, 16384, 24576, 32768])
def test_a_full_disk_keeps_the_old_manifest(host, small_disk, tmp_path, leave):
    project = copy_of(host, small_disk / "project")
    project.run(FBGEN)
    old = outputs(project.root)
    project.write("platformio.ini", NATIVE.replace("LEVEL=1", "LEVEL=2"))
    new = reference(project, tmp_path)
    ballast = fill(small_disk, leave)
    result = project.run(FBGEN, ok=False)
    now = outputs(project.root)
    assert now["build.ninja"] in (old["build.ninja"], new["build.ninja"]), "a piece of a manifest"
    if result.status == 0:
        assert now == new
    else:
        assert result.status == 3 and "No space left on device\nhelp: the disk is full" in result.err, result.text
        if "build.ninja" in result.err.split(":")[0]:
            assert now["build.ninja"] == old["build.ninja"]
    assert_nothing_left(project.root)
    ballast.unlink()
    assert_recovers(project, new)


def injected(project, side, number, error, log):
    """One run in which a system call fails; what it was, or None where there was no such call."""
    log.unlink(missing_ok=True)
    env = dict(project.env, LD_PRELOAD=str(INJECT), INJECT_CALL=side, INJECT_AT=str(number), INJECT_ERRNO=str(error),
               INJECT_BELOW=str(project.root.resolve()), INJECT_LOG=str(log))
    done = subprocess.run([FBGEN], cwd=project.root, env=env, text=True, stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
    return done, log.read_text().rstrip("\n").split(" ", 1) if log.exists() else None


def check_fault(project, done, fault, error, old, new):
    """A run with a failed call did its work, or says what failed and why."""
    what = f"{fault}, {os.strerror(error)}: status {done.returncode}\n{done.stderr}"
    now = outputs(project.root)
    assert now["build.ninja"] in (old["build.ninja"], new["build.ninja"]), what
    if done.returncode == 0:
        assert now == new or "compile commands were not written by fbgen" in done.stderr, what
        return
    assert done.returncode == 3, what
    path = os.path.relpath(fault[1], project.root.resolve()) if fault[1].startswith("/") else fault[1]
    named = [line.split(": error: ")[0] for line in done.stderr.splitlines() if ": error: " in line]
    own_temporary = path.startswith(".fbgen/.write.") or path.rpartition(".")[2].isdigit()
    assert path in named or own_temporary and named, what
    assert os.strerror(error) in done.stderr, what


SWEEPS = [("writing", errno.ENOSPC), ("writing", errno.EIO), ("reading", errno.EIO), ("writing", errno.EROFS),
          ("reading", errno.EACCES), ("reading", errno.EMFILE)]


@needs_inject
@pytest.mark.parametrize("is_first", [True, False], ids=["first run", "later run"])
@pytest.mark.parametrize("side, error", SWEEPS if SWEEP_ALL else SWEEPS[:3],
                         ids=lambda v: errno.errorcode[v] if isinstance(v, int) else v)
def test_any_call_may_fail(host, tmp_path, side, error, is_first):
    log = tmp_path / "log"
    changed = NATIVE.replace("LEVEL=1", "LEVEL=2")
    edited = copy_of(host, tmp_path / "edited")
    edited.write("platformio.ini", changed)
    new = reference(edited, tmp_path)
    step = 1 if SWEEP_ALL else 3
    number, swept = 1 + random.Random(side).randrange(step), 0
    until = time.monotonic() + (600 if SWEEP_ALL else 4)
    while time.monotonic() < until:
        root = tmp_path / f"run{number}"
        project = copy_of(host if not is_first else edited, root)
        old = outputs(root)
        if not is_first:
            project.run(FBGEN)
            old = outputs(root)
            project.write("platformio.ini", changed)
        done, fault = injected(project, side, number, error, log)
        if fault is None:
            assert done.returncode == 0 and outputs(root) == new
            break
        check_fault(project, done, fault, error, old, new)
        assert_recovers(project, new)
        shutil.rmtree(root)
        number += step
        swept += 1
    assert swept > 3


# ---- sudden death and company ----------------------------------------------------------------------------------------------------------

def test_killed_at_any_moment(host, tmp_path):
    edits = [NATIVE.replace("LEVEL=1", f"LEVEL={i}") for i in (2, 3)]
    expected = []
    for i, text in enumerate(edits):
        edited = copy_of(host, tmp_path / f"edited{i}")
        edited.write("platformio.ini", text)
        edited.run(FBGEN)
        expected.append(outputs(edited.root))
    host.write("platformio.ini", edits[1])
    start = time.monotonic()
    host.run(FBGEN)
    length = time.monotonic() - start
    rng = random.Random(1)
    for i in range(30):
        host.write("platformio.ini", edits[i % 2])
        before = outputs(host.root)["build.ninja"]
        child = subprocess.Popen([FBGEN], cwd=host.root, env=host.env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                 stderr=subprocess.DEVNULL)
        time.sleep(rng.random() * length)
        child.send_signal(signal.SIGKILL)
        child.wait()
        assert outputs(host.root)["build.ninja"] in (before, expected[i % 2]["build.ninja"])
        host.run(FBGEN)
        assert outputs(host.root) == expected[i % 2]


def test_two_at_the_same_time(host, tmp_path):
    for i in range(20):
        host.write("platformio.ini", NATIVE.replace("LEVEL=1", f"LEVEL={i + 2}"))
        pair = [subprocess.Popen([FBGEN], cwd=host.root, env=host.env, stdin=subprocess.DEVNULL, text=True,
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(2)]
        for child in pair:
            out, err = child.communicate(timeout=60)
            assert child.returncode == 0, out + err
        shutil.rmtree(tmp_path / "reference", ignore_errors=True)
        assert outputs(host.root) == reference(host, tmp_path)
        assert_nothing_left(host.root)
    host.run(FBGEN)
    host.ninja()
    host.assert_no_work()


# ---- odd files -------------------------------------------------------------------------------------------------------------------------

def test_a_configuration_of_ten_megabytes(host, tmp_path):
    host.write("platformio.ini", NATIVE + "".join(f"custom_{i} = {'x' * 1000}\n" for i in range(10000)))
    start = time.monotonic()
    host.run(FBGEN)
    assert time.monotonic() - start < 10
    host.ninja()


def test_ten_megabytes_of_faults(host):
    host.write("platformio.ini", NATIVE + "no delimiter here\n" * 600000)
    start = time.monotonic()
    failed = host.run(FBGEN, ok=False)
    assert time.monotonic() - start < 10
    assert failed.status == 1 and failed.err.endswith("600000 errors, the first 20 are shown\n")


def test_one_line_of_ten_megabytes(host):
    host.write("platformio.ini", NATIVE + "x" * 10_000_000 + "\n")
    failed = host.run(FBGEN, ok=False)
    assert failed.status == 1 and len(failed.err) < 2000 and "platformio.ini:4:1: error: " in failed.err


@pytest.mark.parametrize("name", [b"caf\xe9.c", b"\xff\xfe.c"])
def test_names_that_are_not_utf8(host, name):
    path = os.path.join(os.fsencode(host.root), b"src", name)
    with open(path, "w") as f:
        f.write("int odd;\n")
    host.run(FBGEN)
    host.ninja()
    host.assert_no_work()
    json.loads((host.root / "compile_commands.json").read_text())
    with open(path, "w") as f:
        f.write("int other;\n")
    assert any("odd" not in o and o.endswith(".o") for o in host_ran(host))


def host_ran(project):
    """What ninja ran; its log may hold names that are not UTF-8."""
    log = project.root / ".fbgen/.ninja_log"
    before = set(log.read_bytes().splitlines())
    project.ninja()
    return {os.fsdecode(line.split(b"\t")[3]) for line in log.read_bytes().splitlines() if line not in before}


def test_zero_bytes_in_sources(host):
    host.write("src/zero.c", b"int zero;\0\0\n#include \"level.h\"\n", "wb")
    host.write("src/zero.h", b"\0", "wb")
    host.run(FBGEN)
    assert "zero.c" in (host.root / "build.ninja").read_text()


def test_links_in_circles_are_gone_through_once(host):
    for link, target in [("src/up", ".."), ("src/self", "self"), ("src/more/again", "../../src"), ("lib/root", ".."),
                         ("lib/greet/loop", ".."), ("lib/greet/self", ".")]:
        (host.root / link).symlink_to(target)
    start = time.monotonic()
    host.run(FBGEN)
    assert time.monotonic() - start < 5
    host.ninja()
    host.assert_no_work()
    manifest = (host.root / "build.ninja").read_text()
    assert manifest.count("build .fbgen/obj/") < 20


def test_a_link_to_nowhere_that_comes_to_life(host):
    (host.root / "src/later.c").symlink_to("../elsewhere/later.c")
    warned = host.run(FBGEN)
    assert warned.err == "src/later.c: warning: this link leads nowhere, so it is left out\n"
    host.ninja()
    host.write("elsewhere/later.c", "int later;\n")
    host.run(FBGEN)
    assert "src/later.c" in (host.root / "build.ninja").read_text()
    host.ninja()
    host.assert_no_work()


@pytest.mark.parametrize("spoil", ["truncate", "empty", "garbage", "flip"])
def test_a_damaged_state_is_no_state(host, tmp_path, spoil):
    host.run(FBGEN)
    host.ninja()
    state = host.root / ".fbgen/state"
    data = state.read_bytes()
    middle = len(data) // 2
    state.write_bytes({"truncate": data[:middle], "empty": b"", "garbage": b"\xff" * 4096,
                       "flip": data[:middle] + bytes([data[middle] ^ 0x40]) + data[middle + 1:]}[spoil])
    host.write("platformio.ini", NATIVE.replace("LEVEL=1", "LEVEL=2"))
    assert_recovers(host, reference(host, tmp_path))
    host.ninja()
    host.assert_no_work()


def test_a_manifest_that_someone_edited_is_written_anew(host, tmp_path):
    host.run(FBGEN)
    manifest = host.root / "build.ninja"
    manifest.write_text(manifest.read_text() + "\nbuild x: phony nothing\n")
    assert_recovers(host, reference(host, tmp_path))


def test_a_tab_that_may_not_be_read(uno, plain_user):
    if os.geteuid() == 0 and not shutil.which("setpriv"):
        pytest.skip("root is not stopped by permissions, and setpriv is not on PATH")
    (uno.root / "src/main.cpp").unlink()
    uno.write("src/main.ino", "void setup() {}\nvoid loop() {}\n")
    uno.write("core/cores/arduino/Arduino.h", "")
    uno.write("core/variants/standard/pins_arduino.h", "")
    uno.write("tools/bin/avr-gcc", "#!/bin/sh\n").chmod(0o755)
    uno.write("platformio.ini", (uno.root / "platformio.ini").read_text() + "platform_packages =\n"
              "  framework-arduino-avr @ symlink://core\n  toolchain-atmelavr @ symlink://tools\n")
    project = plain_user.move(uno)
    (project.root / "src/main.ino").chmod(0)
    failed = plain_user(project)
    assert failed.status == 3 and failed.err.startswith("src/main.ino: error: cannot read: Permission denied\nhelp: "), failed.text
    assert not (project.root / "build.ninja").exists()
