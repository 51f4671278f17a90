"""Play on from here: an unrated game from a position of a finished one, against computer players.

Hidden cards are dealt anew from what the chosen seat could know then, with a fresh seed. So nothing hidden of
the old game decides or reveals anything.

A continuation posted as a challenge has one deal for all users and one try for each. It is open for a week:
until it closes the tries are sealed, so nobody gets advice or sees the seed, and nobody starts after it. Then
the seals are lifted; tries that end later are not compared.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import db
from bot.play.club import seals
from bot.play.core import timers
from bot.play.core.authorization import Actor, check_game_limit, update_user_profile
from bot.play.core.game_service import GameService, in_transaction
from bot.play.core.pace import UNTIMED
from bot.play.core.refusals import Denied
from bot.play.core.rules_registry import UNREADABLE_STATE_ERRORS, rules_match
from bot.play.core.snapshot import GameSnapshot
from bot.play.history import story
from bot.play.lobby import lobby
from bot.play.notify import continued_games
from bot.play.turns import opponents
from bot.standings.results import load_outcome
from bot.standings.standing import shared_places
from db.clock import WEEK
from opponents import LEVELS
from rules.game import Outcome, Refusal, Seat

CODE_BYTES = 9
CHALLENGE_OPEN_MS = WEEK


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

    `original` is None if the original ended without a score, `challenge` if it is not posted as one.
    """

    original: int | None
    standings: tuple[TryStanding, ...]
    challenge: db.Challenge | None


async def position_at(service: GameService, source: GameSnapshot, ply: int) -> Any:
    """Return the state of a finished game after an entry. Raises Denied if nobody can play on from it."""
    if not source.is_over:
        raise Denied("not_over")
    sealed_until = source.row.sealed_until or 0
    if service.now() < sealed_until:
        raise Denied("deal_still_played", when=sealed_until // 1000)
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
    continuation = db.Continuation(
        code=secrets.token_bytes(CODE_BYTES).hex(),
        game=source.code,
        ply=ply,
        seat=seat,
        level=level,
        seed=lobby.new_seed(),
        created=service.now(),
    )
    async with service.store.write() as tx:
        await db.continuations.insert(tx, continuation)
    return continuation


async def post_challenge(
    service: GameService, continuation: db.Continuation, *, server: int, channel: int
) -> None:
    """Open a continuation to all in a channel, until it closes."""
    async with service.store.write() as tx:
        challenge = db.Challenge(continuation.code, server, channel, tx.now + CHALLENGE_OPEN_MS)
        await db.continuations.insert_challenge(tx, challenge)
        payload = timers.ChallengeTimer(challenge=challenge.code)
        await timers.schedule(tx, timers.CHALLENGE, payload, f"challenge {challenge.code}", challenge.closes)
        await continued_games.post_challenge_card(tx, challenge.code)


async def close_challenge(_: GameService, tx: db.Transaction, timer: db.Timer) -> None:
    """Timer handler: lift the seals of the tries, and close the challenge's card."""
    code = timers.ChallengeTimer.model_validate(timer.payload).challenge
    await seals.lift(tx, [attempt.game for attempt in await db.continuations.list_tries(tx, code)])
    await continued_games.post_challenge_card(tx, code)


record_posted = in_transaction(db.continuations.set_message)


async def find(service: GameService, code: str) -> db.Continuation:
    """Returns a continuation. Raises Denied if there is none of that code."""
    found = await db.continuations.find(service.store, code)
    if found is None:
        raise Denied("unknown_button")
    return found


async def start(
    service: GameService, continuation: db.Continuation, actor: Actor, *, channel: int
) -> GameSnapshot:
    """Start the actor's only try in their DM channel.

    Raises Denied if they had one, or if the challenge is closed.
    """
    async with service.transaction() as tx:
        challenge = await db.continuations.find_challenge(tx, continuation.code)
        sealed_until = None if challenge is None else challenge.closes
        if sealed_until is not None and tx.now >= sealed_until:
            raise Denied("position_challenge_over")
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
        deal = lobby.Deal(continuation.seed, sealed_until=sealed_until, position=position)
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
    """Rank the tries that ended in time by their lead, without users hidden from leaderboards."""
    async with service.store.read() as reads:
        source = await service.load(reads, continuation.game)
        tries = await db.continuations.list_tries(reads, continuation.code)
        challenge = await db.continuations.find_challenge(reads, continuation.code)
        names = await db.users.display_names(reads, [one.person for one in tries])
    seat, outcome = continuation.seat, source.outcome()
    finished = [
        (own_lead, loaded.totals[seat], str(names[one.person]))
        for one in tries
        if one.outcome is not None and not names[one.person].hidden
        if challenge is None or (one.ended or 0) < challenge.closes
        for loaded in (load_outcome(one.outcome),)
        if (own_lead := lead(loaded, seat)) is not None
    ]
    original = None if outcome is None else lead(outcome, seat)
    return Comparison(original, _ranked(finished), challenge)


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
