"""When Python looks for what is no longer used but holds on to itself.

Left alone it looks through everything again and again. With a thousand tables that takes a quarter of a second, several
times a minute, and nobody is answered meanwhile. So it looks only through what is new by itself, often and quickly, and
through everything when nobody is waiting, or when that was long ago.
"""

import asyncio
import gc
import time

from rotonde.server.live import Live

NEW = 5_000
"""So many new objects are looked through at once."""
ROUNDS = 5
"""What is left after so many looks is looked through once more, and then not again before all is."""
NEVER = 1_000_000

OFTEN = 60.0
"""Seconds between two looks through everything, in quiet times."""
AT_LAST = 900.0
"""Seconds after which it is done in the midst of things."""
QUIET = 0.5
"""Seconds without anything new at any table."""


def leave_alone_what_stays() -> None:
    """Call it once all is loaded: modules and what belongs to them are never looked through again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW, ROUNDS, NEVER)


async def keep_tidy(live: Live) -> None:
    """Look through everything now and then, when it disturbs nobody."""
    last = time.monotonic()
    while True:
        await asyncio.sleep(QUIET)
        now = time.monotonic()
        quiet = now - live.changed_at > QUIET
        if now - last > (OFTEN if quiet else AT_LAST):
            gc.collect()
            last = time.monotonic()
