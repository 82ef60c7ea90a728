"""What happened at a table, told for one viewpoint in one language.

The log is kept as moves, so it can be told in any language at any time. Telling walks along with a table of its own:
what cannot be taken back any more is told once and kept, only the open end is told anew.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rotonde.kernel.handle import Seen, Table

from .storage import Entry


@dataclass(frozen=True)
class Line:
    """One event: whom it is about, its sentence (empty when it needs none), where it stands, what it changed."""

    entry: Entry
    seat: int
    text: str
    chapter: str
    touched: frozenset[str]


class Story:
    def __init__(self, table: Table, start: int, viewpoint: int, lang: str, names: Sequence[str]) -> None:
        self._table = table
        self._count = start
        self._viewpoint = viewpoint
        self._lang = lang
        self._names = names
        self._lines: list[Line] = []

    def tell(self, events: Sequence[Entry], settled: int) -> list[Line]:
        """All lines for these events, of which the first `settled` will never change."""
        self._lines += self._tell(self._table, events[self._count : settled])
        self._count = max(self._count, settled)
        open_end = events[self._count :]
        return self._lines + self._tell(self._table.copy(), open_end) if open_end else self._lines

    def _tell(self, table: Table, events: Sequence[Entry]) -> list[Line]:
        """Tell events and let them happen on the table."""
        words = table.game.words
        lines: list[Line] = []
        before = self._seen(table) if events else None
        for event in events:
            assert before is not None
            chapter: str = words.chapter(before, self._lang)
            if event.kind != "move":
                lines.append(Line(event, event.actor, "", chapter, frozenset()))
                continue
            move = before.masked(event.move)
            seat: int = words.subject(before, move)
            touched = frozenset[str](words.touched(before, move))
            table.carry_out(event.move)
            after = self._seen(table)
            text: str = words.told(before, after, move, self._lang, self._names[seat])
            lines.append(Line(event, seat, text, chapter, touched))
            before = after
        return lines

    def _seen(self, table: Table) -> Seen:
        return table.seen_by(self._viewpoint).called(self._names)
