"""Reading the catalogues: gettext translations made in memory from the .po files.

A catalogue lies in the folder of its language and is called after its domain: `fr/lofoten.po`.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

log = logging.getLogger(__name__)

OWN = "skald"
"""The domain of Skald's own sentences; every other domain is a game's key."""
FOLDER = Path(__file__).parent

_folders = [FOLDER]


@contextmanager
def add_folder(folder: Path) -> Iterator[None]:
    """Read the catalogues of a further folder too; where both have one, its own counts."""
    _folders.insert(0, folder)
    _forget()
    try:
        yield
    finally:
        _folders.remove(folder)
        _forget()


def _forget() -> None:
    translations.cache_clear()
    languages_written.cache_clear()


@cache
def languages_written() -> frozenset[str]:
    """The languages that have a catalogue."""
    return frozenset(file.parent.name for folder in _folders for file in folder.glob("*/*.po"))


def file_in(folder: Path, language: str, domain: str) -> Path:
    return folder / language / f"{domain}.po"


def read(language: str, domain: str) -> Catalog | None:
    """The catalogue as it is written, or None where there is none."""
    found = (read_in(folder, language, domain) for folder in _folders)
    return next((catalogue for catalogue in found if catalogue is not None), None)


def read_in(folder: Path, language: str, domain: str) -> Catalog | None:
    file = file_in(folder, language, domain)
    if not file.is_file():
        return None
    with file.open("rb") as source:
        return read_po(source, locale=language, domain=domain)


@cache
def translations(language: str, domain: str) -> NullTranslations:
    """What to look sentences up in; without a catalogue, every sentence stays as the code says it."""
    catalogue = read(language, domain)
    if catalogue is None:
        return NullTranslations()
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return GNUTranslations(compiled)


def entry(language: str, domain: str, key: str) -> str | None:
    """The entry with this key, or the translation of this sentence."""
    text = translations(language, domain).gettext(key)
    return None if text == key else text


@cache
def report(language: str, domain: str, problem: str) -> None:
    # Once for each flaw: a missing entry would otherwise be told at every move.
    log.warning("catalogue %s/%s: %s", language, domain, problem)
