"""Game of Trains: put the seven wagons of a train in ascending order."""

from rotonde.kernel.info import GameInfo

INFO = GameInfo(
    id="game-of-trains",
    title={"fr": "Game of Trains", "en": "Game of Trains"},
    tagline={"fr": "Sept wagons, en ordre", "en": "Seven wagons, in order"},
    kind={"fr": "En famille", "en": "For the family"},
    players=(2, 4),
    minutes=20,
    cooperative=False,
)
