"""The web application: routes, what guards them, and the house behind them."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from importlib import resources
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from rotonde import games
from rotonde.api import description
from rotonde.server.house import House, Settings

from . import account, company, guard, laying, lists, meeting, pages, table
from .health import health
from .limits import Limits
from .render import STATIC
from .requestlog import HEALTH, RequestLog
from .subpath import SubPath

FOREVER = "public, max-age=31536000, immutable"


def create_app(data_dir: Path, settings: Settings | None = None, root_path: str = "") -> Starlette:
    """The application over the tables kept in `data_dir`; under the sub-path `root_path` if it is not empty."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncGenerator[None]:
        app.state.house = house = House(settings or Settings(data_dir))
        app.state.limits = Limits()
        app.state.accounts = house.accounts
        app.state.notifier = house.notifier
        try:
            house.start()
            yield
        finally:
            await house.close()

    return Starlette(
        routes=[
            *pages.routes(),
            *lists.routes(),
            *laying.routes(),
            *meeting.routes(),
            *table.routes(),
            *company.routes(),
            *account.routes(),
            *description.routes(),
            Route("/games/{game}/style.css", game_style),
            Route(HEALTH, health),
            Mount("/static", _Static(directory=STATIC)),
        ],
        middleware=[
            Middleware(RequestLog),
            Middleware(SubPath, root=root_path),
            Middleware(guard.SecurityHeaders),
            Middleware(guard.Rates),
            Middleware(guard.SameOrigin),
            Middleware(guard.BodyLimit),
        ],
        exception_handlers={**pages.exception_handlers(), **table.exception_handlers(), 500: on_failure},
        lifespan=lifespan,
    )


async def on_failure(request: Request, failure: Exception) -> Response:
    """The page for a mistake of ours; it is made outside the middleware, so it gets its headers here."""
    answer = await pages.on_failure(request, failure)
    answer.headers.update(guard.HEADERS)
    return answer


class _Static(StaticFiles):
    """An address with ?v= changes with the content: browsers may keep what they got, and ask again for the rest."""

    async def get_response(self, path: str, scope: Any) -> Response:
        answer = await super().get_response(path, scope)
        if answer.status_code == 200:
            answer.headers["Cache-Control"] = FOREVER if b"v=" in scope["query_string"] else "no-cache"
        return answer


def game_style(request: Request) -> Response:
    """The style sheet of a game, which lies in the game's own folder."""
    package = games.PLAYABLE.get(request.path_params["game"])
    if package is None:
        raise HTTPException(404)
    file = resources.files(package).joinpath("style.css")
    if not file.is_file():
        raise HTTPException(404)
    headers = {"Cache-Control": FOREVER} if "v" in request.query_params else {}
    return Response(file.read_bytes(), media_type="text/css", headers=headers)
