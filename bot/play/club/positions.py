"""Positions to learn from: the costly decisions of finished games, each with some moves and their chances.

A position is what one seat knew: hidden cards are dealt anew before it is stored, and every move is judged by
that knowledge. Computer players play further games from fixed seeds, for users without games of their own.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from typing import Any

import db
from bot.play.core import Denied, GameService, GameSnapshot
from bot.play.core.rules_registry import UNREADABLE_STATE_ERRORS, rules_match
from bot.play.turns import coach, opponents
from bot.play.turns.coach import ReviewCache
from db.positions import Rules
from opponents import Level, choose, play_idea
from opponents.review import JudgedMove, judge_moves
from rules.game import AnyGame, Move, Phrase, Refusal, Seat

PER_HOUSE_GAME = 4
HOUSE_SEATS = 2
HOUSE_LEVEL: Level = "apprentice"  # It plays fast, and leaves something better to be found.
HOUSE_DECISIONS_JUDGED = 8
MAX_HOUSE_GAMES = 40  # For each title.
MAX_HOUSE_SEARCHES = 3  # For one request.
MIN_MOVES = 3  # With fewer there is little to think about.
DETERMINIZATIONS, REJUDGE_DETERMINIZATIONS = 2, 8
MIN_HOUSE_GAP = 0.05  # Between the best move and the second best: a house position has a clear answer.
AS_GOOD_WITHIN = coach.MIN_STRONGER_BY
"""Moves whose chances are less than this below the best count as right."""


@dataclass(frozen=True, slots=True)
class LoadedPosition:
    """A position that can be shown: a snapshot at the decision, and the judged moves, the strongest first.

    The snapshot is that of no stored game. Its users have the names to show.
    """

    row: db.Position
    snapshot: GameSnapshot
    answers: tuple[JudgedMove, ...]

    def is_right(self, answer: int) -> bool:
        return is_right(self.row, answer)


@dataclass(frozen=True, slots=True)
class _Decision:
    """A state in which a seat had to decide, and the moves that it played in a row.

    Decisions with equal salt are judged in the same determinizations.
    """

    state: Any
    seat: Seat
    played: tuple[Move, ...]
    seats: int
    salt: str


def is_right(row: db.Position, answer: int) -> bool:
    """True if no other move is clearly stronger than this answer."""
    return bool(row.answers[0]["chance"] - row.answers[answer]["chance"] < AS_GOOD_WITHIN)


def readable_rules(service: GameService, title: str | None = None) -> list[Rules]:
    """Return the rules of one title, or of all, by which stored positions can be read."""
    return [
        (key, game.info.rules_version, game.pack)
        for key, game in service.games.items()
        if title in (None, key)
    ]


def load(service: GameService, row: db.Position, names: Sequence[str]) -> LoadedPosition:
    """Load a position with these names at its seats. Raises Denied if the rules have changed since."""
    game = service.games.get(row.key)
    if game is None or (game.info.rules_version, game.pack) != (row.rules_version, row.pack):
        raise Denied("not_readable")
    try:
        state = game.load(row.state)
        answers = tuple(
            JudgedMove(
                tuple(map(game.parse, each["moves"])), each["chance"], Phrase.model_validate(each["reason"])
            )
            for each in row.answers
        )
    except (Refusal, *UNREADABLE_STATE_ERRORS):
        raise Denied("not_readable") from None
    players = tuple(db.Player("", seat, None, 0) for seat in range(row.seats))
    users = tuple(db.User(0, name=name) for name in names)
    stored = db.Game(row.key, row.rules_version, row.pack, {}, 0, None, status="running")
    return LoadedPosition(row, GameSnapshot(stored, players, users, game, state), answers)


# Games of users


def may_be_searched(service: GameService, row: db.Game) -> bool:
    """True for a finished game that today's rules can replay, and whose deal nobody plays any more."""
    game = service.games.get(row.key)
    return (
        row.status == "over"
        and row.continues is None
        and service.now() >= (row.sealed_until or 0)
        and game is not None
        and rules_match(game, row)
        and row.rules_since is None
    )


async def search_game(service: GameService, reviews: ReviewCache, code: str, seat: Seat) -> None:
    """Find and store the costliest decisions of a seat in a finished game, unless that was done before."""
    source = f"{code} {seat}"
    if await db.positions.searched(service.store, (source,)):
        return
    snapshot = await service.snapshot(code)
    found = list[db.Position]()
    for moment in await _costly_moments(service, reviews, snapshot, seat):
        key = coach.key_position(snapshot.game, moment)
        if key.played_instead is None:
            continue
        moves, salt = moment.segment.moves, coach.judging_salt(snapshot, moment.turn)
        played = moves[moves.index(key.played_instead) :]
        decision = _Decision(key.state, seat, played, len(snapshot.players), salt)
        name = f"{source} {moment.turn.number} {len(found)}"
        position = await _judge(service, snapshot.game, decision, name, coach.REJUDGE_DETERMINIZATIONS)
        if position is not None and position.loss >= coach.MIN_STRONGER_BY:
            found.append(replace(position, game=code, ply=moment.segment.ply))
    async with service.store.write() as tx:
        await db.positions.insert_search(tx, source, found)


async def _costly_moments(
    service: GameService, reviews: ReviewCache, snapshot: GameSnapshot, seat: Seat
) -> list[coach.Moment]:
    try:
        return (await reviews.review(service, snapshot)).costly_moments(seat)
    except Denied:  # Of one player, or too short.
        return []


# Games of computer players


def house_names(seats: int) -> list[str]:
    """Return the names of the computer players in house games."""
    return [one.name for one in opponents.OPPONENTS_BY_ID.values() if one.level == HOUSE_LEVEL][:seats]


async def search_next_house_game(service: GameService, key: str) -> bool:
    """Search the first house games of a title that were not searched yet, until one has positions.

    Returns False if there are no more, or the next few have none.
    """
    sources = [f"house {key} {number}" for number in range(1, MAX_HOUSE_GAMES + 1)]
    searched = await db.positions.searched(service.store, sources)
    for source in [each for each in sources if each not in searched][:MAX_HOUSE_SEARCHES]:
        if await _search_house_game(service, service.games[key], source):
            return True
    return False


async def _search_house_game(service: GameService, game: AnyGame, source: str) -> bool:
    """Let computer players play a game, and store its clearest decisions. Returns whether there are any."""
    decisions = await service.run_in_worker(partial(_play_house_game, game, source))
    judged = [
        (await _judge(service, game, each, f"{source} {index}", DETERMINIZATIONS), each)
        for index, each in enumerate(decisions)
    ]
    clear = [
        (position, each)
        for position, each in judged
        if position is not None and position.gap >= MIN_HOUSE_GAP
    ]
    clear.sort(key=lambda one: -one[0].gap)
    again = [
        await _judge(service, game, each, position.source, REJUDGE_DETERMINIZATIONS)
        for position, each in clear[:PER_HOUSE_GAME]
    ]
    found = [each for each in again if each is not None and each.gap >= MIN_HOUSE_GAP]
    async with service.store.write() as tx:
        await db.positions.insert_search(tx, source, found)
    return bool(found)


def _play_house_game(game: AnyGame, source: str) -> list[_Decision]:
    """Play a whole game. Returns decisions with a choice, spread over it."""
    seats = min(max(HOUSE_SEATS, game.info.seats[0]), game.info.seats[1])
    state = game.setup(seats, game.info.options(), sha256(source.encode()).digest())
    decisions, number = list[_Decision](), 0
    while owing := game.to_act(state):
        seat, before = min(owing), state
        idea = choose(game, state, seat, level=HOUSE_LEVEL, salt=f"{source} {number}")
        moves, state = play_idea(game, state, seat, idea)
        number += 1
        if len(owing) == 1 and len(game.legal(before, seat)) >= MIN_MOVES:
            decisions.append(_Decision(before, seat, tuple(moves), seats, f"{source} {number}"))
    step = max(1, len(decisions) // HOUSE_DECISIONS_JUDGED)
    return decisions[step // 2 :: step][:HOUSE_DECISIONS_JUDGED]


# Judging


async def _judge(
    service: GameService, game: AnyGame, decision: _Decision, source: str, determinizations: int
) -> db.Position | None:
    """Judge a decision in the worker. Returns None if there are too few moves to choose from."""
    judged: tuple[JudgedMove, ...] = await service.run_in_worker(
        partial(
            judge_moves,
            game,
            decision.state,
            decision.seat,
            decision.played,
            salt=decision.salt,
            determinizations=determinizations,
        )
    )
    played = next(
        (number for number, each in enumerate(judged) if each.moves[:1] == decision.played[:1]), None
    )
    if len(judged) < MIN_MOVES or played is None:
        return None
    known = game.reshuffle(decision.state, decision.seat, sha256(source.encode()).digest())
    return db.Position(
        source=source,
        key=game.info.key,
        rules_version=game.info.rules_version,
        pack=game.pack,
        seats=decision.seats,
        seat=decision.seat,
        state=game.dump(known),
        answers=tuple(
            {
                "moves": [str(move) for move in each.moves],
                "chance": each.chance,
                "reason": each.reason.model_dump(mode="json"),
            }
            for each in judged
        ),
        played=played,
        loss=judged[0].chance - judged[played].chance,
        gap=judged[0].chance - judged[1].chance,
    )
