"""Tram in words."""

from collections.abc import Sequence
from typing import Any

from rotonde.kernel.moves import a_of, b_of, verb_of
from rotonde.kernel.subset import OVER
from rotonde.kernel.telling import Preview, Standing

from .rules import Verb

SENTENCES = {
    "fr": {
        Verb.WALK: "Marcher jusqu’à l’arrêt {a}",
        Verb.CARRY: "Porter le colis {a} jusqu’à l’arrêt {b}",
        Verb.WAIT: "Attendre",
        Verb.FIND: "trouve {a} pièces",
        Verb.HONK: "Klaxonner",
        Verb.HUSH: "Se taire",
        Verb.RING: "Sonner 1 coup pour {somebody}",
    },
    "en": {
        Verb.WALK: "Walk to stop {a}",
        Verb.CARRY: "Carry parcel {a} to stop {b}",
        Verb.WAIT: "Wait",
        Verb.FIND: "finds {a} coins",
        Verb.HONK: "Honk",
        Verb.HUSH: "Keep quiet",
        Verb.RING: "Ring 1 time for {somebody}",
    },
}


RUNG_FOR = {
    "fr": ("le conducteur", "les enfants", "les 7 chiens perdus"),
    "en": ("the driver", "the children", "the 7 lost dogs"),
}


def sentence(seen: Any, move: int, lang: str, who: str | None = None) -> str:
    verb, a, b = Verb(verb_of(move)), a_of(move), b_of(move)
    somebody = RUNG_FOR[lang][a] if verb == Verb.RING else ""
    words = SENTENCES[lang][verb].format(a=a, b=b, somebody=somebody)
    return words if who is None else f"{who}: {words}."


def told(before: Any, after: Any, move: int, lang: str, who: str) -> str:
    return sentence(before, move, lang, who)


def chapter(seen: Any, lang: str) -> str:
    return f"{'Tour' if lang == 'fr' else 'Round'} {seen.state.round + 1}"


def subject(seen: Any, move: int) -> int:
    return seen.actor if seen.actor >= 0 else int(seen.state.active)


def things(seen: Any, move: int) -> list[str]:
    verb = Verb(verb_of(move))
    if verb == Verb.WALK:
        return [f"stop-{a_of(move)}"]
    if verb == Verb.CARRY:
        return [f"parcel-{a_of(move)}", f"stop-{b_of(move)}"]
    return [] if verb == Verb.FIND else [verb.name.lower()]


def touched(seen: Any, move: int) -> list[str]:
    return things(seen, move)


def prompt(seen: Any, lang: str, names: Sequence[str]) -> str:
    if seen.actor == OVER:
        return result(seen, lang, names)
    return f"{names[max(seen.actor, 0)]} {'doit jouer' if lang == 'fr' else 'is to play'}."


def preview(seen: Any, move: int, lang: str) -> Preview:
    left = int(seen.state.steps) - 1
    if verb_of(move) == Verb.WALK:
        note = f"Il restera {left} pas." if lang == "fr" else f"{left} steps will be left."
        return Preview(note, {f"stop-{a_of(move)}": "1"})
    return Preview("Un colis à la fois." if lang == "fr" else "One parcel at a time.")


def facts(seen: Any, lang: str) -> list[str]:
    return [f"{'Pas' if lang == 'fr' else 'Steps'} {seen.state.steps}"]


def standing(seen: Any, seat: int, lang: str) -> Standing:
    coins = int(seen.state.coins[seat])
    return Standing(min(coins, 20), 20, str(coins))


def result(seen: Any, lang: str, names: Sequence[str]) -> str:
    return "Terminus." if lang == "fr" else "All change."
