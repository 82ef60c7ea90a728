"""Under a sub-path of a host that has other things to show as well.

Inside, every address begins at "/", as if the host were ours alone. What leaves gets the sub-path in front: here for
redirects and cookies, by `Rooted` for what templates write, by `at` for what they are given, and on the page by
<body data-root>. What comes in may bring the sub-path along or not: proxies do either.
"""

import re
from contextvars import ContextVar

from jinja2 import Environment
from jinja2.ext import Extension
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_root: ContextVar[str] = ContextVar("root", default="")


def root() -> str:
    """The sub-path of the request that is being answered: empty, or /like/this."""
    return _root.get()


def at(path: str) -> str:
    """The address of one of our paths."""
    return root() + path


def clean(path: str) -> str:
    """A sub-path as a host may write it, made /like/this. ValueError when it cannot be one."""
    parts = [part for part in path.split("/") if part]
    if not all(re.fullmatch(r"[A-Za-z0-9._~-]+", part) and part.strip(".") for part in parts):
        raise ValueError(path)
    return "".join(f"/{part}" for part in parts)


class SubPath:
    def __init__(self, app: ASGIApp, root: str) -> None:
        self.app = app
        self._root = root

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not self._root:
            await self.app(scope, receive, send)
            return
        # Not taken back: the page for a failure is made after us, for the same request.
        _root.set(self._root)
        scope["root_path"] = self._root
        path = scope["path"].removeprefix(self._root)
        if path == scope["path"] or path[:1] not in ("", "/"):  # it came without
            path = scope["path"]
        scope["path"] = self._root + (path or "/")

        async def send_rooted(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._put_in_front(MutableHeaders(scope=message))
            await send(message)

        await self.app(scope, receive, send_rooted)

    def _put_in_front(self, headers: MutableHeaders) -> None:
        target = headers.get("location", "")
        if target.startswith("/") and not target.startswith("//"):
            headers["location"] = self._root + target
        cookies = headers.getlist("set-cookie")
        if cookies:
            del headers["set-cookie"]
            for cookie in cookies:
                headers.append("set-cookie", re.sub(r"(?i)(; *path=)/", rf"\1{self._root}/", cookie))


class Rooted(Extension):
    """Lets templates write addresses that begin at "/"."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return re.sub(r'\b(href|src|action|formaction)="/(?!/)', r'\1="{{ root() }}/', source)

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        environment.globals.update(root=root, at=at)  # pyright: ignore[reportCallIssue, reportArgumentType]
