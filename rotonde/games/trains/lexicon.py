"""Trains: the names of things in French and English, and how to put them into a sentence."""

import re
from collections.abc import Mapping
from functools import cache

from rotonde.kernel.prose import count_of, tell

from . import box

TERRAIN_NAMES = {
    "fr": {
        "plain": "la plaine",
        "river": "la rivière",
        "mountain": "la montagne",
        "sea": "la mer",
    },
    "en": {"plain": "the plain", "river": "the river", "mountain": "the mountain", "sea": "the sea"},
}

# What a surcharge is paid for.
GROUND_NAMES = {
    "fr": {
        "plain": "Plaine",
        "river": "Rivière",
        "mountain": "Montagne",
        "city": "Ville",
        "remote": "Lieu éloigné",
    },
    "en": {
        "plain": "Plain",
        "river": "River",
        "mountain": "Mountain",
        "city": "City",
        "remote": "Remote place",
    },
}

TYPE_NAMES = {
    "fr": {
        "train": "Train",
        "rail": "Rails",
        "station": "Gare",
        "action": "Action",
        "victory": "Points",
        "waste": "Ferraille",
    },
    "en": {
        "train": "Train",
        "rail": "Rails",
        "station": "Station",
        "action": "Action",
        "victory": "Points",
        "waste": "Waste",
    },
}

# What stands on a card, in our own words.
EFFECTS = {
    "lay-rails": ("Posez un rail. Prenez une Ferraille.", "Lay a rail. Take a Waste."),
    "station-expansion": ("Bâtissez une gare. Prenez une Ferraille.", "Build a station. Take a Waste."),
    "apartment": ("À l’achat, prenez une Ferraille.", "When bought, take a Waste."),
    "tower": ("À l’achat, prenez une Ferraille.", "When bought, take a Waste."),
    "skyscraper": ("À l’achat, prenez une Ferraille.", "When bought, take a Waste."),
    "waste": ("Encombre la main.", "Clutters the hand."),
    "signaling-area": ("Piochez 2 cartes.", "Draw 2 cards."),
    "maintenance-factory": (
        "Montrez un Train de votre main, recevez le même.",
        "Show a Train from hand, receive another like it.",
    ),
    "stationmasters-office": (
        "Copiez l’effet d’une Action de votre main.",
        "Copy the effect of an Action in hand.",
    ),
    "conductors-station": ("Défaussez des cartes, piochez-en autant.", "Discard cards, draw as many."),
    "command-central": (
        "Piochez 1. Nommez une carte : si c’est celle du dessus, prenez-la.",
        "Draw 1. Name a card: if it is on top, take it.",
    ),
    "information-central": (
        "Dévoilez 4 cartes, prenez-en une, remettez le reste dessus.",
        "Reveal 4 cards, take one, put the rest back on top.",
    ),
    "collaboration": (
        "Posez un rail. Prenez une Ferraille. Ce tour, ni supplément ni Ferraille pour les rails des autres.",
        "Lay a rail. Take a Waste. No surcharge and no Waste for rails of others this turn.",
    ),
    "landfill": ("Rendez toute la Ferraille de votre main.", "Return all Waste in your hand."),
    "garage": ("Piochez 2 cartes, défaussez-en 2.", "Draw 2 cards, discard 2."),
    "dump-site": (
        "Vous ne recevez aucune Ferraille jusqu’à la fin du tour.",
        "You receive no Waste until the end of the turn.",
    ),
    "switchback": ("Un Train joué retourne sur votre paquet.", "A Train in play goes back on your deck."),
    "ironworks": ("Chaque carte verte donne 2 de plus ce tour.", "Each green card gives 2 more this turn."),
    "signals": (
        "Piochez 1. Regardez le dessus : défaussez-le ou non.",
        "Draw 1. Look at the top card: discard it or not.",
    ),
    "holiday-timetable": ("Écartez cette carte : 3 d’argent.", "Trash this card: 3 money."),
    "temporary-timetable": (
        "Dévoilez jusqu’à trouver 2 Trains : prenez-les, défaussez le reste.",
        "Reveal until you find 2 Trains: take them, discard the rest.",
    ),
    "amusement-park": (
        "Ajoutez la valeur d’un de vos Trains en jeu.",
        "Add the value of a Train you have in play.",
    ),
    "passing-station": ("Piochez 1 carte.", "Draw 1 card."),
    "station-crew": (
        "Piochez 1, ou 1 d’argent, ou rendez 1 Ferraille.",
        "Draw 1, or 1 money, or return 1 Waste.",
    ),
    "steel-bridge": (
        "Posez un rail. Prenez une Ferraille. Rivières gratuites ce tour.",
        "Lay a rail. Take a Waste. Rivers are free this turn.",
    ),
    "pulling": ("Reprenez un Train de votre défausse.", "Take a Train back from your discard pile."),
    "control-room": ("Piochez 3 cartes.", "Draw 3 cards."),
    "bullet-train": ("1 de plus avec un Train omnibus en jeu.", "1 more with a Normal Train in play."),
    "freight-train": ("Rendez de la Ferraille : 1 d’argent chacune.", "Return Waste: 1 money each."),
    "tourist-train": ("Marquez 1 point.", "Score 1 point."),
    "early-train": (
        "Ce tour, vos achats peuvent aller sur votre paquet.",
        "This turn, what you buy may go on your deck.",
    ),
    "mail-train": ("Défaussez des cartes : 1 d’argent chacune.", "Discard cards: 1 money each."),
    "tunnel": (
        "Posez un rail. Prenez une Ferraille. Montagnes gratuites ce tour.",
        "Lay a rail. Take a Waste. Mountains are free this turn.",
    ),
    "wagon-factory": (
        "Écartez un Train de votre main : prenez en main un Train qui coûte au plus 3 de plus.",
        "Trash a Train from hand: take into hand a Train that costs up to 3 more.",
    ),
    "viaduct": (
        "Posez un rail. Prenez une Ferraille. Villes gratuites ce tour.",
        "Lay a rail. Take a Waste. Cities are free this turn.",
    ),
    "subway-excavation": (
        "Posez un rail. Prenez une Ferraille. Aucun supplément ce tour.",
        "Lay a rail. Take a Waste. No surcharges this turn.",
    ),
}


@cache
def card_name(card: int, lang: str) -> str:
    return str(box.cards()[card - 1][lang])


# Where the long words of names may be parted on a narrow card: the hyphen is soft.
PARTED = {
    word.replace("-", ""): word.replace("-", "\u00ad")
    for word in (
        "Aiguil-lage",
        "Appar-tement",
        "attrac-tions",
        "Collabo-ration",
        "conduc-teur",
        "Coopé-ration",
        "Exca-vation",
        "Ferron-nerie",
        "Infor-mation",
        "Mainte-nance",
        "mainte-nance",
        "marchan-dises",
        "Remor-quage",
        "renseigne-ments",
        "signali-sation",
        "Sky-scraper",
        "souter-raine",
        "Station-master",
        "Switch-back",
        "tempo-raires",
    )
}


@cache
def card_title(card: int, lang: str) -> str:
    """The name as it stands on the card."""
    return re.sub(r"\w+", lambda word: PARTED.get(word[0], word[0]), card_name(card, lang))


def card_list(cards: Mapping[int, int], lang: str) -> str:
    """Train omnibus ×3, Gare: cards with how many of each."""
    return ", ".join(
        f"{card_name(card, lang)} ×{count}" if count > 1 else card_name(card, lang)
        for card, count in sorted(cards.items())
    )


def card_id(card: int) -> str:
    return str(box.cards()[card - 1]["id"])


def card_type(card: int) -> str:
    """The colour of a card: its first type."""
    return str(box.cards()[card - 1]["types"][0])


def card_effect(card: int, lang: str) -> str:
    """What stands on the card; nothing on a plain Train."""
    fr, en = EFFECTS.get(card_id(card), ("", ""))
    return tell(lang, fr, en)


def hex_name(board: str, number: int, lang: str) -> str:
    """Kichijoji; la plaine D5: the letter of its row, its number in the row."""
    terrain, _, name = box.hexes(board)[number]
    if name:
        return name
    row, column = box.places(board)[number]
    return f"{TERRAIN_NAMES[lang][terrain]} {'ABCDEFGH'[row]}{column + 1}"


def at_hex(board: str, number: int, lang: str) -> str:
    """à Kichijoji, sur la plaine D5; in Kichijoji, on the plain D5."""
    name = hex_name(board, number, lang)
    if box.hexes(board)[number][2]:
        return tell(lang, f"à {name}", f"in {name}")
    return tell(lang, f"sur {name}", f"on {name}")


def waste_count(number: int, lang: str) -> str:
    return count_of(number, lang, ("Ferraille", "Ferrailles"), ("Waste", "Waste"))


def points_count(number: int, lang: str) -> str:
    return count_of(number, lang, ("point", "points"), ("point", "points"))
