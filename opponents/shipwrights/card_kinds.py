"""Kinds of cards as type guards."""

from typing import TypeGuard

from rules.shipwrights.pieces import KINDS, Building, Card, Craftsman, ShipKey, Tool


def is_ship(card: Card) -> TypeGuard[ShipKey]:
    return KINDS[card] == "ship"


def is_craftsman(card: Card) -> TypeGuard[Craftsman]:
    return KINDS[card] == "craftsman"


def is_tool(card: Card) -> TypeGuard[Tool]:
    return KINDS[card] == "tool"


def is_building(card: Card) -> TypeGuard[Building]:
    return KINDS[card] == "building"
