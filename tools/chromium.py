"""Finds the Chromium that the browser tests drive; `python -m tools.chromium` installs one where needed."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from tools.programs import Program, answers, by_debian

NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)


def places() -> Iterator[Path]:
    for name in NAMES:
        path = shutil.which(name)
        if path:
            yield Path(path)
    # Where Playwright puts its own download, whether or not it was made.
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        downloaded = Path(playwright.chromium.executable_path)
    yield downloaded


CHROMIUM = Program(
    name="Chromium",
    variable="ROTONDE_CHROMIUM",
    starts=answers,
    places=places,
    ways=[*by_debian("chromium"), [[sys.executable, "-m", "playwright", "install", "chromium"]]],
    hints=[
        "install Chromium or Google Chrome with the system's package manager (Debian: apt-get install chromium);",
        "run: .venv/bin/python -m playwright install chromium",
    ],
)

if __name__ == "__main__":
    sys.exit(CHROMIUM.provide())
