"""Setup: boards, deck, pool, hands, score cards and objectives."""

from rules.borealis.components import Components
from rules.borealis.options import BorealisOptions
from rules.borealis.pieces import HAND_SIZE, POOL_SIZE, SCORE_CARDS, Board, Card, ObjectiveKind, Team
from rules.borealis.state import Objective, Player, State, Supply
from rules.engine import StepRecorder

ONE_OF_EACH = Team(1, 1, 1)
NO_TEAM = Team()
SIDES_I: tuple[Board, ...] = ("i", "i", "i", "i")
SIDES_II: tuple[Board, ...] = ("ii_1", "ii_2", "ii_3", "ii_4")


def deal(components: Components, seats: int, options: BorealisOptions, recorder: StepRecorder) -> State:
    first = recorder.random_below(seats)
    deck = recorder.shuffle(components.animal_cards())
    pool, deck = deck[-POOL_SIZE:], deck[:-POOL_SIZE]
    boards = recorder.shuffle(SIDES_II) if options.side == "ii" else SIDES_I
    score_cards = recorder.shuffle(SCORE_CARDS)[:2]
    players = tuple(
        _player(boards[seat], deck[len(deck) - HAND_SIZE * (seat + 1) :][:HAND_SIZE], components)
        for seat in range(seats)
    )
    return State(
        chance=recorder.chance,
        options=options,
        first=first,
        active=first,
        phase="exchange",
        round=0,
        players=players,
        supply=Supply(deck[: -HAND_SIZE * seats], pool),
        score_cards=(score_cards[0], score_cards[1]),
        objectives=(
            _objective("animal", components, recorder),
            _objective("scientist", components, recorder),
            _objective("vehicle", components, recorder),
        ),
    )


def _player(board: Board, hand: tuple[Card, ...], components: Components) -> Player:
    return Player(
        board=board,
        hand=hand,
        sites=((), (), ()),
        places=(NO_TEAM, ONE_OF_EACH, ONE_OF_EACH, ONE_OF_EACH, NO_TEAM),
        flags=(0, 0, 0),
        stars=components.stars.start,
    )


def _objective(kind: ObjectiveKind, components: Components, recorder: StepRecorder) -> Objective:
    cards = components.objectives_of(kind)
    return Objective(cards[recorder.random_below(len(cards))])
