"""Game of Trains: what is wrong with a table. Every card must be in one place, and every count must be true.

Plain Python that knows the box and the rules page, but no code of rules.py: the tests hold the one against the other.
"""

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rotonde.kernel.handle import Table

CARDS = range(1, 85)
PADLOCK = 1
SETTING_UP, TURN, DRAWN, REFILL, ENDED = range(4), 4, 5, 6, 7
PILE, DISCARD, TABLE, HANDS, THROWN = 1, 2, 3, range(4, 8), range(8, 12)


def problems(table: "Table") -> list[str]:
    """What is created, lost or impossible at this table, in plain words; nothing when all is well."""
    fields = table.state.by_name()
    ability: list[int] = table.box.by_name()["ability"]
    return [
        *_cards_in_one_place(fields),
        *_counts(fields),
        *_row_and_locks(fields, ability),
        *_trains(fields, table.players),
        *_place_in_the_game(fields, table.players, table.box.by_name()["turn_limit"]),
    ]


def _face_up(fields: dict[str, Any]) -> Counter[int]:
    """How often each card lies on the table: in a train, under one, in the row."""
    rows: list[list[int]] = [*fields["train"], *fields["lock"], fields["row"]]
    return Counter(card for row in rows for card in row if card)


def _cards_in_one_place(fields: dict[str, Any]) -> list[str]:
    shown, where = _face_up(fields), fields["where"]
    wrong = [f"there is no card {card}" for card in shown if card not in CARDS]
    wrong += [f"card 0 is said to be at {where[0]}"] if where[0] else []
    for card in CARDS:
        if shown[card] > 1:
            wrong.append(f"card {card} lies face up {shown[card]} times")
        elif (where[card] == TABLE) != (shown[card] == 1):
            wrong.append(f"card {card} is said to be at {where[card]} and lies face up {shown[card]} times")
        elif where[card] not in range(PILE, THROWN.stop):
            wrong.append(f"card {card} is nowhere ({where[card]})")
    return wrong


def _counts(fields: dict[str, Any]) -> list[str]:
    places: list[int] = fields["where"][1:]
    where = Counter(places)
    wrong: list[str] = []
    if fields["pile_count"] != where[PILE]:
        wrong.append(f"the pile is said to have {fields['pile_count']} cards, it has {where[PILE]}")
    for seat in range(4):
        held, thrown = where[HANDS[seat]], where[THROWN[seat]]
        if fields["hand_count"][seat] != held:
            wrong.append(f"seat {seat} is said to hold {fields['hand_count'][seat]} cards, it holds {held}")
        if fields["thrown_count"][seat] != thrown:
            said = fields["thrown_count"][seat]
            wrong.append(f"seat {seat} is said to have thrown away {said} cards, it threw {thrown}")
    return wrong


def _row_and_locks(fields: dict[str, Any], ability: list[int]) -> list[str]:
    wrong = [
        f"card {card} has ability {ability[card]} and lies in the place of {place}"
        for place, card in enumerate(fields["row"])
        if card and ability[card] != place
    ]
    for seat, locks in enumerate(fields["lock"]):
        for slot, card in zip((0, 3, 6), locks, strict=True):
            if card and ability[card] != PADLOCK:
                wrong.append(f"card {card} is no padlock, yet locks place {slot} of seat {seat}")
            if card and not fields["train"][seat][slot]:
                wrong.append(f"seat {seat} has a padlock under the gap in place {slot}")
    return wrong


def _trains(fields: dict[str, Any], players: int) -> list[str]:
    phase, trains = fields["phase"], fields["train"]
    wrong: list[str] = []
    for seat in range(players, 4):
        if any(trains[seat]) or any(fields["lock"][seat]) or fields["hand_count"][seat]:
            wrong.append(f"nobody sits at seat {seat}, yet it has cards")
    if phase in SETTING_UP[:2]:
        return wrong
    gaps = {(seat, slot) for seat in range(players) for slot in range(7) if not trains[seat][slot]}
    for seat, slot in sorted(gaps):
        if phase not in (REFILL, ENDED) or slot != fields["removed_slot"]:
            wrong.append(f"seat {seat} has a gap in place {slot}")
    if phase == REFILL:
        drawing = (fields["active"] + fields["waiting"]) % players
        if (drawing, fields["removed_slot"]) not in gaps:
            wrong.append(f"seat {drawing} should draw for a gap and has none")
    return wrong


def _place_in_the_game(fields: dict[str, Any], players: int, turn_limit: int) -> list[str]:
    phase, winner, active = fields["phase"], fields["winner"], fields["active"]
    wrong: list[str] = []
    if not 0 <= active < players or not 0 <= fields["first"] < players:
        wrong.append(f"seat {active} acts and seat {fields['first']} began, of {players} players")
    if not (0 if phase in SETTING_UP else 1) <= fields["turn"] <= turn_limit:
        wrong.append(f"turn {fields['turn']} of {turn_limit} in phase {phase}")
    in_order = [seat for seat in range(players) if _is_in_order(fields["train"][seat])]
    if in_order != ([] if winner < 0 else [winner]):
        wrong.append(f"the trains of {in_order} are in order and the winner is {winner}")
    if winner >= 0 and phase != ENDED:
        wrong.append(f"seat {winner} has won and the game goes on")
    if phase == ENDED and winner < 0 and fields["turn"] != turn_limit:
        wrong.append(f"a draw in turn {fields['turn']} of {turn_limit}")
    held = sum(fields["hand_count"])
    drawn = fields["drawn"]
    if phase > DRAWN or phase == TURN:
        wrong += [f"{held} cards are held in phase {phase}"] if held else []
    if phase == DRAWN and held and (held > 1 or fields["where"][drawn] != HANDS[active]):
        wrong.append(f"seat {active} has drawn {drawn}, but {held} cards are held")
    if drawn and not (phase == DRAWN and held):
        wrong.append(f"card {drawn} is drawn in phase {phase}")
    if phase in (TURN, DRAWN) and (fields["waiting"] or fields["removed_slot"]):
        # Equal positions must be equal in every byte.
        wrong.append("something is left over from the set-up or a removal")
    if phase in (REFILL, DRAWN) and not held and not fields["pile_count"]:
        wrong.append("a card is drawn from an empty pile")
    return wrong


def _is_in_order(train: list[int]) -> bool:
    return train[0] > 0 and all(left < right for left, right in pairwise(train))
