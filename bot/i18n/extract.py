"""Extracts Skald's own texts from the source code, for the catalogues."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

TEXT_ARGUMENTS = {"t": 1, "N_": 1, "locale_str": 1, "tn": 2}
"""Functions that take texts for translation, with the number of their text arguments."""
BOT_DIR = Path(__file__).parents[1]

SourceText = str | tuple[str, str]
"""A text (gettext's msgid), or its singular and plural."""


SOURCE_COMMAND_NAME = re.compile(r"[a-z]+(-[a-z]+)*")


def source_texts(folder: Path = BOT_DIR) -> frozenset[SourceText]:
    """Returns every text passed to a translation function.

    Reads the syntax tree, because Babel's extraction misses calls inside f-strings.
    """
    return frozenset(sentence for _, sentence in _marked_texts(folder))


def command_names(folder: Path = BOT_DIR) -> frozenset[SourceText]:
    """Returns the source texts that name commands or options: marked without being translated, one word."""
    return frozenset(
        sentence
        for giver, sentence in _marked_texts(folder)
        if isinstance(sentence, str)
        and giver in ("N_", "locale_str")
        and SOURCE_COMMAND_NAME.fullmatch(sentence)
    )


def _marked_texts(folder: Path) -> Iterator[tuple[str, SourceText]]:
    for file in sorted(folder.rglob("*.py")):
        yield from _marked_in(file.read_text(encoding="utf-8"))


@cache  # The check asks several times for each language.
def _marked_in(source: str) -> tuple[tuple[str, SourceText], ...]:
    return tuple(_find_marked(ast.parse(source)))


def _find_marked(tree: ast.Module) -> Iterator[tuple[str, SourceText]]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=giver) | ast.Attribute(attr=giver)) if giver in TEXT_ARGUMENTS:
                written = [each.value for each in node.args if isinstance(each, ast.Constant)]
                match TEXT_ARGUMENTS[giver], written:
                    case 1, [str(sentence), *_]:
                        yield giver, sentence
                    case 2, [str(one), str(many), *_]:
                        yield giver, (one, many)
