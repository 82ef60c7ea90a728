"""French or English, for what is printed: sentences, numbers, tables."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

LANGS = ("fr", "en")


@dataclass(frozen=True)
class Wording:
    lang: str

    def __call__(self, fr: str, en: str) -> str:
        """The one of the two that the reader understands."""
        return _no_break(fr) if self.lang == "fr" else en

    def number(self, value: float, digits: int = 0) -> str:
        text = f"{value:,.{digits}f}"
        # French: a narrow no-break space between thousands, a comma before decimals.
        return text.translate(str.maketrans(",.", "\u202f,")) if self.lang == "fr" else text

    def percent(self, share: float) -> str:
        return self.number(100 * share, 1) + self("\u202f%", "%")

    def count(self, value: float, fr: tuple[str, str], en: tuple[str, str], digits: int = 0) -> str:
        """A number with its noun; French takes the plural from two on, English for all but one."""
        plural = value >= 2 if self.lang == "fr" else value != 1
        return f"{self.number(value, digits)} {self(fr[plural], en[plural])}"

    def of(self, words: Mapping[str, str]) -> str:
        return words[self.lang]


def _no_break(french: str) -> str:
    """No line breaks at the spaces that French puts before ; ! ? : % and inside « »."""
    return re.sub(r" (?=[;!?:%»])|(?<=«) ", "\u00a0", french)


def table(rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """Columns side by side, the first `left` of them flush left."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines: list[str] = []
    for row in rows:
        cells = [
            cell.ljust(width) if column < left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)
