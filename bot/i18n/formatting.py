"""Formats text templates: placeholders with number agreement.

- `{name}` inserts the value called `name`.
- `{name:count}` inserts it in the singular or plural, to agree with the value called `count`.
- `{count:step|steps}` inserts one of two words, chosen by the value called `count`.

Inserted values are never parsed, so a player's name may contain any character.

>>> def render(name: str, value: object, one: bool) -> str:
...     return str(value)
>>> format_template("{who}: {n} {n:step|steps}", {"who": "Ada", "n": 2}, render, is_one=lambda n: n == 1)
'Ada: 2 steps'
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from string import Formatter

RenderValue = Callable[[str, object, bool], str]
"""Renders a value as text, given its placeholder's name, the value, and True for the singular."""

Elide = Callable[[str, str], str]
"""Returns the text before a rendered value, which may end differently because of the value."""


@dataclass(frozen=True, slots=True)
class Placeholder:
    """The value to insert, and what its form depends on: another value (`count`) or itself (`forms`)."""

    name: str
    count: str = ""
    forms: tuple[str, str] | None = None


TemplatePart = str | Placeholder


class FormatError(Exception):
    """The template cannot be parsed, or a value is missing or of the wrong type."""


@lru_cache(maxsize=4096)
def parse_template(text: str) -> tuple[TemplatePart, ...]:
    """Returns literals and placeholders in order. Raises FormatError."""
    try:
        return tuple(_parse(text))
    except ValueError as problem:
        raise FormatError(f"{problem}: {text}") from problem


def _parse(text: str) -> Iterator[TemplatePart]:
    for literal, name, spec, conversion in Formatter().parse(text):
        if literal:
            yield literal
        if name is None:
            continue
        if conversion or not name.isidentifier():
            raise ValueError(f"'{name}' is not the name of a value")
        one, bar, many = (spec or "").partition("|")
        yield Placeholder(name, forms=(one, many)) if bar else Placeholder(name, count=one)


def placeholder_names(text: str) -> frozenset[str]:
    """Returns the names of all values a template needs, counts included. Raises FormatError.

    >>> sorted(placeholder_names("{card:n} for {who}"))
    ['card', 'n', 'who']
    """
    placeholders = [part for part in parse_template(text) if isinstance(part, Placeholder)]
    return frozenset(each.name for each in placeholders) | {each.count for each in placeholders if each.count}


def format_template(
    text: str,
    values: Mapping[str, object],
    render: RenderValue,
    *,
    is_one: Callable[[int], bool],
    elide: Elide = lambda before, _: before,
) -> str:
    """Insert values into a template. Raises FormatError if one is missing or a count is no number."""
    output: list[str] = [""]
    for part in parse_template(text):
        if isinstance(part, str):
            output.append(part)
            continue
        value = _value_of(part.name, values, text)
        if part.forms:
            output.append(part.forms[0 if is_one(_int_value(value, text)) else 1])
        else:
            one = not part.count or is_one(_int_value(_value_of(part.count, values, text), text))
            rendered = render(part.name, value, one)
            output[-1] = elide(output[-1], rendered)
            output.append(rendered)
    return "".join(output)


def _value_of(name: str, values: Mapping[str, object], text: str) -> object:
    if name not in values:
        raise FormatError(f"no {name} for: {text}")
    return values[name]


def _int_value(value: object, text: str) -> int:
    if not isinstance(value, int):
        raise FormatError(f"{value!r} is not a number: {text}")
    return value
