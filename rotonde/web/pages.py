"""The pages round the tables: home, setting up a table, rules, language, and the page for whatever goes wrong."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

import rotonde
from rotonde import games
from rotonde.kernel.info import GameInfo, Option
from rotonde.players.levels import LEVELS
from rotonde.web import i18n, seating
from rotonde.web.render import page
from rotonde.web.rulebook import rulebook

A_YEAR = 365 * 24 * 3600


def routes() -> list[Route]:
    return [
        Route("/", home),
        Route("/new/{game}", new),
        Route("/rules", rules_index),
        Route("/rules/{game}", rules),
        Route("/lang/{lang}", set_language),
    ]


def exception_handlers() -> Mapping[Any, Callable[[Request, Any], Any]]:
    """For Starlette(exception_handlers=...): whatever goes wrong ends on a friendly page."""
    return {HTTPException: on_refusal, 500: on_failure}


def home(request: Request) -> Response:
    playable = [games.info(game) for game in games.PLAYABLE]
    announced = [games.info(game) for game in games.ANNOUNCED]
    return page(request, "home.html", playable=playable, announced=announced)


# ---- Setting up a table ----


@dataclass(frozen=True)
class SeatField:
    """One seat in the form: seat 0 is always the person who sets the table up."""

    number: int
    kind: str
    name: str
    person_name: str
    bot_name: str


def new(request: Request) -> Response:
    info = _info(request)
    if info.id not in games.PLAYABLE:
        lang = i18n.language(request)
        return problem(request, 404, "soon", title=info.title[lang])
    asked = request.query_params
    lang = i18n.language(request)
    people = _number(asked.get("people"), 1)
    low, high = info.players
    count = min(max(_number(asked.get("seats"), max(2, people)), low), high)
    options = rotonde.game(info.id, engine="python").options
    return page(
        request,
        "new.html",
        info=info,
        levels=LEVELS,
        counts=range(low, high + 1),
        seats=[_seat_field(asked, lang, seat, people) for seat in range(count)],
        options=options,
        chosen={option.name: _chosen(asked, option) for option in options},
        choice=seating.choice,
        name_length=seating.NAME_LENGTH,
        table_lang=asked["lang"] if asked.get("lang") in i18n.LANGS else lang,
        has_rules=rulebook(info.id, lang) is not None,
    )


def _seat_field(asked: Mapping[str, str], lang: str, seat: int, people: int) -> SeatField:
    kind = asked.get(f"seat{seat}")
    if seat == 0:
        kind = seating.PERSON
    elif kind not in seating.KINDS:
        kind = seating.PERSON if seat < people else seating.DEFAULT_BOT
    return SeatField(
        number=seat,
        kind=kind,
        name=seating.clean_name(asked.get(f"name{seat}", "")),
        person_name=seating.default_name(lang, seat, seating.PERSON),
        bot_name=seating.default_name(lang, seat, seating.DEFAULT_BOT),
    )


def _chosen(asked: Mapping[str, str], option: Option) -> str:
    wish = asked.get(f"opt_{option.name}", "")
    return wish if wish in map(seating.choice, option.choices) else seating.choice(option.default)


def _number(text: str | None, otherwise: int) -> int:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 4 else otherwise


# ---- Rules ----


def rules_index(request: Request) -> Response:
    lang = i18n.language(request)
    infos = [games.info(game) for game in (*games.PLAYABLE, *games.ANNOUNCED)]
    written = {info.id for info in infos if rulebook(info.id, lang)}
    return page(request, "rules_index.html", infos=infos, written=written)


def rules(request: Request) -> Response:
    info = _info(request)
    book = rulebook(info.id, i18n.language(request))
    if book is None:
        raise HTTPException(404)
    return page(request, "rules.html", info=info, book=book, playable=info.id in games.PLAYABLE)


# ---- Language ----


def set_language(request: Request) -> Response:
    lang = request.path_params["lang"]
    if lang not in i18n.LANGS:
        raise HTTPException(404)
    answer = RedirectResponse(_own_path(request.query_params.get("back", "/")), 303)
    answer.set_cookie(i18n.COOKIE, lang, max_age=A_YEAR, samesite="lax", httponly=True)
    return answer


def _own_path(path: str) -> str:
    """A path of this site, or home: nobody is sent elsewhere by a link that looks like ours."""
    own = path.startswith("/") and not path.startswith("//") and "\\" not in path and path.isprintable()
    return path if own else "/"


# ---- What goes wrong ----

_TOLD = (404, 405, 500)
"""What has words of its own; the rest shares some."""


def wants_page(request: Request) -> bool:
    """Whether a person reads the answer: a browser that goes to an address says so, a script that asks does not."""
    return "text/html" in request.headers.get("accept", "")


def problem(request: Request, status: int, story: str | None = None, **values: object) -> Response:
    """A friendly page for what went wrong; `story` names its words: problem.<story>.title and .text."""
    story = story or (str(status) if status in _TOLD else "other")
    lang = i18n.language(request)
    return page(
        request,
        "problem.html",
        status=status,
        code=status,
        heading=i18n.text(lang, f"problem.{story}.title", **values),
        explanation=i18n.text(lang, f"problem.{story}.text", **values),
    )


async def on_refusal(request: Request, refusal: HTTPException) -> Response:
    answer = problem(request, refusal.status_code)
    answer.headers.update(refusal.headers or {})
    return answer


async def on_failure(request: Request, _failure: Exception) -> Response:
    return problem(request, 500)


def _info(request: Request) -> GameInfo:
    game = request.path_params["game"]
    if game not in games.PLAYABLE and game not in games.ANNOUNCED:
        raise HTTPException(404)
    return games.info(game)
