"""Matchmaking: a waiting list per game and pace; a matched group starts a game at once.

Users match if they usually move in the same hours of the day and their ratings are close; the closest are
matched first. The accepted distance grows while they wait, and after a day neither matters: hours no longer
count among users who have both waited as long, ratings as soon as one of them has.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

import db
from bot.play.core import outbox_messages, timers
from bot.play.core.authorization import MAX_GAMES_PER_USER, Actor, check_game_limit, update_user_profile
from bot.play.core.game_service import GameService
from bot.play.core.pace import PACE_CHOICES
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from bot.play.lobby import lobby
from bot.standings.ratings import PROVISIONAL_BELOW_GAMES, Skill
from db.clock import DAY, HOUR

ANY_HOURS_AFTER_MS, MAX_WAIT_MS = DAY, 7 * DAY
RATING_WINDOWS: Mapping[int, int] = {0: 100, 3 * HOUR: 200, 12 * HOUR: 400}
"""The accepted difference of displayed ratings by the time waited (ms). After the last, and a day, any."""
CHECK_AFTER_MS = (*(waited for waited in RATING_WINDOWS if waited), ANY_HOURS_AFTER_MS, MAX_WAIT_MS)
ACTIVITY_WINDOW_MS = 60 * DAY
MIN_MOVES = 20  # With fewer, a user's hours are unknown and overlap with all others.
MIN_OVERLAP = 1 / 3  # Share of a user's moves that must fall into the other's hours.
MIN_SEATS = 2


async def join_waiting_list(
    service: GameService,
    key: str,
    actor: Actor,
    *,
    server: int,
    channel: int,
    pace: str | None,
    seats: int | None,
) -> GameSnapshot | None:
    """Put the actor on the waiting list. Returns the game if that completes a group, else None."""
    async with service.transaction() as tx:
        game = service.games.get(key)
        chosen = pace or (await db.servers.get(tx, server)).settings.pace
        number = seats or (max(MIN_SEATS, game.info.seats[0]) if game else MIN_SEATS)
        if game is None or chosen not in PACE_CHOICES or not _is_valid_size(game.info.seats, number):
            raise Denied("not_a_choice")
        await update_user_profile(tx, actor)
        await check_game_limit(tx, actor.id)
        request = db.MatchRequest(server, key, actor.id, chosen, number, channel, tx.now)
        await db.matchmaking.upsert(tx, request)
        await outbox_messages.request_dm_channel(tx, actor.id)
        await _set_timer(tx, request)
        return await _match(service, tx, request)


async def leave_waiting_list(service: GameService, server: int, user_id: int) -> None:
    """Take a user off all waiting lists of a server. Raises Denied if they were on none."""
    async with service.transaction() as tx:
        requests = await db.matchmaking.list_for_user(tx, server, user_id)
        if not requests:
            raise Denied("not_waiting")
        await _remove(tx, requests)


async def check_waiting(service: GameService, tx: db.Transaction, timer: db.Timer) -> None:
    """Timer handler: match again with a wider window; remove the user after the longest wait."""
    about = timers.MatchmakingTimer.model_validate(timer.payload)
    requests = await db.matchmaking.list_for_user(tx, about.server, about.person)
    request = next((each for each in requests if each.key == about.key), None)
    if request is None:
        return
    if tx.now >= request.since + MAX_WAIT_MS:
        await _remove(tx, [request])
    else:
        await _set_timer(tx, request)
        await _match(service, tx, request)


async def _match(service: GameService, tx: db.Transaction, request: db.MatchRequest) -> GameSnapshot | None:
    """Start a game with users who wait for the same, if enough of them match. Returns it, or None."""
    candidates = await db.matchmaking.list_matching(tx, request)
    if len(candidates) < request.seats:
        return None
    hours = await _active_hours(tx, [each.person for each in candidates])
    ratings = await _ratings(tx, request, [each.person for each in candidates])
    group = [request]
    for other in sorted(candidates, key=lambda each: rating_distance(ratings, request.person, each.person)):
        fits = all(
            _can_match(tx.now, other, each, hours) and _is_rating_close(tx.now, other, each, ratings)
            for each in group
        )
        if (
            len(group) < request.seats
            and other.person != request.person
            and fits
            and len(await db.players.list_games(tx, other.person)) < MAX_GAMES_PER_USER
        ):
            group.append(other)
    if len(group) < request.seats:
        return None
    group.sort(key=lambda each: (each.since, each.person))
    await _remove(tx, group)
    terms = lobby.TableTerms(request.key, request.channel, request.server, pace=request.pace)
    return await lobby.start_with(service, tx, terms, [each.person for each in group])


def _can_match(
    now: int, request: db.MatchRequest, other: db.MatchRequest, hours: dict[int, Sequence[int]]
) -> bool:
    patient = all(now >= each.since + ANY_HOURS_AFTER_MS for each in (request, other))
    return patient or hours_overlap(hours[request.person], hours[other.person])


def _is_rating_close(
    now: int, request: db.MatchRequest, other: db.MatchRequest, ratings: Mapping[int, db.Rating]
) -> bool:
    window = rating_window(now - min(request.since, other.since))
    if window is None or any(_is_provisional(ratings.get(each.person)) for each in (request, other)):
        return True
    return rating_distance(ratings, request.person, other.person) <= window


def rating_window(waited: int) -> int | None:
    """The accepted difference of displayed ratings after a wait (ms). None if any is accepted.

    >>> [rating_window(waited * HOUR) for waited in (0, 3, 23, 24)]
    [100, 200, 400, None]
    """
    if waited >= ANY_HOURS_AFTER_MS:
        return None
    return max(window for since, window in RATING_WINDOWS.items() if waited >= since)


def rating_distance(ratings: Mapping[int, db.Rating], user_id: int, other_id: int) -> int:
    """The difference of two users' displayed ratings. Users without one count as newcomers."""
    one, other = (
        Skill(rating.mu, rating.sigma) if (rating := ratings.get(each)) else Skill()
        for each in (user_id, other_id)
    )
    return abs(one.displayed - other.displayed)


def _is_provisional(rating: db.Rating | None) -> bool:
    return rating is None or rating.games < PROVISIONAL_BELOW_GAMES


async def _ratings(
    reads: db.Reads, request: db.MatchRequest, user_ids: Sequence[int]
) -> dict[int, db.Rating]:
    found = await db.ratings.list_for_users(reads, request.server, (request.key,), user_ids)
    return {rating.person: rating for rating in found}


def hours_overlap(hours: Sequence[int], other_hours: Sequence[int]) -> bool:
    """True if two users, given the hours (0-23) of their moves, are usually active at the same time.

    >>> hours_overlap([18, 19] * 10, [20] * 20), hours_overlap([8] * 20, [20] * 20)
    (True, False)
    """
    if min(len(hours), len(other_hours)) < MIN_MOVES:
        return True
    return min(_overlap(hours, other_hours), _overlap(other_hours, hours)) >= MIN_OVERLAP


def _overlap(hours: Collection[int], other_hours: Collection[int]) -> float:
    """The share of one user's hours that lie within an hour of the other's."""
    nearby = {(hour + by) % 24 for hour in other_hours for by in (-1, 0, 1)}
    return sum(hour in nearby for hour in hours) / len(hours)


async def _active_hours(reads: db.Reads, user_ids: Sequence[int]) -> dict[int, Sequence[int]]:
    moved = await db.entries.move_times_by_user(reads, user_ids, reads.now - ACTIVITY_WINDOW_MS)
    return {
        user_id: [at // HOUR % 24 for at in _first_of_each_hour(times)] for user_id, times in moved.items()
    }


def _first_of_each_hour(times: Sequence[int]) -> list[int]:
    """The first move of each hour, since many turns take several moves."""
    ordered = sorted(times)
    return ordered[:1] + [later for earlier, later in pairwise(ordered) if later // HOUR != earlier // HOUR]


async def _set_timer(tx: db.Transaction, request: db.MatchRequest) -> None:
    """Schedule the next check of a request."""
    due = request.since + next(after for after in CHECK_AFTER_MS if request.since + after > tx.now)
    payload = timers.MatchmakingTimer(server=request.server, key=request.key, person=request.person)
    await timers.schedule(tx, timers.MATCHMAKING, payload, _timer_key(request), due, user_id=request.person)


async def _remove(tx: db.Transaction, requests: Sequence[db.MatchRequest]) -> None:
    await db.matchmaking.delete(tx, *requests)
    await db.timers.cancel(tx, keys=[_timer_key(request) for request in requests])


def _timer_key(request: db.MatchRequest) -> str:
    return f"waiting {request.server} {request.key} {request.person}"


def _is_valid_size(limits: tuple[int, int], number: int) -> bool:
    return max(MIN_SEATS, limits[0]) <= number <= limits[1]
