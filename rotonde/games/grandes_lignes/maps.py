"""Maps of Grandes Lignes: data that anybody can write. A file is read, and what is wrong with it is said in words.

A map is drawn in rows of letters, one for each hex; odd rows are shifted half a hex to the right. A hex is named by
its column and row, two digits each ("1509").
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from heapq import heappop, heappush
from importlib.resources import files
from typing import Any

from rotonde.kernel.boards import own_boards
from rotonde.kernel.prose import tell

from .rules import CITIES, DESTINATIONS, EDGES, FAR, HEXES, PLACES

GAME = "grandes-lignes"
SHIPPED = ("france", "bretagne")

SEA, ABROAD = ".", "-"  # only drawn
PLAIN, HILL, FOREIGN_PLAIN, FOREIGN_HILL, FERRY = "o", "^", "p", "m", "~"
PLAYABLE = {
    PLAIN: {"fr": "plaine", "en": "plain"},
    HILL: {"fr": "hauteur", "en": "hill"},
    FOREIGN_PLAIN: {"fr": "plaine à l’étranger", "en": "plain abroad"},
    FOREIGN_HILL: {"fr": "hauteur à l’étranger", "en": "hill abroad"},
    FERRY: {"fr": "port d’outre-Manche", "en": "port overseas"},
}
FOREIGN = (FOREIGN_PLAIN, FOREIGN_HILL, FERRY)
HILLS = (HILL, FOREIGN_HILL)

COST_PLAIN, COST_RIVER, COST_SLOPE, COST_RIDGE = 1, 3, 4, 6

Hex = tuple[int, int]
"""Column and row."""


@dataclass(frozen=True)
class Edge:
    """A way between the middles of two neighbouring hexes."""

    a: int
    b: int
    river: bool


@dataclass(frozen=True)
class Label:
    """A name that is written over the drawing: of a sea, or of what lies abroad."""

    text: dict[str, str]
    at: Hex
    turn: int
    sea: bool
    destination: int  # -1: none


@dataclass(frozen=True, eq=False)
class Map:
    """A map in the form that the box and the picture work with; places are cities, then destinations."""

    name: dict[str, str]
    rows: list[str]
    hexes: list[Hex]  # those where one can build
    index: dict[Hex, int]
    edges: list[Edge]
    start: int
    targets: dict[int, int]  # game points that end the game, by the number of players; none: the usual ones
    city_hex: list[int]  # -1: there is none with this number
    place_names: list[dict[str, str]]
    destination_hexes: list[list[int]]
    abroad: list[bool]  # of each destination: not only cities of the map
    ferry_names: dict[int, str]
    rivers: list[tuple[str, list[tuple[Hex, Hex]]]]
    labels: list[Label]

    def terrain(self, place: int) -> str:
        column, row = self.hexes[place]
        return self.rows[row][column]


def hex_name(where: Hex) -> str:
    return f"{where[0]:02d}{where[1]:02d}"


def parse_hex(name: str) -> Hex:
    return int(name[:2]), int(name[2:])


def neighbours(where: Hex) -> list[Hex]:
    """East, north-east, north-west, west, south-west, south-east."""
    column, row = where
    shift = row % 2
    return [
        (column + 1, row),
        (column + shift, row - 1),
        (column + shift - 1, row - 1),
        (column - 1, row),
        (column + shift - 1, row + 1),
        (column + shift, row + 1),
    ]


def hexes_apart(one: Hex, other: Hex) -> int:
    """As the crow flies."""
    (q1, r1), (q2, r2) = ((c - (r - r % 2) // 2, r) for c, r in (one, other))
    return max(abs(q1 - q2), abs(r1 - r2), abs(q1 + r1 - q2 - r2))


def city_of(number: int) -> int:
    """Which of the 36 cities a number, red die and blue die, stands for."""
    return (number // 10 - 1) * 6 + number % 10 - 1


def number_of(city: int) -> int:
    return (city // 6 + 1) * 10 + city % 6 + 1


# ---------------------------------------------------------------- reading


def load(text: str) -> Map:
    """The map in a file without problems."""
    raw = json.loads(text)
    rows: list[str] = raw["rows"]
    hexes = [(c, r) for r, row in enumerate(rows) for c, letter in enumerate(row) if letter in PLAYABLE]
    index = {where: place for place, where in enumerate(hexes)}
    wet = {frozenset(edge) for river in raw["rivers"] for edge in _river_edges(river)}
    found: list[tuple[int, bool, Edge]] = []
    for place, (c, r) in enumerate(hexes):
        for near in neighbours((c, r)):
            other = index.get(near, -1)
            # Nobody builds from one foreign hex to another.
            kinds = rows[r][c], rows[near[1]][near[0]] if other >= 0 else SEA
            if other > place and not (kinds[0] in FOREIGN and kinds[1] in FOREIGN):
                edge = Edge(place, other, frozenset(((c, r), near)) in wet)
                found.append((_cost(*kinds, edge.river), FERRY not in kinds, edge))
    # In the order of what they cost; ferries stand where they fit with the option on ferries as without.
    edges = [edge for _, _, edge in sorted(found, key=lambda one: one[:2])]
    city_hex, names = [-1] * CITIES, [{"fr": "", "en": ""} for _ in range(PLACES)]
    for city in raw["cities"]:
        city_hex[city_of(city["number"])] = index[parse_hex(city["hex"])]
        names[city_of(city["number"])] = {"fr": city["name"], "en": city.get("name_en", city["name"])}
    destination_hexes: list[list[int]] = [[] for _ in range(DESTINATIONS)]
    abroad = [False] * DESTINATIONS
    for place in raw["destinations"]:
        which = place["die"] - 1
        names[CITIES + which] = place["name"]
        abroad[which] = "hexes" in place
        destination_hexes[which] = [index[parse_hex(name)] for name in place.get("hexes", ())]
        destination_hexes[which] += [city_hex[city_of(number)] for number in place.get("cities", ())]
    return Map(
        name=raw["name"],
        rows=rows,
        hexes=hexes,
        index=index,
        edges=edges,
        start=index[parse_hex(raw["start"])],
        targets={int(players): points for players, points in raw.get("targets", {}).items()},
        city_hex=city_hex,
        place_names=names,
        destination_hexes=destination_hexes,
        abroad=abroad,
        ferry_names={index[parse_hex(ferry["hex"])]: ferry["name"] for ferry in raw.get("ferries", ())},
        rivers=[(river["name"], _river_edges(river)) for river in raw["rivers"]],
        labels=[
            Label(
                text=label["text"],
                at=parse_hex(label["at"]),
                turn=label.get("turn", 0),
                sea=label.get("sea", False),
                destination=label.get("die", 0) - 1,
            )
            for label in raw.get("labels", ())
        ],
    )


@cache
def shipped(name: str) -> Map:
    """One of the maps that come with the game, or one of one's own."""
    if name in SHIPPED:
        return load((files(__name__.rpartition(".")[0]) / "data" / f"{name}.json").read_text("utf-8"))
    return load(json.dumps(own_boards(GAME)[name]))


def _river_edges(river: dict[str, Any]) -> list[tuple[Hex, Hex]]:
    return [(parse_hex(edge[:4]), parse_hex(edge[5:])) for edge in river["edges"]]


# ---------------------------------------------------------------- costs and distances


def build_cost(board: Map, edge: Edge) -> int:
    """Dice points for a stroke: the whole price, the step itself included."""
    return _cost(board.terrain(edge.a), board.terrain(edge.b), edge.river)


def _cost(one: str, other: str, river: bool) -> int:
    hills = (one in HILLS) + (other in HILLS)
    if hills == 2 or (hills and river):
        return COST_RIDGE
    if hills:
        return COST_SLOPE
    return COST_RIVER if river or FERRY in (one, other) else COST_PLAIN


def step_cost(board: Map, edge: Edge) -> int:
    """Dice points for a train: climbing and coming down cost two."""
    return 2 if (board.terrain(edge.a) in HILLS) != (board.terrain(edge.b) in HILLS) else 1


def place_hexes(board: Map, place: int) -> list[int]:
    """The hexes of a city or of a destination."""
    if place >= CITIES:
        return board.destination_hexes[place - CITIES]
    return [board.city_hex[place]] if board.city_hex[place] >= 0 else []


def build_distances(board: Map, costs: list[int], goals: list[int]) -> list[int]:
    """From every hex: the dice points to build to the nearest of the goals. A line ends abroad: none starts there."""
    ways: list[list[tuple[int, int]]] = [[] for _ in board.hexes]
    for edge, cost in zip(board.edges, costs, strict=True):
        ways[edge.a].append((edge.b, cost))
        ways[edge.b].append((edge.a, cost))
    least = [FAR] * len(board.hexes)
    queue: list[tuple[int, int]] = []
    for goal in goals:
        least[goal] = 0
        queue.append((0, goal))
    while queue:
        so_far, place = heappop(queue)
        if so_far > least[place]:
            continue
        for other, cost in ways[place]:
            if so_far + cost < least[other] and board.terrain(other) not in FOREIGN:
                least[other] = so_far + cost
                heappush(queue, (least[other], other))
    return least


# ---------------------------------------------------------------- what is wrong with a map

Say = Callable[[str, str], str]


def problems_of(text: str, lang: str = "en") -> list[str]:
    """What is wrong with a map file, in words; nothing when one can play on it."""
    try:
        return problems_of_map(json.loads(text), lang)
    except ValueError as problem:
        return [tell(lang, f"Ce n’est pas du JSON : {problem}.", f"This is not JSON: {problem}.")]


def problems_of_map(raw: Any, lang: str) -> list[str]:
    """The same for what the file says."""

    def say(fr: str, en: str) -> str:
        return tell(lang, fr, en)

    wrong = list(_wrong_shape(raw, say))
    if wrong:
        return wrong
    wrong = [*_wrong_drawing(raw, say), *_wrong_cities(raw, say), *_wrong_destinations(raw, say)]
    wrong += [*_wrong_rivers(raw, say), *_wrong_targets(raw, say)]
    return wrong or list(_out_of_reach(load(json.dumps(raw)), say))


TEXT, NUMBER, YES_OR_NO = str, int, bool
WORDS = {"fr": TEXT, "en": TEXT}
SHAPE: dict[str, Any] = {
    "id": TEXT,
    "name": WORDS,
    "start": TEXT,
    "rows": [TEXT],
    "cities": [{"number": NUMBER, "name": TEXT, "name_en?": TEXT, "hex": TEXT}],
    "destinations": [{"die": NUMBER, "name": WORDS, "hexes?": [TEXT], "cities?": [NUMBER]}],
    "rivers": [{"name": TEXT, "edges": [TEXT]}],
    "ferries?": [{"name": TEXT, "hex": TEXT}],
    "labels?": [{"text": WORDS, "at": TEXT, "turn?": NUMBER, "sea?": YES_OR_NO, "die?": NUMBER}],
    "targets?": {},
}
"""What a map file holds: texts, numbers, lists of one kind, and objects, where a field with ? may be missing."""

KINDS = {
    dict: ("un objet, { … }", "an object, { … }"),
    list: ("une liste, [ … ]", "a list, [ … ]"),
    TEXT: ("un texte", "a text"),
    NUMBER: ("un nombre entier", "a whole number"),
    YES_OR_NO: ("true ou false", "true or false"),
}


def _wrong_shape(raw: Any, say: Say) -> Iterator[str]:
    """Whatever stands in the file, afterwards every field is known to be of its kind."""
    if not isinstance(raw, dict):
        yield say("Une carte est un objet JSON : { … }.", "A map is a JSON object: { … }.")
        return
    yield from _unlike(raw, SHAPE, (), say)


def _unlike(value: Any, shape: Any, where: tuple[str | int, ...], say: Say) -> Iterator[str]:
    kind = _kind_of(shape)
    # In Python, true is a number and an empty name is a text.
    if type(value) is not kind or (kind is TEXT and not value.strip()):
        fr, en = KINDS[kind]
        yield say(f"{_path(where, say)} : il faut {fr}.", f"{_path(where, say)}: {en} is needed.")
    elif kind is list:
        for number, entry in enumerate(value, 1):
            yield from _unlike(entry, shape[0], (*where, number), say)
    elif kind is dict:
        for key, of_field in shape.items():
            field = key.removesuffix("?")
            if field in value:
                yield from _unlike(value[field], of_field, (*where, field), say)
            elif field == key:
                before = f"{_path(where, say)}{say(' : ', ': ')}" if where else ""
                yield before + say(
                    f"il manque « {field} »." if where else f"Il manque « {field} ».",
                    f"{field!r} is missing.",
                )


def _kind_of(shape: Any) -> type:
    return shape if isinstance(shape, type) else type(shape)


def _path(where: tuple[str | int, ...], say: Say) -> str:
    """« cities », n° 4, « name »."""
    return ", ".join(
        say(f"n° {part}", f"number {part}") if isinstance(part, int) else say(f"« {part} »", f"{part!r}")
        for part in where
    )


def _letter(raw: dict[str, Any], name: str) -> str:
    """What is drawn in a hex; nothing when there is no such hex."""
    if not (len(name) == 4 and name.isascii() and name.isdigit()):
        return ""
    column, row = parse_hex(name)
    rows = raw["rows"]
    return rows[row][column] if row < len(rows) and column < len(rows[row]) else ""


def _wrong_drawing(raw: dict[str, Any], say: Say) -> Iterator[str]:
    rows = raw["rows"]
    if not rows:
        yield say("« rows » doit contenir des lignes de texte.", "'rows' must hold lines of text.")
        return
    if len({len(row) for row in rows}) > 1 or len(rows) > 100 or len(rows[0]) > 100:
        yield say(
            "Toutes les lignes de « rows » doivent avoir la même longueur, 100 au plus.",
            "All lines of 'rows' must have the same length, 100 at most.",
        )
    known = {SEA, ABROAD, *PLAYABLE}
    for number, row in enumerate(rows):
        for letter in sorted(set(row) - known):
            yield say(
                f"Ligne {number} : « {letter} » n’est pas une sorte de case.",
                f"Line {number}: {letter!r} is no kind of hex.",
            )
    count = sum(letter in PLAYABLE for row in rows for letter in row)
    if count > HEXES:
        yield say(
            f"{count} cases où construire ; il en faut {HEXES} au plus.",
            f"{count} hexes to build in; there may be {HEXES} at most.",
        )


def _wrong_cities(raw: dict[str, Any], say: Say) -> Iterator[str]:
    cities: list[dict[str, Any]] = raw["cities"]
    if len(cities) < 4:
        yield say("Il faut au moins quatre villes.", "There must be at least four cities.")
    numbers: set[int] = set()
    taken: set[str] = set()
    for city in cities:
        number, name, where = city["number"], city["name"], city["hex"]
        if number // 10 not in range(1, 7) or number % 10 not in range(1, 7):
            yield say(
                f"{name} : {number} ne se tire pas avec deux dés (11 à 66).",
                f"{name}: {number} cannot be thrown with two dice (11 to 66).",
            )
        if number in numbers:
            yield say(f"{name} : le {number} sert deux fois.", f"{name}: {number} is used twice.")
        if where in taken:
            yield say(
                f"{name} : la case {where} a déjà une ville.", f"{name}: hex {where} has a city already."
            )
        if _letter(raw, where) != PLAIN:
            yield say(
                f"{name} : la case {where} n’est pas une plaine.", f"{name}: hex {where} is not a plain."
            )
        numbers.add(number)
        taken.add(where)
    if raw["start"] not in taken:
        yield say(
            f"On part de la case {raw['start']}, mais ce n’est pas une ville.",
            f"The game starts in hex {raw['start']}, which is no city.",
        )


def _wrong_destinations(raw: dict[str, Any], say: Say) -> Iterator[str]:
    numbers = {city["number"] for city in raw["cities"]}
    dice: set[int] = set()
    claimed: set[str] = set()
    for place in raw["destinations"]:
        die = place["die"]
        if die not in range(1, 7) or die in dice:
            yield say(
                f"Destination {die} : il faut un dé de 1 à 6, chacun une fois.",
                f"Destination {die}: a die from 1 to 6 is needed, each once.",
            )
        dice.add(die)
        if not place.get("hexes") and not place.get("cities"):
            yield say(
                f"Destination {die} : ni cases (« hexes »), ni villes (« cities »).",
                f"Destination {die}: neither 'hexes' nor 'cities'.",
            )
        for name in place.get("hexes", ()):
            if _letter(raw, name) not in FOREIGN or not _letter(raw, name):
                yield say(
                    f"Destination {die} : la case {name} n’est pas à l’étranger.",
                    f"Destination {die}: hex {name} is not abroad.",
                )
            if name in claimed:
                yield say(
                    f"La case {name} appartient à deux destinations.",
                    f"Hex {name} belongs to two destinations.",
                )
            claimed.add(name)
        for number in place.get("cities", ()):
            if number not in numbers:
                yield say(
                    f"Destination {die} : il n’y a pas de ville {number}.",
                    f"Destination {die}: there is no city {number}.",
                )


def _wrong_rivers(raw: dict[str, Any], say: Say) -> Iterator[str]:
    for river in raw["rivers"]:
        for edge in river["edges"]:
            ends = edge.split("-")
            if len(ends) != 2 or not all(_letter(raw, end) for end in ends):
                yield say(
                    f"{river['name']} : « {edge} » ne nomme pas deux cases, comme « 1509-1609 ».",
                    f"{river['name']}: {edge!r} does not name two hexes, such as '1509-1609'.",
                )
            elif parse_hex(ends[1]) not in neighbours(parse_hex(ends[0])):
                yield say(
                    f"{river['name']} : les cases {ends[0]} et {ends[1]} ne se touchent pas.",
                    f"{river['name']}: hexes {ends[0]} and {ends[1]} do not touch.",
                )
    for label in raw.get("labels", ()):
        if not _letter(raw, label["at"]):
            yield say(
                f"Inscription {label['at']} : ce n’est pas une case du dessin.",
                f"Label {label['at']}: this is no hex of the drawing.",
            )
        if label.get("die", 1) not in range(1, 7):
            yield say(
                f"Inscription {label['at']} : le dé d’une destination va de 1 à 6.",
                f"Label {label['at']}: the die of a destination goes from 1 to 6.",
            )
    for ferry in raw.get("ferries", ()):
        if _letter(raw, ferry["hex"]) != FERRY:
            yield say(
                f"{ferry['name']} : la case {ferry['hex']} n’est pas un port d’outre-Manche (« ~ »).",
                f"{ferry['name']}: hex {ferry['hex']} is no port overseas ('~').",
            )


def _wrong_targets(raw: dict[str, Any], say: Say) -> Iterator[str]:
    targets = raw.get("targets", {})
    players = [str(number) for number in range(2, 7)]
    fits = all(
        key in players and type(points) is int and 30 <= points <= 1000 for key, points in targets.items()
    )
    if not fits:
        yield say(
            "« targets » donne à chaque nombre de joueurs, de 2 à 6, les points qui finissent la partie, de 30 à 1000.",
            "'targets' gives for each number of players, 2 to 6, the points that end the game, 30 to 1000.",
        )


def _out_of_reach(board: Map, say: Say) -> Iterator[str]:
    if len(board.edges) > EDGES:
        yield say(
            f"{len(board.edges)} passages entre cases ; il en faut {EDGES} au plus.",
            f"{len(board.edges)} ways between hexes; there may be {EDGES} at most.",
        )
    costs = [build_cost(board, edge) for edge in board.edges]
    for place, names in enumerate(board.place_names):
        goals = place_hexes(board, place)
        if goals and build_distances(board, costs, goals)[board.start] >= FAR:
            yield say(
                f"On ne peut pas aller du départ à {names['fr']}.",
                f"There is no way from the start to {names['en']}.",
            )
