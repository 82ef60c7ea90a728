"""Places assises, walking: M1 to M8, and the cards that go with a walk: A10, A12, A14."""

import pytest

from rotonde.games.places_assises.rules import ADVANCED_1, ADVANCED_2, ADVANCED_3, EXCUSE_ME, REBEL, Verb
from rotonde.kernel.handle import Table
from tests.games.places_assises.laying import (
    BLUE_1,
    BLUE_2,
    EXCUSED,
    GAME,
    REBELLED,
    RED_1,
    RED_2,
    RED_3,
    RED_4,
    RED_5,
    act,
    at,
    deal_any,
    discarded,
    go,
    hand,
    lay,
    offered,
    pawns,
    reach,
    sums,
    verbs,
    walk,
    walks,
)

DOOR = at(0, 2)  # inside the door at the north-west, as in the picture of the game


def standing(square: int, *cards: int, **more: object) -> Table:
    return lay(aisle={0: square, **more.pop("others", {})}, hands={0: cards}, **more)  # type: ignore[arg-type]


# ---------------------------------------------------------------- M1, M2


@pytest.mark.rule("places-assises:M1")
def test_one_number_or_two_of_a_colour() -> None:
    table = standing(DOOR, RED_1, RED_3, BLUE_2)
    assert walks(table) == {walk(RED_1), walk(RED_3), walk(BLUE_2), walk(RED_1, RED_3)}


@pytest.mark.rule("places-assises:M1")
def test_two_alike_are_of_a_colour() -> None:
    assert walks(standing(DOOR, RED_2, RED_2)) == {walk(RED_2), walk(RED_2, RED_2)}


@pytest.mark.rule("places-assises:M1")
def test_never_three() -> None:
    assert sums(standing(DOOR, RED_1, RED_2, RED_3)) == {1, 2, 3, 4, 5}


@pytest.mark.rule("places-assises:M1")
def test_the_cards_laid_are_discarded() -> None:
    table = act(standing(DOOR, RED_1, RED_3, BLUE_2), walk(RED_1, RED_3))
    assert discarded(table) == [RED_1, RED_3] and hand(table, 0) == [BLUE_2]


@pytest.mark.rule("places-assises:M2")
def test_the_whole_number_must_be_walked() -> None:
    assert reach(standing(DOOR, RED_1), walk(RED_1)) == {at(1, 2)}
    assert reach(standing(DOOR, RED_2), walk(RED_2)) == {at(2, 2), at(1, 1)}
    # The seat of the picture of the game: four steps, and not three or five.
    assert at(3, 3) in reach(standing(DOOR, RED_4), walk(RED_4))
    assert at(3, 3) not in reach(standing(DOOR, RED_3), walk(RED_3))
    assert at(3, 3) not in reach(standing(DOOR, RED_5), walk(RED_5))


@pytest.mark.rule("places-assises:M2")
def test_not_every_number_leads_to_a_seat() -> None:
    assert reach(standing(at(2, 2), RED_1), walk(RED_1)) == {at(1, 2), at(2, 1), at(2, 3), at(3, 2)}


@pytest.mark.rule("places-assises:M2")
def test_cards_that_lead_nowhere_cannot_be_laid() -> None:
    # From the corner of the car the neighbours are two seats and the aisle; the aisle is taken one step away.
    table = lay(aisle={0: at(2, 0), 1: at(2, 1)}, seated={1: [at(1, 0)]}, hands={0: [RED_1, RED_2]})
    assert walks(table) == {walk(RED_1)}


# ---------------------------------------------------------------- M3, M4


def ways(table: Table, start: int, steps: int) -> set[int]:
    """Every end of a way without a square twice through free squares: slowly and plainly."""
    box, taken = table.box, {square for square, owner in enumerate(table.state.pawn) if owner}
    people = {square for seat, square in enumerate(table.state.aisle) if seat and square >= 0}
    ends: set[int] = set()

    def step(way: tuple[int, ...]) -> None:
        for there in box.link[0, way[-1]].tolist():
            if there < 0 or there in way or box.kind[0, there] == 2 or there in taken:
                continue
            if len(way) == steps:
                ends.add(there)
            elif there not in people:
                step((*way, there))

    step((start,))
    return ends


@pytest.mark.rule("places-assises:M3")
@pytest.mark.parametrize("cars", ["T1+T2", "T4+T6", "T6+T7"])
def test_ways_turn_as_they_like_but_cross_no_square_twice(cars: str) -> None:
    for start in (at(2, 2), at(0, 6), at(2, 0, 1)):
        for number in range(1, 6):
            table = standing(start, number, 5, cars=cars, seated={1: [at(3, 7)]}, others={1: at(2, 5)})
            for cards, steps in (((number,), number), ((number, 5), number + 5)):
                if len(cards) == 2 and number == 5:
                    continue
                assert reach(table, walk(*cards)) == ways(table, start, steps), (start, cards)


@pytest.mark.rule("places-assises:M3")
def test_no_stepping_to_and_fro() -> None:
    assert at(2, 2) not in reach(standing(at(2, 2), RED_2), walk(RED_2))
    assert at(2, 3) not in reach(standing(at(2, 2), RED_3), walk(RED_3))


@pytest.mark.rule("places-assises:M4")
def test_on_the_floor_one_stands_and_on_a_seat_one_sits() -> None:
    table = standing(at(2, 3), RED_1, RED_1)
    act(table, walk(RED_1))
    standing_up, sitting = table.copy(), table.copy()
    act(standing_up, go(at(2, 4)))
    assert standing_up.state.aisle[0] == at(2, 4) and pawns(standing_up, 0) == set()
    act(sitting, go(at(3, 3)))
    assert sitting.state.aisle[0] == -1 and pawns(sitting, 0) == {at(3, 3)}


@pytest.mark.rule("places-assises:M4")
def test_who_sits_walks_no_more() -> None:
    table = lay(seated={0: [at(3, 3)]}, quay={0: 0}, hands={0: [RED_1, RED_2]})
    assert walks(table) == set()


@pytest.mark.rule("places-assises:M4")
def test_a_taken_seat_is_no_end() -> None:
    for owner in (0, 1):
        table = standing(at(2, 3), RED_1, seated={owner: [at(3, 3)]})
        assert at(3, 3) not in reach(table, walk(RED_1))
    assert at(1, 3) not in reach(standing(at(2, 3), RED_1), walk(RED_1)), "a passenger sits there"


# ---------------------------------------------------------------- M5 to M8


@pytest.mark.rule("places-assises:M5")
def test_one_may_end_on_an_opponent_but_not_walk_past() -> None:
    table = standing(at(2, 3), RED_1, RED_2, others={1: at(2, 4)})
    assert at(2, 4) in reach(table, walk(RED_1))
    assert at(2, 5) not in reach(table, walk(RED_2))
    free = standing(at(2, 3), RED_1, RED_2, others={1: at(2, 8)})
    assert at(2, 5) in reach(free, walk(RED_2))


@pytest.mark.rule("places-assises:M5")
def test_leaving_a_shared_square_is_free() -> None:
    shared = standing(at(2, 3), RED_2, others={1: at(2, 3)})
    assert reach(shared, walk(RED_2)) == reach(standing(at(2, 3), RED_2), walk(RED_2))


@pytest.mark.rule("places-assises:M5")
def test_never_two_of_ones_own_in_the_aisle() -> None:
    table = lay(aisle={0: at(2, 3)}, quay={0: 0}, missed=[0])
    assert Verb.BOARD not in verbs(table)


@pytest.mark.rule("places-assises:M6")
def test_an_empty_seat_may_be_walked_over_and_counts() -> None:
    assert at(4, 3) in reach(standing(at(2, 3), RED_2), walk(RED_2))
    assert at(4, 3) not in reach(standing(at(2, 3), RED_1), walk(RED_1))


@pytest.mark.rule("places-assises:M7")
@pytest.mark.parametrize("owner", [0, 1])
def test_whoever_sits_is_in_the_way(owner: int) -> None:
    table = standing(at(2, 3), RED_2, seated={owner: [at(3, 3)]})
    assert at(4, 3) not in reach(table, walk(RED_2))


@pytest.mark.rule("places-assises:M7")
def test_behind_a_passenger_one_needs_a_card() -> None:
    for number in range(1, 6):
        assert at(0, 3) not in reach(standing(at(2, 3), number), walk(number))
    table = standing(at(2, 3), RED_1, EXCUSE_ME)
    assert at(0, 3) in reach(table, walk(RED_1, passing=EXCUSED))


@pytest.mark.rule("places-assises:M8")
def test_no_card_helps_against_a_bar() -> None:
    # A bar between (1,1) and the aisle at (2,1); the seat is entered from the side, two more steps away.
    table = standing(at(2, 1), RED_1, RED_3, EXCUSE_ME, REBEL)
    assert at(1, 1) not in reach(table, walk(RED_1))
    assert all(at(1, 1) not in reach(table, walk(RED_1, passing=how)) for how in (EXCUSED, REBELLED))
    assert at(1, 1) in reach(table, walk(RED_3))


@pytest.mark.rule("places-assises:M8")
def test_nobody_climbs_over_a_seat_back() -> None:
    # (0,4) and (0,3) are side by side; (0,3) is behind a passenger.
    table = standing(at(2, 4), RED_3, EXCUSE_ME)
    assert at(0, 3) not in reach(table, walk(RED_3))
    assert at(0, 4) in reach(standing(at(2, 4), RED_2), walk(RED_2))


@pytest.mark.rule("places-assises:M8")
def test_the_gangway_leads_into_the_other_car() -> None:
    assert at(2, 0, 1) in reach(standing(at(2, 8), RED_1), walk(RED_1))


# ---------------------------------------------------------------- A10: Excuse me


@pytest.mark.rule("places-assises:A10")
def test_the_square_passed_is_not_counted() -> None:
    table = standing(at(2, 3), RED_1, RED_2, EXCUSE_ME)
    assert at(0, 3) in reach(table, walk(RED_1, passing=EXCUSED))
    assert at(0, 3) not in reach(table, walk(RED_2, passing=EXCUSED))


@pytest.mark.rule("places-assises:A10")
@pytest.mark.parametrize("owner", [0, 1])
def test_it_passes_seated_travellers(owner: int) -> None:
    table = standing(at(2, 3), RED_1, EXCUSE_ME, seated={owner: [at(3, 3)]})
    assert at(4, 3) in reach(table, walk(RED_1, passing=EXCUSED))


@pytest.mark.rule("places-assises:A10")
def test_it_passes_any_number_of_opponents_in_the_aisle_and_one_seated() -> None:
    aisle = {0: at(2, 2), 1: at(2, 3), 2: at(2, 4)}
    table = lay(3, aisle=aisle, hands={0: [RED_1, RED_2, EXCUSE_ME]})
    assert at(2, 5) in reach(table, walk(RED_1, passing=EXCUSED)), "neither counts"
    # (4,4) is behind a passenger at (3,4): one card passes those in the aisle and him.
    aisle = {0: at(2, 2), 1: at(2, 3), 2: at(2, 8)}
    table = lay(3, aisle=aisle, hands={0: [RED_2, EXCUSE_ME]})
    assert at(4, 4) in reach(table, walk(RED_2, passing=EXCUSED))


@pytest.mark.rule("places-assises:A10")
def test_opponents_on_one_square_are_one_square() -> None:
    aisle = {0: at(2, 2), 1: at(2, 3), 2: at(2, 3), 3: at(2, 3)}
    table = lay(4, aisle=aisle, hands={0: [RED_1, EXCUSE_ME]})
    assert at(2, 4) in reach(table, walk(RED_1, passing=EXCUSED))


@pytest.mark.rule("places-assises:A10")
def test_an_opponent_slides_to_the_empty_seat_of_the_bench() -> None:
    table = standing(at(2, 3), RED_1, EXCUSE_ME, seated={1: [at(3, 3)]})
    act(table, walk(RED_1, passing=EXCUSED), go(at(3, 3)))
    assert pawns(table, 0) == {at(3, 3)} and pawns(table, 1) == {at(4, 3)}
    assert table.actor == 0, "not an attack: nobody is asked, the next pawn is placed"


@pytest.mark.rule("places-assises:A10")
def test_one_slides_towards_the_aisle_too() -> None:
    table = standing(at(2, 3), RED_2, EXCUSE_ME, seated={1: [at(4, 3)]})
    act(table, walk(RED_2, passing=EXCUSED), go(at(4, 3)))
    assert pawns(table, 0) == {at(4, 3)} and pawns(table, 1) == {at(3, 3)}


@pytest.mark.rule("places-assises:A10")
def test_nobody_slides_without_room() -> None:
    both = standing(at(2, 3), RED_1, EXCUSE_ME, seated={1: [at(3, 3), at(4, 3)]})
    assert at(3, 3) not in reach(both, walk(RED_1, passing=EXCUSED))
    own = standing(at(2, 3), RED_1, EXCUSE_ME, seated={0: [at(3, 3)]})
    assert at(3, 3) not in reach(own, walk(RED_1, passing=EXCUSED)), "one does not push one's own"
    # (3,1) has a passenger at (4,1)? No: (4,1) is free; (1,0)'s mate (0,0) is free. (3,5) has one behind it.
    beside = standing(at(2, 5), RED_1, EXCUSE_ME, seated={1: [at(3, 5)]})
    assert at(3, 5) not in reach(beside, walk(RED_1, passing=EXCUSED)), "a passenger sits beside"


@pytest.mark.rule("places-assises:A10")
def test_it_ends_the_turn_and_is_discarded() -> None:
    table = standing(at(2, 3), RED_1, EXCUSE_ME, others={1: at(2, 8)}, seated={0: [at(3, 3)]})
    act(table, walk(RED_1, passing=EXCUSED), go(at(4, 3)))
    assert EXCUSE_ME in discarded(table)
    deal_any(act(table, table.moves()[0]))
    assert table.actor == 1


@pytest.mark.rule("places-assises:D3")
def test_it_is_not_laid_where_nobody_needs_to_be_passed() -> None:
    table = standing(at(2, 2), RED_1, EXCUSE_ME)
    assert walks(table) == {walk(RED_1)}
    table = standing(at(2, 3), RED_1, EXCUSE_ME)
    assert reach(table, walk(RED_1, passing=EXCUSED)) == {at(0, 3)}, "only where the card is needed"


# ---------------------------------------------------------------- A14: Rebel on one's own turn


@pytest.mark.rule("places-assises:A14")
def test_a_rebel_serves_as_an_excuse() -> None:
    table = standing(at(2, 3), RED_1, EXCUSE_ME, REBEL)
    assert reach(table, walk(RED_1, passing=REBELLED)) == reach(table, walk(RED_1, passing=EXCUSED))
    act(table, walk(RED_1, passing=REBELLED), go(at(0, 3)))
    assert REBEL in discarded(table) and EXCUSE_ME in hand(table, 0)
    assert Verb.PLAY not in verbs(lay(hands={0: [REBEL]}, quay={0: 0})), "it cannot be played by itself"


# ---------------------------------------------------------------- A12: Advance


@pytest.mark.rule("places-assises:A12")
def test_it_adds_its_number_to_none_one_or_two_of_any_colours() -> None:
    table = standing(DOOR, RED_1, BLUE_2, ADVANCED_3)
    expected = {walk(RED_1), walk(BLUE_2), walk(plus=3), walk(RED_1, plus=3), walk(BLUE_2, plus=3)}
    assert walks(table) == {*expected, walk(RED_1, BLUE_2, plus=3)}
    assert reach(table, walk(RED_1, plus=3)) == reach(standing(DOOR, RED_4), walk(RED_4))


@pytest.mark.rule("places-assises:A12")
@pytest.mark.parametrize(("card", "plus"), [(ADVANCED_1, 1), (ADVANCED_2, 2), (ADVANCED_3, 3)])
def test_alone_it_is_a_number(card: int, plus: int) -> None:
    table = standing(DOOR, card)
    assert walks(table) == {walk(plus=plus)}
    assert reach(table, walk(plus=plus)) == reach(standing(DOOR, plus), walk(plus))
    act(table, walk(plus=plus))
    assert discarded(table) == [card]


@pytest.mark.rule("places-assises:A12")
def test_one_a_move() -> None:
    assert sums(standing(DOOR, ADVANCED_1, ADVANCED_2)) == {1, 2}
    assert sums(standing(DOOR, BLUE_1, ADVANCED_1, ADVANCED_1)) == {1, 2}


@pytest.mark.rule("places-assises:A12")
def test_it_goes_with_an_excuse_and_ends_the_turn() -> None:
    table = standing(at(2, 3), ADVANCED_1, EXCUSE_ME, others={1: at(2, 8)})
    act(table, walk(plus=1, passing=EXCUSED), go(at(0, 3)))
    assert offered(table, Verb.PLACE) == set(range(8)), "the end of the turn"


@pytest.mark.rule("places-assises:A12")
def test_thirteen_steps_is_the_most() -> None:
    table = standing(at(2, 0), RED_5, 10, ADVANCED_3)
    assert at(2, 4, 1) in reach(table, walk(RED_5, 10, plus=3))
    assert GAME.rules.MOST_STEPS == 13
