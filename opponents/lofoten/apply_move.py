"""Apply moves of the rules to a table of the simulator."""

from typing import Any

from opponents.lofoten.simulator import Table
from rules.lofoten.pieces import SIDES, ZONES


def apply_move(table: Table, move: Any) -> None:
    """Apply a legal move of the rules and its automatic consequences."""
    _apply(table, move)
    if table.is_action_over():
        table.end_action()


def _apply(table: Table, move: Any) -> None:  # noqa: C901 - a match table
    match move.kind:
        case "side":
            table.play_side(move.card)
        case "centre":
            table.play_centre()
        case "slide":
            assert table.side is not None
            table.slide(table.side)
        case "turn":
            assert table.side is not None
            table.turn(table.side)
        case "coin":
            table.buy_step()
        case "stop":
            _stop(table)
        case "steal":
            table.steal()
        case "wheel":
            table.turn(move.way)
        case "row":
            table.slide(move.way)
        case "remove":
            table.remove(ZONES.index(move.zone))
        case "store":
            _store(table, move.warehouse - 1)
        case "load":
            table.answer_load(move.aboard == "yes")
        case "new_hand":
            table.buy_hand()
        case "extra_turn":
            table.buy_turn()
        case "nothing_more":
            table.finishing = True
        case "place":
            table.place(move.end)
        case "fill":
            table.fill(SIDES.index(move.stack), ZONES.index(move.zone))
        case "upgrade":
            table.upgrade(move.ship, move.warehouse - 1, move.tile - 1)
        case "claim":
            table.claim(move.jarl)
        case "bind":
            table.bind(move.warehouse - 1)
        case "take":
            table.take(ZONES.index(move.zone))
        case _:
            table.unload_last(move.ship)


def _stop(table: Table) -> None:
    if table.stage == "turn_end":
        table.pass_on()
    else:
        table.end_action()


def _store(table: Table, index: int) -> None:
    given = table.given is not None
    table.store(index)
    if given:
        table.refill()
    elif table.stage == "last_unload":
        table.next_unloading()
