"""Positions for the tests of Trains: laid by hand, checked, and moved on with the very cards a test wants."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from rotonde.games.trains import box as trains_box
from rotonde.games.trains.check import problems
from rotonde.games.trains.rules import EVERYBODY, TURN, Verb
from rotonde.kernel.handle import Table, load_game
from rotonde.kernel.moves import a_of, pack, verb_of
from rotonde.kernel.subset import CHANCE

GAME = load_game("rotonde.games.trains", "python")

ID = {card["id"]: number for number, card in enumerate(trains_box.cards(), 1)}
NAME = {number: name for name, number in ID.items()}
ACTIONS = [name for name in ID if "action" in trains_box.cards()[ID[name] - 1]["types"]]
NORMAL, EXPRESS, LIMITED, RAILS, STATION = (
    "normal-train",
    "express-train",
    "limited-express-train",
    "lay-rails",
    "station-expansion",
)

# Cards that fill a choice of eight when a test needs fewer.
FILLERS = [name for name in ID if ID[name] > 9]

# Hexes of Tokyo by their name, and some without one.
PLACE = {name: number for number, (_, _, name) in enumerate(trains_box.hexes("tokyo")) if name}
SHINAGAWA, SHINJUKU, IKEBUKURO = PLACE["Shinagawa-Meguro"], PLACE["Shinjuku-Shibuya"], PLACE["Ikebukuro-Ueno"]
TACHIKAWA, KICHIJOJI, TOKYO = PLACE["Tachikawa"], PLACE["Kichijoji"], PLACE["Tokyo-Akihabara"]
HACHIOJI, YOKOHAMA, KASHIWA = PLACE["Hachioji"], PLACE["Yokohama"], PLACE["Kashiwa"]
NARITA, TSUKUBA, CHIBA, FUNABASHI = PLACE["Narita"], PLACE["Tsukuba"], PLACE["Chiba"], PLACE["Funabashi"]


def at(row: int, column: int, board: str = "tokyo") -> int:
    """The hex in that row and column."""
    return trains_box.places(board).index((row, column))


def lay(
    hand: Sequence[str] = (),
    *,
    deck: Sequence[str] = (),
    top: Sequence[str] = (),
    top_known: int = EVERYBODY,
    discard: Sequence[str] = (),
    in_play: Sequence[str] = (),
    others: Mapping[int, Sequence[str]] | None = None,
    kinds: Sequence[str] = (),
    supply: Mapping[str, int] | None = None,
    rails: Mapping[int, Sequence[int]] | None = None,
    stations: Mapping[int, int] | None = None,
    money: int = 0,
    players: int = 2,
    board: str = "tokyo",
    turn: int = 5,
    active: int = 0,
) -> Table:
    """A table in the middle of a game, where seat `active` begins its turn.

    `others` are the hands of other seats. Cards that are nowhere lie in their pile; `supply` says how many are left
    there, the others are trashed, and so are Normal Trains that are nowhere. `top` is known to all, unless
    `top_known` says otherwise.
    """
    used = [*hand, *deck, *top, *discard, *in_play, *kinds]
    used += [card for cards in (others or {}).values() for card in cards]
    needed = [name for name in dict.fromkeys([*used, *(supply or {})]) if ID[name] > 9]
    chosen = [*needed, *(name for name in FILLERS if name not in needed)][:8]
    table = GAME.new(players, {"board": board, "chosen": ",".join(chosen), "first": "chair-1"})
    s: Any = table.state
    for seat in range(players):
        for card in range(40):
            s.deck[seat, card] = 0
        s.deck_count[seat] = 0
    _put(s, active, hand, deck, discard)
    for seat, cards in (others or {}).items():
        _put(s, seat, cards, (), ())
    for place, card in enumerate(top):
        s.top[active, place], s.top_known[active, place] = ID[card], top_known
    s.top_count[active] = len(top)
    for card in in_play:
        s.play[ID[card]] += 1
    spread = Counter(used) - Counter(kinds)
    for card in [*range(1, 10), *(ID[name] for name in chosen)]:
        copies = 7 * players if card == 1 else table.box.copies[card]
        rest = copies - spread[NAME[card]]
        left = 0 if card == 1 else (supply or {}).get(NAME[card], rest)
        s.supply[card], s.trash[card] = left, rest - left
    for seat, hexes in (rails or {0: [SHINAGAWA], 1: [IKEBUKURO]}).items():
        for one in hexes:
            s.rail[one] = s.rail[one] | 1 << seat
            s.rails[seat] += 1
            for other in range(76):
                s.away[seat, other] = min(s.away[seat, other], table.box.distance[one, other])
    for one, count in (stations or {}).items():
        s.station[one] = count
        s.stations += count
    s.phase, s.turn, s.active, s.money = TURN, turn, active, money
    assert problems(table) == []
    return table


def _put(s: Any, seat: int, hand: Sequence[str], deck: Sequence[str], discard: Sequence[str]) -> None:
    for place, cards in (("hand", hand), ("deck", deck), ("discard", discard)):
        for card in cards:
            getattr(s, place)[seat, ID[card]] += 1
            getattr(s, f"{place}_count")[seat] += 1


# ---------------------------------------------------------------- moves


def play(card: str) -> int:
    return pack(Verb.PLAY, ID[card])


def plain(card: str) -> int:
    """Play a card for its value only."""
    return pack(Verb.PLAY_PLAIN, ID[card])


def buy(card: str) -> int:
    return pack(Verb.BUY, ID[card])


def buy_on_top(card: str) -> int:
    return pack(Verb.BUY_ON_TOP, ID[card])


def with_card(verb: Verb, card: str) -> int:
    return pack(verb, ID[card])


def lay_rail(one: int) -> int:
    return pack(Verb.LAY, one)


def station(one: int) -> int:
    return pack(Verb.STATION, one)


END, PASS, DONE, KEEP, DROP = (pack(verb) for verb in (Verb.END, Verb.PASS, Verb.DONE, Verb.KEEP, Verb.DROP))


def act(table: Table, *moves: int) -> Table:
    """Make these moves, one after the other, and look whether all is well after each."""
    for move in moves:
        table.play(move)
        assert problems(table) == []
    return table


def chance(table: Table, *cards: str) -> Table:
    """Let chance give these cards, one after the other."""
    for card in cards:
        assert table.actor == CHANCE, f"{card} cannot come: nothing is drawn"
        act(table, next(move for move in table.moves() if a_of(move) == ID[card]))
    return table


def deal(table: Table) -> Table:
    """Let chance give the first card it may, as long as it must."""
    while table.actor == CHANCE:
        act(table, table.moves()[0])
    return table


# ---------------------------------------------------------------- reading a table


def zone(table: Table, name: str, seat: int | None = None) -> dict[str, int]:
    """What lies in a place, by card."""
    cells = getattr(table.state, name)
    cells = cells[0 if seat is None else seat] if name in ("hand", "deck", "discard", "shown") else cells
    return {NAME[card]: count for card, count in enumerate(cells.tolist()) if count}


def hand(table: Table, seat: int = 0) -> dict[str, int]:
    return zone(table, "hand", seat)


def discard(table: Table, seat: int = 0) -> dict[str, int]:
    return zone(table, "discard", seat)


def top(table: Table, seat: int = 0) -> list[str]:
    count = table.state.top_count[seat]
    return [NAME[card] for card in table.state.top[seat].tolist()[:count]]


def received(table: Table) -> dict[str, int]:
    return zone(table, "received")


def in_play(table: Table) -> dict[str, int]:
    return zone(table, "play")


def money(table: Table) -> int:
    return table.state.money


def pile(table: Table, card: str) -> int:
    return table.state.supply[ID[card]]


def waste(table: Table) -> int:
    """How much Waste was received this turn."""
    return received(table).get("waste", 0)


def offered(table: Table, verb: Verb) -> set[str]:
    """The cards that a kind of move may be made with."""
    return {NAME[a_of(move)] for move in table.moves() if verb_of(move) == verb}


def hexes_offered(table: Table, verb: Verb) -> set[int]:
    return {a_of(move) for move in table.moves() if verb_of(move) == verb}


def verbs(table: Table) -> set[Verb]:
    return {Verb(verb_of(move)) for move in table.moves()}
