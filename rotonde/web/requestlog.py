"""One line of the log for each request: by the pattern of its route, because addresses may hold secrets."""

import time
from typing import Any

from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rotonde.server.log import requests

HEALTH = "/health"


class RequestLog:
    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._patterns: dict[Any, str] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not requests.isEnabledFor(20):
            await self.app(scope, receive, send)
            return
        started = time.perf_counter()
        status = 500  # what an exception that nobody caught becomes
        told = False

        def tell() -> None:
            nonlocal told
            told = True
            fields = {
                "method": scope["method"] if scope["method"] in _METHODS else "other",
                "route": self._pattern(scope),
                "status": status,
                "ms": round(1000 * (time.perf_counter() - started), 1),
            }
            if fields["route"] != HEALTH or status != 200:  # a balancer asks every second
                requests.log(30 if status >= 500 else 20, "request", extra={"fields": fields})

        async def note(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                if (b"content-type", b"text/event-stream; charset=utf-8") in message["headers"]:
                    tell()  # a stream has no end worth waiting for
            await send(message)

        try:
            await self.app(scope, receive, note)
        finally:
            if not told:
                tell()

    def _pattern(self, scope: Scope) -> str:
        """How the route is written in the program; "-" when there is none."""
        if not self._patterns:
            for route in reversed(scope["app"].routes):
                if isinstance(route, Route | Mount):
                    self._patterns[route.endpoint if isinstance(route, Route) else route.app] = route.path
        return self._patterns.get(scope.get("endpoint"), "-")


_METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH")
