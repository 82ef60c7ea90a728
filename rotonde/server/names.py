"""Names that people give themselves, made fit to be shown."""

import unicodedata
from collections.abc import Collection
from functools import lru_cache
from itertools import count

BOT_NAMES = ("Crampton 120", "Pacific 231", "Mikado 141", "Mountain 241", "Baltic 232", "Atlantic 221")
"""Bots are called after engines, by their seat."""

_RIGHT_TO_LEFT = {"R", "AL"}
_ISOLATE, _END = "\u2068", "\u2069"


def clean_name(name: str, longest: int) -> str:
    """One line of visible characters, not too long; empty when nothing is left."""
    visible = "".join(c for c in name if c.isprintable() or c.isspace())
    return " ".join(visible.split())[:longest].rstrip()


@lru_cache(maxsize=4096)
def apart(name: str) -> str:
    """A name written from right to left, set apart so that it does not turn round the sentence it stands in."""
    turns = any(unicodedata.bidirectional(c) in _RIGHT_TO_LEFT for c in name)
    return f"{_ISOLATE}{name}{_END}" if turns else name


def told_apart(name: str, others: Collection[str], longest: int) -> str:
    """The name, with a number behind it when somebody else is called the same."""
    taken = {other.casefold() for other in others}
    if name.casefold() not in taken:
        return name
    numbered = (f"{name[: longest - 1 - len(str(n))].rstrip()} {n}" for n in count(2))
    return next(one for one in numbered if one.casefold() not in taken)
