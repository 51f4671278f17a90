"""How each language is set: what its catalogues get right by themselves, and what the check looks for.

A language that is not named here has no rules of its own.
"""

import re
from collections.abc import Callable, Iterator, Mapping

NBSP = "\N{NO-BREAK SPACE}"
FRENCH_LOOSE = re.compile(rf"(?<!{NBSP})([;?»]|:(?=\s|$))|«(?!{NBSP})")
"""Signs that could part from their word at the end of a line, or that stick to it."""


def _french(text: str) -> str:
    """Its high signs are tied to their word by a space that does not break; apostrophes are curly."""
    text = re.sub(r" (?=[:;?!»])", NBSP, text)
    return text.replace("« ", "«" + NBSP).replace("'", "’")


def _french_flaws(text: str) -> Iterator[str]:
    if FRENCH_LOOSE.search(text):
        yield "a sign without its non-breaking space"
    if "'" in text:
        yield "a straight apostrophe"


SETTING: Mapping[str, Callable[[str], str]] = {"fr": _french}
FLAWS: Mapping[str, Callable[[str], Iterator[str]]] = {"fr": _french_flaws}


def set_in(language: str, text: str) -> str:
    """A translation as its language is printed."""
    setting = SETTING.get(language)
    return setting(text) if setting else text


def flaws(language: str, text: str) -> Iterator[str]:
    """What in a text is not as Skald, or its language, is written."""
    if "!" in text:
        yield "an exclamation mark"
    if language in FLAWS:
        yield from FLAWS[language](text)
