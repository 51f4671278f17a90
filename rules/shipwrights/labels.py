"""Facts about a legal move, for its label."""

from collections.abc import Mapping

from rules.game import Fact, Seat
from rules.shipwrights import moves
from rules.shipwrights.attacks import raid_loss
from rules.shipwrights.components import Components
from rules.shipwrights.moves import ShipwrightsMove
from rules.shipwrights.pieces import WORKSHOPS
from rules.shipwrights.shipyard import ship_in
from rules.shipwrights.state import State
from rules.shipwrights.villagers import gold_gain

Facts = Mapping[str, Fact]


def label_facts(  # noqa: C901 - a match table
    state: State, seat: Seat, move: ShipwrightsMove, components: Components
) -> Facts:
    player, faces = state.players[seat], components.faces
    match move:
        case moves.Pick():
            return {"number": len(player.hand) + 1}
        case moves.Buy():
            return _purchase_facts(state, seat, move, components)
        case moves.BuyTool():
            given_up = {} if player.tool is None else {"old": player.tool}
            return {"gold": faces[move.card].gold, **given_up}
        case moves.Drop():
            assert player.tool is not None
            return {"tool": player.tool}
        case moves.Lay():
            return {"workshop": WORKSHOPS[player.workshops.index(None)]}
        case moves.Finish():
            return _finish_facts(state, seat, move, components)
        case moves.Build():
            face = faces[move.card]
            return {"gold": face.gold, "workers": face.workers}
        case moves.Call(card="mercenary" | "king" | "queen" | "navigator"):
            return {"gold": gold_gain(state, move.card, components)}
        case moves.Call():
            return {"gain": move.card}
        case moves.Assassin() if move.player == seat:
            return {"own": move.craftsman, "yours": "board"}
        case moves.Barbarian():
            ship = ship_in(state.players[move.player], move.workshop)
            return {"ship": ship, **({"own": ship, "yours": "board"} if move.player == seat else {})}
        case moves.Raider():
            return {"gold": raid_loss(state.players[move.player], components)}
        case moves.Berserker():
            tool = state.players[move.player].tool
            assert tool is not None
            return {"tool": tool, "gold": faces["berserker"].gold}
        case moves.Thief():
            return {"amount": state.players[move.player].mill.of(move.good)}
        case moves.Beggar():
            face = faces["beggar"]
            return {"workers": face.gains_workers, "amount": face.gains_goods}
        case moves.Sage():
            return {"cards": (move.first,) if move.second == "none" else (move.first, move.second)}
        case moves.Swap() | moves.Enough():
            return {"swaps": state.swaps}
        case moves.Return():
            return {"good": move.good}
        case moves.End() if player.hand:
            return {"cards": tuple(held.card for held in player.hand)}
        case _:
            return {}


def _purchase_facts(state: State, seat: Seat, move: moves.Buy, components: Components) -> Facts:
    """Return the amount at the day's price and its cost; the cart's share only if the cart has some."""
    amount, purchase = components.price(state.backs[-1]).of(move.good), components.purchase
    facts: dict[str, Fact] = {"amount": amount, "total": amount + move.cart}
    if state.players[seat].cart.of(move.good):
        facts["share"] = "cart" if move.cart else "no_cart"
    return {**facts, "gold": purchase.gold, "workers": purchase.workers}


def _finish_facts(state: State, seat: Seat, move: moves.Finish, components: Components) -> Facts:
    """Return the ship, its points and cost, its craftsmen, and the tool and hand cards used up."""
    player = state.players[seat]
    face = components.faces[ship_in(player, move.workshop)]
    places = ("craftsman_1", "craftsman_2", "craftsman_3")
    facts: dict[str, Fact] = {"ship": face.card, "points": face.points, "gold": face.gold}
    facts |= {"workers": face.workers, **dict(zip(places, face.craftsmen, strict=False))}
    spent: tuple[str, ...] = (player.tool,) if move.tool and player.tool is not None else ()
    sources = zip(face.craftsmen, (move.first, move.second, move.third), strict=False)
    spent += tuple(craftsman for craftsman, source in sources if source == "hand")
    return facts | {"spent": spent} if spent else facts
