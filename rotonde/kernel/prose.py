"""Sentences in French and English: the small things that every game's words need."""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache


def tell(lang: str, fr: str, en: str) -> str:
    """The sentence in the reader's language, well set."""
    return typeset(fr) if lang == "fr" else en


@lru_cache(4096)  # the same sentences are told again and again
def typeset(french: str) -> str:
    """The spaces that French puts before ; ! ? : and inside « », as spaces at which no line breaks."""
    french = re.sub(r" (?=[;!?](?!\w))", "\u202f", french)
    return re.sub(r" (?=[:»])|(?<=«) ", "\u00a0", french)


def and_list(items: Iterable[str], lang: str) -> str:
    """a, b et c; a, b and c; nothing when there are none."""
    *most, last = [*items] or [""]
    return f"{', '.join(most)} {tell(lang, 'et', 'and')} {last}" if most else last


def of_name(name: str) -> str:
    """In French: de Hugo, d’Anna."""
    first = unicodedata.normalize("NFD", name[:1]).lower()[:1]
    return f"d’{name}" if first and first in "aeiouœæ" else f"de {name}"


def count_of(number: int, lang: str, fr: tuple[str, str], en: tuple[str, str]) -> str:
    """1 rail, 2 rails: each language with its singular and its plural."""
    one, more = fr if lang == "fr" else en
    singular = abs(number) <= 1 if lang == "fr" else abs(number) == 1
    return f"{number} {one if singular else more}"


def times_in(number: int, of: int, lang: str) -> str:
    """1 fois sur 6; 1 time in 6, 2 times in 6."""
    times = count_of(number, lang, ("fois", "fois"), ("time", "times"))
    return f"{times} {tell(lang, 'sur', 'in')} {of}"
