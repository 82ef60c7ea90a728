"""Every move has its words and its things in both languages; no viewpoint and no moment is without an answer."""

import re
from itertools import combinations
from typing import Any

from rotonde.kernel.handle import Seen
from rotonde.kernel.subset import OVER
from rotonde.kernel.telling import Preview, Refusal, Standing
from tests.conformance.cases import LANGUAGES, Case, positions, rule_numbers


def is_sentence(text: Any) -> bool:
    """Words that are there, with nothing left of a template."""
    return isinstance(text, str) and bool(text.strip()) and not re.search(r"[{}]|\bNone\b|Verb\.", text)


def things_on(board: str) -> list[str]:
    return re.findall(r'data-thing="([^"]+)"', board)


def test_every_move_is_a_sentence(case: Case) -> None:
    for table in positions(case):
        for move in table.moves():
            for lang in LANGUAGES:
                assert is_sentence(table.words(move, lang))
                assert is_sentence(table.words(move, lang, "Zoé"))
                if table.actor >= 0:
                    assert "Zoé" in table.words(move, lang, "Zoé")


def test_every_move_is_told_to_every_viewpoint(case: Case) -> None:
    for table in positions(case):
        words = table.game.words
        for move in table.moves():
            after = table.copy()
            after.play(move)
            for seat in case.seats:
                seen, then = table.seen_by(seat), after.seen_by(seat)
                masked = seen.masked(move)
                about = words.subject(seen, masked)
                assert 0 <= about < case.players
                if table.actor >= 0:
                    assert about == table.actor
                assert all(isinstance(thing, str) for thing in words.touched(seen, masked))
                for lang in LANGUAGES:
                    assert is_sentence(seen.words(masked, lang))
                    assert is_sentence(seen.words(masked, lang, "Zoé"))
                    # Some events need no line of their own: the next one tells them too.
                    told = words.told(seen, then, masked, lang, "Zoé")
                    assert is_sentence(told) or told == ""
                    assert is_sentence(words.chapter(seen, lang))


def test_languages_differ(case: Case) -> None:
    for table in positions(case):
        french = [table.words(move, "fr", "Zoé") for move in table.moves()]
        english = [table.words(move, "en", "Zoé") for move in table.moves()]
        assert french != english or not french


def test_every_move_is_made_by_touching_things(case: Case) -> None:
    for table in positions(case):
        if table.actor < 0:
            assert all(table.things(move) == [] for move in table.moves())
            continue
        seen = table.seen_by(table.actor)
        board = things_on(table.game.picture.board(seen, "fr", case.names, set()))
        touched: dict[int, frozenset[str]] = {}
        for move in table.moves():
            things = seen.things(move)
            assert things and len(set(things)) == len(things)
            assert things == table.things(move)
            assert set(things) <= set(board), "what one touches is on the board"
            touched[move] = frozenset(things)
        for one, other in combinations(table.moves(), 2):
            if touched[one] == touched[other]:
                for lang in LANGUAGES:
                    assert seen.words(one, lang) != seen.words(other, lang), "moves must be told apart"


def test_every_move_has_a_preview(case: Case) -> None:
    for table in positions(case):
        if table.actor < 0:
            continue
        seen = table.seen_by(table.actor)
        board = set(things_on(table.game.picture.board(seen, "en", case.names, set())))
        for move in table.moves():
            for lang in LANGUAGES:
                preview = table.game.words.preview(seen, move, lang)
                assert isinstance(preview, Preview) and is_sentence(preview.note)
                assert set(preview.tags) <= board
                assert all(is_sentence(tag) for tag in preview.tags.values())


def test_everything_that_cannot_be_touched_says_why(case: Case) -> None:
    known = rule_numbers(case.game().id)
    for table in positions(case, 2):
        for seat in case.seats:
            seen = table.seen_by(seat)
            usable = {thing for move in seen.moves() for thing in seen.things(move)}
            board = table.game.picture.board(seen, "fr", case.names, set())
            for thing in [*things_on(board), "no-such-thing", ""]:
                for lang in LANGUAGES:
                    refusal = seen.why(thing, lang)
                    if thing in usable:
                        assert refusal is None, f"{thing} can be touched"
                        continue
                    assert isinstance(refusal, Refusal) and is_sentence(refusal.text)
                    assert not known or refusal.rule in known


def test_a_thing_that_goes_with_nothing_chosen_says_why(case: Case) -> None:
    """After one thing is touched the others are still legal or say why not."""
    for table in positions(case, 1):
        if table.actor < 0:
            continue
        seen = table.seen_by(table.actor)
        ways = [set(seen.things(move)) for move in seen.moves()]
        board = things_on(table.game.picture.board(seen, "fr", case.names, set()))
        for first in sorted(set().union(*ways))[::2]:
            for thing in board[::3]:
                possible = any({first, thing} <= way for way in ways)
                refusal = seen.why(thing, "fr", [first])
                assert (refusal is None) == possible, f"{thing} after {first}"


def test_every_viewpoint_has_its_words_at_any_moment(case: Case) -> None:
    for table in positions(case):
        for seat in case.seats:
            for lang in LANGUAGES:
                _expect_words(case, table.seen_by(seat), lang)


def _expect_words(case: Case, seen: Seen, lang: str) -> None:
    words = seen.game.words
    assert is_sentence(words.prompt(seen, lang, case.names))
    assert all(is_sentence(fact) for fact in words.facts(seen, lang))
    assert is_sentence(words.result(seen, lang, case.names))
    assert is_sentence(words.chapter(seen, lang))
    for seat in range(case.players):
        standing = words.standing(seen, seat, lang)
        assert isinstance(standing, Standing) and is_sentence(standing.text)
        assert standing.done >= 0 and standing.of > 0


def test_every_viewpoint_has_its_picture_at_any_moment(case: Case) -> None:
    for table in positions(case, 2):
        moves = table.moves()
        for seat in case.seats:
            seen = table.seen_by(seat)
            last = set(table.game.words.touched(seen, seen.masked(moves[0]))) if moves else set()
            for lang in LANGUAGES:
                board = table.game.picture.board(seen, lang, case.names, last)
                assert is_sentence(re.sub(r"<style.*?</style>", "", board, flags=re.DOTALL))
                keys = re.findall(r'data-key="([^"]+)"', board)
                assert len(keys) == len(set(keys)), "a piece has one key"
                for name in case.names:
                    assert name not in board or "<" not in name, "names are escaped"
    for lang in LANGUAGES:
        assert is_sentence(case.game().picture.legend(lang))


def test_the_end_is_told(case: Case) -> None:
    ended = [table for table in positions(case) if table.actor == OVER]
    assert ended, "no game ended among the positions"
    for table in ended:
        for seat in case.seats:
            for lang in LANGUAGES:
                result = table.game.words.result(table.seen_by(seat), lang, case.names)
                assert result == table.game.words.prompt(table.seen_by(seat), lang, case.names)
