"""The pages round the tables: rules, language, and the page for whatever goes wrong."""

from collections.abc import Callable, Mapping
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from rotonde import games
from rotonde.kernel.info import GameInfo
from rotonde.web import i18n
from rotonde.web.render import page
from rotonde.web.rulebook import rulebook

A_YEAR = 365 * 24 * 3600


def routes() -> list[Route]:
    return [
        Route("/rules", rules_index),
        Route("/rules/{game}", rules),
        Route("/lang/{lang}", set_language),
    ]


def exception_handlers() -> Mapping[Any, Callable[[Request, Any], Any]]:
    """For Starlette(exception_handlers=...): whatever goes wrong ends on a friendly page."""
    return {HTTPException: on_refusal, 500: on_failure}


# ---- Rules ----


def rules_index(request: Request) -> Response:
    lang = i18n.language(request)
    infos = [games.info(game) for game in (*games.PLAYABLE, *games.ANNOUNCED)]
    written = {info.id for info in infos if rulebook(info.id, lang)}
    return page(request, "rules_index.html", infos=infos, written=written)


def rules(request: Request) -> Response:
    info = game_info(request)
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
    answer = told_program(request, refusal.status_code) or problem(request, refusal.status_code)
    answer.headers.update(refusal.headers or {})
    return answer


async def on_failure(request: Request, _failure: Exception) -> Response:
    return told_program(request, 500) or problem(request, 500)


def told_program(request: Request, status: int, text: str = "") -> Response | None:
    """The same for a program that uses the API, as it gets all refusals; None when somebody else asks."""
    if not request.url.path.removeprefix(request.scope.get("root_path", "")).startswith("/api/"):
        return None
    story = status if status in _TOLD else "other"
    text = text or i18n.text(i18n.language(request), f"problem.{story}.text")
    return JSONResponse({"error": f"http.{status}", "text": text}, status)


def game_info(request: Request) -> GameInfo:
    game = request.path_params["game"]
    if game not in games.PLAYABLE and game not in games.ANNOUNCED:
        raise HTTPException(404)
    return games.info(game)
