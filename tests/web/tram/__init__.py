"""Tram, a toy for the tests of the page: a map to pan, walks of several moves, parcels, and somebody who may honk."""

from rotonde.kernel.info import GameInfo

INFO = GameInfo(
    id="tram",
    title={"fr": "Tramway", "en": "Tram"},
    tagline={"fr": "Douze arrêts", "en": "Twelve stops"},
    kind={"fr": "Jouet", "en": "Toy"},
    players=(1, 3),
    minutes=1,
)
