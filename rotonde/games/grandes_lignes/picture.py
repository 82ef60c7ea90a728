"""Grandes Lignes: the map as one seat sees it, in HTML with inline SVG. Its style is in style.css.

The ground and what one touches never change and are sent once; lines, cities, trains and buttons are drawn anew.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from functools import cache
from math import atan2, degrees, hypot
from typing import TYPE_CHECKING

from markupsafe import escape

from rotonde.kernel.drawing import MARKS, mark
from rotonde.kernel.prose import count_of, tell

from . import landscape, maps, routes
from .box import box_of_map
from .landscape import CITY, RADIUS, centre, hex_path, path
from .lexicon import beside_a_city, board_of, dice_points, hex_thing, hex_words, place_name
from .rules import (
    ABANDONED,
    ARRIVED,
    BUILD,
    CITIES,
    DIE,
    ENTRY,
    EXTRA,
    FAR,
    FIRST_PRIME,
    RUN,
    RUNNING,
    SECOND_PRIME,
    may_close,
)

if TYPE_CHECKING:
    from rotonde.kernel.handle import Seen

GAP = 5.2  # between the lines of two companies on the same way
ON_A_PHONE = 318  # how much of the map is seen there at first: hexes as large as a finger wants them
BEHIND = 8  # hexes that a train may have come in one turn, and some more

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
        f"{_once(f'hexes-{map_name}-{lang}', _touchable(map_name, lang), hidden=False)}"
        f"{_trains(seen, lang, names, last, togo)}</svg>"
    )
    return (
        f'<div class="gl">{_heading(seen, lang, names, togo)}<div class="mapw">{drawn}</div>'
        f"{_buttons(seen, lang)}</div>"
    )


def _where_it_happens(seen: "Seen") -> int:
    """The hex that a small screen shows: the viewer's train or the one that runs, else where the race or all starts."""
    s = seen.state
    mine = int(s.train[seen.seat]) if seen.seat >= 0 else -1
    train = mine if mine >= 0 else int(s.train[int(s.active)])
    if train >= 0:
        return train
    return int(seen.box.city_hex[int(s.race_from)]) if s.race_from >= 0 else int(seen.box.start)


def _once(name: str, content: str, hidden: bool = True) -> str:
    aria = ' aria-hidden="true"' if hidden else ""
    return f'<g data-once="{name}"{aria}>{content}</g><!--/once {name}-->'


def legend(lang: str) -> str:
    """What building and moving cost, and what the signs on the map mean."""
    ways = (
        ("M1 11H39", "plain", tell(lang, "plaine", "plain"), 1, 1),
        ("M1 13q5-8 10 0t10 0 9 0 9-2", "water", tell(lang, "fleuve", "river"), 3, 1),
        ("M9 19 20 3 31 19z", "peak", tell(lang, "monter, descendre", "up or down a hill"), 4, 2),
        (
            "M2 19 12 4 22 19zM18 19 28 4 38 19z",
            "peak",
            tell(lang, "entre hauteurs", "hill to hill"),
            6,
            1,
        ),
    )
    rows = "".join(
        f'<tr><td><svg class="k {kind}" viewBox="0 0 40 22" aria-hidden="true"><path d="{shape}"/></svg></td>'
        f'<th scope="row">{words}</th><td>{build}</td><td>{run}</td></tr>'
        for shape, kind, words, build, run in ways
    )
    head = (
        tell(lang, "points de dé", "dice points"),
        tell(lang, "bâtir", "build"),
        tell(lang, "rouler", "move"),
    )
    signs = (
        (
            "free",
            tell(
                lang,
                "personne n’y est encore : 5 points au premier",
                "nobody is there yet: 5 points for the first",
            ),
        ),
        ("last-sign", tell(lang, "le dernier coup", "the last move")),
    )
    return (
        f'<div class="gl-key"><table><thead><tr><th colspan="2" scope="col">{head[0]}</th>'
        f'<th scope="col">{head[1]}</th><th scope="col">{head[2]}</th></tr></thead><tbody>{rows}</tbody></table>'
        + "".join(f'<p><i class="k {sign}"></i>{text}</p>' for sign, text in signs)
        + "</div>"
    )


# ---------------------------------------------------------------- what one touches


@cache
def _touchable(map_name: str, lang: str) -> str:
    """A clear hex over every place where one can build."""
    board, box = maps.shipped(map_name), box_of_map(map_name)
    cities = {place: city for city, place in enumerate(board.city_hex) if place >= 0}
    parts = [f'<defs><path id="gl-hex" d="{hex_path((0, 0), RADIUS - 1.5)}"/></defs>']
    for place, where in enumerate(board.hexes):
        x, y = centre(where)
        words = hex_words(board, box, place, lang)
        if place in cities:
            words = f"{words}, {maps.number_of(cities[place])}"
        elif place not in board.ferry_names:
            # Several hexes may lie in the same direction; the number on the map tells them apart.
            kind = [tell(lang, "hauteur", "hill")] if board.terrain(place) in maps.HILLS else []
            kind += [words] if board.terrain(place) in maps.FOREIGN else []
            words = ", ".join([beside_a_city(board, place, lang), *kind, maps.hex_name(where)])
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
                f'<defs><path id="{name}" d="{"".join(mine)}"/></defs><use href="#{name}" class="edge p{seat + 1}"/>'
                f'<use href="#{name}" class="way p{seat + 1}"/><use href="#{name}" class="ties p{seat + 1}"/>'
            )
            # From one's own lines one drags to where they shall lead.
            if seat == seen.seat == seen.actor and s.phase in (BUILD, EXTRA):
                drawn.append(f'<use href="#{name}" class="handle" data-handle/>')
    return f'<g aria-hidden="true">{"".join(drawn)}</g>'


# ---------------------------------------------------------------- cities, goals, trains


def _goal(seen: "Seen") -> str:
    """A ring round the start of the race, and a flag wherever a line comes to its goal."""
    board, s = board_of(seen), seen.state
    parts: list[str] = []
    if s.race_from >= 0:
        x, y = centre(board.hexes[board.city_hex[int(s.race_from)]])
        parts.append(f'<circle class="from" cx="{x:.1f}" cy="{y:.1f}" r="{CITY + 6}"/>')
    if s.phase == RUN and seen.actor == seen.seat:
        # From one's own train one drags to where it shall go.
        x, y = centre(board.hexes[int(s.train[seen.seat])])
        parts.append(f'<circle class="handle" data-handle cx="{x:.1f}" cy="{y:.1f}" r="{RADIUS:.0f}"/>')
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
            free = box.premium[place] and not s.first_at[place]
            parts.append(
                landscape.label(label, lang, "land-name free" if free else "land-name", "○ " if free else "")
            )
    return f'<g aria-hidden="true">{"".join(parts)}</g>'


def _trains(
    seen: "Seen", lang: str, names: Sequence[str], last: Collection[str], togo: dict[int, tuple[int, int]]
) -> str:
    """The trains, heading where the shortest way goes."""
    board, s = board_of(seen), seen.state
    from_start = _way_to_goal(seen, togo)
    trains = {
        seat: int(s.train[seat])
        for seat in range(seen.players)
        if s.train[seat] >= 0 and s.part[seat] != ABANDONED
    }
    crowd = Counter(trains.values())
    standing: Counter[int] = Counter()
    parts: list[str] = []
    for seat, place in trains.items():
        x, y = centre(board.hexes[place])
        _, ahead = togo.get(place, (0, place))
        to_x, to_y = centre(board.hexes[ahead])
        turn = degrees(atan2(to_y - y, to_x - x)) if ahead != place else 0
        dx, dy, size = _beside_each_other(standing[place], crowd[place])
        standing[place] += 1
        where = hex_words(board, seen.box, place, lang)
        fresh = " last" if f"train-{seat}" in last else ""
        passed = from_start[: from_start.index(place) + 1] if place in from_start else []
        points = " ".join("{:.0f},{:.0f}".format(*centre(board.hexes[one])) for one in passed[-BEHIND:])
        parts.append(
            f'<g class="train p{seat + 1}{fresh}" data-key="train-{seat}" data-way="{points}" '
            f'transform="translate({x + dx:.1f} {y + dy:.1f}) scale({size})">'
            f"<title>{escape(names[seat])}, {escape(where)}</title>"
            f'<g transform="rotate({turn:.0f})"><path class="body" d="M-23-11H12L26 0 12 11H-23z"/>'
            '<path class="nose" d="M12-11 26 0 12 11z"/></g>'
            f'<g class="sign" transform="translate(-11.500 -8) scale(.66)">{MARKS[seat]}</g></g>'
        )
    return "".join(parts)


def _beside_each_other(which: int, count: int) -> tuple[float, float, float]:
    """Where one of several trains in a hex stands, and how large: two in a row as soon as there are three."""
    if count == 1:
        return 0, 0, 1
    if count == 2:
        return 0, 20 * (which - 0.5), 0.8
    rows = (count + 1) // 2
    return 36 * (which % 2 - 0.5), 17 * (which // 2 - (rows - 1) / 2), 0.66


def _way_to_goal(seen: "Seen", togo: dict[int, tuple[int, int]]) -> list[int]:
    """The hexes of the shortest way, from the start of the race: most trains come along it."""
    here = int(seen.box.city_hex[int(seen.state.race_from)]) if togo else -1
    way: list[int] = []
    while here in togo and here not in way:
        way.append(here)
        here = togo[here][1]
    return way


# ---------------------------------------------------------------- round the map


def _die(face: int, lang: str, kind: str = "red") -> str:
    """A die that shows a face; two dice in one are written as a number."""
    colour = tell(lang, *{"red": ("dé rouge", "red die"), "blue": ("dé bleu", "blue die")}[kind])
    label = f"{colour}, {face}"
    if face not in PIPS:
        return f'<span class="die {kind}" role="img" aria-label="{label}">{face}</span>'
    spots = {letter: (8 + 11 * (k % 3), 8 + 11 * (k // 3)) for k, letter in enumerate("abcdefghi")}
    pips = "".join(f'<circle cx="{spots[p][0]}" cy="{spots[p][1]}" r="3.8"/>' for p in PIPS[face])
    return (
        f'<svg class="die {kind}" viewBox="0 0 38 38" role="img" aria-label="{label}">'
        f'<rect x="1" y="1" width="36" height="36" rx="4"/>{pips}</svg>'
    )


def _heading(seen: "Seen", lang: str, names: Sequence[str], togo: dict[int, tuple[int, int]]) -> str:
    """The race that is run and who is ahead, or the die of the round and how much is still to be reached."""
    s = seen.state
    if s.race_from >= 0:
        return f'<div class="gl-race">{_race(seen, lang)}{_ahead(seen, lang, names, togo)}</div>'
    if s.race:
        return ""
    die = _die(int(s.die), lang) if s.phase in (BUILD, DIE) and s.die else ""
    left = count_of(int(s.left), lang, ("lieu", "lieux"), ("place", "places"))
    places = tell(
        lang,
        f"Encore <b>{left}</b> à atteindre, <b>5</b> points au premier",
        f"<b>{left}</b> still to reach, <b>5</b> points for the first",
    )
    if not s.left:
        places = tell(lang, "Tout est atteint : dernier tour", "All is reached: last round")
    points = ""
    if s.phase == BUILD:
        left_now = f"<b>{dice_points(int(s.points), lang)}</b>"
        points = f"<span>{tell(lang, f'Reste {left_now}', f'{left_now} left')}</span>"
    return f'<div class="gl-head">{die}{points}<span>{places}</span></div>'


def _race(seen: "Seen", lang: str) -> str:
    """Number, start, goal and primes, as on a poster, with the dice that drew them."""
    s = seen.state
    kind = tell(lang, "Course", "Race")
    if s.abroad:
        kind = tell(lang, "Course internationale", "International race")
    goal = _drawn(seen, int(s.race_to), lang) if s.race_to >= 0 else "…"
    first = tell(lang, f"<b>{FIRST_PRIME}</b> au premier", f"<b>{FIRST_PRIME}</b> for the first")
    second = tell(lang, f"<b>{SECOND_PRIME}</b> au deuxième", f"<b>{SECOND_PRIME}</b> for the second")
    return (
        f'<p class="kind">{kind} {s.race}</p><p class="way-of"><span>{_drawn(seen, int(s.race_from), lang)}</span>'
        f'<span><b aria-hidden="true">→</b>{goal}</span></p><p class="primes">{first} {second}</p>'
    )


def _drawn(seen: "Seen", place: int, lang: str) -> str:
    """A city with its number, or a destination, and the dice that name it."""
    name = escape(place_name(board_of(seen), place, lang))
    if place >= CITIES:
        return f"{_die(place - CITIES + 1, lang)}{name}"
    red, blue = divmod(maps.number_of(place), 10)
    return f'<span class="two">{_die(red, lang)}{_die(blue, lang, "blue")}</span>{name}'


def _ahead(seen: "Seen", lang: str, names: Sequence[str], togo: dict[int, tuple[int, int]]) -> str:
    """Those who run on their way from start to goal, the one with the shortest way to go first."""
    s = seen.state
    if s.phase == ENTRY:
        running = [seat for seat in range(seen.players) if s.part[seat] == RUNNING]
        items = [
            f"<li>{mark(seat, 18)}<b>{escape(names[seat])}</b> {tell(lang, 'participe', 'takes part')}</li>"
            for seat in running
        ]
        return f'<ol class="ahead">{"".join(items)}</ol>' if items else ""
    found: list[tuple[int, int, str]] = []
    for seat in range(seen.players):
        far = togo.get(int(s.train[seat]), (0, 0))[0]
        if s.part[seat] == ARRIVED:
            found.append((-1, seat, tell(lang, "à l’arrivée", "arrived")))
        elif s.part[seat] == RUNNING:
            found.append((far, seat, tell(lang, f"à <b>{far}</b>", f"<b>{far}</b> to go")))
        elif s.part[seat] == ABANDONED:
            found.append((FAR, seat, tell(lang, "a abandonné", "gave up")))
    if not found:
        return ""
    start = togo.get(int(seen.box.city_hex[int(s.race_from)]), (1, 0))[0]
    whole = max([start, *(far for far, _, _ in found if far < FAR)])
    return (
        f'<ol class="ahead">{"".join(_runner(seen, one, whole, lang, names) for one in sorted(found))}</ol>'
    )


def _runner(seen: "Seen", found: tuple[int, int, str], whole: int, lang: str, names: Sequence[str]) -> str:
    """One train on its line from start to goal, with its die while it moves."""
    far, seat, words = found
    s = seen.state
    moves = s.phase == RUN and int(s.active) == seat
    die = _die(int(s.die), lang) if moves and s.die else ""
    track = ""
    if far < FAR:
        done = 100 * (whole - max(0, far)) // whole
        track = f'<span class="track" style="--done:{done}%" aria-hidden="true"><i></i></span>'
    return (
        f'<li class="p{seat + 1}{" on" if moves else ""}">{mark(seat, 18)}<b>{escape(names[seat])}</b>{track}'
        f"<span>{words}</span>{die}</li>"
    )


def _buttons(seen: "Seen", lang: str) -> str:
    """What can be done besides touching the map, by the one whose turn it is."""
    s = seen.state
    if seen.actor != seen.seat:
        return ""
    offered: list[tuple[str, str]] = []
    match int(s.phase):
        case phase if phase in (BUILD, EXTRA):
            offered.append(("pass", tell(lang, "Terminer mon tour", "End my turn")))
            if phase == BUILD and may_close(seen.box, s):
                offered.append(("close", tell(lang, "Terminer et voter l’arrêt", "End and vote to stop")))
        case phase if phase == ENTRY:
            offered.append(("enter", tell(lang, "Je participe", "I enter")))
            offered.append(("decline", tell(lang, "Sans moi", "I stay out")))
        case phase if phase == RUN:
            offered.append(("stop", tell(lang, "S’arrêter ici", "Stop here")))
            if not s.steps:
                offered.append(("abandon", tell(lang, "Abandonner", "Give up")))
        case _:
            pass
    drawn = "".join(f'<button class="act" data-thing="{thing}">{words}</button>' for thing, words in offered)
    return f'<div class="gl-acts">{drawn}</div>'
