"""The end of an observation: a card of the pool, or the first of the deck; the pool can be renewed."""

from rules.borealis.components import Components
from rules.borealis.deck import draw_cards, show
from rules.borealis.events import CardDrawn, CardTaken, PoolFilled, PoolRefreshed
from rules.borealis.moves import DRAW, POOL_CARDS, REFRESH, TAKE, BorealisMove, Take
from rules.borealis.pieces import POOL, Card, counted
from rules.borealis.state import State, Supply
from rules.borealis.turn import end_turn
from rules.engine import StepRecorder
from rules.replace import replace


def choices(state: State, components: Components) -> tuple[BorealisMove, ...]:
    """The pool is renewed at most once in a turn, and only by who can pay."""
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
    return end_turn(_in_hand(state, card, filled), recorder)


def draw(state: State, recorder: StepRecorder) -> State:
    recorder.emit(CardDrawn(seat=state.active))
    cards, supply = draw_cards(state.supply, 1, recorder)
    show(state.active, cards, recorder)
    return end_turn(_in_hand(state, cards[0], supply), recorder)


def _in_hand(state: State, card: Card, supply: Supply) -> State:
    player = state.player
    richer = player._replace(hand=(*player.hand, card))
    return replace(state, players=state.players_with(state.active, richer), supply=supply)


def refresh(state: State, components: Components, recorder: StepRecorder) -> State:
    """The old cards are discarded first; one may then still draw from the deck."""
    price, supply = components.stars.refresh, state.supply
    supply = supply._replace(discards=supply.discards + supply.pool)
    pool, supply = draw_cards(supply, POOL, recorder)
    recorder.emit(PoolRefreshed(seat=state.active, stars=price, species=counted(pool)))
    payer = state.player._replace(stars=state.player.stars - price)
    return replace(
        state,
        players=state.players_with(state.active, payer),
        supply=supply._replace(pool=pool),
        refreshed=True,
    )
