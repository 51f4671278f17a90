"""Catalogues written for a test."""

from collections.abc import Mapping
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from bot.i18n.catalogue import catalogue_path
from bot.i18n.extract import SourceText


def write_catalogue(
    folder: Path, language: str, domain: str, entries: Mapping[SourceText, str | tuple[str, ...]]
) -> None:
    catalogue = Catalog(language)
    for entry, text in entries.items():
        catalogue.add(entry, text)
    file = catalogue_path(folder, language, domain)
    file.parent.mkdir(exist_ok=True)
    with file.open("wb") as opened:
        write_po(opened, catalogue)
