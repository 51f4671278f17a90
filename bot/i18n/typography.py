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


GERMAN_ABBREVIATION = re.compile(r"\b(z|d|u|o|s|v)\. ?(?=(?:B|h|a|Ä|o)\.)")
"""The first part of an abbreviation of two words: z. B., d. h., u. a., o. Ä., s. o., v. a."""
GERMAN_QUOTED = re.compile(r'"([^"]*)"')
GERMAN_STRAY_QUOTE = re.compile(r"[\"”«»]|(?<=\w)„|“(?=\w)")
"""Quotation marks of other languages, and German ones the wrong way round."""


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
    if "'" in text:
        yield "a straight apostrophe"


TYPESETTERS: Mapping[str, Callable[[str], str]] = {"fr": _typeset_french, "de": _typeset_german}
CHECKERS: Mapping[str, Callable[[str], Iterator[str]]] = {"fr": _french_problems, "de": _german_problems}


def typeset(language: str, text: str) -> str:
    typesetter = TYPESETTERS.get(language)
    return typesetter(text) if typesetter else text


def typography_problems(language: str, text: str) -> Iterator[str]:
    """Yields deviations from the house style or from the typography of the language."""
    if "!" in text:
        yield "an exclamation mark"
    if language in CHECKERS:
        yield from CHECKERS[language](text)
