"""Play on from here: an unrated game from a position of a finished one, against computer players.

Hidden cards are dealt anew from what the chosen seat could know then, with a fresh seed. So nothing hidden of
the old game decides or reveals anything. A continuation that is posted as a challenge has one deal for all
users and one try for each.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import db
from bot.play.core.authorization import Actor, check_game_limit, update_user_profile
from bot.play.core.game_service import GameService
from bot.play.core.pace import UNTIMED
from bot.play.core.refusals import Denied
from bot.play.core.rules_registry import UNREADABLE_STATE_ERRORS, rules_match
from bot.play.core.snapshot import GameSnapshot
from bot.play.history import story
from bot.play.lobby import lobby
from bot.play.turns import opponents
from bot.standings.results import load_outcome
from bot.standings.standing import shared_places
from opponents import LEVELS
from rules.game import Outcome, Refusal, Seat

CODE_BYTES = 9


@dataclass(frozen=True, slots=True)
class TryStanding:
    """A finished try: its place, the user's name, their lead over the best other seat, and their score."""

    place: int
    name: str
    lead: int
    score: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """The finished tries of a continuation, best first, and the lead with which the original ended.

    `original` is None if the original ended without a score.
    """

    original: int | None
    standings: tuple[TryStanding, ...]


async def position_at(service: GameService, source: GameSnapshot, ply: int) -> Any:
    """Return the state of a finished game after an entry. Raises Denied if nobody can play on from it."""
    if not source.is_over:
        raise Denied("not_over")
    if service.now() < (source.row.sealed_until or 0):
        raise Denied("deal_still_played")
    current = service.games.get(source.row.key)
    if current is None or not rules_match(current, source.row) or ply < (source.row.rules_since or 1):
        raise Denied("not_readable")
    try:
        state, _ = await story.state_after(service.store, source, ply)
    except (Refusal, *UNREADABLE_STATE_ERRORS):
        raise Denied("not_readable") from None
    if source.game.outcome(state) is not None:
        raise Denied("over_at_this_turn")
    return state


async def create(
    service: GameService, source: GameSnapshot, ply: int, seat: Seat, level: str
) -> db.Continuation:
    """Store a continuation with a fresh seed. Raises Denied if nobody can play on from that position."""
    if seat not in source.seats or level not in LEVELS:
        raise Denied("not_a_choice")
    await position_at(service, source, ply)
    async with service.store.write() as tx:
        continuation = db.Continuation(
            code=secrets.token_bytes(CODE_BYTES).hex(),
            game=source.code,
            ply=ply,
            seat=seat,
            level=level,
            seed=lobby.new_seed(),
            created=tx.now,
        )
        await db.continuations.insert(tx, continuation)
        return continuation


async def find(service: GameService, code: str) -> db.Continuation:
    """Returns a continuation. Raises Denied if there is none of that code."""
    found = await db.continuations.find(service.store, code)
    if found is None:
        raise Denied("unknown_button")
    return found


async def start(
    service: GameService, continuation: db.Continuation, actor: Actor, *, channel: int
) -> GameSnapshot:
    """Start the actor's only try in their DM channel. Raises Denied if they had one."""
    async with service.transaction() as tx:
        for attempt in await db.continuations.list_tries(tx, continuation.code):
            if attempt.person == actor.id:
                raise Denied("continued_already", code=attempt.game)
        source = await service.load(tx, continuation.game)
        game = service.games.get(source.row.key)
        if game is None or not rules_match(game, source.row):
            raise Denied("not_readable")
        position = await story.continued_position(tx, game, continuation)
        await update_user_profile(tx, actor)
        await check_game_limit(tx, actor.id)
        user_ids = await _seat_order(tx, len(source.players), continuation, actor.id)
        terms = lobby.TableTerms(
            source.row.key,
            channel,
            options=source.row.options,
            pace=UNTIMED,
            continues=continuation.code,
        )
        deal = lobby.Deal(continuation.seed, position=position)
        return await lobby.start_with(service, tx, terms, user_ids, deal, host=actor.id)


async def _seat_order(
    tx: db.Transaction, seats: int, continuation: db.Continuation, user_id: int
) -> list[int]:
    """Return the user on the continuation's seat, and opponents of its level on the others."""
    free = [one for one in opponents.OPPONENTS_BY_ID.values() if one.level == continuation.level]
    user_ids: list[int] = []
    for seat in range(seats):
        if seat == continuation.seat:
            user_ids.append(user_id)
            continue
        opponent = free.pop(0)
        await db.users.update(tx, opponent.id, name=opponent.name)
        user_ids.append(opponent.id)
    return user_ids


async def compare(service: GameService, continuation: db.Continuation) -> Comparison:
    """Rank the finished tries by their lead, without users hidden from leaderboards."""
    async with service.store.read() as reads:
        source = await service.load(reads, continuation.game)
        tries = await db.continuations.list_tries(reads, continuation.code)
        names = await db.users.display_names(reads, [one.person for one in tries])
    seat, outcome = continuation.seat, source.outcome()
    finished = [
        (own_lead, loaded.totals[seat], str(names[one.person]))
        for one in tries
        if one.outcome is not None and not names[one.person].hidden
        for loaded in (load_outcome(one.outcome),)
        if (own_lead := lead(loaded, seat)) is not None
    ]
    return Comparison(None if outcome is None else lead(outcome, seat), _ranked(finished))


def _ranked(finished: Sequence[tuple[int, int, str]]) -> tuple[TryStanding, ...]:
    best_first = sorted(finished, key=lambda one: -one[0])
    places = shared_places([own_lead for own_lead, *_ in best_first])
    return tuple(
        TryStanding(place, name, own_lead, score)
        for place, (own_lead, score, name) in zip(places, best_first, strict=True)
    )


def lead(outcome: Outcome, seat: Seat) -> int | None:
    """Return a seat's lead over the best other, or its points if it played alone. None without a score.

    >>> lead(Outcome("finished", ((1,), (0,), (2,)), (20, 25, 3)), 0)
    -5
    """
    if not outcome.totals:
        return None
    others = [points for other, points in enumerate(outcome.totals) if other != seat]
    return outcome.totals[seat] - max(others, default=0)
