"""The event stream of a table, one for each page that looks: of every newer view what is new in it.

A page that lost its stream says with which version it stopped and gets the newest view, whole. Whoever reads slowly
gets the newest one next, never those in between.
"""

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from typing import Any

from anyio import move_on_after
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from rotonde.server.house import BotState, House
from rotonde.server.table import GATHERING, LiveTable

from . import gathering, views
from .asking import house_of, visit
from .views import Around, Viewer

HEARTBEAT = 20
"""Seconds after which a silent stream says that it is still there: a page that hears nothing longer asks anew."""

BEAT = "event: beat\ndata: still here\n\n"


async def whole_view(request: Request, live: LiveTable, viewer: Viewer) -> dict[str, Any]:
    """All that the viewer sees now."""
    house = house_of(request)
    # Whoever asks is there, though their stream has not begun.
    bots, present = house.bot_state(live.id), house.live.present(live.id) | frozenset(viewer.guest.held)

    def look() -> dict[str, Any]:
        draw = gathering.view if live.actor == GATHERING else views.view
        return draw(live, viewer, _around(house, live, bots, present, 0))

    return await run_in_threadpool(look)


def _around(
    house: House, live: LiveTable, bots: BotState, present: frozenset[int], heard: int
) -> views.Around:
    remarks = house.storage.remarks(live.id, after=heard)
    last = remarks[-1].number if remarks else heard
    return Around(bots, present, remarks, last, house.tables.next_of(live) if live.over else None)


async def send_events(request: Request) -> Response:
    live, viewer = await visit(request)
    since = request.headers.get("last-event-id") or request.query_params.get("since", "")
    page = _Page(house_of(request), live.id, viewer, since)
    return StreamingResponse(
        _events(page),
        media_type="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


@dataclass
class _Page:
    """A page that listens, and what it has."""

    house: House
    table_id: str
    viewer: Viewer
    version: str
    sent: views.Sent = field(default_factory=views.Sent)

    def news(self, bots: BotState, present: frozenset[int]) -> str:
        """The next event, if there is anything newer; reads the storage."""
        live = self.house.tables.open(self.table_id)
        self.viewer = replace(self.viewer, guest=live.guest(self.viewer.guest.person))
        around = _around(self.house, live, bots, present, views.heard(self.version))
        if views.version(live, self.viewer, around) == self.version:
            return ""
        draw = gathering.view if live.actor == GATHERING else views.stream_view
        view = draw(live, self.viewer, around)
        self.version = view["version"]
        return f"id: {self.version}\ndata: {json.dumps(self.sent.news(view), ensure_ascii=False)}\n\n"


async def _events(page: _Page) -> AsyncIterator[str]:
    house, table_id = page.house, page.table_id
    yield "retry: 1000\n\n"
    with house.live.viewer(table_id, page.viewer.guest.held) as flag:
        while not house.live.closing:
            flag.clear()
            present = house.live.present(table_id)
            event = await run_in_threadpool(page.news, house.bot_state(table_id), present)
            if event:
                yield event
            # Somebody whose process died is forgotten without a word.
            while not flag.is_set() and house.live.present(table_id) == present:
                with move_on_after(HEARTBEAT) as silence:
                    await flag.wait()
                if silence.cancelled_caught:
                    yield BEAT
