"""Short games as lists of turns, with the saga lines that they lead to."""

from bot.play.history.saga import Turn
from rules.game import Outcome


def turns(*standings: tuple[int, ...]) -> tuple[Turn, ...]:
    """The deal, then one turn per seat in order, with the standing after each."""
    seats = len(standings[0])
    return tuple(
        Turn(number, None if number == 0 else (number - 1) % seats, standing)
        for number, standing in enumerate(standings)
    )


def counted_outcome(*totals: int, ranking: tuple[tuple[int, ...], ...] | None = None) -> Outcome:
    best = ranking or tuple((seat,) for seat in sorted(range(len(totals)), key=lambda seat: -totals[seat]))
    return Outcome("counted", best, totals)


SAGA_CASES: list[tuple[tuple[Turn, ...], Outcome, list[str]]] = [
    (turns((0, 0), (9, 0), (9, 4), (20, 4)), counted_outcome(20, 4), ["lead_kept", "swing", "clear"]),
    (turns((0, 0), (0, 0), (0, 5), (30, 5)), counted_outcome(30, 5), ["lead_changed_once", "swing", "clear"]),
    (turns((0, 0), (2, 0), (2, 3), (4, 3)), counted_outcome(4, 3), ["lead_changed", "swing", "close"]),
    (turns((0, 0), (30, 0), (30, 29)), counted_outcome(30, 29), ["lead_kept", "swing", "close"]),
    (
        turns((0, 0), (0, 0), (0, 20), (32, 20)),
        counted_outcome(32, 20),
        ["lead_changed_once", "swing", "comeback"],
    ),
    (turns((0, 0), (9, 0), (9, 8), (30, 8)), counted_outcome(30, 8), ["lead_kept", "swing", "chased"]),
    (turns((0, 0), (7, 0), (7, 7)), counted_outcome(7, 7), ["lead_open", "swing", "tie_broken"]),
    (
        turns((0, 0), (7, 0), (7, 7)),
        counted_outcome(7, 7, ranking=((0, 1),)),
        ["lead_open", "swing", "shared"],
    ),
    (turns((0,), (7,)), counted_outcome(7), ["swing", "alone"]),
    (turns((0, 0), (7, 0)), Outcome("resigned", ((0,), (1,))), ["broken_off", "swing"]),
    (turns((0, 0), (0, 0)), Outcome("agreed", ()), ["broken_off_level"]),
    (turns((0, 0), (9, 0), (9, 4)), counted_outcome(9, 4, ranking=((1,), (0,))), ["swing"]),
    ((), counted_outcome(1, 2), []),
]
"""Turns, outcome, and the expected kinds of saga lines."""
