"""The log beside the board: what was played, who sat down or left, what was asked and answered."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

import msgspec

from rotonde.server.names import apart
from rotonde.server.storage import Entry
from rotonde.server.story import Line
from rotonde.server.table import LiveTable

from . import art, i18n
from .render import templates

LENGTH = 40
"""So many lines are sent; the replay shows the rest."""


class Told(msgspec.Struct, frozen=True, gc=False):
    """One line of the log panel."""

    number: int
    seat: int
    text: str
    at: int
    """When it happened, in seconds."""
    chapter: str = ""
    """Set on the first line (from the top) of a chapter."""


def told(live: LiveTable, lines: Sequence[Line], asides: Sequence[Entry], lang: str) -> list[Told]:
    """The lines worth a sentence, the newest first."""
    found: list[Told] = []
    chapter = ""
    for entry, line in _newest_first(lines, asides):
        text = line.text if line and entry.kind == "move" else _seat_news(live, entry, lang)
        if not text:
            continue
        opens = line is not None and (not chapter or chapter != line.chapter)
        chapter = line.chapter if line else chapter
        seat = line.seat if line else entry.actor
        found.append(Told(entry.number, seat, text, int(entry.at), chapter if opens else ""))
        if len(found) == LENGTH:
            break
    return found


def html(lines: Sequence[Told], lang: str) -> str:
    """The panel's list. Each line is drawn once: it is the same for everybody who may read it."""
    if not lines:
        return templates.get_template("table/log_none.html").render(text=i18n.text(lang, "table.log.none"))
    return "".join(_line_html(line, line is lines[0]) for line in lines)


@lru_cache(maxsize=8192)
def _line_html(line: Told, now: bool) -> str:
    return templates.get_template("table/log_line.html").render(line=line, now=now, art=art)


def _newest_first(lines: Sequence[Line], asides: Sequence[Entry]) -> Iterator[tuple[Entry, Line | None]]:
    here, aside = len(lines) - 1, len(asides) - 1
    while here >= 0 or aside >= 0:
        if aside < 0 or (here >= 0 and lines[here].entry.number > asides[aside].number):
            yield lines[here].entry, lines[here]
            here -= 1
        else:
            yield asides[aside], None
            aside -= 1


def _seat_news(live: LiveTable, entry: Entry, lang: str) -> str:
    """What happened to a seat, or was asked there, as a sentence."""
    before = _who_sat(live, entry)
    key: str = entry.kind
    match entry.kind:
        case "resign":
            key = "resigned" if live.resigned == entry.actor else "left"
        case "bot" if not before:
            key = "filled"
        case "timeout" if live.resigned == entry.actor:
            key = "timeout.over"
        case "timeout":
            key = f"timeout.{live.row.clock.when_up}"
        case _:
            pass
    name = entry.data.get("name", before) if entry.kind in ("sit", "rise") else live.seats[entry.actor].name
    return i18n.text(lang, f"table.log.{key}", name=apart(name))


def _who_sat(live: LiveTable, entry: Entry) -> str:
    """The name of the person in that seat before the entry; empty when it was open."""
    seat = live.row.seats[entry.actor]
    name = "" if seat.open else seat.name
    for event in live.events:
        if event.number >= entry.number:
            break
        if event.actor == entry.actor and event.kind in ("sit", "rise"):
            name = event.data.get("name", "")
    return name
