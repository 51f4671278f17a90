"""Attackers of a hand: every target, and the boards after it."""

from collections.abc import Iterator

from rules.game import Seat
from rules.shipwrights.components import Components
from rules.shipwrights.moves import (
    ShipwrightsMove,
    assassin,
    barbarian,
    berserker,
    conspirator,
    raider,
    thief,
)
from rules.shipwrights.pieces import GOODS, MAX_CRAFTSMEN, WORKSHOPS, Card, Craftsman, Goods
from rules.shipwrights.shipyard import with_workshop
from rules.shipwrights.state import Player
from rules.shipwrights.villagers import without_card

Players = tuple[Player, ...]
ATTACKERS: tuple[Card, ...] = ("assassin", "barbarian", "conspirator", "raider", "berserker", "thief")


def attack_results(
    players: Players, seat: Seat, card: Card, components: Components
) -> Iterator[tuple[Players, ShipwrightsMove]]:
    """Yield the boards after calling an attacker, and the move. A Watchman stops all but a Berserker."""
    if card not in ATTACKERS:
        return
    me = without_card(players[seat], card)
    if card == "berserker":
        price = components.faces[card].gold
        if me.gold < price:
            return
        me = me._replace(gold=me.gold - price)
    own = with_player(players, seat, me)
    for other, target in enumerate(own):
        if card == "berserker":
            if other != seat and target.tool is not None:
                yield (
                    with_player(own, other, target._replace(tool=None, cart=Goods(), returning=None)),
                    berserker(other),
                )
        elif target.watchmen:
            continue
        elif card == "assassin":
            for craftsman in dict.fromkeys(target.craftsmen):
                yield (
                    with_player(own, other, without_craftsman(target, craftsman)),
                    assassin(other, craftsman),
                )
        elif card == "barbarian":
            for number, workshop in enumerate(WORKSHOPS):
                if target.workshops[number] is not None:
                    freed = target._replace(workshops=with_workshop(target, number, None), returning=None)
                    yield with_player(own, other, freed), barbarian(other, workshop)
        elif other != seat:
            yield from _rival_attacks(own, seat, other, card, components)


def _rival_attacks(
    own: Players, seat: Seat, other: Seat, card: Card, components: Components
) -> Iterator[tuple[Players, ShipwrightsMove]]:
    """Yield attacks that are only possible against other players."""
    me, target = own[seat], own[other]
    if card == "conspirator" and len(me.craftsmen) < MAX_CRAFTSMEN:
        for craftsman in dict.fromkeys(target.craftsmen):
            mine = me._replace(craftsmen=(*me.craftsmen, craftsman))
            lured = with_player(own, other, without_craftsman(target, craftsman))
            yield with_player(lured, seat, mine), conspirator(other, craftsman)
    elif card == "raider" and target.gold and target.mill.total:
        loss = min(target.gold, target.mill.total * components.faces[card].loss)
        yield with_player(own, other, target._replace(gold=target.gold - loss)), raider(other)
    elif card == "thief":
        for good in GOODS:
            amount = target.mill.of(good)
            if amount:
                mine = me._replace(mill=me.mill.plus(good, amount))
                robbed = with_player(own, other, target._replace(mill=target.mill.without(good)))
                yield with_player(robbed, seat, mine), thief(other, good)


def after_mercenary(players: Players, seat: Seat, components: Components) -> Players:
    """Return the boards after a Mercenary of this seat, without the gold it brings."""
    loss = components.faces["mercenary"].loss
    return tuple(
        player if other == seat or player.watchmen else player._replace(gold=max(0, player.gold - loss))
        for other, player in enumerate(players)
    )


def with_player(players: Players, seat: Seat, player: Player) -> Players:
    return (*players[:seat], player, *players[seat + 1 :])


def without_craftsman(player: Player, craftsman: Craftsman) -> Player:
    """Return a player without one of their placed craftsmen."""
    board = list(player.craftsmen)
    board.remove(craftsman)
    return player._replace(craftsmen=tuple(board), returning=None)
