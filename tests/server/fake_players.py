"""Players for tests, run in the bots' own processes: on the python engine, so that nothing is compiled."""

import os
import time
from pathlib import Path

from rotonde import players
from rotonde.kernel.handle import Seen


def quick(_spec: str, seen: Seen, seed: int) -> int:
    return players.choose("random", seen, seed, engine="python")


def sensible(_spec: str, seen: Seen, seed: int) -> int:
    return players.choose("greedy", seen, seed, engine="python")


def who(_spec: str, _seen: Seen, _seed: int) -> int:
    """Which process is asked; it takes a moment to answer."""
    time.sleep(0.1)
    return os.getpid()


def waits(spec: str, seen: Seen, seed: int) -> int:
    """Thinks until the file that `spec` names is there."""
    while not Path(spec).exists():
        time.sleep(0.01)
    return quick(spec, seen, seed)


def broken(_spec: str, _seen: Seen, _seed: int) -> int:
    raise RuntimeError("this bot is broken")


def illegal(_spec: str, _seen: Seen, _seed: int) -> int:
    return 255


def dies_once(spec: str, seen: Seen, seed: int) -> int:
    """Kills its process the first time; `spec` names a file that remembers."""
    memory = Path(spec)
    if not memory.exists():
        memory.touch()
        os.kill(os.getpid(), 9)
    return quick(spec, seen, seed)


def dies(_spec: str, _seen: Seen, _seed: int) -> int:
    os.kill(os.getpid(), 9)
    return 0


def mends(spec: str, seen: Seen, seed: int) -> int:
    """Fails as long as the file that `spec` names is not there."""
    if not Path(spec).exists():
        raise RuntimeError("not yet")
    return quick(spec, seen, seed)


def no_need(_seen: Seen) -> None:
    """Nothing to compile."""


def cannot_warm(_seen: Seen) -> None:
    raise RuntimeError("the compiler is missing")


def warms_for_ever(_seen: Seen) -> None:
    time.sleep(600)
