"""Ships: laid in one of two workshops, finished with craftsmen of board and hand."""

from collections.abc import Iterator

from rules.engine import StepRecorder
from rules.replace import replace
from rules.shipwrights.components import Components, Face
from rules.shipwrights.events import CraftsmanHired, LastDay, ShipFinished, ShipLaid, ToolUsed
from rules.shipwrights.hand import without
from rules.shipwrights.market import discard_tool
from rules.shipwrights.moves import HIRE, LAY, Finish, Hire, Lay, ShipwrightsMove, finish
from rules.shipwrights.pieces import (
    MAX_CRAFTSMEN,
    WORKSHOPS,
    Card,
    Craftsman,
    Goods,
    ShipKey,
    Source,
    Workshop,
)
from rules.shipwrights.state import Player, State


def hire_choices(player: Player, card: Card) -> list[ShipwrightsMove]:
    return [HIRE[card]] if len(player.craftsmen) < MAX_CRAFTSMEN else []


def hire(state: State, move: Hire, recorder: StepRecorder) -> State:
    recorder.emit(CraftsmanHired(seat=state.active, craftsman=move.card))
    player = state.player
    player = player._replace(hand=without(player.hand, move.card), craftsmen=(*player.craftsmen, move.card))
    return replace(state, players=state.players_with(state.active, player))


def lay_choices(player: Player, card: Card) -> list[ShipwrightsMove]:
    return [LAY[card]] if None in player.workshops else []


def lay_ship(state: State, move: Lay, recorder: StepRecorder) -> State:
    """Put a ship into the first free workshop; they are equal."""
    player = state.player
    place = player.workshops.index(None)
    recorder.emit(ShipLaid(seat=state.active, ship=move.card, workshop=WORKSHOPS[place]))
    player = player._replace(
        hand=without(player.hand, move.card), workshops=with_workshop(player, place, move.card)
    )
    return replace(state, players=state.players_with(state.active, player))


def with_workshop(player: Player, place: int, ship: ShipKey | None) -> tuple[ShipKey | None, ShipKey | None]:
    first, second = player.workshops
    return (ship, second) if place == 0 else (first, ship)


def finish_choices(player: Player, components: Components) -> Iterator[Finish]:
    """Yield all ways to finish a ship. A tool may replace all of one resource."""
    for workshop, ship in zip(WORKSHOPS, player.workshops, strict=True):
        if ship is None:
            continue
        face = components.faces[ship]
        if player.gold < face.gold or player.workers < face.workers:
            continue
        ways = _craftsman_sources(player, face.craftsmen)
        if ways and player.mill.covers(face.goods):
            yield from (finish(workshop, False, way) for way in ways)
        spared = _goods_with_tool(player, face, components)
        if ways and spared != face.goods and player.mill.covers(spared):
            yield from (finish(workshop, True, way) for way in ways)


def simple_finishes(player: Player, components: Components) -> list[Finish]:
    """Return one way per ship and tool: with craftsmen of the hand first, which would be discarded."""
    found: dict[tuple[Workshop, bool], Finish] = {}
    for move in finish_choices(player, components):
        found.setdefault((move.workshop, move.tool), move)
    return list(found.values())


def _goods_with_tool(player: Player, ship: Face, components: Components) -> Goods:
    """Return the goods a ship needs when the tool is used."""
    spares = None if player.tool is None else components.faces[player.tool].spares
    return ship.goods if spares is None else ship.goods.without(spares)


def _craftsman_sources(player: Player, craftsmen: tuple[Craftsman, ...]) -> list[tuple[Source, ...]]:
    """Return every way to take these craftsmen from hand and board; of equal ones, hand comes first."""
    hand = [held.card for held in player.hand]
    ways: list[tuple[Source, ...]] = [()]
    for number, craftsman in enumerate(craftsmen):
        longer: list[tuple[Source, ...]] = []
        for way in ways:
            alike = [
                source for source, other in zip(way, craftsmen[:number], strict=True) if other == craftsman
            ]
            from_board = alike.count("board")
            if not from_board and hand.count(craftsman) > len(alike):
                longer.append((*way, "hand"))
            if player.craftsmen.count(craftsman) > from_board:
                longer.append((*way, "board"))
        ways = longer
    return ways


def ship_in(player: Player, workshop: Workshop) -> ShipKey:
    ship = player.workshops[WORKSHOPS.index(workshop)]
    assert ship is not None
    return ship


def finish_ship(state: State, move: Finish, components: Components, recorder: StepRecorder) -> State:
    player = state.player
    ship = ship_in(player, move.workshop)
    face = components.faces[ship]
    goods = _goods_with_tool(player, face, components) if move.tool else face.goods
    if move.tool:
        assert player.tool is not None
        recorder.emit(ToolUsed(seat=state.active, tool=player.tool, ship=ship))
        state = discard_tool(state)
        player = state.player
    sources = (move.first, move.second, move.third)
    hand, board = player.hand, list(player.craftsmen)
    for craftsman, source in zip(face.craftsmen, sources, strict=False):
        if source == "hand":
            hand = without(hand, craftsman)
        else:
            board.remove(craftsman)
    fleet = (*player.fleet, ship)
    player = player._replace(
        gold=player.gold - face.gold,
        workers=player.workers - face.workers,
        mill=player.mill.minus(goods),
        hand=hand,
        craftsmen=tuple(board),
        workshops=with_workshop(player, WORKSHOPS.index(move.workshop), None),
        fleet=fleet,
    )
    recorder.emit(
        ShipFinished(
            seat=state.active, ship=ship, craftsmen=face.craftsmen, points=face.points, ships=len(fleet)
        )
    )
    if len(fleet) == components.end.ships:
        recorder.emit(LastDay(seat=state.active, ships=len(fleet)))
    return replace(
        state, players=state.players_with(state.active, player), discards=(*state.discards, *face.craftsmen)
    )
