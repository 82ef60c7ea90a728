"""What Ctrl-C does for a while."""

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
