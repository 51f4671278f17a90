"""Which entries a catalogue of a game needs."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from bot.i18n.keys import listed_values


class Build(BaseModel):
    goods: tuple[Annotated[Literal["oak", "wool"], Field(title="a good")], ...]
    side: Annotated[Literal["left", "right"], Field(title="a side")] | None
    cheap: bool
    amount: int
    named: Literal["a"] | Literal["b"]


def test_values_are_listed_by_types_however_they_are_nested() -> None:
    assert listed_values(Build) == {
        "goods": ("oak", "wool"),
        "side": ("left", "right"),
        "cheap": ("yes", "no"),
        "amount": (),
        "named": ("a", "b"),
    }
