"""Setup: the deck, a random first player, starting resources that all choose at once."""

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
    """Shuffle faces and backs separately, so that no back reveals its face."""
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
        deck=recorder.shuffle(components.deck(short=options.deck == "short")),
        backs=recorder.shuffle(components.deck_backs()),
        spent_backs=(),
    )


def seats_to_choose(state: State) -> frozenset[Seat]:
    return frozenset(seat for seat, player in enumerate(state.players) if player.stock is None)


def choices() -> tuple[ShipwrightsMove, ...]:
    return STOCK


def choose_stock(state: State, seat: Seat, move: Stock, recorder: StepRecorder) -> State:
    """Store a hidden choice; reveal the choices when all are made."""
    recorder.emit(StockChosen(seat=seat))
    player = state.players[seat]._replace(stock=(move.first, move.second))
    state = replace(state, players=state.players_with(seat, player))
    return state if seats_to_choose(state) else _reveal_stock(state, recorder)


def _reveal_stock(state: State, recorder: StepRecorder) -> State:
    players = []
    for seat, player in enumerate(state.players):
        assert player.stock is not None
        first, second = recorder.reveal(player.stock)
        recorder.emit(StockShown(seat=seat, first=first, second=second))
        players.append(player._replace(stock=None, mill=Goods().plus(first, 1).plus(second, 1)))
    return begin_day(replace(state, players=tuple(players)), recorder)
