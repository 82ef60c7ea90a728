"""Proposals, orders and lean views through the routes, with the tests' own game."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from rotonde import games
from rotonde.kernel.moves import pack
from rotonde.server.bots import Bots
from rotonde.server.house import House, Settings
from rotonde.server.tables import LiveTable
from rotonde.web import scene, table, views
from rotonde.web.app import create_app
from rotonde.web.stream import _Page
from tests.server import fake_players
from tests.web.tram import words
from tests.web.tram.rules import Verb

ALONE = {"seat0": "person", "name0": "Léa"}
TWO = {**ALONE, "seat1": "person", "name1": "Hugo"}
WITH_BOT = {**ALONE, "seat1": "bot:driver", "name1": "Hugo"}
WAIT, HUSH, HONK = pack(Verb.WAIT), pack(Verb.HUSH), pack(Verb.HONK)


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    monkeypatch.setitem(games.PLAYABLE, "tram", "tests.web.tram")
    bots = Bots(1, fake_players.quick, fake_players.no_need)
    app = create_app(tmp_path, Settings(tmp_path, bot_pause=0, bots=bots))
    with TestClient(app, follow_redirects=False, headers={"Accept-Language": "en"}) as client:
        yield client


def lay(client: TestClient, seats: dict[str, str] = ALONE) -> str:
    answer = client.post("/tables", data={"game": "tram", "lang": "en", **seats})
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def live(client: TestClient, at: str) -> LiveTable:
    house: House = client.app.state.house  # type: ignore[attr-defined]
    return house.tables.open(at.removeprefix("/t/"))


def view(client: TestClient, at: str) -> dict[str, Any]:
    return client.get(f"{at}/view").json()


def post(client: TestClient, at: str, what: str, **body: Any) -> Any:
    return client.post(f"{at}/{what}", json=body)


def walk(*stops: int) -> list[int]:
    return [pack(Verb.WALK, stop) for stop in stops]


# ---- what the bar tells ----


def test_the_bar_tells_what_happened_last_and_what_would_be_taken_back(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = lay(client)
    assert view(client, at)["done_html"] == "", "nothing has happened yet"
    post(client, at, "moves", number=view(client, at)["number"], moves=walk(1))
    told = view(client, at)["done_html"]
    assert "Léa: Walk to stop <b>1</b>" in told
    assert "data-undo" in told
    # A move that the log does not tell is taken back under its own name, not under that of the one before.
    tell = words.told
    monkeypatch.setattr(words, "told", lambda *args: "" if args[2] in walk(2) else tell(*args))
    post(client, at, "moves", number=view(client, at)["number"], moves=walk(2))
    told = view(client, at)["done_html"]
    assert "<span>Walk to stop <b>2</b></span>" in told
    assert "data-undo" in told
    client.cookies.clear()
    watched = view(client, at)["done_html"]
    assert 'aria-hidden="true"' in watched, "the log is read out already"
    assert "Léa: Walk to stop <b>1</b>" in watched
    assert "data-undo" not in watched


# ---- proposals ----


def test_a_view_offers_what_can_be_done_in_one_go(client: TestClient) -> None:
    now = view(client, lay(client))
    assert now["targets"] == ["stop-2", "stop-3", "stop-4"]
    (far,) = now["proposals"]
    assert far["moves"] == walk(1, 2, 3, 4)
    assert far["tags"] == {"stop-4": "4"}


def test_a_thing_has_proposals_of_its_own(client: TestClient) -> None:
    at = lay(client)
    answer = client.get(f"{at}/proposals", params={"thing": "stop-3"}).json()
    assert answer["posed"] == view(client, at)["posed"]
    there, and_wait = answer["proposals"]
    assert there["moves"] == walk(1, 2, 3)
    assert there["say"] == "Walk to stop <b>3</b>"
    assert there["note"] == "3 steps."
    assert there["things"] == ["stop-3"]
    assert and_wait["moves"] == [*walk(1, 2, 3), WAIT]
    for nothing in ("stop-9", "stop-1", "nonsense", "<b>", ""):
        found = client.get(f"{at}/proposals", params={"thing": nothing})
        assert found.json()["proposals"] == []
    assert client.get(f"{at}/proposals").json()["proposals"] == view(client, at)["proposals"]


def test_only_who_acts_is_proposed_anything(client: TestClient) -> None:
    at = lay(client)
    client.cookies.clear()
    assert client.get(f"{at}/proposals", params={"thing": "stop-3"}).status_code == 403
    watched = view(client, at)
    assert watched["targets"] == watched["proposals"] == []


def test_a_game_without_gestures_offers_none(client: TestClient) -> None:
    game = next(name for name in games.PLAYABLE if name != "tram")
    answer = client.post("/tables", data={"game": game, **WITH_BOT})
    now = view(client, answer.headers["location"])
    assert isinstance(now["proposals"], list)
    assert isinstance(now["orders_html"], str)


# ---- what a move will do ----


def test_many_moves_tell_what_they_will_do_when_asked(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = lay(client)
    told = view(client, at)["moves"]
    live(client, at).scenes.clear()
    monkeypatch.setattr(scene, "MOST_PREVIEWS", 1)
    for move, before in zip(view(client, at)["moves"], told, strict=True):
        assert "note" not in move
        preview = client.get(f"{at}/preview", params={"move": move["move"]}).json()
        assert {**move, **preview} == before
    for nothing in ("", "1", "x", "-1", str(2**80)):
        assert client.get(f"{at}/preview", params={"move": nothing}).status_code == 409
    client.cookies.clear()
    assert client.get(f"{at}/preview", params={"move": told[0]["move"]}).status_code == 403


# ---- several moves in one go ----


def test_several_moves_are_played_in_one_go(client: TestClient) -> None:
    at = lay(client)
    answer = post(client, at, "moves", number=0, seat=0, moves=walk(1, 2, 3))
    assert answer.status_code == 200
    assert answer.json() == {"number": 3}
    assert [event.move for event in live(client, at).events] == walk(1, 2, 3)
    assert post(client, at, "moves", number=0, moves=walk(1, 2, 3)).status_code == 409


def test_the_rest_of_a_gesture_is_dropped(client: TestClient) -> None:
    at = lay(client)
    assert post(client, at, "moves", number=0, moves=walk(1, 9, 2)).json() == {"number": 1}
    first_illegal = post(client, at, "moves", number=1, moves=walk(9, 2))
    assert first_illegal.status_code == 422
    assert first_illegal.json()["text"] == "That is too far."


def test_one_move_is_sent_as_before(client: TestClient) -> None:
    at = lay(client)
    assert post(client, at, "moves", number=0, move=walk(1)[0]).status_code == 200


def test_a_screen_that_plays_for_another_seat_is_refused(client: TestClient) -> None:
    at = lay(client)
    assert post(client, at, "moves", number=0, seat=1, moves=walk(1)).status_code == 403
    assert live(client, at).number == 0


@pytest.mark.parametrize(
    "body",
    [
        {"number": 0, "moves": []},
        {"number": 0, "moves": [True]},
        {"number": 0, "moves": ["1"]},
        {"number": 0, "moves": [-1]},
        {"number": 0, "moves": {}},
        {"number": 0, "moves": 1},
        {"number": 0, "moves": [[1]]},
        {"number": 0, "moves": [1] * (table.MOST_AT_ONCE + 1)},
        {"number": 0, "move": [1]},
        {"number": 0, "move": 1, "moves": [1]},
        {"moves": [1]},
        {"number": 0, "seat": None, "moves": [1]},
        {"number": 0, "seat": 0},
    ],
    ids=lambda body: json.dumps(body)[:40],
)
def test_malformed_gestures_change_nothing(client: TestClient, body: dict[str, Any]) -> None:
    at = lay(client)
    answer = client.post(f"{at}/moves", json=body)
    assert answer.status_code == 400
    assert answer.json()["text"]
    assert live(client, at).number == 0


def test_a_gesture_is_taken_back_whole(client: TestClient) -> None:
    at = lay(client)
    post(client, at, "moves", number=0, moves=walk(1, 2, 3))
    for count, status in ((0, 409), (4, 409), ("3", 400), (-1, 400), (None, 400)):
        assert post(client, at, "undo", number=3, count=count).status_code == status
    assert post(client, at, "undo", number=3, count=3).status_code == 200
    assert live(client, at).events == []


# ---- orders ----


def switches(view: dict[str, Any]) -> dict[str, bool]:
    found = re.findall(r'data-order="([^"]*)"( checked)?>', view["orders_html"])
    return {order: bool(checked) for order, checked in found}


def test_orders_are_switched_on_and_off(client: TestClient) -> None:
    at = lay(client)
    assert switches(view(client, at)) == {"hush": False, "hush-0": False}
    on = post(client, at, "orders", order="hush", on=True).json()["view"]
    assert switches(on) == {"hush": True, "hush-0": False}
    assert switches(view(client, at)) == switches(on)
    off = post(client, at, "orders", order="hush", on=False).json()["view"]
    assert switches(off) == {"hush": False, "hush-0": False}


def test_orders_are_obeyed(client: TestClient) -> None:
    at = lay(client, TWO)
    post(client, at, "look", seat=0)
    live(client, at).set_order(1, "hush", True)
    post(client, at, "moves", number=0, moves=[WAIT])
    while live(client, at).number < 2:
        view(client, at)
    assert [event.move for event in live(client, at).events] == [WAIT, HUSH]


def test_nothing_is_offered_while_an_order_acts(client: TestClient) -> None:
    """A finger would come too late for it. Whoever takes the order back is asked at once."""
    table = live(client, lay(client, TWO))
    table.play(table.number, 0, WAIT)
    hugo = views.Viewer(replace(table.guest(table.row.owner), held=(1,)), "en")
    stream = _Page(client.app.state.house, table, hugo, "")  # type: ignore[attr-defined]
    for ordered in (False, True, False):
        table.set_order(1, "hush", ordered)
        now = views.view(table, hugo, views.Around())
        assert [move["move"] for move in now["moves"]] == ([] if ordered else [HUSH, HONK])
        assert now["obeyed"] == ordered
        assert ("Hugo, as you ordered" in now["turn_html"]) == ordered
        assert ("Hugo, your turn" in now["turn_html"]) == (not ordered)
        assert stream.waits_for_offers
        assert bool(stream.offers()) == (not ordered)
        assert not stream.waits_for_offers


def test_nobody_sees_what_another_ordered(client: TestClient) -> None:
    at = lay(client, WITH_BOT)
    owner = dict(client.cookies)
    client.cookies.clear()
    before = view(client, at)
    assert before["orders_html"] == ""
    live(client, at).set_order(0, "hush", True)
    assert view(client, at) == before
    client.cookies.update(owner)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 400),
        ({"order": "hush"}, 400),
        ({"order": "hush", "on": 1}, 400),
        ({"order": 1, "on": True}, 400),
        ({"order": "hush", "on": True, "seat": 0}, 400),
        ({"order": "nothing", "on": True}, 409),
        ({"order": "<b>", "on": False}, 409),
    ],
)
def test_wrong_orders_change_nothing(client: TestClient, body: dict[str, Any], status: int) -> None:
    at = lay(client)
    answer = client.post(f"{at}/orders", json=body)
    assert answer.status_code == status
    assert answer.json()["text"]
    assert live(client, at).orders(0) == set()


def test_only_the_owner_gives_orders(client: TestClient) -> None:
    at = lay(client)
    client.cookies.clear()
    assert post(client, at, "orders", order="hush", on=True).status_code == 403


# ---- what never changes is sent once ----


def test_the_static_parts_of_a_board_are_sent_once(client: TestClient) -> None:
    at = lay(client)
    page = client.get(at).text
    houses = 'fill="var(--paper-lo)"'
    assert page.count(houses) > 50
    embedded = re.search(r'<script type="application/json" id="view">(.*?)</script>', page, re.DOTALL)
    assert embedded is not None
    empty = '<g data-once="ground"></g><!--/once ground-->'
    for later in (json.loads(embedded[1]), view(client, at)):
        assert empty in later["board_html"]
        assert houses not in later["board_html"]
    whole = client.get(f"{at}/view?whole").json()
    assert houses in whole["board_html"]
    assert views.lean(whole) == view(client, at)
    assert len(json.dumps(view(client, at))) < len(json.dumps(whole)) * 0.8


def test_a_replay_sends_them_once_as_well(client: TestClient) -> None:
    at = lay(client)
    post(client, at, "moves", number=0, moves=walk(1, 2))
    asked = {"Accept": "application/json"}
    lean = client.get(f"{at}/replay/1", headers=asked).json()
    whole = client.get(f"{at}/replay/1?as=0&whole", headers=asked).json()
    assert "var(--paper-lo)" not in lean["board_html"]
    assert "var(--paper-lo)" in whole["board_html"]


@pytest.mark.parametrize(
    ("drawn", "sent"),
    [
        ('<g data-once="a">x</g><!--/once a-->', '<g data-once="a"></g><!--/once a-->'),
        (
            '<g class="b" data-once="a" id="c"><g>x</g></g><!--/once a--><g>y</g>',
            '<g class="b" data-once="a" id="c"></g><!--/once a--><g>y</g>',
        ),
        (
            '<g data-once="a">x\n</g><!--/once a-->y<g data-once="b">z</g><!--/once b-->',
            '<g data-once="a"></g><!--/once a-->y<g data-once="b"></g><!--/once b-->',
        ),
        ('<g data-once="a">not marked</g>', '<g data-once="a">not marked</g>'),
        ('<g data-once="a">x</g><!--/once b-->', '<g data-once="a">x</g><!--/once b-->'),
    ],
)
def test_what_stands_between_the_marks_is_left_out(drawn: str, sent: str) -> None:
    assert views.lean({"board_html": drawn}) == {"board_html": sent}
