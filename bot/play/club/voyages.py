"""The voyage of the week: everybody gets the same deal, plays it alone or against the house, and once.

Of a duel only the end is played: the house opens for both seats, and everybody takes over the same one at the
same moment. The seed is drawn a few hours before the week begins and the opening made from it; the hash of
both is told with the places of the week before. Nobody is told the seed before the voyage closes, not even
those who are done with it; nothing seen can be taken back, nobody is advised, and whoever is erased gets no
second try. That the deal was fixed beforehand and is the same for all can be proved afterwards. That whoever
runs Skald does not look into the database meanwhile, that nobody tells others what they saw, and that
everybody has one account, is a matter of trust.
"""

from functools import partial

import db
from bot.play.core import outbox_messages, timers
from bot.play.core.authorization import Actor, check_room, see
from bot.play.core.game_service import GameService
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from bot.play.lobby import lobby
from bot.play.turns import opponents
from bot.standings.voyages import OPEN_FOR, WEEK, arrivals, seal, week_to_deal
from opponents.opening import Opening, opened
from rules.game import Refusal

HOUSE = opponents.CARETAKER
"""How strong the house plays."""
DEALS = 4
"""So many deals of a duel are tried; the one is taken that the house ends most evenly."""
SOON = 10_000
"""So long after the very first start there is a deal: everything else comes before it."""


async def keep(service: GameService) -> None:
    """See to it that there is a deal."""
    if await db.timers.find(service.store, timers.VOYAGE) is None:
        async with service.store.write() as tx:
            await _watch(tx, week_to_deal(tx.now), tx.now + SOON)


async def current(reads: db.Reads) -> db.Voyage:
    """The voyage that is open, or opens next."""
    found = await db.voyages.find(reads, week_to_deal(reads.now))
    if found is None:
        raise Denied("no_voyage")
    return found


async def set_out(service: GameService, actor: Actor, *, server: int | None, channel: int) -> GameSnapshot:
    """Somebody begins their one try, in their direct messages."""
    async with service.change() as tx:
        voyage = await current(tx)
        if tx.now < voyage.week:
            raise Denied("voyage_not_open", when=voyage.week // 1000)
        if await _has_sailed(tx, voyage, actor.id):
            raise Denied("sailed_already")
        await see(tx, actor)
        await check_room(tx, actor.id)
        people = [actor.id]
        if voyage.level is not None:
            house = opponents.house(voyage.level)
            await db.users.update(tx, house.id, name=house.name)
            people.append(house.id)
        try:
            snapshot = await lobby.begin_with(
                service,
                tx,
                voyage.key,
                people,
                server=None,
                channel=channel,
                pace="none",
                rated=False,
                options=voyage.options,
                sealed=lobby.Sealed(voyage.seed, voyage.closes, voyage.opening),
            )
        except Refusal:
            # The rules have changed since the house opened.
            raise Denied("voyage_unplayable", when=(voyage.week + WEEK) // 1000) from None
        await db.voyages.set_out(tx, voyage, actor.id, snapshot.code, server)
        return snapshot


async def _has_sailed(reads: db.Reads, voyage: db.Voyage, person: int) -> bool:
    tries = await db.voyages.tries_of(reads, person)
    if any(one.week == voyage.week for one in tries):
        return True
    return await db.timers.find(reads, _sealed_try(voyage, person)) is not None


async def seal_try(tx: db.Transaction, person: int) -> None:
    """Somebody is erased: that they have sailed this week is kept without their name until the week closes.

    Else they could come back knowing the deal.
    """
    voyage = await db.voyages.find(tx, week_to_deal(tx.now))
    if voyage is not None and await _has_sailed(tx, voyage, person):
        payload = timers.OfVoyage(week=voyage.week)
        await db.timers.set(
            tx, timers.timer(timers.SEAL, payload, _sealed_try(voyage, person), voyage.closes)
        )


async def forget_seal(_: GameService, __: db.Transaction, ___: db.Timer) -> None:
    """The week has closed, and the seal goes with its timer."""


def _sealed_try(voyage: db.Voyage, person: int) -> str:
    return f"seal {db.hash_of(f'{voyage.seed.hex()} {person}')[:24]}"


async def turn(service: GameService, timer: db.Timer) -> None:
    """A week is over: its places are told on every server that took part, and the next deal is kept."""
    deal = await _dealt(service, week_to_deal(service.now()))
    async with service.store.write() as tx:
        if not await db.timers.finish(tx, timer):
            return
        await _reveal(tx, timers.OfVoyage.model_validate(timer.payload).week)
        await db.voyages.deal(tx, deal)
        await _watch(tx, deal.week, deal.closes)


async def _reveal(tx: db.Transaction, week: int) -> None:
    voyage = await db.voyages.find(tx, week)
    if voyage is None or tx.now < voyage.closes or not await db.voyages.reveal(tx, voyage):
        return
    if await arrivals(tx, week):
        tries = await db.voyages.tries(tx, [week])
        for server in sorted({one.server for one in tries if one.server is not None}):
            payload = outbox_messages.VoyageOver(week=week, server=server)
            await db.outbox.add(tx, outbox_messages.post(payload, key=f"voyage {week} {server}"))


async def _dealt(service: GameService, week: int) -> db.Voyage:
    """The deal of a week: the one it has already, or a new one."""
    known = await db.voyages.find(service.store, week)
    if known is not None:
        return known
    key = _title(service, week)
    game, options = service.games[key], service.games[key].info.options()
    level = None if game.info.seats[0] == 1 else HOUSE
    seed, opening = lobby.new_seed(), Opening()
    if level is not None:
        deals = [lobby.new_seed() for _ in range(DEALS)]
        tried = [await service.think(partial(opened, game, options, each, level)) for each in deals]
        seed, opening = min(zip(deals, tried, strict=True), key=lambda deal: abs(deal[1].par or 0))
    return db.Voyage(
        week=week,
        closes=week + OPEN_FOR,
        key=key,
        options=options.model_dump(),
        level=level,
        seed=seed,
        commitment=seal(seed, opening.moves),
        opening=opening.moves,
        par=opening.par,
    )


async def _watch(tx: db.Transaction, week: int, due: int) -> None:
    await db.timers.set(tx, timers.timer(timers.VOYAGE, timers.OfVoyage(week=week), timers.VOYAGE, due))


def _title(service: GameService, week: int) -> str:
    """A title a week, each in its turn."""
    keys = [*service.games]
    return keys[week // WEEK % len(keys)]
