"""Where people meet: taking a seat, giving it back, inviting, a bot for a while, the seat on another device."""

import time
from collections.abc import Callable
from functools import partial
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from rotonde.players.levels import DEFAULT, LEVELS
from rotonde.server.names import told_apart
from rotonde.server.people import hashed, new_secret
from rotonde.server.table import GATHERING, LiveTable, NotNow, Stale

from . import gathering, i18n, limits, seating, visitors
from .asking import Refused, house_of, sent_form, sent_json, sent_numbers, visit
from .render import page, script_json, templates
from .rulebook import rulebook
from .subpath import at
from .views import Viewer, table_name

CARRY_LASTS = 15 * 60
"""Seconds for which the code that takes a seat to another device serves."""
LONGEST_CODE = 100
JS_TEXTS = ("link", "copy", "copied", "share", "again", "once", "failed", "lost")
TRIES = 5
"""So often is a change tried again when somebody else was faster by a hair."""


def routes() -> list[Route]:
    return [
        Route("/t/{id}/sit", sit, methods=["POST"]),
        Route("/t/{id}/rise", rise, methods=["POST"]),
        Route("/t/{id}/fill", fill, methods=["POST"]),
        Route("/t/{id}/invite", invite, methods=["POST"]),
        Route("/t/{id}/bot", hand_over, methods=["POST"]),
        Route("/t/{id}/back", come_back, methods=["POST"]),
        Route("/t/{id}/carry", carry, methods=["POST"]),
        Route("/carry", arrive_form, methods=["GET"]),
        Route("/carry", arrive, methods=["POST"]),
    ]


async def _change(request: Request, live: LiveTable, deed: Callable[[], object]) -> None:
    """Change who sits where, and let everybody see it."""
    for tries_left in reversed(range(TRIES)):
        try:
            await run_in_threadpool(deed)
            break
        except NotNow as not_now:
            raise Refused(409, f"meeting.not_now.{not_now.reason}") from None
        except Stale:
            if not tries_left:
                raise Refused(409, "table.stale") from None
    house_of(request).changed(live)


# ---- Before the game ----


async def gathering_page(request: Request, live: LiveTable, view: dict[str, Any], viewer: Viewer) -> Response:
    """The page of a table where somebody is still to sit down."""
    lang = viewer.lang
    visitor = await visitors.visitor(request)
    host = await run_in_threadpool(live.guest, live.row.owner)
    special, usual = gathering.settled(live, lang)
    answer = page(
        request,
        "meeting/gathering.html",
        live=live,
        view=view,
        info=live.game.info,
        name=table_name(live.id, lang),
        address=f"{request.url.scheme}://{request.url.netloc}{at(f'/t/{live.id}')}",
        host=live.names[host.held[0]] if host.held else "",
        my_name=visitor.name if visitor else "",
        name_length=seating.NAME_LENGTH,
        special=special,
        usual=usual,
        texts_json=script_json({key: i18n.text(lang, f"meeting.js.{key}") for key in JS_TEXTS}),
        has_rules=rulebook(live.row.game, lang) is not None,
    )
    answer.headers["Cache-Control"] = "no-store"
    return answer


async def sit(request: Request) -> Response:
    """Take an open seat, with nothing but a name. A seat by invitation asks for its code."""
    limits.check_address(request)
    sent = await sent_form(request)
    seat = sent.get("seat", "")
    if sent.keys() != {"seat", "name", "code"} or not (seat.isascii() and seat.isdigit() and len(seat) < 3):
        raise Refused(400, "table.bad.form")
    live, viewer = await visit(request)
    if viewer.owns:
        raise Refused(409, "meeting.not_now.seated")
    if live.actor != GATHERING:
        raise Refused(409, "meeting.not_now.taken")
    house = house_of(request)
    person, secret = await visitors.welcome(request)
    wish = seating.clean_name(sent["name"])
    lang, place = i18n.language(request), int(seat)
    code = hashed(sent["code"][:LONGEST_CODE]) if sent["code"] else ""

    def deed() -> None:
        with live.lock:
            live.sit(place, person.id, _name_for(live, place, wish or person.name, lang), code)

    await _change(request, live, deed)
    if wish and wish != person.name:
        await run_in_threadpool(house.people.call, person.id, wish)
    return visitors.remember(request, RedirectResponse(f"/t/{live.id}", 303), secret)


def _name_for(live: LiveTable, seat: int, wish: str, lang: str) -> str:
    """The name under which somebody sits down there: what they say, or what the invitation says."""
    others = [who.name for number, who in enumerate(live.seats) if number != seat and not who.open]
    invited = live.seats[seat].name if 0 <= seat < len(live.seats) else ""
    name = wish or invited or seating.default_name(lang, seat, seating.PERSON)
    return told_apart(name, others, seating.NAME_LENGTH)


async def rise(request: Request) -> Response:
    """Leave before the game begins. When nobody is left, the table is cleared away."""
    live, viewer = await _seated(request)

    def deed() -> None:
        with live.lock:
            for seat in set(viewer.guest.held) & set(live.people):
                live.rise(seat)

    await _change(request, live, deed)
    return RedirectResponse("/", 303)


async def fill(request: Request) -> Response:
    """Begin, with bots in the seats that nobody took."""
    live = await _hosted(request)
    sent = await sent_form(request)
    if sent.keys() != {"level"} or sent["level"] not in {level.id for level in LEVELS}:
        raise Refused(400, "table.bad.form")
    await _change(request, live, lambda: live.fill(sent["level"]))
    return RedirectResponse(f"/t/{live.id}", 303)


async def invite(request: Request) -> Response:
    """A new code for a seat by invitation; the one before serves no longer. It is told once and not kept."""
    limits.check_address(request)
    (seat,) = await sent_numbers(request, "seat")
    live = await _hosted(request)
    code = new_secret()
    await _change(request, live, lambda: live.invite(seat, hashed(code)))
    return JSONResponse({"code": code}, headers={"Cache-Control": "no-store"})


async def _seated(request: Request) -> tuple[LiveTable, Viewer]:
    live, viewer = await visit(request)
    if not viewer.owns:
        raise Refused(403, "table.not_yours")
    return live, viewer


async def _hosted(request: Request) -> LiveTable:
    live, viewer = await _seated(request)
    if not gathering.hosts(live, viewer):
        raise Refused(403, "meeting.not_host")
    return live


# ---- During the game ----


async def hand_over(request: Request) -> Response:
    """A bot plays for one of the viewer's seats, until the person takes it back."""
    live, seat = await _own_seat(request)
    await _change(request, live, lambda: live.hand_over(seat, DEFAULT))
    return JSONResponse({})


async def come_back(request: Request) -> Response:
    live, seat = await _own_seat(request)
    await _change(request, live, lambda: live.come_back(seat))
    return JSONResponse({})


async def _own_seat(request: Request) -> tuple[LiveTable, int]:
    (seat,) = await sent_numbers(request, "seat")
    live, viewer = await _seated(request)
    if seat not in viewer.guest.held:
        raise Refused(403, "table.not_yours")
    return live, seat


# ---- The same seat on another device ----


async def carry(request: Request) -> Response:
    """A code that takes the seat to another device: once, and for a quarter of an hour."""
    limits.check_address(request)
    live, seat = await _own_seat(request)
    code = new_secret()
    keep = house_of(request).storage.keep_carry
    await run_in_threadpool(keep, hashed(code), live.id, seat, time.time() + CARRY_LASTS)
    tell = partial(i18n.text, i18n.language(request))
    told = {
        "code": code,
        "html": templates.get_template("meeting/carry_link.html").render(t=tell, minutes=CARRY_LASTS // 60),
        "texts": {key: tell(f"meeting.js.{key}") for key in ("link", "copy", "copied", "share")},
    }
    return JSONResponse(told, headers={"Cache-Control": "no-store"})


async def arrive_form(request: Request) -> Response:
    """The page to which such a link leads; the code stands in the address where no server sees it."""
    return page(request, "meeting/carry.html")


async def arrive(request: Request) -> Response:
    limits.check_address(request)
    sent = await sent_json(request)
    code = sent.get("code")
    if sent.keys() != {"code"} or not isinstance(code, str) or not 0 < len(code) <= LONGEST_CODE:
        raise Refused(400, "table.bad.fields", names="code")
    house = house_of(request)
    found = await run_in_threadpool(house.storage.take_carry, hashed(code), time.time())
    if found is None:
        raise Refused(410, "meeting.carry.gone")
    table_id, seat = found
    person, secret = await visitors.welcome(request)
    await run_in_threadpool(house.storage.add_holder, table_id, seat, person.id)
    house.show(table_id)
    return visitors.remember(request, JSONResponse({"table": table_id}), secret)
