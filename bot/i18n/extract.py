"""Skald's own sentences, found where the code says them."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

FORMS = {"t": 1, "N_": 1, "locale_str": 1, "tn": 2}
"""What sentences are given to, and how many forms of them."""
CODE = Path(__file__).parents[1]

Sentence = str | tuple[str, str]
"""A sentence, or its forms for one and for many."""


NAME_LIKE = re.compile(r"[a-z]+(-[a-z]+)*")


def sentences(code: Path = CODE) -> frozenset[Sentence]:
    """Every sentence written out in the code.

    The syntax tree is read, not the text: Babel's own extraction overlooks what is said inside f-strings.
    """
    return frozenset(sentence for _, sentence in _given(code))


def names(code: Path = CODE) -> frozenset[Sentence]:
    """Those among them that are names of commands and options: only named in the code, and in one word."""
    return frozenset(
        sentence
        for giver, sentence in _given(code)
        if isinstance(sentence, str) and giver in ("N_", "locale_str") and NAME_LIKE.fullmatch(sentence)
    )


def _given(code: Path) -> Iterator[tuple[str, Sentence]]:
    for file in sorted(code.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id=giver) | ast.Attribute(attr=giver)) if giver in FORMS:
                    written = [each.value for each in node.args if isinstance(each, ast.Constant)]
                    match FORMS[giver], written:
                        case 1, [str(sentence), *_]:
                            yield giver, sentence
                        case 2, [str(one), str(many), *_]:
                            yield giver, (one, many)
