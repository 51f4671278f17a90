"""How a table decides: who is asked, and what the answers come to. Pure."""

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Literal

from bot.position import Player, Position
from rules.game import Seat

Question = Literal["absence", "end", "undo", "call"]
"""About somebody who does not move; about ending the game; about taking back what was seen; and the call for
somebody who would take a seat, which nobody votes on."""

ANSWERS: Mapping[str, tuple[str, ...]] = {
    "absence": ("wait", "caretaker", "substitute", "end"),
    "end": ("yes", "no"),
    "undo": ("yes", "no"),
    "call": (),
}
"""The milder answers first: they win where as many want something else."""


def present(position: Position) -> tuple[Player, ...]:
    """Those who play themselves: known, not resigned, no caretaker on their seat."""
    return tuple(
        player
        for player in position.players
        if player.person is not None and not player.caretaker and not player.resigned
    )


def asked(position: Position, kind: str, seat: Seat | None) -> tuple[int, ...]:
    """Who has a say: those who play, but not the one it is about."""
    return tuple(
        player.person
        for player in present(position)
        if player.person is not None and (kind == "end" or player.seat != seat)
    )


def decided(kind: str, people: Collection[int], ballots: Mapping[int, str]) -> str | None:
    """What the answers so far come to, whatever the others may still say."""
    given = [ballots[person] for person in people if person in ballots]
    if kind == "absence":
        return next((answer for answer, n in Counter(given).items() if 2 * n > len(people)), None)
    if "no" in given:
        return "no"
    return "yes" if people and len(given) == len(people) else None


def at_the_close(kind: str, people: Collection[int], ballots: Mapping[int, str]) -> str:
    """What is done when the time is up."""
    if kind != "absence":
        return "late"
    given = Counter(ballots[person] for person in people if person in ballots)
    return max(ANSWERS[kind], key=lambda answer: given[answer])
