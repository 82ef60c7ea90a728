"""Live updates: whoever looks at a table is told that there is something newer, never what it was.

A viewer who is slow to read finds one flag raised, however many changes there were, and then gets the newest view.
"""

import asyncio
from collections import defaultdict
from collections.abc import Generator
from contextlib import contextmanager


class Live:
    """Used from the event loop only."""

    def __init__(self) -> None:
        self._viewers: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self._closing = False

    @contextmanager
    def viewer(self, table_id: str) -> Generator[asyncio.Event]:
        """A flag that is raised whenever the table changes, as long as somebody looks."""
        flag = asyncio.Event()
        viewers = self._viewers[table_id]
        viewers.add(flag)
        try:
            yield flag
        finally:
            viewers.discard(flag)
            if not viewers:
                self._viewers.pop(table_id, None)

    def changed(self, table_id: str) -> None:
        for flag in self._viewers.get(table_id, ()):
            flag.set()

    @property
    def closing(self) -> bool:
        return self._closing

    def close(self) -> None:
        """Let every viewer go: the server stops."""
        self._closing = True
        for table_id in self._viewers:
            self.changed(table_id)
