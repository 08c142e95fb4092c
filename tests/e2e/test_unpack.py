"""The process that unpacks: hostile archives are refused with the entry's name and leave nothing; good ones come out whole."""
import bz2
import gzip
import json
import lzma
import os
import pathlib
import random
import shutil
import signal
import socket
import stat
import struct
import subprocess
import tarfile
import time

import pytest
from conftest import FBFETCH, FBGEN
import hostile
from hostile import folder, hard, link, member, tar, zip_of

COMPLETE = 1 << 63
LIMIT = 64 << 20


class Child:
    """fbfetch's own hidden verb, born with the descriptors that its parent would give."""

    def __init__(self, archive, into, strip="0", most=LIMIT, rooted=False, env=None):
        self.words, theirs = socket.socketpair()
        self.answer, answer = os.pipe()
        descriptors = [theirs.fileno(), answer, os.open(archive, os.O_RDONLY), os.open(into, os.O_RDONLY | os.O_DIRECTORY)]
        high = [os.dup2(d, 100 + i) for i, d in enumerate(descriptors)]
        actions = [(os.POSIX_SPAWN_DUP2, fd, to) for fd, to in zip(high, (0, 1, 3, 4))]
        actions += [(os.POSIX_SPAWN_CLOSE, fd) for fd in high]
        self.pid = os.posix_spawn(FBFETCH, ["fbfetch", "unpack", strip, str(most), "rooted" if rooted else "plain"],
                                  {"LSAN_OPTIONS": "detect_leaks=0", **(env or {})}, file_actions=actions)
        for fd in high + descriptors[1:]:
            os.close(fd)
        theirs.close()

    def advance(self, there, complete=False):
        self.words.sendall(struct.pack("=Q", there | (COMPLETE if complete else 0)))

    def finish(self):
        """The answer (None: there was none), the status, the largest resident size in bytes."""
        self.words.close()
        with os.fdopen(self.answer) as f:
            text = f.read()
        _, status, usage = os.wait4(self.pid, 0)
        return json.loads(text) if text else None, status, usage.ru_maxrss * 1024


def unpack(archive, into, **how):
    child = Child(archive, into, **how)
    child.advance(os.path.getsize(archive), complete=True)
    return child.finish()


@pytest.fixture
def into(tmp_path):
    """The folder that is unpacked into, between canaries."""
    (tmp_path / "canary").write_text("sings")
    (tmp_path / "evil").write_text("old")
    path = tmp_path / "into"
    path.mkdir()
    return path


def put(into, data):
    path = into.parent / "archive"
    path.write_bytes(data)
    return path


def good(into, data, **how):
    answer, status, _ = unpack(put(into, data), into, **how)
    assert answer and answer["ok"] and status == 0, answer
    return answer


def refused(into, data, *words, **how):
    answer, _, _ = unpack(put(into, data), into, **how)
    assert answer and not answer["ok"], answer
    for word in words:
        assert word in answer["text"]
    return answer


def kinds(root):
    return {stat.S_IFMT(p.lstat().st_mode) for p in root.rglob("*")}


SANITIZED = b"__asan_init" in pathlib.Path(FBFETCH).read_bytes()


@pytest.mark.parametrize("name,make,words", hostile.CASES, ids=[c[0] for c in hostile.CASES])
def test_a_hostile_archive_is_refused(into, name, make, words):
    # In a process of its own: what this one has in memory counts as its children's at their start.
    maker = os.fork()
    if maker == 0:
        put(into, make())
        os._exit(0)
    assert os.waitpid(maker, 0)[1] == 0
    archive = into.parent / "archive"
    before = sorted(p.name for p in into.parent.iterdir())
    answer, status, memory = unpack(archive, into, strip="root" if name == "link_beside_the_one_root" else "0")
    assert status == 0 and answer and not answer["ok"], (answer, status)
    for word in words:
        if word != "cannot be unpacked":
            assert word in answer["text"]
    assert answer["text"] and answer["code"] == 4
    assert sorted(p.name for p in into.parent.iterdir()) == before and (into.parent / "evil").read_text() == "old"
    assert not os.path.lexists("/tmp/fbgen-evil")
    assert kinds(into) <= {stat.S_IFREG, stat.S_IFDIR, stat.S_IFLNK}
    written = sum(p.lstat().st_blocks * 512 for p in into.rglob("*"))
    assert written <= LIMIT + (32 << 20) + 4096 * len(list(into.rglob("*")))
    if not SANITIZED:
        assert memory <= 160 << 20, f"{memory >> 20} MB resident"


def test_at_least_forty_hostile_archives_are_known():
    assert len(hostile.CASES) >= 40 and len({c[0] for c in hostile.CASES}) == len(hostile.CASES)


# --- good archives ------------------------------------------------------------------------------------------------------

TREE = [folder("top"), member("top/run", b"#!/bin/sh\n", mode=0o755), member("top/read", b"r" * 100000, mode=0o600),
        link("top/soft", "read"), hard("top/hard", "top/read"), member("top/d/set", b"s", mode=0o6755),
        folder("top/closed", mode=0), member("top/closed/in", b"i", mode=0)]


def check_tree(top):
    assert (top / "run").read_bytes() == b"#!/bin/sh\n" and (top / "run").stat().st_mode & 0o7777 == 0o755
    assert (top / "read").read_bytes() == b"r" * 100000 and (top / "read").stat().st_mode & 0o111 == 0
    assert os.readlink(top / "soft") == "read"
    assert (top / "hard").stat().st_ino == (top / "read").stat().st_ino
    assert (top / "d/set").stat().st_mode & 0o7777 == 0o755, "set-id bits are gone"
    assert (top / "closed/in").read_bytes() == b"i"


def zstd(data):
    return subprocess.run(["zstd", "-q", "-c"], input=data, stdout=subprocess.PIPE, check=True).stdout


@pytest.mark.parametrize("compress", [bytes, gzip.compress, bz2.compress, lzma.compress, zstd, lambda d: hostile.deb(lzma.compress(d))],
                         ids=["tar", "gz", "bz2", "xz", "zst", "deb"])
@pytest.mark.parametrize("strip", ["0", "root", "1"])
def test_a_good_archive_comes_out_whole(into, compress, strip):
    if compress is zstd and not shutil.which("zstd"):
        pytest.skip("there is no zstd")
    answer = good(into, compress(tar(*TREE)), strip=strip)
    check_tree(into / {"0": "top", "root": ".root", "1": "."}[strip])
    assert answer["bytes"] == 100000 + 10 + 2 and answer["root"] == (strip == "root")


def test_a_zip_keeps_exec_bits_and_links(into):
    good(into, zip_of(("top/", b"", stat.S_IFDIR | 0o755), ("top/run", b"r", stat.S_IFREG | 0o755),
                      ("top/soft", b"run", stat.S_IFLNK | 0o777)), strip="root")
    assert (into / ".root/run").stat().st_mode & 0o777 == 0o755 and os.readlink(into / ".root/soft") == "run"


def test_a_pipe_in_a_zip_is_but_a_file(into):
    good(into, zip_of(("pipe", b"", stat.S_IFIFO | 0o644)))
    assert (into / "pipe").is_file()


def test_a_7z_comes_out_whole(into):
    good(into, hostile.seven("d/a", b"content", 0x8000 | (stat.S_IFREG | 0o755) << 16))
    assert (into / "d/a").read_bytes() == b"content" and (into / "d/a").stat().st_mode & 0o777 == 0o755


def test_names_are_bytes_in_any_locale(into):
    names = [b"J\xc3\xbcrgen \xe2\x98\x83", b"caf\xe9", b"e\xcc\x81", b"\xc3\xa9", b"line\nfeed", b" ", b"back\\slash"]
    for form in (tarfile.GNU_FORMAT, tarfile.PAX_FORMAT):
        for locale in ({}, {"LC_ALL": "C"}, {"LC_ALL": "C.UTF-8"}):
            good(into, tar(*[member(os.fsdecode(n)) for n in names], link("l", os.fsdecode(names[1])), form=form), env=locale)
            assert sorted(os.listdir(os.fsencode(into))) == sorted(names + [b"l"])
            assert os.readlink(os.fsencode(into / "l")) == names[1]
            shutil.rmtree(into)
            into.mkdir()


def test_zip_names_are_text_in_any_locale(into):
    good(into, zip_of(("Jürgen ☃", b"x", None)), env={"LC_ALL": "C"})
    assert os.listdir(into) == ["Jürgen ☃"]


def test_the_one_root_may_have_strays_beside_it(into):
    good(into, tar(member("._top"), member("top/a"), member("__MACOSX/top/._a"), member("pax_global_header")), strip="root")
    assert (into / ".root/a").exists()


def test_two_roots_are_none(into):
    assert not good(into, tar(member("top/a"), member("b")), strip="root")["root"]
    assert (into / "top/a").exists() and (into / "b").exists()


def test_names_that_differ_by_case_alone_are_told(into):
    answer = good(into, tar(member("Foo.h"), member("foo.h", b"other"), member("d/x"), member("D/x")))
    assert answer["alike"] == 2 and answer["first_alike"] == "foo.h"


def test_links_of_a_rooted_archive_count_from_its_top(into):
    good(into, tar(link("usr/a", "/usr/b"), link("usr/up", "../../../../usr/b"), member("usr/b")), rooted=True)
    assert os.readlink(into / "usr/a") == "/usr/b"


def test_what_is_there_already_is_not_replaced(into):
    (into / "a").write_text("mine")
    refused(into, tar(member("a")), "a: cannot be written: File exists")
    assert (into / "a").read_text() == "mine"


def test_nothing_goes_through_a_link_that_is_there_already(into):
    (into / "out").symlink_to("..")
    refused(into, tar(member("out/evil")), "out/evil: cannot be written")
    assert (into.parent / "evil").read_text() == "old"


def test_holes_stay_holes(into):
    source = into.parent / "sparse"
    with open(source, "wb") as f:
        f.truncate(20 << 20)
        f.seek(10 << 20)
        f.write(b"island")
    with open(into.parent / "hole", "wb") as f:
        f.truncate(20 << 20)
    data = subprocess.run(["tar", "-cS", "-C", into.parent, "sparse", "hole"], stdout=subprocess.PIPE, check=True).stdout
    good(into, data)
    assert (into / "hole").stat().st_size == 20 << 20 and (into / "hole").stat().st_blocks * 512 < 1 << 20
    out = into / "sparse"
    assert out.stat().st_size == 20 << 20 and out.stat().st_blocks * 512 < 1 << 20
    assert out.read_bytes() == source.read_bytes()


# --- a file that still grows --------------------------------------------------------------------------------------------

def test_it_unpacks_while_the_archive_arrives(into):
    data = gzip.compress(tar(*[member(f"f{i}", random.Random(i).randbytes(50000)) for i in range(40)]))
    archive = into.parent / "archive"
    archive.write_bytes(b"")
    child = Child(archive, into)
    half = len(data) // 2
    with open(archive, "ab") as f:
        for at in range(0, half, 10000):
            f.write(data[at:min(at + 10000, half)])
            f.flush()
            child.advance(min(at + 10000, half))
        until = time.monotonic() + 20
        while len(os.listdir(into)) < 10 and time.monotonic() < until:
            time.sleep(0.01)
        assert 10 <= len(os.listdir(into)) <= 21
        f.write(data[half:])
    child.advance(len(data), complete=True)
    answer, status, _ = child.finish()
    assert answer["ok"] and status == 0 and len(os.listdir(into)) == 40


@pytest.mark.parametrize("make", [lambda d: d, lambda d: zip_of(("a", b"x" * 1000, None))], ids=["tar", "zip"])
def test_a_parent_that_is_gone_ends_it(into, make):
    archive = put(into, make(tar(member("a", b"x" * 1000000))))
    child = Child(archive, into)
    child.advance(1024 if archive.stat().st_size > 1024 else 50)
    answer, _, _ = child.finish()
    assert not answer["ok"] and "the download ended" in answer["text"]


def test_a_killed_child_leaves_no_orphan_and_nothing_outside(into):
    data = tar(*[member(f"d{i % 7}/f{i}", b"z" * 3000) for i in range(400)])
    archive = put(into, gzip.compress(data))
    for seed in range(20):
        child = Child(archive, into)
        child.advance(os.path.getsize(archive), complete=True)
        time.sleep(random.Random(seed).random() * 0.03)
        os.kill(child.pid, signal.SIGKILL)
        answer, _, _ = child.finish()
        assert answer is None or answer["ok"]
        assert {p.name for p in into.parent.iterdir()} == {"canary", "evil", "into", "archive"}
        shutil.rmtree(into)
        into.mkdir()


def test_it_cannot_reach_what_it_has_no_need_of(into):
    """While it waits for more of its archive, the kernel itself tells what it has given up."""
    archive = put(into, tar(member("a", b"x" * 100000)))
    child = Child(archive, into)
    child.advance(2000)
    until = time.monotonic() + 20
    while not (into / "a").exists() and time.monotonic() < until:
        time.sleep(0.01)
    status = pathlib.Path(f"/proc/{child.pid}/status").read_text()
    open_files = sorted(os.listdir(f"/proc/{child.pid}/fd"), key=int)
    environment = pathlib.Path(f"/proc/{child.pid}/environ").read_bytes()
    child.finish()
    assert "NoNewPrivs:\t1" in status and "Seccomp:\t2" in status
    assert len(open_files) <= 6 and b"HOME" not in environment


def test_a_limit_on_bytes_holds_however_they_are_announced(into):
    refused(into, tar(member("a", b"x" * 5000), member("b", b"y" * 5001)), "b: with it the archive holds more", most=10000)
    assert not (into / "b").exists()


def test_a_disk_that_is_full_is_the_machines_fault(into):
    if os.getuid() != 0 or subprocess.run(["unshare", "-m", "true"], check=False).returncode != 0:
        pytest.skip("mounting is not allowed here")
    archive = put(into, tar(member("big", os.urandom(2 << 20))))
    script = f"""
import os, sys
sys.path.insert(0, {str(pathlib.Path(__file__).parent)!r})
from test_unpack import unpack
answer, _, _ = unpack({str(archive)!r}, {str(into)!r})
assert answer["code"] == 3 and "big: cannot be written: No space left on device" == answer["text"], answer
"""
    done = subprocess.run(["unshare", "-m", "sh", "-c", 'mount -t tmpfs -o size=1m none "$1" || exit 77; exec python3 -c "$2"', "sh",
                           into, script], env={**os.environ, "FBFETCH": FBFETCH})
    if done.returncode == 77:
        pytest.skip("mounting is not allowed here")
    assert done.returncode == 0


# --- beside Debian's own tool -------------------------------------------------------------------------------------------

@pytest.mark.parametrize("package", ["arduino-core-avr", "binutils-avr", "avr-libc", "gcc-avr"])
def test_a_package_comes_out_as_from_dpkg(into, package):
    debs = into.parent / "debs"
    debs.mkdir()
    if subprocess.run(["apt-get", "-q", "-o", "APT::Sandbox::User=", "download", package], cwd=debs,
                      stdout=subprocess.DEVNULL).returncode != 0:
        pytest.skip(f"{package} cannot be had")
    archive, = debs.iterdir()
    answer, _, _ = unpack(archive, into, most=1 << 30, rooted=True)
    assert answer["ok"], answer
    wanted = into.parent / "wanted"
    subprocess.run(["dpkg-deb", "-x", archive, wanted], check=True)

    def content(root):
        out = {}
        for p in root.rglob("*"):
            mode = p.lstat().st_mode
            what = os.readlink(p) if p.is_symlink() else p.read_bytes() if p.is_file() else b""
            out[str(p.relative_to(root))] = (stat.S_IFMT(mode), mode & 0o111 if stat.S_ISREG(mode) else 0, what)
        return out
    assert content(into) == content(wanted)


def test_fbgen_itself_needs_no_library_of_fetching():
    needed = subprocess.run(["readelf", "-d", FBGEN], text=True, stdout=subprocess.PIPE, check=True).stdout
    for library in ("libarchive", "libseccomp", "libcurl", "libcrypto"):
        assert library not in needed
