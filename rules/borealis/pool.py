"""The end of an observation: take a card of the pool or draw one; the pool can be renewed."""

from rules.borealis.components import Components
from rules.borealis.deck import draw_cards, emit_cards_seen
from rules.borealis.events import CardDrawn, CardTaken, PoolFilled, PoolRefreshed
from rules.borealis.moves import DRAW, POOL_CARDS, REFRESH, TAKE, BorealisMove, Take
from rules.borealis.pieces import POOL_SIZE, Card, species_counts
from rules.borealis.state import State, Supply
from rules.borealis.turn import end_turn
from rules.engine import StepRecorder
from rules.replace import replace


def choices(state: State, components: Components) -> tuple[BorealisMove, ...]:
    """The pool can be renewed once per turn, if the player can pay."""
    if state.refreshed or state.player.stars < components.stars.refresh:
        return (*TAKE, DRAW)
    return (*TAKE, DRAW, REFRESH)


def take(state: State, move: Take, recorder: StepRecorder) -> State:
    place = POOL_CARDS.index(move.card)
    pool = state.supply.pool
    card = pool[place]
    recorder.emit(CardTaken(seat=state.active, species=card.species, vehicle=card.vehicle))
    (new,), supply = draw_cards(state.supply, 1, recorder)
    recorder.emit(PoolFilled(species=new.species, vehicle=new.vehicle))
    filled = supply._replace(pool=(*pool[:place], new, *pool[place + 1 :]))
    return end_turn(_with_card(state, card, filled), recorder)


def draw(state: State, recorder: StepRecorder) -> State:
    recorder.emit(CardDrawn(seat=state.active))
    cards, supply = draw_cards(state.supply, 1, recorder)
    emit_cards_seen(state.active, cards, recorder)
    return end_turn(_with_card(state, cards[0], supply), recorder)


def _with_card(state: State, card: Card, supply: Supply) -> State:
    player = state.player
    richer = player._replace(hand=(*player.hand, card))
    return replace(state, players=state.players_with(state.active, richer), supply=supply)


def refresh(state: State, components: Components, recorder: StepRecorder) -> State:
    """Discard the pool and deal a new one. The player may still draw from the deck instead."""
    price, supply = components.stars.refresh, state.supply
    supply = supply._replace(discards=supply.discards + supply.pool)
    pool, supply = draw_cards(supply, POOL_SIZE, recorder)
    recorder.emit(PoolRefreshed(seat=state.active, stars=price, species=species_counts(pool)))
    payer = state.player._replace(stars=state.player.stars - price)
    return replace(
        state,
        players=state.players_with(state.active, payer),
        supply=supply._replace(pool=pool),
        refreshed=True,
    )
