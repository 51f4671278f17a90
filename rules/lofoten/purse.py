"""Coins: eight in total, stolen one by one and spent into the reserve."""

from typing import Literal

from rules.engine import StepRecorder
from rules.game import Seat
from rules.lofoten.components import Prices
from rules.lofoten.events import CoinsSpent
from rules.lofoten.moves import BUY_HAND, BUY_TURN, LofotenMove
from rules.lofoten.state import State
from rules.replace import replace


def purchases(state: State, prices: Prices) -> list[LofotenMove]:
    """Return the purchases of the active player, possible in the whole turn unless they declined the rest."""
    moves: list[LofotenMove] = []
    if state.finishing:
        return moves
    if _can_buy_hand(state, prices):
        moves.append(BUY_HAND)
    if _can_buy_turn(state, prices):
        moves.append(BUY_TURN)
    return moves


def _can_buy_turn(state: State, prices: Prices) -> bool:
    """One extra turn per turn. It follows the upkeep, so a turn without upkeep has none."""
    return state.player.coins >= turn_price(state, prices) and not state.extra_turn and not state.closing


def turn_price(state: State, prices: Prices) -> int:
    """Return the price of an extra turn; Frida's allies pay less."""
    return state.strength(state.active, "frida") or prices.extra_turn


def _can_buy_hand(state: State, prices: Prices) -> bool:
    """Only a complete hand can be exchanged; the card just drawn counts."""
    player = state.player
    cards = len(player.hand) + (player.drawn is not None)
    return player.coins >= prices.new_hand and cards == 3


def spend(
    state: State, coins: int, purchase: Literal["step", "new_hand", "extra_turn"], recorder: StepRecorder
) -> State:
    """Pay coins of the active player into the reserve."""
    player = state.player
    recorder.emit(CoinsSpent(seat=state.active, coins=coins, purchase=purchase))
    return replace(
        state,
        players=state.players_with(state.active, player._replace(coins=player.coins - coins)),
        reserve=state.reserve + coins,
    )


def buy_turn(state: State, prices: Prices, recorder: StepRecorder) -> State:
    price = turn_price(state, prices)
    return replace(spend(state, price, "extra_turn", recorder), paid_for_turn=price)


def coin_source(state: State, seat: Seat) -> Literal["reserve", "rival"] | None:
    """Return where the next coin is stolen from: the reserve, then the rival."""
    if state.reserve:
        return "reserve"
    return "rival" if state.players[1 - seat].coins else None


def take_coin(state: State, seat: Seat) -> State:
    """Take a coin from the reserve or the rival; no change if the player has them all."""
    source = coin_source(state, seat)
    if source is None:
        return state
    player = state.players[seat]
    richer = state.players_with(seat, player._replace(coins=player.coins + 1))
    if source == "reserve":
        return replace(state, players=richer, reserve=state.reserve - 1)
    rival = state.players[1 - seat]
    poorer = rival._replace(coins=rival.coins - 1)
    return replace(state, players=(richer[0], poorer) if seat == 0 else (poorer, richer[1]))
