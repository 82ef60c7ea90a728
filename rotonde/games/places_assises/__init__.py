"""Places assises: get all your travellers seated."""

from rotonde.kernel.info import GameInfo

INFO = GameInfo(
    id="places-assises",
    title={"fr": "Places assises", "en": "Take a Seat"},
    tagline={"fr": "Pardon… c’est ma place", "en": "Excuse me, that’s my seat"},
    kind={"fr": "Joyeux chahut", "en": "Merry jostle"},
    players=(2, 4),
    minutes=25,
    cooperative=False,
)
