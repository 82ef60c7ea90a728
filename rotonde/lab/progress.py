"""A bar that fills while games are played; shown only to a person at a terminal."""

import time
from typing import TextIO

from .wording import Wording

WIDTH = 30
PAUSE = 0.1


class Bar:
    def __init__(self, stream: TextIO, say: Wording) -> None:
        self._stream = stream
        self._say = say
        self._shown = stream.isatty()
        self._start = time.monotonic()
        self._last = 0.0
        self._length = 0

    def note(self, text: str) -> None:
        """Say what is going on before anything can be counted."""
        self._write(text)

    def __call__(self, done: int, of: int) -> None:
        now = time.monotonic()
        if done == 0:
            self._start = now
        if now - self._last < PAUSE and done < of:
            return
        self._last = now
        filled = WIDTH * done // of
        say = self._say
        left = (now - self._start) * (of - done) / max(1, done)
        self._write(
            f"{'█' * filled}{'░' * (WIDTH - filled)} {say.number(done)}/{say.number(of)}"
            + (say(f" · encore {_clock(left)}", f" · {_clock(left)} left") if 0 < done < of else "")
        )

    def clear(self) -> None:
        self._write("")

    def _write(self, text: str) -> None:
        if not self._shown:
            return
        self._stream.write("\r" + text.ljust(self._length) + ("\r" if not text else ""))
        self._stream.flush()
        self._length = len(text)


def _clock(seconds: float) -> str:
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
