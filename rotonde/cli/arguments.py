"""Reading the arguments of a command, in the reader's language."""

import argparse
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NoReturn

from rotonde.lab.wording import LANGS, Wording

from .trouble import USAGE, complain


class Parser(argparse.ArgumentParser):
    """An argument parser that speaks the reader's language."""

    def __init__(self, name: str, summary: str, say: Wording) -> None:
        class Formatter(argparse.HelpFormatter):
            def add_usage(
                self,
                usage: str | None,
                actions: Iterable[Any],
                groups: Iterable[Any],
                prefix: str | None = None,
            ) -> None:
                super().add_usage(usage, actions, groups, say("utilisation : ", "usage: "))

        super().__init__(
            prog=name, description=summary, add_help=False, allow_abbrev=False, formatter_class=Formatter
        )
        self._say = say
        self.arguments = self.add_argument_group(say("arguments ", "arguments"))
        self.options = self.add_argument_group(say("options ", "options"))
        self.options.add_argument(
            "-h", "--help", action="help", help=say("montrer cette aide et finir", "show this help and exit")
        )
        self.options.add_argument(
            "--lang",
            metavar="fr|en",
            type=one_of(say, *LANGS),
            help=say("langue des messages", "language of the messages"),
        )

    def add_file(self, told: str) -> None:
        """The file that the command is about."""
        self.arguments.add_argument("file", metavar=self._say("FICHIER", "FILE"), type=Path, help=told)

    def error(self, message: str) -> NoReturn:
        hint = self._say(f"« {self.prog} --help » en dit plus.", f"'{self.prog} --help' says more.")
        self.exit(complain(f"{_translated(message, self._say)}\n{hint}", USAGE, self._say))


# What argparse itself complains about, in French.
COMPLAINTS = {
    r"the following arguments are required: (.*)": r"il manque : \1",
    r"unrecognized arguments: (.*)": r"arguments inconnus : \1",
    r"argument (\S+): expected one argument": r"\1 demande une valeur",
    r"argument (\S+): ignored explicit argument (.*)": r"\1 ne prend pas de valeur, or voici \2",
    r"argument (\S+): (.*)": r"\1 : \2",
}


def _translated(message: str, say: Wording) -> str:
    if say.lang == "fr":
        for english, french in COMPLAINTS.items():
            if re.fullmatch(english, message, re.DOTALL):
                return re.sub(english, french, message, flags=re.DOTALL)
    return message


def one_of(say: Wording, *choices: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in choices:
            known = ", ".join(choices)
            raise argparse.ArgumentTypeError(
                say(
                    f"« {text} » ne convient pas ; au choix : {known}",
                    f"{text!r} will not do; choose from {known}",
                )
            )
        return text

    return read


def whole(say: Wording, least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 20 and least <= int(text) <= most):
            raise argparse.ArgumentTypeError(
                say(
                    f"il faut un nombre entier de {least} à {most}, pas « {text} »",
                    f"a whole number from {least} to {most} is needed, not {text!r}",
                )
            )
        return int(text)

    return read


def seconds(say: Wording) -> Callable[[str], float]:
    def read(text: str) -> float:
        if not re.fullmatch(r"\d{1,3}(\.\d{1,3})?", text, re.ASCII) or not 0.01 <= float(text) <= 600:
            raise argparse.ArgumentTypeError(
                say(
                    f"il faut de 0.01 à 600 secondes, pas « {text} »",
                    f"0.01 to 600 seconds are needed, not {text!r}",
                )
            )
        return float(text)

    return read
