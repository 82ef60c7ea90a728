"""What stands before every route: no page of another site posts here, no body is too large, no browser guesses."""

from collections.abc import MutableMapping
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from . import i18n, limits, pages
from .subpath import root

LARGEST_BODY = 64 * 1024
LARGEST_UPLOAD = 4 * 1024 * 1024
UPLOADS = ("/import", "/api/import")

HEADERS = {
    # Drawings carry their colours in style attributes; scripts and style sheets come from files of ours only.
    "Content-Security-Policy": (
        "default-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; object-src 'none'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}

_RAW_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]


class TooLarge(Exception):
    """The body is larger than anything we take."""


class SecurityHeaders:
    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers: list[tuple[bytes, bytes]] = message["headers"]
                own = {name.lower() for name, _ in headers}
                message["headers"] = [*headers, *(header for header in _RAW_HEADERS if header[0] not in own)]
            await send(message)

        await self.app(scope, receive, send_with_headers if scope["type"] == "http" else send)


class SameOrigin:
    """Refuses what a page of another site sends with a reader's browser."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] not in ("GET", "HEAD") and not _same_origin(scope):
            await _refuse(scope, receive, send, 403, "guard.origin")
        else:
            await self.app(scope, receive, send)


def _same_origin(scope: MutableMapping[str, Any]) -> bool:
    headers = Headers(scope=scope)
    origin = headers.get("origin")
    if origin is not None:
        return origin != "null" and urlsplit(origin).netloc == headers.get("host")
    # Browsers that send no Origin send this; programs that are no browsers send neither.
    return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")


class Rates:
    """Refuses what comes from one address faster than people and well-meant programs ask."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._pace = limits.Pace(limits.REQUESTS, limits.SECONDS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not self._allows(scope):
            await _refuse(scope, receive, send, 429, "guard.rate")
        else:
            await self.app(scope, receive, send)

    def _allows(self, scope: Scope) -> bool:
        address = limits.origin(HTTPConnection(scope))
        return address is None or self._pace.step(address)


class BodyLimit:
    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        path = scope["path"].removeprefix(root())
        largest = LARGEST_UPLOAD if path in UPLOADS else LARGEST_BODY
        announced = Headers(scope=scope).get("content-length", "0")
        if not (announced.isascii() and announced.isdigit()):
            await _refuse(scope, receive, send, 400, "guard.length")
            return
        if len(announced) > 12 or int(announced) > largest:
            await _refuse(scope, receive, send, 413, "guard.large")
            return
        got = 0
        started = False

        async def receive_some() -> Message:
            nonlocal got
            message = await receive()
            got += len(message.get("body", b""))
            if got > largest:
                raise TooLarge
            return message

        async def note_start(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self.app(scope, receive_some, note_start)
        except TooLarge:
            if started:
                raise
            await _refuse(scope, receive, send, 413, "guard.large")


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, key: str) -> None:
    request = Request(scope)
    text = i18n.text(i18n.language(request), key)
    answer = pages.told_program(request, status, text)
    if answer is not None:
        answer.headers["Connection"] = "close"
    elif pages.wants_page(request):
        answer = pages.problem(request, status, "refused", text=text)
        answer.headers["Connection"] = "close"
    else:
        answer = Response(text + "\n", status, media_type="text/plain", headers={"Connection": "close"})
    await answer(scope, receive, send)
