"""Where people meet: setting up for others, sitting down, inviting, lists, bots for a while, another device, limits."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import rotonde
from rotonde import games
from rotonde.kernel.info import TRAVELLER, TRAVELLERS
from rotonde.server.aftermath import Aftermath
from rotonde.server.bots import Bots
from rotonde.server.clock import DAY, NO_CLOCK, Clock
from rotonde.server.house import House, Settings
from rotonde.server.ratings import Outcome, record_result
from rotonde.server.table import GATHERING, LiveTable
from rotonde.web import gathering, i18n, limits, lists, meeting, seating
from rotonde.web.app import create_app
from tests.server import fake_players

GAME = next(iter(games.PLAYABLE))
OPEN = {"seat0": "person", "name0": "Léa", "seat1": "open"}
INVITED = {"seat0": "person", "name0": "Léa", "seat1": "invited", "name1": "Mina"}

Visit = Callable[..., TestClient]


@pytest.fixture
def visit(tmp_path: Path) -> Iterator[Visit]:
    """Each call is another browser at the same house."""
    bots = Bots(1, fake_players.quick, fake_players.no_need)
    app = create_app(tmp_path, Settings(tmp_path, bot_pause=0, bots=bots))

    with TestClient(app) as first:

        def visit(address: str = "127.0.0.1", lang: str = "en") -> TestClient:
            client = TestClient(
                app, follow_redirects=False, headers={"Accept-Language": lang}, client=(address, 50000)
            )
            client.portal = first.portal  # the house lives in one event loop
            return client

        yield visit


def house(client: TestClient) -> House:
    return client.app.state.house  # type: ignore[attr-defined]


def lay(client: TestClient, seats: dict[str, str], **more: str) -> str:
    answer = client.post("/tables", data={"game": GAME, "lang": "en", **seats, **more})
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def live(client: TestClient, at: str) -> LiveTable:
    return house(client).tables.open(at.removeprefix("/t/"))


def sit(client: TestClient, at: str, seat: int = 1, name: str = "Hugo", code: str = "") -> Any:
    return client.post(f"{at}/sit", data={"seat": str(seat), "name": name, "code": code})


def view(client: TestClient, at: str) -> dict[str, Any]:
    return client.get(f"{at}/view").json()


def page(client: TestClient, path: str) -> str:
    answer = client.get(path, headers={"Accept": "text/html"})
    assert answer.status_code == 200, (path, answer.status_code)
    return answer.text


# ---- setting up ----


def test_open_and_invited_seats_wait(visit: Visit) -> None:
    at = lay(lea := visit(), OPEN | {"seat2": "invited", "name2": "Mina", "seat3": "bot:driver"})
    table = live(lea, at)
    assert table.actor == GATHERING
    assert [seat.open for seat in table.seats] == [False, True, True, False]
    assert [bool(seat.invite) for seat in table.seats] == [False, False, True, False]
    assert table.names == ["Léa", "", "Mina", "Mountain 241"]


def test_a_clock_can_be_chosen(visit: Visit) -> None:
    lea = visit()
    for wish, clock in {
        "none": NO_CLOCK,
        "live": Clock("live", 20 * 60, 15, "lose"),
        "days": Clock("days", 7 * DAY, 0, "lose"),
    }.items():
        fields = {"pace": wish, "minutes": "20", "increment": "15", "days": "7", "when_up": "lose"}
        table = live(lea, lay(lea, OPEN, **fields, listed="yes"))
        assert table.row.clock == clock
        assert table.row.listed


def test_alone_against_bots_there_is_no_clock_and_no_list(visit: Visit) -> None:
    lea = visit()
    at = lay(lea, {"seat0": "person", "seat1": "bot:driver"}, pace="live", listed="yes")
    assert live(lea, at).row.clock == NO_CLOCK
    assert not live(lea, at).row.listed


@pytest.mark.parametrize(
    "wrong",
    [
        {"seat0": "open"},
        {"seat0": "invited"},
        {"pace": "fast"},
        {"pace": "live", "minutes": "7"},
        {"minutes": "-5"},
        {"increment": "1e9"},
        {"days": "365"},
        {"when_up": "explode"},
        {"listed": "1"},
    ],
)
def test_a_wrong_wish_lays_no_table(visit: Visit, wrong: dict[str, str]) -> None:
    answer = visit().post("/tables", data={"game": GAME, **OPEN, **wrong})
    assert answer.status_code == 400
    assert "<h1" in answer.text


def test_people_of_one_name_are_told_apart(visit: Visit) -> None:
    lea = visit()
    at = lay(lea, {"seat0": "person", "name0": "Léa", "seat1": "person", "name1": "Léa", "seat2": "open"})
    assert sit(visit(), at, 2, "léa").status_code == 303
    assert live(lea, at).names == ["Léa", "Léa 2", "léa 3"]


def test_the_form_remembers_names_and_wishes(visit: Visit) -> None:
    lea = visit()
    lay(lea, OPEN)
    assert 'value="Léa"' in page(lea, f"/new/{GAME}")
    kept = page(lea, f"/new/{GAME}?seat1=invited&pace=days&days=7&listed=yes&when_up=lose&minutes=nonsense")
    for field in (
        'name="seat1" value="invited"',
        'name="pace" value="days"',
        'name="days" value="7"',
        'name="listed" value="yes"',
        'name="when_up" value="lose"',
        'name="minutes" value="10"',
    ):
        assert f"{field} checked" in kept
    assert 'name="seat1" value="open" checked' in page(visit(), f"/new/{GAME}?friends")


# ---- sitting down ----


def test_whoever_comes_by_the_link_needs_a_name_and_nothing_else(visit: Visit) -> None:
    at = lay(lea := visit(), OPEN)
    hugo = visit()
    before = page(hugo, at)
    assert "Léa is waiting for you" in before
    assert 'name="name"' in before
    answer = sit(hugo, at)
    assert (answer.status_code, answer.headers["location"]) == (303, at)
    assert "HttpOnly" in answer.headers["set-cookie"]
    assert live(lea, at).names == ["Léa", "Hugo"]
    assert live(lea, at).actor >= 0
    assert "#board" not in before
    for client, seat in ((lea, 0), (hugo, 1)):
        assert 'id="board"' in page(client, at)
        assert view(client, at)["seat"] == seat
    assert 'value="Hugo"' in page(hugo, f"/new/{GAME}")


def test_a_taken_seat_says_so(visit: Visit) -> None:
    at = lay(lea := visit(), OPEN | {"seat2": "open"})
    assert sit(visit(), at).status_code == 303
    late = visit()
    for seat in (0, 1, 9):
        refused = sit(late, at, seat, "Nour")
        assert refused.status_code == 409
        assert refused.json()["text"] == "This seat is taken already."
    assert "set-cookie" not in refused.headers, "nobody came"
    assert live(lea, at).open_seats == [2]


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"seat": "1", "name": "x"},
        {"seat": "1", "name": "x", "code": "", "more": ""},
        {"seat": "-1", "name": "x", "code": ""},
        {"seat": "²", "name": "x", "code": ""},
        {"seat": "1" * 400, "name": "x", "code": ""},
    ],
)
def test_a_wrong_form_changes_nothing(visit: Visit, form: dict[str, str]) -> None:
    at = lay(lea := visit(), OPEN)
    assert visit().post(f"{at}/sit", data=form).status_code in (400, 415)
    assert live(lea, at).open_seats == [1]


def test_nobody_sits_twice(visit: Visit) -> None:
    at = lay(lea := visit(), OPEN)
    assert sit(lea, at).status_code == 409
    assert live(lea, at).open_seats == [1]


def test_names_are_cleaned_and_harmless(visit: Visit) -> None:
    at = lay(lea := visit(), OPEN | {"seat2": "open"})
    assert sit(visit(), at, 1, "<img src=x>\u202e\n" + "x" * 100).status_code == 303
    name = live(lea, at).seats[1].name
    assert len(name) == 24
    assert "\u202e" not in name
    assert "<img" not in page(lea, at)
    assert "<img" not in view(lea, at)["seats_html"]


def test_an_empty_name_gets_one(visit: Visit) -> None:
    at = lay(lea := visit(), OPEN | {"seat2": "open"})
    sit(visit(), at, 1, " \u202e ")
    assert live(lea, at).names[1] == "Traveller 2"


# ---- invitations ----


def test_an_invitation_is_for_who_has_its_code(visit: Visit) -> None:
    at = lay(lea := visit(), INVITED)
    code = lea.post(f"{at}/invite", json={"seat": 1}).json()["code"]
    assert len(code) > 40
    mina = visit()
    for wrong in ("", "guess", code[:-1], "x" * 5000):
        assert sit(mina, at, 1, "", wrong).status_code == 409
    assert sit(mina, at, 1, "", code).status_code == 303
    assert live(lea, at).names == ["Léa", "Mina"]


def test_a_new_code_cancels_the_old_one(visit: Visit) -> None:
    at = lay(lea := visit(), INVITED)
    first, second = (lea.post(f"{at}/invite", json={"seat": 1}).json()["code"] for _ in range(2))
    assert sit(visit(), at, 1, "Nour", first).status_code == 409
    assert sit(visit(), at, 1, "Mina", second).status_code == 303


def test_no_code_is_kept_or_shown_again(visit: Visit, tmp_path: Path) -> None:
    at = lay(lea := visit(), INVITED)
    code = lea.post(f"{at}/invite", json={"seat": 1}).json()["code"]
    for client in (lea, visit()):
        assert code not in page(client, at) + json.dumps(view(client, at))
    sit(visit(), at, 1, "Mina", code)
    carried = lea.post(f"{at}/carry", json={"seat": 0}).json()["code"]
    kept = b"".join(file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())
    assert live(lea, at).id.encode() in kept
    for secret in (code, carried, lea.cookies["rotonde"]):
        assert secret.encode() not in kept


def test_only_who_laid_the_table_invites_and_begins(visit: Visit) -> None:
    at = lay(lea := visit(), OPEN | {"seat2": "invited"})
    hugo, stranger = visit(), visit()
    sit(hugo, at)
    for client in (hugo, stranger):
        assert client.post(f"{at}/invite", json={"seat": 2}).status_code == 403
        assert client.post(f"{at}/fill", data={"level": "driver"}).status_code == 403
    assert "data-invite" in view(lea, at)["seats_html"]
    assert "data-invite=" not in view(hugo, at)["seats_html"]
    assert lea.post(f"{at}/fill", data={"level": "god"}).status_code == 400
    assert lea.post(f"{at}/fill", data={"level": "apprentice"}).status_code == 303
    assert live(lea, at).seats[2].bot == "apprentice"
    assert live(lea, at).actor >= 0
    assert lea.post(f"{at}/fill", data={"level": "driver"}).status_code == 409


# ---- leaving before the game ----


def test_whoever_leaves_frees_the_seat(visit: Visit) -> None:
    at = lay(lea := visit(), OPEN | {"seat2": "open"})
    hugo = visit()
    sit(hugo, at)
    assert hugo.post(f"{at}/rise").status_code == 303
    assert live(lea, at).open_seats == [1, 2]
    assert "Sit down" in page(hugo, at)
    assert hugo.post(f"{at}/rise").status_code == 403


def test_when_the_last_leaves_the_table_is_cleared(visit: Visit) -> None:
    at = lay(lea := visit(), OPEN, listed="yes")
    assert "Léa" in page(visit(), "/lobby")
    assert lea.post(f"{at}/rise").status_code == 303
    assert live(lea, at).over
    answer = visit().get(at, headers={"Accept": "text/html"})
    assert answer.status_code == 410
    assert "Everybody left" in answer.text
    assert "Léa" not in page(visit(), "/lobby")


def test_the_seat_of_who_laid_the_table_can_be_taken_too(visit: Visit) -> None:
    at = lay(lea := visit(), OPEN | {"seat2": "open"})
    hugo, nour = visit(), visit()
    sit(hugo, at)
    lea.post(f"{at}/rise")
    assert live(lea, at).open_seats == [0, 2]
    assert sit(nour, at, 0, "Nour").status_code == 303
    assert sit(lea, at, 2, "Léa").status_code == 303
    assert live(lea, at).names == ["Nour", "Hugo", "Léa"]


# ---- what the page of a waiting table says ----


def test_each_game_has_its_own_word_for_those_who_play(visit: Visit) -> None:
    for game in games.PLAYABLE:
        info = games.info(game)
        assert (info.one_who_plays == TRAVELLER) == (info.those_who_play == TRAVELLERS)
        assert gathering.missing(info, 1, "fr") == f"Il manque {info.one_who_plays['fr']}."
        assert info.one_who_plays["fr"].split()[0] in ("un", "une")
    other = next(game for game in games.PLAYABLE if games.info(game).those_who_play != TRAVELLERS)
    lea = visit()
    one = lay(lea, OPEN, game=other, listed="yes")
    two = lay(lea, OPEN | {"seat2": "open"}, game=other, listed="yes")
    info = games.info(other)
    shown = page(visit(), "/lobby")
    for at, words in {
        one: f"One {info.one_who_plays['en']} is missing.",
        two: f"2 {info.those_who_play['en']} are missing.",
    }.items():
        assert words in page(lea, at)
        assert words in line_of(shown, at)


def test_only_what_is_not_as_usual_stands_beside_the_seats(visit: Visit) -> None:
    lea = visit()
    game = max(games.PLAYABLE, key=lambda game: len(house(lea).tables.game(game).options))
    changed, *others = house(lea).tables.game(game).options
    chosen = next(choice for choice in changed.choices if choice != changed.default)
    at = lay(lea, OPEN, game=game, **{f"opt_{changed.name}": seating.choice(chosen)})
    shown = page(visit(), at)
    seats, settings = shown.split('class="settled"')
    assert 'name="name"' in seats
    assert "Sit down" in seats
    beside, folded = settings.split("<details>")
    assert f"<dt>{changed.label['en']}</dt><dd>{changed.value_labels[chosen]['en']}</dd>" in beside
    for option in others:
        assert f"<dt>{option.label['en']}</dt>" in folded
        assert f"<dt>{option.label['en']}</dt>" not in beside


def test_what_does_not_matter_here_is_not_told(visit: Visit) -> None:
    lea = visit()
    dependent = [
        (game, option)
        for game in games.PLAYABLE
        for option in house(lea).tables.game(game).options
        if not option.matters({one.name: one.default for one in house(lea).tables.game(game).options})
    ]
    assert dependent
    for game, option in dependent:
        as_usual = lay(lea, OPEN, game=game)
        there = lay(
            lea, OPEN, game=game, **{f"opt_{on}": str(values[0]) for on, values in option.only.items()}
        )
        assert f"<dt>{option.label['en']}</dt>" not in page(visit(), as_usual)
        assert f"<dt>{option.label['en']}</dt>" in page(visit(), there)


# ---- the stream ----


def test_the_view_of_a_waiting_table_says_only_who_sits_there(visit: Visit) -> None:
    at = lay(lea := visit(), OPEN)
    shown = view(lea, at)
    assert shown["gathering"]
    assert shown["seated"]
    assert "board_html" not in shown
    assert "One traveller is missing" in shown["seats_html"]
    guest = view(visit(), at)
    assert not guest["seated"]
    sit(visit(), at)
    assert "gathering" not in view(lea, at)


@pytest.mark.parametrize("deed", ["moves", "undo", "bots"])
def test_nothing_is_played_at_a_waiting_table(visit: Visit, deed: str) -> None:
    at = lay(lea := visit(), OPEN)
    body = {"moves": {"number": 0, "move": 0}, "undo": {"number": 0}, "bots": {}}[deed]
    answer = lea.post(f"{at}/{deed}", json=body)
    assert answer.status_code < 500
    assert live(lea, at).number == 0
    for path in ("why?thing=x", "preview?move=1", "proposals", "record"):
        assert 400 <= lea.get(f"{at}/{path}").status_code < 500
    assert lea.get(f"{at}/replay/0").status_code == 303


# ---- during the game ----


def test_a_bot_plays_for_a_while(visit: Visit) -> None:
    at = lay(lea := visit(), OPEN)
    hugo = visit()
    sit(hugo, at)
    assert hugo.post(f"{at}/bot", json={"seat": 0}).status_code == 403
    assert visit().post(f"{at}/bot", json={"seat": 1}).status_code == 403
    assert hugo.post(f"{at}/bot", json={"seat": 1}).status_code == 200
    assert live(lea, at).seats[1].bot
    assert "data-come-back" in view(hugo, at)["side_html"]
    assert "data-come-back" not in view(lea, at)["side_html"]
    assert "bot" in view(lea, at)["log_html"]
    assert hugo.post(f"{at}/bot", json={"seat": 1}).status_code == 409
    assert hugo.post(f"{at}/back", json={"seat": 1}).status_code == 200
    assert live(lea, at).people == [0, 1]
    assert hugo.post(f"{at}/back", json={"seat": 1}).status_code == 409


def test_whoever_left_watches(visit: Visit) -> None:
    at = lay(lea := visit(), OPEN)
    hugo = visit()
    sit(hugo, at)
    answer = hugo.post(f"{at}/resign", json={"number": live(lea, at).number})
    assert answer.status_code == 200
    assert "Hugo left the table: Léa wins." in view(lea, at)["turn_html"]
    assert hugo.post(f"{at}/back", json={"seat": 1}).status_code == 409
    assert "data-come-back" not in view(hugo, at)["side_html"]


def end(client: TestClient, at: str) -> None:
    table = live(client, at)
    while not table.over:
        if table.seats[table.actor].is_person:
            table.play(table.number, table.actor, table.table.moves()[0])


def test_the_same_people_are_led_to_the_next_table(visit: Visit) -> None:
    at = lay(lea := visit(), OPEN)
    hugo = visit()
    sit(hugo, at)
    end(lea, at)
    before = view(hugo, at)
    assert before["next_table"] is None
    assert "/again" in before["done_html"]
    following = lea.post(f"{at}/again").headers["location"]
    after = view(hugo, at)
    assert f"/t/{after['next_table']}" == following
    assert after["version"] != before["version"], "the stream tells it"
    assert following in after["done_html"]
    assert hugo.post(f"{at}/again").headers["location"] == following
    assert [view(client, following)["seat"] for client in (lea, hugo)] == [1, 0]
    watcher = visit()
    assert view(watcher, at)["next_table"] == after["next_table"]
    assert "data-stay" not in view(watcher, at)["done_html"]


# ---- another device ----


def test_a_seat_comes_to_another_device_once(visit: Visit) -> None:
    at = lay(lea := visit(), OPEN)
    sit(visit(), at)
    told = lea.post(f"{at}/carry", json={"seat": 0})
    assert told.headers["cache-control"] == "no-store"
    code = told.json()["code"]
    assert "Keep it to yourself" in told.json()["html"]
    phone = visit()
    assert "Play on this device" in page(phone, "/carry")
    arrived = phone.post("/carry", json={"code": code})
    assert f"/t/{arrived.json()['table']}" == at
    assert view(phone, at)["seat"] == 0
    assert view(lea, at)["seat"] == 0, "it stays where it was as well"
    assert visit().post("/carry", json={"code": code}).status_code == 410


def test_a_code_lasts_a_quarter_of_an_hour(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    at = lay(lea := visit(), OPEN)
    code = lea.post(f"{at}/carry", json={"seat": 0}).json()["code"]
    now = meeting.time.time()
    monkeypatch.setattr(meeting.time, "time", lambda: now + meeting.CARRY_LASTS + 1)
    answer = visit().post("/carry", json={"code": code})
    assert answer.status_code == 410
    assert "quarter of an hour" in answer.json()["text"]


def test_nobody_carries_another_seat(visit: Visit) -> None:
    at = lay(visit(), OPEN)
    hugo = visit()
    sit(hugo, at)
    assert hugo.post(f"{at}/carry", json={"seat": 0}).status_code == 403
    assert visit().post(f"{at}/carry", json={"seat": 1}).status_code == 403


@pytest.mark.parametrize(
    "body", [{}, {"code": 1}, {"code": ""}, {"code": "x" * 101}, {"code": "x", "more": 1}]
)
def test_a_malformed_code_is_refused(visit: Visit, body: dict[str, Any]) -> None:
    assert visit().post("/carry", json=body).status_code == 400


# ---- lists ----


def test_the_lobby_shows_free_seats_and_games_to_watch(visit: Visit) -> None:
    lea = visit()
    hidden = lay(lea, OPEN)
    free = lay(lea, OPEN, listed="yes")
    by_invitation = lay(lea, INVITED, listed="yes")
    running = lay(lea, {"seat0": "person", "name0": "Léa", "seat1": "person", "name1": "Hugo"}, listed="yes")
    shown = page(visit(), "/lobby")
    joins, watches = shown.split('id="running"')
    assert free in joins
    assert "Join" in joins
    assert running in watches
    assert by_invitation in watches.split('id="invited"')[1]
    assert hidden not in shown


def line_of(shown: str, at: str) -> str:
    """What a list says of that table."""
    return re.sub(r"<[^>]*>|\s+", " ", shown.split(f'href="{at}"')[1].split("</a>")[0])


def test_a_seat_by_invitation_is_not_free(visit: Visit) -> None:
    lea = visit()
    some = lay(lea, OPEN | {"seat2": "invited"}, listed="yes")
    none = lay(lea, INVITED, listed="yes")
    two = lay(lea, INVITED | {"seat2": "invited"}, listed="yes")
    shown = page(visit(), "/lobby")
    assert line_of(shown, some).count(" free ") == 1
    assert line_of(shown, some).count("by invitation") == 1
    assert "Join" in line_of(shown, some)
    for at, words in {
        none: "The seat that is left is by invitation.",
        two: "The 2 seats that are left are by invitation.",
    }.items():
        assert words in line_of(shown, at)
        assert " free " not in line_of(shown, at)
        assert "Join" not in line_of(shown, at)
    assert "One traveller is missing." in line_of(page(lea, "/games"), none), "who invited knows"


def test_a_forgotten_table_leaves_the_lobby(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    at = lay(visit(), OPEN, listed="yes")
    slow = lay(visit(), OPEN, listed="yes", pace="days")
    now = lists.time.time()
    monkeypatch.setattr(lists.time, "time", lambda: now + DAY)
    shown = page(visit(), "/lobby")
    assert at not in shown
    assert slow in shown


def test_what_waits_for_me_comes_first(visit: Visit) -> None:
    lea, hugo = visit(), visit()
    two = {"seat0": "person", "name0": "Léa", "seat1": "open"}
    over = lay(lea, two)
    sit(hugo, over)
    end(lea, over)
    tables = [
        lay(lea, two, **pace) for pace in ({}, {"pace": "days", "days": "7"}, {"pace": "days", "days": "1"})
    ]
    for at in tables:
        sit(hugo, at)
        table = live(lea, at)
        while table.actor != 0:
            table.play(table.number, table.actor, table.table.moves()[0])
    waiting = lay(lea, two)
    shown = page(lea, "/games")
    order = [f"/t/{found}" for found in re.findall(r'href="/t/([^"]+)"', shown)]
    assert order == [tables[2], tables[1], tables[0], waiting, over]
    assert "Your turn; 23 hours left." in shown
    theirs = page(hugo, "/games")
    assert "Waiting for you" not in theirs
    assert "Léa to play." in theirs
    home = page(lea, "/")
    assert tables[2] in home
    assert over not in home


def endings(visit: Visit, game: str, outcomes: list[Outcome], **wish: str) -> list[str]:
    """People sit down, each with a browser, and the game ends like that; what each one's list says of it."""
    names = ["Léa", "Hugo", "Nour"][: len(outcomes)]
    clients = [visit() for _ in names]
    at = lay(clients[0], OPEN | {f"seat{seat}": "open" for seat in range(1, len(names))}, game=game, **wish)
    for seat, name in enumerate(names[1:], 1):
        sit(clients[seat], at, seat, name)
    with house(clients[0]).storage.database.writing() as db:
        db.run("UPDATE tables SET actor = ? WHERE id = ?", rotonde.OVER, at.removeprefix("/t/"))
        if outcomes[0].place:
            record_result(db, at.removeprefix("/t/"), game, outcomes, games.info(game).cooperative)
    shown = [page(client, "/games") for client in clients]
    return [re.findall(r'class="state">([^<]*)<', one)[0] for one in shown]


LOSE = {"pace": "live", "minutes": "20", "increment": "15", "when_up": "lose"}


@pytest.mark.parametrize(
    ("outcomes", "wish", "told"),
    [
        ([Outcome(1), Outcome(2)], {}, ["Won.", "Léa wins."]),
        ([Outcome(1), Outcome(1)], {}, ["Drawn.", "Drawn."]),
        ([Outcome(2, gone=True), Outcome(1)], {}, ["You left.", "Won."]),
        ([Outcome(2, gone=True), Outcome(1)], LOSE, ["Lost.", "Won."]),
        (
            [Outcome(2), Outcome(1), Outcome(3)],
            {},
            ["2nd of 3. Hugo wins.", "Won.", "3rd of 3. Hugo wins."],
        ),
        ([Outcome(1), Outcome(1), Outcome(3)], {}, ["Won.", "Won.", "3rd of 3. Léa and Hugo win."]),
        ([Outcome(0), Outcome(0)], {}, ["Finished.", "Finished."]),
    ],
)
def test_a_list_says_how_a_game_ended(
    visit: Visit, outcomes: list[Outcome], wish: dict[str, str], told: list[str]
) -> None:
    assert endings(visit, GAME, outcomes, **wish) == told


def test_together_all_win_or_lose(visit: Visit) -> None:
    together = next(game for game in games.PLAYABLE if games.info(game).cooperative)
    assert endings(visit, together, [Outcome(1), Outcome(1)]) == ["Won together."] * 2
    assert endings(visit, together, [Outcome(2), Outcome(2)]) == ["Lost together."] * 2


def test_who_shares_a_screen_reads_who_won(visit: Visit) -> None:
    lea = visit()
    at = lay(lea, {"seat0": "person", "name0": "Léa", "seat1": "person", "name1": "Hugo"}, lang="fr")
    live(lea, at).resign(live(lea, at).number, 0)
    assert "Terminée." in page(lea, "/games"), "as long as the result is not kept"
    Aftermath(house(lea).storage, house(lea).notifier).settle(live(lea, at))
    assert "Hugo gagne." in page(lea, "/games")


def test_a_question_waits_for_those_who_have_not_answered(visit: Visit) -> None:
    lea, hugo, nour = clients = [visit() for _ in range(3)]
    at = lay(lea, OPEN | {"seat2": "open"})
    sit(hugo, at)
    sit(nour, at, 2, "Nour")
    table = live(lea, at)
    while not (askers := [seat for seat in table.people if table.askable(seat) and not table.undoable(seat)]):
        table.play(table.number, table.actor, table.table.moves()[0])
    asker = askers[0]
    first, second = (seat for seat in range(3) if seat != asker)
    words = f"{table.names[asker]} would like to take a move back."

    def asked() -> list[bool]:
        shown = [page(client, "/games") for client in clients]
        waits = [words in one for one in shown]
        assert waits == ["Answer" in one for one in shown]
        assert all(
            at in one.split('id="mine"')[1] for one, waiting in zip(shown, waits, strict=True) if waiting
        )
        return waits

    assert asked() == [False] * 3
    table.ask(table.number, asker)
    assert asked() == [seat != asker for seat in range(3)]
    table.answer(table.number, first, True)
    assert asked() == [seat == second for seat in range(3)]
    table.answer(table.number, second, False)
    assert asked() == [False] * 3


def test_who_never_played_has_no_games(visit: Visit) -> None:
    assert "not played here yet" in page(visit(), "/games")
    assert 'id="resume"' not in page(visit(), "/")


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (-5, "0 minute"),
        (59, "0 minute"),
        (61, "1 minute"),
        (7199, "119 minutes"),
        (7200, "2 heures"),
        (2 * DAY - 1, "47 heures"),
        (2 * DAY, "2 jours"),
    ],
)
def test_time_left_is_never_more_than_there_is(seconds: float, words: str) -> None:
    assert lists.time_left(seconds, "fr") == words


# ---- looking back ----


def test_during_the_game_one_looks_back_with_ones_own_eyes(visit: Visit) -> None:
    at = lay(lea := visit(), OPEN)
    hugo, watcher = visit(), visit()
    sit(hugo, at)
    table = live(lea, at)
    for _ in range(6):
        table.play(table.number, table.actor, table.table.moves()[0])

    def eyes(client: TestClient, wish: str) -> int | None:
        got = client.get(f"{at}/replay/{len(table.events)}?as={wish}", headers={"Accept": "application/json"})
        return got.json()["seat"]

    assert [eyes(lea, wish) for wish in ("0", "1", "all")] == [0, 0, None]
    assert [eyes(hugo, wish) for wish in ("0", "1", "all")] == [1, 1, None]
    assert [eyes(watcher, wish) for wish in ("0", "1", "all")] == [None, None, None]
    assert lea.get(f"{at}/replay/{len(table.events) + 1}").status_code == 404
    end(lea, at)
    for client in (lea, hugo, watcher):
        assert [eyes(client, wish) for wish in ("0", "1", "all")] == [0, 1, None]


def test_a_replay_stops_where_somebody_had_to_choose(visit: Visit) -> None:
    at = lay(lea := visit(), OPEN)
    sit(visit(), at)
    table = live(lea, at)
    table.play(table.number, table.actor, table.table.moves()[0])
    rests = table.rests()
    assert all(table.at(count).actor != rotonde.CHANCE for count in rests)
    assert rests[0] > 0, "who sat down is no move"


# ---- limits ----


def test_a_visitor_lays_so_many_tables_and_no_more(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "TABLES_AN_HOUR", 2)
    lea = visit()
    for _ in range(2):
        lay(lea, OPEN)
    answer = lea.post("/tables", data={"game": GAME, **OPEN})
    assert answer.status_code == 429
    assert "You have opened 2 tables within an hour" in answer.text
    lay(visit(), OPEN)


def test_so_many_tables_at_once(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "TABLES_AT_ONCE", 1)
    lea = visit()
    at = lay(lea, OPEN)
    answer = lea.post("/tables", data={"game": GAME, **OPEN})
    assert answer.status_code == 429
    assert "1 games going" in answer.text
    lea.post(f"{at}/rise")
    lay(lea, OPEN)


def test_so_much_from_one_address(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    lea = visit()
    lea.app.state.limits.from_an_address = limits.Pace(3, 3600)  # type: ignore[attr-defined]
    far = "203.0.113.7"
    at = lay(visit(far), OPEN | {"seat2": "open"})
    assert sit(visit(far), at).status_code == 303
    lay(visit(far), OPEN)
    assert sit(visit(far), at, 2).status_code == 429
    assert visit(far).post("/tables", data={"game": GAME, **OPEN}).status_code == 429
    assert sit(visit("198.51.100.1"), at, 2).status_code == 303
    for _ in range(5):
        lay(visit(), OPEN)


def test_a_pace_forgets(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(limits.time, "monotonic", lambda: now)
    pace = limits.Pace(2, 10)
    assert [pace.step("a"), pace.step("a"), pace.step("a"), pace.step("b")] == [True, True, False, True]
    now += 11
    assert pace.step("a")
    monkeypatch.setattr(limits.Pace, "KEPT", 1)
    now += 11
    assert pace.step("c")
    assert len(pace._times) == 1


# ---- words ----


def test_every_text_is_used() -> None:
    web = Path(i18n.__file__).parent
    sources = "".join(
        file.read_text("utf-8") for folder in ("*.py", "templates/**/*.html") for file in web.glob(folder)
    )
    built = re.compile(
        r"meeting\.(js|not_now)\.\w+|meeting\.clock\.then\.\w+|new\.(listed|pace|when_up)\.\w+|games\.(verb\.)?\w+"
        r"|problem\.\w+\.\w+"
    )
    texts = json.loads((i18n.TEXTS / "meeting.en.json").read_text("utf-8"))
    assert [
        key
        for key in texts
        if f'"{key}"' not in sources and f"'{key}'" not in sources and not built.fullmatch(key)
    ] == []
