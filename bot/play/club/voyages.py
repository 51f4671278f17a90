"""The voyage of the week: all users play the same deal once, alone or against the house.

Of a duel only the end is played: the house plays the opening for both seats, and each user takes over the
same seat at the same moment. The seed is drawn a few hours before the week begins. The commitment, a hash
of seed and opening, is published with the results of the week before.

Fairness: the seed stays secret until the voyage closes, even for users who have finished. There is no undo
beyond a barrier, no advice, and no second try after erasing one's data. That the deal was fixed beforehand
and is the same for all can be verified afterwards. Three things are a matter of trust: the host does not
read the database, players do not share what they saw, and each has one account.
"""

from functools import partial

import db
from bot.play.club import scheduled_events, seals
from bot.play.core import outbox_messages, timers
from bot.play.core.authorization import Actor, check_game_limit, update_user_profile
from bot.play.core.game_service import GameService
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from bot.play.lobby import lobby
from bot.play.turns import opponents
from bot.standings.voyages import OPEN_FOR_MS, arrivals, deal_commitment, open_or_next_week
from db.clock import WEEK
from opponents.opening import Opening, play_opening
from rules.game import Refusal

HOUSE_LEVEL = opponents.CARETAKER_LEVEL
DEALS_TRIED = 4  # For a duel; the deal that the house ends most evenly is used.
FIRST_DEAL_DELAY_MS = 10_000  # After the very first start; everything else is more urgent.


async def ensure_timer(service: GameService) -> None:
    """Set the weekly timer if it is missing."""
    if await db.timers.find(service.store, timers.VOYAGE) is None:
        async with service.store.write() as tx:
            await _set_timer(tx, open_or_next_week(tx.now), tx.now + FIRST_DEAL_DELAY_MS)


async def current(reads: db.Reads) -> db.Voyage:
    """The voyage that is open, or opens next. Raises Denied if none has been dealt yet."""
    found = await db.voyages.find(reads, open_or_next_week(reads.now))
    if found is None:
        raise Denied("no_voyage")
    return found


async def set_out(service: GameService, actor: Actor, *, server: int | None, channel: int) -> GameSnapshot:
    """Start the actor's only try in their DM channel. Raises Denied if they had one or none is open."""
    async with service.transaction() as tx:
        voyage = await current(tx)
        if tx.now < voyage.week:
            raise Denied("voyage_not_open", when=voyage.week // 1000)
        if await _has_tried(tx, voyage, actor.id):
            raise Denied("sailed_already")
        await update_user_profile(tx, actor)
        await check_game_limit(tx, actor.id)
        user_ids = [actor.id]
        if voyage.level is not None:
            house = opponents.house_opponent(voyage.level)
            await db.users.update(tx, house.id, name=house.name)
            user_ids.append(house.id)
        try:
            terms = lobby.TableTerms(voyage.key, channel, options=voyage.options)
            deal = lobby.Deal(voyage.seed, sealed_until=voyage.closes, opening=voyage.opening)
            snapshot = await lobby.start_with(service, tx, terms, user_ids, deal)
        except Refusal:
            # The rules have changed since the house played the opening.
            raise Denied("voyage_unplayable", when=(voyage.week + WEEK) // 1000) from None
        await db.voyages.insert_try(tx, voyage, actor.id, snapshot.code, server)
        return snapshot


async def _has_tried(reads: db.Reads, voyage: db.Voyage, user_id: int) -> bool:
    tries = await db.voyages.list_tries_for_user(reads, user_id)
    if any(one.week == voyage.week for one in tries):
        return True
    return await db.timers.find(reads, _seal_key(voyage, user_id)) is not None


async def seal_try(tx: db.Transaction, user_id: int) -> None:
    """Remember, by hash, that an erased user has had this week's try, until the week closes.

    Otherwise they could come back knowing the deal.
    """
    voyage = await db.voyages.find(tx, open_or_next_week(tx.now))
    if voyage is not None and await _has_tried(tx, voyage, user_id):
        payload = timers.VoyageTimer(week=voyage.week)
        await timers.schedule(tx, timers.VOYAGE_SEAL, payload, _seal_key(voyage, user_id), voyage.closes)


async def forget_seal(_: GameService, __: db.Transaction, ___: db.Timer) -> None:
    """Timer handler that does nothing: the seal is the timer, which is gone when it fires."""


def _seal_key(voyage: db.Voyage, user_id: int) -> str:
    return f"seal {db.hash_text(f'{voyage.seed.hex()} {user_id}')[:24]}"


async def start_week(service: GameService, timer: db.Timer) -> None:
    """Timer handler: reveal the voyage that has closed, store the next deal, and set the next timer."""
    deal = await _find_or_deal(service, open_or_next_week(service.now()))
    async with service.store.write() as tx:
        if not await db.timers.complete(tx, timer):
            return
        last_week = timers.VoyageTimer.model_validate(timer.payload).week
        await _reveal(tx, last_week)
        await db.voyages.insert(tx, deal)
        for server in await _servers_of(tx, last_week):
            await scheduled_events.post_update(tx, server, scheduled_events.voyage_subject(deal.week))
        await _set_timer(tx, deal.week, deal.closes)


async def _reveal(tx: db.Transaction, week: int) -> None:
    voyage = await db.voyages.find(tx, week)
    if voyage is None or tx.now < voyage.closes or not await db.voyages.mark_revealed(tx, voyage):
        return
    await seals.lift(tx, [attempt.game for attempt in await db.voyages.list_tries(tx, [week])])
    if await arrivals(tx, week):
        for server in await _servers_of(tx, week):
            payload = outbox_messages.VoyageOver(week=week, server=server)
            await outbox_messages.post(tx, payload, key=f"voyage {week} {server}")


async def _servers_of(reads: db.Reads, week: int) -> list[int]:
    """The servers from which users set out that week."""
    tries = await db.voyages.list_tries(reads, [week])
    return sorted({one.server for one in tries if one.server is not None})


async def _find_or_deal(service: GameService, week: int) -> db.Voyage:
    """Return the deal of a week, or make a new one (not stored yet)."""
    known = await db.voyages.find(service.store, week)
    if known is not None:
        return known
    key = _game_of_week(service, week)
    game, options = service.games[key], service.games[key].info.options()
    level = None if game.info.seats[0] == 1 else HOUSE_LEVEL
    seed, opening = lobby.new_seed(), Opening()
    if level is not None:
        deals = [lobby.new_seed() for _ in range(DEALS_TRIED)]
        tried = [
            await service.run_in_worker(partial(play_opening, game, options, each, level)) for each in deals
        ]
        seed, opening = min(zip(deals, tried, strict=True), key=lambda deal: abs(deal[1].par or 0))
    return db.Voyage(
        week=week,
        closes=week + OPEN_FOR_MS,
        key=key,
        options=options.model_dump(),
        level=level,
        seed=seed,
        commitment=deal_commitment(seed, opening.moves),
        opening=opening.moves,
        par=opening.par,
    )


async def _set_timer(tx: db.Transaction, week: int, due: int) -> None:
    await timers.schedule(tx, timers.VOYAGE, timers.VoyageTimer(week=week), timers.VOYAGE, due)


def _game_of_week(service: GameService, week: int) -> str:
    """The key of the game played in that week; the games take turns."""
    keys = [*service.games]
    return keys[week // WEEK % len(keys)]
