"""What a seat may not know is in no byte that it gets: pages, views, the API, refusals.

The table is exchanged for another that the viewer cannot tell from the true one; whatever the viewer asks for then must
be the same to the last byte. This needs no knowledge of any game: a difference is a leak, whatever it says.
"""

import json
import os
import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import rotonde
from rotonde import games
from rotonde.kernel.handle import Table
from rotonde.server.bots import Bots
from rotonde.server.house import House, Settings
from rotonde.server.storage import Seat
from rotonde.server.table import LiveTable
from rotonde.web import views
from rotonde.web.app import create_app
from rotonde.web.views import Around, Viewer
from tests.server import fake_players

GAMES = int(os.environ.get("ROTONDE_LEAK_GAMES", "1"))
"""Games of each kind; more of them look further and take longer."""
LOOKS = 4


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    bots = Bots(1, fake_players.quick, fake_players.no_need)
    app = create_app(tmp_path, Settings(tmp_path, bot_pause=0, bots=bots))
    with TestClient(app, raise_server_exceptions=False) as client:
        yield client


def house_of(client: TestClient) -> House:
    return client.app.state.house  # type: ignore[attr-defined]


def received(
    client: TestClient, live: LiveTable, secret: str, moves: list[int]
) -> list[tuple[str, int, str]]:
    """Everything that whoever has this secret can ask for."""
    cookies = {"Cookie": f"rotonde={secret}"} if secret else {}
    bearer = {"Authorization": f"Bearer {secret}"} if secret else {}
    got: list[tuple[str, int, str]] = []
    for lang in ("fr", "en"):
        for path in (
            "",
            "/view",
            "/view?whole",
            f"/replay/{len(live.events)}",
            "/record",
            "/proposals",
            "/why?thing=x",
        ):
            answer = client.get(f"/t/{live.id}{path}", headers={**cookies, "Accept-Language": lang})
            got.append((path, answer.status_code, answer.text))
        person = house_of(client).people.known_by(secret) if secret else None
        viewer = Viewer(live.guest(person.id if person else None), lang)
        for part in (views.stream_view(live, viewer, Around()), views.offers(live, viewer)):
            got.append(("/events", 200, json.dumps(part)))
        answer = client.get(f"/api/tables/{live.id}", headers={**bearer, "Accept-Language": lang})
        got.append(("api", answer.status_code, answer.text))
    for move in moves:
        sent = {"number": live.number, "moves": [move]}
        for path, headers in (("/t/{}/moves", cookies), ("/api/tables/{}/moves", bearer)):
            answer = client.post(path.format(live.id), json=sent, headers=headers)
            assert answer.status_code >= 400
            got.append((f"{path} {move}", answer.status_code, answer.text))
    return got


@pytest.mark.parametrize("game", games.PLAYABLE)
@pytest.mark.parametrize("seed", range(GAMES))
def test_nobody_gets_what_the_seat_may_not_know(client: TestClient, game: str, seed: int) -> None:
    look_for_leaks(client, game, seed)


def test_a_leak_would_be_found(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "seen_by", Table._open)
    with pytest.raises(AssertionError, match="something hidden"):
        look_for_leaks(client, next(iter(games.PLAYABLE)), 0)


SEEN_BY = Table.seen_by


def look_for_leaks(client: TestClient, game: str, seed: int) -> None:
    house = house_of(client)
    # Nothing may happen by itself while what is received is compared.
    house.wake_bots = lambda live, after_failure=False: None  # type: ignore[method-assign]
    people = [house.people.come() for _ in range(2)]
    seats = [Seat("Léa"), Seat("", open=True)]
    live = house.tables.create(game, {}, seats, "en", people[0][0].id)
    live.sit(1, people[1][0].id, "Hugo")
    rng = random.Random(seed)
    tried = 0
    while not live.over and tried < LOOKS:
        for _ in range(rng.randrange(1, 25)):
            if not live.over:
                live.play(live.number, live.actor, rng.choice(live.table.moves()))
        if live.over:
            break
        tried += 1
        true = live.table
        legal = set(true.moves())
        illegal = [move for move in (rng.randrange(2**20) for _ in range(3)) if move not in legal]
        for eyes, secret in ((0, people[0][1]), (1, people[1][1]), (rotonde.PUBLIC, "")):
            as_it_is = received(client, live, secret, illegal)
            other = SEEN_BY(live.table, eyes).guess(rng)
            if other.actor != true.actor:
                pytest.fail("a guess changes who acts")
            with lying_there(live, other):
                as_it_might_be = received(client, live, secret, illegal)
            for (path, status, text), (_, other_status, other_text) in zip(
                as_it_is, as_it_might_be, strict=True
            ):
                assert status == other_status, path
                assert without_time(text) == without_time(other_text), (
                    f"{path} tells seat {eyes} something hidden"
                )


@contextmanager
def lying_there(live: LiveTable, other: Table) -> Iterator[None]:
    """The other table instead of the true one, wherever the server keeps what it has drawn or told of it."""
    true = live.table
    live.table = other
    live.scenes.clear()
    for story in live._stories.values():
        story._stand_at(other.copy())
    try:
        yield
    finally:
        live.table = true
        live.scenes.clear()
        live._stories.clear()


def without_time(text: str) -> str:
    """Clocks go on between two requests."""
    return re.sub(r'"(left|now)": ?[\d.]+', "", text)
