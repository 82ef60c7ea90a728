"""Trains: build a deck, and with it railways on a map."""

from rotonde.kernel.info import GameInfo

INFO = GameInfo(
    id="trains",
    title={"fr": "Trains", "en": "Trains"},
    tagline={"fr": "Des cartes et des rails", "en": "Cards and rails"},
    kind={"fr": "Cartes et plateau", "en": "Cards and a board"},
    players=(2, 4),
    minutes=45,
    cooperative=False,
)
