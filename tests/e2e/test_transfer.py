"""Downloads against a server that misbehaves: the right file or none, and nothing fetched twice without need."""
import hashlib
import json
import os
import pathlib
import random
import signal
import socket
import subprocess
import time

import pytest
from conftest import FBFETCH
from server import Server

MANY = os.environ.get("MANY", str(pathlib.Path(FBFETCH).parents[2] / "tests/e2e/many"))
MB = 1_000_000


def noise(seed, size):
    return random.Random(seed).randbytes(size)


DATA = noise(1, 3 * MB)
SHA = hashlib.sha256(DATA).hexdigest()
WRONG = noise(2, 3 * MB)
YEAR_AGO = time.time() - 365 * 86400


class Client:
    """fbfetch with a store of its own."""

    def __init__(self, root):
        self.root = root
        self.store = root / "store"
        self.env = {k: v for k, v in os.environ.items() if "proxy" not in k.lower() and k != "SSL_CERT_FILE"}
        self.env.update(FBGEN_HOME=str(self.store), HOME=str(root), NO_COLOR="1")

    def argv(self, urls, sha=SHA, size=len(DATA), *more):
        urls = [urls] if isinstance(urls, str) else urls
        argv = [FBFETCH, "get", "--sha256", sha, *more]
        for url in urls:
            argv += ["--url", url]
        return argv + (["--size", str(size)] if size else [])

    def get(self, *args, **kwargs):
        return subprocess.run(self.argv(*args), cwd=self.root, env=self.env, text=True, capture_output=True, timeout=120, **kwargs)

    def start(self, *args):
        return subprocess.Popen(self.argv(*args), cwd=self.root, env=self.env, text=True, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE)

    def bring(self, *args, data=DATA):
        done = self.get(*args)
        assert done.returncode == 0, done.stderr
        assert pathlib.Path(done.stdout.strip()).read_bytes() == data
        assert done.stdout.strip() == str(self.store / "dl" / hashlib.sha256(data).hexdigest())
        assert not list(self.store.glob("dl/*.part*"))
        return done

    def refuse(self, *args, status=4):
        done = self.get(*args)
        assert done.returncode == status, f"{done.stdout}{done.stderr}"
        assert not (self.store / "dl" / SHA).exists()
        return done

    def partial(self):
        return self.store / "dl" / f"{SHA}.part"

    def journal(self):
        return self.store / "dl" / f"{SHA}.part.json"

    def wait_for(self, process, at, sha=SHA):
        """Until so many bytes are there."""
        partial = self.store / "dl" / f"{sha}.part"
        until = time.monotonic() + 60
        while not partial.exists() or partial.stat().st_size < at:
            assert process.poll() is None and time.monotonic() < until, process.communicate()
            time.sleep(0.005)

    def interrupt(self, url, at, sha=SHA, size=len(DATA)):
        """Start a download, end it by SIGKILL when so many bytes are there."""
        process = self.start(url, sha, size)
        self.wait_for(process, at, sha)
        process.send_signal(signal.SIGKILL)
        process.communicate()


@pytest.fixture
def client(tmp_path):
    return Client(tmp_path)


@pytest.fixture
def server():
    server = Server()
    yield server
    server.stop()


# What the server does; outcome; requests; bytes served, as a part of the file's; what the message says.
OK, NONE = True, False
DROP = {"drop_every": 1_200_000, "drops": 1}
MATRIX = {
    "plain": ({}, OK, 1, 1, ""),
    "no length": ({"unsized": True}, OK, 1, 1, ""),
    "chunks": ({"chunked": True}, OK, 1, 1, ""),
    "one redirect": ({"redirects": ["/f?elsewhere=1"]}, OK, 2, 1, ""),
    "redirects for ever": ({"redirect": "/f"}, NONE, 11, 0, "more than 10 redirects"),
    "redirect to plain http": ({"redirect": "http://example.org/f"}, NONE, 1, 0,
                               "a redirect that leads to http://example.org/f: expected an https address, not http"),
    "redirect to a file": ({"redirect": "file:///etc/passwd"}, NONE, 1, 0, "expected an https address"),
    "redirect to nowhere": ({"redirect": "http://"}, NONE, 1, 0, "a redirect that leads to (no address)"),
    "404": ({"statuses": [404]}, NONE, 1, 0, "HTTP status 404"),
    "401": ({"statuses": [401]}, NONE, 1, 0, "HTTP status 401"),
    "501": ({"statuses": [501]}, NONE, 1, 0, "HTTP status 501"),
    "204": ({"statuses": [204]}, NONE, 1, 0, "HTTP status 204"),
    "403 once": ({"statuses": [403]}, OK, 2, 1, ""),
    "403 always": ({"statuses": [403] * 9}, NONE, 2, 0, "HTTP status 403"),
    "500 and 502": ({"statuses": [500, 502]}, OK, 3, 1, ""),
    "500 for ever": ({"statuses": [500] * 9}, NONE, 6, 0, "HTTP status 500"),
    "429 with Retry-After": ({"statuses": [429], "retry_after": 1}, OK, 2, 1, ""),
    "drop": ({"drop_every": 1_200_000}, OK, 3, 1.02, ""),
    "drop without tags": ({"drop_every": 1_200_000, "etag": None}, OK, 3, 1.02, ""),
    "drop without length": ({**DROP, "unsized": True}, OK, 2, 1.02, ""),
    "drop in chunks": ({**DROP, "chunked": True}, OK, 2, 1.02, ""),
    "200 for Range": ({**DROP, "no_range": True}, OK, 2, 1.5, ""),
    "416 for Range": ({**DROP, "status_on_range": 416}, OK, 3, 1.5, ""),
    "tag changed": ({**DROP, "etags": ['"a"', '"b"']}, OK, 2, 1.5, ""),
    "file changed": ({**DROP, "data": WRONG, "after": DATA, "etags": ['"a"', '"b"']}, OK, 2, 1.5, ""),
    "file changed, If-Range ignored": ({**DROP, "data": WRONG, "after": DATA, "etags": ['"a"'], "ignore_if_range": True,
                                         "rate": 20 * MB}, OK, 3, 1.5, ""),
    "file changed in secret": ({**DROP, "data": WRONG, "after": DATA}, OK, 3, 2.1, ""),
    "part from elsewhere": ({**DROP, "part_shift": 10}, OK, 3, 2.1, ""),
    "parts that are shorter": ({**DROP, "part_most": 1_100_000}, OK, 3, 1.02, ""),
    "short": ({"data": DATA[:-1], "rate": 10 * MB}, NONE, 1, 0.2, "expected a file of 3000000 bytes, the server's has 2999999"),
    "short in chunks": ({"data": DATA[:-1], "chunked": True}, NONE, 3, 2, "the answer ended at byte 2999999 of 3000000"),
    "long": ({"data": DATA + b"x", "rate": 10 * MB}, NONE, 1, 0.2, "the server's has 3000001"),
    "long in chunks": ({"data": DATA + WRONG, "chunked": True}, OK, 1, 2.1, ""),
    "coded": ({"gzip": True, "rate": 10 * MB}, NONE, 1, 0.2, "with Content-Encoding: gzip"),
    "coded in chunks": ({"gzip": True, "chunked": True}, NONE, 1, 1.02, "sent with Content-Encoding: gzip"),
    "said to be coded": ({"label": "gzip"}, OK, 1, 1, ""),
    "wrong bytes": ({"data": WRONG}, NONE, 1, 1, f"expected SHA-256 {SHA}, got 3000000 bytes with"),
}


@pytest.mark.parametrize("case", MATRIX)
def test_a_server_that_misbehaves_costs_little_and_never_gives_a_wrong_file(client, server, case):
    how, good, requests, served, text = MATRIX[case]
    how = dict(how)
    file = server.put("/f", how.pop("data", DATA), **how)
    url = server.url("/f")
    done = client.bring(url) if good else client.refuse(url)
    assert text in done.stderr
    assert len(file.requests) == requests
    assert file.served <= served * len(DATA) + 400_000 * (served != int(served) or not good)
    assert {r["Accept-Encoding"] for r in file.requests} == {"identity"}
    assert "compil" not in done.stderr.lower()


@pytest.mark.parametrize("how", [{}, {"chunked": True}, {"unsized": True}, {"drop_every": 1_200_000},
                                 {**DROP, "unsized": True}])
def test_a_file_whose_size_nobody_told_comes_too(client, server, how):
    file = server.put("/f", DATA, **how)
    client.bring(server.url("/f"), SHA, 0)
    assert file.served <= 1.5 * len(DATA)


# The validator of the first answer, and what If-Range says then.
DATE = time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime(YEAR_AGO))


@pytest.mark.parametrize("how, guard", [
    ({"etag": '"v1"', "modified": YEAR_AGO}, '"v1"'),
    ({"etag": 'W/"v1"'}, None),
    ({"etag": 'W/"v1"', "modified": YEAR_AGO}, DATE),
    ({"etag": None, "modified": time.time()}, None),
    ({"etag": None}, None),
])
def test_only_what_tells_versions_apart_guards_a_resume(client, server, how, guard):
    file = server.put("/f", DATA, **DROP, **how)
    client.bring(server.url("/f"))
    assert file.requests[0].get("Range") is None
    assert file.requests[1]["Range"] == f"bytes=1200000-{len(DATA) - 1}"
    assert file.requests[1].get("If-Range") == guard
    assert file.served == len(DATA)


@pytest.mark.parametrize("url", ["http://example.org/f", "http://127.0.0.1.example.org/f", "http://localhost@example.org/f",
                                 "ftp://127.0.0.1/f", "file:///etc/passwd", "gopher://127.0.0.1/", "f", "https://"])
def test_an_address_that_is_not_https_is_not_asked(client, url):
    begin = time.monotonic()
    assert "expected an" in client.refuse(url).stderr
    assert time.monotonic() - begin < 5


def test_passwords_and_queries_are_not_shown(client, server):
    url = server.url("/f?token=secret1").replace("127", "user:secret2@127", 1)
    done = client.refuse(url)
    assert "/f: HTTP status 404" in done.stderr
    assert "secret" not in done.stderr + done.stdout
    server.put("/g", DATA, rate=2 * MB)
    client.interrupt(server.url("/g?token=secret1").replace("127", "user:secret2@127", 1), MB)
    assert "secret" not in client.journal().read_text()


def test_credentials_of_the_netrc_go_to_their_host_alone(client, server):
    client.root.joinpath(".netrc").write_text("machine 127.0.0.1 login me password secret\n")
    elsewhere = server.put("/g", DATA)
    file = server.put("/f", DATA, redirect=server.url("/g", host="localhost"))
    client.bring(server.url("/f"))
    assert file.requests[0]["Authorization"].startswith("Basic ")
    assert "Authorization" not in elsewhere.requests[0]


# Processes that end


def test_a_killed_download_goes_on_where_it_was(client, server):
    data = noise(3, 20 * MB)
    sha = hashlib.sha256(data).hexdigest()
    file = server.put("/f", data, drop_every=5 * MB, rate=30 * MB)
    for at in (3 * MB, 9 * MB, 15 * MB):
        client.interrupt(server.url("/f"), at, sha, len(data))
    client.bring(server.url("/f"), sha, len(data), data=data)
    # What was on its way to a process when it was killed is all that is sent twice.
    assert file.served <= len(data) + 3 * 4 * MB
    starts = [int(r["Range"].split("=")[1].split("-")[0]) for r in file.requests[1:]]
    assert starts == sorted(starts) and starts[-1] >= 15 * MB


@pytest.mark.parametrize("damage", ["a byte", "cut", "longer", "journal gone", "journal is none", "journal of more"])
def test_a_damaged_partial_costs_a_download_and_no_more(client, server, damage):
    file = server.put("/f", DATA, rate=3 * MB)
    client.interrupt(server.url("/f"), MB)
    file.rate = 0
    partial, journal = client.partial(), client.journal()
    if damage == "a byte":
        with partial.open("r+b") as f:
            f.seek(1000)
            f.write(b"xyz")
    elif damage == "cut":
        os.truncate(partial, 500_000)
    elif damage == "longer":
        with partial.open("ab") as f:
            f.write(b"x" * 4 * MB)
    elif damage == "journal gone":
        journal.unlink()
    elif damage == "journal is none":
        journal.write_text("{]")
    else:
        text = json.loads(journal.read_text())
        text["bytes"] = 2**40
        journal.write_text(json.dumps(text))
    before = file.served
    client.bring(server.url("/f"))
    assert file.served - before <= 2 * len(DATA)


def test_what_came_after_the_check_is_not_trusted_after_a_restart_of_the_machine(client, server):
    file = server.put("/f", noise(4, 10 * MB), rate=10 * MB)
    data, sha = file.data, hashlib.sha256(file.data).hexdigest()
    client.interrupt(server.url("/f"), 5 * MB, sha, len(data))
    journal = client.store / "dl" / f"{sha}.part.json"
    text = json.loads(journal.read_text())
    assert 4 * MB <= text["bytes"] <= 5 * MB
    text["boot"] = "another"
    journal.write_text(json.dumps(text))
    client.bring(server.url("/f"), sha, len(data), data=data)
    assert file.requests[-1]["Range"] == f"bytes={text['bytes']}-{len(data) - 1}"


def test_a_verified_file_is_not_asked_for_again(client, server):
    file = server.put("/f", DATA)
    client.bring(server.url("/f"))
    client.bring(server.url("/f"))
    assert len(file.requests) == 1
    path = client.store / "dl" / SHA
    path.write_bytes(WRONG)
    client.bring(server.url("/f"))
    assert len(file.requests) == 2


def test_a_partial_that_is_whole_is_not_asked_for(client, server):
    file = server.put("/f", DATA)
    client.bring(server.url("/f"))
    (client.store / "dl" / SHA).rename(client.partial())
    client.journal().write_text(json.dumps({"url": "", "etag": "", "last-modified": "", "boot": "", "size": len(DATA),
                                            "bytes": 0, "xxh3": "2d06800538d394c2"}))
    # Nothing of it is vouched for, but for this run of the machine.
    boot = pathlib.Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    client.journal().write_text(client.journal().read_text().replace('"boot": ""', f'"boot": "{boot}"'))
    client.bring(server.url("/f"))
    assert len(file.requests) == 1


def test_several_processes_download_a_file_once(client, server):
    file = server.put("/f", DATA, rate=3 * MB)
    processes = [client.start(server.url("/f")) for _ in range(4)]
    texts = [p.communicate(timeout=60) for p in processes]
    assert [p.returncode for p in processes] == [0] * 4, texts
    assert file.served == len(DATA) and len(file.requests) == 1
    assert any("waiting for another fbfetch" in err for _, err in texts)


def test_who_waits_takes_over_from_one_that_is_killed(client, server):
    file = server.put("/f", DATA, rate=MB)
    first = client.start(server.url("/f"))
    client.wait_for(first, MB)
    second = client.start(server.url("/f"))
    time.sleep(0.3)
    first.kill()
    first.communicate()
    file.rate = 0
    out, err = second.communicate(timeout=30)
    assert second.returncode == 0, err
    assert pathlib.Path(out.strip()).read_bytes() == DATA
    assert "Range" in file.requests[-1]


# Time


def test_a_silent_server_is_left_after_fifteen_seconds(client, server):
    file = server.put("/f", DATA, stall_at=64_000)
    begin = time.monotonic()
    done = client.bring(server.url("/f"))
    assert 14 < time.monotonic() - begin < 20
    assert "silent for 15 s" in done.stderr and "nothing from 127.0.0.1" in done.stderr
    assert file.served == len(DATA)


def test_a_slow_server_is_waited_for(client, server):
    file = server.put("/f", DATA, rate=600_000)
    begin = time.monotonic()
    client.bring(server.url("/f"))
    assert time.monotonic() - begin > 4
    assert len(file.requests) == 1


def test_retry_after_is_kept_to(client, server):
    server.put("/f", DATA, statuses=[429], retry_after=3)
    begin = time.monotonic()
    client.bring(server.url("/f"))
    assert 3 <= time.monotonic() - begin < 9


# Mirrors


def closed_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def test_the_next_mirror_has_its_turn(client, server):
    good = server.put("/good", DATA)
    wrong = server.put("/wrong", WRONG)
    short = server.put("/short", DATA[:100])
    dead = f"http://127.0.0.1:{closed_port()}/f"
    done = client.bring([server.url("/none"), dead, "http://example.org/f", server.url("/wrong"), server.url("/short"),
                         server.url("/good")])
    assert len(good.requests) == len(wrong.requests) == len(short.requests) == 1
    assert "/none: HTTP status 404; trying again" in done.stderr


def test_a_mirror_goes_on_where_another_ended(client, server):
    first = server.put("/a", DATA, drop_every=700_000, etag='"a"')
    second = server.put("/b", DATA, etag='"b"')
    client.bring([server.url("/a"), server.url("/b")])
    assert first.served == 700_000 and second.served == len(DATA) - 700_000
    assert "If-Range" not in second.requests[0]


def test_every_mirrors_fault_is_told(client, server):
    done = client.refuse([server.url("/none"), "ftp://127.0.0.1/f"])
    assert "/none: HTTP status 404; ftp://127.0.0.1/f: expected an https address, not ftp" in done.stderr


# TLS


@pytest.fixture
def tls(tmp_path):
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout",
                    "key", "-out", "certificate", "-days", "2", "-subj", "/CN=localhost", "-addext",
                    "subjectAltName=DNS:localhost"], cwd=tmp_path, check=True, capture_output=True)
    server = Server(tls=(tmp_path / "certificate", tmp_path / "key"))
    yield server
    server.stop()


def test_a_certificate_that_nobody_vouches_for_ends_it_at_once(client, tls):
    file = tls.put("/f", DATA)
    begin = time.monotonic()
    assert "certificate" in client.refuse(tls.url("/f", host="localhost")).stderr
    assert time.monotonic() - begin < 2 and not file.requests


def test_a_certificate_of_another_host_ends_it(client, tls):
    client.env["SSL_CERT_FILE"] = str(client.root / "certificate")
    file = tls.put("/f", DATA)
    assert "127.0.0.1" in client.refuse(tls.url("/f")).stderr
    assert not file.requests


def test_a_good_certificate_is_good_and_drops_are_resumed(client, tls):
    client.env["SSL_CERT_FILE"] = str(client.root / "certificate")
    file = tls.put("/f", DATA, drop_every=1_200_000)
    client.bring(tls.url("/f", host="localhost"))
    assert len(file.requests) == 3


def test_no_redirect_leads_from_https_to_http(client, tls, server):
    client.env["SSL_CERT_FILE"] = str(client.root / "certificate")
    plain = server.put("/f", DATA)
    tls.put("/f", DATA, redirect=server.url("/f"))
    assert "leads away from https" in client.refuse(tls.url("/f", host="localhost")).stderr
    assert not plain.requests


# The disk


def as_nobody(argv):
    return ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", *argv] if os.getuid() == 0 else argv


def test_a_store_that_cannot_be_written_is_named(client, server, tmp_path):
    server.put("/f", DATA)
    client.env["FBGEN_HOME"] = "/proc/store"
    done = client.refuse(server.url("/f"), status=3)
    assert "/proc/store" in done.stderr


def test_a_full_disk_is_said_and_nothing_is_lost(client, server):
    client.store.mkdir()
    if os.getuid() or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "x", client.store], capture_output=True).returncode:
        pytest.skip("mounting takes root")
    try:
        server.put("/f", DATA, rate=20 * MB)
        assert "are missing of the download, the disk has room for" in client.refuse(server.url("/f"), status=3).stderr
        done = client.refuse(server.url("/f"), SHA, 0, status=3)
        assert "No space left on device" in done.stderr
        subprocess.run(["mount", "-o", "remount,size=9m", client.store], check=True)
        client.bring(server.url("/f"))
        assert "Range" in server.http.files["/f"].requests[-1]
    finally:
        subprocess.run(["umount", client.store], check=False)


def test_memory_does_not_grow_with_the_file(client, server):
    data = noise(5, 60 * MB)
    server.put("/f", data)
    argv = client.argv(server.url("/f"), hashlib.sha256(data).hexdigest(), len(data))
    done = subprocess.run(["python3", "-c", "import resource, subprocess, sys\n"
                           "done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL)\n"
                           "print(done.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)", *argv],
                          env=client.env, text=True, capture_output=True, timeout=60)
    status, kilobytes = map(int, done.stdout.split())
    assert status == 0, done.stderr
    assert kilobytes < 32_000


# What it says


def test_events_are_lines_of_json(client, server):
    server.put("/f", DATA, statuses=[500], rate=3 * MB)
    done = client.get(server.url("/f"), SHA, len(DATA), "--json")
    events = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0 and {e["event"] for e in events} == {"transfer"}
    states = [e["state"] for e in events if e["state"] != "connecting"]
    assert [s for i, s in enumerate(states) if i == 0 or s != states[i - 1]] == ["waiting", "downloading", "done"]
    sizes = [e["bytes"] for e in events]
    assert sizes == sorted(sizes) and sizes[-1] == len(DATA) and len(events) < 20
    assert events[-1]["text"] == str(client.store / "dl" / SHA)
    assert any(MB < e["rate"] < 9 * MB for e in events)


@pytest.mark.parametrize("words, text", [
    (["--url", "https://x/f"], "expected --sha256 with --url"),
    (["--sha256", SHA], "expected --url with --sha256 and --size"),
    (["--url", "https://x/f", "--sha256", SHA, "--size", "1k"], "expected a number of bytes for --size, got '1k'"),
])
def test_a_wrong_command_line_is_said(client, words, text):
    done = subprocess.run([FBFETCH, "get", *words], env=client.env, text=True, capture_output=True, stdin=subprocess.DEVNULL)
    assert done.returncode == 2 and text in done.stderr


def test_a_digest_that_is_none_is_said(client):
    assert "expected an address and a SHA-256 of 64" in client.refuse("https://127.0.0.1/f", "abc").stderr


# Several in one loop, with readers


class Many:
    def __init__(self, client, server):
        self.client, self.server, self.requests = client, server, []

    def add(self, label, data, into=None, most=0, **how):
        file = self.server.put("/" + label, data, **how)
        request = {"label": label, "urls": [self.server.url("/" + label)], "sha256": hashlib.sha256(data).hexdigest(),
                   "size": len(data)}
        if into:
            request.update(into=str(into), most=most)
        self.requests.append(request)
        return file

    def start(self):
        process = subprocess.Popen([MANY], env=self.client.env, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        process.stdin.write("".join(json.dumps(r) + "\n" for r in self.requests))
        process.stdin.close()
        process.stdin = None
        return process

    def run(self):
        process = self.start()
        out, err = process.communicate(timeout=100)
        assert process.returncode == 0, out + err
        return [line.split(" ", 3) for line in out.splitlines()]


@pytest.fixture
def many(client, server):
    return Many(client, server)


def test_the_first_comes_first(many):
    for label in "abcde":
        many.add(label, noise(label, MB), rate=4 * MB)
    events = many.run()
    active = [(e[0], e[1] == "done") for e in events if e[1] in ("connecting", "downloading", "done")]
    assert list(dict.fromkeys(label for label, _ in active)) == list("abcde")
    # It has the line for itself: the next one is asked for when it is done.
    assert active.index(("a", True)) < active.index(("b", False))


def test_one_that_waits_does_not_hold_up_the_others(many):
    many.add("a", noise("a", MB), statuses=[503], retry_after=2)
    many.add("b", noise("b", MB))
    assert [e[0] for e in many.run() if e[1] == "done"] == ["b", "a"]


def test_slow_connections_run_beside_each_other(many):
    files = {label: many.add(label, noise(label, 4 * MB), rate=MB) for label in "abcd"}
    begin = time.monotonic()
    many.run()
    assert time.monotonic() - begin < 13  # one after the other: 16 s
    assert all(len(f.requests) == 1 for f in files.values())


def test_a_slow_reader_gets_every_byte_and_slows_nothing(many, tmp_path):
    data = noise(7, 2 * MB)
    many.add("a", data, into=tmp_path / "out", most=50_000)
    many.add("b", noise("b", MB))
    events = many.run()
    assert (tmp_path / "out").read_bytes() == data
    # All was on disk long before the reader had it.
    assert ["a", "verified", str(len(data)), ""] in events
    assert [e[0] for e in events if e[1] == "done"] == ["b", "a"]


def test_a_reader_begins_again_when_the_file_does(many, tmp_path):
    data = noise(8, 3 * MB)
    many.add("a", data, into=tmp_path / "out", no_range=True, rate=6 * MB, **DROP)
    events = many.run()
    assert [e[1] for e in events].count("begin") == 2
    assert (tmp_path / "out").read_bytes() == data


def test_a_reader_gets_what_an_earlier_run_left(many, client, server, tmp_path):
    file = many.add("a", DATA, into=tmp_path / "out", rate=3 * MB)
    client.interrupt(server.url("/a"), MB)
    many.run()
    assert (tmp_path / "out").read_bytes() == DATA
    assert "Range" in file.requests[1]


def test_a_pipe_is_waited_for(many, tmp_path):
    data = noise(9, 2 * MB)
    os.mkfifo(tmp_path / "fifo")
    many.add("a", data, into=tmp_path / "fifo")
    process = many.start()
    got = b""
    with open(tmp_path / "fifo", "rb", buffering=0) as f:
        while piece := f.read(100_000):
            got += piece
            time.sleep(0.01)
    process.communicate(timeout=30)
    assert process.returncode == 0 and got == data
