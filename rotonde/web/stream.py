"""The event stream of a table, one for each page that looks: of every newer view what is new in it.

Who acts is then told what each move will do. A page that lost its stream says with which version it stopped and gets
the newest view, whole. Whoever reads slowly gets the newest one next, never those in between.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from rotonde.server.house import BotState, House
from rotonde.server.table import GATHERING, LiveTable

from . import gathering, limits, views
from .asking import house_of, visit
from .scene import obeyed
from .views import Around, Viewer

HEARTBEAT = 20
"""Seconds after which a silent stream says that it is still there: a page that hears nothing longer asks anew."""

QUICK = 0.004
"""Seconds of drawing that everybody else may wait for."""

BEAT = "event: beat\ndata: still here\n\n"


async def whole_view(request: Request, live: LiveTable, viewer: Viewer) -> dict[str, Any]:
    """All that the viewer sees now."""
    house = house_of(request)
    # Whoever asks is there, though their stream has not begun.
    bots, present = house.bot_state(live.id), house.live.present(live.id) | frozenset(viewer.guest.held)

    def look() -> dict[str, Any]:
        draw = gathering.view if live.actor == GATHERING else views.view
        return draw(live, viewer, _around(live, bots, present, 0))

    return await run_in_threadpool(look)


def _around(live: LiveTable, bots: BotState, present: frozenset[int], heard: int) -> views.Around:
    besides = live.besides
    remarks = [remark for remark in besides.remarks if remark.number > heard]
    last = remarks[-1].number if remarks else heard
    return Around(bots, present, remarks, last, besides.next_table)


async def send_events(request: Request) -> Response:
    limits.check_streams(request)
    live, viewer = await visit(request)
    since = request.headers.get("last-event-id") or request.query_params.get("since", "")
    page = _Page(house_of(request), live, viewer, since)
    return StreamingResponse(
        _events(request, page),
        media_type="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


@dataclass
class _Page:
    """A page that listens, and what it has."""

    house: House
    live: LiveTable
    viewer: Viewer
    version: str
    sent: views.Sent = field(default_factory=views.Sent)
    offered: tuple[int, int, bool] | None = None
    """After which entry the page knows what the moves of which seat will do, or that an order acts."""
    took: dict[str, float] = field(default_factory=dict[str, float])
    """How many seconds each part last took to draw."""

    def view(self, bots: BotState, present: frozenset[int]) -> str:
        """The event that tells what is new, if anything is."""
        live = self.live
        self.viewer = replace(self.viewer, guest=live.guest(self.viewer.guest.person))
        around = _around(live, bots, present, views.heard(self.version))
        if views.version(live, self.viewer, around) == self.version:
            return ""
        draw = gathering.view if live.actor == GATHERING else views.stream_view
        view = draw(live, self.viewer, around)
        self.version = view["version"]
        return f"id: {self.version}\ndata: {_json(self.sent.news(view))}\n\n"

    @property
    def waits_for_offers(self) -> bool:
        """Whether the viewer acts and has not been told what the moves will do."""
        return self.live.actor == self.viewer.viewpoint(self.live) and self.offered != self._offering

    @property
    def _offering(self) -> tuple[int, int, bool]:
        viewpoint = self.viewer.viewpoint(self.live)
        return self.live.posed, viewpoint, obeyed(self.live, viewpoint)

    def offers(self) -> str:
        """The event that tells who acts what the moves will do: after the view, for it may take longer to find out."""
        self.offered = self._offering
        offers = views.offers(self.live, self.viewer)
        return f"event: offers\ndata: {_json(offers)}\n\n" if offers else ""

    async def drawn(self, draw: Callable[..., str], *args: Any) -> str:
        """Draw where it takes least: the way to a thread costs more than a quick drawing; a slow one holds all up."""
        if self.live.stale or self.live.lost:
            self.live = await run_in_threadpool(self.house.tables.open, self.live.id)
        live = self.live
        if self.took.get(draw.__name__, 1) < QUICK and live.lock.acquire(blocking=False):
            try:
                return self._timed(draw, *args)
            finally:
                live.lock.release()
        return await run_in_threadpool(self._drawn_in_thread, draw, *args)

    def _drawn_in_thread(self, draw: Callable[..., str], *args: Any) -> str:
        with self.live.lock:
            return self._timed(draw, *args)

    def _timed(self, draw: Callable[..., str], *args: Any) -> str:
        start = time.perf_counter()
        event = draw(*args)
        if event:
            self.took[draw.__name__] = time.perf_counter() - start
        return event


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


async def _events(request: Request, page: _Page) -> AsyncIterator[str]:
    house, table_id, loop = page.house, page.live.id, asyncio.get_running_loop()
    yield "retry: 1000\n\n"
    with limits.stream(request), house.live.viewer(table_id, page.viewer.guest.held) as flag:
        while not house.live.closing:
            flag.clear()
            present = house.live.present(table_id)
            if event := await page.drawn(page.view, house.bot_state(table_id), present):
                yield event
            if page.waits_for_offers and (event := await page.drawn(page.offers)):
                yield event
            del event  # it may be long, and so may the wait
            # After a silence as well: somebody whose process died is forgotten without a word.
            silence = loop.call_later(HEARTBEAT, flag.set)
            await flag.wait()
            silence.cancel()
            if loop.time() >= silence.when():
                yield BEAT
