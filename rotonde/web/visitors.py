"""Who asks: the secret that a browser keeps, and the person it stands for."""

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from rotonde.server.house import House
from rotonde.server.people import Person
from rotonde.server.table import Guest, LiveTable

COOKIE = "rotonde"
A_YEAR = 365 * 24 * 3600


async def visitor(request: Request) -> Person | None:
    """The person whose browser asks; None for one that was never here."""
    if not hasattr(request.state, "visitor"):
        await run_in_threadpool(find_visitor, request)
    return request.state.visitor


def find_visitor(request: Request) -> Person | None:
    """The same, for who may wait for the storage."""
    if not hasattr(request.state, "visitor"):
        secret = request.cookies.get(COOKIE)
        house: House = request.app.state.house
        request.state.visitor = house.people.known_by(secret) if secret else None
    return request.state.visitor


def find_guest(request: Request, live: LiveTable) -> Guest:
    """The same person at a table."""
    person = find_visitor(request)
    found = live.guest(person.id if person else None)
    if not found.held and (secret := request.cookies.get(f"table_{live.id}")):
        # Browsers used to have a secret for each table that they laid.
        house: House = request.app.state.house
        owner = house.people.known_by(secret)
        if owner:
            return live.guest(owner.id)
    return found


async def welcome(request: Request) -> tuple[Person, str | None]:
    """The person whose browser asks, known or new; with a secret for `remember` when new."""
    person = await visitor(request)
    if person is not None:
        return person, None
    house: House = request.app.state.house
    person, secret = await run_in_threadpool(house.people.come)
    request.state.visitor = person
    return person, secret


def remember(request: Request, answer: Response, secret: str | None) -> Response:
    """Let the browser keep its secret, if it got one."""
    if secret is not None:
        answer.set_cookie(
            COOKIE,
            secret,
            max_age=A_YEAR,
            path="/",
            secure=request.url.scheme == "https",
            httponly=True,
            samesite="lax",  # whoever follows a link back here is still known; posting is guarded by origin
        )
    return answer
