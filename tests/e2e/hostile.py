"""Archives that mean harm, one function each: what would be written outside, what no tree may hold, what never ends.

Every case is (name, bytes, words that the refusal must hold); the words name the entry wherever there is one.
"""
import bz2
import gzip
import io
import lzma
import stat
import struct
import tarfile
import zipfile
import zlib

CASES = []


def case(*words):
    """Register a function that returns an archive's bytes."""
    def register(function):
        CASES.append((function.__name__, function, words))
        return function
    return register


# --- making archives ----------------------------------------------------------------------------------------------------

def member(name, data=b"x", kind=tarfile.REGTYPE, **more):
    info = tarfile.TarInfo(name)
    info.type = kind
    info.size = len(data) if kind == tarfile.REGTYPE else 0
    for key, value in more.items():
        setattr(info, key, value)
    return info, data


def link(name, target, kind=tarfile.SYMTYPE):
    return member(name, b"", kind, linkname=target)


def folder(name, **more):
    return member(name, b"", tarfile.DIRTYPE, **more)


def hard(name, target):
    return link(name, target, tarfile.LNKTYPE)


def tar(*members, form=tarfile.GNU_FORMAT):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=form) as archive:
        for info, data in members:
            archive.addfile(info, io.BytesIO(data) if info.size else None)
    return out.getvalue()


def zip_of(*entries):
    """entries: (name, data, unix mode or None)."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data, mode in entries:
            info = zipfile.ZipInfo("replaced")
            info.filename = name
            info.create_system = 3
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = (mode if mode is not None else stat.S_IFREG | 0o644) << 16
            archive.writestr(info, data)
    return out.getvalue()


def ar(*members):
    out = b"!<arch>\n"
    for name, data in members:
        out += b"%-16s%-12d%-6d%-6d%-8o%-10d`\n" % (name, 0, 0, 0, 0o100644, len(data)) + data + b"\n" * (len(data) % 2)
    return out


def deb(data, name=b"data.tar.xz"):
    return ar((b"debian-binary", b"2.0\n"), (b"control.tar.gz", gzip.compress(tar())), (name, data))


def seven(name, data, attributes=None):
    """A 7z archive with one stored file, by hand: LZMA is not needed to be hostile."""
    def number(n):
        return bytes([n]) if n < 0x80 else b"\xff" + struct.pack("<Q", n)

    names = b"\0" + name.encode("utf-16-le") + b"\0\0"
    files = number(1) + b"\x11" + number(len(names)) + names
    if attributes is not None:
        attr = b"\x01\0" + struct.pack("<I", attributes)
        files += b"\x15" + number(len(attr)) + attr
    files += b"\0"
    streams = (b"\x06" + number(0) + number(1) + b"\x09" + number(len(data)) + b"\0" +      # pack info
               b"\x07\x0b" + number(1) + b"\0" + number(1) + b"\x01\0" +                  # one folder, one coder: copy
               b"\x0c" + number(len(data)) + b"\x0a\x01" + struct.pack("<I", zlib.crc32(data)) + b"\0" +
               b"\x08\0")
    header = b"\x01\x04" + streams + b"\0" + b"\x05" + files + b"\0"
    start = struct.pack("<QQI", len(data), len(header), zlib.crc32(header))
    return b"7z\xbc\xaf\x27\x1c\0\x04" + struct.pack("<I", zlib.crc32(start)) + start + data + header


# --- out of the folder --------------------------------------------------------------------------------------------------

@case("a/../../evil", "'..'")
def dots():
    return tar(member("a/../../evil"))


@case("../evil", "'..'")
def dots_first():
    return tar(member("good"), member("../evil"))


@case("a/..", "'..'")
def dots_last():
    return tar(folder("a/.."))


@case("/tmp/fbgen-evil", "absolute")
def absolute_path():
    return tar(member("/tmp/fbgen-evil"))


@case("//tmp/fbgen-evil", "absolute")
def absolute_path_twice():
    return tar(member("//tmp/fbgen-evil"))


@case("out/evil", "below the link 'out'")
def file_through_link():
    return tar(link("out", "inside"), folder("inside"), member("out/evil"))


@case("out", "out of the archive")
def link_to_parent():
    return tar(link("out", ".."))


@case("out", "absolute target")
def link_absolute():
    return tar(link("out", "/etc"), member("out/evil"))


@case("a/out", "out of the archive")
def link_up_too_far():
    return tar(folder("a"), link("a/out", "../../evil"))


@case("out", "out of the archive")
def link_there_and_back():
    return tar(link("out", "../here/again"))


@case("e", "out of the archive")
def link_through_link():
    return tar(folder("d/sub"), link("d/sub/up", "../.."), link("e", "d/sub/up/.."))


@case("e", "out of the archive")
def link_through_later_link():
    return tar(link("e", "d/sub/up/.."), folder("d/sub"), link("d/sub/up", "../.."))


@case("l", "out of the archive")
def link_through_chain():
    return tar(*[folder("a/b/c")], *[link(f"a/b/c/{i}", f"{i + 1}") for i in range(30)], link("a/b/c/30", "../../.."),
               link("l", "a/b/c/0/.."))


@case("about", "circle")
def link_circle():
    return tar(link("round", "about"), link("about", "round"))


@case("long0", "circle")
def link_chain_too_long():
    return tar(*[link(f"long{i}", f"long{i + 1}") for i in range(60)], member("long60"))


@case("top/out", "out of the archive")
def link_beside_the_one_root():
    return tar(folder("top"), link("top/out", "../__MACOSX/x"), member("__MACOSX/x"))


@case("hard", "hard link to '../../etc/passwd'")
def hardlink_up():
    return tar(hard("hard", "../../etc/passwd"))


@case("hard", "hard link to '/etc/passwd'")
def hardlink_absolute():
    return tar(hard("hard", "/etc/passwd"))


@case("hard", "no file that came before it")
def hardlink_to_later():
    return tar(hard("hard", "later"), member("later"))


@case("hard", "no file that came before it")
def hardlink_to_itself():
    return tar(hard("hard", "hard"))


@case("hard", "no file that came before it")
def hardlink_to_link():
    return tar(member("a"), link("soft", "a"), hard("hard", "soft"))


@case("hard", "no file that came before it")
def hardlink_to_folder():
    return tar(folder("d"), hard("hard", "d"))


@case("hard", "no file that came before it")
def hardlink_through_link():
    return tar(member("d/f"), link("s", "d"), hard("hard", "s/f"))


# --- what no tree holds -------------------------------------------------------------------------------------------------

@case("pipe", "device")
def fifo():
    return tar(member("good"), member("pipe", b"", tarfile.FIFOTYPE))


@case("null", "device")
def character_device():
    return tar(member("null", b"", tarfile.CHRTYPE, devmajor=1, devminor=3))


@case("disk", "device")
def block_device():
    return tar(member("disk", b"", tarfile.BLKTYPE, devmajor=8, devminor=0))


@case("a", "another entry of that name")
def same_file_twice():
    return tar(member("a"), member("a", b"other"))


@case("./a", "another entry of that name")
def same_file_twice_written_differently():
    return tar(member("a"), member("./a", b"other"))


@case("a", "another entry of that name")
def file_in_place_of_link():
    return tar(member("b"), link("a", "b"), member("a", b"through"))


@case("a", "another entry of that name")
def link_in_place_of_file():
    return tar(member("a"), link("a", "b"))


@case("a", "another entry of that name")
def link_in_place_of_folder():
    return tar(member("a/b"), link("a", "c"), member("a/evil"))


@case("a", "another entry of that name")
def folder_in_place_of_link():
    return tar(folder("c"), link("a", "c"), folder("a"), member("a/evil"))


@case("a/b", "below the file 'a'")
def file_below_file():
    return tar(member("a"), member("a/b"))


# --- too much -----------------------------------------------------------------------------------------------------------

@case("bomb", "more than the")
def bomb_announced():
    return gzip.compress(tar(member("bomb", b"\0" * (200 << 20))), 9)


@case("bomb8", "more than the")
def bomb_in_pieces():
    return bz2.compress(tar(*[member(f"bomb{i}", b"\0" * (8 << 20)) for i in range(12)]))


@case("sparse", "more than the")
def bomb_of_holes():
    info, _ = member("sparse", b"")
    info.pax_headers = {"GNU.sparse.major": "1", "GNU.sparse.minor": "0", "GNU.sparse.name": "sparse",
                        "GNU.sparse.realsize": str(1 << 50)}
    info.size = 512
    return tar((info, b"1\n0\n0\n".ljust(512, b"\0")), form=tarfile.PAX_FORMAT)


@case("f", "more than the")
def size_that_lies():
    data = bytearray(tar(member("f")))
    data[124:136] = b"\x80" + (1 << 60).to_bytes(11, "big")
    data[148:156] = b" " * 8
    data[148:156] = b"%06o\0 " % sum(data[:512])
    return bytes(data)


@case("more than 500000 entries")
def entries_without_end():
    """Always the same folder, which may come again."""
    return gzip.compress(tar(folder("again"))[:512] * 500001 + b"\0" * 1024, 1)


@case("more than 64 folders deep")
def depth():
    return tar(member("/".join(["d"] * 80)))


@case("longer than 255 bytes")
def long_name():
    return tar(member("n" * 300))


@case("longer than 4095 bytes")
def long_path():
    return tar(member("/".join(["p" * 250] * 20)))


@case("l", "longer than 4095 bytes")
def long_target():
    return tar(link("l", "t/" * 3000))


@case("names are longer than 64 MB")
def names_without_end():
    big = "/".join(["t" * 250] * 16)
    return gzip.compress(tar(*[link(f"l{i}", big) for i in range(17000)]), 1)


@case("compressed more than once")
def compressed_twice():
    return gzip.compress(gzip.compress(tar(member("a"))))


@case("cannot be unpacked")
def xz_dictionary_that_is_huge():
    """Declares a dictionary of 1.5 GiB in a stream of some bytes."""
    data = bytearray(lzma.compress(tar(member("a")), filters=[{"id": lzma.FILTER_LZMA2, "dict_size": 4096}]))
    # Block header: size, flags, filter id 0x21, size of properties 1, dictionary bits; CRC32 of it behind.
    assert data[14] == 0x21 and data[15] == 1
    data[16] = 39
    size = (data[12] + 1) * 4
    data[12 + size - 4:12 + size] = struct.pack("<I", zlib.crc32(bytes(data[12:12 + size - 4])))
    return bytes(data)


@case("cannot be unpacked")
def zstd_window_that_is_huge():
    """A frame header with a window of 2^31 bytes, and one raw block."""
    raw = tar(member("a"))
    return b"\x28\xb5\x2f\xfd" + bytes([0x00, (31 - 10) << 3]) + (len(raw) << 3 | 1).to_bytes(3, "little") + raw


# --- no archive at all --------------------------------------------------------------------------------------------------

@case("cannot be unpacked")
def empty():
    return b""


@case("cannot be unpacked")
def page():
    return b"<!DOCTYPE html><html><body>Not found</body></html>" * 20


@case("holds nothing")
def nothing_inside():
    return tar()


@case("cannot be unpacked")
def cut_short():
    import random
    return gzip.compress(tar(member("a", random.Random(1).randbytes(100000))))[:50000]


@case("cannot be unpacked")
def cut_in_content():
    return tar(member("a", b"y" * 100000))[:50000]


# --- deb ----------------------------------------------------------------------------------------------------------------

@case("../evil", "'..'")
def deb_dots():
    return deb(lzma.compress(tar(member("../evil"))))


@case("null", "device")
def deb_device():
    return deb(gzip.compress(tar(member("null", b"", tarfile.CHRTYPE))), b"data.tar.gz")


@case("without 'data.tar'")
def deb_without_data():
    return ar((b"debian-binary", b"2.0\n"))


@case("cannot be unpacked")
def deb_member_that_lies():
    return b"!<arch>\n" + b"%-16s%-12d%-6d%-6d%-8o%-10d`\n" % (b"data.tar", 0, 0, 0, 0o100644, 999999999) + tar(member("a"))[:700]


@case("bomb", "more than the")
def deb_bomb():
    return deb(lzma.compress(tar(member("bomb", b"\0" * (200 << 20)))))


# --- zip ----------------------------------------------------------------------------------------------------------------

@case("../evil", "'..'")
def zip_dots():
    return zip_of(("../evil", b"x", None))


@case("/tmp/fbgen-evil", "absolute")
def zip_absolute():
    return zip_of(("/tmp/fbgen-evil", b"x", None))


@case("out", "out of the archive")
def zip_link():
    return zip_of(("out", b"../..", stat.S_IFLNK | 0o777))


@case("out", "absolute target")
def zip_link_absolute():
    return zip_of(("out", b"/etc/passwd", stat.S_IFLNK | 0o777))


@case("out/evil", "below the link 'out'")
def zip_through_link():
    return zip_of(("out", b"in", stat.S_IFLNK | 0o777), ("out/evil", b"x", None))


@case("a", "another entry of that name")
def zip_twice():
    return zip_of(("a", b"x", None), ("a", b"y", None))


@case("bomb", "more than the")
def zip_bomb():
    return zip_of(("bomb", b"\0" * (200 << 20), None))


@case("a", "longer than was announced")
def zip_size_that_lies():
    """Ten bytes are said, the data is more."""
    data = bytearray(zip_of(("a", b"\0" * 5_000_000, None)))
    at = data.rfind(b"PK\x01\x02")
    data[22:26] = data[at + 24:at + 28] = struct.pack("<I", 10)
    return bytes(data)


@case("a")
def zip_size_that_promises_more():
    data = bytearray(zip_of(("a", b"\0" * 5000, None)))
    at = data.rfind(b"PK\x01\x02")
    data[22:26] = data[at + 24:at + 28] = struct.pack("<I", 50_000_000)
    return bytes(data)


@case("cannot be unpacked")
def zip_cut_short():
    return zip_of(("a", b"x" * 1000, None))[:-30]


@case("cannot be unpacked")
def zip_directory_elsewhere():
    data = bytearray(zip_of(("a", b"x", None)))
    at = data.rfind(b"PK\x05\x06")
    data[at + 16:at + 20] = struct.pack("<I", 0xfffffff0)
    return bytes(data)


# --- 7z -----------------------------------------------------------------------------------------------------------------

@case("../evil", "'..'")
def seven_dots():
    return seven("../evil", b"x")


@case("/tmp/fbgen-evil", "absolute")
def seven_absolute():
    return seven("/tmp/fbgen-evil", b"x")


@case("out", "out of the archive")
def seven_link():
    return seven("out", b"../../etc/passwd", 0x8000 | (stat.S_IFLNK | 0o777) << 16)


@case("pipe", "device")
def seven_fifo():
    return seven("pipe", b"x", 0x8000 | (stat.S_IFIFO | 0o644) << 16)


@case("cannot be unpacked")
def seven_damaged():
    return seven("a", b"x")[:-3] + b"zzz"
