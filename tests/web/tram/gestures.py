"""Tram: walking several stops at once, and hushing beforehand."""

from typing import Any

from rotonde.kernel.moves import pack
from rotonde.kernel.telling import Order, Proposal

from .rules import ANSWERING, STOPS, WALKING, Verb

ALWAYS = "hush"


def proposals(seen: Any, thing: str | None, lang: str) -> list[Proposal]:
    if seen.state.phase != WALKING:
        return []
    wait = pack(Verb.WAIT)
    if thing is None:
        last = min(_here(seen) + int(seen.state.steps), STOPS - 1)
        if last == _here(seen):
            return []
        far = "Marcher aussi loin que possible" if lang == "fr" else "Walk as far as possible"
        tags = {f"stop-{last}": str(last - _here(seen))}
        return [Proposal(_way(seen, last), far, "", tags, _stops(seen, last))]
    if thing not in targets(seen):
        return []
    stop = int(thing.removeprefix("stop-"))
    way = _way(seen, stop)
    count = len(way)
    note = f"{count} pas." if lang == "fr" else f"{count} steps."
    there = f"Marcher jusqu’à l’arrêt {stop}" if lang == "fr" else f"Walk to stop {stop}"
    then = " et attendre" if lang == "fr" else " and wait"
    return [
        Proposal(way, there, note, {thing: str(count)}, _stops(seen, stop), [thing, f"stop-{STOPS - 1}"]),
        Proposal((*way, wait), there + then, note, {thing: f"{count}+"}),
    ]


def targets(seen: Any) -> list[str]:
    if seen.state.phase != WALKING:
        return []
    return [f"stop-{stop}" for stop in range(STOPS) if 2 <= abs(stop - _here(seen)) <= seen.state.steps]


def orders(seen: Any, lang: str) -> list[Order]:
    now = int(seen.state.round)
    return [
        Order(
            ALWAYS,
            "Ne jamais klaxonner" if lang == "fr" else "Never honk",
            "Poli." if lang == "fr" else "Polite.",
        ),
        Order(f"hush-{now}", "Ne pas klaxonner ce tour-ci" if lang == "fr" else "Do not honk this round"),
    ]


def obey(seen: Any, order: str) -> int | None:
    return pack(Verb.HUSH) if seen.state.phase == ANSWERING else None


def _here(seen: Any) -> int:
    return int(seen.state.place[seen.state.active])


def _stops(seen: Any, stop: int) -> list[str]:
    here = _here(seen)
    step = 1 if stop > here else -1
    return [f"stop-{one}" for one in range(here, stop + step, step)]


def _way(seen: Any, stop: int) -> tuple[int, ...]:
    here = _here(seen)
    step = 1 if stop > here else -1
    return tuple(pack(Verb.WALK, to) for to in range(here + step, stop + step, step))
