"""Reading the catalogues: gettext translations made in memory from the .po files."""

from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from bot.locale import OWN, SOURCE


def place(language: str, domain: str) -> Traversable:
    return files("bot.locale") / language / f"{domain}.po"


def read(language: str, domain: str) -> Catalog | None:
    """The catalogue as it is written, or None where there is none."""
    file = place(language, domain)
    if not file.is_file():
        return None
    with file.open("rb") as source:
        return read_po(source, locale=language, domain=domain)


@cache
def translations(language: str, domain: str) -> NullTranslations:
    """What to look sentences up in. Skald's own sentences are written in the source language."""
    catalogue = None if (language, domain) == (SOURCE, OWN) else read(language, domain)
    if catalogue is None:
        return NullTranslations()
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return GNUTranslations(compiled)


def entry(language: str, domain: str, key: str) -> str | None:
    """The entry of a game's catalogue with this key."""
    text = translations(language, domain).gettext(key)
    return None if text == key else text
