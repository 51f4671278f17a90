"""Brings the catalogues in line with the code: adds what is missing, drops what nobody says, sorts the rest.

Run as `python -m bot.locale.update`; new entries are empty and wait for a translator.
"""

import re
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from bot.locale import LANGUAGES, OWN, SOURCE
from bot.locale.catalogue import read
from bot.locale.check import FREE, general
from bot.locale.keys import spared, wanted
from bot.locale.source import Sentence, sentences
from rules import GAMES
from rules.game import AnyGame

FOLDER = Path(__file__).parent
NBSP = "\N{NO-BREAK SPACE}"
# Dates and tools are left out of the header: they would change with every run and say nothing.
HEADER = """msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plurals}\\n"

"""


def main() -> None:
    for language in LANGUAGES:
        if language != SOURCE:
            write(language, OWN, sentences())
        for game in GAMES.values():
            write(language, game.info.key, _entries(game, read(language, game.info.key)))


def _entries(game: AnyGame, old: Catalog | None) -> set[str]:
    """What follows from the models, and what a translator added to it."""
    written = {str(message.id) for message in old or () if message.id}
    keys = {entry.key for entry in wanted(game)}
    return keys - spared(game, written) | {key for key in written if _kept(key, keys)}


def _kept(key: str, keys: set[str]) -> bool:
    return key.startswith(FREE) or general(key) in keys


def write(language: str, domain: str, entries: Iterable[Sentence]) -> None:
    """Write a catalogue of exactly these entries, with the translations it already has."""
    old = read(language, domain) or Catalog(language)
    new = Catalog(language)
    for entry in entries:
        known = old.get(entry if isinstance(entry, str) else entry[0])
        text = known.string if known and isinstance(known.id, str) == isinstance(entry, str) else ""
        if language == "fr" and text:
            text = spaced(text) if isinstance(text, str) else tuple(map(spaced, text))
        new.add(entry, text)
    body = BytesIO()
    write_po(body, new, width=100, no_location=True, omit_header=True, sort_output=True)
    head = HEADER.format(language=language, plurals=new.plural_forms)
    (FOLDER / language).mkdir(exist_ok=True)
    (FOLDER / language / f"{domain}.po").write_text(head + body.getvalue().decode(), encoding="utf-8")


def spaced(text: str) -> str:
    """French as it is printed: its high signs are tied to their word by a space that does not break."""
    text = re.sub(r" (?=[:;?!»])", NBSP, text)
    return text.replace("« ", "«" + NBSP).replace("'", "’")


if __name__ == "__main__":
    main()
