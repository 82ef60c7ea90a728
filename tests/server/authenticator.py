"""A device with a passkey, as far as a site can see it (WebAuthn level 2, ES256, no attestation)."""

import json
import secrets
import struct
from hashlib import sha256
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

from rotonde.server.passkeys import Site

PRESENT, VERIFIED, WITH_KEY = 0x01, 0x04, 0x40


class Authenticator:
    def __init__(self, site: Site) -> None:
        self.site = site
        self.id = secrets.token_bytes(16)
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._uses = 0

    def create(self, asked: dict[str, Any]) -> dict[str, Any]:
        """What navigator.credentials.create() answers."""
        numbers = self._key.public_key().public_numbers()
        public_key = cbor2.dumps(
            {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        )
        data = (
            self._data(self.site.host, PRESENT | VERIFIED | WITH_KEY, self._uses)
            + secrets.token_bytes(16)
            + struct.pack(">H", len(self.id))
            + self.id
            + public_key
        )
        return self._answer(
            clientDataJSON=self._told("webauthn.create", asked, self.site.origin),
            attestationObject=cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data}),
        )

    def get(
        self,
        asked: dict[str, Any],
        *,
        origin: str | None = None,
        host: str | None = None,
        verified: bool = True,
        uses: int | None = None,
        key: str | None = None,
    ) -> dict[str, Any]:
        """What navigator.credentials.get() answers; the rest makes it wrong."""
        self._uses += 1
        told = self._told("webauthn.get", asked, origin or self.site.origin)
        data = self._data(
            host or self.site.host,
            PRESENT | (VERIFIED if verified else 0),
            self._uses if uses is None else uses,
        )
        private = ec.generate_private_key(ec.SECP256R1()) if key else self._key
        signature = private.sign(data + sha256(told).digest(), ec.ECDSA(SHA256()))
        return self._answer(clientDataJSON=told, authenticatorData=data, signature=signature)

    def _answer(self, **response: bytes) -> dict[str, Any]:
        encoded = bytes_to_base64url(self.id)
        return {
            "id": encoded,
            "rawId": encoded,
            "type": "public-key",
            "response": {name: bytes_to_base64url(value) for name, value in response.items()},
        }

    def _told(self, kind: str, asked: dict[str, Any], origin: str) -> bytes:
        assert len(base64url_to_bytes(asked["challenge"])) >= 16
        return json.dumps({"type": kind, "challenge": asked["challenge"], "origin": origin}).encode()

    def _data(self, host: str, flags: int, uses: int) -> bytes:
        return sha256(host.encode()).digest() + struct.pack(">BI", flags, uses)
