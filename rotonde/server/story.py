"""What happened at a table, told for one viewpoint in one language.

The log is kept as moves, so it can be told in any language at any time. Telling walks along with a table of its own:
each event is told once and kept; when moves were taken back, telling goes on from where the table stands then.
"""

from collections.abc import Callable, Sequence

import msgspec

from rotonde.kernel.handle import Seen, Table

from .storage import Entry


class Line(msgspec.Struct, frozen=True, gc=False):
    """One event: whom it is about, its sentence (empty when it needs none), where it stands, what it changed.

    `said` is how a move without a sentence was offered, for who may take it back.
    """

    entry: Entry
    seat: int
    text: str
    chapter: str
    touched: tuple[str, ...]
    said: str = ""


class Story:
    def __init__(self, table: Table, start: int, viewpoint: int, lang: str, names: Sequence[str]) -> None:
        self.lines: list[Line] = []
        self._start = start
        self._viewpoint = viewpoint
        self._lang = lang
        self._names = names
        self._stand_at(table)

    def _stand_at(self, table: Table) -> None:
        self._table = table
        self.seen = self._see()
        """What the viewpoint sees after the last line."""

    def _see(self) -> Seen:
        return self._table.seen_by(self._viewpoint).called(self._names)

    def tell(self, events: Sequence[Entry], at: Callable[[int], Table]) -> None:
        """Bring the lines up to these events; `at` gives the table after so many of them."""
        kept = len(self.lines)
        # Numbers are never used twice: events that end alike are the same.
        while kept and not self._is_told(events, kept - 1):
            kept -= 1
        if kept < len(self.lines):
            del self.lines[kept:]
            self._stand_at(at(self._start + kept))
        for event in events[self._start + kept :]:
            self.lines.append(self._tell(event))

    def _is_told(self, events: Sequence[Entry], line: int) -> bool:
        place = self._start + line
        return place < len(events) and events[place].number == self.lines[line].entry.number

    def _tell(self, event: Entry) -> Line:
        """Tell an event and let it happen on the table."""
        words, before = self._table.game.words, self.seen
        chapter: str = words.chapter(before, self._lang)
        if event.kind != "move":
            return Line(event, event.actor, "", chapter, ())
        move = before.masked(event.move)
        seat: int = words.subject(before, move)
        touched = tuple(words.touched(before, move))
        self._table.carry_out(event.move)
        self.seen = self._see()
        text: str = words.told(before, self.seen, move, self._lang, self._names[seat])
        mine = event.actor == self._viewpoint or (event.actor >= 0 and self._table.game.is_open)
        said: str = before.words(move, self._lang) if mine and not text else ""
        return Line(event, seat, text, chapter, touched, said)
