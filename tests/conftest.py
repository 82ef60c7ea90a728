"""A real browser and a real PostgreSQL server for the tests that need one.

`page` is a French page 1440 pixels wide; `open_page` opens others. A script that fails on one fails the test.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, Error, Page, expect, sync_playwright

from tests.postgresql import Cluster
from tests.web.serving import Server
from tools.chromium import CHROMIUM

QUIET = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]

# The same examples every time: a run says something about the sources, not about the day. To look further, give
# `--hypothesis-profile=explore`. No deadlines: the machine may be busy, and the first call of a rule compiles it.
settings.register_profile(
    "same", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("explore", settings.get_profile("same"), derandomize=False)
settings.load_profile("same")

# Milliseconds. A busy machine may be ten times slower than a quiet one, and nothing here is about speed.
PATIENCE = 60_000
expect.set_options(timeout=PATIENCE)

# A shell that starts the tests in the background has them deaf to Ctrl-C, and so all that they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

LOCALES = {"fr": "fr-FR", "en": "en-GB"}

OpenPage = Callable[..., Page]


# Not for the whole session: while Playwright runs, no other test in the process could use asyncio.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = CHROMIUM.find()
    with sync_playwright() as playwright:
        # The sandbox refuses to run as root, and only our own pages on loopback are opened.
        browser = playwright.chromium.launch(executable_path=path, args=QUIET, chromium_sandbox=False)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The real server in a process of its own, for all tests of a file."""
    with Server(tmp_path_factory.mktemp("tables")) as server:
        yield server


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may kill."""
    with Server(tmp_path) as server:
        yield server


@pytest.fixture
def open_page(browser: Browser) -> Iterator[OpenPage]:
    failures: list[Error] = []
    contexts = []

    def open_page(
        *, width: int = 1440, height: int = 900, lang: str = "fr", dark: bool = False, still: bool = False
    ) -> Page:
        """A page in a browser profile of its own; `still` asks for reduced motion."""
        context = browser.new_context(
            viewport={"width": width, "height": height},
            locale=LOCALES[lang],
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce" if still else "no-preference",
            has_touch=width < 800,
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: failures.append(error))
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not failures, "a script failed on the page: " + "; ".join(str(failure) for failure in failures)


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    return open_page()


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    cluster = Cluster()
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.remove()
