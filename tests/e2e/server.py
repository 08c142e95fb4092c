"""A web server on the loopback address that does what real ones do on their bad days.

    server = Server()                     # or Server(tls=(certificate, key))
    server.put("/a.tar.gz", data, no_range=True, drop_every=1_000_000)
    server.url("/a.tar.gz")
    server.stop()

Each path has its behaviour (see File), and tells what was asked of it: `requests` (the headers of each), `served` (bytes of
bodies that were sent).
"""
import email.utils
import gzip
import http.server
import re
import socket
import ssl
import struct
import threading
import time


class File:
    """What stands at one path.  Lists are used up from the front, one item a request."""

    def __init__(self, data, **how):
        self.data = data
        self.etag = how.pop("etag", '"v1"')              # None: none
        self.etags = how.pop("etags", [])                # one after the other, before etag
        self.modified = how.pop("modified", None)        # seconds since 1970
        self.no_range = how.pop("no_range", False)       # always 200 and all of it
        self.ignore_if_range = how.pop("ignore_if_range", False)
        self.statuses = how.pop("statuses", [])          # errors that come first; then the file
        self.status_on_range = how.pop("status_on_range", None)
        self.retry_after = how.pop("retry_after", None)  # with the errors
        self.redirects = how.pop("redirects", [])        # locations, one a request
        self.redirect = how.pop("redirect", None)        # always
        self.drop_every = how.pop("drop_every", 0)       # bytes of body after which the connection is cut
        self.reset = how.pop("reset", False)             # cut without a farewell: what is on its way is lost
        self.drops = how.pop("drops", 1 << 30)           # so many times
        self.stall_at = how.pop("stall_at", 0)           # bytes after which the server falls silent, once
        self.stall_s = how.pop("stall_s", 60)
        self.rate = how.pop("rate", 0)                   # bytes per second
        self.gzip = how.pop("gzip", False)               # codes the body although nobody asked for it
        self.label = how.pop("label", None)              # Content-Encoding that is said only
        self.chunked = how.pop("chunked", False)
        self.unsized = how.pop("unsized", False)         # no length: the end is the end of the connection
        self.part_shift = how.pop("part_shift", 0)       # a part that begins elsewhere
        self.part_most = how.pop("part_most", 0)         # never more than so many bytes in a part
        self.after = how.pop("after", None)              # the data from the second request on
        assert not how, how
        self.requests, self.served, self.lock = [], 0, threading.Lock()

    def take(self, items):
        with self.lock:
            return items.pop(0) if items else None


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *args):
        pass

    def head(self, status, fields):
        self.send_response_only(status)
        for name, value in fields.items():
            self.send_header(name, str(value))
        self.end_headers()

    def error(self, status, file):
        page = b"<html>no</html>"
        fields = {"Content-Length": len(page)}
        if file and file.retry_after is not None:
            fields["Retry-After"] = file.retry_after
        self.head(status, fields)
        self.wfile.write(page)

    def cut(self, file):
        """End the connection: all that was sent arrives, unless it ends the hard way."""
        self.close_connection = True
        if not file.reset:
            return
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()

    def do_GET(self):
        file = self.server.files.get(self.path.split("?")[0])
        if not file:
            return self.error(404, None)
        with file.lock:
            file.requests.append(dict(self.headers))
            data = file.after if file.after is not None and len(file.requests) > 1 else file.data
        location = file.take(file.redirects) or file.redirect
        if location:
            return self.head(302, {"Location": location, "Content-Length": 0})
        status = file.take(file.statuses)
        if not status and file.status_on_range and "Range" in self.headers:
            status = file.status_on_range
        if status:
            return self.error(status, file)
        return self.send_file(file, data)

    def wanted_part(self, file, data, etag):
        """(first, end) of what is asked for; None: all.  Raises ValueError where there is no such part."""
        found = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        if not found or file.no_range:
            return None
        guard = self.headers.get("If-Range")
        known = (etag, email.utils.formatdate(file.modified, usegmt=True) if file.modified else None)
        if guard and guard not in known and not file.ignore_if_range:
            return None
        first = int(found[1]) + file.part_shift
        end = min(int(found[2]) + 1, len(data)) if found[2] else len(data)
        if first >= len(data):
            raise ValueError
        return first, min(end, first + file.part_most) if file.part_most else end

    def send_file(self, file, data):
        etag = file.take(file.etags) or file.etag
        fields = {"Date": email.utils.formatdate(usegmt=True)}
        if etag:
            fields["ETag"] = etag
        if file.modified:
            fields["Last-Modified"] = email.utils.formatdate(file.modified, usegmt=True)
        if file.gzip:
            data, file.label = gzip.compress(data, 1), "gzip"
        if file.label:
            fields["Content-Encoding"] = file.label
        try:
            part = self.wanted_part(file, data, etag)
        except ValueError:
            return self.head(416, {"Content-Range": f"bytes */{len(data)}", "Content-Length": 0})
        body = data[part[0]:part[1]] if part else data
        if part:
            fields["Content-Range"] = f"bytes {part[0]}-{part[1] - 1}/{len(data)}"
        if file.chunked:
            fields["Transfer-Encoding"] = "chunked"
        elif file.unsized:
            fields["Connection"] = "close"
            self.close_connection = True
        else:
            fields["Content-Length"] = len(body)
        self.head(206 if part else 200, fields)
        return self.send_body(file, body)

    def send_body(self, file, body):
        sent, began = 0, time.monotonic()
        while sent < len(body):
            if file.drop_every and sent >= file.drop_every and file.drops > 0:
                file.drops -= 1
                return self.cut(file)
            if file.stall_at and sent >= file.stall_at:
                file.stall_at = 0
                self.server.over.wait(file.stall_s)
                return self.cut(file)
            piece = body[sent:sent + min(64 << 10, (file.drop_every - sent) if file.drop_every and file.drops > 0 else 64 << 10,
                                         (file.stall_at - sent) if file.stall_at else 64 << 10)]
            self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece) if file.chunked else piece)
            sent += len(piece)
            with file.lock:
                file.served += len(piece)
            if file.rate:
                time.sleep(max(0, began + sent / file.rate - time.monotonic()))
        if file.chunked:
            self.wfile.write(b"0\r\n\r\n")


class Listener(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request, address):
        pass  # clients that are killed


class Server:
    def __init__(self, tls=None, host="127.0.0.1"):
        self.http = Listener((host, 0), Handler)
        self.http.files = {}
        self.http.over = threading.Event()
        self.scheme = "http"
        if tls:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*tls)
            self.http.socket = context.wrap_socket(self.http.socket, server_side=True, do_handshake_on_connect=False)
            self.scheme = "https"
        self.thread = threading.Thread(target=self.http.serve_forever, args=(0.05,), daemon=True)
        self.thread.start()

    def put(self, path, data, **how):
        self.http.files[path] = File(data, **how)
        return self.http.files[path]

    def url(self, path, host="127.0.0.1"):
        return f"{self.scheme}://{host}:{self.http.server_address[1]}{path}"

    def stop(self):
        self.http.over.set()
        self.http.shutdown()
        self.http.server_close()
