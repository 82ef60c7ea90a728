"""Clocks: how long a player may think, and what happens when the time is up."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

ClockKind = Literal["none", "live", "days"]
WhenUp = Literal["bot", "lose", "nothing"]

DAY = 24 * 3600
GRACE = 30
"""Seconds on a live clock that somebody has at least who plays again after a bot did."""


HEAD_START = 60
"""Seconds of everybody's first turn that a live clock does not count: whoever plays again has to find the table."""


@dataclass(frozen=True)
class Clock:
    """`live`: `seconds` for the whole game and `increment` for each turn; `days`: `seconds` for each turn."""

    kind: ClockKind = "none"
    seconds: int = 0
    increment: int = 0
    when_up: WhenUp = "nothing"

    def __post_init__(self) -> None:
        fits = {
            "none": self.seconds == 0 and self.increment == 0,
            "live": 60 <= self.seconds <= 4 * 3600 and 0 <= self.increment <= 600,
            "days": 3600 <= self.seconds <= 30 * DAY and self.increment == 0,
        }
        if not fits.get(self.kind, False) or self.when_up not in ("bot", "lose", "nothing"):
            raise ValueError("there is no such clock")

    def as_json(self) -> dict[str, Any]:
        return {} if self == NO_CLOCK else asdict(self)

    @staticmethod
    def from_json(fields: Mapping[str, Any]) -> "Clock":
        return Clock(**fields)


NO_CLOCK = Clock()


class Times:
    """How long each seat has thought, told by what happened when."""

    def __init__(self, clock: Clock, seats: int) -> None:
        self._clock = clock
        self._used = [0.0] * seats
        self._turns = [0] * seats
        self._turn_of = -1
        self._turn_since = 0.0
        self._since = 0.0
        self._away_since: list[float | None] = [None] * seats
        """Since when a bot plays for each seat, where one does."""
        self._spare = [float(HEAD_START if clock.kind == "live" else 0)] * seats
        """What is left of each seat's head start."""
        self._away = [0.0] * seats
        """How long each seat was away since somebody last did something."""
        self.running = False

    def start(self, at: float) -> None:
        """The first player may think from now on."""
        self._turn_since = self._since = at
        self.running = True

    def acted(self, seat: int, at: float) -> None:
        """A seat did something; until then it was its turn."""
        if seat != self._turn_of:
            self._turn_of, self._turn_since = seat, self._since
            self._turns[seat] += 1
        self._think(seat, at)

    def _think(self, seat: int, at: float) -> None:
        """That seat thought until now; what a bot did for it meanwhile is not counted."""
        thought = max(0.0, at - self._since - self._away[seat] - self._absence(seat, at))
        spared = min(thought, self._spared(seat))
        self._spare[seat] -= spared
        self._used[seat] += thought - spared
        self._since = at
        self._away = [0.0] * len(self._away)

    def _spared(self, seat: int) -> float:
        """For how long that seat, which must act, still thinks without the clock."""
        first = self._turns[seat] == (seat == self._turn_of)
        return self._spare[seat] if first else 0.0

    def _absence(self, seat: int, at: float) -> float:
        """For how long that seat has been away without coming back, since somebody last did something."""
        since = self._away_since[seat]
        return 0.0 if since is None else at - max(since, self._since)

    def went(self, seat: int, at: float) -> None:
        """A bot plays for that seat from now on."""
        self._away_since[seat] = at

    def ran_out(self, seat: int, at: float) -> None:
        """The time of that seat, which had to act, was up."""
        self._think(seat, at)
        self.went(seat, at)

    def came_back(self, seat: int, at: float) -> None:
        """The person plays again, and has a little time at least: else that would be for a moment only."""
        self._away[seat] += self._absence(seat, at)
        self._away_since[seat] = None
        if self._clock.kind == "live":
            self._used[seat] -= max(0.0, GRACE - self.left(seat))
        elif seat == self._turn_of:
            self._turn_since = at

    def stop(self) -> None:
        self.running = False

    def deadline(self, seat: int) -> float | None:
        """When the time of that seat, which must act, is up; None without a clock."""
        if self._clock.kind == "none" or not self.running or seat < 0:
            return None
        if self._clock.kind == "days":
            since = self._turn_since if seat == self._turn_of else self._since
            return since + self._away[seat] + self._clock.seconds
        return self._since + self._away[seat] + self._spared(seat) + self.left(seat)

    def left(self, seat: int) -> float:
        """Seconds that a seat still had when somebody last did something; of use with a live clock only."""
        earned = self._clock.increment * max(0, self._turns[seat] - (seat == self._turn_of))
        return self._clock.seconds + earned - self._used[seat]
