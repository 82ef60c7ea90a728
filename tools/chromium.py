"""Finds the Chromium that the browser tests drive, or installs one the way the machine allows.

As a program (`python tools/chromium.py`) it installs one where needed, or says what is missing.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

VARIABLE = "ROTONDE_CHROMIUM"
NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
MISSING = f"""\
The browser tests need Chromium, and none was found. One of these helps:
  - install Chromium or Google Chrome with the system's package manager (Debian: apt-get install chromium);
  - run: .venv/bin/python -m playwright install chromium
  - set {VARIABLE} to the path of a Chromium that is already there."""


class NoChromium(Exception):
    pass


def find() -> Path:
    """The path of a Chromium that starts; NoChromium, with a sentence that helps, where there is none."""
    if VARIABLE in os.environ:
        named = Path(os.environ[VARIABLE])
        if not starts(named):
            raise NoChromium(f"{VARIABLE} is set to {named}, but no Chromium starts there.")
        return named
    for name in NAMES:
        path = shutil.which(name)
        # Some systems put a script there that only says how to install the real one.
        if path and starts(Path(path)):
            return Path(path)
    downloaded = playwright_chromium()
    if starts(downloaded):
        return downloaded
    raise NoChromium(MISSING)


def starts(path: Path) -> bool:
    if not os.access(path, os.X_OK) or path.is_dir():
        return False
    try:
        return subprocess.run([path, "--version"], capture_output=True, timeout=30).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def playwright_chromium() -> Path:
    """Where Playwright puts its own download, whether or not it was made."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        return Path(playwright.chromium.executable_path)


def ways_to_install() -> list[list[list[str]]]:
    """Each way is a list of commands, run until one fails."""
    ways = [[[sys.executable, "-m", "playwright", "install", "chromium"]]]
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        ways.insert(0, [["apt-get", "update", "-q"], ["apt-get", "install", "-q", "-y", "chromium"]])
    return ways


def install() -> Path:
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for commands in ways_to_install():
        for command in commands:
            print("No Chromium found, trying:", *command, flush=True)
            if subprocess.run(command, env=environment, stdin=subprocess.DEVNULL).returncode != 0:
                break
        try:
            return find()
        except NoChromium:
            continue
    raise NoChromium(MISSING)


def main() -> int:
    try:
        try:
            path = find()
        except NoChromium:
            if VARIABLE in os.environ:
                raise
            path = install()
    except NoChromium as missing:
        print(missing, file=sys.stderr)
        return 1
    print(f"Browser tests: {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
