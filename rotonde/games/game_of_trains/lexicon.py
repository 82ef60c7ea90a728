"""Game of Trains: the names of things in French and English, and how to put them into a sentence."""

from collections.abc import Iterable

from rotonde.kernel.prose import and_list, tell

from .rules import (
    PROTECT,
    REMOVE_LEFT,
    REMOVE_MIDDLE,
    REMOVE_RIGHT,
    SHIFT_LEFT,
    SHIFT_RIGHT,
    SWAP_ADJACENT,
    SWAP_SKIP_ONE,
    Verb,
)

ABILITY_OF = {
    Verb.SWAP: SWAP_ADJACENT,
    Verb.LEAP: SWAP_SKIP_ONE,
    Verb.RIGHT: SHIFT_RIGHT,
    Verb.LEFT: SHIFT_LEFT,
    Verb.PROTECT: PROTECT,
}
"""The ability a verb uses; a removal's depends on its slot."""

REMOVAL_OF = {0: REMOVE_LEFT, 3: REMOVE_MIDDLE, 6: REMOVE_RIGHT}

# In the order of rules.ABILITIES.
ABILITY_NAMES = {
    "fr": ("Deux à droite", "Cadenas", "Deux à gauche", "Voisins", "Milieu", "Queue", "Tête", "Saute-wagon"),
    "en": ("Two right", "Padlock", "Two left", "Neighbours", "Middle", "Tail", "Head", "Leapfrog"),
}
ABILITY_EFFECTS = {
    "fr": (
        "Un wagon recule de deux places",
        "Protégez le wagon 1,\u00a04\u00a0ou\u00a07",
        "Un wagon avance de deux places",
        "Échangez deux wagons voisins",
        "Chacun perd son wagon\u00a04",
        "Chacun perd son wagon\u00a07",
        "Chacun perd son wagon\u00a01",
        "Échangez par-dessus un wagon",
    ),
    "en": (
        "Move a wagon two places right",
        "Protect wagon 1,\u00a04\u00a0or\u00a07",
        "Move a wagon two places left",
        "Swap two wagons side by side",
        "Everyone loses wagon\u00a04",
        "Everyone loses wagon\u00a07",
        "Everyone loses wagon\u00a01",
        "Swap across one wagon",
    ),
}


def ability_name(ability: int, lang: str, quoted: bool = False) -> str:
    name = ABILITY_NAMES[lang][ability]
    return tell(lang, f"« {name} »", f"“{name}”") if quoted else name


def ability_effect(ability: int, lang: str) -> str:
    return ABILITY_EFFECTS[lang][ability]


def cards_list(cards: Iterable[int], lang: str) -> str:
    """le 3, le 5 et le 8; 3, 5 and 8. No cards: nothing."""
    named = [tell(lang, f"le {card}", f"{card}") for card in cards]
    return and_list(named, lang) if named else ""
