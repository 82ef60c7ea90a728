"""How much may come from one address, and that it is refused with a sentence."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from rotonde import games
from rotonde.server.bots import Bots
from rotonde.server.house import Settings
from rotonde.web import limits
from rotonde.web.app import create_app
from tests.server import fake_players

GAME = next(iter(games.PLAYABLE))
FAR, FARTHER = "203.0.113.7", "198.51.100.1"

From = Callable[[str], TestClient]


@pytest.fixture
def come(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[From]:
    """Each call is a browser at an address."""
    monkeypatch.setattr(limits, "REQUESTS", 5)
    monkeypatch.setattr(limits, "STREAMS", 2)
    bots = Bots(1, fake_players.quick, fake_players.no_need)
    app = create_app(tmp_path, Settings(tmp_path, bot_pause=0, bots=bots))
    with TestClient(app) as first:

        def come(address: str) -> TestClient:
            client = TestClient(app, headers={"Accept-Language": "en"}, client=(address, 50000))
            client.portal = first.portal  # the house lives in one event loop
            return client

        yield come


def test_so_many_requests_and_no_more(come: From) -> None:
    far = come(FAR)
    assert [far.get("/").status_code for _ in range(5)] == [200] * 5
    refused = far.get("/")
    assert refused.status_code == 429
    assert "Too many requests come from your address" in refused.text
    assert far.post("/tables", data={"game": GAME}).status_code == 429
    assert come(FARTHER).get("/").status_code == 200
    for _ in range(10):
        assert come("127.0.0.1").get("/").status_code == 200


def test_what_is_brought_from_files_is_counted(come: From) -> None:
    far = come(FAR)
    far.app.state.limits.from_an_address = limits.Pace(1, 3600)  # type: ignore[attr-defined]
    assert far.post("/import", data={"record": "nonsense"}).status_code == 422
    assert far.post("/import", data={"record": "nonsense"}).status_code == 429


def test_so_many_streams_at_once(come: From) -> None:
    here, far = come("127.0.0.1"), come(FAR)
    at = here.post("/tables", data={"game": GAME, "seat0": "person", "seat1": "person"}).url.path
    held = far.app.state.limits.streams  # type: ignore[attr-defined]
    held[FAR] = 2
    assert far.get(f"{at}/events").status_code == 429
    held[FAR] = 1
    with limits.stream(_Asked(far)):  # type: ignore[arg-type]
        assert held[FAR] == 2
        assert far.get(f"{at}/events").status_code == 429
    assert held[FAR] == 1


class _Asked:
    """Of a request all that is counted."""

    def __init__(self, client: TestClient) -> None:
        self.app = client.app
        self.client = type("Address", (), {"host": FAR})
