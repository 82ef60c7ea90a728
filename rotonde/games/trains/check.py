"""Trains: what is wrong with a table. No card is created or lost, every count is true, every number is possible.

Plain Python that knows the box and the rules page, but no code of rules.py: the tests hold the one against the other.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .box import neighbours

if TYPE_CHECKING:
    from rotonde.kernel.handle import Table

CARDS = range(1, 40)
BASIC = range(1, 10)
NORMAL_TRAIN, WASTE = 1, 9
FIRST, PILES, DEAL, START, TURN, CHOICE, DRAW, LOOK, REVEAL, REFILL, ENDED = range(11)
SETTING_UP = (FIRST, PILES, DEAL, START)
CITY, REMOTE, SEA = 3, 4, 5
RAILS, FAR = 20, 99


def problems(table: "Table") -> list[str]:
    """What is created, lost or impossible at this table, in plain words; nothing when all is well."""
    fields, box = table.state.by_name(), table.box.by_name()
    return [
        *_cards(fields, box, table.players),
        *_counts(fields, table.players),
        *_known_tops(fields, table.players),
        *_board(fields, box, neighbours(str(table.options["board"])), table.players),
        *_turn(fields, box, table.players),
    ]


def _cards(fields: dict[str, Any], box: dict[str, Any], players: int) -> list[str]:
    """Of every kind as many as the game began with, whoever holds them."""
    wrong: list[str] = []
    in_game = [card for card in fields["kind"] if card]
    if len(set(in_game)) != len(in_game) or not set(BASIC) <= set(in_game):
        wrong.append(f"the kinds of this game are {in_game}")
    places = [fields[name] for name in ("supply", "trash", "play", "received", "aside")]
    for name in ("deck", "hand", "discard"):
        places += fields[name]
    for place in places:
        wrong += [f"a place holds {count} of card {card}" for card, count in enumerate(place) if count < 0]
        wrong += [f"a place holds {place[0]} cards that are none"] if place[0] else []
    for card in CARDS:
        on_tops = sum(row.count(card) for row in fields["top"])
        found = sum(place[card] for place in places) + on_tops
        began = box["copies"][card] if card in in_game else 0
        if card == NORMAL_TRAIN:
            began = box["start"][card] * players
        if found != began:
            wrong.append(f"there are {found} of card {card}, the game began with {began}")
    return wrong


def _counts(fields: dict[str, Any], players: int) -> list[str]:
    wrong: list[str] = []
    for name in ("deck", "hand", "discard"):
        for seat in range(4):
            said, there = fields[f"{name}_count"][seat], sum(fields[name][seat])
            if said != there:
                wrong.append(f"the {name} of seat {seat} is said to have {said} cards, it has {there}")
            if there and seat >= players:
                wrong.append(f"nobody sits at seat {seat}, yet it has cards")
    for seat in range(4):
        for card in CARDS:
            shown, held = fields["shown"][seat][card], fields["hand"][seat][card]
            if not 0 <= shown <= held:
                wrong.append(f"seat {seat} is known to hold {shown} of card {card}, it holds {held}")
    return wrong


def _known_tops(fields: dict[str, Any], players: int) -> list[str]:
    wrong: list[str] = []
    for seat in range(4):
        count = fields["top_count"][seat]
        top, known = fields["top"][seat], fields["top_known"][seat]
        if any(card not in CARDS for card in top[:count]) or any(top[count:]) or any(known[count:]):
            wrong.append(f"seat {seat} has {count} known cards on top: {top}")
        if any(mark not in range(4) for mark in known):
            wrong.append(f"seat {seat}: nobody knows who knows {known}")
    return wrong


def _board(
    fields: dict[str, Any], box: dict[str, Any], around: Sequence[Sequence[int]], players: int
) -> list[str]:
    wrong: list[str] = []
    for hex_, (rail, stations) in enumerate(zip(fields["rail"], fields["station"], strict=True)):
        terrain = box["terrain"][hex_]
        if rail and terrain == SEA:
            wrong.append(f"there are rails on the sea, at {hex_}")
        if rail >> players:
            wrong.append(f"nobody's rail lies at {hex_}")
        if stations and (terrain != CITY or stations > box["number"][hex_]):
            wrong.append(f"there are {stations} stations at {hex_}")
    if sum(fields["station"]) != fields["stations"] or not 0 <= fields["stations"] <= box["station_tokens"]:
        wrong.append(
            f"there are said to be {fields['stations']} stations, there are {sum(fields['station'])}"
        )
    for seat in range(4):
        laid = {hex_ for hex_, rail in enumerate(fields["rail"]) if rail >> seat & 1}
        if len(laid) != fields["rails"][seat] or len(laid) > RAILS:
            wrong.append(f"seat {seat} is said to have {fields['rails'][seat]} rails, it has {len(laid)}")
        if not _connected(laid, around):
            wrong.append(f"the rails of seat {seat} do not hang together: {sorted(laid)}")
        if fields["away"][seat] != _away(laid, around, box["terrain"]):
            wrong.append(f"seat {seat} is not as far away from places as is said: {fields['away'][seat]}")
        if fields["track"][seat] < 0:
            wrong.append(f"seat {seat} has {fields['track'][seat]} points on the track")
    return wrong


def _connected(laid: set[int], around: Sequence[Sequence[int]]) -> bool:
    waiting = list(laid)[:1]
    reached = set(waiting)
    while waiting:
        for other in around[waiting.pop()]:
            if other in laid and other not in reached:
                reached.add(other)
                waiting.append(other)
    return reached == laid


def _away(laid: set[int], around: Sequence[Sequence[int]], terrain: Sequence[int]) -> list[int]:
    """How many rails each hex is away from the laid ones."""
    away, ring, rails = [FAR] * len(terrain), set(laid), 0
    while ring:
        for hex_ in ring:
            away[hex_] = rails
        near = {other for hex_ in ring for other in around[hex_]}
        ring = {hex_ for hex_ in near if away[hex_] == FAR and terrain[hex_] != SEA}
        rails += 1
    return away


def _turn(fields: dict[str, Any], box: dict[str, Any], players: int) -> list[str]:
    phase, wrong = fields["phase"], list[str]()
    if not 0 <= fields["active"] < players or not 0 <= fields["first"] < players:
        wrong.append(f"seat {fields['active']} acts and seat {fields['first']} began, of {players} players")
    if not (0 if phase in SETTING_UP else 1) <= fields["turn"] <= box["turn_limit"]:
        wrong.append(f"turn {fields['turn']} of {box['turn_limit']} in phase {phase}")
    if (phase == ENDED) != (fields["ended"] != 0):
        wrong.append(f"phase {phase}, but the reason to end is {fields['ended']}")
    for name in ("money", "rail_points", "ironworks", "left"):
        if fields[name] < 0:
            wrong.append(f"{name} is {fields[name]}")
    if phase not in (TURN, CHOICE, DRAW, LOOK, REVEAL):
        for name in ("money", "rail_points", "free", "ironworks", "no_waste", "early", "acted"):
            wrong += [f"{name} is {fields[name]} in phase {phase}"] if fields[name] else []
        for name in ("play", "received"):
            wrong += [f"{name} is {fields[name]} in phase {phase}"] if any(fields[name]) else []
    if phase not in (CHOICE, REVEAL) and any(fields["aside"]):
        wrong.append(f"cards are revealed in phase {phase}")
    inside = phase in (CHOICE, DRAW, LOOK, REVEAL)
    for name in ("effect", "source"):
        if (fields[name] != 0) != inside:
            wrong.append(f"{name} is {fields[name]} in phase {phase}")
    for name in ("amount", "step", "chain", "named", "group"):
        if fields[name] and not inside:
            wrong.append(f"{name} is {fields[name]} in phase {phase}")
    if phase in (DRAW, LOOK, REVEAL, REFILL) and (
        fields["left"] <= 0 or not fields["deck_count"][fields["active"]]
    ):
        wrong.append(f"{fields['left']} cards are to come from an empty deck")
    return wrong
