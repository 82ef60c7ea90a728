"""What Ctrl-C does for a while, and when."""

import signal
import threading
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any


@contextmanager
def on_interrupt(handler: Any) -> Generator[None]:
    """Ctrl-C does this in the meantime. Only the main thread may say so; in another one nothing changes."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def interrupts_later() -> Generator[None]:
    """Ctrl-C waits for the end; processes that are started in the meantime never hear it. (Windows cannot do that.)"""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
