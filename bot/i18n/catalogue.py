"""Loads gettext catalogues: `.po` files, compiled in memory and cached.

The path of a catalogue is its language and its gettext domain: `fr/lofoten.po`.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

log = logging.getLogger(__name__)

SKALD_DOMAIN = "skald"
"""The gettext domain of the bot's own texts. Every other domain is the key of a game."""
CATALOGUE_DIR = Path(__file__).parent

_folders = [CATALOGUE_DIR]


@contextmanager
def add_folder(folder: Path) -> Iterator[None]:
    """Also read catalogues from `folder`, which takes precedence over the folders before it."""
    _folders.insert(0, folder)
    _clear_caches()
    try:
        yield
    finally:
        _folders.remove(folder)
        _clear_caches()


def _clear_caches() -> None:
    translations.cache_clear()
    find_entry.cache_clear()
    catalogue_languages.cache_clear()


@cache
def catalogue_languages() -> frozenset[str]:
    return frozenset(file.parent.name for folder in _folders for file in folder.glob("*/*.po"))


def catalogue_path(folder: Path, language: str, domain: str) -> Path:
    return folder / language / f"{domain}.po"


def read_catalogue(language: str, domain: str) -> Catalog | None:
    """Returns the parsed `.po` file, or None if no folder has one."""
    found = (read_catalogue_in(folder, language, domain) for folder in _folders)
    return next((catalogue for catalogue in found if catalogue is not None), None)


def read_catalogue_in(folder: Path, language: str, domain: str) -> Catalog | None:
    file = catalogue_path(folder, language, domain)
    if not file.is_file():
        return None
    with file.open("rb") as source:
        return read_po(source, locale=language, domain=domain)


@cache
def translations(language: str, domain: str) -> NullTranslations:
    """Returns the gettext translations. Without a catalogue they return each text unchanged."""
    catalogue = read_catalogue(language, domain)
    if catalogue is None:
        return NullTranslations()
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return GNUTranslations(compiled)


@lru_cache(maxsize=2**14)  # Asked for many times for every text of a game.
def find_entry(language: str, domain: str, key: str) -> str | None:
    """Returns the text of a key (games) or the translation of a source text (Skald), or None."""
    text = translations(language, domain).gettext(key)
    return None if text == key else text


@cache
def warn_once(language: str, domain: str, problem: str) -> None:
    # Cached, so that a missing entry is logged once instead of at every move.
    log.warning("catalogue %s/%s: %s", language, domain, problem)
