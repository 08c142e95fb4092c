"""Packages of kind distro: apt's answer becomes a sealed tree in the store, as an ordinary user, whatever happens on the way.

Most tests use a small repository of their own; those of the AVR toolchain use the machine's.
"""
import hashlib
import json
import os
import pathlib
import shutil
import signal
import stat
import subprocess
import tempfile
import time

import pytest
from conftest import FBFETCH

NOBODY = 65534


class Place:
    """A folder of an ordinary user, with a store, a repository of Debian packages, and fbfetch."""

    def __init__(self, root):
        self.root = root
        self.store = root / "store"
        self.env = {k: v for k, v in os.environ.items() if k not in ("APT_CONFIG", "XDG_CACHE_HOME")}
        self.env.update(HOME=str(root), FBGEN_HOME=str(self.store), NO_COLOR="1")
        self.program = root / "fbfetch"
        shutil.copy(FBFETCH, self.program)

    def argv(self, *words):
        as_nobody = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"] if os.getuid() == 0 else []
        return [*as_nobody, str(self.program), *words]

    def get(self, *requests):
        done = subprocess.run(self.argv("get", "--json"), input="".join(json.dumps(r) + "\n" for r in requests), cwd=self.root,
                              env=self.env, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300)
        assert done.returncode >= 0, f"died of signal {-done.returncode}"
        events = [json.loads(line) for line in done.stdout.splitlines()]
        assert len(events) == len(requests), done.stdout + done.stderr
        return done.returncode, events, done.stderr

    def install(self, *requests):
        status, events, err = self.get(*requests)
        assert status == 0, f"{events}\n{err}"
        return [pathlib.Path(e["path"]) for e in events]

    def start(self, *requests):
        process = subprocess.Popen(self.argv("get", "--json"), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, cwd=self.root, env=self.env, text=True)
        process.stdin.write("".join(json.dumps(r) + "\n" for r in requests))
        process.stdin.close()
        process.stdin = None
        return process

    def leftovers(self):
        return sorted(p.name for p in (self.store / "tmp").glob("*"))

    def trees(self):
        folder = self.store / "trees"
        return sorted(p.name for p in folder.iterdir()) if folder.exists() else []


@pytest.fixture
def place():
    """Not below pytest's own folder, which other users may not enter."""
    root = pathlib.Path(tempfile.mkdtemp(prefix="fbgen-e2e-"))
    root.chmod(0o755)
    if os.getuid() == 0:
        os.chown(root, NOBODY, NOBODY)
    yield Place(root)
    subprocess.run(["chmod", "-R", "u+rwX", root], check=False)
    shutil.rmtree(root, ignore_errors=True)


class Repository:
    """A repository of made-up packages, and the apt configuration that knows nothing else."""

    def __init__(self, place):
        self.place = place
        self.root = place.root / "repo"
        self.root.mkdir()
        self.lists = place.root / "lists"
        (self.lists / "partial").mkdir(parents=True)
        (place.root / "sources.list").write_text(f"deb [trusted=yes] copy:{self.root} ./\n")
        conf = place.root / "apt.conf"
        conf.write_text(f'Dir::Etc::sourcelist "{place.root}/sources.list";\nDir::Etc::sourceparts "-";\n'
                        f'Dir::State::lists "{self.lists}";\nAPT::Architecture "amd64";\nAPT::Architectures {{ "amd64"; }};\n'
                        'Acquire::Languages "none";\n')
        place.env["APT_CONFIG"] = str(conf)
        self.entries = {}

    def add(self, name, files, version="1.0"):
        """files: path → text, ("link", target), ("fifo",), or (text, mode)."""
        tree = self.place.root / "tree"
        shutil.rmtree(tree, ignore_errors=True)
        (tree / "DEBIAN").mkdir(parents=True)
        (tree / "DEBIAN/control").write_text(f"Package: {name}\nVersion: {version}\nArchitecture: amd64\nMaintainer: x <x@x.x>\n"
                                             "Description: x\n")
        for path, content in files.items():
            file = tree / path
            file.parent.mkdir(parents=True, exist_ok=True)
            if isinstance(content, tuple) and content[0] == "link":
                file.symlink_to(content[1])
            elif isinstance(content, tuple) and content[0] == "fifo":
                os.mkfifo(file)
            else:
                text, mode = content if isinstance(content, tuple) else (content, 0o644)
                file.write_text(text)
                file.chmod(mode)
        deb = self.root / f"{name}_{version}_amd64.deb"
        subprocess.run(["dpkg-deb", "-Zgzip", "-z1", "-b", "--root-owner-group", tree, deb], check=True, stdout=subprocess.DEVNULL)
        shutil.rmtree(tree)
        self.entries[name] = (version, deb)
        return deb

    def publish(self, known=True):
        """Write the index; `known`: the machine's package lists have it too."""
        text = ""
        for name, (version, deb) in sorted(self.entries.items()):
            data = deb.read_bytes()
            text += (f"Package: {name}\nVersion: {version}\nArchitecture: amd64\nMaintainer: x <x@x.x>\nFilename: ./{deb.name}\n"
                     f"Size: {len(data)}\nSHA256: {hashlib.sha256(data).hexdigest()}\nDescription: x\n\n")
        (self.root / "Packages").write_text(text)
        self.root.chmod(0o755)
        if known:
            subprocess.run(["apt-get", "-q", "-o", "Debug::NoLocking=1", "-o", "APT::Sandbox::User=", "update"], check=True,
                           env=self.place.env, stdout=subprocess.DEVNULL)
            subprocess.run(["chmod", "-R", "a+rX", self.lists], check=True)


@pytest.fixture
def repository(place):
    return Repository(place)


def request(name="tool", packages=("tool",), **more):
    return {"name": name, "kind": "distro", "root": "usr", "packages": list(packages), "libraries": [], "links": [],
            "replaces": [], **more}


AVR = request("toolchain-atmelavr", ["gcc-avr", "binutils-avr", "avr-libc"], libraries=["libmpc3", "libmpfr6", "libgmp10"])
CORE = request("framework-arduino-avr", ["arduino-core-avr"], root="usr/share/arduino/hardware/arduino/avr",
               replaces=["cores/arduino/WString.cpp", "#include <float.h>", "#include <float.h>\n// guarded"])


def content(tree):
    """Everything about a tree that a user can see: path → mode and what is in it."""
    seen = {}
    for path in sorted(tree.rglob("*")):
        mode = path.lstat().st_mode
        inside = os.readlink(path) if path.is_symlink() else path.read_bytes() if path.is_file() else b""
        seen[str(path.relative_to(tree))] = (stat.filemode(mode), inside)
    return seen


def assert_sealed(tree):
    for path, (mode, _) in content(tree).items():
        assert mode in ("drwxr-xr-x", "-r--r--r--", "-r-xr-xr-x", "lrwxrwxrwx"), f"{path}: {mode}"


def assert_failed(place, answer, code, *words):
    status, events, err = answer
    assert status == code, f"{events}\n{err}"
    failed = [e for e in events if e["event"] == "failed"]
    assert failed and failed[0]["code"] == code
    for word in words:
        assert word in failed[0]["text"] + "\n" + failed[0]["help"]
    assert place.leftovers() == []


# --- the real toolchain -------------------------------------------------------------------------------------------------

def test_private_toolchain_builds_without_the_systems_own(place):
    toolchain, core = place.install(AVR, CORE)
    assert_sealed(toolchain)
    assert_sealed(core)
    assert "// guarded" in (core / "cores/arduino/WString.cpp").read_text()
    for link in (p for tree in (toolchain, core) for p in tree.rglob("*") if p.is_symlink()):
        assert link.exists() and link.resolve().is_relative_to(toolchain.resolve()), f"{link} leads out of its package"

    source = place.root / "a.cpp"
    source.write_text("#include <Arduino.h>\n#include <math.h>\n#include <util/delay.h>\nvolatile float f;\n"
                      "int main() { DDRB = 1; f = sin(f); _delay_ms(1); }\n")
    programs = toolchain / (".tools" if (toolchain / ".tools").exists() else "bin")
    tools = place.root / "project/.fbgen/tool"
    tools.mkdir(parents=True)
    (tools / "id").symlink_to(programs)
    words = [".fbgen/tool/id/avr-g++", "-mmcu=atmega328p", "-DF_CPU=16000000L", "-Os", "-flto", f"-I{core}/cores/arduino",
             f"-I{core}/variants/standard", "-H", str(source), "-o", "a.elf", "-lm", "-Wl,-t"]
    done = subprocess.run(words, cwd=tools.parents[1], env={"PATH": "/bin"}, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, check=True)
    headers = [line.lstrip(". ") for line in done.stderr.splitlines() if line.startswith(".")]
    own = (str(toolchain.resolve()), str(core.resolve()), str(toolchain), str(core))
    assert any("avr/io.h" in h for h in headers)
    for used in headers + [w for w in done.stdout.replace("(", " ").replace(")", " ").split() if w.startswith("/")]:
        assert used.startswith((*own, "/tmp/cc")), f"{used} is not the package's"
    for part in ("cc1plus", "as", "ld", "collect2", "lto1"):
        path = subprocess.run([".fbgen/tool/id/avr-gcc", f"-print-prog-name={part}"], cwd=tools.parents[1], text=True,
                              env={"PATH": "/bin"}, stdout=subprocess.PIPE, check=True).stdout.strip()
        assert pathlib.Path(path).resolve().is_relative_to(toolchain.resolve()), f"{part} is {path}"


def test_toolchain_survives_being_killed(place):
    for seconds in (0.3, 1.0, 1.6, 2.4):
        process = place.start(AVR)
        time.sleep(seconds)
        process.kill()
        process.wait()
        for key in place.trees():
            assert (place.store / "trees" / key / ".ok").exists(), "half a tree is visible"
    tree, = place.install(AVR)
    assert_sealed(tree)
    assert (tree / "bin/avr-gcc").exists()


# --- a repository of our own --------------------------------------------------------------------------------------------

MANY = {f"usr/lib/part{i}/file{j}": f"{i} {j}\n" * 200 for i in range(20) for j in range(20)}


def test_killed_at_any_moment_it_ends_with_the_same_tree(place, repository):
    repository.add("tool", {**MANY, "usr/bin/tool": ("#!/bin/sh\n", 0o755)})
    repository.publish()
    tree, = place.install(request())
    wanted = content(tree)
    shutil.rmtree(place.store)
    for i in range(20):
        process = place.start(request())
        time.sleep(0.02 * i)
        process.send_signal(signal.SIGKILL)
        process.wait()
        for key in place.trees():
            assert content(place.store / "trees" / key) == wanted, f"half a tree is visible after {0.02 * i} s"
            shutil.rmtree(place.store / "trees" / key)
    time.sleep(0.5)  # children of the killed runs come to their end
    again, = place.install(request())
    assert content(again) == wanted
    assert place.leftovers() == []


def test_a_second_get_changes_nothing(place, repository):
    repository.add("tool", MANY)
    repository.publish()
    tree, = place.install(request())
    before = tree.stat().st_ino
    again, = place.install(request())
    assert again == tree and tree.stat().st_ino == before


def test_two_at_once_make_one_tree(place, repository):
    repository.add("tool", MANY)
    repository.publish()
    running = [place.start(request()) for _ in range(4)]
    outputs = [p.communicate(timeout=120)[0] for p in running]
    assert [p.returncode for p in running] == [0, 0, 0, 0]
    assert len({json.loads(o)["key"] for o in outputs}) == 1
    assert len(place.trees()) == 1 and place.leftovers() == []


def test_a_damaged_tree_is_made_again(place, repository):
    repository.add("tool", {"usr/a": "1"})
    repository.publish()
    tree, = place.install(request())
    (tree / ".ok").unlink()
    (tree / "a").unlink()
    again, = place.install(request())
    assert again == tree and (tree / "a").read_text() == "1" and place.leftovers() == []


def test_links_do_not_lead_out_of_a_package(place, repository):
    repository.add("tool", {"usr/inside/a": "1", "usr/inside/b": ("link", "/usr/inside/a"), "usr/c": ("link", "inside/a"),
                            "etc/other": "2", "usr/d": ("link", "../etc/other"), "usr/e": ("link", "/nowhere/at/all"),
                            "etc/folder/x": "3", "usr/f": ("link", "/etc/folder")})
    repository.publish()
    tree, = place.install(request())
    assert os.readlink(tree / "inside/b") == "../inside/a" and (tree / "inside/b").read_text() == "1"
    assert os.readlink(tree / "c") == "inside/a"
    assert not (tree / "d").is_symlink() and (tree / "d").read_text() == "2"
    assert not os.path.lexists(tree / "e")
    assert not (tree / "f").is_symlink() and (tree / "f/x").read_text() == "3"
    assert_sealed(tree)


def test_fixups_are_applied(place, repository):
    repository.add("tool", {"usr/a": "one two", "usr/lib/b": "x"})
    repository.publish()
    tree, = place.install(request(links=["lib/inc", "../a"], replaces=["a", "one", "{tree}/one"]))
    assert os.readlink(tree / "lib/inc") == "../a"
    assert (tree / "a").read_text() == f"{tree}/one two"
    other, = place.install(request())
    assert other != tree, "fix-ups are part of the key"


def test_a_replacement_without_its_text_is_a_fault(place, repository):
    repository.add("tool", {"usr/a": "one two"})
    repository.publish()
    assert_failed(place, place.get(request(replaces=["a", "three", "x"])), 4, "a: expected to find 'three'", "another version")
    assert place.trees() == []


def test_libraries_that_the_loader_lacks_come_with_the_tools(place, repository):
    repository.add("tool", {"usr/bin/tool": ('#!/bin/sh\nls "$LD_LIBRARY_PATH"; echo "$@"\n', 0o755)})
    repository.add("libfbgentest7", {"usr/lib/x/libfbgentest.so.7.1": "", "usr/lib/x/libfbgentest.so.7": ("link", "libfbgentest.so.7.1")})
    repository.publish()
    plain, = place.install(request())
    assert not (plain / ".tools").exists()
    tree, = place.install(request(libraries=["libfbgentest7", "libc6"]))
    link = place.root / "a:b/tool"
    link.parent.mkdir()
    link.symlink_to(tree / ".tools")
    done = subprocess.run(["a:b/tool/tool", "x  y", "$z"], cwd=place.root, text=True, stdout=subprocess.PIPE, check=True)
    assert done.stdout == "libfbgentest.so.7\nlibfbgentest.so.7.1\nx  y $z\n"


def test_own_lists_where_the_machine_has_none(place, repository):
    repository.add("tool", {"usr/a": "1"})
    repository.publish(known=False)
    tree, = place.install(request())
    assert (tree / "a").read_text() == "1"


def test_own_lists_where_the_machines_are_out_of_date(place, repository):
    old = repository.add("tool", {"usr/a": "1"})
    repository.publish()
    old.unlink()
    repository.add("tool", {"usr/a": "2"}, version="2.0")
    repository.publish(known=False)
    tree, = place.install(request())
    assert (tree / "a").read_text() == "2"


def test_a_broken_archive_is_never_installed(place, repository):
    deb = repository.add("tool", {"usr/a": "1"})
    repository.publish()
    data = bytearray(deb.read_bytes())
    data[len(data) // 2] ^= 1
    deb.write_bytes(data)
    assert_failed(place, place.get(request()), 4, "tool_1.0_amd64.deb")
    assert place.trees() == []


def test_an_archive_that_is_none_is_told(place, repository):
    repository.add("tool", {"usr/a": "1"}).write_bytes(b"no archive")
    repository.publish()
    assert_failed(place, place.get(request()), 4, "tool_1.0_amd64.deb: cannot be unpacked")
    assert place.trees() == []


def test_a_package_that_nobody_has_is_told_and_the_rest_comes(place, repository):
    repository.add("tool", {"usr/a": "1"})
    repository.publish()
    answer = place.get(request("other", ["no-such-package"]), request())
    assert_failed(place, answer, 4, "Unable to locate package no-such-package", "apt-get update")
    assert [e["event"] for e in answer[1]] == ["failed", "installed"]


def test_a_missing_root_is_told(place, repository):
    repository.add("tool", {"etc/a": "1"})
    repository.publish()
    assert_failed(place, place.get(request()), 4, "expected a folder 'usr' in what was unpacked")


def test_a_device_in_a_package_is_refused(place, repository):
    repository.add("tool", {"usr/a": "1", "usr/pipe": ("fifo",)})
    repository.publish()
    assert_failed(place, place.get(request()), 4, "usr/pipe: it is a device, a pipe or a socket")
    assert place.trees() == []


def test_set_id_bits_are_taken_away(place, repository):
    repository.add("tool", {"usr/a": ("1", 0o4755)})
    repository.publish()
    tree, = place.install(request())
    assert stat.filemode((tree / "a").stat().st_mode) == "-r-xr-xr-x"


def test_a_store_that_cannot_be_written_is_told(place, repository):
    repository.add("tool", {"usr/a": "1"})
    repository.publish()
    place.store.mkdir()
    place.store.chmod(0o555)
    assert_failed(place, place.get(request()), 3, f"{place.store}/apt", "Permission denied", "FBGEN_HOME")


def test_a_full_disk_is_told_and_nothing_is_left(place, repository):
    if os.getuid() != 0 or subprocess.run(["unshare", "-m", "true"], check=False).returncode != 0:
        pytest.skip("mounting is not allowed here")
    repository.add("tool", {f"usr/{i}": os.urandom(50000).hex() for i in range(40)})
    repository.publish()
    place.store.mkdir()
    script = 'mount -t tmpfs -o size=3m,mode=777 none "$1" || exit 77; shift; "$@"; status=$?; ls "$0/tmp" "$0/trees" >&2; exit $status'
    done = subprocess.run(["unshare", "-m", "sh", "-c", script, place.store, place.store, *place.argv("get", "--json")],
                          input=json.dumps(request()), env=place.env, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode == 77:
        pytest.skip("mounting is not allowed here")
    assert done.returncode == 3, done.stdout + done.stderr
    assert "No space left" in done.stdout and "free some space" in done.stdout
    assert "tool." not in done.stderr.split("tmp:")[-1]


def test_list_shows_what_is_there(place, repository):
    assert subprocess.run(place.argv("list"), env=place.env, text=True, stdout=subprocess.PIPE, check=True).stdout == ""
    repository.add("tool", {"usr/a": "1"})
    repository.publish()
    tree, = place.install(request())
    shown = subprocess.run(place.argv("list", "--json"), env=place.env, text=True, stdout=subprocess.PIPE, check=True).stdout
    assert json.loads(shown) == {"name": "tool", "kind": "distro", "key": tree.name, "path": str(tree)}
