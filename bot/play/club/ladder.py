"""Ladders: members challenge players a few rungs above, and climb past those they beat. No organiser.

Members who have not played for long drift down, and leave at last. Declared absences stop the time to answer.
"""

from collections.abc import Sequence

import db
from bot.play.core import outbox_messages, timers
from bot.play.core.authorization import Actor, check_game_limit, update_user_profile
from bot.play.core.availability import availability_of
from bot.play.core.game_service import GameService, in_transaction
from bot.play.core.pace import PACES
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from bot.play.lobby import lobby
from bot.standings.ladder import DRIFT_AFTER_MS, LEAVE_AFTER_MS, drift, rivals_above
from db.clock import DAY, WEEK

DUEL_SEATS = 2
ANSWER_WITHIN_MS = 5 * DAY
CHALLENGE_AGAIN_AFTER_MS = 7 * DAY  # The same player, counted from the last challenge.
ACCEPTED, DECLINED, WITHDRAWN, EXPIRED = "accepted", "declined", "withdrawn", "expired"


async def join(
    service: GameService, key: str, actor: Actor, *, server: int, channel: int, pace: str | None
) -> None:
    """Put the actor on the lowest rung. The first member founds the ladder."""
    async with service.transaction() as tx:
        game = service.games.get(key)
        if game is None or DUEL_SEATS not in game.info.seat_counts():
            raise Denied("not_a_choice")
        chosen = await db.ladder.clubs.pace(tx, server, key, pace)
        if chosen not in PACES:
            raise Denied("ladder_needs_clock")
        ladder = await db.ladder.clubs.find_or_create(tx, db.Ladder(server, key, channel, chosen, tx.now))
        if actor.id in await _order(tx, ladder):
            raise Denied("on_ladder_already")
        await update_user_profile(tx, actor)
        await db.ladder.add_member(tx, ladder, actor.id)
        await outbox_messages.request_dm_channel(tx, actor.id)
        if await db.timers.find(tx, _timer_key(ladder)) is None:
            await _schedule_drift(tx, ladder)


async def leave(service: GameService, key: str, user_id: int, *, server: int) -> None:
    """Take a user off the ladder and close their open challenges. A game that has started goes on."""
    async with service.transaction() as tx:
        await _remove(tx, await _load_ladder(tx, server, key), user_id)


async def challenge(
    service: GameService, key: str, actor: Actor, rival_id: int, *, server: int
) -> db.LadderChallenge:
    """Challenge a player a few rungs above. Raises Denied if that is not possible now."""
    async with service.transaction() as tx:
        ladder = await _load_ladder(tx, server, key)
        order = await _order(tx, ladder)
        if actor.id not in order:
            raise Denied("not_on_ladder")
        if rival_id not in rivals_above(order, actor.id):
            raise Denied("not_in_reach")
        for one in await db.ladder.list_challenges(tx, server, key, still_open=False):
            if one.result is None and one.person == actor.id:
                raise Denied("challenges_already", user=one.rival)
            if one.result is None and rival_id in (one.person, one.rival):
                raise Denied("challenged_already", user=rival_id)
            again = one.created + CHALLENGE_AGAIN_AFTER_MS
            if (one.person, one.rival) == (actor.id, rival_id) and again > tx.now:
                raise Denied("challenged_lately", user=rival_id, at=again // 1000)
        for user_id in (actor.id, rival_id):
            if await _plays(tx, ladder, user_id):
                raise Denied("ladder_game_first", user=user_id)
        await update_user_profile(tx, actor)
        await check_game_limit(tx, actor.id)
        availability = (await availability_of(tx, (rival_id,)))[rival_id]
        closes = availability.deadline_ignoring_sleep(tx.now, ANSWER_WITHIN_MS)
        opened = await db.ladder.create_challenge(tx, ladder, actor.id, rival_id, closes=closes)
        payload, timer_key = timers.LadderChallengeTimer(challenge=opened.id), _challenge_key(opened)
        await timers.schedule(tx, timers.LADDER_CHALLENGE, payload, timer_key, closes)
        await _post_card(tx, opened, "opened", not_before=availability.next_reachable(tx.now))
        return opened


async def accept(service: GameService, challenge_id: int, actor: Actor) -> GameSnapshot:
    """Start the game of a challenge to the actor."""
    async with service.transaction() as tx:
        opened = await _load_open(tx, challenge_id)
        if actor.id != opened.rival:
            raise Denied("not_your_challenge")
        ladder = await _load_ladder(tx, opened.server, opened.key)
        await update_user_profile(tx, actor)
        for user_id in (opened.person, opened.rival):
            await check_game_limit(tx, user_id)
        terms = lobby.TableTerms(
            ladder.key, ladder.channel, ladder.server, pace=ladder.pace, rated=True, ladder=True
        )
        snapshot = await lobby.start_with(service, tx, terms, [opened.person, opened.rival])
        await _close(tx, opened, ACCEPTED, snapshot.code)
        return snapshot


async def decline(service: GameService, challenge_id: int, actor: Actor) -> None:
    """Decline a challenge to the actor, or withdraw their own."""
    async with service.transaction() as tx:
        opened = await _load_open(tx, challenge_id)
        if actor.id not in (opened.person, opened.rival):
            raise Denied("not_your_challenge")
        await _close(tx, opened, DECLINED if actor.id == opened.rival else WITHDRAWN)


record_posted = in_transaction(db.ladder.set_challenge_message)


async def expire_challenge(_: GameService, tx: db.Transaction, timer: db.Timer) -> None:
    """Timer handler: close a challenge that was not answered."""
    number = timers.LadderChallengeTimer.model_validate(timer.payload).challenge
    opened = await db.ladder.find_challenge(tx, number)
    if opened is not None and opened.result is None:
        await _close(tx, opened, EXPIRED)


async def let_idle_drift(_: GameService, tx: db.Transaction, timer: db.Timer) -> None:
    """Timer handler: move idle members down one rung, and remove those who have been idle for long."""
    about = timers.LadderTimer.model_validate(timer.payload)
    ladder = await db.ladder.find(tx, about.server, about.key)
    if ladder is None:
        return
    members = await db.ladder.list_members(tx, ladder.server, ladder.key)
    gone = {one.person for one in members if tx.now - one.active > LEAVE_AFTER_MS}
    idle = {one.person for one in members if tx.now - one.active > DRIFT_AFTER_MS}
    playing = {user_id for user_id in idle if await _plays(tx, ladder, user_id)}
    for user_id in gone - playing:
        await _remove(tx, ladder, user_id)
    await db.ladder.set_order(tx, ladder, drift(await _order(tx, ladder), idle - playing))
    await db.ladder.delete_closed_challenges(tx, ladder, before=tx.now - CHALLENGE_AGAIN_AFTER_MS)
    await _schedule_drift(tx, ladder)


async def _load_ladder(tx: db.Transaction, server: int, key: str) -> db.Ladder:
    ladder = await db.ladder.find(tx, server, key)
    if ladder is None:
        raise Denied("not_on_ladder")
    return ladder


async def _order(reads: db.Reads, ladder: db.Ladder) -> Sequence[int]:
    return [one.person for one in await db.ladder.list_members(reads, ladder.server, ladder.key)]


async def _plays(reads: db.Reads, ladder: db.Ladder, user_id: int) -> bool:
    """True if the user has an unfinished game of this ladder."""
    return any(
        row.ladder and (row.standings_server, row.key) == (ladder.server, ladder.key)
        for row in await db.players.list_games(reads, user_id, ("running", "archived"))
    )


async def _remove(tx: db.Transaction, ladder: db.Ladder, user_id: int) -> None:
    if not await db.ladder.remove_member(tx, ladder, user_id):
        raise Denied("not_on_ladder")
    for one in await db.ladder.list_challenges(tx, ladder.server, ladder.key):
        if user_id in (one.person, one.rival):
            await _close(tx, one, WITHDRAWN)


async def _load_open(tx: db.Transaction, challenge_id: int) -> db.LadderChallenge:
    opened = await db.ladder.find_challenge(tx, challenge_id)
    if opened is None or opened.result is not None:
        raise Denied("challenge_over")
    return opened


async def _close(
    tx: db.Transaction, challenge: db.LadderChallenge, result: str, game: str | None = None
) -> None:
    await db.ladder.close_challenge(tx, challenge, result, game)
    await db.timers.cancel(tx, keys=[_challenge_key(challenge)])
    await _post_card(tx, challenge, result)


async def _post_card(
    tx: db.Transaction, challenge: db.LadderChallenge, key_suffix: str, *, not_before: int = 0
) -> None:
    message, lane = outbox_messages.LadderChallengeCard(challenge=challenge.id), _challenge_key(challenge)
    await outbox_messages.post(tx, message, key=f"{lane} {key_suffix}", lane=lane, not_before=not_before)


async def _schedule_drift(tx: db.Transaction, ladder: db.Ladder) -> None:
    payload = timers.LadderTimer(server=ladder.server, key=ladder.key)
    await timers.schedule(tx, timers.LADDER, payload, _timer_key(ladder), tx.now + WEEK)


def _timer_key(ladder: db.Ladder) -> str:
    return f"ladder {ladder.server} {ladder.key}"


def _challenge_key(challenge: db.LadderChallenge) -> str:
    return f"ladder challenge {challenge.id}"
