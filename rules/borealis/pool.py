"""The end of an observation: a card of the pool, or the first of the deck; the pool can be renewed."""

from dataclasses import replace

from rules.borealis.components import Components
from rules.borealis.deck import draw_cards, show
from rules.borealis.events import CardDrawn, CardTaken, PoolFilled, PoolRefreshed
from rules.borealis.moves import DRAW, POOL_CARDS, REFRESH, TAKE, BorealisMove, Take
from rules.borealis.pieces import POOL, Card
from rules.borealis.state import State
from rules.borealis.turn import end_turn
from rules.engine import Happening


def choices(state: State, components: Components) -> tuple[BorealisMove, ...]:
    """The pool is renewed at most once in a turn, and only by who can pay."""
    if state.refreshed or state.player.stars < components.stars.refresh:
        return (*TAKE, DRAW)
    return (*TAKE, DRAW, REFRESH)


def take(state: State, move: Take, happening: Happening) -> State:
    place = POOL_CARDS.index(move.card)
    card = state.pool[place]
    happening.tell(CardTaken(seat=state.active, species=card.species, vehicle=card.vehicle))
    (new,), state = draw_cards(state, 1, happening)
    happening.tell(PoolFilled(species=new.species, vehicle=new.vehicle))
    state = replace(state, pool=(*state.pool[:place], new, *state.pool[place + 1 :]))
    return end_turn(_in_hand(state, card), happening)


def draw(state: State, happening: Happening) -> State:
    happening.tell(CardDrawn(seat=state.active))
    cards, state = draw_cards(state, 1, happening)
    show(state.active, cards, happening)
    return end_turn(_in_hand(state, cards[0]), happening)


def refresh(state: State, components: Components, happening: Happening) -> State:
    """The old cards are discarded first; one may then still draw from the deck."""
    price = components.stars.refresh
    payer = state.player._replace(stars=state.player.stars - price)
    state = replace(
        state,
        players=state.players_with(state.active, payer),
        discards=state.discards + state.pool,
        refreshed=True,
    )
    pool, state = draw_cards(state, POOL, happening)
    species = tuple(card.species for card in pool)
    happening.tell(PoolRefreshed(seat=state.active, stars=price, species=species))
    return replace(state, pool=pool)


def _in_hand(state: State, card: Card) -> State:
    player = state.player
    return replace(
        state, players=state.players_with(state.active, player._replace(hand=(*player.hand, card)))
    )
