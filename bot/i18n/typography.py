"""Typography per language: what `update` corrects in the catalogues, and what `check` reports.

A language without an entry here has no typographic rules.
"""

import re
from collections.abc import Callable, Iterator, Mapping

NBSP = "\N{NO-BREAK SPACE}"
FRENCH_MISSING_NBSP = re.compile(rf"(?<!{NBSP})([;?»]|:(?=\s|$))|«(?!{NBSP})")
"""Punctuation that lacks its no-break space, so that a line could break before it."""


def _typeset_french(text: str) -> str:
    """Set no-break spaces around high punctuation, and curly apostrophes."""
    text = re.sub(r" (?=[:;?!»])", NBSP, text)
    return text.replace("« ", "«" + NBSP).replace("'", "’")


def _french_problems(text: str) -> Iterator[str]:
    if FRENCH_MISSING_NBSP.search(text):
        yield "a sign without its non-breaking space"
    if "'" in text:
        yield "a straight apostrophe"


TYPESETTERS: Mapping[str, Callable[[str], str]] = {"fr": _typeset_french}
CHECKERS: Mapping[str, Callable[[str], Iterator[str]]] = {"fr": _french_problems}


def typeset(language: str, text: str) -> str:
    typesetter = TYPESETTERS.get(language)
    return typesetter(text) if typesetter else text


def typography_problems(language: str, text: str) -> Iterator[str]:
    """Yields deviations from the house style or from the typography of the language."""
    if "!" in text:
        yield "an exclamation mark"
    if language in CHECKERS:
        yield from CHECKERS[language](text)
