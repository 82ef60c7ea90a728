"""Grandes Lignes: the map as one seat sees it, in HTML with inline SVG. Its style is in style.css.

The ground and what one touches never change and are sent once; lines, cities, trains and buttons are drawn anew.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence
from functools import cache
from math import atan2, degrees, hypot
from typing import TYPE_CHECKING

from markupsafe import escape

from rotonde.kernel.prose import count_of, tell

from . import landscape, maps, routes
from .landscape import CITY, RADIUS, centre, hex_path, path
from .lexicon import board_of, dice_points, hex_thing, hex_words, place_name
from .rules import (
    ABANDONED,
    ARRIVED,
    BUILD,
    CITIES,
    DIE,
    ENTRY,
    EXTRA,
    FIRST_PRIME,
    OPENING,
    RUN,
    RUNNING,
    SECOND_PRIME,
    THROW,
    may_close,
)

if TYPE_CHECKING:
    from rotonde.kernel.handle import Seen

GAP = 5.2  # between the lines of two companies on the same way
ON_A_PHONE = 470  # how much of the map is seen there at first

MARKS = (
    '<circle cx="12" cy="12" r="8.5"/>',
    '<path d="M4 4h16v16H4z"/>',
    '<path d="M12 2.5 22 20.5H2z"/>',
    '<path d="M12 1.5 22 12 12 22.5 2 12z"/>',
    '<path d="M8 2.5h8V8h5.5v8H16v5.5H8V16H2.5V8H8z"/>',
    '<path d="m12 1.5 3.1 7 7.4.7-5.6 5 1.7 7.3L12 17.7 5.4 21.5l1.7-7.3-5.6-5 7.4-.7z"/>',
)
PIPS = {1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "acdfgi"}


def board(seen: "Seen", lang: str, names: Sequence[str], last: Collection[str]) -> str:
    """The picture for the viewing seat; `last` are the strokes, trains and places that the last move touched."""
    board = board_of(seen)
    map_name = str(seen.options["map"])
    left, top, width, height = landscape.view(board)
    x, y = centre(board.hexes[_where_it_happens(seen)])
    near = f"{x - ON_A_PHONE / 2:.0f},{y - ON_A_PHONE / 2:.0f},{ON_A_PHONE},{ON_A_PHONE}"
    togo = routes.distances_to_goal(seen) if seen.state.race_to >= 0 else {}
    drawn = (
        f'<svg class="map" data-pan="{near}" viewBox="{left:.0f} {top:.0f} {width:.0f} {height:.0f}" role="group" '
        f'aria-label="{escape(board.name[lang])}">{_once(f"ground-{map_name}", landscape.ground(map_name))}'
        f"{_lines(seen, last)}{_goal(seen)}{_places(seen, lang, last)}"
        f"{_once(f'names-{map_name}-{lang}', landscape.names(map_name, lang))}"
        f"{_trains(seen, lang, names, last, togo)}"
        f"{_once(f'hexes-{map_name}-{lang}', _touchable(map_name, lang), hidden=False)}</svg>"
    )
    return (
        f'<div class="gl">{_heading(seen, lang, names, togo)}<div class="mapw">{drawn}</div>'
        f"{_buttons(seen, lang)}{_accounts(seen, lang, names, togo)}</div>"
    )


def _where_it_happens(seen: "Seen") -> int:
    """The hex that a small screen shows at first: the train that runs, or the starting city."""
    train = int(seen.state.train[int(seen.state.active)])
    return train if train >= 0 else int(seen.box.start)


def _once(name: str, content: str, hidden: bool = True) -> str:
    aria = ' aria-hidden="true"' if hidden else ""
    return f'<g data-once="{name}"{aria}>{content}</g><!--/once {name}-->'


def legend(lang: str) -> str:
    """What the signs on the map mean, and what building and moving cost."""
    signs = (
        ("plain", tell(lang, "plaine : 1 pour bâtir, 1 pour rouler", "plain: 1 to build, 1 to move")),
        ("river", tell(lang, "fleuve : 3 pour bâtir, 1 pour rouler", "river: 3 to build, 1 to move")),
        ("slope", tell(lang, "monter ou descendre : 4 et 2", "up or down a hill: 4 and 2")),
        ("ridge", tell(lang, "d’une hauteur à l’autre : 6 et 1", "from hill to hill: 6 and 1")),
        (
            "free",
            tell(lang, "ville que personne n’a atteinte : 5 points", "a city nobody has reached: 5 points"),
        ),
        ("last-sign", tell(lang, "le dernier coup", "the last move")),
    )
    return (
        '<div class="gl-key">'
        + "".join(f'<p><i class="k {sign}"></i>{text}</p>' for sign, text in signs)
        + "</div>"
    )


# ---------------------------------------------------------------- what one touches


@cache
def _touchable(map_name: str, lang: str) -> str:
    """A clear hex over every place where one can build."""
    board = maps.shipped(map_name)
    cities = {place: city for city, place in enumerate(board.city_hex) if place >= 0}
    parts = [f'<defs><path id="gl-hex" d="{hex_path((0, 0), RADIUS - 1.5)}"/></defs>']
    for place, where in enumerate(board.hexes):
        x, y = centre(where)
        name = maps.hex_name(where)
        words = tell(lang, f"case {name}", f"hex {name}")
        if place in cities:
            city = cities[place]
            words = f"{board.place_names[city][lang]}, {maps.number_of(city)}"
        elif place in board.ferry_names:
            words = board.ferry_names[place]
        stop = 0 if place in cities else -1
        parts.append(
            f'<use href="#gl-hex" class="hx" x="{x:.1f}" y="{y:.1f}" data-thing="{hex_thing(board, place)}" '
            f'role="button" tabindex="{stop}" aria-label="{escape(words)}"/>'
        )
    return "".join(parts)


# ---------------------------------------------------------------- lines


def _lines(seen: "Seen", last: Collection[str]) -> str:
    """Every company's strokes, in its colour and pattern; where several share a way they lie side by side."""
    board, s = board_of(seen), seen.state
    casing: list[str] = []
    strokes: list[list[str]] = [[] for _ in range(seen.players)]
    fresh: list[str] = []
    for number, (edge, mask) in enumerate(zip(board.edges, s.track, strict=False)):
        if not mask:
            continue
        owners = [seat for seat in range(seen.players) if mask & (1 << seat)]
        (x1, y1), (x2, y2) = centre(board.hexes[edge.a]), centre(board.hexes[edge.b])
        length = hypot(x2 - x1, y2 - y1)
        across = ((y1 - y2) / length, (x2 - x1) / length)
        casing.append(path(((x1, y1), (x2, y2))))
        if f"edge-{number}" in last:
            fresh.append(casing[-1])
        for place, seat in enumerate(owners):
            shift = (place - (len(owners) - 1) / 2) * GAP
            dx, dy = across[0] * shift, across[1] * shift
            strokes[seat].append(path(((x1 + dx, y1 + dy), (x2 + dx, y2 + dy))))
    drawn = [f'<path class="fresh" d="{"".join(fresh)}"/>'] if fresh else []
    drawn += [f'<path class="casing" d="{"".join(casing)}"/>'] if casing else []
    for seat, mine in enumerate(strokes):
        if mine:
            name = f"gl-line-{seat + 1}"
            drawn.append(
                f'<defs><path id="{name}" d="{"".join(mine)}"/></defs><use href="#{name}" class="way p{seat + 1}"/>'
                f'<use href="#{name}" class="ties p{seat + 1}"/>'
            )
    return f'<g aria-hidden="true">{"".join(drawn)}</g>'


# ---------------------------------------------------------------- cities, goals, trains


def _goal(seen: "Seen") -> str:
    """A ring round the start of the race, and a flag wherever a line comes to its goal."""
    board, s = board_of(seen), seen.state
    parts: list[str] = []
    if s.race_from >= 0:
        x, y = centre(board.hexes[board.city_hex[int(s.race_from)]])
        parts.append(f'<circle class="from" cx="{x:.1f}" cy="{y:.1f}" r="{CITY + 6}"/>')
    for place in sorted(routes.race_goals(seen)):
        x, y = centre(board.hexes[place])
        parts.append(
            f'<path class="goal" d="{hex_path(board.hexes[place], RADIUS * 1.08)}"/>'
            f'<path class="flag" d="M{x:.1f} {y - 8:.1f}v-28h22l-6 7 6 7H{x + 3:.1f}v14z"/>'
        )
    return f'<g aria-hidden="true">{"".join(parts)}</g>'


def _places(seen: "Seen", lang: str, last: Collection[str]) -> str:
    """The discs of the cities, and what lies abroad; those that nobody has reached yet stand out."""
    board, s, box = board_of(seen), seen.state, seen.box
    parts: list[str] = []
    for city, place in enumerate(board.city_hex):
        if place < 0:
            continue
        x, y = centre(board.hexes[place])
        kind = "city" if s.first_at[city] else "city free"
        kind += " last" if hex_thing(board, place) in last else ""
        if place == board.start:
            shape = f'<path class="{kind} start" d="{hex_path(board.hexes[place], 18)}"/>'
        else:
            shape = f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="{CITY}"/>'
        parts.append(shape)
    for label in board.labels:
        if label.destination >= 0:
            place = CITIES + label.destination
            free = " free" if box.premium[place] and not s.first_at[place] else ""
            parts.append(landscape.label(label, lang, f"land-name{free}"))
    return f'<g aria-hidden="true">{"".join(parts)}</g>'


def _trains(
    seen: "Seen", lang: str, names: Sequence[str], last: Collection[str], togo: dict[int, tuple[int, int]]
) -> str:
    """The trains, heading where the shortest way goes."""
    board, s = board_of(seen), seen.state
    standing: defaultdict[int, int] = defaultdict(int)
    parts: list[str] = []
    for seat in range(seen.players):
        place = int(s.train[seat])
        if place < 0 or s.part[seat] == ABANDONED:
            continue
        x, y = centre(board.hexes[place])
        _, ahead = togo.get(place, (0, place))
        to_x, to_y = centre(board.hexes[ahead])
        turn = degrees(atan2(to_y - y, to_x - x)) if ahead != place else 0
        y += 24 * standing[place]
        standing[place] += 1
        where = hex_words(board, seen.box, place, lang)
        fresh = " last" if f"train-{seat}" in last else ""
        parts.append(
            f'<g class="train p{seat + 1}{fresh}" data-key="train-{seat}" transform="translate({x:.1f} {y:.1f})">'
            f"<title>{escape(names[seat])}, {escape(where)}</title>"
            f'<g transform="rotate({turn:.0f})"><path class="body" d="M-23-11H12L26 0 12 11H-23z"/>'
            '<path class="nose" d="M12-11 26 0 12 11z"/></g>'
            f'<g class="sign" transform="translate(-11.500 -8) scale(.66)">{MARKS[seat]}</g></g>'
        )
    return "".join(parts)


# ---------------------------------------------------------------- round the map


def _mark(seat: int) -> str:
    return (
        f'<svg class="mark p{seat + 1}" width="18" height="18" viewBox="0 0 24 24" aria-hidden="true">'
        f'<g fill="var(--c)">{MARKS[seat]}</g></svg>'
    )


def _die(face: int, lang: str) -> str:
    """A die that shows a face; two dice in one are written as a number."""
    label = tell(lang, f"dé : {face}", f"die: {face}")
    if face not in PIPS:
        return f'<span class="die" role="img" aria-label="{label}">{face}</span>'
    spots = {letter: (8 + 11 * (k % 3), 8 + 11 * (k // 3)) for k, letter in enumerate("abcdefghi")}
    pips = "".join(f'<circle cx="{spots[p][0]}" cy="{spots[p][1]}" r="3.6"/>' for p in PIPS[face])
    return f'<svg class="die" viewBox="0 0 38 38" role="img" aria-label="{label}"><path d="M1 1h36v36H1z"/>{pips}</svg>'


def _heading(seen: "Seen", lang: str, names: Sequence[str], togo: dict[int, tuple[int, int]]) -> str:
    """The race that is run and who is ahead, or the die of the round and how much is still to be reached."""
    s = seen.state
    if s.race_from >= 0:
        return f'<div class="gl-race">{_race(seen, lang)}{_ahead(seen, lang, names, togo)}</div>'
    if s.race:
        return ""
    die = _die(int(s.die), lang) if s.phase in (BUILD, DIE) and s.die else ""
    left = tell(
        lang,
        f"Encore <b>{s.left}</b> lieux à atteindre, <b>5</b> points au premier",
        f"<b>{s.left}</b> places still to reach, <b>5</b> points for the first",
    )
    if s.left <= 1:
        left = tell(lang, f"Lieux à atteindre : <b>{s.left}</b>", f"Places still to reach: <b>{s.left}</b>")
    points = ""
    if s.phase == BUILD:
        left_now = f"<b>{dice_points(int(s.points), lang)}</b>"
        points = f"<span>{tell(lang, f'Reste {left_now}', f'{left_now} left')}</span>"
    return f'<div class="gl-head">{die}{points}<span>{left}</span></div>'


def _race(seen: "Seen", lang: str) -> str:
    """Number, start, goal and primes, as on a poster."""
    board, s = board_of(seen), seen.state
    kind = tell(lang, "Course", "Race")
    if s.abroad:
        kind = tell(lang, "Course internationale", "International race")
    goal, number = "…", "?"
    if s.race_to >= 0:
        goal = str(escape(place_name(board, int(s.race_to), lang)))
        number = str(maps.number_of(int(s.race_to)) if s.race_to < CITIES else int(s.race_to) - CITIES + 1)
    start = escape(place_name(board, int(s.race_from), lang))
    first = tell(lang, f"<b>{FIRST_PRIME}</b> au premier", f"<b>{FIRST_PRIME}</b> for the first")
    second = tell(lang, f"<b>{SECOND_PRIME}</b> au deuxième", f"<b>{SECOND_PRIME}</b> for the second")
    return (
        f'<p class="kind">{kind} {s.race}</p><p class="way-of"><span><i>{maps.number_of(int(s.race_from))}</i>{start}'
        f'</span><span><b aria-hidden="true">→</b><i>{number}</i>{goal}</span></p>'
        f'<p class="primes">{first} {second}</p>'
    )


def _ahead(seen: "Seen", lang: str, names: Sequence[str], togo: dict[int, tuple[int, int]]) -> str:
    """Those who run, the one with the shortest way to go first."""
    s = seen.state
    if s.phase == ENTRY:
        running = [seat for seat in range(seen.players) if s.part[seat] == RUNNING]
        found = [(0, seat, tell(lang, "participe", "takes part")) for seat in running]
    else:
        found: list[tuple[int, int, str]] = []
        for seat in range(seen.players):
            far = togo.get(int(s.train[seat]), (0, 0))[0]
            if s.part[seat] == ARRIVED:
                found.append((-1, seat, tell(lang, "à l’arrivée", "arrived")))
            elif s.part[seat] == RUNNING:
                found.append((far, seat, tell(lang, f"à {far}", f"{far} to go")))
    if not found:
        return ""
    items = "".join(
        f"<li>{_mark(seat)}<b>{escape(names[seat])}</b> {words}</li>" for _, seat, words in sorted(found)
    )
    return f'<ol class="ahead">{items}</ol>'


def _buttons(seen: "Seen", lang: str) -> str:
    """What can be done besides touching the map."""
    s = seen.state
    offered: list[tuple[str, str]] = []
    match int(s.phase):
        case phase if phase in (BUILD, EXTRA):
            offered.append(("pass", tell(lang, "Terminer mon tour", "End my turn")))
            if phase == BUILD and may_close(seen.box, s):
                offered.append(("close", tell(lang, "Terminer et voter l’arrêt", "End and vote to stop")))
        case phase if phase == ENTRY:
            offered.append(("enter", tell(lang, "Je participe", "I enter")))
            offered.append(("decline", tell(lang, "Sans moi", "Not me")))
        case phase if phase == RUN:
            offered.append(("stop", tell(lang, "S’arrêter ici", "Stop here")))
            if not s.steps:
                offered.append(("abandon", tell(lang, "Abandonner", "Give up")))
        case phase if phase == OPENING:
            pass
        case _:
            pass
    drawn = "".join(f'<button class="act" data-thing="{thing}">{words}</button>' for thing, words in offered)
    return f'<div class="gl-acts">{drawn}</div>'


# ---------------------------------------------------------------- accounts


def _accounts(seen: "Seen", lang: str, names: Sequence[str], togo: dict[int, tuple[int, int]]) -> str:
    """What every company has, where it came from, and what it is doing."""
    s = seen.state
    items: list[str] = []
    for seat in range(seen.players):
        points, target = int(s.account[seat]), int(seen.box.target)
        full = max(0, min(100, 100 * points // target))
        notes = [_earned(seen, seat, lang), _doing(seen, seat, lang, togo)]
        items.append(
            f'<li class="p{seat + 1}">{_mark(seat)}<b class="who">{escape(names[seat])}</b>'
            f'<span class="points">{points}</span><span class="bar"><i style="width:{full}%"></i></span>'
            f"{''.join(f'<small>{note}</small>' for note in notes if note)}</li>"
        )
    title = tell(lang, "Comptes", "Accounts")
    aim = tell(lang, f"but {seen.box.target}", f"target {seen.box.target}")
    return (
        f'<section class="gl-accounts"><h3>{title}<span>{aim}</span></h3><ol>{"".join(items)}</ol></section>'
    )


def _earned(seen: "Seen", seat: int, lang: str) -> str:
    """Places reached first, races won, and how long the lines are."""
    s = seen.state
    first = sum(one == seat + 1 for one in s.first_at)
    strokes = sum(bool(mask & (1 << seat)) for mask in s.track)
    facts = [
        count_of(first, lang, ("lieu atteint en premier", "lieux atteints en premier"), ("place", "places"))
        + tell(lang, "", " reached first"),
        count_of(strokes, lang, ("trait", "traits"), ("stroke", "strokes")),
    ]
    if s.race:
        won = count_of(
            int(s.wins[seat]), lang, ("course gagnée", "courses gagnées"), ("race won", "races won")
        )
        facts.insert(1, won)
    return " · ".join(facts)


def _doing(seen: "Seen", seat: int, lang: str, togo: dict[int, tuple[int, int]]) -> str:
    """How it takes part in the race."""
    s = seen.state
    if s.race_from < 0 or s.phase not in (THROW, RUN):
        return ""
    goal = place_name(board_of(seen), int(s.race_to), lang)
    match int(s.part[seat]):
        case part if part == RUNNING:
            far = dice_points(togo.get(int(s.train[seat]), (0, 0))[0], lang)
            return tell(lang, f"en course, à {far} du but : {goal}", f"racing, {far} from {goal}")
        case part if part == ARRIVED:
            return tell(lang, "à l’arrivée", "has arrived")
        case part if part == ABANDONED:
            return tell(lang, "a abandonné", "has given up")
        case _:
            return tell(lang, "reste à quai, touche les droits", "stays out, receives dues")
