"""Putting values into a sentence.

A placeholder is `{name}`; `{name:count}` takes the form that agrees with the value called `count`;
`{count:step|steps}` is one of two words, by that very value. What is filled in is never read again, so a
person's name may hold any character.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from string import Formatter

Render = Callable[[str, object, bool], str]
"""A value in words: the name of its placeholder, the value, and whether it is said of one or of several."""


@dataclass(frozen=True, slots=True)
class Placeholder:
    """A gap in a sentence: which value goes there and what its form depends on."""

    name: str
    count: str = ""
    forms: tuple[str, str] | None = None


Part = str | Placeholder


class Unfillable(Exception):  # noqa: N818 - said of a sentence, not of the program
    """A sentence that cannot be read, or that asks for a value nobody gave."""


@lru_cache(maxsize=4096)
def parts(text: str) -> tuple[Part, ...]:
    try:
        return tuple(_parts(text))
    except ValueError as problem:
        raise Unfillable(f"{problem}: {text}") from problem


def _parts(text: str) -> Iterator[Part]:
    for literal, name, spec, conversion in Formatter().parse(text):
        if literal:
            yield literal
        if name is None:
            continue
        if conversion or not name.isidentifier():
            raise ValueError(f"'{name}' is not the name of a value")
        one, bar, many = (spec or "").partition("|")
        yield Placeholder(name, forms=(one, many)) if bar else Placeholder(name, count=one)


def asked(text: str) -> frozenset[str]:
    """The names of all values a sentence asks for."""
    gaps = [part for part in parts(text) if isinstance(part, Placeholder)]
    return frozenset(gap.name for gap in gaps) | {gap.count for gap in gaps if gap.count}


def fill(text: str, values: Mapping[str, object], render: Render, *, is_one: Callable[[int], bool]) -> str:
    said: list[str] = []
    for part in parts(text):
        if isinstance(part, str):
            said.append(part)
            continue
        value = _value(part.name, values, text)
        if part.forms:
            said.append(part.forms[0 if is_one(_number(value, text)) else 1])
        else:
            one = not part.count or is_one(_number(_value(part.count, values, text), text))
            said.append(render(part.name, value, one))
    return "".join(said)


def _value(name: str, values: Mapping[str, object], text: str) -> object:
    if name not in values:
        raise Unfillable(f"no {name} for: {text}")
    return values[name]


def _number(value: object, text: str) -> int:
    if not isinstance(value, int):
        raise Unfillable(f"{value!r} is not a number: {text}")
    return value
