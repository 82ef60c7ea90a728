"""What a host needs: a sub-path of a larger site, a health check, and a log that holds nobody's secrets."""

import asyncio
import io
import json
import logging
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient
from starlette.types import ASGIApp, Receive, Scope, Send

import rotonde
from rotonde import games
from rotonde.server import log
from rotonde.server.bots import BotFailed, Bots
from rotonde.server.database import StorageError
from rotonde.server.house import Settings
from rotonde.web import guard, subpath
from rotonde.web.app import create_app
from tests.server import fake_players

GAME = next(iter(games.PLAYABLE))
ROOT = "/games/rotonde"
ADDRESS = re.compile(r'\b(?:href|src|action|formaction)="([^"]*)"')
LINK = re.compile(r'\b(?:href|src)="([^"]*)"')


def settings(folder: Path) -> Settings:
    return Settings(folder, bot_pause=0, bots=Bots(1, fake_players.quick, fake_players.no_need))


# ---- Under a sub-path ----


class Proxy:
    """A web server with other things to show; it hands on what is below ROOT, with or without ROOT in front."""

    def __init__(self, app: ASGIApp, strips: bool) -> None:
        self.app = app
        self.strips = strips

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            if not scope["path"].startswith(ROOT + "/"):
                await PlainTextResponse("not ours", 404)(scope, receive, send)
                return
            if self.strips:
                scope = {**scope, "path": scope["path"].removeprefix(ROOT)}
        await self.app(scope, receive, send)


@pytest.fixture(params=["strips", "hands on"])
def client(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[TestClient]:
    app = create_app(tmp_path, settings(tmp_path), ROOT)
    proxy = Proxy(app, strips=request.param == "strips")
    with TestClient(proxy, headers={"Accept-Language": "en", "Accept": "text/html"}) as client:
        yield client


def lay(client: TestClient, root: str = ROOT) -> str:
    seats = {"seat0": "person", "name0": "Zazie", "seat1": "person"}
    answer = client.post(f"{root}/tables", data={"game": GAME, "lang": "fr", **seats}, follow_redirects=False)
    assert answer.status_code == 303
    return answer.headers["location"]


def test_every_link_of_every_page_leads_below_the_sub_path(client: TestClient) -> None:
    table = lay(client)
    assert table.startswith(f"{ROOT}/t/")
    to_do, seen = [f"{ROOT}/", table, f"{table}/replay/0", f"{ROOT}/nowhere"], set[str]()
    while to_do:
        address = to_do.pop()
        if address in seen:
            continue
        seen.add(address)
        answer = client.get(address)
        assert answer.status_code == (404 if address.endswith("/nowhere") else 200), address
        if not answer.headers["content-type"].startswith("text/html"):
            continue
        assert f'data-root="{ROOT}"' in answer.text
        for link in ADDRESS.findall(answer.text):
            assert link.startswith((ROOT + "/", "#", "https://", "data:")), (address, link)
        for link in LINK.findall(answer.text):
            if link.startswith(ROOT + "/") and "/lang/" not in link:
                to_do.append(link.partition("#")[0].replace("&amp;", "&"))
    assert any("/static/" in address for address in seen)
    assert any("style.css" in address for address in seen)
    assert any("/rules/" in address for address in seen)


def test_one_plays_under_the_sub_path(client: TestClient) -> None:
    table = lay(client)
    view = client.get(f"{table}/view").json()
    if view["handover"] is not None:
        view = client.post(f"{table}/look", json={"seat": view["handover"]}).json()["view"]
    answer = client.post(f"{table}/moves", json={"number": view["number"], "move": view["moves"][0]["move"]})
    assert answer.status_code == 200
    shown = client.get(f"{table}/view").json()
    for link in ADDRESS.findall("".join(v for k, v in shown.items() if k.endswith("_html"))):
        assert link.startswith((ROOT + "/", "#"))


def test_cookies_are_for_the_sub_path_only(client: TestClient) -> None:
    lay(client)
    client.get(f"{ROOT}/lang/en", params={"back": "/rules"})
    assert len(client.cookies.jar) >= 2
    assert all(cookie.path.startswith(ROOT + "/") for cookie in client.cookies.jar)


def test_whoever_changes_the_language_comes_back(client: TestClient) -> None:
    page = client.get(f"{ROOT}/rules?a=b").text
    (link,) = re.findall(r'href="([^"]*/lang/fr[^"]*)"', page)
    answer = client.get(link)
    assert answer.url.path == f"{ROOT}/rules"
    assert 'lang="fr"' in answer.text


def test_the_upload_limit_holds_there_too(client: TestClient) -> None:
    large = {"record": "x" * (guard.LARGEST_BODY + 1)}
    assert client.post(f"{ROOT}/import", data=large).status_code == 422
    assert client.post(f"{ROOT}/tables", data=large).status_code == 413


def test_the_page_for_a_failure_leads_below_the_sub_path(tmp_path: Path) -> None:
    def fail(_: Request) -> None:
        raise RuntimeError

    app = create_app(tmp_path, settings(tmp_path), ROOT)
    app.router.routes.insert(0, Route("/fail", fail))
    with TestClient(Proxy(app, strips=True), raise_server_exceptions=False) as client:
        answer = client.get(f"{ROOT}/fail", headers={"Accept": "text/html"})
    assert answer.status_code == 500
    links = ADDRESS.findall(answer.text)
    assert links
    assert all(link.startswith((ROOT + "/", "#", "data:")) for link in links)


@pytest.mark.parametrize("written", ["/a/b", "a/b", "a/b/", "//a//b"])
def test_a_sub_path_may_be_written_in_many_ways(written: str) -> None:
    assert subpath.clean(written) == "/a/b"


def test_what_is_no_sub_path_is_refused() -> None:
    assert subpath.clean("/") == ""
    for wrong in ("/a b", "/a?b", "/../a", "/a;b", '/"'):
        with pytest.raises(ValueError, match=re.escape(wrong)):
            subpath.clean(wrong)


# ---- Health ----


@pytest.fixture
def plain(tmp_path: Path) -> Iterator[TestClient]:
    app = create_app(tmp_path, settings(tmp_path))
    with TestClient(app, raise_server_exceptions=False) as client:
        yield client


def test_all_is_well(plain: TestClient) -> None:
    answer = plain.get("/health")
    assert answer.status_code == 200
    assert answer.json() == {
        "status": "ok",
        "version": rotonde.__version__,
        "database": "ok",
        "bots": "ok",
    }
    assert answer.headers["cache-control"] == "no-store"


def test_a_database_that_cannot_be_reached(plain: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: str) -> None:
        raise StorageError("a secret of the database")

    monkeypatch.setattr(plain.app.state.house.storage, "table", fail)  # type: ignore[attr-defined]
    answer = plain.get("/health")
    assert answer.status_code == 503
    assert (answer.json()["status"], answer.json()["database"]) == ("failing", "failing")
    assert "secret" not in answer.text


def test_bots_that_die_again_and_again_are_told_until_one_lives(plain: TestClient) -> None:
    house = plain.app.state.house  # type: ignore[attr-defined]
    dying = Bots(1, fake_players.dies, fake_players.no_need)
    game = rotonde.game(GAME, engine="python")
    table = game.new()
    table.deal(random.Random(0))

    async def ask() -> None:
        with pytest.raises(BotFailed):
            await dying.choose("", table.seen_by(table.actor), 0)
        assert not dying.alive
        dying._choose = fake_players.quick
        await dying.choose("", table.seen_by(table.actor), 0)
        assert dying.alive
        dying.close()

    asyncio.run(ask())
    house.settings.bots.alive = False
    assert plain.get("/health").json()["bots"] == "failing"
    house.settings.bots.alive = True
    assert plain.get("/health").status_code == 200


# ---- The log ----


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    written = io.StringIO()
    monkeypatch.setattr("sys.stderr", written)
    before = logging.root.handlers[:], logging.root.level
    log.set_up("json")
    yield written
    logging.root.handlers[:], logging.root.level = before[0], before[1]
    log.requests.setLevel(logging.NOTSET)


def read(written: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in written.getvalue().splitlines()]


def test_one_line_a_request_without_anything_secret(plain: TestClient, lines: io.StringIO) -> None:
    at = lay(plain, "")
    plain.get(f"{at}/view?hidden=query")
    plain.get(f"{at}/replay/0")
    plain.get("/static/tokens.css?v=1")
    plain.get("/nowhere/Zazie")
    plain.request("ZAZIE", "/")
    plain.get("/health")
    told = read(lines)
    assert [(line["method"], line["route"], line["status"]) for line in told] == [
        ("POST", "/tables", 303),
        ("GET", "/t/{id}/view", 200),
        ("GET", "/t/{id}/replay/{count:int}", 200),
        ("GET", "/static", 200),
        ("GET", "-", 404),
        ("other", "/", 405),
    ]
    for line in told:
        assert set(line) == {"at", "level", "process", "method", "route", "status", "ms"}
    secrets = [at.removeprefix("/t/"), "Zazie", "ZAZIE", "hidden", "query", *plain.cookies.values()]
    for secret in secrets:
        assert secret not in lines.getvalue()


def test_a_failure_is_told_with_its_place_and_without_its_words(
    plain: TestClient, lines: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: str) -> None:
        raise RuntimeError("what Zazie typed")

    monkeypatch.setattr(plain.app.state.house.tables, "open", fail)  # type: ignore[attr-defined]
    assert plain.get("/t/abc").status_code == 500
    logging.getLogger("rotonde.server").exception("it failed", exc_info=RuntimeError("what Zazie typed"))
    request, failure = read(lines)
    assert (request["level"], request["route"], request["status"]) == ("warning", "/t/{id}", 500)
    assert (failure["level"], failure["message"], failure["exception"]) == (
        "error",
        "it failed",
        "RuntimeError",
    )
    assert "Zazie" not in lines.getvalue()


def test_for_people_requests_are_not_logged(
    plain: TestClient, lines: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr", lines)
    log.set_up("text")
    plain.get("/")
    logging.getLogger("rotonde.server").warning("a bot's process died")
    assert lines.getvalue() == "WARNING: a bot's process died\n"
