"""The API: a program can do at a table what a person can, and no more."""

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.testclient import TestClient

import rotonde
from rotonde import games
from rotonde.api.description import description
from rotonde.kernel.verify import verify
from rotonde.server.bots import Bots
from rotonde.server.house import House, Settings
from rotonde.web.app import create_app
from tests.server import fake_players
from tests.web.serving import ROOT, Server

GAME = next(iter(games.PLAYABLE))
MINE_AND_OPEN = {"game": GAME, "seats": [{"kind": "mine"}, {"kind": "open"}]}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    bots = Bots(1, fake_players.quick, fake_players.no_need)
    app = create_app(tmp_path, Settings(tmp_path, bot_pause=0, bots=bots))
    with TestClient(app, headers={"Accept-Language": "en"}) as client:
        yield client


class Program:
    """Somebody who plays over the API."""

    def __init__(self, client: TestClient, name: str) -> None:
        self._client = client
        secret = client.post("/api/people", json={"name": name}).json()["secret"]
        self.headers = {"Authorization": f"Bearer {secret}"}

    def get(self, path: str) -> httpx.Response:
        return self._client.get(f"/api{path}", headers=self.headers)

    def post(self, path: str, sent: Any) -> httpx.Response:
        return self._client.post(f"/api{path}", json=sent, headers=self.headers)


@pytest.fixture
def lea(client: TestClient) -> Program:
    return Program(client, "Léa")


@pytest.fixture
def hugo(client: TestClient) -> Program:
    return Program(client, "Hugo")


def lay(program: Program, wish: dict[str, Any] | None = None) -> dict[str, Any]:
    answer = program.post("/tables", wish or MINE_AND_OPEN)
    assert answer.status_code == 201, answer.text
    return answer.json()


def house(client: TestClient) -> House:
    return client.app.state.house  # type: ignore[attr-defined]


@pytest.mark.parametrize("game", games.PLAYABLE)
def test_two_programs_play_a_game_to_its_end(
    client: TestClient, lea: Program, hugo: Program, game: str
) -> None:
    table = lay(lea, {**MINE_AND_OPEN, "game": game})
    assert table["gathering"]
    assert table["actor"] is None
    at = f"/tables/{table['id']}"
    assert hugo.post(f"{at}/sit", {"name": "Hugo"}).status_code == 200
    live = house(client).tables.open(table["id"])
    while True:
        # Quick, as the game may be long: all but a few moves are made without the API.
        for _ in range(60):
            with live.lock:
                if not live.over:
                    moves = live.table.moves()
                    live.play(live.number, live.actor, moves[live.number % len(moves)])
        seen = [program.get(at).json() for program in (lea, hugo)]
        assert [one["held"] for one in seen] == [[0], [1]]
        if all(one["over"] for one in seen):
            break
        actor = seen[0]["actor"]
        if live.obeyed() is not None or {one["number"] for one in seen} != {live.number}:
            continue  # where nothing is to be decided the table goes on by itself, also between two questions
        assert not seen[1 - actor]["moves"]
        move = seen[actor]["moves"][0]
        assert move["say"]
        done = (lea, hugo)[actor].post(
            f"{at}/moves", {"number": seen[actor]["number"], "moves": [move["move"]]}
        )
        assert done.status_code == 200, done.text
        assert done.json()["number"] > seen[actor]["number"]
    assert seen[0]["scores"] == live.table.scores()
    record = rotonde.read_record(lea.get(f"{at}/record").text)
    assert record.seats == ["Léa", "Hugo"]
    assert verify(live.game, record).scores() == seen[0]["scores"]
    brought = lea.post("/import", {"record": record.text()})
    assert brought.status_code == 201
    again = lea.get(f"/tables/{brought.json()['id']}").json()
    assert (again["over"], again["scores"]) == (True, seen[0]["scores"])
    damaged = lea.post("/import", {"record": record.text().replace("seats", "saets", 1)})
    assert (damaged.status_code, damaged.json()["error"]) == (422, "api.record")
    assert damaged.json()["text"]


def test_each_sees_what_its_seat_may_know(client: TestClient, lea: Program, hugo: Program) -> None:
    table = lay(lea)
    at = f"/tables/{table['id']}"
    hugo.post(f"{at}/sit", {"name": "Hugo"})
    live = house(client).tables.open(table["id"])
    watching = client.get(f"/api{at}").json()
    assert watching["seat"] is None
    assert watching["state"] == live.seen_by(rotonde.PUBLIC).state.by_name()
    for seat, program in enumerate((lea, hugo)):
        assert program.get(at).json()["state"] == live.seen_by(seat).state.by_name()
        assert program.get(f"{at}?seat={1 - seat}").status_code == 403
    assert client.get(f"/api{at}?seat=0").status_code == 403


def test_many_who_want_any_seat_at_once_get_one_each(client: TestClient) -> None:
    programs = [Program(client, f"Program {number}") for number in range(6)]
    most = house(client).tables.game(GAME).info.players[1]
    at = f"/tables/{lay(programs[0], {'game': GAME, 'seats': [{'kind': 'open'}] * most})['id']}/sit"
    with ThreadPoolExecutor(len(programs)) as pool:
        answers = list(pool.map(lambda program: program.post(at, {"name": "x"}).status_code, programs))
    assert sorted(answers) == [200] * most + [409] * (len(programs) - most)


def test_lists_of_tables(client: TestClient, lea: Program, hugo: Program) -> None:
    lay(lea)
    listed = lay(lea, {**MINE_AND_OPEN, "listed": True})
    assert [one["id"] for one in client.get("/api/lobby").json()] == [listed["id"]]
    assert len(lea.get("/tables").json()) == 2
    assert hugo.get("/tables").json() == []
    assert {one["id"] for one in client.get("/api/games").json()} == set(games.PLAYABLE)


def test_a_move_may_be_taken_back_and_asked_back(client: TestClient, lea: Program, hugo: Program) -> None:
    at = f"/tables/{lay(lea)['id']}"
    hugo.post(f"{at}/sit", {"name": "Hugo"})
    number = lea.get(at).json()["number"]
    for deed, sent in (("undo", {}), ("answer", {"agree": True})):
        answer = lea.post(f"{at}/{deed}", {"number": number, **sent})
        assert answer.status_code == 409, answer.text
    assert lea.post(f"{at}/resign", {"number": number}).status_code == 200
    assert hugo.post(f"{at}/resign", {"number": number}).json()["error"] == "table.not_now.over"


def test_who_plays_may_speak(client: TestClient, lea: Program, hugo: Program) -> None:
    at = f"/tables/{lay(lea)['id']}"
    assert lea.post(f"{at}/chat", {"words": "Hello?"}).status_code == 200
    assert hugo.post(f"{at}/chat", {"words": "I only watch"}).status_code == 403
    assert [one["words"] for one in hugo.get(f"{at}/chat").json()] == ["Hello?"]
    said = [lea.post(f"{at}/chat", {"words": "again"}).status_code for _ in range(8)]
    assert said[-1] == 429, "nobody need read more than that"


def test_seats_change_hands(client: TestClient, lea: Program, hugo: Program) -> None:
    table = lay(lea, {"game": GAME, "seats": [{"kind": "mine"}, {"kind": "invited"}]})
    at = f"/tables/{table['id']}"
    assert hugo.post(f"{at}/sit", {"name": "Hugo", "seat": 1}).status_code == 409
    assert hugo.post(f"{at}/invite", {"seat": 1}).status_code == 403
    old, code = (lea.post(f"{at}/invite", {"seat": 1}).json()["code"] for _ in range(2))
    assert hugo.post(f"{at}/sit", {"name": "Hugo", "seat": 1, "invite": old}).status_code == 409
    assert hugo.post(f"{at}/sit", {"name": "Hugo", "seat": 1, "invite": code}).status_code == 200
    assert hugo.post(f"{at}/rise", {}).status_code == 409, "the game has begun"
    assert lea.post(f"{at}/hand-over", {"level": "god"}).status_code == 400
    assert lea.post(f"{at}/hand-over", {}).status_code == 200
    assert hugo.get(at).json()["seats"][0]["kind"] == "bot"
    assert lea.post(f"{at}/come-back", {}).status_code == 200
    assert hugo.get(at).json()["seats"][0]["kind"] == "person"
    assert lea.post(f"{at}/orders", {"order": "no such order", "on": True}).status_code == 409
    assert lea.post(f"{at}/again", {}).status_code == 409
    for program in (lea, hugo):
        program.post(f"{at}/resign", {"number": program.get(at).json()["number"]})
    following = lea.post(f"{at}/again", {}).json()["id"]
    assert hugo.get(at).json()["next_table"] == following
    waiting = lay(lea)
    assert lea.post(f"/tables/{waiting['id']}/fill", {"level": "apprentice"}).status_code == 200
    assert lea.get(f"/tables/{waiting['id']}").json()["seats"][1]["kind"] == "bot"


def test_without_a_free_seat_the_reason_is_told(client: TestClient, lea: Program, hugo: Program) -> None:
    def refused(at: str) -> tuple[str, str]:
        answer = hugo.post(f"{at}/sit", {"name": "Hugo"})
        assert answer.status_code == 409
        return answer.json()["error"], answer.json()["text"]

    kept = f"/tables/{lay(lea, {'game': GAME, 'seats': [{'kind': 'mine'}, {'kind': 'invited'}]})['id']}"
    assert refused(kept) == (
        "table.not_now.only_invited",
        "The seats that are left are by invitation: name one, with its code.",
    )
    full = f"/tables/{lay(lea, {'game': GAME, 'seats': [{'kind': 'mine'}] * 2})['id']}"
    assert refused(full) == ("table.not_now.full", "All seats are taken.")
    cleared = f"/tables/{lay(lea)['id']}"
    assert lea.post(f"{cleared}/resign", {"number": 0}).status_code == 200
    assert refused(cleared)[0] == "table.not_now.over"


REFUSALS = [
    ("/tables", {"game": "chess", "seats": [{"kind": "mine"}, {"kind": "mine"}]}, 400, "api.wish"),
    ("/tables", {"game": GAME, "seats": []}, 400, "api.shape"),
    ("/tables", {"game": GAME, "seats": [{"kind": "mine"}] * 2, "colour": "red"}, 400, "api.shape"),
    ("/tables", {"game": GAME, "seats": [{"kind": "bot", "level": "god"}] * 2}, 400, "api.level"),
    ("/tables", {**MINE_AND_OPEN, "clock": {"kind": "live", "seconds": 1}}, 400, "api.clock"),
    ("/tables", {**MINE_AND_OPEN, "options": {"no such": 1}}, 400, "api.wish"),
    ("/tables/nothing/sit", {"name": "Léa"}, 404, "table.unknown"),
    ("/tables/{id}/sit", {"name": "Léa", "seat": 0}, 409, "table.not_now.taken"),
    ("/tables/{id}/sit", {"name": "\u200b"}, 400, "api.name"),
    ("/tables/{id}/moves", {"number": 0, "moves": [1]}, 403, "table.not_your_turn"),
    ("/tables/{id}/moves", {"number": 0, "moves": [-1]}, 400, "api.shape"),
    ("/tables/{id}/moves", {"number": 0, "moves": [1], "seat": 1}, 403, "table.not_yours"),
    ("/people", {"name": ""}, 400, "api.shape"),
]


@pytest.mark.parametrize(("path", "sent", "status", "error"), REFUSALS)
def test_what_is_refused_is_explained_and_changes_nothing(
    client: TestClient, lea: Program, path: str, sent: Any, status: int, error: str
) -> None:
    table = lay(lea)
    answer = lea.post(path.format(id=table["id"]), sent)
    assert (answer.status_code, answer.json()["error"]) == (status, error), answer.text
    assert answer.json()["text"].endswith((".", "»", "”"))
    assert house(client).tables.open(table["id"]).number == 0


def test_who_asks_must_be_known(client: TestClient) -> None:
    assert client.get("/api/tables").status_code == 401
    assert client.get("/api/tables").headers["WWW-Authenticate"] == "Bearer"
    for header in ("Bearer wrong", "Basic bGVhOmxlYQ==", "Bearer "):
        answer = client.post("/api/tables", json=MINE_AND_OPEN, headers={"Authorization": header})
        assert answer.status_code == 401, header
    assert client.post("/api/people", content="{}", headers={"Content-Type": "text/plain"}).status_code == 415
    assert (
        client.post("/api/people", content="{", headers={"Content-Type": "application/json"}).status_code
        == 400
    )


def test_a_browsers_cookie_is_no_key_to_the_api(client: TestClient) -> None:
    client.post("/tables", data={"game": GAME, "seat0": "person", "seat1": "person"}, follow_redirects=False)
    assert "rotonde" in client.cookies
    assert client.get("/api/tables").status_code == 401


def test_every_operation_is_described() -> None:
    told = description()
    assert told["openapi"].startswith("3.1")
    for path, methods in told["paths"].items():
        for operation in methods.values():
            assert operation["summary"], path
            assert all(response["description"] for response in operation["responses"].values())


def test_the_example_in_the_docs_plays_a_game(own_server: Server) -> None:
    example = ROOT / "docs" / "example_bot.py"
    assert len(example.read_text("utf-8").splitlines()) < 60
    with httpx.Client(base_url=own_server.url) as client:
        secret = client.post("/api/people", json={"name": "Host"}).json()["secret"]
        wish = {"game": GAME, "seats": [{"kind": "open"}, {"kind": "open"}]}
        answer = client.post("/api/tables", json=wish, headers={"Authorization": f"Bearer {secret}"})
        table = answer.json()["id"]
    programs = [
        subprocess.Popen(
            [sys.executable, example, own_server.url, table, name], stdout=subprocess.PIPE, text=True
        )
        for name in ("One", "Two")
    ]
    told = [program.communicate(timeout=120)[0] for program in programs]
    assert all(program.returncode == 0 for program in programs)
    assert all("We won." in text or "The game is over." in text for text in told)
