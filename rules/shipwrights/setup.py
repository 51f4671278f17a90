"""Setting the table: the deck, a first player at random, starting resources that all choose at once."""

from rules.engine import StepRecorder
from rules.game import Seat
from rules.replace import replace
from rules.shipwrights.components import Components
from rules.shipwrights.events import StockChosen, StockShown
from rules.shipwrights.morning import begin_day
from rules.shipwrights.moves import STOCK, ShipwrightsMove, Stock
from rules.shipwrights.options import ShipwrightsOptions
from rules.shipwrights.pieces import Goods
from rules.shipwrights.state import Player, State


def deal(seats: int, components: Components, options: ShipwrightsOptions, recorder: StepRecorder) -> State:
    """Faces and backs are shuffled apart, so that no back tells anything of its face."""
    start = components.start
    first = recorder.random_below(seats)
    return State(
        chance=recorder.chance,
        options=options,
        stage="stock",
        day=0,
        first=first,
        active=first,
        players=(Player(start.gold, start.workers),) * seats,
        deck=recorder.shuffle(components.deck()),
        backs=recorder.shuffle(components.deck_backs()),
        spent_backs=(),
    )


def to_choose(state: State) -> frozenset[Seat]:
    return frozenset(seat for seat, player in enumerate(state.players) if player.stock is None)


def choices() -> tuple[ShipwrightsMove, ...]:
    return STOCK


def choose(state: State, seat: Seat, move: Stock, recorder: StepRecorder) -> State:
    """Nobody sees what the others chose before all have."""
    recorder.emit(StockChosen(seat=seat))
    player = state.players[seat]._replace(stock=(move.first, move.second))
    state = replace(state, players=state.players_with(seat, player))
    return state if to_choose(state) else _show(state, recorder)


def _show(state: State, recorder: StepRecorder) -> State:
    players = []
    for seat, player in enumerate(state.players):
        assert player.stock is not None
        first, second = recorder.reveal(player.stock)
        recorder.emit(StockShown(seat=seat, first=first, second=second))
        players.append(player._replace(stock=None, mill=Goods().plus(first, 1).plus(second, 1)))
    return begin_day(replace(state, players=tuple(players)), recorder)
