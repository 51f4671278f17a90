"""Typography per language: what `update` corrects in the catalogues, and what `check` reports.

A language without an entry here has no typographic rules.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

NBSP = "\N{NO-BREAK SPACE}"
FRENCH_MISSING_NBSP = re.compile(rf"(?<!{NBSP})([;?»]|:(?=\s|$))|«(?!{NBSP})")
"""Punctuation that lacks its no-break space, so that a line could break before it."""
FRENCH_ELIDABLE_END = re.compile(r"\b((?:(?:jus|lors|puis|quoi)?qu|[djlmnst])e|la) (\W*)$", re.IGNORECASE)
"""A word that loses its vowel before another one, at the end of a text. Bold marks may follow."""
FRENCH_VOWEL_START = re.compile(
    r"\W*(?!(?:onze|oui|(?-i:[A-Z]))\b)(?:[aeiouàâäæéèêëîïôöœùûüåø]|y(?![aeiouéè]))", re.IGNORECASE
)
"""A word that takes an elision before it: a coordinate (`E11`), but no single letter, as in "de A à Z"."""
GERMAN_ABBREVIATION = re.compile(r"\b(z|d|u|o|s|v)\. ?(?=(?:B|h|a|Ä|o)\.)")
"""The first part of an abbreviation of two words: z. B., d. h., u. a., o. Ä., s. o., v. a."""
GERMAN_QUOTED = re.compile(r'"([^"]*)"')
GERMAN_STRAY_QUOTE = re.compile(r"[\"”«»]|(?<=\w)„|“(?=\w)")
"""Quotation marks of other languages, and German ones the wrong way round."""


def _typeset_english(text: str) -> str:
    """Set curly apostrophes."""
    return text.replace("'", "’")


def _typeset_french(text: str) -> str:
    """Set no-break spaces around high punctuation, and curly apostrophes."""
    text = re.sub(r" (?=[:;?!»%])", NBSP, text)
    return text.replace("« ", "«" + NBSP).replace("'", "’")


def _french_problems(text: str) -> Iterator[str]:
    if FRENCH_MISSING_NBSP.search(text):
        yield "a sign without its non-breaking space"
    yield from _apostrophe_problems(text)


def _apostrophe_problems(text: str) -> Iterator[str]:
    if "'" in text:
        yield "a straight apostrophe"


def _elide_french(before: str, value: str) -> str:
    elidable = FRENCH_ELIDABLE_END.search(before)
    if elidable is None or value.startswith("<") or not FRENCH_VOWEL_START.match(value):
        return before
    word, marks = elidable.groups()
    return f"{before[: elidable.start()]}{word[:-1]}’{marks}"


def _typeset_german(text: str) -> str:
    """Set German quotation marks and apostrophes, and no-break spaces before % and in abbreviations."""
    text = GERMAN_QUOTED.sub(r"„\1“", text.replace("'", "’"))
    text = re.sub(r" (?=%)", NBSP, text)
    return GERMAN_ABBREVIATION.sub(rf"\1.{NBSP}", text)


def _german_problems(text: str) -> Iterator[str]:
    if GERMAN_STRAY_QUOTE.search(text) or text.count("„") != text.count("“"):
        yield "a quotation mark that is not German"
    if re.search(rf"[^{NBSP}]%", text):
        yield "a percent sign without its non-breaking space"
    yield from _apostrophe_problems(text)


TYPESETTERS: Mapping[str, Callable[[str], str]] = {
    "de": _typeset_german,
    "en": _typeset_english,
    "fr": _typeset_french,
}
CHECKERS: Mapping[str, Callable[[str], Iterator[str]]] = {
    "de": _german_problems,
    "en": _apostrophe_problems,
    "fr": _french_problems,
}
FIRST_OF_MONTH: Mapping[str, str] = {"fr": "1er"}
"""The first day of a month where it is an ordinal number and the other days are not."""
ELISIONS: Mapping[str, Callable[[str, str], str]] = {"fr": _elide_french}


@lru_cache(maxsize=4096)
def typeset(language: str, text: str) -> str:
    """Returns a text, or a template before values are inserted, as this language prints it.

    >>> typeset("en", "It isn't your turn.")
    'It isn’t your turn.'
    """
    typesetter = TYPESETTERS.get(language)
    return typesetter(text) if typesetter else text


def elide(language: str, before: str, value: str) -> str:
    """Returns the text before an inserted value, which may lose its last vowel to it.

    >>> elide("fr", "le tour de ", "Astrid"), elide("fr", "le tour de ", "Bjørn")
    ('le tour d’', 'le tour de ')
    """
    elision = ELISIONS.get(language)
    return elision(before, value) if elision else before


def typography_problems(language: str, text: str) -> Iterator[str]:
    """Yields deviations from the house style or from the typography of the language."""
    if "!" in text:
        yield "an exclamation mark"
    if language in CHECKERS:
        yield from CHECKERS[language](text)
