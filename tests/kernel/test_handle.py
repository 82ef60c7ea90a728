"""The handle: games, tables and views as everything else uses them, on a toy."""

import pickle
import random
from typing import Any

import pytest

import rotonde
from rotonde import BadOption, BadRecord, IllegalMove, UnknownGame
from rotonde.kernel.handle import Game, load_game
from rotonde.kernel.moves import pack
from rotonde.kernel.subset import CHANCE, OVER, PUBLIC
from tests.kernel.toy.rules import ENDED, Verb

TOY = load_game("tests.kernel.toy", "python")


def dealt(players: int = 2, **options: Any) -> rotonde.Table:
    table = TOY.new(players, options)
    table.play(pack(Verb.THROW, 4))
    return table


# ---------------------------------------------------------------- games


def test_a_game_is_found_by_name() -> None:
    assert rotonde.game("game-of-trains").id == "game-of-trains"
    assert rotonde.game("game-of-trains").engine_name == "native"
    assert rotonde.game("game-of-trains", "python") is rotonde.game("game-of-trains", engine="python")


@pytest.mark.parametrize("name", ["marbles", "", "Game of Trains", "../kernel"])
def test_an_unknown_game_is_said_with_those_there_are(name: str) -> None:
    with pytest.raises(UnknownGame) as refused:
        rotonde.game(name)
    assert "game-of-trains" in refused.value.told["fr"].text
    assert "game-of-trains" in refused.value.told["en"].text


def test_a_game_tells_about_itself() -> None:
    assert (TOY.id, TOY.info.players, TOY.rules_version) == ("marbles", (1, 3), 3)
    assert [option.name for option in TOY.options] == ["rounds", "marbles"]
    assert TOY.verbs[Verb.LAY] == "lay"
    assert "Marbles" in repr(TOY) and "python" in repr(TOY)
    assert "toy.words" in repr(TOY.words) and "toy.picture" in repr(TOY.picture)


def test_a_game_travels_by_name() -> None:
    assert pickle.loads(pickle.dumps(TOY)) is TOY
    assert isinstance(TOY, Game)


@pytest.mark.parametrize("players", [0, 4, -1, "2", 2.0, True, None, [2]])
def test_a_wrong_number_of_players_is_refused(players: Any) -> None:
    if players is None:
        assert TOY.new().players == 1, "the fewest, when nothing is said"
        return
    with pytest.raises(BadOption) as refused:
        TOY.new(players)
    assert "1 to 3" in refused.value.told["en"].text and "1 à 3" in refused.value.told["fr"].text


@pytest.mark.parametrize(
    "options",
    [{"rounds": 3}, {"rounds": "4"}, {"rounds": 4.0}, {"rounds": True}, {"rounds": None}, {"rounds": [4]}],
)
def test_a_wrong_value_is_refused_with_the_choices(options: dict[str, Any]) -> None:
    with pytest.raises(BadOption) as refused:
        TOY.new(2, options)
    for lang in ("fr", "en"):
        assert "rounds" in refused.value.told[lang].text and "2, 4, 12" in refused.value.told[lang].text


def test_an_unknown_option_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadOption) as refused:
        TOY.new(2, {"colour": 1})
    for lang in ("fr", "en"):
        assert (
            "colour" in refused.value.told[lang].text and "rounds, marbles" in refused.value.told[lang].text
        )


@pytest.mark.parametrize("text", ["1 1", "a b c", "1 1 99", "x" * 501, 5, None])
def test_an_option_without_choices_is_checked_by_the_box(text: Any) -> None:
    with pytest.raises(BadOption):
        TOY.new(2, {"marbles": text})
    table = TOY.new(2, {"marbles": "9 0 1"})
    assert table.options == {"rounds": 4, "marbles": "9 0 1"}
    assert table.state.bag.tolist() == [0, 9, 0, 1]


def test_a_box_is_made_once_and_never_written_to() -> None:
    one, other = TOY.new(2), TOY.new(2)
    assert one.box is other.box
    assert TOY.new(3).box is not one.box and TOY.new(2, {"rounds": 2}).box is not one.box
    with pytest.raises(TypeError):
        one.box.rounds = 5
    for number in range(1, 39):
        for count in (1, 2):
            assert TOY.new(count, {"marbles": f"{number} 1 1"}).state.bag[1] == number


# ---------------------------------------------------------------- tables


def test_a_new_table_is_laid_and_nothing_is_drawn() -> None:
    table = TOY.new(2)
    assert table.actor == CHANCE and table.history == ()
    assert table.chances() == [(pack(Verb.THROW, face), 1) for face in range(1, 7)]
    assert table.moves() == [move for move, _ in table.chances()]


def test_a_bag_gives_by_what_is_in_it() -> None:
    table = dealt()
    table.play(pack(Verb.TAKE))
    assert table.chances() == [(pack(Verb.TAKEN, 1), 4), (pack(Verb.TAKEN, 2), 3), (pack(Verb.TAKEN, 3), 2)]
    table.play(pack(Verb.TAKEN, 3))
    assert table.state.bag.tolist() == [0, 4, 3, 1]


@pytest.mark.parametrize("engine", ["python", "native"])
def test_an_outcome_is_found_by_its_place_among_the_weights(engine: str) -> None:
    table = load_game("tests.kernel.toy", engine).new(2)
    table.deal(random.Random(1))
    table.play(pack(Verb.TAKE))
    counted = [move for move, weight in table.chances() for _ in range(weight)]
    told: list[int] = []

    def at(place: int) -> int:
        return table.outcome(lambda total: told.append(total) or place)

    assert [at(place) for place in range(len(counted))] == counted
    assert set(told) == {len(counted)}


def test_dealing_stops_where_somebody_must_act() -> None:
    table = TOY.new(2)
    table.deal(random.Random(1))
    assert table.actor == 0 and len(table.history) == 1
    table.deal(random.Random(1))
    assert len(table.history) == 1, "nothing to deal"
    table.play(pack(Verb.TAKE))
    table.deal(random.Random(1))
    assert table.actor == 1 and len(table.history) == 4


def test_dealing_follows_the_weights() -> None:
    found = [0, 0, 0, 0]
    rng = random.Random(3)
    table = dealt()
    table.play(pack(Verb.TAKE))
    for _ in range(3000):
        twin = table.copy()
        twin.deal(rng)
        found[twin.history[2] >> 8] += 1
    expected = [0, 3000 * 4 / 9, 3000 * 3 / 9, 3000 * 2 / 9]
    assert sum((f - e) ** 2 / e for f, e in zip(found[1:], expected[1:], strict=True)) < 13.82


def test_whoever_must_answer_is_the_actor() -> None:
    table = dealt()
    table.state.hand[0, 2], table.state.hand_count[0], table.state.bag[2] = 1, 1, 2
    table.state.bag_count = 8
    table.play(pack(Verb.LAY, 2))
    assert table.actor == 1
    assert table.seen_by(0).moves() == []
    table.play(pack(Verb.TEASE))
    assert table.state.points.tolist() == [3, -1, 0]


def test_a_copy_is_a_table_of_its_own() -> None:
    table = dealt()
    twin = table.copy()
    twin.play(pack(Verb.PASS))
    assert len(table.history) == 1 and len(twin.history) == 2
    assert table.actor == 0 and table.state != twin.state
    assert twin.box is table.box


def test_a_refused_move_changes_nothing() -> None:
    table = dealt()
    before = bytes(table.state)
    for move, said in (
        (pack(Verb.LAY, 1), "Not now"),
        (pack(99), "not a move of this game"),
        (-1, "not a move of this game"),
        ("pass", "not a move of this game"),
    ):
        with pytest.raises(IllegalMove, match=said):
            table.play(move)  # type: ignore[arg-type]
    assert bytes(table.state) == before and len(table.history) == 1
    with pytest.raises(IllegalMove, match="Chance decides"):
        TOY.new(2).play(pack(Verb.PASS))
    table.state.phase = ENDED
    with pytest.raises(IllegalMove, match="over"):
        table.play(pack(Verb.PASS))


@pytest.mark.parametrize("points", [0, 50])
def test_together_all_win_or_nobody(points: int) -> None:
    table = TOY.new(3)
    table.state.points[1] = points
    assert table.winners() == []
    table.state.phase = ENDED
    assert table.actor == OVER
    assert table.winners() == ([0, 1, 2] if points else [])
    assert table.scores() == ([1, 1, 1] if points else [0, 0, 0])


def test_words_and_things_of_a_table() -> None:
    table = dealt()
    assert table.words(pack(Verb.TAKE), "fr") == "prendre une bille"
    assert table.words(pack(Verb.TAKE), "en", "Zoé") == "Zoé: take a marble."
    assert table.things(pack(Verb.TAKE)) == ["take"]


# ---------------------------------------------------------------- views


def test_a_view_of_every_seat_and_of_none() -> None:
    table = dealt(3)
    for seat in (0, 1, 2, PUBLIC):
        assert table.seen_by(seat).seat == seat
    for seat in (3, -1, -2):
        with pytest.raises(IndexError, match=f"no seat {seat}"):
            table.seen_by(seat)


def test_a_view_on_another_engine() -> None:
    seen = dealt().seen_by(0)
    assert seen.on("native").game.engine_name == "native"
    assert seen.on("native").moves() == seen.moves()


def test_guesses_are_fair() -> None:
    """Seat 0 holds a red marble, seat 1 two unknown ones: every pair of the others comes as often as it should."""
    table = TOY.new(2)
    s = table.state
    s.hand = [[0, 1, 0, 0], [0, 1, 1, 0], [0, 0, 0, 0]]
    s.hand_count = [1, 2, 0]
    s.bag, s.bag_count = [0, 2, 2, 2], 6
    rng = random.Random(5)
    found: dict[tuple[int, ...], int] = {}
    for _ in range(4000):
        hand = tuple(table.seen_by(0).guess(rng).state.hand[1])
        found[hand] = found.get(hand, 0) + 1
    # 8 marbles are unknown: 3 red, 3 green, 2 blue.
    ways = {
        (0, 2, 0, 0): 3,
        (0, 0, 2, 0): 3,
        (0, 0, 0, 2): 1,
        (0, 1, 1, 0): 9,
        (0, 1, 0, 1): 6,
        (0, 0, 1, 1): 6,
    }
    assert set(found) == set(ways)
    assert sum((found[hand] - 4000 * w / 28) ** 2 / (4000 * w / 28) for hand, w in ways.items()) < 20.52


# ---------------------------------------------------------------- positions


def test_a_position_of_older_rules_is_upgraded() -> None:
    """Before version 2 the die was called dice."""
    position = dealt().position()
    fields = dict(position["state"])
    old = {**position, "rules": 1, "state": {**fields, "dice": fields.pop("die")}}
    old["state"].pop("die")
    assert TOY.load(old).state == dealt().state
    with pytest.raises(BadRecord):
        TOY.load({**old, "rules": 3})


def test_a_position_of_another_game_is_refused() -> None:
    with pytest.raises(BadRecord):
        TOY.load(rotonde.game("game-of-trains", "python").new(2).position())
