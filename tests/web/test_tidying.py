"""What nobody uses any more is let go, when it disturbs nobody."""

import asyncio
import gc
import time
import weakref

import pytest

from rotonde.server.live import Live
from rotonde.web import tidying


class Ring:
    """Something that holds on to itself."""

    def __init__(self) -> None:
        self.itself = self


def old_ring() -> weakref.ref[Ring]:
    """One that is no longer used, and too old to be found among what is new."""
    ring = Ring()
    gc.collect()
    return weakref.ref(ring)


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tidying, "QUIET", 0.01)
    monkeypatch.setattr(tidying, "OFTEN", 0.0)


def test_all_is_looked_through_when_nobody_waits() -> None:
    async def wait() -> None:
        task = asyncio.create_task(tidying.keep_tidy(Live()))
        ring = old_ring()
        while ring() is not None:
            assert not task.done()
            await asyncio.sleep(0.01)
        task.cancel()

    asyncio.run(asyncio.wait_for(wait(), 60))


@pytest.mark.parametrize("long_ago", [False, True])
def test_while_people_play_it_waits_but_not_for_ever(monkeypatch: pytest.MonkeyPatch, long_ago: bool) -> None:
    monkeypatch.setattr(tidying, "AT_LAST", 0.0 if long_ago else 1e6)
    looks: list[float] = []
    monkeypatch.setattr(gc, "collect", lambda: looks.append(time.monotonic()))

    async def play() -> None:
        live = Live()
        live.changed_at = 1e12  # something is always new
        task = asyncio.create_task(tidying.keep_tidy(live))
        for _ in range(20):
            await asyncio.sleep(0.01)
        assert not task.done()
        task.cancel()

    asyncio.run(play())
    assert bool(looks) == long_ago
