"""The server is upgraded in the middle of a game: another layout, another rule, and the table is the same.

The game is tram of version 1. In version 2 its honks are called bells, the fields stand in another order, there is a
new one, and whoever finds coins gets ten times as many. In version 3 one walks two stops a step.
"""

import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import rotonde
from rotonde import games
from rotonde.kernel.moves import pack, verb_of
from rotonde.server.bots import Bots
from rotonde.server.clock import HEAD_START, Clock
from rotonde.server.house import House, Settings
from rotonde.server.people import People
from rotonde.server.storage import Seat, Storage
from rotonde.server.table import LiveTable, NotNow, OlderRules
from rotonde.server.tables import Tables
from rotonde.web.app import create_app
from tests.server import fake_players
from tests.web import tram
from tests.web.tram.rules import Verb

TWO = (Seat("Léa"), Seat("Hugo"))
LEA, HUGO = 0, 1
MINUTE = Clock("live", seconds=60, when_up="bot")
WAIT, HONK, HUSH = pack(Verb.WAIT), pack(Verb.HONK), pack(Verb.HUSH)

FIELDS = """    phase: i1
    active: i1
    round: i2
    steps: i1
    place: i1[SEATS]
    coins: i2[SEATS]
    honks: i2
    parcel: i1[PARCELS]
"""
NEWER_FIELDS = """    coins: i2[SEATS]
    fares: i2[SEATS]
    parcel: i1[PARCELS]
    bells: i2
    steps: i1
    place: i1[SEATS]
    round: i2
    active: i1
    phase: i1
"""
UPGRADE = '''

def upgrade(fields: dict[str, Any], version: int) -> dict[str, Any]:
    """Before version 2 bells were called honks."""
    return {**fields, "bells": fields["honks"]} if version < 2 else fields
'''


def write_version(folder: Path, version: int, changes: dict[str, str]) -> None:
    """Tram with changed rules, as a package of that folder."""
    package = folder / f"tram_{version}"
    shutil.copytree(Path(tram.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    rules = (package / "rules.py").read_text("utf-8")
    for before, after in {"VERSION = 1": f"VERSION = {version}", **changes}.items():
        assert before in rules
        rules = rules.replace(before, after)
    (package / "rules.py").write_text(rules, "utf-8")
    with (package / "box.py").open("a", encoding="utf-8") as box:
        box.write(UPGRADE)


@pytest.fixture(scope="module", autouse=True)
def newer_versions(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("versions")
    newer = {FIELDS: NEWER_FIELDS, "s.honks": "s.bells", "+= a_of(move)": "+= 10 * a_of(move)"}
    write_version(folder, 2, newer)
    write_version(folder, 3, {**newer, "(at - 1, at + 1)": "(at - 2, at + 2)"})
    sys.path.insert(0, str(folder))
    yield
    sys.path.remove(str(folder))


class Server:
    """One folder with its database, opened by one version of the game after the other."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self._monkeypatch = monkeypatch
        self._start("tests.web.tram")

    def _start(self, package: str) -> None:
        self._monkeypatch.setitem(games.PLAYABLE, "tram", package)
        self.storage = Storage(self.folder / "rotonde.sqlite3")
        self.tables = Tables(self.storage)

    def upgrade(self, version: int = 2) -> None:
        self.storage.close()
        self._start(f"tram_{version}")

    def lay(self, seats: tuple[Seat, ...] = TWO, clock: Clock | None = None) -> str:
        person = People(self.storage.database).come()[0].id
        more: dict[str, Any] = {"clock": clock} if clock else {}
        return self.tables.create("tram", {"rounds": 2}, seats, "en", person, **more).id

    def play(self, table_id: str, *moves: int) -> LiveTable:
        """Whoever must act makes these moves, one after the other."""
        live = self.tables.open(table_id)
        for move in moves:
            live.play(live.number, live.actor, move)
        return live


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    server = Server(tmp_path, monkeypatch)
    yield server
    server.storage.close()


@pytest.fixture
def upgraded(server: Server) -> Iterator[TestClient]:
    """The pages and the API of version 2, once a test asks for them; opened late, for the upgrade comes first."""
    bots = Bots(1, fake_players.quick, fake_players.no_need)
    app = create_app(server.folder, Settings(server.folder, bot_pause=0, keeper_pause=0.02, bots=bots))
    with TestClient(app, headers={"Accept-Language": "en"}) as client:
        yield client


def walk(*stops: int) -> list[int]:
    return [pack(Verb.WALK, stop) for stop in stops]


FIRST_ROUND = (*walk(1, 2, 3, 4), WAIT, HONK, WAIT, HONK)
"""Léa walks to stop 4, Hugo stays; both are honked at. After each WAIT, when the turn passes, a position is kept."""


def begun(server: Server) -> str:
    """A table in the middle of Léa's second turn."""
    table_id = server.lay()
    server.play(table_id, *FIRST_ROUND, *walk(5, 6))
    return table_id


def play_to_the_end(server: Server, table_id: str) -> LiveTable:
    live = server.play(table_id)
    while not live.over:
        live.play(live.number, live.actor, HUSH if HUSH in live.table.moves() else WAIT)
    return live


# ---- going on ----


def test_a_game_goes_on_with_another_layout_and_another_rule(server: Server) -> None:
    table_id = begun(server)
    assert server.play(table_id).table.state.by_name()["honks"] == 2
    server.upgrade()
    live = server.tables.open(table_id)
    assert live.game.rules_version == 2
    assert live.actor == LEA
    state = live.table.state.by_name()
    assert "honks" not in state
    assert (state["bells"], state["fares"]) == (2, [0, 0, 0])  # carried over, and new
    assert (state["place"], state["round"], state["steps"]) == ([6, 0, 0], 1, 2)

    server.play(table_id, *walk(7))
    found = live.events[-1]
    assert (found.actor, verb_of(found.move)) == (rotonde.CHANCE, Verb.FIND)
    server.play(table_id, WAIT, HONK)
    live = play_to_the_end(server, table_id)
    state = live.table.state.by_name()
    assert state["bells"] == 3
    assert state["coins"][LEA] in (10, 20)  # by the new rule
    assert live.winners == [LEA]
    again = Tables(Storage(server.folder / "rotonde.sqlite3")).open(table_id)
    assert again.table.state == live.table.state


def test_a_game_without_any_position_goes_on_too(server: Server) -> None:
    table_id = server.lay()
    server.play(table_id, *walk(1, 2))
    assert server.storage.positions(table_id) == []
    server.upgrade()
    live = server.tables.open(table_id)
    assert live.table.state.by_name()["place"] == [2, 0, 0]
    assert live.rests()[0] == 0
    assert [line.entry.actor for line in live.story(rotonde.PUBLIC, "en")] == [LEA, LEA]
    live.undo(live.number, LEA)
    assert live.table.state.by_name()["place"] == [1, 0, 0]
    assert play_to_the_end(server, table_id).over


def test_who_plays_alone_has_positions_too(server: Server) -> None:
    table_id = server.lay((Seat("Léa"),))
    live = server.play(table_id, *walk(1, 2, 3, 4), WAIT, *walk(5, 6, 7))
    assert server.storage.positions(table_id) == [live.number]
    coins = live.table.state.by_name()["coins"][LEA]
    server.upgrade()
    assert server.tables.open(table_id).table.state.by_name()["coins"][LEA] == coins  # as the old rule gave


def test_half_a_turn_that_is_forbidden_now_begins_again(server: Server) -> None:
    table_id = begun(server)
    server.upgrade(3)
    live = server.tables.open(table_id)
    state = live.table.state.by_name()
    assert (state["place"], live.actor) == ([4, 0, 0], LEA)
    assert state["bells"] == 1  # Léa may think again whether she honks
    assert server.storage.entries(table_id)[-1].kind == "undo"
    number = live.number
    live = Tables(server.storage).open(table_id)
    assert live.number == number  # once and for all
    server.play(table_id, HUSH, *walk(6, 8))
    assert play_to_the_end(server, table_id).table.state.by_name()["place"][LEA] == 8


def test_upgraded_twice(server: Server) -> None:
    table_id = begun(server)
    server.upgrade(2)
    server.play(table_id, *walk(7), WAIT, HONK)
    server.upgrade(3)
    live = server.play(table_id, *walk(2))
    state = live.table.state.by_name()
    assert (state["bells"], state["place"][:2]) == (3, [7, 2])
    assert state["coins"][LEA] in (10, 20)
    assert play_to_the_end(server, table_id).over


def test_what_was_played_under_older_rules_is_not_taken_back(server: Server) -> None:
    table_id = server.lay()
    live = server.play(table_id, *walk(1), WAIT)
    assert (live.undoable(LEA), live.askable(LEA)) == (2, 1)
    live.ask(live.number, LEA)
    server.upgrade()
    live = server.tables.open(table_id)
    assert (live.undoable(LEA), live.askable(LEA), live.asked) == (0, 0, None)
    with pytest.raises(NotNow):
        live.answer(live.number, HUGO, True)
    live.play(live.number, HUGO, HONK)
    assert (live.undoable(HUGO), live.askable(HUGO)) == (1, 1)
    live.undo(live.number, HUGO)
    assert live.table.state.by_name()["bells"] == 0


# ---- looking back ----


def test_of_older_rules_only_what_was_kept_is_shown(server: Server) -> None:
    table_id = begun(server)
    live = server.tables.open(table_id)
    kept = [5, 7]  # after each WAIT
    before = {count: live.at(count).state.by_name() for count in kept}
    server.upgrade()
    server.play(table_id, *walk(7), WAIT)
    live = server.tables.open(table_id)
    assert live.since == 7
    assert live.rests() == [*kept, 8, 9, 10, 12, 13]  # 11 is before chance acts
    for count in kept:
        state = live.at(count).state.by_name()
        assert state["bells"] == before[count]["honks"]
        assert all(state[name] == before[count][name] for name in before[count] if name != "honks")
    for count, shown in ((0, 5), (4, 5), (6, 7)):
        with pytest.raises(OlderRules):
            live.at(count)
        assert live.next_shown(count) == shown
    assert live.at(12).state.by_name()["coins"][LEA] in (10, 20)
    story = live.story(rotonde.PUBLIC, "en")
    assert [line.entry for line in story] == live.events[7:]
    assert [line.text for line in story[:2]] == ["Léa: Honk.", "Léa: Walk to stop 5."]


def test_the_pages_of_an_upgraded_game(server: Server, request: pytest.FixtureRequest) -> None:
    table_id = begun(server)
    server.upgrade()
    server.play(table_id, *walk(7), WAIT)
    client: TestClient = request.getfixturevalue("upgraded")
    at = f"/t/{table_id}"
    assert client.get(at).status_code == 200
    first = client.get(f"{at}/replay/0?as=all")
    assert first.status_code == 200
    assert first.url.path == f"{at}/replay/5"
    assert first.url.query == b"as=all"
    older = "Up to here the game followed older rules"
    assert older in first.text
    assert older in client.get(f"{at}/replay/7").text
    newer = client.get(f"{at}/replay/9")
    assert older not in newer.text
    assert "Walk to stop 5" in newer.text
    assert f"{at}/replay/8?" in newer.text  # one back
    json_of = client.get(f"{at}/replay/2", headers={"Accept": "application/json"})
    assert json_of.json()["number"] == 5


def test_the_record_of_a_game_under_two_rules_is_refused_kindly(server: Server) -> None:
    """Its moves are told as they were made; whoever checks them under one of the rules finds the place."""
    table_id = begun(server)
    server.upgrade(3)
    server.play(table_id, HUSH, *walk(6, 8))
    live = play_to_the_end(server, table_id)
    text = live.record().text()
    assert "rules: 1" in text
    with pytest.raises(rotonde.BadRecord):
        server.tables.import_record(text, "en")


# ---- what cannot be shown any more ----


def imported(server: Server) -> str:
    table_id = server.lay()
    server.play(table_id, *FIRST_ROUND)
    record = play_to_the_end(server, table_id).record()
    return server.tables.import_record(record.text(), "en").id


def solo_without_position(server: Server) -> str:
    table_id = server.lay((Seat("Léa"),), MINUTE)
    server.play(table_id, *walk(1, 2, 3), WAIT)
    assert server.storage.positions(table_id) == []
    return table_id


@pytest.mark.parametrize(("lay", "version"), [(imported, 2), (imported, 3), (solo_without_position, 3)])
def test_a_game_that_is_not_known_any_more_says_so(
    server: Server, request: pytest.FixtureRequest, lay: Any, version: int
) -> None:
    table_id = lay(server)
    server.upgrade(version)
    with pytest.raises(OlderRules):
        server.tables.open(table_id)
    client: TestClient = request.getfixturevalue("upgraded")
    for path in ("", "/view", "/record", "/replay/0", "/replay/5"):
        answer = client.get(f"/t/{table_id}{path}")
        assert answer.status_code == 409
        assert "This game was played under other rules" in answer.text
        assert (
            f"The game began under version 1 of the rules; version {version} is in force now." in answer.text
        )
    answer = client.get(f"/api/tables/{table_id}")
    assert answer.status_code == 409
    assert answer.json()["error"] == "api.old"


def test_its_clock_holds_up_nobody_else(server: Server, request: pytest.FixtureRequest) -> None:
    lost = solo_without_position(server)
    other = server.lay(clock=MINUTE)
    server.play(other, WAIT, HUSH, WAIT, HUSH)
    server.upgrade(3)
    with server.storage.database.writing() as db:
        db.run("UPDATE tables SET created = created - 1000, deadline = deadline - 1000")
        db.run("UPDATE log SET at = at - 1000")
        db.run("UPDATE tables SET deadline = deadline - 1 - ? WHERE id = ?", HEAD_START, lost)
    assert server.storage.overdue(time.time()) == [lost, other]
    client: TestClient = request.getfixturevalue("upgraded")
    house: House = client.app.state.house  # type: ignore[attr-defined]
    patience = time.monotonic() + 30
    while house.tables.open(other).seats[LEA].is_person:
        assert time.monotonic() < patience, "nobody looked at the clock"
        time.sleep(0.02)
