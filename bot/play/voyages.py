"""The voyage of the week: everybody gets the same deal, plays it alone or against the house, and once.

The seed is drawn a few hours before the week begins, and its hash told with the places of the week before.
Nobody is told the seed before the voyage closes, not even those who are done with it; nothing seen can be
taken back, nobody is advised, and whoever is erased gets no second try. That the deal was fixed beforehand
and is the same for all can be proved afterwards. That whoever runs Skald does not look into the database
meanwhile, that nobody tells others what they saw, and that everybody has one account, is a matter of trust.
"""

import db
from bot.play import lobby, opponents, posts, timers
from bot.play.people import Visitor, check_room, see
from bot.play.position import Position
from bot.play.refusals import Denied
from bot.play.tables import Tables
from bot.standings.voyages import OPEN_FOR, WEEK, arrivals, week_to_deal
from rules.chance import commitment

HOUSE = opponents.CARETAKER
"""How strong the house plays."""


async def keep(tables: Tables) -> None:
    """See to it that there is a deal, also after Skald was away over a Sunday."""
    if await db.timers.find(tables.store, timers.VOYAGE) is None:
        async with tables.store.write() as tx:
            await _deal(tables, tx)


async def current(reads: db.Reads) -> db.Voyage:
    """The voyage that is open, or opens next."""
    found = await db.voyages.find(reads, week_to_deal(reads.now))
    if found is None:
        raise Denied("no_voyage")
    return found


async def set_out(tables: Tables, visitor: Visitor, *, server: int | None, channel: int) -> Position:
    """Somebody begins their one try, in their direct messages."""
    async with tables.change() as tx:
        voyage = await current(tx)
        if tx.now < voyage.week:
            raise Denied("voyage_not_open", when=voyage.week // 1000)
        if await _has_sailed(tx, voyage, visitor.id):
            raise Denied("sailed_already")
        await see(tx, visitor)
        await check_room(tx, visitor.id)
        people = [visitor.id]
        if voyage.level is not None:
            house = opponents.house(voyage.level)
            await db.people.update(tx, house.id, name=house.name)
            people.append(house.id)
        position = await lobby.begin_with(
            tables,
            tx,
            voyage.key,
            people,
            server=None,
            channel=channel,
            pace="none",
            rated=False,
            options=voyage.options,
            sealed=(voyage.seed, voyage.closes),
        )
        await db.voyages.set_out(tx, voyage, visitor.id, position.code, server)
        return position


async def _has_sailed(reads: db.Reads, voyage: db.Voyage, person: int) -> bool:
    tries = await db.voyages.tries_of(reads, person)
    if any(one.week == voyage.week for one in tries):
        return True
    return await db.timers.find(reads, _seal(voyage, person)) is not None


async def seal_try(tx: db.Transaction, person: int) -> None:
    """Somebody is erased: that they have sailed this week is kept without their name until the week closes.

    Else they could come back knowing the deal.
    """
    voyage = await db.voyages.find(tx, week_to_deal(tx.now))
    if voyage is not None and await _has_sailed(tx, voyage, person):
        payload = timers.OfVoyage(week=voyage.week)
        await db.timers.set(tx, timers.timer(timers.SEAL, payload, _seal(voyage, person), voyage.closes))


async def forget_seal(_: Tables, __: db.Transaction, ___: db.Timer) -> None:
    """The week has closed, and the seal goes with its timer."""


def _seal(voyage: db.Voyage, person: int) -> str:
    return f"seal {db.hash_of(f'{voyage.seed.hex()} {person}')[:24]}"


async def closes(tables: Tables, tx: db.Transaction, timer: db.Timer) -> None:
    """The week is over: its places are told on every server that took part, and the next deal is drawn."""
    voyage = await db.voyages.find(tx, timers.OfVoyage.model_validate(timer.payload).week)
    if voyage is not None and await db.voyages.reveal(tx, voyage) and await arrivals(tx, voyage.week):
        tries = await db.voyages.tries(tx, [voyage.week])
        for server in sorted({one.server for one in tries if one.server is not None}):
            payload = posts.VoyageOver(week=voyage.week, server=server)
            await db.posts.add(tx, posts.post(payload, key=f"voyage {voyage.week} {server}"))
    await _deal(tables, tx)


async def _deal(tables: Tables, tx: db.Transaction) -> None:
    """Draw the deal of the week that is open or comes next, unless there is one, and see to its close."""
    week = week_to_deal(tx.now)
    latest = await db.voyages.latest(tx)
    if latest is not None and latest.revealed is None and latest.week < week:
        # Skald was away when it closed.
        await _watch(tx, latest.week, tx.now)
        return
    key = _title(tables, week)
    game, seed = tables.games[key], lobby.new_seed()
    deal = db.Voyage(
        week=week,
        closes=week + OPEN_FOR,
        key=key,
        options=game.info.options().model_dump(),
        level=None if game.info.seats[0] == 1 else HOUSE,
        seed=seed,
        commitment=commitment(seed),
    )
    await db.voyages.deal(tx, deal)
    await _watch(tx, week, deal.closes)


async def _watch(tx: db.Transaction, week: int, due: int) -> None:
    await db.timers.set(tx, timers.timer(timers.VOYAGE, timers.OfVoyage(week=week), timers.VOYAGE, due))


def _title(tables: Tables, week: int) -> str:
    """A title a week, each in its turn."""
    keys = [*tables.games]
    return keys[week // WEEK % len(keys)]
