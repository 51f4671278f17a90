"""Setting the table: boards, deck, pool, hands, score cards and objectives."""

from rules.borealis.components import Components
from rules.borealis.options import BorealisOptions
from rules.borealis.pieces import HAND, POOL, SCORE_CARDS, Board, Card, ObjectiveKind, Team
from rules.borealis.state import Objective, Player, State, Supply
from rules.engine import Happening

ONE_OF_EACH = Team(1, 1, 1)
NOBODY = Team()
SIDES_I: tuple[Board, ...] = ("i", "i", "i", "i")
SIDES_II: tuple[Board, ...] = ("ii_1", "ii_2", "ii_3", "ii_4")


def deal(components: Components, seats: int, options: BorealisOptions, happening: Happening) -> State:
    first = happening.below(seats)
    deck = happening.shuffled(components.animal_cards())
    pool, deck = deck[-POOL:], deck[:-POOL]
    boards = happening.shuffled(SIDES_II) if options.side == "ii" else SIDES_I
    score_cards = happening.shuffled(SCORE_CARDS)[:2]
    players = tuple(
        _player(boards[seat], deck[len(deck) - HAND * (seat + 1) :][:HAND], components)
        for seat in range(seats)
    )
    return State(
        chance=happening.chance,
        options=options,
        first=first,
        active=first,
        phase="exchange",
        round=0,
        players=players,
        supply=Supply(deck[: -HAND * seats], pool),
        score_cards=(score_cards[0], score_cards[1]),
        objectives=(
            _objective("animal", components, happening),
            _objective("scientist", components, happening),
            _objective("vehicle", components, happening),
        ),
    )


def _player(board: Board, hand: tuple[Card, ...], components: Components) -> Player:
    return Player(
        board=board,
        hand=hand,
        sites=((), (), ()),
        places=(NOBODY, ONE_OF_EACH, ONE_OF_EACH, ONE_OF_EACH, NOBODY),
        flags=(0, 0, 0),
        stars=components.stars.start,
    )


def _objective(kind: ObjectiveKind, components: Components, happening: Happening) -> Objective:
    cards = components.objectives_of(kind)
    return Objective(cards[happening.below(len(cards))])
