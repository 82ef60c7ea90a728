"""What makes a table a company of people: they talk, and they ask each other to take a move back."""

import time

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from rotonde.server.house import House
from rotonde.server.storage import Remark
from rotonde.server.table import Guest, LiveTable

from . import views
from .asking import Refused, house_of, sent_json, visit, whole_numbers
from .table import told

LONGEST_REMARK = 500
AT_ONCE, AT_ONCE_SECONDS = 5, 10
IN_A_WHILE, WHILE_SECONDS = 60, 600
"""A person says so much at a table in so many seconds."""

JOINER = "\u200d"
"""It holds the parts of one sign together; the other invisible characters only turn or hide words."""


def routes() -> list[Route]:
    return [
        Route("/t/{id}/chat", say, methods=["POST"]),
        Route("/t/{id}/ask", ask, methods=["POST"]),
        Route("/t/{id}/answer", answer, methods=["POST"]),
    ]


async def say(request: Request) -> Response:
    """Say something to the table.

    Only those who hold a seat do. Whoever watches has no name and needs nobody's leave to come: the people at the table
    could neither know nor avoid them, and what they say could be advice.
    """
    sent = await sent_json(request)
    if set(sent) != {"words"} or not isinstance(sent["words"], str):
        raise Refused(400, "table.bad.fields", names="words")
    live, viewer = await visit(request)
    person = viewer.guest.person
    if not viewer.owns or person is None:
        raise Refused(403, "table.talk.not_yours")
    remark = await keep_remark(house_of(request), live, viewer.guest, person, sent["words"])
    return JSONResponse({"remark": remark.number})


async def keep_remark(house: House, live: LiveTable, guest: Guest, person: str, said: str) -> Remark:
    """Keep what somebody at the table says, and show it; refuse what is too long or too much."""
    words = clean(said)
    if not words:
        raise Refused(400, "table.talk.empty")
    if len(words) > LONGEST_REMARK:
        raise Refused(400, "table.talk.long", most=LONGEST_REMARK)
    now = time.time()
    for most, seconds in ((AT_ONCE, AT_ONCE_SECONDS), (IN_A_WHILE, WHILE_SECONDS)):
        if await run_in_threadpool(house.storage.said_by, live.id, person, now - seconds) >= most:
            raise Refused(429, "table.talk.slow")
    looking = guest.looking(live)
    seat = guest.held[0] if looking is None else looking
    remark = await run_in_threadpool(house.storage.say, live.id, person, seat, live.names[seat], words, now)
    house.show(live.id)
    return remark


def clean(words: str) -> str:
    """One line of visible characters."""
    visible = "".join(c for c in words if c.isprintable() or c.isspace() or c == JOINER)
    return " ".join(visible.split()).strip(JOINER)


async def ask(request: Request) -> Response:
    """Ask the others to let one's last move be taken back."""
    sent = await sent_json(request)
    if set(sent) != {"number"}:
        raise Refused(400, "table.bad.fields", names="number")
    (number,) = whole_numbers(sent["number"])

    def deed(live: LiveTable, viewer: views.Viewer) -> None:
        seat = views.asking_seat(live, viewer)
        if seat is None:
            raise Refused(409, "table.not_now.ask")
        live.ask(number, seat)

    return await told(request, deed)


async def answer(request: Request) -> Response:
    """Agree to what was asked, or not."""
    sent = await sent_json(request)
    if set(sent) != {"number", "agrees"} or not isinstance(sent["agrees"], bool):
        raise Refused(400, "table.bad.fields", names="number, agrees")
    (number,) = whole_numbers(sent["number"])

    def deed(live: LiveTable, viewer: views.Viewer) -> None:
        seat = views.answering_seat(live, viewer)
        if seat is None:
            raise Refused(409, "table.not_now.answer")
        live.answer(number, seat, sent["agrees"])

    return await told(request, deed)
