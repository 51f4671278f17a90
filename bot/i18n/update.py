"""Updates the catalogues from the code: adds missing entries, drops unused ones, sorts the rest.

Run as `python -m bot.i18n.update`. New entries are empty. Languages given as arguments
(`python -m bot.i18n.update de`) are created with one catalogue per domain.
"""

import sys
from collections.abc import Iterable, Sequence
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from bot.i18n.catalogue import CATALOGUE_DIR, SKALD_DOMAIN, catalogue_path, read_catalogue_in
from bot.i18n.check import FREE_PREFIXES, general_key
from bot.i18n.extract import SourceText, source_texts
from bot.i18n.keys import keys_covered_by_values, required_entries
from bot.i18n.languages import LANGUAGES, SOURCE_LANGUAGE
from bot.i18n.typography import typeset
from rules import GAMES
from rules.game import AnyGame

# The header omits dates and tools, because they would change with every run.
HEADER = """msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plurals}\\n"

"""


def main(new: Iterable[str] = (), folder: Path = CATALOGUE_DIR) -> None:
    for language in dict.fromkeys((*LANGUAGES, *new)):
        if language != SOURCE_LANGUAGE:
            write_catalogue(folder, language, SKALD_DOMAIN, source_texts())
        for game in GAMES.values():
            write_game_catalogue(folder, language, game)


def write_game_catalogue(folder: Path, language: str, game: AnyGame) -> None:
    domain = game.info.key
    write_catalogue(folder, language, domain, _game_keys(game, read_catalogue_in(folder, language, domain)))


def _game_keys(game: AnyGame, old: Catalog | None) -> set[str]:
    """Returns the keys derived from the models, and those that a translator added."""
    written = {str(message.id) for message in old or () if message.id}
    keys = {entry.key for entry in required_entries(game)}
    added = {key for key in written if key.startswith(FREE_PREFIXES) or general_key(key) in keys}
    return keys - keys_covered_by_values(game, written) | added


def write_catalogue(folder: Path, language: str, domain: str, entries: Iterable[SourceText]) -> None:
    """Write a catalogue of exactly these entries, with the translations it already has."""
    old = read_catalogue_in(folder, language, domain) or Catalog(language)
    new = Catalog(language)
    for entry in entries:
        known = old.get(entry if isinstance(entry, str) else entry[0])
        text = known.string if known and isinstance(known.id, str) == isinstance(entry, str) else ""
        new.add(entry, _typeset_forms(language, text or ""))
    body = BytesIO()
    write_po(body, new, width=100, no_location=True, omit_header=True, sort_output=True)
    head = HEADER.format(language=language, plurals=new.plural_forms)
    file = catalogue_path(folder, language, domain)
    file.parent.mkdir(exist_ok=True)
    file.write_text(head + body.getvalue().decode(), encoding="utf-8")


def _typeset_forms(language: str, text: str | Sequence[str]) -> str | tuple[str, ...]:
    if isinstance(text, str):
        return typeset(language, text)
    return tuple(typeset(language, form) for form in text)


if __name__ == "__main__":
    main(sys.argv[1:])
