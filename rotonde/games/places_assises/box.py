"""Places assises: what is in the box, from the data files, and the options of a table."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import combinations, product
from typing import Any

from rotonde.kernel.errors import BadOption
from rotonde.kernel.info import Option

from .rules import ACTIONS, BENCHES, FLOOR, NUMBER_KINDS, PASSENGER, SEAT, Box

ROWS, COLUMNS = 5, 9
CAR = ROWS * COLUMNS
PAWNS = {2: 12, 3: 10, 4: 8}
HAND_SIZES = {"2+3": (2, 3), "3+2": (3, 2)}
ODDS = {"1/3": (1, 2), "1/2": (1, 1), "2/3": (2, 1)}
SIDES = ((-1, 0), (0, 1), (1, 0), (0, -1))


def _data(name: str) -> Any:
    return json.loads((files("rotonde.games.places_assises") / "data" / name).read_text("utf-8"))


CARS: list[dict[str, Any]] = _data("cars.json")["cars"]
CARDS: dict[str, Any] = _data("cards.json")
PAIRS = tuple(f"{one['id']}+{other['id']}" for one, other in combinations(CARS, 2))


def _pair_name(pair: str, lang: str) -> str:
    names: dict[str, str] = {car["id"]: car["name"][lang] for car in CARS}
    return " + ".join(names[car] for car in pair.split("+"))


OPTIONS = (
    Option(
        name="cars",
        default="T1+T2",
        choices=("draw", *PAIRS),
        label={"fr": "Les voitures", "en": "The cars"},
        help={
            "fr": "Deux voitures sur huit. Heure de pointe est la plus bondée.",
            "en": "Two cars out of eight. Rush Hour is the most crowded.",
        },
        value_labels={
            "draw": {"fr": "Tirées au sort", "en": "Drawn by lot"},
            **{pair: {lang: _pair_name(pair, lang) for lang in ("fr", "en")} for pair in PAIRS},
        },
    ),
    Option(
        name="join",
        default="short",
        choices=("short", "long"),
        label={"fr": "Attelage des voitures", "en": "How the cars are joined"},
        help={
            "fr": "Bout à bout, ou côte à côte : les portes qui se font face deviennent des passages.",
            "en": "End to end, or side by side: doors that face each other become passages.",
        },
        value_labels={
            "short": {"fr": "Bout à bout", "en": "End to end"},
            "long": {"fr": "Côte à côte", "en": "Side by side"},
        },
    ),
    Option(
        name="deck",
        default="standard",
        choices=tuple(CARDS["decks"]),
        label={"fr": "Les cartes", "en": "The cards"},
        help={
            "fr": "Calme : moins d’attaques. Bondé : moins de « Pardon ! » et plus de bousculade.",
            "en": "Calm: fewer attacks. Crowded: fewer Excuse-mes and more jostling.",
        },
        value_labels={
            "standard": {"fr": "Ordinaire", "en": "Standard"},
            "calm": {"fr": "Calme", "en": "Calm"},
            "crowded": {"fr": "Bondé", "en": "Crowded"},
        },
    ),
    Option(
        name="doors",
        default="1/2",
        choices=tuple(ODDS),
        label={"fr": "Chances que les portes s’ouvrent", "en": "Chances that the doors open"},
        help={
            "fr": "Plus les portes s’ouvrent, plus la partie est courte.",
            "en": "The more often they open, the shorter the game.",
        },
        value_labels={
            "1/3": {"fr": "Une sur trois", "en": "One in three"},
            "1/2": {"fr": "Une sur deux", "en": "One in two"},
            "2/3": {"fr": "Deux sur trois", "en": "Two in three"},
        },
    ),
    Option(
        name="stars",
        default="move",
        choices=("move", "colour"),
        label={"fr": "Étoiles de Sortie et d’Entrée", "en": "Stars of Exit and Enter"},
        help={
            "fr": "Le livret ne montre pas ces étoiles. Selon le mouvement : Entrée finit le tour, Sortie non. "
            "Selon la couleur écrite : l’inverse.",
            "en": "The rulebook does not show these stars. By movement: Enter ends the turn, Exit does not. "
            "By the colour it names: the other way round.",
        },
        value_labels={
            "move": {"fr": "Selon le mouvement", "en": "By movement"},
            "colour": {"fr": "Selon la couleur écrite", "en": "By the colour named"},
        },
    ),
    Option(
        name="hand",
        default="2+3",
        choices=tuple(HAND_SIZES),
        label={"fr": "Cartes en main", "en": "Cards in hand"},
        help={
            "fr": "Le livret dit deux fois 2 nombres et 3 actions, et une fois l’inverse.",
            "en": "The rulebook says 2 numbers and 3 actions twice, and once the other way round.",
        },
        value_labels={
            "2+3": {"fr": "2 nombres, 3 actions", "en": "2 numbers, 3 actions"},
            "3+2": {"fr": "3 nombres, 2 actions", "en": "3 numbers, 2 actions"},
        },
    ),
    Option(
        name="turn_limit",
        default=400,
        choices=(100, 200, 400),
        label={"fr": "Nombre de tours au plus", "en": "Most turns"},
        help={
            "fr": "Une partie dure une quarantaine de tours ; à la limite, le plus de voyageurs assis gagne.",
            "en": "A game takes some forty turns; at the limit whoever has most passengers seated wins.",
        },
    ),
)


def box(players: int, options: dict[str, Any]) -> Box:
    made: Any = Box()
    made.players = players
    made.pawns = PAWNS[players]
    made.turn_limit = options["turn_limit"]
    made.hand_size = list(HAND_SIZES[options["hand"]])
    made.open_weight, made.closed_weight = ODDS[options["doors"]]
    _put_cards(made, options["deck"], options["stars"])
    made.joined_long = int(options["join"] == "long")
    boards = list(_boards(options["cars"], options["join"]))
    made.boards = len(boards)
    for number, board in enumerate(boards):
        _put_board(made, number, board)
    return made


def _put_cards(made: Any, deck: str, stars: str) -> None:
    """C3, C4. How many there are of each card, and which of them keep the turn."""
    copies = CARDS["decks"][deck]
    for value, count in copies["numbers"].items():
        made.copies[int(value)] = made.copies[int(value) + 5] = count
    others: dict[str, str] = CARDS["stars_by_colour_word"] if stars == "colour" else {}
    for card in CARDS["actions"]:
        kind = NUMBER_KINDS + 1 + ACTIONS.index(card["id"])
        made.copies[kind] = copies["actions"][card["id"]]
        made.keeps_turn[kind] = int(others.get(card["id"], card["star"]) == "green")


# ---------------------------------------------------------------- the board: two cars, joined

Square = tuple[int, int, int]
"""Car 0 or 1, row, column."""


@dataclass(frozen=True)
class Car:
    """A car as it lies on the table."""

    number: int
    turned: bool
    rows: tuple[str, ...]
    bars: frozenset[frozenset[tuple[int, int]]]
    doors: frozenset[tuple[int, str]]  # column and side, N or S


@cache
def car(number: int, turned: bool) -> Car:
    """S1. One of the eight cars, perhaps turned round."""
    data = CARS[number]
    rows: list[str] = data["rows"]
    bars = [[tuple(square) for square in bar] for bar in data["bars"]]
    doors: list[tuple[int, str]] = [(column, side) for column, side in data["doors"]]
    if turned:
        rows = [row[::-1] for row in reversed(rows)]
        bars = [[(ROWS - 1 - r, COLUMNS - 1 - c) for r, c in bar] for bar in bars]
        doors = [(COLUMNS - 1 - column, {"N": "S", "S": "N"}[side]) for column, side in doors]
    return Car(number, turned, tuple(rows), frozenset(frozenset(bar) for bar in bars), frozenset(doors))


@dataclass(frozen=True)
class Board:
    cars: tuple[Car, Car]
    passages: tuple[tuple[Square, Square], ...]
    start_doors: tuple[tuple[int, int, str], ...]  # car, column, side


def _joined(cars: tuple[Car, Car], join: str) -> Board:
    """S1. End to end there is one gangway; side by side, doors that face each other are passages, others there shut."""
    first, second = cars
    doors = [(number, *door) for number, one in enumerate(cars) for door in sorted(one.doors)]
    if join == "short":
        return Board(cars, (((0, 2, COLUMNS - 1), (1, 2, 0)),), tuple(doors))
    facing = sorted(
        {c for c, side in first.doors if side == "S"} & {c for c, side in second.doors if side == "N"}
    )
    left = [door for door in doors if (door[0], door[2]) not in ((0, "S"), (1, "N"))]
    return Board(cars, tuple(((0, ROWS - 1, c), (1, 0, c)) for c in facing), tuple(left))


def arrangements(pair: tuple[int, int], join: str) -> list[Board]:
    """S1. Every way to join two cars with a passage and at least two start spaces."""
    boards = [
        _joined((car(pair[0], first), car(pair[1], second)), join)
        for first, second in product((False, True), repeat=2)
    ]
    return [board for board in boards if board.passages and len(board.start_doors) >= 2]


def _boards(cars: str, join: str) -> Iterator[Board]:
    """What the table chose: one board; or all that may be drawn."""
    ids = [one["id"] for one in CARS]
    if cars == "draw":
        for pair in combinations(range(len(CARS)), 2):
            yield from arrangements(pair, join)
        return
    first, second = (ids.index(name) for name in cars.split("+"))
    possible = arrangements((first, second), join)
    if not possible:
        raise BadOption(
            f"{_pair_name(cars, 'fr')} ne peuvent pas être côte à côte : il ne resterait pas deux portes.",
            f"{_pair_name(cars, 'en')} cannot be side by side: fewer than two doors would be left.",
            "S1",
        )
    yield possible[0]


def number_of(square: Square) -> int:
    return square[0] * CAR + square[1] * COLUMNS + square[2]


def _put_board(made: Any, number: int, board: Board) -> None:
    kinds = {"S": SEAT, "P": PASSENGER, ".": FLOOR, "D": FLOOR}
    links = _links(board)
    for one, lying in enumerate(board.cars):
        made.car[number, one] = lying.number
        made.turned[number, one] = int(lying.turned)
        for row, column in product(range(ROWS), range(COLUMNS)):
            square = number_of((one, row, column))
            made.kind[number, square] = kinds[lying.rows[row][column]]
            if made.kind[number, square] == SEAT:
                made.seats[number, one] |= 1 << (square % CAR)
            made.mate[number, square] = made.way_out[number, square] = -1
            for side in range(4):
                made.link[number, square, side] = links.get((square, side), -1)
    for square in range(2 * CAR):
        _put_neighbours(made, number, square)
    made.doors[number] = len(board.start_doors)
    for place, (one, column, side) in enumerate(board.start_doors):
        made.door[number, place] = number_of((one, 0 if side == "N" else ROWS - 1, column))
    for square in range(2 * CAR):
        if made.kind[number, square] != FLOOR:
            _put_bench(made, number, square)


def _put_neighbours(made: Any, number: int, square: int) -> None:
    """C2. What a floor square leads to: floor, and the benches that are entered from it."""
    near: list[int] = [there for there in made.link[number, square].tolist() if there >= 0]
    for there in near:
        if made.kind[number, there] == FLOOR:
            made.near[number, square, there // CAR] |= 1 << (there % CAR)
    benches = [there for there in near if made.kind[number, there] != FLOOR]
    for place in range(BENCHES):
        made.bench[number, square, place] = benches[place] if place < len(benches) else -1


def _links(board: Board) -> dict[tuple[int, int], int]:
    """C2. Neighbours are linked, but for bars and seat backs; outer walls open only where the cars are joined."""
    links: dict[tuple[int, int], int] = {}
    for one, lying in enumerate(board.cars):
        for row, column, side in product(range(ROWS), range(COLUMNS), range(4)):
            there = (row + SIDES[side][0], column + SIDES[side][1])
            if not (0 <= there[0] < ROWS and 0 <= there[1] < COLUMNS):
                continue
            seats = lying.rows[row][column] in "SP" and lying.rows[there[0]][there[1]] in "SP"
            if frozenset({(row, column), there}) in lying.bars or (seats and there[0] == row):
                continue
            links[number_of((one, row, column)), side] = number_of((one, *there))
    for here, there in board.passages:
        # From the first car eastwards or southwards.
        side = 1 if here[1] == 2 else 2
        links[number_of(here), side] = number_of(there)
        links[number_of(there), side ^ 2] = number_of(here)
    return links


def _put_bench(made: Any, number: int, square: int) -> None:
    """C1, C2. The other seat of the bench, and the one floor square from which the bench is entered."""
    near: list[int] = [
        made.link[number, square, side] for side in range(4) if made.link[number, square, side] >= 0
    ]
    mates = [other for other in near if made.kind[number, other] != FLOOR]
    if mates:
        made.mate[number, square] = mates[0]
    beside: list[int] = [made.link[number, seat, side] for seat in (square, *mates) for side in range(4)]
    ways = {other for other in beside if other >= 0 and made.kind[number, other] == FLOOR}
    if len(ways) != 1:
        raise ValueError(f"the bench of square {square} has {len(ways)} ways in; the rules need one")
    (made.way_out[number, square],) = ways
