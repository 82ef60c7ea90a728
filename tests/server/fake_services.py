"""A push service and a mail server on this machine, for tests: they keep what they are handed."""

import json
import secrets
import socketserver
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, cast

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from rotonde.server.push import encode


class Browser:
    """A browser that was subscribed: only it can read what is sent to it."""

    def __init__(
        self, service: str, private: ec.EllipticCurvePrivateKey | None = None, auth: bytes = b""
    ) -> None:
        self._private = private or ec.generate_private_key(ec.SECP256R1())
        self.auth = auth or secrets.token_bytes(16)
        self.endpoint = f"{service}/send/{secrets.token_urlsafe(24)}"

    @property
    def public_key(self) -> bytes:
        return self._private.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )

    @property
    def subscription(self) -> dict[str, Any]:
        """As PushSubscription.toJSON() gives it."""
        keys = {"p256dh": encode(self.public_key), "auth": encode(self.auth)}
        return {"endpoint": self.endpoint, "expirationTime": None, "keys": keys}

    def read(self, body: bytes) -> bytes:
        """RFC 8291 from the reader's side, written without looking at ours."""
        salt, (record, length) = body[:16], struct.unpack(">IB", body[16:21])
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= record
        shared = self._private.exchange(
            ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        )

        def hkdf(salt: bytes, material: bytes, info: bytes, length: int) -> bytes:
            return HKDF(hashes.SHA256(), length, salt, info).derive(material)

        material = hkdf(self.auth, shared, b"WebPush: info\x00" + self.public_key + sender, 32)
        key = hkdf(salt, material, b"Content-Encoding: aes128gcm\x00", 16)
        nonce = hkdf(salt, material, b"Content-Encoding: nonce\x00", 12)
        padded = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\x00")
        assert padded.endswith(b"\x02")
        return padded[:-1]


class PushService:
    def __init__(self) -> None:
        self.url = ""
        self.got: list[tuple[str, dict[str, str], bytes]] = []
        """Path, headers and body of each message."""
        self.answers: list[tuple[int, dict[str, str]]] = []
        """What is answered next; 201 when there is nothing."""

    def read(self, browser: Browser) -> list[dict[str, Any]]:
        return [
            json.loads(browser.read(body)) for path, _, body in self.got if browser.endpoint.endswith(path)
        ]


@contextmanager
def push_service() -> Iterator[PushService]:
    service = PushService()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            status, headers = service.answers.pop(0) if service.answers else (201, {})
            if status < 300:
                service.got.append((self.path, {k.lower(): v for k, v in self.headers.items()}, body))
            self.send_response(status)
            for name, value in {"Content-Length": "0", **headers}.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    service.url = f"http://127.0.0.1:{server.server_address[1]}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield service
    finally:
        server.shutdown()
        server.server_close()


class MailBox:
    def __init__(self) -> None:
        self.port = 0
        self.got: list[EmailMessage] = []
        self.raw: list[bytes] = []
        self.recipients: list[str] = []
        self.logins: list[str] = []
        self.answers: list[str] = []
        """What the next recipients are answered; 250 when there is nothing."""


@contextmanager
def mail_server() -> Iterator[MailBox]:
    box = MailBox()

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.say("220 here")
            for line in self.rfile:
                verb = line.split()[0].upper() if line.split() else b""
                if verb == b"EHLO":
                    self.say("250-here\r\n250 AUTH PLAIN")
                elif verb == b"AUTH":
                    box.logins.append(line.split()[2].decode())
                    self.say("235 welcome")
                elif verb == b"RCPT":
                    answer = box.answers.pop(0) if box.answers else "250 good"
                    if answer.startswith("250"):
                        box.recipients.append(line.decode().partition("<")[2].partition(">")[0])
                    self.say(answer)
                elif verb == b"DATA":
                    self.say("354 go on")
                    self.letter()
                elif verb == b"QUIT":
                    self.say("221 bye")
                    return
                else:
                    self.say("250 good")

        def letter(self) -> None:
            lines: list[bytes] = []
            for line in self.rfile:
                if line == b".\r\n":
                    break
                lines.append(line.removeprefix(b".") if line.startswith(b"..") else line)
            box.raw.append(b"".join(lines))
            box.got.append(cast(EmailMessage, message_from_bytes(b"".join(lines), policy=policy.default)))
            self.say("250 kept")

        def say(self, line: str) -> None:
            self.wfile.write(line.encode() + b"\r\n")

    server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    box.port = server.server_address[1]
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield box
    finally:
        server.shutdown()
        server.server_close()
