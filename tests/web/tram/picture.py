"""Tram, drawn: a wide map as SVG with everything the page can do with one, and a row of buttons that scrolls."""

from collections.abc import Collection, Sequence
from html import escape
from typing import Any

from .rules import PARCELS, STOPS, Verb

WIDTH, HEIGHT = 1200, 500


def point(stop: int) -> tuple[int, int]:
    return 50 + 100 * stop, 160 + 180 * (stop % 2)


def board(seen: Any, lang: str, names: Sequence[str], last: Collection[str]) -> str:
    return f'<div class="tram">{_map(seen, names)}{_row(seen)}{_deeds()}</div>'


def _map(seen: Any, names: Sequence[str]) -> str:
    line = " ".join("{},{}".format(*point(stop)) for stop in range(STOPS))
    houses = "".join(
        f'<path d="M{x} {y}h34v-30l-17 -16l-17 16z" fill="var(--paper-lo)"/>'
        for x in range(20, WIDTH, 60)
        for y in range(70, HEIGHT, 110)
    )
    ground = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="var(--land)"/>{houses}'
    here = int(seen.state.place[seen.state.active])
    stops = "".join(_stop(stop, stop == here) for stop in range(STOPS))
    walkers = "".join(_walker(seen, seat, names) for seat in range(seen.players))
    return (
        f'<div class="window"><svg data-pan="200,80,400,340" viewBox="0 0 {WIDTH} {HEIGHT}" role="group"'
        f' aria-label="Tram"><g data-once="ground">{ground}</g><!--/once ground-->'
        f'<polyline points="{line}" fill="none" stroke="var(--ink)" stroke-width="6"/>{stops}{walkers}</svg></div>'
    )


def _stop(stop: int, handle: bool) -> str:
    x, y = point(stop)
    drags = " data-handle" if handle else ""
    return (
        f'<g data-thing="stop-{stop}"{drags} role="button" tabindex="-1" aria-label="{stop}">'
        f'<circle cx="{x}" cy="{y}" r="26" fill="var(--paper-hi)" stroke="var(--ink)" stroke-width="3"/>'
        f'<text x="{x}" y="{y + 6}" text-anchor="middle">{stop}</text></g>'
    )


def _walker(seen: Any, seat: int, names: Sequence[str]) -> str:
    x, y = point(int(seen.state.place[seat]))
    steps = range(int(seen.state.place[seat]) + 1)
    way = " ".join("{},{}".format(*point(stop)) for stop in steps)
    return (
        f'<g class="p{seat + 1}" data-key="walker-{seat}" data-way="{way}" transform="translate({x} {y})"'
        f' pointer-events="none"><title>{escape(names[seat])}</title>'
        f'<path d="M-12 -34l12 -26l12 26z" transform="translate({14 * seat} 0)" fill="var(--c)"/></g>'
    )


def _row(seen: Any) -> str:
    parcels = "".join(
        f'<button type="button" data-thing="parcel-{parcel}" data-key="parcel-{parcel}">{parcel}</button>'
        for parcel in range(PARCELS)
    )
    seats = "".join(
        f'<button type="button" data-thing="shelf-{number}" style="flex:none;width:120px">{number}</button>'
        for number in range(20)
    )
    return (
        f'<p class="parcels">{parcels}</p><div class="shelves" data-open-at="shelf-12"'
        f' style="display:flex;overflow-x:auto">{seats}</div>'
    )


def _deeds() -> str:
    names = [Verb(verb).name.lower() for verb in (Verb.WAIT, Verb.HONK, Verb.HUSH, Verb.RING)]
    return "".join(f'<button type="button" data-thing="{name}">{name}</button>' for name in names)


def legend(lang: str) -> str:
    return "<p>Tramway</p>" if lang == "fr" else "<p>Tram</p>"
