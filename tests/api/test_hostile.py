"""Hostile input: whatever is sent, nothing fails, nothing is told that should not be, and nothing changes."""

import contextlib
import json
import random
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.testclient import TestClient

import rotonde
from rotonde import games
from rotonde.api.description import description
from rotonde.server.bots import Bots
from rotonde.server.house import House, Settings
from rotonde.server.people import new_secret
from rotonde.server.table import LiveTable
from rotonde.web.app import create_app
from tests.server import fake_players
from tests.web.serving import Server

GAME = next(iter(games.PLAYABLE))
FOLDER = Path(tempfile.mkdtemp())
APP = create_app(
    FOLDER, Settings(FOLDER, bot_pause=0, bots=Bots(1, fake_players.quick, fake_players.no_need))
)

SCHEMA = schemathesis.openapi.from_dict(description()).exclude(
    path_regex="/events$"
)  # it has no end: see below
SCHEMA.config.phases.coverage.unexpected_methods = set()  # they get 405 like any address: see below
CHECKS = [not_a_server_error, status_code_conformance, response_schema_conformance, content_type_conformance]
EVERY_TIME = settings(
    max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much], deadline=None
)


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with TestClient(APP, raise_server_exceptions=False, headers={"Accept-Language": "en"}) as client:
        yield client


@pytest.fixture(scope="module")
def person(client: TestClient) -> dict[str, str]:
    secret = client.post("/api/people", json={"name": "Zoé"}).json()["secret"]
    return {"Authorization": f"Bearer {secret}"}


@pytest.fixture(scope="module")
def table(client: TestClient, person: dict[str, str]) -> LiveTable:
    """A game in the middle, that the hostile person plays at."""
    wish = {"game": GAME, "seats": [{"kind": "mine"}, {"kind": "open"}]}
    table_id = client.post("/api/tables", json=wish, headers=person).json()["id"]
    house: House = client.app.state.house  # type: ignore[attr-defined]
    live = house.tables.open(table_id)
    live.sit(1, house.people.come()[0].id, "Anna")
    rng = random.Random(3)
    for _ in range(12):
        live.play(live.number, live.actor, rng.choice(live.table.moves()))
    while live.actor != 0:
        live.play(live.number, live.actor, rng.choice(live.table.moves()))
    return live


def is_calm(status: int, text: str) -> None:
    assert status < 500, text
    assert "Traceback" not in text
    assert ".py" not in text


class Victim:
    """Somebody who plays at a table on the real server."""

    def __init__(self, server: Server) -> None:
        self._server = server
        secret = httpx.post(f"{server.url}/api/people", json={"name": "Zoé"}).json()["secret"]
        self.headers = {"Authorization": f"Bearer {secret}"}
        self._lay()

    def _lay(self) -> None:
        wish = {"game": GAME, "seats": [{"kind": "mine"}, {"kind": "mine"}]}
        tables = f"{self._server.url}/api/tables"
        self.table_id: str = httpx.post(tables, json=wish, headers=self.headers).json()["id"]

    def table(self) -> Any:
        return httpx.get(f"{self._server.url}/api/tables/{self.table_id}", headers=self.headers).json()

    def keep_calm(self) -> None:
        """Where a bot plays, something happens without anybody's asking: then go to another table."""
        if any(seat["kind"] == "bot" for seat in self.table()["seats"]):
            self._lay()


@pytest.fixture(scope="module")
def victim(server: Server) -> Victim:
    return Victim(server)


@SCHEMA.parametrize()
@settings(
    max_examples=15, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much], deadline=None
)
def test_the_api_answers_as_described(case: Any, server: Server, victim: Victim) -> None:
    victim.keep_calm()
    before = victim.table() if case.path_parameters else None
    if "id" in (case.path_parameters or {}) and len(case.path_parameters["id"]) % 2:
        case.path_parameters["id"] = victim.table_id
    response = case.call(base_url=server.url, headers=victim.headers)
    case.validate_response(response, checks=CHECKS)
    is_calm(response.status_code, response.text)
    if before and response.status_code >= 400:
        assert victim.table() == before


def test_an_address_that_is_none_is_refused_as_everything_is(client: TestClient) -> None:
    for method, path, status in (
        ("DELETE", "/api/games", 405),
        ("TRACE", "/api/people", 405),
        ("GET", "/api/x", 404),
    ):
        answer = client.request(method, path, headers={"Accept": "text/html"})
        assert answer.status_code == status
        assert answer.json()["text"]


@pytest.mark.parametrize(
    "start", [b"GET /", b"GET / HTTP/1.1\r\nHost: x\r\nCookie: ", b"GET / HTTP/1.1\r\nA: 1\r\nB: "]
)
def test_headers_without_end_are_cut_off(server: Server, start: bytes) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as line:
        line.sendall(start)
        answer = b""
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            for _ in range(100):
                line.sendall(b"x" * 10_000)
            answer = line.recv(1000)
        assert answer == b"" or answer.startswith(b"HTTP/1.1 400 ")
        with contextlib.suppress(ConnectionResetError):
            while line.recv(1000):
                pass  # until the other side has closed: else this waits, and fails
    assert httpx.get(server.url + "/health").status_code == 200


ODD = (
    st.none()
    | st.booleans()
    | st.floats()
    | st.integers()
    | st.text(max_size=30)
    | st.lists(st.integers(), max_size=5)
    | st.dictionaries(st.text(max_size=5), st.integers(), max_size=3)
)


@EVERY_TIME
@given(
    st.integers(-(2**70), 2**70) | ODD,
    st.sampled_from(["/api/tables/{}/moves", "/t/{}/moves"]),
    st.booleans(),
)
def test_only_legal_moves_are_made(
    client: TestClient, person: dict[str, str], table: LiveTable, move: Any, path: str, fresh: bool
) -> None:
    number = table.number if fresh else table.number + 1
    if move in table.table.moves():
        return
    state = bytes(table.table.state)
    sent = (
        {"number": number, "moves": [move]} if path.startswith("/api") else {"number": number, "move": move}
    )
    body = json.dumps(sent).encode()
    headers = {**person, "Content-Type": "application/json"}
    answer = client.post(path.format(table.id), content=body, headers=headers)
    is_calm(answer.status_code, answer.text)
    assert answer.status_code >= 400
    table.refresh()
    assert bytes(table.table.state) == state


@EVERY_TIME
@given(st.binary(max_size=200), st.sampled_from(["moves", "undo", "orders", "look", "resign", "bots"]))
def test_noise_is_refused(client: TestClient, table: LiveTable, body: bytes, deed: str) -> None:
    number = table.number
    for kind in (
        "application/json",
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
    ):
        answer = client.post(f"/t/{table.id}/{deed}", content=body, headers={"Content-Type": kind})
        is_calm(answer.status_code, answer.text)
        assert answer.status_code >= 400
    table.refresh()
    assert table.number == number


@pytest.fixture(scope="module")
def record(table: LiveTable) -> str:
    game = rotonde.game(GAME, engine="python")
    played = game.new(players=2)
    rng = random.Random(5)
    while played.actor != rotonde.OVER:
        played.play(rng.choice(played.moves()))
    return played.record().text()


@EVERY_TIME
@given(st.data())
def test_a_damaged_record_is_refused_or_true(client: TestClient, record: str, data: st.DataObject) -> None:
    """Some bytes changed, lost or put in: it is refused with a sentence, or it is still a game that can be played."""
    text = bytearray(record.encode())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text) - 1))
        how = data.draw(st.sampled_from(["change", "lose", "put"]))
        if how == "change":
            text[at] = data.draw(st.integers(0, 255))
        elif how == "lose":
            del text[at : at + data.draw(st.integers(1, 200))]
        else:
            text[at:at] = data.draw(st.binary(max_size=20))
    files = {"record": ("game.txt", bytes(text))}
    answer = client.post("/import", files=files, follow_redirects=False, headers={"Accept": "text/html"})
    is_calm(answer.status_code, answer.text)
    assert answer.status_code == 303 or answer.status_code >= 400


@EVERY_TIME
@given(st.text(max_size=60), st.text(alphabet="abc0123456789-._~", max_size=30))
def test_streams_are_asked_for_in_odd_ways(client: TestClient, since: str, table_id: str) -> None:
    for path in (f"/t/{table_id}/events", f"/api/tables/{table_id}/events", f"/t/{table_id}/view"):
        answer = client.get(path, params={"since": since, "seat": since})
        is_calm(answer.status_code, answer.text)
        assert answer.status_code >= 400


def test_a_secret_cannot_be_tried(client: TestClient, table: LiveTable) -> None:
    for secret in (new_secret(), "", "0", table.row.owner, "' OR 1=1 --"):
        headers = {"Authorization": f"Bearer {secret}"}
        answer = client.post(f"/api/tables/{table.id}/resign", json={"number": table.number}, headers=headers)
        assert answer.status_code == 401
        client.cookies.set("rotonde", secret)
        assert client.post(f"/t/{table.id}/resign", json={"number": table.number}).status_code == 403
        client.cookies.clear()
