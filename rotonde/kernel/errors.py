"""What can be wrong, said so that a person knows what to do. Each problem is told in French and in English."""

from collections.abc import Mapping

from .telling import Refusal


class Problem(ValueError):
    """Something asked of a game cannot be done; `told` says why in each language."""

    def __init__(self, fr: str, en: str, rule: str = "") -> None:
        self.told: Mapping[str, Refusal] = {"fr": Refusal(rule, fr), "en": Refusal(rule, en)}
        super().__init__(f"{en} (rule {rule})" if rule else en)

    def __reduce__(self) -> tuple[type["Problem"], tuple[str, str, str]]:
        # A bot's process hands its problems over; by default they would be made again from the English sentence alone.
        return type(self), (self.told["fr"].text, self.told["en"].text, self.rule)

    @property
    def rule(self) -> str:
        """The number of the rule that forbids it, where one does."""
        return self.told["en"].rule


class UnknownGame(Problem):
    """No game has this name."""


class BadOption(Problem):
    """A number of players or an option that this game does not have."""


class IllegalMove(Problem):
    """The rules do not allow this move now."""


class BadRecord(Problem):
    """A record or a saved position that cannot be read; the sentence says where."""
