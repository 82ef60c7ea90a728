"""Records: small readable texts; whatever is wrong with one is said, with its line."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rotonde
from rotonde import BadRecord, Problem
from rotonde.kernel import fairness
from rotonde.kernel.handle import load_game
from rotonde.kernel.record import LONGEST, Record, parse
from rotonde.kernel.subset import OVER

TOY = load_game("tests.kernel.toy", "python")
KEY = bytes(range(32))


def toy_verbs(name: str) -> dict[int, str]:
    if name != "marbles":
        raise rotonde.UnknownGame(f"Pas de jeu {name}.", f"No game {name}.")
    return TOY.verbs


def read(text: str) -> Record:
    return parse(text, toy_verbs)


def a_game(seed: int = 1) -> Record:
    rng = random.Random(seed)
    table = TOY.new(3)
    while table.actor != OVER:
        table.play(rng.choice(table.moves()))
    return table.record(["Zoé", "Max # 2", "Inès: ça va"], KEY, fairness.commitment(KEY))


GOOD = a_game().text()
LINES = GOOD.splitlines()


def line_of(start: str) -> int:
    """The number of the line that begins so."""
    return next(number for number, line in enumerate(LINES, 1) if line.startswith(start))


def changed(start: str, line: str | None) -> str:
    """The good record with one line replaced or left out."""
    lines = list(LINES)
    place = line_of(start) - 1
    lines[place : place + 1] = [] if line is None else [line]
    return "\n".join(lines) + "\n"


def test_a_record_is_a_small_readable_text() -> None:
    assert LINES[:5] == [
        "rotonde record 1",
        "game: marbles",
        "rules: 3",
        "players: 3",
        'options: {"marbles": "4 3 2", "rounds": 4}',
    ]
    assert 'seats: ["Zoé", "Max # 2", "Inès: ça va"]' in LINES
    first = LINES[line_of("moves:")]
    assert first.startswith("* throw ")
    assert all(line.isprintable() for line in LINES)


def test_what_is_written_is_read_again() -> None:
    record = a_game()
    assert read(GOOD) == record
    assert read(GOOD).text() == GOOD
    for odd in (
        GOOD.replace("\n", "\r\n"),
        GOOD.rstrip("\n"),
        GOOD.replace("* throw", "*   throw\t") + "\n\n",
    ):
        assert read(odd).moves == record.moves


def test_what_is_not_known_is_left_out() -> None:
    table = TOY.new(1)
    record = table.record()
    assert record.seats == ["seat 0"]
    assert "key" not in record.text() and "commitment" not in record.text() and "result" not in record.text()
    assert read(record.text()) == record


def test_how_it_ended_travels_too() -> None:
    record = a_game()
    record.ended = "resigned 0"
    assert read(record.text()).ended == "resigned 0"


@settings(max_examples=60)
@given(st.lists(st.text(), min_size=1, max_size=1))
def test_any_name_survives(names: list[str]) -> None:
    record = TOY.new(1).record(names)
    assert read(record.text()).seats == names


@pytest.mark.parametrize(
    "name", ["A\u2028B", "A\x85B", "\x0b\x0c\x1c", "a\nb", "a\r\nb", "moves:", "#", "\\", '"', "\u200f"]
)
def test_odd_names_survive(name: str) -> None:
    record = TOY.new(1).record([name])
    assert read(record.text()) == record


def test_hex_may_be_written_large() -> None:
    record = a_game()
    text = GOOD.replace(record.key, record.key.upper()).replace(record.commitment, record.commitment.upper())
    assert read(text) == record


HEAD = line_of("moves:")
DAMAGED: dict[str, tuple[str, int | None]] = {
    "nothing at all": ("", 1),
    "another file": ("<html>", 1),
    "another format": (changed("rotonde record", "rotonde record 2"), 1),
    "no moves line": ("\n".join(LINES[: HEAD - 1]), None),
    "a line without a colon": (changed("rules:", "rules 3"), 3),
    "an empty line in the header": (changed("rules:", "rules: 3\n"), 4),
    "a header twice": (changed("rules:", "rules: 3\nrules: 3"), 4),
    "an unknown header": (changed("rules:", "rules: 3\ncolour: red"), 4),
    "no game": (changed("game:", None), None),
    "no players": (changed("players:", None), None),
    "no options": (changed("options:", None), None),
    "no seats": (changed("seats:", None), None),
    "no rules": (changed("rules:", None), None),
    "an unknown game": (changed("game:", "game: chess"), 2),
    "players that are no number": (changed("players:", "players: three"), 4),
    "players beyond numbers": (changed("players:", "players: " + "9" * 5000), 4),
    "options that are no table": (changed("options:", "options: [1]"), 5),
    "options that are no JSON": (changed("options:", "options: {"), 5),
    "options without end": (changed("options:", "options: " + "[" * 100_000), 5),
    "seats that are no names": (changed("seats:", "seats: [1, 2, 3]"), 6),
    "seats that are no list": (changed("seats:", 'seats: {"a": 1}'), 6),
    "too few seats": (changed("seats:", 'seats: ["a"]'), None),
    "a key too short": (changed("key:", "key: abcd"), line_of("key:")),
    "a key that is no number": (changed("key:", "key: " + "x" * 64), line_of("key:")),
    "a hash too long": (changed("commitment:", "commitment: " + "0" * 66), line_of("commitment:")),
    "a result that is no number": (changed("result:", "result: 1 won 0"), line_of("result:")),
    "somebody who is not there": (changed("moves:", "moves:\n3 pass"), HEAD + 1),
    "somebody far away": (changed("moves:", "moves:\n" + "9" * 5000 + " pass"), HEAD + 1),
    "a minus": (changed("moves:", "moves:\n-1 pass"), HEAD + 1),
    "nobody": (changed("moves:", "moves:\nthrow 3"), HEAD + 1),
    "nothing done": (changed("moves:", "moves:\n*"), HEAD + 1),
    "an unknown verb": (changed("moves:", "moves:\n* fly 3"), HEAD + 1),
    "an operand that is no number": (changed("moves:", "moves:\n* throw x"), HEAD + 1),
    "a negative operand": (changed("moves:", "moves:\n* throw -1"), HEAD + 1),
    "an operand too large": (changed("moves:", "moves:\n* throw 4096"), HEAD + 1),
    "an operand far too large": (changed("moves:", "moves:\n* throw " + "1" * 5000), HEAD + 1),
    "too many operands": (changed("moves:", "moves:\n* throw 1 2 3 4"), HEAD + 1),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_what_is_damaged_is_said_with_its_line(name: str) -> None:
    text, line = DAMAGED[name]
    with pytest.raises(BadRecord) as refused:
        read(text)
    french, english = refused.value.told["fr"].text, refused.value.told["en"].text
    assert french and english and french != english
    if line is not None:
        assert french.startswith(f"Ligne {line} ") and english.startswith(f"Line {line}:")
    assert len(english) < 300 and len(french) < 300


def test_a_file_that_is_far_too_long_is_not_read() -> None:
    with pytest.raises(BadRecord, match="too long"):
        read(GOOD + "#" * LONGEST)


def test_read_record_knows_the_games() -> None:
    with pytest.raises(BadRecord, match="Line 2: There is no game 'marbles'"):
        rotonde.read_record(GOOD)


MOVE = len(LINES) - HEAD  # how many moves the good record has


@pytest.mark.parametrize(
    ("place", "line", "said"),
    [
        (0, "0 pass", "it is for chance to act here, not for seat 0"),
        (1, "* throw 3", "it is for seat 0 to act here, not for chance"),
        (0, "* throw 7", "Chance decides"),
        (1, "0 lay 3", ""),
    ],
)
def test_an_impossible_move_is_said_with_its_line(place: int, line: str, said: str) -> None:
    lines = list(LINES)
    lines[HEAD + place] = line
    record = read("\n".join(lines))
    with pytest.raises(BadRecord) as refused:
        TOY.replay(record)
    assert refused.value.told["en"].text.startswith(f"Line {HEAD + 1 + place}, move {place + 1}: ")
    assert refused.value.told["fr"].text.startswith(f"Ligne {HEAD + 1 + place}, coup {place + 1} : ")
    assert said in refused.value.told["en"].text


def test_a_move_after_the_end_is_refused() -> None:
    with pytest.raises(BadRecord, match=f"move {MOVE + 1}: it is for nobody to act here"):
        TOY.replay(read(GOOD + "0 pass\n"))


def test_notes_and_empty_lines_do_not_count_as_moves_but_as_lines() -> None:
    record = read(GOOD.replace("moves:\n", "moves:\n# the game begins\n\n"))
    assert record.line_of(1) == HEAD + 3
    assert a_game().line_of(5) == 5, "a record that was never a file counts its moves"


@st.composite
def damaged_texts(draw: Any) -> str:
    """The good record with some stretches cut out, doubled or overwritten."""
    text = GOOD
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 12)))
        new = draw(
            st.one_of(
                st.text(max_size=6),
                st.just(text[start:end] * 2),
                st.sampled_from(["\n", ": ", "*", "[", "9"]),
            )
        )
        text = text[:start] + new + text[end:]
    return text


@settings(max_examples=300)
@given(st.one_of(damaged_texts(), st.text(), st.text().map(lambda tail: "rotonde record 1\n" + tail)))
def test_nothing_but_a_bad_record_comes_of_any_text(text: str) -> None:
    try:
        record = read(text)
    except BadRecord as problem:
        assert problem.told["fr"].text and problem.told["en"].text
        return
    assert read(record.text()) == record
    try:
        TOY.replay(record)
    except Problem as problem:
        assert problem.told["fr"].text and problem.told["en"].text
