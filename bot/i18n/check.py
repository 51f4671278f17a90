"""Checks that every catalogue is complete, fits into Discord and reads as its language is written.

Run as `python -m bot.i18n.check`; it prints what is wrong, and then fails.
"""

import sys
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping

from babel.messages.catalog import Catalog, Message

from bot.i18n.catalogue import OWN, read
from bot.i18n.extract import Sentence, names, sentences
from bot.i18n.formatting import Unfillable, asked
from bot.i18n.keys import NAME, Wanted, choices, fields, spared, wanted
from bot.i18n.languages import SOURCE, spoken
from bot.i18n.typography import flaws
from bot.i18n.values import is_letter
from rules import GAMES
from rules.game import AnyGame, Event, Move, kind_of

EVERYWHERE = ("alt.", "part.", "closeup.", "not.", "shortcut.", "why.")
FREE = (*EVERYWHERE, "word.")
"""Entries that do not follow from the models. Every language has those `EVERYWHERE`; words for single values
are for a language to have or not."""


def main() -> int:
    problems = sorted(set(all_problems()))
    for problem in problems:
        print(problem)
    return 1 if problems else 0


def all_problems() -> Iterator[str]:
    for language in spoken():
        if language != SOURCE:
            yield from own_problems(language, read(language, OWN), sentences(), names())
    for game in GAMES.values():
        yield from game_problems(game, {language: read(language, game.info.key) for language in spoken()})


def own_problems(
    language: str, catalogue: Catalog | None, said: Iterable[Sentence], named: Container[Sentence] = ()
) -> Iterator[str]:
    """What is wrong with the translation of Skald's own sentences."""
    where = f"{language}/{OWN}"
    if catalogue is None:
        yield f"{where}: there is no such catalogue"
        return
    yield from _unfinished(where, catalogue)
    written = {_source(message): message for message in catalogue if message.id}
    for sentence in said:
        if sentence not in written:
            yield f"{where}: not translated: {sentence}"
    for sentence in written.keys() - set(said):
        yield f"{where}: said nowhere: {sentence}"
    for sentence, message in written.items():
        sources = (sentence,) if isinstance(sentence, str) else sentence
        may_use = frozenset[str]().union(*map(asked, sources)) | ({"n"} if len(sources) > 1 else set())
        for text in _texts(message):
            yield from _style(where, str(sources[0]), text, language)
            yield from _wrong_values(where, str(sources[0]), text, may_use)
            if sentence in named and not is_name(text):
                yield f"{where}: {sources[0]}: not a name for a command: {text}"


def game_problems(game: AnyGame, catalogues: Mapping[str, Catalog | None]) -> Iterator[str]:
    """What is wrong with the words of a game."""
    texts: dict[str, dict[str, str]] = {}
    for language, catalogue in catalogues.items():
        where = f"{language}/{game.info.key}"
        if catalogue is None:
            yield f"{where}: there is no such catalogue"
            return
        yield from _unfinished(where, catalogue)
        texts[language] = {str(message.id): str(message.string) for message in catalogue if message.id}
    entries = {entry.key: entry for entry in wanted(game)}
    for language, written in texts.items():
        where = f"{language}/{game.info.key}"
        yield from _missing(where, game, entries, written)
        yield from _wordless(where, game, written)
        yield from _nameless(where, game, language)
        yield from _left_over(where, entries, written)
        yield from _rivals(where, entries.values(), written)
        for key, text in written.items():
            yield from _style(where, key, text, language)
            yield from _entry_problems(where, key, text, entries, texts[SOURCE])
        for key in texts[SOURCE].keys() - written.keys():
            if key.startswith(EVERYWHERE):
                yield f"{where}: {key} is missing"


def is_name(text: str) -> bool:
    return NAME.fullmatch(text) is not None and text == text.lower()


def _unfinished(where: str, catalogue: Catalog) -> Iterator[str]:
    for message in catalogue:
        if message.id and message.fuzzy:
            yield f"{where}: fuzzy: {message.id}"
        if message.id and not all(_texts(message)):
            yield f"{where}: empty: {message.id}"
    for obsolete in catalogue.obsolete:
        yield f"{where}: obsolete: {obsolete}"


def _missing(
    where: str, game: AnyGame, entries: Mapping[str, Wanted], written: Mapping[str, str]
) -> Iterator[str]:
    for key in entries.keys() - written.keys() - spared(game, written):
        yield f"{where}: {key} is missing"


def _wordless(where: str, game: AnyGame, written: Mapping[str, str]) -> Iterator[str]:
    """Values that a sentence speaks of, but that have neither a name nor a word."""
    told: list[tuple[str, type[Move] | type[Event]]] = [
        *((f"intent.{kind_of(move)}", move) for move in game.info.moves),
        *((f"event.{kind_of(event)}", event) for event in game.info.events),
    ]
    for key, model in told:
        values = choices(model)
        for field in _asked(written.get(key, "")) & fields(model):
            for value in set(values[field]) - game.names.keys():
                plain = is_letter(value) or value.isdecimal()
                if not plain and f"word.{field}.{value}" not in written:
                    yield f"{where}: word.{field}.{value} is missing"


def _nameless(where: str, game: AnyGame, language: str) -> Iterator[str]:
    for key, name in game.names.items():
        if language not in name.languages:
            yield f"{where}: the components have no name for {key}"


def _left_over(where: str, entries: Mapping[str, Wanted], written: Mapping[str, str]) -> Iterator[str]:
    for key in written.keys() - entries.keys():
        if not key.startswith(FREE) and general(key) not in entries:
            yield f"{where}: {key} is of no use"


def general(key: str) -> str:
    """The entry that this one overrides for a single value, or replaces when less is known."""
    general, _, last = key.rpartition(".")
    return general if key.startswith("value.") or last == "bare" else ""


def _rivals(where: str, entries: Iterable[Wanted], written: Mapping[str, str]) -> Iterator[str]:
    names = Counter((entry.rivals, written.get(entry.key)) for entry in entries if entry.rivals)
    for (group, name), times in names.items():
        if name is not None and not is_name(name):
            yield f"{where}: {group}: not a name for a command: {name}"
        if name is not None and times > 1:
            yield f"{where}: {group}: {name} is used {times} times"


def _entry_problems(
    where: str, key: str, text: str, entries: Mapping[str, Wanted], source: Mapping[str, str]
) -> Iterator[str]:
    entry = entries.get(key) or entries.get(general(key)) or Wanted(key, longest=1024, open=True)
    if len(text) > entry.longest:
        yield f"{where}: {key} has {len(text)} characters, {entry.longest} fit"
    may_use = entry.values | (_asked(source.get(key, "")) if entry.open else frozenset())
    yield from _wrong_values(where, key, text, may_use)


def _wrong_values(where: str, key: str, text: str, may_use: frozenset[str] | set[str]) -> Iterator[str]:
    try:
        unknown = asked(text) - may_use
    except Unfillable as problem:
        yield f"{where}: {key}: {problem}"
        return
    for name in unknown:
        yield f"{where}: {key}: nobody knows {{{name}}}"


def _style(where: str, key: str, text: str, language: str) -> Iterator[str]:
    for flaw in flaws(language, text):
        yield f"{where}: {key}: {flaw}"


def _asked(text: str) -> frozenset[str]:
    try:
        return asked(text)
    except Unfillable:
        return frozenset()


def _source(message: Message) -> Sentence:
    return message.id if isinstance(message.id, str) else (message.id[0], message.id[1])


def _texts(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


if __name__ == "__main__":
    sys.exit(main())
