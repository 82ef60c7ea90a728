"""People at a table: what they say, what they ask each other, their clocks, and what the log tells of their seats."""

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import rotonde
from rotonde import games
from rotonde.server.bots import Bots
from rotonde.server.clock import HEAD_START, NO_CLOCK, Clock
from rotonde.server.house import House, Settings
from rotonde.server.storage import Seat
from rotonde.server.table import LiveTable
from rotonde.web import company, journal, views
from rotonde.web.app import create_app
from tests.server import fake_players

GAME = next(iter(games.PLAYABLE))
ORDERLY = Clock("live", 600, 5, "bot")


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    bots = Bots(1, fake_players.quick, fake_players.no_need)
    settings = Settings(tmp_path, bot_pause=0, bots=bots, keeper_pause=1000)
    with TestClient(create_app(tmp_path, settings), headers={"Accept-Language": "en"}) as client:
        yield client


class Company:
    """Léa and Hugo, each at a browser of their own; who asks is said by `as_`."""

    def __init__(self, client: TestClient, clock: Clock = NO_CLOCK) -> None:
        self.client = client
        self.house: House = client.app.state.house  # type: ignore[attr-defined]
        lea, self.lea = self.house.people.come()
        hugo, self.hugo = self.house.people.come()
        seats = [Seat("Léa"), Seat("", open=True)]
        self.live: LiveTable = self.house.tables.create(GAME, {}, seats, "en", lea.id, clock=clock)
        self.live.sit(1, hugo.id, "Hugo")
        self.at = f"/t/{self.live.id}"
        self.as_(self.lea)

    def as_(self, secret: str | None, lang: str = "en") -> "Company":
        self.client.cookies.clear()
        self.client.cookies.set("lang", lang)
        if secret:
            self.client.cookies.set("rotonde", secret)
        return self

    def post(self, what: str, **body: Any) -> Any:
        return self.client.post(f"{self.at}/{what}", json=body)

    def view(self) -> dict[str, Any]:
        return self.client.get(f"{self.at}/view").json()

    def secret_of(self, seat: int) -> str:
        return (self.lea, self.hugo)[seat]

    def play_until_asking_is_of_use(self) -> int:
        """Play until somebody could take back only with the other's consent; gives that seat."""
        live = self.live
        for _ in range(100):
            live.play(live.number, live.actor, live.seen_by(live.actor).moves()[-1])
            for seat in (0, 1):
                if live.askable(seat) and not live.undoable(seat):
                    return seat
        pytest.fail("no move that needs consent came up")


# ---- talk ----


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_what_is_said_is_seen_by_everybody(client: TestClient, lang: str) -> None:
    table = Company(client)
    assert table.post("chat", words="Bonne chance\u202e !").json() == {"remark": 1}
    for secret in (table.lea, table.hugo, None):
        table.as_(secret, lang)
        for sent in (table.view()["remarks_html"], client.get(table.at).text):
            assert "Bonne chance !" in sent
        assert table.view()["talks"]
    assert ("Personne n" in client.get(table.at).text) == (lang == "fr")


def test_what_is_said_is_text_and_nothing_else(client: TestClient) -> None:
    table = Company(client)
    table.post("chat", words="<img src=x onerror=alert(1)></script> & \u2066so\n\non\t\x00")
    for sent in (table.view()["remarks_html"], client.get(table.at).text):
        assert "<img src=x" not in sent
        assert "&lt;img src=x onerror=alert(1)&gt;&lt;/script&gt; &amp; so on" in sent
    (remark,) = table.house.storage.besides(table.live.id).remarks
    assert remark.words == "<img src=x onerror=alert(1)></script> & so on"


def test_signs_of_several_parts_stay_whole() -> None:
    assert company.clean(" \u200d👩\u200d🚒 ok\u200b ") == "👩\u200d🚒 ok"


def test_who_watches_reads_only(client: TestClient) -> None:
    table = Company(client)
    table.as_(None)
    refused = table.post("chat", words="Take the left one!")
    assert refused.status_code == 403
    assert refused.json()["text"] == "Only those who play at this table may talk here."
    assert '<form id="say"' not in client.get(table.at).text
    _, stranger = table.house.people.come()
    assert table.as_(stranger).post("chat", words="Hello").status_code == 403
    assert table.house.storage.besides(table.live.id).remarks == []


@pytest.mark.parametrize(
    ("words", "status"),
    [("", 400), (" \n\u200b ", 400), ("x" * 501, 400), ("x" * 500, 200), (7, 400), (None, 400), (["x"], 400)],
)
def test_remarks_have_their_limits(client: TestClient, words: Any, status: int) -> None:
    table = Company(client)
    answer = table.post("chat", words=words)
    assert answer.status_code == status
    assert status == 200 or answer.json()["text"]
    assert len(table.house.storage.besides(table.live.id).remarks) == (status == 200)


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b'{"words":"a","more":1}', b"{}", b'"words"'])
def test_malformed_talk_changes_nothing(client: TestClient, body: bytes) -> None:
    table = Company(client)
    before = table.live.number
    for what in ("chat", "ask", "answer"):
        answer = client.post(f"{table.at}/{what}", content=body, headers={"Content-Type": "application/json"})
        assert answer.status_code == 400, what
        assert client.post(f"{table.at}/{what}", content=body).status_code == 415
    assert table.house.storage.besides(table.live.id).remarks == []
    assert table.live.number == before


def test_talking_too_fast_is_stopped_politely(client: TestClient) -> None:
    table = Company(client)
    for word in range(company.AT_ONCE):
        assert table.post("chat", words=f"word {word}").status_code == 200
    refused = table.post("chat", words="and another")
    assert refused.status_code == 429
    assert refused.json()["text"].startswith("A little slower, please")
    assert table.as_(table.hugo).post("chat", words="my turn").status_code == 200
    assert len(table.house.storage.besides(table.live.id).remarks) == company.AT_ONCE + 1


def test_other_sites_cannot_speak(client: TestClient) -> None:
    table = Company(client)
    for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        answer = client.post(f"{table.at}/chat", json={"words": "hi"}, headers=headers)
        assert answer.status_code == 403
    assert table.house.storage.besides(table.live.id).remarks == []


def test_what_is_said_is_in_no_log(client: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(0)
    table = Company(client)
    table.post("chat", words="between you and me")
    table.post("chat", words="x" * 600)
    assert "between you" not in caplog.text
    assert "xxx" not in caplog.text


def test_a_person_alone_with_bots_has_nobody_to_talk_to(client: TestClient) -> None:
    form = {"game": GAME, "lang": "en", "seat0": "person", "seat1": "bot:driver"}
    at = client.post("/tables", data=form, follow_redirects=False).headers["location"]
    assert not client.get(f"{at}/view").json()["talks"]


# ---- who is there ----


def test_who_is_before_a_screen_is_said_in_words(client: TestClient) -> None:
    table = Company(client)
    side = table.view()["side_html"]
    assert re.search(r"Léa<i[^>]*></i><span class=\"vh\">, at the screen", side)
    assert re.search(r"Hugo<i[^>]*></i><span class=\"vh\">, away from the screen", side)
    with_hugo = views.Around(present=frozenset({1}))
    guest = views.Viewer(table.live.guest(None), "fr")
    side = views.view(table.live, guest, with_hugo)["side_html"]
    assert re.search(r"Hugo<i[^>]*></i><span class=\"vh\">, devant l’écran", side)
    assert views.version(table.live, guest, with_hugo) != views.version(table.live, guest, views.Around())


# ---- what is sent ----


def test_a_stream_sends_what_is_new_and_no_more(client: TestClient) -> None:
    table = Company(client)
    viewer = views.Viewer(table.live.guest(None), "en")
    sent = views.Sent()

    def news(**around: Any) -> dict[str, Any]:
        return sent.news(views.stream_view(table.live, viewer, views.Around(**around)))

    first = news()
    assert {"board_html", "log_html", "side_html"} <= first.keys()
    assert news().keys() == {"version", "number"}
    assert news(present=frozenset({1})).keys() == {"version", "number", "side_html"}
    assert {"board_html", "moves"}.isdisjoint(news(bots="thinking"))
    live = table.live
    live.play(live.number, live.actor, live.seen_by(live.actor).moves()[0])
    assert {"board_html", "log_html"} <= news().keys()


def unfolded(page: dict[str, Any], news: dict[str, Any]) -> dict[str, Any]:
    """As the page does: a patch is put into the text that was there."""

    def whole(part: str, told: Any) -> Any:
        if not part.endswith("_html") or isinstance(told, str):
            return told
        old = page[part]
        return "".join(piece if isinstance(piece, str) else old[slice(*piece)] for piece in told)

    return {part: whole(part, told) for part, told in news.items()}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a" * 2000, "a" * 2000 + "b"),
        ("b" + "a" * 2000, "a" * 2000),
        ("a" * 900 + "xyz" + "b" * 900, "a" * 900 + "b" * 900),
        ("a" * 900 + "b" * 900, "a" * 900 + "é’" + "b" * 900),
        ("ab" * 1000, "ab" * 1001),
        ("ab" * 1001, "ab" * 1000),
        ("x" * 2000, "y" * 2000),
        ("a" * 2000, "a" * 1000 + "\N{STEAM LOCOMOTIVE}" + "a" * 1000),
        ("", "a" * 2000),
        ("a" * 2000, ""),
    ],
)
def test_a_patch_gives_the_text_back(before: str, after: str) -> None:
    sent = views.Sent()
    page = sent.news({"version": "1", "number": 1, "board_html": before})
    news = sent.news({"version": "2", "number": 2, "board_html": after})
    assert unfolded(page, news)["board_html"] == after
    assert len(json.dumps(news)) < len(after) / 2 or isinstance(news["board_html"], str)


LINES = [f"<li>{place} {'and so on' * (place % 9)}</li>" for place in range(100)]


@pytest.mark.parametrize(
    ("after", "new"),
    [
        (["<li>new</li>", *LINES[:-1]], 12),
        ([*LINES[:20], "<li>new</li>", *LINES[20:60], *LINES[61:], "<li>new</li>"], 24),
    ],
)
def test_a_patch_is_short(after: list[str], new: int) -> None:
    """Wherever something was put in or left out. Some text around a place may be sent with it."""
    sent = views.Sent()
    page = sent.news({"version": "1", "number": 1, "log_html": "".join(LINES)})
    news = sent.news({"version": "2", "number": 2, "log_html": "".join(after)})
    assert unfolded(page, news)["log_html"] == "".join(after)
    assert sum(len(piece) for piece in news["log_html"] if isinstance(piece, str)) <= new + 300


def test_what_a_page_puts_together_is_the_whole_view(client: TestClient) -> None:
    """News over news is what somebody sees who looks for the first time; what moves will do is told after them."""
    table = Company(client)
    live = table.live
    pages: list[tuple[views.Viewer, views.Sent, dict[str, Any]]] = [
        (views.Viewer(live.guest(person), lang), views.Sent(), {})
        for person in (None, *(people[0] for people in table.house.storage.holders(live.id).values()))
        for lang in ("fr", "en")
    ]
    patched = 0
    for turn in range(16):
        live.play(live.number, live.actor, live.seen_by(live.actor).moves()[-1])
        if turn % 3 == 0 and live.undoable(0):
            live.undo(live.number, 0)
        for viewer, sent, page in pages:
            news = json.loads(json.dumps(sent.news(views.stream_view(live, viewer, views.Around()))))
            patched += sum(isinstance(told, list) for part, told in news.items() if part.endswith("_html"))
            page |= unfolded(page, news)
            whole = json.loads(json.dumps(views.lean(views.view(live, viewer, views.Around()))))
            offers = views.offers(live, viewer) or {"previews": [], "targets": [], "proposals": []}
            assert bool(page["moves"]) == ("posed" in offers)
            moves = [{**move, **more} for move, more in zip(page["moves"], offers["previews"], strict=True)]
            shown = {**page, "moves": moves, "targets": offers["targets"], "proposals": offers["proposals"]}
            assert shown == whole
    assert patched


def test_offers_are_for_who_acts(client: TestClient) -> None:
    live = Company(client).live
    people = [None, *(people[0] for people in live._storage.holders(live.id).values())]
    told = {person: views.offers(live, views.Viewer(live.guest(person), "fr")) for person in people}
    acting = told.pop(next(person for person in people if live.actor in live.guest(person).held))
    assert acting is not None
    assert (acting["posed"], acting["seat"]) == (live.posed, live.actor)
    assert len(acting["previews"]) == len(live.seen_by(live.actor).moves())
    assert list(told.values()) == [None] * (len(people) - 1)


# ---- asking to take back ----


@pytest.mark.parametrize("agrees", [True, False])
def test_a_move_is_taken_back_when_the_other_agrees(client: TestClient, agrees: bool) -> None:
    table = Company(client)
    live = table.live
    seat = table.play_until_asking_is_of_use()
    moves = live.move_count
    table.as_(table.secret_of(seat))
    assert "data-ask" in table.view()["side_html"]
    asked = table.post("ask", number=live.number)
    assert asked.json() == {"number": live.number}
    own = table.view()
    assert "Still to answer" in own["question_html"]
    assert "data-answer" not in own["question_html"]
    assert "data-ask" not in own["side_html"]
    assert table.post("answer", number=live.number, agrees=True).status_code == 409
    assert table.as_(None).post("answer", number=live.number, agrees=True).status_code == 403
    assert "asks to take a move back" in table.view()["question_html"]
    table.as_(table.secret_of(1 - seat))
    assert "data-answer" in table.view()["question_html"]
    assert table.post("answer", number=live.number - 1, agrees=agrees).status_code == 409
    assert table.post("answer", number=live.number, agrees=agrees).status_code == 200
    after = table.view()
    assert after["question_html"] == ""
    assert (live.move_count < moves) == agrees
    name = live.names[1 - seat]
    said = f"{name} agrees." if agrees else f"{name} would rather let the move stand."
    for secret in (table.lea, table.hugo, None):
        log = table.as_(secret).view()["log_html"]
        assert f"{live.names[seat]} asks to take a move back." in log
        assert said in log
        assert (f"{live.names[seat]} takes the move back." in log) == agrees


def test_who_watches_cannot_ask(client: TestClient) -> None:
    table = Company(client)
    table.play_until_asking_is_of_use()
    assert table.as_(None).post("ask", number=table.live.number).status_code == 403


def test_asking_twice_or_too_late_is_refused_in_words(client: TestClient) -> None:
    table = Company(client)
    assert table.post("ask", number=table.live.number).json()["error"] == "table.not_now.ask"
    seat = table.play_until_asking_is_of_use()
    table.as_(table.secret_of(seat))
    own = max(event.number for event in table.live.events if event.actor == seat)
    assert table.post("ask", number=own - 1).json()["error"] == "table.stale"
    assert own < table.live.number
    assert table.post("ask", number=own).status_code == 200, "what the others did since does not matter"
    again = table.post("ask", number=table.live.number)
    assert again.status_code == 409
    assert again.json()["text"]


# ---- clocks ----


def test_a_live_clock_is_sent_to_be_counted_down(client: TestClient) -> None:
    table = Company(client, ORDERLY)
    now = table.view()
    clock = now["clock"]
    assert clock["kind"] == "live"
    assert clock["actor"] == table.live.actor
    assert len(clock["left"]) == 2
    assert abs(clock["now"] - time.time()) < 60
    assert 0 < clock["due"] - clock["now"] <= HEAD_START + 600
    assert clock["left"][table.live.actor] == 600
    assert 'data-clock="0"' in now["side_html"]
    assert "10 minutes each, plus 5 s a turn. When time is up, a bot takes over." in now["side_html"]
    assert "10 minutes chacun, plus" in table.as_(None, "fr").view()["side_html"]


def test_a_slow_clock_says_until_when(client: TestClient) -> None:
    table = Company(client, Clock("days", 2 * 24 * 3600, 0, "lose"))
    now = table.view()
    assert now["clock"]["due"] is not None
    assert now["side_html"].count("data-until") == 1
    assert "2 days to play each turn. When time is up, the game is lost." in now["side_html"]


def test_without_a_clock_there_is_none(client: TestClient) -> None:
    now = Company(client).view()
    assert now["clock"] is None
    assert "<time" not in now["side_html"]


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(0, "0:00"), (5.9, "0:05"), (65, "1:05"), (3600, "1:00:00"), (-0.4, "0:00"), (-61, "\u22121:01")],
)
def test_time_as_a_clock_shows_it(seconds: float, shown: str) -> None:
    assert views.minutes(seconds) == shown


def run_out(live: LiveTable) -> int:
    """The actor's time is up; gives the actor."""
    late = live.actor
    live.times._since -= 10**6  # pyright: ignore[reportPrivateUsage]
    live.times._turn_since -= 10**6  # pyright: ignore[reportPrivateUsage]
    assert live.time_out()
    return late


@pytest.mark.parametrize(("when_up", "told"), [("bot", "a bot takes over"), ("lose", "the game ends here")])
def test_a_timeout_is_told(client: TestClient, when_up: Any, told: str) -> None:
    table = Company(client, Clock("live", 60, 0, when_up))
    late = run_out(table.live)
    name = table.live.names[late]
    assert f"{name} ran out of time" in table.view()["log_html"]
    assert told in table.view()["log_html"]
    assert f"Le temps de {name} est écoulé" in table.as_(None, "fr").view()["log_html"]


def test_of_two_the_one_in_time_wins(client: TestClient) -> None:
    table = Company(client, Clock("live", 60, 0, "lose"))
    live = table.live
    late = run_out(live)
    now = table.view()
    assert now["over"]
    assert f"{live.names[late]} ran out of time: {live.names[1 - late]} wins." in now["turn_html"]
    assert "the game ends here" in now["log_html"]


# ---- what the log tells of seats ----


@pytest.mark.parametrize(
    ("lang", "sat", "handed", "back"),
    [
        ("en", "Hugo sits down.", "A bot plays for Hugo.", "Hugo is back and plays again."),
        ("fr", "Hugo prend place.", "Un robot joue à la place de Hugo.", "Hugo reprend sa place."),
    ],
)
def test_coming_and_going_is_told(client: TestClient, lang: str, sat: str, handed: str, back: str) -> None:
    table = Company(client)
    table.live.hand_over(1, "driver")
    table.live.come_back(1)
    lines = [line for line in table.as_(None, lang).view()["log_html"].split("<li") if "data-number" in line]
    for words in (sat, handed, back):
        assert sum(words in line for line in lines) == 1
    assert back in lines[0]
    assert re.search(r'data-at="\d{10,}"', lines[0])


def test_whoever_gets_up_again_is_named_as_they_were(client: TestClient) -> None:
    table = Company(client)
    house, hugo = table.house, table.house.people.come()[0]
    seats = [Seat("Léa"), Seat("", open=True), Seat("", open=True)]
    live = house.tables.create(GAME, {}, seats, "en", table.live.row.owner)
    live.sit(1, hugo.id, "Hugo")
    live.rise(1)
    live.fill("driver")
    texts = [line.text for line in journal.told(live, live.story(rotonde.PUBLIC, "en"), [], "en")]
    assert "Hugo gets up: the seat is free." in texts
    assert sum("a bot, takes a free seat." in text for text in texts) == 2
