"""What the fields of moves and events mean."""

from types import SimpleNamespace
from typing import Annotated, Any

from pydantic import BaseModel

from bot.i18n.values import seat_fields


class Attack(BaseModel):
    seat: int
    target: Annotated[int, "seat"]
    others: tuple[Annotated[int, "seat"], ...] | None
    strength: Annotated[int, "points"]
    goods: tuple[int, ...]


class Raid(BaseModel):
    audience: frozenset[Annotated[int, "seat"]]
    victims: dict[str, list[Annotated[int, "seat"]]]


def test_seats_are_marked_at_any_depth_and_an_audience_is_not_told() -> None:
    game: Any = SimpleNamespace(info=SimpleNamespace(moves=(Attack,), events=(Raid,)))
    assert seat_fields(game) == {"seat", "target", "others", "victims"}
