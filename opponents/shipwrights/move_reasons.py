"""Reasons of the AI: what a move brings and for which ship, as a phrase."""

from opponents.shipwrights.plans import Plan
from rules.game import Phrase, Seat
from rules.shipwrights import moves
from rules.shipwrights.components import Components
from rules.shipwrights.moves import ShipwrightsMove
from rules.shipwrights.pieces import KINDS, WORKSHOPS, Card, ShipKey
from rules.shipwrights.state import Player, State

REASONS = (
    "start", "mill", "finish", "last_ship", "finish_today", "crew", "crew_later", "lay", "goods_for", "goods",
    "workers", "gold", "tool", "build", "build_later", "strike", "lure", "rob", "guard", "first", "draw",
    "use", "deny", "save",
)  # fmt: skip


class Reasons:
    """Finds the reason for a move."""

    def __init__(self, components: Components) -> None:
        self._components = components
        self._faces = components.faces

    def reason(self, state: State, seat: Seat, move: ShipwrightsMove, plan: Plan | None) -> Phrase:
        player = state.players[seat]
        match move:
            case moves.Pick() | moves.Keep():
                return self._draft_reason(state, seat, move.card, plan)
            case moves.Finish():
                ship = player.workshops[WORKSHOPS.index(move.workshop)]
                assert ship is not None
                last = len(player.fleet) + 1 >= self._components.end.ships
                key = "last_ship" if last else "finish"
                return Phrase(key=key, values={"ship": ship, "points": self._faces[ship].points})
            case moves.Assassin() | moves.Barbarian() | moves.Raider() | moves.Berserker():
                return Phrase(key="strike", values={"player": move.player})
            case moves.Conspirator():
                return Phrase(key="lure", values={"player": move.player, "card": move.craftsman})
            case moves.Thief():
                return Phrase(key="rob", values={"player": move.player, "good": move.good})
            case moves.Hire() | moves.Lay() | moves.Build() | moves.BuyTool() | moves.Call():
                return self._card_reason(seat, player, move.card, plan)
            case moves.Buy() | moves.Merchant() | moves.Beggar() | moves.Swap():
                return self._goods_reason(seat, player, plan)
            case moves.Sage():
                return Phrase(key="draw")
            case _:
                return Phrase(key="save")

    def _draft_reason(self, state: State, seat: Seat, card: Card, plan: Plan | None) -> Phrase:
        """Return the use of a drafted card, or that it is denied to the next player."""
        seats = len(state.players)
        following = (seat + 1) % seats
        if (
            plan is not None
            and card in plan.unused_cards
            and state.stage == "morning"
            and following != state.first
        ):
            return Phrase(key="deny", values={"card": card, "player": following})
        return self._card_reason(seat, state.players[seat], card, plan)

    def _card_reason(self, seat: Seat, player: Player, card: Card, plan: Plan | None) -> Phrase:
        face = self._faces[card]
        match KINDS[card]:
            case "craftsman":
                waiting = [ship for ship in self._ships(player) if card in self._faces[ship].craftsmen]
                if waiting:
                    return Phrase(key="crew", values={"card": card, "ship": waiting[0]})
                return Phrase(key="crew_later", values={"card": card})
            case "ship":
                if plan is not None and card in _finished_ships(seat, player, plan):
                    return Phrase(key="finish_today", values={"ship": card})
                return Phrase(key="lay", values={"ship": card, "points": face.points})
            case "building":
                if face.counts is not None:
                    return Phrase(key="build_later", values={"card": card})
                return Phrase(key="build", values={"card": card, "points": face.points})
            case "tool":
                return Phrase(key="tool", values={"card": card})
            case _:
                return self._villager_reason(card)

    def _villager_reason(self, card: Card) -> Phrase:
        face = self._faces[card]
        if card in ("chieftain", "sage"):
            return Phrase(key="draw")
        if card == "pioneer":
            return Phrase(key="first")
        if card == "watchman":
            return Phrase(key="guard")
        if face.gains_gold:
            return Phrase(key="gold", values={"card": card})
        if face.gains_workers:
            return Phrase(key="workers", values={"card": card})
        if face.gains_goods or face.exchanges:
            return Phrase(key="goods")
        return Phrase(key="use", values={"card": card})

    def _goods_reason(self, seat: Seat, player: Player, plan: Plan | None) -> Phrase:
        """Return the ship that resources are for: one finished today, or one that waits for them."""
        ships = () if plan is None else _finished_ships(seat, player, plan)
        if ships:
            return Phrase(key="finish_today", values={"ship": ships[0]})
        waiting = self._ships(player)
        return Phrase(key="goods_for", values={"ship": waiting[0]}) if waiting else Phrase(key="goods")

    def _ships(self, player: Player) -> list[ShipKey]:
        return [ship for ship in player.workshops if ship is not None]


def _finished_ships(seat: Seat, before: Player, plan: Plan) -> tuple[ShipKey, ...]:
    """Return the ships that a plan finishes."""
    return plan.players[seat].fleet[len(before.fleet) :]
