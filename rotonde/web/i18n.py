"""The words of the pages in each language, and which language a reader wants."""

import json
from functools import cache
from pathlib import Path

from starlette.requests import HTTPConnection

from rotonde.kernel.prose import typeset

LANGS = ("fr", "en")
COOKIE = "lang"
TEXTS = Path(__file__).parent / "texts"


def text(lang: str, key: str, **values: object) -> str:
    """The words for `key`; each {name} in them is replaced by the value of that name."""
    return _texts(lang)[key].format(**values)


def ordinal(place: int, lang: str) -> str:
    """1er, 2e; 1st, 2nd."""
    if lang == "fr":
        return "1er" if place == 1 else f"{place}e"
    return f"{place}{('th', 'st', 'nd', 'rd')[place] if place < 4 else 'th'}"


def language(request: HTTPConnection) -> str:
    """The reader's choice (cookie), else the browser's wish, else French."""
    chosen = request.cookies.get(COOKIE)
    if chosen in LANGS:
        return chosen
    return _best(request.headers.get("accept-language", ""))


def _best(accept_language: str) -> str:
    wishes: list[tuple[float, str]] = []
    for part in accept_language.split(","):
        tag, _, weight = part.strip().partition(";q=")
        try:
            quality = float(weight or 1)
        except ValueError:
            continue  # a browser's typing error is no wish
        lang = tag.split("-")[0].strip().lower()
        if lang in LANGS and quality > 0:
            wishes.append((quality, lang))
    return max(wishes, key=lambda wish: wish[0], default=(0, LANGS[0]))[1]


@cache
def _texts(lang: str) -> dict[str, str]:
    """All files texts/<part>.<lang>.json together; a key stands in one of them only."""
    texts: dict[str, str] = {}
    for file in sorted(TEXTS.glob(f"*.{lang}.json")):
        part: dict[str, str] = json.loads(file.read_text("utf-8"))
        twice = texts.keys() & part.keys()
        if twice:
            raise ValueError(f"{file.name}: already in another file: {', '.join(sorted(twice))}")
        texts |= part
    return {key: typeset(words) for key, words in texts.items()} if lang == "fr" else texts
