"""What may become of a message that is handed over; no message of these holds an address or a secret."""


class Gone(Exception):
    """Nobody is there any more."""


class Impossible(Exception):
    """It will never be taken; the message says why."""


class Later(Exception):
    """It should be tried again, after so many seconds at least."""

    def __init__(self, why: str, seconds: float = 0) -> None:
        super().__init__(why)
        self.seconds = seconds
