"""Lofoten in words, for readers without pictures: everything that the board and the hand show."""

from collections.abc import Iterator

from render.lofoten.alt_text import (
    describe_alliance,
    describe_market,
    describe_shields,
    describe_ship,
    describe_supply,
    describe_turn,
    describe_warehouse,
)
from render.lofoten.hand_slots import SLOTS
from render.lofoten.highlights import POSITIONS, ship_at
from render.painter import Line, TextSection, text_heading
from render.painter import alt_phrase as _say
from rules.game import Phrase, Seat
from rules.lofoten.view import View


def text_only_board(view: View) -> tuple[TextSection, ...]:
    """Describe the market and the reader's fleet, then warehouses, the other fleet, Jarls and the supply."""
    near = view.seat or 0
    parts = (
        (text_heading("market"), (*_each(describe_turn(view)), *_each(describe_market(view)))),
        (_fleet_heading(view, near), tuple(_fleet(view, near))),
        (text_heading("warehouses"), tuple(_warehouses(view))),
        (_fleet_heading(view, 1 - near), tuple(_fleet(view, 1 - near))),
        (text_heading("jarls"), tuple(_jarls(view, near))),
        (text_heading("supply"), _each(describe_supply(view))),
    )
    return tuple(TextSection(heading, lines) for heading, lines in parts if lines)


def _fleet_heading(view: View, seat: Seat) -> Phrase:
    return text_heading("own_fleet") if seat == view.seat else text_heading("fleet", seat=seat)


def _each(phrases: Iterator[Phrase]) -> tuple[Line, ...]:
    return tuple((phrase,) for phrase in phrases)


def _fleet(view: View, seat: Seat) -> Iterator[Line]:
    """Yields purse and zone, then every longship of the wheel, also an empty one, clockwise."""
    fleet = view.fleets[seat]
    zone, coins, points = "ABCDE"[fleet.zone], view.coins[seat], view.points[seat]
    yield (_say("player", seat=seat, zone=zone, coins=coins, points=points),)
    for position in POSITIONS:
        ship = ship_at(fleet, position)
        is_empty = not (ship.order or ship.load or ship.upgraded)
        yield (_say("ship_empty", place=position) if is_empty else describe_ship(ship, position),)
    yield from ((phrase,) for phrase in describe_shields(view, seat))
    if seat == view.seat:
        yield (_say("wheel"),)


def _warehouses(view: View) -> Iterator[Line]:
    for number, store in enumerate(view.warehouses, 1):
        yield tuple(describe_warehouse(view, number, store))


def _jarls(view: View, near: Seat) -> Iterator[Line]:
    """Yields each Jarl; a free one with how far both players are, the reader first."""
    for alliance in view.alliances:
        said = describe_alliance(alliance)
        if alliance.owner is not None:
            yield (said,)
            continue
        yield (
            said,
            *(
                _say("progress", seat=seat, count=alliance.progress[seat], number=alliance.demand.number)
                for seat in (near, 1 - near)
            ),
        )


def text_only_hand(view: View) -> Iterator[Line]:
    """Describe each card with what it does where it lies."""
    hand = view.hand or ()
    is_dock_free = view.seat is not None and view.fleets[view.seat].dock.order is None
    for index, card in enumerate(hand):
        place = SLOTS[index] if len(hand) == len(SLOTS) else ""
        named = _say(f"card_{place}" if place else "card", good=card.good, value=card.value)
        if place == "centre" and not is_dock_free:
            yield (named, _say("dock_occupied"))
        elif place == "centre" and view.uses:
            yield (named, _say("centre_effect", effect=view.effects[card.good], uses=view.uses[index]))
        elif place and view.steps:
            yield (named, _say(f"steps_{place}", steps=view.steps[index]))
        else:
            yield (named,)
    if view.drawn:
        yield (_say("drawn", good=view.drawn.good, value=view.drawn.value),)
