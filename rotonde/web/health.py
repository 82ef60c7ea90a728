"""For whoever watches over the server: whether it can do its work."""

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

import rotonde
from rotonde.server.house import House
from rotonde.server.storage import StorageError


async def health(request: Request) -> Response:
    """200 when all is well, 503 otherwise; says which part fails, and no more."""
    house: House = request.app.state.house
    parts = {
        "database": await run_in_threadpool(_database_answers, house),
        "bots": house.settings.bots.alive,
    }
    well = all(parts.values()) and not house.live.closing
    answer = {
        "status": "ok" if well else "failing",
        "version": rotonde.__version__,
        **{part: "ok" if fine else "failing" for part, fine in parts.items()},
    }
    return JSONResponse(answer, 200 if well else 503, headers={"Cache-Control": "no-store"})


def _database_answers(house: House) -> bool:
    try:
        house.storage.table("")
    except StorageError:
        return False
    return True
