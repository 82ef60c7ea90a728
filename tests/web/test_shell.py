"""The pages round the tables: home, setting up, rules, language, and what goes wrong."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from starlette.requests import Request
from starlette.routing import Route
from starlette.testclient import TestClient

import rotonde
from rotonde import games
from rotonde.kernel.drawing import pattern
from rotonde.players.levels import LEVELS
from rotonde.server.bots import Bots
from rotonde.server.house import Settings
from rotonde.web import art, rulebook, seating
from rotonde.web.app import create_app
from tests.server import fake_players

GAME = next(iter(games.PLAYABLE))
ALL_PAGES = ["/", f"/new/{GAME}", f"/new/{GAME}?people=2&seats=4", "/rules", "/nowhere"]


def fail(request: Request) -> None:
    raise RuntimeError("on purpose")


@pytest.fixture
def site(tmp_path: Path) -> Iterator[TestClient]:
    bots = Bots(1, fake_players.quick, fake_players.no_need)
    app = create_app(tmp_path, Settings(tmp_path, bots=bots))
    app.router.routes.insert(0, Route("/fail", fail))
    with TestClient(app, raise_server_exceptions=False, follow_redirects=False) as client:
        yield client


class Page(HTMLParser):
    """What a test asks of a page: its tags with their attributes, and its words."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.words = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))

    def handle_data(self, data: str) -> None:
        self.words += data

    def all(self, tag: str, **attributes: str) -> list[dict[str, str]]:
        return [a for t, a in self.tags if t == tag and attributes.items() <= a.items()]


def get(site: TestClient, path: str, lang: str = "fr") -> Page:
    return Page(site.get(path, headers={"accept-language": lang}).text)


# ---- Every page ----


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("path", ALL_PAGES)
def test_page_is_whole(site: TestClient, path: str, lang: str) -> None:
    page = get(site, path, lang)
    assert page.all("html") == [{"lang": lang}]
    assert len(page.all("main", id="main")) == 1
    assert len(page.all("h1")) == 1
    assert page.all("header")
    ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("path", ALL_PAGES)
def test_strict_content_security_policy_suffices(site: TestClient, path: str) -> None:
    """No script and no style inside a page, nothing from another origin."""
    page = get(site, path)
    for tag, attributes in page.tags:
        assert tag != "style"
        assert tag != "script" or "src" in attributes
        assert not any(name == "style" or name.startswith("on") for name in attributes), (tag, attributes)
        for name in ("src", "href", "action", "formaction"):
            assert attributes.get(name, "/").startswith(("/", "#")) and not attributes.get(
                name, ""
            ).startswith("//")


@pytest.mark.parametrize("path", ALL_PAGES)
def test_every_link_leads_somewhere(site: TestClient, path: str) -> None:
    page = get(site, path)
    ids = {attributes.get("id") for _, attributes in page.tags}
    for tag, attributes in page.tags:
        address = attributes.get("href") or attributes.get("src") or attributes.get("formaction") or ""
        if address.startswith("#"):
            assert address[1:] in ids
        elif address:
            assert site.get(address).status_code in (200, 303), (tag, address)


@pytest.mark.parametrize("path", ALL_PAGES)
def test_every_control_has_a_name(site: TestClient, path: str) -> None:
    html = site.get(path).text
    for control in re.findall(r"<(?:a|button)\b[^>]*>.*?</(?:a|button)>", html, re.DOTALL):
        words = re.sub(r"<[^>]*>", "", control).strip()
        assert words or 'aria-label="' in control, control
    for field in re.findall(r"<input\b[^>]*>", html):
        inside_label = html.rfind("<label", 0, html.index(field)) > html.rfind(
            "</label>", 0, html.index(field)
        )
        assert inside_label or 'type="hidden"' in field, field


# ---- Home ----


def test_home_is_two_clicks_from_a_game(site: TestClient) -> None:
    home = get(site, "/")
    assert home.all("a", href=f"/new/{GAME}", **{"class": "btn go"})
    assert home.all("a", href=f"/new/{GAME}?friends")
    assert get(site, f"/new/{GAME}").all("form", method="post", action="/tables")


def test_home_shows_all_games_and_links_only_the_playable(site: TestClient) -> None:
    html = site.get("/", headers={"accept-language": "en"}).text
    for game in (*games.PLAYABLE, *games.ANNOUNCED):
        assert html.count(f"/new/{game}") == (3 if game == GAME else game in games.PLAYABLE)
        assert str(art.poster(games.info(game), "en")) in html
    assert html.count("Arriving soon") == len(games.ANNOUNCED)


def test_playable_games_are_those_of_the_kernel() -> None:
    for game in games.PLAYABLE:
        assert rotonde.game(game, engine="python").info is games.info(game)


# ---- Setting up a table ----


def sent(page: Page) -> dict[str, str]:
    """What the browser would send if the button were pressed at once."""
    fields: dict[str, str] = {}
    for field in page.all("input"):
        if field["type"] != "radio" or "checked" in field:
            assert field["name"] not in fields
            fields[field["name"]] = field.get("value", "")
    return fields


def test_the_form_starts_as_me_against_a_driver(site: TestClient) -> None:
    fields = sent(get(site, f"/new/{GAME}"))
    assert fields["game"] == GAME
    assert fields["lang"] == "fr"
    assert (fields["seat0"], fields["seat1"]) == ("person", "bot:driver")
    assert (fields["name0"], fields["name1"]) == ("", "")
    assert "seat2" not in fields
    for option in rotonde.game(GAME, engine="python").options:
        assert fields[f"opt_{option.name}"] == seating.choice(option.default)


def test_two_people_on_one_screen(site: TestClient) -> None:
    fields = sent(get(site, f"/new/{GAME}?people=2"))
    assert (fields["seat0"], fields["seat1"]) == ("person", "person")


def test_another_number_of_seats_keeps_what_was_entered(site: TestClient) -> None:
    page = get(site, f"/new/{GAME}")
    fields = sent(page) | {"seat1": "bot:master", "name0": "Léa & <b>", "lang": "en", "seats": "3"}
    button = page.all("button", name="seats", value="3")[0]
    assert button["formmethod"] == "get"
    again = Page(site.get(button["formaction"], params=fields, headers={"accept-language": "fr"}).text)
    kept = sent(again)
    assert kept["seat1"] == "bot:master"
    assert kept["seat2"] == "bot:driver"
    assert kept["name0"] == "Léa & <b>"
    assert kept["lang"] == "en"
    assert not again.all("b", **{"class": "<b>"})
    assert again.all("button", name="seats", value="3")[0]["aria-pressed"] == "true"


@pytest.mark.parametrize(
    "query",
    [
        "seats=99",
        "seats=-1",
        "seats=zero",
        "people=²",
        "people=9999999999999",
        "seat1=admin",
        "lang=xx",
        "opt_turn_limit=7",
    ],
)
def test_nonsense_in_the_address_is_ignored(site: TestClient, query: str) -> None:
    page = get(site, f"/new/{GAME}?{query}")
    fields = sent(page)
    low, high = games.info(GAME).players
    seats = [name for name in fields if re.fullmatch(r"seat\d+", name)]
    assert low <= len(seats) <= high
    assert all(fields[seat] in seating.KINDS for seat in seats)
    assert fields["lang"] == "fr"
    for option in rotonde.game(GAME, engine="python").options:
        assert fields[f"opt_{option.name}"] == seating.choice(option.default)


def test_enter_departs(site: TestClient) -> None:
    """The first button of a form is the one that Enter presses in a text field."""
    first = get(site, f"/new/{GAME}").tags
    names = [
        attributes for tag, attributes in first if tag == "button" and "data-theme-switch" not in attributes
    ]
    assert "formaction" not in names[0]


def test_a_game_to_come_says_so(site: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "ANNOUNCED", {GAME: games.PLAYABLE[GAME]})
    monkeypatch.setattr(
        games, "PLAYABLE", {name: games.PLAYABLE[name] for name in games.PLAYABLE if name != GAME}
    )
    answer = site.get(f"/new/{GAME}", headers={"accept-language": "en"})
    assert answer.status_code == 404
    assert f"{games.info(GAME).title['en']} is arriving soon" in answer.text


def test_names() -> None:
    assert seating.clean_name("  Léa \n\t de  Paris\x00 ") == "Léa de Paris"
    assert seating.clean_name("\u202e\x07 ") == ""
    assert len(seating.clean_name("a" * 100)) == seating.NAME_LENGTH
    most = max(games.info(game).players[1] for game in (*games.PLAYABLE, *games.ANNOUNCED))
    nobody = (seating.OPEN, seating.INVITED)
    for kind in seating.KINDS:
        names = {seating.default_name("fr", seat, kind) for seat in range(most)}
        assert names == {""} if kind in nobody else len(names) == most


def test_levels() -> None:
    assert [level.id for level in LEVELS] == ["apprentice", "driver", "master"]
    assert all(art.head(level.id) for level in LEVELS)


# ---- Language ----


@pytest.mark.parametrize(
    ("wish", "lang"),
    [
        ("", "fr"),
        ("de", "fr"),
        ("en", "en"),
        ("en-GB,en;q=0.9,fr;q=0.8", "en"),
        ("fr;q=0.3, en;q=0.7", "en"),
        ("en;q=0, fr;q=0.1", "fr"),
        ("en;q=x", "fr"),
        (";;,,=", "fr"),
    ],
)
def test_the_browser_may_wish(site: TestClient, wish: str, lang: str) -> None:
    answer = site.get("/", headers={"accept-language": wish})
    assert f'<html lang="{lang}">' in answer.text
    assert answer.headers["content-language"] == lang


def test_the_reader_chooses(site: TestClient) -> None:
    switch = get(site, "/rules?x=1&y=2", "fr").all("a", hreflang="en")[0]
    answer = site.get(switch["href"])
    assert answer.status_code == 303
    assert answer.headers["location"] == "/rules?x=1&y=2"
    assert '<html lang="en">' in site.get("/", headers={"accept-language": "fr"}).text


@pytest.mark.parametrize(
    "back",
    [
        "//elsewhere.example",
        "/\\elsewhere.example",
        "https://elsewhere.example",
        "rules",
        "",
        "/\n/x",
        "/\x00",
        "javascript:1",
    ],
)
def test_nobody_is_sent_elsewhere(site: TestClient, back: str) -> None:
    assert site.get("/lang/en", params={"back": back}).headers["location"] == "/"


def test_an_unknown_language(site: TestClient) -> None:
    answer = site.get("/lang/xx")
    assert answer.status_code == 404
    assert "set-cookie" not in answer.headers


# ---- What goes wrong ----


@pytest.mark.parametrize(
    ("method", "path", "status", "fr", "en"),
    [
        ("GET", "/nowhere", 404, "Voie sans issue", "End of the line"),
        ("GET", "/new/nothing", 404, "Voie sans issue", "End of the line"),
        ("GET", "/rules/nothing", 404, "Voie sans issue", "End of the line"),
        ("DELETE", "/", 405, "Sens interdit", "Wrong way"),
        ("GET", "/fail", 500, "Incident sur la ligne", "Trouble on the line"),
    ],
)
def test_what_goes_wrong_is_told_kindly(
    site: TestClient, method: str, path: str, status: int, fr: str, en: str
) -> None:
    for lang, words in ("fr", fr), ("en", en):
        answer = site.request(method, path, headers={"accept-language": lang})
        assert answer.status_code == status
        assert words in answer.text
    if status == 405:
        assert "GET" in answer.headers["allow"]


# ---- Rules ----

SAMPLE = """# Un *jeu*

Deux **mots**, et S1 de loin.

## Mise en place
**S1.** On tire 1 < 2 & on
continue (T2, X9).

**T2.** Voir [la table](/rules) et [ailleurs](javascript:alert), `code`.

## Fin

### Exemples

- un S1
- deux
  suite

| carte | effet |
| --- | --- |
| A | T2 |
"""


def test_rules_become_pages() -> None:
    book = rulebook.parse(SAMPLE)
    assert book.title == "Un <i>jeu</i>"
    assert book.intro == '<p>Deux <b>mots</b>, et <a href="#S1">S1</a> de loin.</p>'
    assert [(part.id, part.title) for part in book.sections] == [
        ("part-1", "Mise en place"),
        ("part-2", "Fin"),
    ]
    assert book.rules["S1"] == 'On tire 1 &lt; 2 &amp; on continue (<a href="#T2">T2</a>, X9).'
    assert book.rules["T2"] == 'Voir <a href="/rules">la table</a> et ailleurs, <code>code</code>.'
    assert '<p class="rule" id="S1"><a class="no" href="#S1">S1</a>' in book.sections[0].html
    assert '<li>un <a href="#S1">S1</a></li><li>deux suite</li>' in book.sections[1].html
    assert '<td>A</td><td><a href="#T2">T2</a></td>' in book.sections[1].html


def test_french_spaces_stay_where_no_line_may_break() -> None:
    book = rulebook.parse("**S1.** Dites\n«\u00a0oui\u00a0»\u202f!  ")
    assert book.rules["S1"] == "Dites «\u00a0oui\u00a0»\u202f!"


def test_a_rule_twice_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="S1"):
        rulebook.parse("**S1.** a\n\n**S1.** b")


def test_rules_are_found_and_linked(
    site: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / f"{GAME}.fr.md").write_text(SAMPLE, "utf-8")
    monkeypatch.setattr(rulebook, "FOLDERS", (tmp_path / "none", tmp_path))
    assert get(site, "/rules").all("a", href=f"/rules/{GAME}")
    page = get(site, f"/rules/{GAME}")
    assert page.all("p", id="S1")
    assert page.all("a", href="#part-2")
    assert page.all("a", href=f"/new/{GAME}")
    assert site.get(f"/rules/{GAME}", headers={"accept-language": "en"}).status_code == 404


def test_the_rules_of_every_playable_game_read_well_in_both_languages() -> None:
    for game in games.PLAYABLE:
        french, english = rulebook.rulebook(game, "fr"), rulebook.rulebook(game, "en")
        assert french and english
        assert list(french.rules) == list(english.rules)
        assert len(french.sections) == len(english.sections) > 1


# ---- Drawings ----


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("game", [*games.PLAYABLE, *games.ANNOUNCED])
def test_posters_are_drawings_with_the_title(game: str, lang: str) -> None:
    poster = str(art.poster(games.info(game), lang))
    drawing = ElementTree.fromstring(poster)
    words = "".join(drawing.itertext())
    assert "{" not in words
    assert games.info(game).tagline[lang] in words
    assert all(word.upper() in words for word in games.info(game).title[lang].split())
    assert " id=" not in poster  # several posters stand on one page


def test_six_players_have_six_marks() -> None:
    assert len({str(art.mark(seat)) for seat in range(6)}) == 6
    assert all(f'id="{pattern(seat)[5:-1]}"' in art.patterns() for seat in range(1, 6))
    assert pattern(0) == "none"
    for drawing in (
        art.logo(),
        art.icon("moon"),
        art.locomotive(2),
        art.mark(3, on=True),
        art.head("person"),
    ):
        ElementTree.fromstring(str(drawing))
