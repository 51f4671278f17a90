"""Alliances with Jarls: their demands, how they are gained, and their immediate effects."""

from collections import Counter

from rules.engine import StepRecorder
from rules.game import Seat
from rules.lofoten.events import CoinsGiven, CoinsTaken, JarlBound, JarlGained
from rules.lofoten.moves import CLAIM, LofotenMove
from rules.lofoten.pieces import GOODS, SHIELDS, Demand, Jarl, Tile
from rules.lofoten.purse import take_coin
from rules.lofoten.state import Alliance, State
from rules.replace import replace

BOUND_TO_WAREHOUSE: tuple[Jarl, ...] = ("helga", "ingrid")


def claims(state: State) -> tuple[LofotenMove, ...]:
    """Return claims for the Jarls the active player may ally with. A player can have only one."""
    return tuple(CLAIM[alliance.jarl] for alliance in _claimable(state, state.active))


def can_claim(state: State, seat: Seat) -> bool:
    return bool(_claimable(state, seat))


def _claimable(state: State, seat: Seat) -> tuple[Alliance, ...]:
    if any(alliance.owner == seat for alliance in state.alliances):
        return ()
    return tuple(
        alliance
        for alliance in state.alliances
        if alliance.owner is None and is_met(state, seat, alliance.demand)
    )


def is_met(state: State, seat: Seat, demand: Demand) -> bool:
    return progress(state, seat, demand) >= demand.number


def progress(state: State, seat: Seat, demand: Demand) -> int:
    """Return how much a player has of what is demanded; of the scarcest type if every type counts."""
    stored = [tile for warehouse in state.warehouses for tile in warehouse.sides[seat]]
    match demand.kind:
        case "each_type":
            return min(len(_tiles_of(stored, good)) for good in GOODS)
        case "goods":
            return sum(tile.goods for tile in stored)
        case "tiles_of":
            return len(_tiles_of(stored, demand.good))
        case "goods_of":
            return sum(tile.goods for tile in _tiles_of(stored, demand.good))
        case "each_shield":
            return min(_shield_counts(stored))
        case "shields_alike":
            return max(_shield_counts(stored))
        case "give_coins" | "own_coins":
            return state.players[seat].coins


def _tiles_of(tiles: list[Tile], good: str | None) -> list[Tile]:
    return [tile for tile in tiles if tile.good == good]


def _shield_counts(tiles: list[Tile]) -> list[int]:
    """Return the number of visible shields of each type."""
    seen = Counter(shield for tile in tiles for shield in tile.shown)
    return [seen[shield] for shield in SHIELDS]


def claim(state: State, jarl: Jarl, recorder: StepRecorder) -> State:
    """Ally with a Jarl, and carry out or ask for their immediate effect."""
    seat = state.active
    alliance = next(each for each in state.alliances if each.jarl == jarl)
    recorder.emit(JarlGained(seat=seat, jarl=jarl))
    if alliance.demand.kind == "give_coins":
        state = _give_coins(state, alliance.demand.number, recorder)
    state = _with_alliance(state, alliance._replace(owner=seat))
    if jarl == "asbjorn":
        return _bring_coins(state, alliance, recorder)
    if jarl == "bergljot" and any(state.market):
        return replace(state, claimed="take")
    return replace(state, claimed="bind") if jarl in BOUND_TO_WAREHOUSE else state


def _with_alliance(state: State, changed: Alliance) -> State:
    alliances = (changed if each.jarl == changed.jarl else each for each in state.alliances)
    return replace(state, alliances=tuple(alliances))


def _give_coins(state: State, coins: int, recorder: StepRecorder) -> State:
    seat = state.active
    recorder.emit(CoinsGiven(seat=seat, coins=coins))
    giver, taker = state.players[seat], state.players[1 - seat]
    giver, taker = giver._replace(coins=giver.coins - coins), taker._replace(coins=taker.coins + coins)
    return replace(state, players=(giver, taker) if seat == 0 else (taker, giver))


def _bring_coins(state: State, alliance: Alliance, recorder: StepRecorder) -> State:
    seat, before = state.active, state.player.coins
    for _ in range(alliance.strength):
        state = take_coin(state, seat)
    recorder.emit(CoinsTaken(seat=seat, jarl=alliance.jarl, coins=state.player.coins - before))
    return state


def bind(state: State, index: int, recorder: StepRecorder) -> State:
    """Bind the Jarl just gained to this warehouse."""
    alliance = next(
        each for each in state.alliances if each.owner == state.active and each.jarl in BOUND_TO_WAREHOUSE
    )
    recorder.emit(JarlBound(seat=state.active, jarl=alliance.jarl, warehouse=index + 1))
    return replace(_with_alliance(state, alliance._replace(warehouse=index)), claimed=None)
