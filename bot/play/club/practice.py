"""Retry my mistakes: a user answers positions of their own games again, then those of computer players.

A position answered wrongly comes back after 3, 10 and 30 days, and from the start after another wrong answer.
"""

from dataclasses import dataclass
from datetime import timedelta

import db
from bot.play.club import positions
from bot.play.club.positions import LoadedPosition
from bot.play.core import Actor, Denied, GameService, availability_of, timers, update_user_profile
from bot.play.turns.coach import ReviewCache
from db.users import UNKNOWN_NAME

RETURN_DAYS = (3, 10, 30)
DONE = len(RETURN_DAYS)
POSITIONS_AHEAD = 2
MAX_SEARCHES = 2  # Of own games for one request: each takes some seconds of the worker.


@dataclass(frozen=True, slots=True)
class Exercise:
    """A position for one user. `is_repeated`: it has come back. `due`: how many have, this one included."""

    position: LoadedPosition
    is_repeated: bool
    due: int


@dataclass(frozen=True, slots=True)
class PracticeResult:
    """Whether an answer is right, and when the position comes back (ms), if it does."""

    position: LoadedPosition
    is_right: bool
    due: int | None


async def next_exercise(
    service: GameService,
    reviews: ReviewCache,
    user_id: int,
    *,
    title: str | None = None,
    game: str | None = None,
) -> Exercise:
    """Return the next position for a user: due ones, the costliest of own games, then easy house positions.

    `title` limits the choice. Positions of the own game `game` come first. Searches another game if all known
    positions were answered. Raises Denied if there is nothing left.
    """
    rules = positions.readable_rules(service, title)
    due = await db.practice.list_due(service.store, user_id, rules)
    if game is not None:
        await _search_own_game(service, reviews, user_id, game)
    own = await db.practice.list_unseen_own(service.store, user_id, rules)
    if preferred := [each for each in own if each.game == game]:
        return Exercise(await load(service, preferred[0]), is_repeated=False, due=len(due))
    if due:
        return Exercise(await load(service, due[0]), is_repeated=True, due=len(due))
    found = own or await _search_own_games(service, reviews, user_id, title)
    if not found and game is not None:
        found = await _house_positions(service, user_id, (await service.snapshot(game)).row.key)
    if not found:
        found = await _house_positions(service, user_id, title)
    if not found:
        raise Denied("nothing_to_practise")
    return Exercise(await load(service, found[0]), is_repeated=False, due=0)


async def load(service: GameService, row: db.Position) -> LoadedPosition:
    """Load a position with the names of its players, or of computer players."""
    if row.game is None:
        return positions.load(service, row, positions.house_names(row.seats))
    snapshot = await service.snapshot(row.game)
    return positions.load(service, row, [name or UNKNOWN_NAME for name in snapshot.names])


async def find(service: GameService, user_id: int, position: int) -> LoadedPosition:
    """Return a position that a user may practise: of a game of theirs, or of computer players.

    Raises Denied if it is neither.
    """
    row = await db.positions.find(service.store, position)
    if row is None:
        raise Denied("unknown_button")
    if row.game is not None and (await service.snapshot(row.game)).seat_of(user_id) is None:
        raise Denied("unknown_button")
    return await load(service, row)


async def answer(service: GameService, actor: Actor, position: int, chosen: int) -> PracticeResult:
    """Store an answer, and when the position comes back. Another answer before that changes nothing."""
    found = await find(service, actor.id, position)
    if chosen >= len(found.answers):
        raise Denied("unknown_button")
    is_right = found.is_right(chosen)
    async with service.transaction() as tx:
        await update_user_profile(tx, actor)
        card = await db.practice.find(tx, actor.id, position)
        if card is not None and (card.due is None or card.due > tx.now):
            return PracticeResult(found, is_right, card.due)
        stage = 0 if not is_right else DONE if card is None else card.stage + 1
        due = await _due(tx, actor.id, stage)
        right, wrong = (0, 0) if card is None else (card.right, card.wrong)
        changed = db.PracticeCard(
            actor.id, position, stage, due, tx.now, right + is_right, wrong + (not is_right)
        )
        await db.practice.upsert(tx, changed)
    return PracticeResult(found, is_right, due)


async def schedule_search(service: GameService, user_id: int, title: str | None = None) -> None:
    """Have the next position ready by the time a user has thought about this one."""
    async with service.store.write() as tx:
        payload, key = timers.PracticeTimer(person=user_id, title=title), f"practice {user_id}"
        await timers.schedule(tx, timers.PRACTICE, payload, key, tx.now, user_id=user_id)


async def search_ahead(service: GameService, timer: db.Timer) -> None:
    """Timer handler: search games until a user has a few positions ahead."""
    payload = timers.PracticeTimer.model_validate(timer.payload)
    rules = positions.readable_rules(service, payload.title)
    if len(await db.practice.list_unseen_own(service.store, payload.person, rules)) < POSITIONS_AHEAD:
        await _search_own_games(service, ReviewCache(), payload.person, payload.title)
    for key in await _titles_by_need(service, payload.person, payload.title):
        rules = positions.readable_rules(service, key)
        if len(await db.practice.list_unseen_house(service.store, payload.person, rules)) < POSITIONS_AHEAD:
            await positions.search_next_house_game(service, key)
            break
    async with service.store.write() as tx:
        await db.timers.complete(tx, timer)


async def count_due(service: GameService, user_id: int) -> int:
    """Return how many positions have come back for a user."""
    return await db.practice.count_due(service.store, user_id, positions.readable_rules(service))


async def _due(tx: db.Transaction, user_id: int, stage: int) -> int | None:
    """Return the start of the user's day on which a position comes back; None if it is done with."""
    if stage >= DONE:
        return None
    availability = (await availability_of(tx, [user_id]))[user_id]
    return availability.midnight(availability.local_date(tx.now) + timedelta(days=RETURN_DAYS[stage]))


async def _search_own_game(service: GameService, reviews: ReviewCache, user_id: int, code: str) -> None:
    snapshot = await service.snapshot(code)
    seat = snapshot.seat_of(user_id)
    if seat is not None and positions.may_be_searched(service, snapshot.row):
        await positions.search_game(service, reviews, code, seat)


async def _search_own_games(
    service: GameService, reviews: ReviewCache, user_id: int, title: str | None
) -> tuple[db.Position, ...]:
    """Search a user's latest finished games that were not searched yet, until one has positions."""
    rules = positions.readable_rules(service, title)
    for code, seat in await db.positions.list_unsearched(service.store, rules, MAX_SEARCHES, person=user_id):
        await positions.search_game(service, reviews, code, seat)
        if found := await db.practice.list_unseen_own(service.store, user_id, rules):
            return found
    return ()


async def _house_positions(service: GameService, user_id: int, title: str | None) -> tuple[db.Position, ...]:
    """Return unseen positions of computer players' games, of the first title that has any."""
    for key in await _titles_by_need(service, user_id, title):
        rules = positions.readable_rules(service, key)
        found = await db.practice.list_unseen_house(service.store, user_id, rules)
        if not found and await positions.search_next_house_game(service, key):
            found = await db.practice.list_unseen_house(service.store, user_id, rules)
        if found:
            return found
    return ()


async def _titles_by_need(service: GameService, user_id: int, title: str | None) -> list[str]:
    """Return the keys of the titles: those that the user has played first, then the least practised."""
    answered = await db.practice.count_by_title(service.store, user_id)
    played = await db.players.played_titles(service.store, user_id)
    keys = (key for key in service.games if title in (None, key))
    return sorted(keys, key=lambda key: (key not in played, answered[key]))
