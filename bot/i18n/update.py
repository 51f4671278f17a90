"""Brings the catalogues in line with the code: adds what is missing, drops what nobody says, sorts the rest.

Run as `python -m bot.i18n.update`; new entries are empty and wait for a translator. A language given to it
(`python -m bot.i18n.update de`) is begun with a catalogue of each.
"""

import sys
from collections.abc import Iterable, Sequence
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from bot.i18n.catalogue import FOLDER, OWN, file_in, read_in
from bot.i18n.check import FREE, general
from bot.i18n.extract import Sentence, sentences
from bot.i18n.keys import spared, wanted
from bot.i18n.languages import LANGUAGES, SOURCE
from bot.i18n.typography import set_in
from rules import GAMES
from rules.game import AnyGame

# Dates and tools are left out of the header: they would change with every run and say nothing.
HEADER = """msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plurals}\\n"

"""


def main(new: Iterable[str] = (), folder: Path = FOLDER) -> None:
    for language in dict.fromkeys((*LANGUAGES, *new)):
        if language != SOURCE:
            write(folder, language, OWN, sentences())
        for game in GAMES.values():
            write_game(folder, language, game)


def write_game(folder: Path, language: str, game: AnyGame) -> None:
    domain = game.info.key
    write(folder, language, domain, _entries(game, read_in(folder, language, domain)))


def _entries(game: AnyGame, old: Catalog | None) -> set[str]:
    """What follows from the models, and what a translator added to it."""
    written = {str(message.id) for message in old or () if message.id}
    keys = {entry.key for entry in wanted(game)}
    return keys - spared(game, written) | {key for key in written if _kept(key, keys)}


def _kept(key: str, keys: set[str]) -> bool:
    return key.startswith(FREE) or general(key) in keys


def write(folder: Path, language: str, domain: str, entries: Iterable[Sentence]) -> None:
    """Write a catalogue of exactly these entries, with the translations it already has."""
    old = read_in(folder, language, domain) or Catalog(language)
    new = Catalog(language)
    for entry in entries:
        known = old.get(entry if isinstance(entry, str) else entry[0])
        text = known.string if known and isinstance(known.id, str) == isinstance(entry, str) else ""
        new.add(entry, _set(language, text or ""))
    body = BytesIO()
    write_po(body, new, width=100, no_location=True, omit_header=True, sort_output=True)
    head = HEADER.format(language=language, plurals=new.plural_forms)
    file = file_in(folder, language, domain)
    file.parent.mkdir(exist_ok=True)
    file.write_text(head + body.getvalue().decode(), encoding="utf-8")


def _set(language: str, text: str | Sequence[str]) -> str | tuple[str, ...]:
    if isinstance(text, str):
        return set_in(language, text)
    return tuple(set_in(language, form) for form in text)


if __name__ == "__main__":
    main(sys.argv[1:])
