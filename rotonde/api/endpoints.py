"""How an operation is declared: once, for the router and for the description."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rotonde.web import asking, i18n

from .shapes import Wrong


class Refused(Exception):
    """A request that changes nothing; the key names the sentence that says why."""

    def __init__(self, status: int, key: str, text: str = "", rule: str | None = None) -> None:
        super().__init__(key)
        self.status = status
        self.key = key
        self.text = text
        self.rule = rule


@dataclass(frozen=True)
class Operation:
    """One method of one path. `run` gets the request and what was sent; what it gives goes back as JSON."""

    method: str
    path: str
    summary: str
    run: Callable[..., Awaitable[Any]]
    gives: Any
    takes: type[msgspec.Struct] | None = None
    status: int = 200
    needs_person: bool = True
    asks: tuple[str, ...] = ()
    """The names of what may stand in the query."""
    refuses: tuple[int, ...] = ()
    """The ways in which it may be refused, beside those that every operation has."""

    def route(self) -> Route:
        return Route(self.path, self._answer, methods=[self.method], name=f"{self.method} {self.path}")

    async def _answer(self, request: Request) -> Response:
        try:
            if self.takes is None:
                found = await self.run(request)
            else:
                found = await self.run(request, await _sent(request, self.takes))
        except Refused as refused:
            return wrong(request, refused)
        except asking.Refused as refused:
            text = i18n.text(i18n.language(request), refused.key, **refused.values)
            return wrong(request, Refused(refused.status, refused.key, text))
        if isinstance(found, Response):
            return found
        return Response(
            msgspec.json.encode(found),
            self.status,
            media_type="application/json",
            headers={"Cache-Control": "no-store"},
        )


async def _sent(request: Request, shape: type[msgspec.Struct]) -> msgspec.Struct:
    kind = request.headers.get("content-type", "").split(";")[0].strip().lower()
    if kind != "application/json":
        raise Refused(415, "api.type")
    try:
        return msgspec.json.decode(await request.body(), type=shape)
    except msgspec.ValidationError as error:
        raise Refused(
            400, "api.shape", i18n.text(i18n.language(request), "api.shape", why=str(error))
        ) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Refused(400, "api.json") from None


def wrong(request: Request, refused: Refused) -> Response:
    text = refused.text or i18n.text(i18n.language(request), refused.key)
    told = Wrong(refused.key, text, refused.rule)
    headers = {"Cache-Control": "no-store"}
    if refused.status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return Response(msgspec.json.encode(told), refused.status, headers, media_type="application/json")
