"""Setup: starting board, tokens, tiles, captains, and the longships at the shore."""

from rules.engine import StepRecorder
from rules.explorers.components import Components
from rules.explorers.hexes import FIXED
from rules.explorers.options import ExplorersOptions
from rules.explorers.pieces import BOARDS, CAPTAINS, VIKINGS_PER_PLAYER, Board, Captain
from rules.explorers.state import MAINLAND, SHORE, Longship, Player, State
from rules.explorers.tile import Laid
from rules.explorers.turn import begin_turn

HAND_SIZE = 3
CAPTAINS_PER_PLAYER = 2
FIRST_CREW = 2
NOT_IN_SOLO: tuple[Captain, ...] = ("queen", "scout")
"""Captains that are left out of a solo game."""


def deal(components: Components, seats: int, options: ExplorersOptions, recorder: StepRecorder) -> State:
    board = _board(options, recorder)
    tiles = recorder.shuffle(tuple(components.tile))
    captains = recorder.shuffle(_captains(seats))
    ships = (True,) * components.enemy_ships.deadly + (False,) * components.enemy_ships.harmless
    in_hand = 0 if seats == 1 else HAND_SIZE
    state = State(
        chance=recorder.chance,
        options=options,
        board=board,
        first=recorder.random_below(seats),
        active=0,
        stage="captains",
        turn=0,
        actions=0,
        players=tuple(
            Player(
                captains=captains[CAPTAINS_PER_PLAYER * seat : CAPTAINS_PER_PLAYER * (seat + 1)],
                kept=None,
                hand=tiles[in_hand * seat : in_hand * (seat + 1)],
                ship=Longship(SHORE, FIRST_CREW),
                ashore=((MAINLAND, VIKINGS_PER_PLAYER - FIRST_CREW),),
            )
            for seat in range(seats)
        ),
        laid=tuple(
            Laid(0, cell.q, cell.r, 0, shape.land, shape.middle)
            for cell, shape in zip(FIXED, components.boards.of(board).tiles, strict=True)
        ),
        stack=tiles[in_hand * seats :],
        livestock=(),
        settlements=(),
        enemies=(),
        settlement_supply=recorder.shuffle(components.settlements.strengths),
        enemy_supply=recorder.shuffle(ships),
        spare_captains=captains[CAPTAINS_PER_PLAYER * seats :],
    )
    return begin_turn(state, 0, components, recorder) if seats == 1 else state


def _board(options: ExplorersOptions, recorder: StepRecorder) -> Board:
    if options.board == "random":
        return BOARDS[recorder.random_below(len(BOARDS))]
    return options.board


def _captains(seats: int) -> tuple[Captain, ...]:
    return CAPTAINS if seats > 1 else tuple(captain for captain in CAPTAINS if captain not in NOT_IN_SOLO)
