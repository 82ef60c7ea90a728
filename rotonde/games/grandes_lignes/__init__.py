"""Grandes Lignes: build railways across France, then race on them. Announced, not playable yet."""

from rotonde.kernel.info import GameInfo

INFO = GameInfo(
    id="grandes-lignes",
    title={"fr": "Grandes Lignes", "en": "Main Lines"},
    tagline={"fr": "Bâtir, puis courir", "en": "Build, then race"},
    kind={"fr": "Réseau et course", "en": "Network and race"},
    players=(2, 6),
    minutes=60,
    cooperative=False,
)
