"""The words of the pages: the same in both languages, and none forgotten."""

import json
import re
from pathlib import Path
from string import Formatter

import pytest

from rotonde.web import i18n

PARTS = sorted({file.name.split(".")[0] for file in i18n.TEXTS.glob("*.json")})
SAME_IN_BOTH = re.compile(r"language\.\w+|minutes|table\.clock\.n\.minutes(\.one)?|table\.station\.\d+")
"""Words that are equal in French and English and are meant to be: names, mostly."""


def load(part: str, lang: str) -> dict[str, str]:
    def each_once(pairs: list[tuple[str, str]]) -> dict[str, str]:
        assert len(dict(pairs)) == len(pairs), [
            key for key, _ in pairs if [k for k, _ in pairs].count(key) > 1
        ]
        return dict(pairs)

    return json.loads((i18n.TEXTS / f"{part}.{lang}.json").read_text("utf-8"), object_pairs_hook=each_once)


def places(words: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(words) if name is not None}


@pytest.mark.parametrize("part", PARTS)
def test_both_languages_say_the_same_things(part: str) -> None:
    french, english = load(part, "fr"), load(part, "en")
    assert list(french) == list(english)
    for key in french:
        assert places(french[key]) == places(english[key]), key
        assert "" not in places(french[key]), f"{key}: name what goes into the braces"


@pytest.mark.parametrize("part", PARTS)
def test_nothing_was_left_untranslated(part: str) -> None:
    french, english = load(part, "fr"), load(part, "en")
    for key in french:
        signs_only = not re.search(r"[^\W\d_]", re.sub(r"\{[^}]*\}", "", french[key]))
        assert french[key] != english[key] or signs_only or SAME_IN_BOTH.fullmatch(key), key


@pytest.mark.parametrize("part", PARTS)
def test_french_is_set_as_french(part: str) -> None:
    """A no-break space before ; : ! ? and inside guillemets, and a curved apostrophe."""
    for key, words in load(part, "fr").items():
        shown = i18n.text("fr", key, **dict.fromkeys(places(words), "x"))
        assert not re.search(r"[^\u00a0\u202f][;:!?»](?!\w)|«[^\u00a0\u202f]", shown), f"{key}: {words}"
        assert "'" not in shown, f"{key}: {words}"


@pytest.mark.parametrize("lang", i18n.LANGS)
def test_every_text_of_the_shell_is_used(lang: str) -> None:
    web = Path(i18n.__file__).parent
    sources = "".join(
        file.read_text("utf-8")
        for folder in ("*.py", "templates/**/*.html", "templates/*.svg")
        for file in web.glob(folder)
    )
    built = re.compile(r"problem\.\w+\.(title|text)|home\.(one|two|three)\.(title|text)|language\.\w+")
    unused = [
        key
        for key in load("shell", lang)
        if f'"{key}"' not in sources and f"'{key}'" not in sources and not built.fullmatch(key)
    ]
    assert not unused


def test_unknown_words_are_a_mistake() -> None:
    with pytest.raises(KeyError):
        i18n.text("fr", "no such key")
    with pytest.raises(KeyError):
        i18n.text("fr", "new.seat")
