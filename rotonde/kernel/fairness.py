"""Chance that can be proved: every roll and draw of a table follows from one secret key.

The key is drawn when the table is made. Its hash is shown from the start, so the key cannot be changed later; the key
itself is shown after the end, so that everybody can compute every draw again. A draw depends on the key and on its
number in the game alone: taking a move back and making it again changes nothing.
"""

import hashlib
import hmac
import secrets


def new_key() -> bytes:
    return secrets.token_bytes(32)


def commitment(key: bytes) -> str:
    """The hash that is shown before the first draw."""
    return hashlib.sha256(b"rotonde key " + key).hexdigest()


def place(key: bytes, number: int, total: int) -> int:
    """The place in 0..total-1 that the key gives to chance move `number`, each exactly as likely."""
    fair_part = (1 << 256) // total * total
    attempt = 0
    while True:
        digest = hmac.new(key, f"{number} {attempt}".encode(), hashlib.sha256).digest()
        drawn = int.from_bytes(digest, "big")
        if drawn < fair_part:
            return drawn % total
        attempt += 1
