"""Live updates: whoever looks at a table is told that there is something newer, never what it was.

A viewer who is slow to read finds one flag raised, however many changes there were, and then gets the newest view.
Who is there is known in every process: each tells the others which seats it has before a screen, again and again, so
that those of a process that died are forgotten.
"""

import asyncio
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Generator
from contextlib import contextmanager

PRESENCE_LASTS = 60
"""Seconds after which what another process said is forgotten."""


class Live:
    """Used from the event loop only."""

    def __init__(self) -> None:
        self._viewers: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self._present: defaultdict[str, Counter[int]] = defaultdict(Counter)
        self._elsewhere: defaultdict[str, dict[str, tuple[frozenset[int], float]]] = defaultdict(dict)
        self._closing = False
        self.changed_at = 0.0
        """When something was last new at any table, by the clock of `time.monotonic`."""
        self.tell_presence: Callable[[str], None] = lambda table_id: None
        """Called when other seats of a table are before a screen in this process than before."""

    @contextmanager
    def viewer(self, table_id: str, seats: Collection[int] = ()) -> Generator[asyncio.Event]:
        """A flag that is raised whenever the table changes, as long as somebody looks."""
        flag = asyncio.Event()
        self._viewers[table_id].add(flag)
        self._count(table_id, seats, 1)
        try:
            yield flag
        finally:
            self._count(table_id, seats, -1)
            self._viewers[table_id].discard(flag)
            if not self._viewers[table_id]:
                self._viewers.pop(table_id, None)

    def _count(self, table_id: str, seats: Collection[int], step: int) -> None:
        before = self.present(table_id)
        present = self._present[table_id]
        for seat in seats:
            present[seat] += step
        if not +present:
            self._present.pop(table_id, None)
        if seats and not self._closing:
            self.tell_presence(table_id)
        if self.present(table_id) != before:
            self.changed(table_id)

    def here(self, table_id: str) -> frozenset[int]:
        """The seats that look at a table through this process."""
        return frozenset(+self._present[table_id]) if table_id in self._present else frozenset()

    def tables_here(self) -> list[str]:
        return list(self._present)

    def present(self, table_id: str) -> frozenset[int]:
        """The seats that look at a table, through whichever process."""
        now = time.monotonic()
        others = [seats for seats, until in self._elsewhere.get(table_id, {}).values() if until > now]
        return self.here(table_id).union(*others)

    def present_elsewhere(self, table_id: str, process: str, seats: frozenset[int]) -> None:
        """What another process told."""
        before = self.present(table_id)
        if seats:
            self._elsewhere[table_id][process] = seats, time.monotonic() + PRESENCE_LASTS
        elif table_id in self._elsewhere:
            self._elsewhere[table_id].pop(process, None)
            if not self._elsewhere[table_id]:
                del self._elsewhere[table_id]
        if self.present(table_id) != before:
            self.changed(table_id)

    def changed(self, table_id: str) -> None:
        self.changed_at = time.monotonic()
        for flag in self._viewers.get(table_id, ()):
            flag.set()

    def all_changed(self) -> None:
        for table_id in list(self._viewers):
            self.changed(table_id)

    @property
    def count(self) -> int:
        """How many look at tables through this process."""
        return sum(map(len, self._viewers.values()))

    @property
    def closing(self) -> bool:
        return self._closing

    def close(self) -> None:
        """Let every viewer go: the server stops."""
        self._closing = True
        self.all_changed()
