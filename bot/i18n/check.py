"""Checks the catalogues: completeness, Discord's length limits, placeholders and typography.

Run as `python -m bot.i18n.check`. It prints the problems and exits with status 1 if there are any.
"""

import sys
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping

from babel.messages.catalog import Catalog, Message

from bot.i18n.catalogue import SKALD_DOMAIN, read_catalogue
from bot.i18n.extract import SourceText, command_names, source_texts
from bot.i18n.formatting import FormatError, placeholder_names
from bot.i18n.game_text import SPOKEN
from bot.i18n.keys import (
    COMMAND_NAME,
    RequiredEntry,
    content_fields,
    keys_covered_by_values,
    listed_values,
    required_entries,
)
from bot.i18n.languages import SOURCE_LANGUAGE, available_languages
from bot.i18n.typography import typography_problems
from bot.i18n.values import is_letter
from rules import GAMES
from rules.game import AnyGame, Event, Move, kind_of

REQUIRED_PREFIXES = (
    "deed.", "alt.", "heading.", "part.", "closeup.", "not.", "shortcut.", "ends.", "turn.", "why.",
)  # fmt: skip
FREE_PREFIXES = (*REQUIRED_PREFIXES, "word.")
"""Entries that do not follow from the models. Those with `REQUIRED_PREFIXES` must exist in every language if
the source language has them. `word.` entries are optional in each language."""


def main() -> int:
    problems = sorted(set(all_problems()))
    for problem in problems:
        print(problem)
    return 1 if problems else 0


def all_problems() -> Iterator[str]:
    for language in available_languages():
        if language != SOURCE_LANGUAGE:
            yield from skald_problems(
                language, read_catalogue(language, SKALD_DOMAIN), source_texts(), command_names()
            )
    for game in GAMES.values():
        yield from game_problems(
            game, {language: read_catalogue(language, game.info.key) for language in available_languages()}
        )


def skald_problems(
    language: str,
    catalogue: Catalog | None,
    expected: Iterable[SourceText],
    commands: Container[SourceText] = (),
) -> Iterator[str]:
    """Yields the problems of one translation of Skald's own texts.

    `commands` are the texts among `expected` that name commands or options.
    """
    where = f"{language}/{SKALD_DOMAIN}"
    if catalogue is None:
        yield f"{where}: there is no such catalogue"
        return
    yield from _unfinished_entries(where, catalogue)
    written = {_source_text(message): message for message in catalogue if message.id}
    yield from (f"{where}: not translated: {source}" for source in expected if source not in written)
    yield from (f"{where}: said nowhere: {source}" for source in written.keys() - set(expected))
    for source, message in written.items():
        sources = (source,) if isinstance(source, str) else source
        may_use = frozenset({"n"} if len(sources) > 1 else ()).union(*map(placeholder_names, sources))
        for text in _texts(message):
            yield from _typography_problems(where, str(sources[0]), text, language)
            yield from _placeholder_problems(where, str(sources[0]), text, may_use)
            if source in commands and not is_command_name(text):
                yield f"{where}: {sources[0]}: not a name for a command: {text}"


def game_problems(game: AnyGame, catalogues: Mapping[str, Catalog | None]) -> Iterator[str]:
    """Yields the problems of a game's catalogues, given by language."""
    texts: dict[str, dict[str, str]] = {}
    for language, catalogue in catalogues.items():
        where = f"{language}/{game.info.key}"
        if catalogue is None:
            yield f"{where}: there is no such catalogue"
            return
        yield from _unfinished_entries(where, catalogue)
        texts[language] = {str(message.id): str(message.string) for message in catalogue if message.id}
    entries = {entry.key: entry for entry in required_entries(game)}
    for language, written in texts.items():
        where = f"{language}/{game.info.key}"
        missing = _needed_keys(game, entries, written, texts[SOURCE_LANGUAGE]) - written.keys()
        yield from (f"{where}: {key} is missing" for key in missing)
        for key, name in game.names.items():
            if language not in name.languages:
                yield f"{where}: the components have no name for {key}"
        for key in written.keys() - entries.keys():
            if not key.startswith(FREE_PREFIXES) and general_key(key) not in entries:
                yield f"{where}: {key} is of no use"
        yield from _command_name_problems(where, entries.values(), written)
        for key, text in written.items():
            yield from _typography_problems(where, key, text, language)
            yield from _entry_problems(where, key, text, entries, texts[SOURCE_LANGUAGE])


def is_command_name(text: str) -> bool:
    return COMMAND_NAME.fullmatch(text) is not None and text == text.lower()


def _unfinished_entries(where: str, catalogue: Catalog) -> Iterator[str]:
    for message in catalogue:
        if message.id and message.fuzzy:
            yield f"{where}: fuzzy: {message.id}"
        if message.id and not all(_texts(message)):
            yield f"{where}: empty: {message.id}"
    for obsolete in catalogue.obsolete:
        yield f"{where}: obsolete: {obsolete}"


def _needed_keys(
    game: AnyGame, entries: Mapping[str, RequiredEntry], written: Mapping[str, str], source: Iterable[str]
) -> set[str]:
    required = entries.keys() - keys_covered_by_values(game, written)
    in_source = {key for key in source if key.startswith(REQUIRED_PREFIXES) or key.endswith(SPOKEN)}
    return required | in_source | set(_needed_words(game, written))


def _needed_words(game: AnyGame, written: Mapping[str, str]) -> Iterator[str]:
    """Yields the `word.` entries of values that have no component name.

    These are the values inserted into a text, and those of moves, which plans and orders list.
    """
    for move in game.info.moves:
        for field, given in listed_values(move).items():
            yield from _words(game, field, set(given) - {move.model_fields[field].default, kind_of(move)})
    texts: list[tuple[str, type[Move] | type[Event]]] = [
        *((f"intent.{kind_of(move)}", move) for move in game.info.moves),
        *((f"event.{kind_of(event)}", event) for event in game.info.events),
        *((f"deed.{kind_of(event)}", event) for event in game.info.events),
    ]
    for key, model in texts:
        values = listed_values(model)
        for field in _readable_placeholders(written.get(key, "")) & content_fields(model):
            yield from _words(game, field, values[field])


def _words(game: AnyGame, field: str, values: Iterable[str]) -> Iterator[str]:
    for value in set(values) - game.names.keys():
        if not (is_letter(value) or value.isdecimal()):
            yield f"word.{field}.{value}"


def general_key(key: str) -> str:
    """Returns the key that this one overrides for a value, or replaces without a fact, on a button or aloud.

    >>> general_key("value.sail.to.a"), general_key("label.sail.bare"), general_key("label.sail")
    ('value.sail.to', 'label.sail', '')
    >>> general_key("label.sail.bare.spoken")
    'label.sail'
    >>> general_key("deed.longship_sailed"), general_key("deed.longship_sailed.many")
    ('event.longship_sailed', 'event.longship_sailed')
    """
    if key.startswith("deed."):
        return "event." + key.split(".")[1]
    general, _, last = key.rpartition(".")
    if last == "spoken":
        return general_key(general) or general
    return general if key.startswith("value.") or last in ("bare", "short") else ""


def _command_name_problems(
    where: str, entries: Iterable[RequiredEntry], written: Mapping[str, str]
) -> Iterator[str]:
    names = Counter((entry.unique_within, written.get(entry.key)) for entry in entries if entry.unique_within)
    for (group, name), times in names.items():
        if name is not None and not is_command_name(name):
            yield f"{where}: {group}: not a name for a command: {name}"
        if name is not None and times > 1:
            yield f"{where}: {group}: {name} is used {times} times"


def _entry_problems(
    where: str, key: str, text: str, entries: Mapping[str, RequiredEntry], source: Mapping[str, str]
) -> Iterator[str]:
    unknown = RequiredEntry(key, max_chars=1024, allows_facts=True)
    entry = entries.get(key) or entries.get(general_key(key)) or unknown
    if len(text) > entry.max_chars:
        yield f"{where}: {key} has {len(text)} characters, {entry.max_chars} fit"
    # A language may shorten a label that fits as it is in the source language.
    in_source = source.get(key) or source.get(general_key(key), "")
    facts = _readable_placeholders(in_source) if entry.allows_facts else frozenset()
    counts = {"n"} if key.startswith("deed.") and key.endswith(".many") else set[str]()
    yield from _placeholder_problems(where, key, text, entry.placeholders | facts | counts)


def _placeholder_problems(where: str, key: str, text: str, may_use: frozenset[str]) -> Iterator[str]:
    try:
        unknown = placeholder_names(text) - may_use
    except FormatError as problem:
        yield f"{where}: {key}: {problem}"
        return
    for name in unknown:
        yield f"{where}: {key}: nobody knows {{{name}}}"


def _typography_problems(where: str, key: str, text: str, language: str) -> Iterator[str]:
    for flaw in typography_problems(language, text):
        yield f"{where}: {key}: {flaw}"


def _readable_placeholders(text: str) -> frozenset[str]:
    try:
        return placeholder_names(text)
    except FormatError:
        return frozenset()


def _source_text(message: Message) -> SourceText:
    return message.id if isinstance(message.id, str) else (message.id[0], message.id[1])


def _texts(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


if __name__ == "__main__":
    sys.exit(main())
