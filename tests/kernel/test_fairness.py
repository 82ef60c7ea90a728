"""Chance from a key: exact, repeatable, bound to the hash that was shown."""

import hashlib
import hmac
from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rotonde.kernel import fairness

KEY = bytes(range(32))


def test_keys_are_32_secret_bytes() -> None:
    keys = {fairness.new_key() for _ in range(20)}
    assert len(keys) == 20 and all(len(key) == 32 for key in keys)


def test_the_hash_binds_the_key() -> None:
    assert fairness.commitment(KEY) == hashlib.sha256(b"rotonde key " + KEY).hexdigest()
    assert fairness.commitment(KEY) != fairness.commitment(bytes(32))
    assert KEY.hex() not in fairness.commitment(KEY)


@given(st.binary(min_size=32, max_size=32), st.integers(0, 5000))
def test_a_draw_depends_on_key_and_number_alone(key: bytes, number: int) -> None:
    # Anybody can compute it: HMAC-SHA-256 of "number attempt", the remainder by the sum of weights.
    left = int.from_bytes(hmac.new(key, f"{number} 0".encode(), hashlib.sha256).digest(), "big") % 6
    assert fairness.place(key, number, 6) == left


class FixedDigests:
    """In the place of hmac: gives these numbers one after the other."""

    def __init__(self, *numbers: int) -> None:
        self.numbers, self.asked = list(numbers), list[bytes]()

    def new(self, key: bytes, message: bytes, digest: Any) -> Any:
        self.asked.append(message)
        number = self.numbers.pop(0)
        return SimpleNamespace(digest=lambda: number.to_bytes(32, "big"))


@pytest.mark.parametrize("total", [1, 2, 6, 84])
def test_every_place_has_exactly_its_share(total: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of the numbers a digest can leave, once: each place comes once."""
    found: list[int] = []
    for left in range(total):
        monkeypatch.setattr(fairness, "hmac", FixedDigests(5 * total + left))
        found.append(fairness.place(KEY, 0, total))
    assert found == list(range(total))


def test_numbers_that_would_favour_a_place_are_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    highest = 2**256 - 1  # 2**256 leaves 4 when divided by 6: the last four numbers are too many
    for number, again in ((highest, True), (highest - 3, True), (highest - 4, False)):
        digests = FixedDigests(number, 2)
        monkeypatch.setattr(fairness, "hmac", digests)
        drawn = fairness.place(KEY, 9, 6)
        assert digests.asked == ([b"9 0", b"9 1"] if again else [b"9 0"])
        assert drawn == (2 if again else 5)


def test_draws_look_fair() -> None:
    found = Counter(fairness.place(KEY, number, 3) for number in range(6000))
    assert sum((found[place] - 2000) ** 2 / 2000 for place in range(3)) < 13.82


def test_draws_of_one_key_do_not_repeat_each_other() -> None:
    assert len({tuple(fairness.place(bytes([k] * 32), n, 84) for n in range(12)) for k in range(30)}) == 30
