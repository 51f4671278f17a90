"""Plays games by the coach's advice and counts how often a piece goes back where it came from.

Run with `python -m bench.advice --games 10`, for one game `--game explorers`. A march or herding of Explorers
counts as a return if the player undoes it in their next turn and neither turn brought a point: taking a
settlement and walking back is a gain. In every game, so does a turn after which all pieces of the player are
where they were two turns ago, without a point. Wanted: below 1 %. How strong the advice is, `bench.opponents`
measures.
"""

from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import pairwise
from typing import Any, NamedTuple

from opponents import Level, choose, play_idea
from opponents.review import ADVISER_LEVEL
from rules import GAMES
from rules.explorers.events import LivestockHerded, VikingsMarched
from rules.game import AnyGame, Seat

SEATS = 2
Walk = VikingsMarched | LivestockHerded


class Turn(NamedTuple):
    """One player's walks in a turn, their points before and after it, and their pieces after it."""

    walks: tuple[Walk, ...]
    points_before: int
    points: int
    pieces: object = None


def _pieces_of_lofoten(state: Any, seat: Seat) -> object:
    player = state.players[seat]
    return player.fleet, player.coins, [warehouse.total(seat) for warehouse in state.warehouses]


def _pieces_of_borealis(state: Any, seat: Seat) -> object:
    player = state.players[seat]
    return player.places, player.sites, player.flags, player.stars


def _pieces_of_shipwrights(state: Any, seat: Seat) -> object:
    player = state.players[seat]
    tools = player.tool, player.cart, player.buildings
    return player.gold, player.workers, player.mill, player.craftsmen, player.workshops, player.fleet, tools


def _pieces_of_explorers(state: Any, seat: Seat) -> object:
    player = state.players[seat]
    return player.ship, player.ashore, player.dead, player.outposts, sorted(state.livestock)


PIECES: Mapping[str, Callable[[Any, Seat], object]] = {
    "borealis": _pieces_of_borealis,
    "explorers": _pieces_of_explorers,
    "lofoten": _pieces_of_lofoten,
    "shipwrights": _pieces_of_shipwrights,
}


def played_turns(game: AnyGame, number: int, level: Level = ADVISER_LEVEL) -> dict[Seat, list[Turn]]:
    """Play a game by advice. Returns the turns of each seat."""
    state = game.setup(SEATS, game.info.options(), sha256(f"advice {number}".encode()).digest())
    scores = game.current_scores(state)
    turns: dict[Seat, list[Turn]] = {seat: [] for seat in range(SEATS)}
    pieces = PIECES[game.info.key]
    walks, ply = list[Walk](), 0
    while owing := game.to_act(state):
        seat, ply = min(owing), ply + 1
        idea = choose(game, state, seat, level=level, salt=f"{number} {ply}")
        for move in play_idea(game, state, seat, idea)[0]:
            step = game.apply(state, seat, move)
            state = step.state
            walks += [event for event in step.events if isinstance(event, Walk) and event.seat == seat]
        if seat not in game.to_act(state):
            before, scores = scores[seat], game.current_scores(state)
            turns[seat].append(Turn(tuple(walks), before, scores[seat], pieces(state, seat)))
            walks = []
    return turns


def returns(turns: Sequence[Turn]) -> Iterator[Walk]:
    """Yield the walks that undo one of the turn before, if neither turn brought a point."""
    for before, after in pairwise(turns):
        back = {(walk.kind, walk.land, walk.start) for walk in before.walks}
        if after.points <= before.points_before:
            yield from (walk for walk in after.walks if (walk.kind, walk.start, walk.land) in back)


def undone_turns(turns: Sequence[Turn]) -> Iterator[Turn]:
    """Yield the turns after which all pieces are back where they were, without a point in between."""
    for before, between, after in zip(turns, turns[1:], turns[2:], strict=False):
        if before.pieces == after.pieces != between.pieces and after.points <= before.points:
            yield after


def print_returns(key: str, games: int) -> None:
    game = GAMES[key]
    walked = went_back = moved = undone = 0
    for number in range(games):
        for turns in played_turns(game, number).values():
            walked += sum(len(turn.walks) for turn in turns)
            went_back += len([*returns(turns)])
            moved += sum(one.pieces != other.pieces for one, other in pairwise(turns))
            undone += len([*undone_turns(turns)])
        walks = f"{went_back} of {walked} walks went back, " if walked else ""
        print(f"{key}, {number + 1} games: {walks}{undone} of {moved} turns undid the last one", flush=True)


def main() -> None:
    parser = ArgumentParser("bench.advice", description=__doc__)
    parser.add_argument("--game", choices=list(GAMES))
    parser.add_argument("--games", type=int, default=5)
    given = parser.parse_args()
    for key in GAMES if given.game is None else (given.game,):
        print_returns(key, given.games)


if __name__ == "__main__":
    main()
