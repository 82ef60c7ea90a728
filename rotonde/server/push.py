"""Web push: a message that only one browser can read, handed to the service that the browser named.

RFC 8291 (how it is encrypted), RFC 8292 (how we say who we are), RFC 8030 (how it is handed over).
"""

import base64
import json
import os
import ssl
import struct
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from .delivery import Gone, Impossible, Later

SERVICES = (
    "fcm.googleapis.com",
    "push.services.mozilla.com",
    "notify.windows.com",
    "push.apple.com",
)
"""Whom we hand messages to, these hosts and those below: a browser may name any address, and we call no stranger."""

LONGEST_ENDPOINT = 1000
TIMEOUT = 10
RECORD = 4096
A_DAY = 24 * 3600


@dataclass(frozen=True)
class Subscription:
    """Where a browser is reached, and its keys."""

    endpoint: str
    public_key: bytes
    auth: bytes


class BadSubscription(Exception):
    """No browser sends that, or its service is none that we know."""


def read_subscription(sent: Any, services: tuple[str, ...] = SERVICES) -> Subscription:
    """From what PushSubscription.toJSON() gives."""
    try:
        endpoint, keys = sent["endpoint"], sent["keys"]
        if not isinstance(endpoint, str):
            raise TypeError
        subscription = Subscription(endpoint, decode(keys["p256dh"]), decode(keys["auth"]))
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), subscription.public_key)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise BadSubscription from None
    if len(subscription.public_key) != 65 or len(subscription.auth) != 16 or not _known(endpoint, services):
        raise BadSubscription
    return subscription


def _known(endpoint: str, services: tuple[str, ...]) -> bool:
    if (
        len(endpoint) > LONGEST_ENDPOINT
        or not endpoint.isascii()
        or not endpoint.isprintable()
        or " " in endpoint
    ):
        return False
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        return False
    if f"{parts.scheme}://{parts.netloc}" in services:  # a service of the host's own, named in full
        return True
    host = parts.hostname or ""
    ours = any(host == service or host.endswith("." + service) for service in services)
    return ours and parts.scheme == "https" and port in (None, 443) and "@" not in parts.netloc


class Key:
    """The key by which push services know us (VAPID)."""

    def __init__(self, private: ec.EllipticCurvePrivateKey) -> None:
        self._private = private

    @staticmethod
    def new() -> "Key":
        return Key(ec.generate_private_key(ec.SECP256R1()))

    @staticmethod
    def load(secret: bytes) -> "Key":
        return Key(ec.derive_private_key(int.from_bytes(secret, "big"), ec.SECP256R1()))

    @property
    def secret(self) -> bytes:
        return self._private.private_numbers().private_value.to_bytes(32, "big")

    @property
    def public(self) -> str:
        """As the page hands it to the browser."""
        return encode(_point(self._private))

    def authorization(self, endpoint: str, contact: str) -> str:
        """Says to the service of that endpoint, for half a day, that it is we who send."""
        parts = urlsplit(endpoint)
        claims: dict[str, Any] = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(time.time()) + A_DAY // 2,
        }
        if contact:
            claims["sub"] = contact
        said = ".".join(
            encode(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims)
        )
        r, s = decode_dss_signature(self._private.sign(said.encode(), ec.ECDSA(hashes.SHA256())))
        signature = encode(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
        return f"vapid t={said}.{signature}, k={self.public}"


def encrypt(
    message: bytes,
    to: Subscription,
    key: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """The message as one aes128gcm record; a new key and salt each time, except for tests."""
    key = key or ec.generate_private_key(ec.SECP256R1())
    salt = salt or os.urandom(16)
    ours = _point(key)
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), to.public_key)
    shared = key.exchange(ec.ECDH(), theirs)
    material = _derive(shared, to.auth, b"WebPush: info\0" + to.public_key + ours, 32)
    content_key = _derive(material, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(material, salt, b"Content-Encoding: nonce\0", 12)
    # \2 ends the last record, which is the only one.
    sealed = AESGCM(content_key).encrypt(nonce, message + b"\2", None)
    return salt + struct.pack(">IB", RECORD, len(ours)) + ours + sealed


def send(message: bytes, to: Subscription, key: Key, contact: str, topic: str) -> None:
    """Hand it over. Gone when nobody is there any more, Later when it should be tried again, else Impossible.

    A newer message of the same topic replaces one that was not delivered yet.
    """
    request = urllib.request.Request(
        to.endpoint,
        data=encrypt(message, to),
        method="POST",
        headers={
            "Authorization": key.authorization(to.endpoint, contact),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(A_DAY),
            "Topic": topic,
            "Urgency": "normal",
        },
    )
    try:
        with _opener.open(request, timeout=TIMEOUT):
            return
    except urllib.error.HTTPError as answer:
        answer.close()
        if answer.code in (404, 410):
            raise Gone from None
        if answer.code == 429 or answer.code >= 500:
            raise Later(f"HTTP {answer.code}", _seconds(answer.headers.get("Retry-After"))) from None
        raise Impossible(f"HTTP {answer.code}") from None
    except (OSError, ssl.SSLError) as failure:
        raise Later(type(failure).__name__) from None


class _NoDetours(urllib.request.HTTPRedirectHandler):
    """A push service has no reason to send us elsewhere."""

    def redirect_request(self, req: Any, fp: Any, code: Any, msg: Any, headers: Any, newurl: Any) -> None:
        return None


_opener = urllib.request.build_opener(_NoDetours)


def _seconds(retry_after: str | None) -> float:
    return float(retry_after) if retry_after and retry_after.isascii() and retry_after.isdigit() else 0


def _derive(material: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(material)


def _point(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def decode(text: str) -> bytes:
    if len(text) > LONGEST_ENDPOINT:
        raise ValueError("too long")
    return base64.b64decode(
        text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), altchars=b"-_", validate=True
    )
