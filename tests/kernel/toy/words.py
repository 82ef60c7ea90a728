"""Marbles in words: as few as the contract asks for."""

from collections.abc import Sequence
from typing import Any

from rotonde.kernel.moves import a_of, verb_of
from rotonde.kernel.subset import CHANCE, OVER
from rotonde.kernel.telling import Preview, Standing

from .rules import Verb

COLOUR = {
    "fr": ("inconnue", "rouge", "verte", "bleue"),
    "en": ("unknown", "red", "green", "blue"),
}
SENTENCES = {
    "fr": {
        Verb.THROW: "le dé montre {number}",
        Verb.TAKE: "prendre une bille",
        Verb.TAKEN: "une bille {colour} sort du sac",
        Verb.LAY: "poser une bille {colour}",
        Verb.PASS: "passer",
        Verb.TEASE: "taquiner",
        Verb.ALLOW: "laisser faire",
    },
    "en": {
        Verb.THROW: "the die shows {number}",
        Verb.TAKE: "take a marble",
        Verb.TAKEN: "a {colour} marble comes out of the bag",
        Verb.LAY: "lay a {colour} marble",
        Verb.PASS: "pass",
        Verb.TEASE: "tease",
        Verb.ALLOW: "allow it",
    },
}


def sentence(seen: Any, move: int, lang: str, who: str | None = None) -> str:
    verb, a = Verb(verb_of(move)), a_of(move)
    colour = COLOUR[lang][a] if verb in (Verb.TAKEN, Verb.LAY) else ""
    words = SENTENCES[lang][verb].format(number=a, colour=colour)
    return words if who is None else f"{who}: {words}."


def told(before: Any, after: Any, move: int, lang: str, who: str) -> str:
    return sentence(before, move, lang, who)


def chapter(seen: Any, lang: str) -> str:
    return f"{'Tour' if lang == 'fr' else 'Round'} {seen.state.round + 1}"


def subject(seen: Any, move: int) -> int:
    return seen.actor if seen.actor >= 0 else int(seen.state.active)


def things(seen: Any, move: int) -> list[str]:
    verb = Verb(verb_of(move))
    if verb in (Verb.THROW, Verb.TAKEN):
        return []
    return [f"colour-{a_of(move)}"] if verb == Verb.LAY else [verb.name.lower()]


def touched(seen: Any, move: int) -> list[str]:
    return things(seen, move)


def prompt(seen: Any, lang: str, names: Sequence[str]) -> str:
    if seen.actor == OVER:
        return result(seen, lang, names)
    if seen.actor == CHANCE:
        return "Le hasard décide." if lang == "fr" else "Chance decides."
    return f"{names[seen.actor]} {'doit jouer' if lang == 'fr' else 'is to play'}."


def preview(seen: Any, move: int, lang: str) -> Preview:
    return Preview(sentence(seen, move, lang))


def facts(seen: Any, lang: str) -> list[str]:
    return [f"{'Sac' if lang == 'fr' else 'Bag'} {seen.state.bag_count}"]


def standing(seen: Any, seat: int, lang: str) -> Standing:
    points = int(seen.state.points[seat])
    return Standing(max(0, points), int(seen.box.target), str(points))


def result(seen: Any, lang: str, names: Sequence[str]) -> str:
    if seen.winners():
        return "Gagné, tous ensemble." if lang == "fr" else "Won, all together."
    return "Pas cette fois." if lang == "fr" else "Not this time."
