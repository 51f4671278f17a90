"""Claims about a line of moves in Shipwrights: what it finishes, brings, takes or saves."""

from collections.abc import Iterator

from opponents.reasons import Claim, Line, claim
from rules.game import Event, PlayerEvent, Seat
from rules.shipwrights import events, moves
from rules.shipwrights.components import Components
from rules.shipwrights.pieces import KINDS, Card, Good, ShipKey
from rules.shipwrights.state import Player, State

REASONS = (
    "start", "mill", "finish", "last_ship", "crew", "crew_later", "lay", "goods_for", "goods", "workers",
    "gold", "tool", "build", "build_later", "strike", "lure", "rob", "guard", "first", "draw", "use", "deny",
    "save",
)  # fmt: skip


class Reasons:
    """Finds what can be claimed of a line."""

    def __init__(self, components: Components) -> None:
        self._end = components.end
        self._faces = components.faces

    def claims(self, line: Line) -> Iterator[Claim]:
        match move := line.moves[0]:
            case moves.Stock():
                yield claim(1, "start")
            case moves.Return():
                yield claim(1, "mill")
            case moves.Pick() | moves.Keep():
                yield from self._draft_claims(line.before, line.seat, move.card)
            case moves.End():
                yield from self._save_claims(line.before, line.seat)
            case _:
                yield from self._turn_claims(line)

    def _turn_claims(self, line: Line) -> Iterator[Claim]:
        before, after = line.before.players[line.seat], line.after.players[line.seat]
        for event in line.events:
            match event:
                case PlayerEvent() if event.seat != line.seat:
                    continue
                case events.ShipFinished():
                    key = "last_ship" if line.own_events(events.LastDay) else "finish"
                    yield claim(6 + event.points, key, ship=event.ship, points=event.points)
                case events.CraftsmanHired():
                    yield self._craftsman_claim(before, event.craftsman)
                case events.ShipLaid():
                    yield claim(2, "lay", ship=event.ship, points=self._faces[event.ship].points)
                case events.BuildingBuilt():
                    yield self._building_claim(event.building)
                case events.ToolBought():
                    yield claim(1.5, "tool", card=event.tool)
                case events.GoodsBought() | events.GoodsReceived():
                    yield self._goods_claim(before, after, event.good)
                case _:
                    yield from _villager_claims(event)

    def _goods_claim(self, before: Player, after: Player, good: Good) -> Claim:
        """Return the ship that a resource is for, or that there is more of it."""
        has = before.mill.of(good)
        waiting = [ship for ship in _ships(after) if self._faces[ship].goods.of(good) > has]
        return claim(3, "goods_for", ship=waiting[0], good=good) if waiting else claim(1, "goods", good=good)

    def _draft_claims(self, state: State, seat: Seat, card: Card) -> Iterator[Claim]:
        """Yield the use of a drafted card, and that it is denied to the next player."""
        face, kind = self._faces[card], KINDS[card]
        following = (seat + 1) % len(state.players)
        is_passed_on = state.stage == "morning" and following != state.first
        if is_passed_on and kind == "craftsman" and self._waiting_ships(state.players[following], card):
            yield claim(2.5, "deny", card=card, player=following)
        match kind:
            case "craftsman":
                yield self._craftsman_claim(state.players[seat], card)
            case "ship":
                yield claim(2, "lay", ship=card, points=face.points)
            case "building":
                yield self._building_claim(card)
            case "tool":
                yield claim(1.5, "tool", card=card)
            case _:
                gains = {"gold": face.gains_gold, "workers": face.gains_workers}
                key = next((key for key, amount in gains.items() if amount), "use")
                yield claim(1, key, card=card)

    def _craftsman_claim(self, player: Player, card: Card) -> Claim:
        if waiting := self._waiting_ships(player, card):
            return claim(3, "crew", card=card, ship=waiting[0])
        return claim(1, "crew_later", card=card)

    def _building_claim(self, card: Card) -> Claim:
        face = self._faces[card]
        if face.counts is not None:
            return claim(3, "build_later", card=card)
        return claim(3, "build", card=card, points=face.points)

    def _save_claims(self, state: State, seat: Seat) -> Iterator[Claim]:
        """Yield what is left for tomorrow, if there is a tomorrow."""
        player = state.players[seat]
        is_last_day = any(len(each.fleet) >= self._end.ships for each in state.players)
        if not is_last_day and player.gold and player.workers:
            yield claim(0.5, "save", gold=player.gold, workers=player.workers)

    def _waiting_ships(self, player: Player, card: Card) -> list[ShipKey]:
        """Return the ships in the workshops that need more of this craftsman than the player has."""
        has = player.craftsmen.count(card)
        return [ship for ship in _ships(player) if self._faces[ship].craftsmen.count(card) > has]


def _villager_claims(event: Event) -> Iterator[Claim]:
    """Yield what a villager who was called brings, or does to another player."""
    match event:
        case events.CraftsmanLured():
            yield claim(4, "lure", player=event.player, card=event.craftsman)
        case events.Robbed():
            yield claim(4, "rob", player=event.player, good=event.good)
        case events.CraftsmanKilled() | events.ShipDestroyed() | events.ToolDestroyed() | events.Raided():
            yield claim(4, "strike", player=event.player)
        case events.GoldGained():
            yield claim(1 + event.gold / 4, "gold", card=event.villager)
        case events.WorkersReceived():
            yield claim(1 + event.workers / 4, "workers", card=event.villager)
        case events.SageCalled() | events.ChieftainCalled():
            yield claim(0.7, "draw")
        case events.PioneerPlayed():
            yield claim(0.6, "first")
        case events.WatchmanPosted():
            yield claim(0.5, "guard")
        case _:
            pass


def _ships(player: Player) -> list[ShipKey]:
    return [ship for ship in player.workshops if ship is not None]
