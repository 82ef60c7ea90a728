"""The routes of a table: what they give, what they refuse, and that a refusal changes nothing."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio
import pytest
from starlette.testclient import TestClient

import rotonde
from rotonde import games
from rotonde.server.bots import Bots
from rotonde.server.house import House, Settings
from rotonde.server.tables import LiveTable
from rotonde.web import guard, seating
from rotonde.web.app import create_app
from rotonde.web.scene import bold_numbers
from tests.server import fake_players

GAME = next(iter(games.PLAYABLE))
TWO = {"seat0": "person", "name0": "Léa", "seat1": "person", "name1": "Hugo"}
ALONE = {"seat0": "person", "name0": "Léa", "seat1": "bot:driver", "name1": ""}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    bots = Bots(1, fake_players.quick, fake_players.no_need)
    app = create_app(tmp_path, Settings(tmp_path, bot_pause=0, bots=bots))
    with TestClient(app, follow_redirects=False, headers={"Accept-Language": "en"}) as client:
        yield client


def lay(client: TestClient, seats: dict[str, str] = TWO, more: dict[str, str] | None = None) -> str:
    answer = client.post("/tables", data={"game": GAME, "lang": "en", **seats, **(more or {})})
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def house(client: TestClient) -> House:
    return client.app.state.house  # type: ignore[attr-defined]


def live(client: TestClient, at: str) -> LiveTable:
    return house(client).tables.open(at.removeprefix("/t/"))


def view(client: TestClient, at: str) -> dict[str, Any]:
    return client.get(f"{at}/view").json()


def play(client: TestClient, at: str, number: int, move: int) -> Any:
    return client.post(f"{at}/moves", json={"number": number, "move": move})


def take_device(client: TestClient, at: str) -> dict[str, Any]:
    now = view(client, at)
    if now["handover"] is not None:
        now = client.post(f"{at}/look", json={"seat": now["handover"]}).json()["view"]
    return now


def play_on(client: TestClient, at: str, count: int = 10_000) -> dict[str, Any]:
    now = take_device(client, at)
    while count and not now["over"]:
        assert play(client, at, now["number"], now["moves"][0]["move"]).status_code == 200
        now = take_device(client, at)
        count -= 1
    return now


def end(client: TestClient, at: str) -> None:
    """Somebody leaves, of two."""
    live(client, at).resign(live(client, at).number, live(client, at).people[0])
    assert live(client, at).over


# ---- laying a table ----


def test_a_table_is_laid_and_shown(client: TestClient) -> None:
    at = lay(client)
    page = client.get(at)
    assert page.status_code == 200
    assert "Léa" in page.text
    assert "Hugo" in page.text
    assert f'data-id="{at.removeprefix("/t/")}"' in page.text
    embedded = re.search(r'<script type="application/json" id="view">(.*?)</script>', page.text, re.DOTALL)
    assert embedded is not None
    assert json.loads(embedded[1])["number"] == view(client, at)["number"]


def test_the_secret_of_the_owner_is_well_kept(client: TestClient) -> None:
    answer = client.post("/tables", data={"game": GAME, **TWO})
    cookie = answer.headers["set-cookie"]
    for word in ("HttpOnly", "SameSite=lax", "Path=/"):
        assert word in cookie
    secret = cookie.split("=")[1].split(";")[0]
    assert len(secret) > 40
    assert secret not in client.get(answer.headers["location"]).text


def test_a_name_from_right_to_left_turns_no_sentence_round(client: TestClient) -> None:
    at = lay(client, {**TWO, "name0": "שלום"})
    play_on(client, at, 3)
    for part in ("turn_html", "side_html", "log_html", "board_html"):
        words = view(client, at)[part]
        assert words.count("שלום") == words.count("\u2068שלום\u2069")
    end(client, at)
    assert '"שלום"' in client.get(f"{at}/record").text


def test_numbers_are_bold_but_not_those_in_names() -> None:
    names = ["Pacific 231", "7", "<i>"]
    assert bold_numbers("Pacific 231 swaps 12 & 77 over 7.", names) == (
        "Pacific 231 swaps <b>12</b> &amp; <b>77</b> over 7."
    )
    assert bold_numbers("<i> draws 231", names) == "&lt;i&gt; draws <b>231</b>"


def test_names_are_text_and_nothing_else(client: TestClient) -> None:
    at = lay(client, {**TWO, "name0": "<img src=x>", "name1": "</script><b>\u202e\n"})
    play_on(client, at, 3)
    for text in (client.get(at).text, client.get(f"{at}/view").json()):
        parts = text if isinstance(text, str) else "".join(str(part) for part in text.values())
        assert "<img src" not in parts
        assert "</script><b>" not in parts


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"game": GAME},
        {"game": "no-such-game", **TWO},
        {"game": GAME, "seat0": "person"},
        {"game": GAME, **{f"seat{n}": "person" for n in range(30)}},
        {"game": GAME, "seat0": "king", "seat1": "person"},
        {"game": GAME, "seat0": "bot:", "seat1": "bot:god"},
        {"game": GAME, "seat1": "person", "seat2": "person"},
        {"game": GAME, **TWO, "lang": "xx"},
        {"game": GAME, **TWO, "opt_nothing": "1"},
        {"game": GAME, **TWO, "unknown": "1"},
    ],
)
def test_a_wrong_wish_is_answered_kindly(client: TestClient, form: dict[str, str]) -> None:
    answer = client.post("/tables", data=form)
    assert answer.status_code == (400 if form else 415)
    assert "<h1" in answer.text
    assert "Traceback" not in answer.text


def test_every_option_can_be_chosen_and_nothing_else(client: TestClient) -> None:
    for option in rotonde.game(GAME, engine="python").options:
        for choice in option.choices:
            at = lay(client, more={f"opt_{option.name}": seating.choice(choice)})
            assert live(client, at).row.options[option.name] == choice
        wrong = client.post("/tables", data={"game": GAME, **TWO, f"opt_{option.name}": "-99999"})
        assert wrong.status_code == 400
        assert option.name in wrong.text


def test_a_table_that_does_not_exist_is_a_friendly_page(client: TestClient) -> None:
    for path in ("/t/nothing", "/t/" + "x" * 500, "/t/..%2f..%2fetc", "/t/%00"):
        answer = client.get(path)
        assert answer.status_code == 404, path
        assert "<h1" in answer.text
    for path in ("/t/nothing/view", "/t/nothing/events", "/t/nothing/record", "/t/nothing/why"):
        assert client.get(path).json()["text"] == "There is no such table."
    assert play(client, "/t/nothing", 1, 1).status_code == 404


# ---- moving ----


def test_a_move_is_played_once(client: TestClient) -> None:
    at = lay(client, ALONE)
    now = view(client, at)
    while not now["moves"]:
        now = view(client, at)
    first = play(client, at, now["number"], now["moves"][0]["move"])
    assert first.status_code == 200
    assert first.json()["number"] > now["number"]
    second = play(client, at, now["number"], now["moves"][0]["move"])
    assert second.status_code == 409
    assert second.json()["view"]["number"] >= first.json()["number"]
    assert "changed" in second.json()["text"]
    assert sum(event.actor == 0 for event in live(client, at).events) == 1


def test_an_illegal_move_names_the_rule(client: TestClient) -> None:
    at = lay(client)
    now = take_device(client, at)
    legal = {move["move"] for move in now["moves"]}
    rules = set()
    for move in range(0, 4096, 11):
        if move not in legal:
            answer = play(client, at, now["number"], move)
            assert answer.status_code == 422
            assert answer.json()["text"]
            rules.add(answer.json()["rule"])
    assert any(rules)
    assert view(client, at)["number"] == now["number"]


HOSTILE_BODIES = [
    b"",
    b"null",
    b"[]",
    b"{}",
    b"{",
    b'"move"',
    b"\xff\xfe",
    b"[" * 50_000,
    b'{"number":1}',
    b'{"move":1}',
    b'{"number":1,"move":1,"more":1}',
    b'{"number":"1","move":1}',
    b'{"number":1.0,"move":1}',
    b'{"number":true,"move":1}',
    b'{"number":null,"move":1}',
    b'{"number":[1],"move":{}}',
    b'{"number":-1,"move":1}',
    b'{"number":1,"move":-5}',
    b'{"number":1,"move":9007199254740992}',
    b'{"number":1e999,"move":1}',
    b'{"number":NaN,"move":1}',
    b'{"number":' + b"9" * 5000 + b',"move":1}',
]


WELL_FORMED = [("bots", b"{}"), ("undo", b'{"number":1}'), ("resign", b'{"number":1}')]
"""What is malformed for one deed may be what another asks for."""


@pytest.mark.parametrize("body", HOSTILE_BODIES, ids=lambda body: body[:24].decode("latin-1"))
def test_malformed_requests_change_nothing(client: TestClient, body: bytes) -> None:
    at = lay(client)
    now = take_device(client, at)
    for deed in ("moves", "undo", "resign", "look", "bots"):
        if (deed, body) in WELL_FORMED:
            continue
        answer = client.post(f"{at}/{deed}", content=body, headers={"Content-Type": "application/json"})
        assert answer.status_code == 400, (deed, answer.text)
        assert answer.json()["text"]
        assert "Traceback" not in answer.text
    assert view(client, at) == now


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]
)
def test_only_json_is_read(client: TestClient, kind: str) -> None:
    at = lay(client)
    now = take_device(client, at)
    body = json.dumps({"number": now["number"], "move": now["moves"][0]["move"]})
    answer = client.post(f"{at}/moves", content=body, headers={"Content-Type": kind})
    assert answer.status_code == 415
    assert view(client, at) == now


def test_wrong_methods_are_refused(client: TestClient) -> None:
    at = lay(client)
    for path in (f"{at}/moves", f"{at}/undo", f"{at}/resign", f"{at}/look", f"{at}/again", "/tables"):
        assert client.get(path).status_code == 405
    for path in (at, f"{at}/view", f"{at}/record", f"{at}/replay/0"):
        assert client.post(path).status_code == 405


def test_somebody_else_may_look_but_not_touch(client: TestClient) -> None:
    at = lay(client)
    now = take_device(client, at)
    client.cookies.clear()
    assert client.get(at).status_code == 200
    for deed, body in {
        "moves": {"number": now["number"], "move": now["moves"][0]["move"]},
        "undo": {"number": now["number"]},
        "resign": {"number": now["number"]},
        "look": {"seat": 0},
        "bots": {},
    }.items():
        answer = client.post(f"{at}/{deed}", json=body)
        assert answer.status_code == 403, deed
        assert "another screen" in answer.json()["text"]
    assert client.post(f"{at}/again").status_code == 403
    client.cookies.set(f"table_{at.removeprefix('/t/')}", "a guess", path=at)
    assert play(client, at, now["number"], now["moves"][0]["move"]).status_code == 403
    assert live(client, at).number == now["number"]


def test_nobody_moves_for_a_bot(client: TestClient) -> None:
    house_of_two = {"seat0": "person", "seat1": "person", "seat2": "bot:driver"}
    at = lay(client, house_of_two)
    table = live(client, at)
    for _ in range(40):
        now = take_device(client, at)
        if not now["moves"]:
            continue
        answer = play(client, at, now["number"], now["moves"][0]["move"])
        assert answer.status_code == 200
    assert all(event.actor != 2 or table.seats[2].bot for event in table.events)
    spectator = view(client, at)
    if spectator["actor"] == 2:
        assert spectator["moves"] == []


# ---- other sites, large bodies, headers ----


def test_other_sites_cannot_post(client: TestClient) -> None:
    at = lay(client)
    now = take_device(client, at)
    body = {"number": now["number"], "move": now["moves"][0]["move"]}
    for headers in (
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://testserver.evil.example"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ):
        answer = client.post(f"{at}/moves", json=body, headers=headers)
        assert answer.status_code == 403, headers
        assert "another site" in answer.text
        assert client.post("/tables", data={"game": GAME, **TWO}, headers=headers).status_code == 403
    assert view(client, at) == now
    assert client.post(f"{at}/moves", json=body, headers={"Origin": "http://testserver"}).status_code == 200


def test_large_bodies_are_refused(client: TestClient) -> None:
    at = lay(client)
    assert client.post(f"{at}/moves", content=b"x" * (guard.LARGEST_BODY + 1)).status_code == 413
    assert client.post("/import", content=b"x" * (guard.LARGEST_UPLOAD + 1)).status_code == 413

    def without_length() -> Iterator[bytes]:
        for _ in range(100):
            yield b"x" * 10_000

    answer = client.post(
        f"{at}/moves", content=without_length(), headers={"Content-Type": "application/json"}
    )
    assert answer.status_code == 413


def test_every_answer_is_guarded(client: TestClient) -> None:
    at = lay(client)
    for path in ("/", at, f"{at}/view", "/t/nothing", "/nowhere", "/static/table.js"):
        headers = client.get(path).headers
        for name in guard.HEADERS:
            assert headers[name] == guard.HEADERS[name], path
    page = client.get(at).text
    assert not re.search(r"<script(?![^>]*(src=|application/json))", page)
    assert not re.search(r"\son\w+=", page)


# ---- what is hidden is not in the bytes ----


def secrets_of(table: LiveTable) -> set[str]:
    """Cards that only one seat may know now: what its view shows and the public view does not."""
    public = set(
        re.findall(
            r"card-(\d+)", table.game.picture.board(table.seen_by(rotonde.PUBLIC), "en", table.names, set())
        )
    )
    own: set[str] = set()
    for seat in range(len(table.seats)):
        board = table.game.picture.board(table.seen_by(seat), "en", table.names, set())
        own |= set(re.findall(r"card-(\d+)", board)) - public
    return own


def shows(sent: str, card: str) -> bool:
    """Whether the card is named or drawn in what was sent."""
    return re.search(rf"card-{card}(?!\d)|>{card}</text>", sent) is not None


def stream_now(client: TestClient, at: str) -> str:
    """What a stream without any cookie sends at once to somebody new."""
    sent: list[bytes] = []

    async def listen() -> None:
        heard = anyio.Event()
        asked = False

        async def receive() -> dict[str, Any]:
            nonlocal asked
            if asked:
                await heard.wait()
                return {"type": "http.disconnect"}
            asked = True
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: dict[str, Any]) -> None:
            sent.append(message.get("body", b""))
            if b"data:" in sent[-1]:
                heard.set()

        scope = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": f"{at}/events",
            "raw_path": f"{at}/events".encode(),
            "root_path": "",
            "query_string": b"",
            "headers": [(b"host", b"testserver")],
        }
        with anyio.fail_after(20):
            await client.app(scope, receive, send)  # type: ignore[operator]

    assert client.portal is not None
    client.portal.call(listen)
    return b"".join(sent).decode()


def test_a_spectator_never_gets_a_secret(client: TestClient) -> None:
    """Through a whole game with hidden hands, everything a spectator can get is searched for what only a seat knows."""
    at = lay(client)
    table = live(client, at)
    cookies = dict(client.cookies)
    seen_secrets = 0
    now = take_device(client, at)
    while not now["over"] and table.move_count < 150:
        secrets = secrets_of(table)
        if secrets:
            client.cookies.clear()
            bytes_sent = client.get(at).text + client.get(f"{at}/view").text
            bytes_sent += client.get(f"{at}/replay/{len(table.events)}").text
            bytes_sent += client.get(f"{at}/replay/{len(table.events)}?as=0").text
            bytes_sent += stream_now(client, at)
            assert client.get(f"{at}/record").status_code == 403
            for name, value in cookies.items():
                client.cookies.set(name, value, path=at)
            for card in secrets:
                seen_secrets += 1
                assert not shows(bytes_sent, card)
            assert table.row.key.hex() not in bytes_sent
        play(client, at, now["number"], now["moves"][-1]["move"])
        now = take_device(client, at)
    assert seen_secrets
    end(client, at)
    client.cookies.clear()
    assert table.row.key.hex() in client.get(at).text


def test_a_device_that_is_handed_over_holds_no_secret(client: TestClient) -> None:
    at = lay(client)
    table = live(client, at)
    checked = 0
    now = view(client, at)
    while not now["over"] and table.move_count < 60:
        if now["handover"] is not None:
            sent = client.get(at).text + json.dumps(now)
            for card in secrets_of(table):
                checked += 1
                assert not shows(sent, card)
            assert now["moves"] == []
            assert now["seat"] is None
        now = take_device(client, at)
        # One seat's eyes do not see what the other one holds.
        others = secrets_of(table) - set(re.findall(r"card-(\d+)", now["board_html"]))
        for card in others:
            checked += 1
            assert not shows(client.get(at).text, card)
        play(client, at, now["number"], now["moves"][0]["move"])
        now = view(client, at)
    assert checked


def test_the_log_tells_secrets_to_their_owner_only(client: TestClient) -> None:
    at = lay(client)
    table = live(client, at)
    for seat in (0, 1):
        for line in table.story(seat, "en"):
            assert "None" not in line.text
    for card in secrets_of(table):
        told = " ".join(line.text for line in table.story(rotonde.PUBLIC, "en"))
        assert not re.search(rf"\b{card}\b", told)


# ---- two people, taking back, leaving ----


def test_taking_back_through_the_page(client: TestClient) -> None:
    at = lay(client)
    now = take_device(client, at)
    assert not now["can_undo"]
    while not now["can_undo"]:
        before = now = take_device(client, at)
        play(client, at, now["number"], now["moves"][0]["move"])
        now = view(client, at)
    back = client.post(f"{at}/undo", json={"number": now["number"]}).json()["view"]
    assert back["board_html"] == before["board_html"]
    assert back["moves"] == before["moves"]
    assert back["number"] > now["number"]
    again = client.post(f"{at}/undo", json={"number": now["number"]})
    assert again.status_code == 409


def test_leaving_a_table(client: TestClient) -> None:
    at = lay(client)
    now = take_device(client, at)
    stays = live(client, at).names[1 - now["seat"]]
    # Whoever leaves does not care what has just happened.
    after = client.post(f"{at}/resign", json={"number": now["number"] - 1}).json()["view"]
    assert after["over"]
    assert f"left the table: {stays} wins." in after["turn_html"]
    assert client.get(f"{at}/record").status_code == 200


def test_the_language_changes_in_the_middle_of_a_game(client: TestClient) -> None:
    at = lay(client)
    play_on(client, at, 8)
    english = view(client, at)
    client.get("/lang/fr")
    french = view(client, at)
    assert french["log_html"] != english["log_html"]
    assert french["turn_html"] != english["turn_html"]
    assert "en gare" in french["log_html"]


# ---- the stream ----


def first_events(client: TestClient, at: str, **headers: str) -> list[dict[str, str]]:
    """The first events of a stream. The test client reads a whole answer, so the house is told to close after them."""
    import threading

    portal = client.portal
    assert portal is not None
    threading.Timer(0.5, lambda: portal.call(house(client).live.close)).start()
    retry, *blocks = client.get(f"{at}/events", headers=headers).text.strip().split("\n\n")
    assert retry.startswith("retry: ")
    return [dict(line.split(": ", 1) for line in block.splitlines()) for block in blocks]


def test_a_stream_starts_with_the_newest_view(client: TestClient) -> None:
    at = lay(client)
    play_on(client, at, 2)
    event, offers = first_events(client, at)
    told, now = json.loads(event["data"]), view(client, at)
    for part in ("number", "board_html", "log_html", "turn_html", "over"):
        assert told[part] == now[part]
    assert [move["move"] for move in told["moves"]] == [move["move"] for move in now["moves"]]
    assert event["id"] == view(client, at)["version"]
    assert offers["event"] == "offers"
    told = json.loads(offers["data"])
    for part in ("posed", "seat", "targets", "proposals"):
        assert told[part] == now[part]
    previews = [{name: move[name] for name in ("note", "tags")} for move in now["moves"]]
    assert told["previews"] == previews


def test_who_has_the_newest_view_gets_only_what_the_moves_will_do(client: TestClient) -> None:
    at = lay(client)
    events = first_events(client, at, **{"Last-Event-ID": view(client, at)["version"]})
    assert [event["event"] for event in events] == ["offers"] * bool(view(client, at)["moves"])


def test_who_missed_something_gets_the_newest(client: TestClient) -> None:
    at = lay(client)
    old = view(client, at)["version"]
    play_on(client, at, 3)
    assert first_events(client, at, **{"Last-Event-ID": old})[0]["id"] == view(client, at)["version"]


# ---- why not ----


def untouchable(now: dict[str, Any]) -> set[str]:
    """What lies on the board and belongs to no move."""
    on_board = set(re.findall(r'data-thing="([^"]+)"', now["board_html"]))
    return on_board - {thing for move in now["moves"] for thing in move["things"]}


def test_every_refusal_names_a_rule_that_is_written(client: TestClient) -> None:
    from rotonde.web.rulebook import rulebook

    at = lay(client)
    book = rulebook(GAME, "en")
    assert book is not None
    for _ in range(25):
        now = take_device(client, at)
        if now["over"]:
            break
        for thing in untouchable(now):
            refusal = client.get(f"{at}/why", params={"thing": thing}).json()
            if refusal is not None:
                assert refusal["text"]
                assert refusal["rule"] in book.rules
        play(client, at, now["number"], now["moves"][-1]["move"])
        now = view(client, at)


def test_why_after_something_was_chosen(client: TestClient) -> None:
    at = lay(client)
    now = take_device(client, at)
    chosen = now["moves"][0]["things"][0]
    for thing in (*untouchable(now), "nonsense", "<b>", ""):
        answer = client.get(f"{at}/why", params={"thing": thing, "chosen": [chosen]})
        assert answer.status_code == 200
    client.cookies.clear()
    assert client.get(f"{at}/why", params={"thing": chosen}).status_code == 403


# ---- afterwards ----


def test_the_record_of_a_finished_game_comes_back_in(client: TestClient) -> None:
    at = lay(client)
    early = client.get(f"{at}/record")
    assert early.status_code == 403
    assert "secret" in early.json()["text"]
    end(client, at)
    record = client.get(f"{at}/record")
    assert record.headers["content-disposition"].startswith("attachment")
    brought = client.post("/import", files={"record": ("game.txt", record.content, "text/plain")})
    assert brought.status_code == 303
    replay = client.get(brought.headers["location"])
    assert replay.status_code == 200
    assert "Léa" in replay.text
    table = brought.headers["location"].split("/replay")[0]
    assert client.get(table).headers["location"].startswith(f"{table}/replay/")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"hello",
        b"rotonde record 1\n",
        b"rotonde record 1\ngame: chess\nmoves:\n",
        b"\x00" * 100,
        b"\xff\xfe",
    ],
)
def test_a_damaged_record_is_refused_kindly(client: TestClient, content: bytes) -> None:
    answer = client.post("/import", files={"record": ("game.txt", content, "text/plain")})
    assert 400 <= answer.status_code < 500
    assert "Traceback" not in answer.text
    assert 'class="wrong"' in answer.text


def test_names_from_a_file_are_as_harmless_as_others(client: TestClient) -> None:
    at = lay(client)
    play_on(client, at, 3)
    end(client, at)
    record = (
        client.get(f"{at}/record")
        .text.replace('"Léa"', '"\u202e<b>evil\u2066"')
        .replace('"Hugo"', '"\u200b"')
    )
    brought = client.post("/import", files={"record": ("game.txt", record.encode(), "text/plain")})
    table = live(client, brought.headers["location"].split("/replay")[0])
    assert table.names == ["<b>evil", "2"]
    assert "<b>evil" not in client.get(brought.headers["location"]).text


def test_a_person_who_is_refused_gets_a_page(client: TestClient) -> None:
    """A browser that goes somewhere gets a page to read; a script that asks gets JSON."""
    at = lay(client)
    page = {"Accept": "text/html,application/xhtml+xml"}
    for answer in (
        client.get(f"{at}/record", headers=page),
        client.post(f"{at}/again", headers=page),
        client.get("/t/nowhere/replay/3", headers=page),
        client.post("/import", content=b"x" * (guard.LARGEST_UPLOAD + 1), headers=page),
        client.post(f"{at}/again", headers={**page, "Origin": "http://elsewhere.example"}),
    ):
        assert answer.status_code >= 400
        assert answer.headers["content-type"].startswith("text/html")
        assert 'class="end-of-line"' in answer.text
    assert client.get(f"{at}/record").json()["error"] == "table.record.later"


def test_an_import_without_a_file_is_refused(client: TestClient) -> None:
    assert client.get("/import").status_code == 200
    assert client.post("/import").status_code == 415
    assert client.post("/import", data={"other": "x"}).status_code == 400
    assert (
        client.post("/import", content=b"x", headers={"Content-Type": "multipart/form-data"}).status_code
        == 400
    )


def test_playing_again(client: TestClient) -> None:
    at = lay(client)
    assert client.post(f"{at}/again").status_code == 409
    end(client, at)
    first, second = client.post(f"{at}/again"), client.post(f"{at}/again")
    assert first.status_code == second.status_code == 303
    assert first.headers["location"] == second.headers["location"] != at
    assert take_device(client, first.headers["location"])["moves"]
    client.cookies.clear()
    assert first.headers["location"] in client.get(at).text, "who watched can follow"


def test_a_replay_goes_step_by_step(client: TestClient) -> None:
    at = lay(client)
    table = live(client, at)
    play_on(client, at, 4)
    during = client.get(f"{at}/replay/{len(table.events)}")
    assert during.status_code == 200
    assert f"as={1 - (take_device(client, at)['seat'] or 0)}" not in during.text
    assert client.get(f"{at}/replay/{len(table.events) + 1}").status_code == 404
    assert client.get(f"{at}/replay/-1").status_code == 404
    assert client.get(f"{at}/replay/99999999999999999999").status_code == 404
    end(client, at)
    rests = table.rests()
    here = f"{at}/replay/0"
    visited = []
    while here:
        page = client.get(here, headers={"Accept": "application/json"}).json()
        visited.append(page["number"])
        onward = re.search(r'href="([^"]+)" data-step data-step-on', page["done_html"])
        here = onward[1].replace("&amp;", "&") if onward else ""
    assert visited == [0, *[rest for rest in rests if rest]]
    for eyes in ("0", "1", "all", "7", "x", ""):
        assert client.get(f"{at}/replay/5?as={eyes}").status_code == 200


def test_the_proof_is_shown(client: TestClient) -> None:
    at = lay(client)
    table = live(client, at)
    assert table.commitment in client.get(at).text
    assert table.row.key.hex() not in client.get(at).text
    end(client, at)
    assert table.row.key.hex() in client.get(at).text


# ---- bots on the page ----


def test_the_page_says_what_the_bots_do(client: TestClient) -> None:
    at = lay(client, ALONE)
    table = live(client, at)
    states = house(client)._states
    for state, words in {"warming": "getting up steam", "failed": "broke down"}.items():
        states[table.id] = state  # type: ignore[assignment]
        assert words in client.get(at).text
        assert view(client, at)["bots"] == state
    states.pop(table.id)


def test_a_game_that_is_gone_is_a_friendly_page(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    at = lay(client)
    house(client).tables._kept.clear()
    house(client).tables._games.clear()
    monkeypatch.setattr(games, "PLAYABLE", {})
    answer = client.get(at)
    assert answer.status_code == 409
    assert "<h1" in answer.text
