"""What every route at a table needs: who asks and where, what was sent, and how to refuse it."""

import json
from collections.abc import Callable
from dataclasses import replace
from email import message_from_bytes
from typing import Any, TypeVar, cast
from urllib.parse import parse_qsl

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from rotonde.server.house import House
from rotonde.server.table import Guest, LiveTable

from . import i18n, visitors
from .views import Viewer

LARGEST_NUMBER = 2**53

T = TypeVar("T")


class Refused(Exception):
    """A request that changes nothing; the key names the sentence that says why."""

    def __init__(self, status: int, key: str, **values: object) -> None:
        super().__init__(key)
        self.status = status
        self.key = key
        self.values = values


# ---- Who asks, and for which table ----


def house_of(request: Request) -> House:
    return request.app.state.house


async def open_table(request: Request) -> LiveTable:
    """The table of the address; opening it lets its bots go on, should the server have been restarted."""
    house = house_of(request)
    live = await run_in_threadpool(house.tables.open, request.path_params["id"])
    house.wake_bots(live)
    return live


async def visit(request: Request) -> tuple[LiveTable, Viewer]:
    """The table of the address and who asks for it."""
    return await at_table(request, lambda live, viewer: (live, viewer))


async def at_table(request: Request, deed: Callable[[LiveTable, Viewer], T]) -> T:
    """Do something at the table of the address, for who asks; all in a thread, for the way there costs more than it."""
    house = house_of(request)

    def find_and_do() -> tuple[LiveTable, T]:
        live = house.tables.open(request.path_params["id"])
        viewer = Viewer(visitors.find_guest(request, live), i18n.language(request))
        return live, deed(live, viewer)

    live, done = await run_in_threadpool(find_and_do)
    house.wake_bots(live)
    return done


async def refreshed(live: LiveTable, viewer: Viewer) -> Viewer:
    """The same viewer, after another process or another of the viewer's screens may have done something."""

    def look_again() -> Guest:
        live.refresh()
        return live.guest(viewer.guest.person)

    return replace(viewer, guest=await run_in_threadpool(look_again))


# ---- Reading what was sent ----


async def sent_json(request: Request) -> dict[str, Any]:
    """The JSON object that was sent."""
    if request.headers.get("content-type", "").split(";")[0].strip().lower() != "application/json":
        raise Refused(415, "table.bad.type")
    try:
        sent = json.loads(await request.body())
    except (ValueError, RecursionError):
        raise Refused(400, "table.bad.json") from None
    if not isinstance(sent, dict):
        raise Refused(400, "table.bad.json")
    return cast("dict[str, Any]", sent)


async def sent_numbers(request: Request, *names: str) -> list[int]:
    """The numbers of these names, and no others, from a JSON object."""
    sent = await sent_json(request)
    if set(sent) != set(names):
        raise Refused(400, "table.bad.fields", names=", ".join(names))
    return whole_numbers(*(sent[name] for name in names))


def whole_numbers(*values: Any) -> list[int]:
    for value in values:
        if type(value) is not int or not 0 <= value < LARGEST_NUMBER:
            raise Refused(400, "table.bad.number")
    return list(values)


async def sent_form(request: Request) -> dict[str, str]:
    """The fields of a form; a field that stands twice is refused, as is anything that is no form."""
    kind = request.headers.get("content-type", "")
    body = await request.body()
    try:
        if kind.startswith("multipart/form-data"):
            pairs = _parts(kind, body)
        elif kind.split(";")[0].strip().lower() == "application/x-www-form-urlencoded":
            pairs = _pairs(body.decode("utf-8"))
        else:
            raise Refused(415, "table.bad.type")
    except ValueError:
        raise Refused(400, "table.bad.form") from None
    if len({name for name, _ in pairs}) != len(pairs):
        raise Refused(400, "table.bad.form")
    return dict(pairs)


def _pairs(body: str) -> list[tuple[str, str]]:
    if not body:
        return []
    return parse_qsl(body, keep_blank_values=True, strict_parsing=True, errors="strict", max_num_fields=100)


def _parts(kind: str, body: bytes) -> list[tuple[str, str]]:
    message = message_from_bytes(b"Content-Type: " + kind.encode("latin-1") + b"\r\n\r\n" + body)
    pairs: list[tuple[str, str]] = []
    for part in message.walk():
        name = part.get_param("name", header="content-disposition")
        content = part.get_payload(decode=True)
        if isinstance(name, str) and isinstance(content, bytes):
            pairs.append((name, content.decode("utf-8")))
    return pairs
