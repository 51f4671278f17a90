"""Audit of a simulated club: recomputes its standings from results and logs, and reports differences."""

from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import combinations, pairwise
from typing import TypeVar

from sqlalchemy import Table, select

import db
from bot.play.core.authorization import MAX_GAMES_PER_USER
from bot.play.core.availability import Availability
from bot.play.notify import cup_games
from bot.standings.recompute import recompute_all
from bot.standings.voyages import arrivals, year_table
from db.clock import DAY, HOUR
from db.rows import columns, from_row
from opponents.review import win_probabilities
from tests.play.club_simulation import AdjudicatedGame, Club

WEEK = 7 * DAY
PLACES = {1: 10, 2: 6, 3: 3, 4: 1}
UNIQUE_POSTS = {"voyage": ("week", "server"), "season": ("server", "start"), "week": ("server", "until")}
"""Posts that are sent once, by kind, with the payload fields that identify them."""

AsyncProblems = AsyncIterator[str]
Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class CupRecord:
    """A cup with its entrants, games and results."""

    cup: db.Cup
    entrants: tuple[db.CupEntrant, ...]
    seats: Mapping[str, Sequence[db.CupSeat]]
    results: Mapping[str, Sequence[db.Result]]

    @property
    def struck(self) -> set[int]:
        return {one.person for one in self.entrants if one.struck}

    def places(self, game: str) -> dict[int, int]:
        """Places of a finished game's entrants by user id."""
        by_seat = {one.seat: one.place for one in self.results.get(game, ())}
        return {one.person: by_seat[one.seat] for one in self.seats[game] if one.seat in by_seat}


async def find_problems(club: Club) -> list[str]:
    """Returns one sentence per problem."""
    store = club.tables.store
    played = [await _load_cup(store, cup) for cup in await _load_all(store, db.cups.table, db.Cup)]
    posts = await _load_all(store, db.outbox.table, db.Post)
    found = [problem for one in played for problem in _cup_problems(one)]
    for one in played:
        found += [problem async for problem in _cup_table_problems(store, one)]
    found += [problem async for problem in _league_problems(club, played)]
    found += [problem async for problem in _adjudication_problems(club)]
    found += [problem async for problem in _voyage_problems(club, posts)]
    found += [problem async for problem in _season_problems(club)]
    found += _post_problems(posts, played)
    found += [problem async for problem in _user_problems(club)]
    remade = await recompute_all(store, club.tables.service.games)
    if remade.results_changed or remade.ratings_changed:
        found.append(
            f"made again, {remade.results_changed} results and {remade.ratings_changed} ratings differ"
        )
    return found


async def _load_all(store: db.Store, table: Table, row: type[Row]) -> list[Row]:
    return [from_row(row, found) for found in await store.rows(select(*columns(table)))]


async def _load_cup(store: db.Store, cup: db.Cup) -> CupRecord:
    seats = await db.cups.seats_by_game(store, cup.code)
    return CupRecord(
        cup,
        await db.cups.list_entrants(store, cup.code),
        seats,
        await db.results.list_for_games(store, seats),
    )


# Cups


def _cup_problems(one: CupRecord) -> Iterator[str]:
    cup, name = one.cup, f"cup {one.cup.code} ({one.cup.key}, {one.cup.size}, {one.cup.status})"
    full = len(one.entrants) == cup.size
    if full and cup.status not in ("running", "over"):
        yield f"{name} is full and has not started"
    if not full and cup.status in ("running", "over"):
        yield f"{name} runs with {len(one.entrants)}"
    if cup.status == "running" and len(one.results) == len(one.seats):
        yield f"{name} has nothing left to play and is not closed"
    if cup.status == "over" and len(one.results) != len(one.seats):
        yield f"{name} is closed with {len(one.seats) - len(one.results)} games to play"
    met: Counter[tuple[int, int]] = Counter()
    for game, seated in one.seats.items():
        people = [each.person for each in seated]
        if len(set(people)) != len(people):
            yield f"{name}: a user plays against themself in {game}"
        met.update(tuple(sorted(pair)) for pair in combinations(people, 2))
    if one.seats and (len(met) != cup.size * (cup.size - 1) // 2 or len(set(met.values())) != 1):
        yield f"{name}: entrants meet each other unequally often"
    alone = [each.person for each in one.entrants]
    if len(set(alone)) != len(alone):
        yield f"{name}: a user has entered twice"


async def _cup_table_problems(store: db.Store, one: CupRecord) -> AsyncProblems:
    """Checks that points add up, and that ties are broken by the strength of beaten opponents."""
    lines = (await cup_games.load_standings(store, one.cup))[0].lines if one.seats else ()
    points: Counter[int] = Counter()
    taken: Counter[tuple[int, int]] = Counter()
    meetings = 0
    for game in one.results:
        for (first, place), (second, other) in combinations(one.places(game).items(), 2):
            if {first, second} & one.struck:
                continue
            meetings += 1
            shares = (2, 0) if place < other else (0, 2) if other < place else (1, 1)
            for who, whom, halves in ((first, second, shares[0]), (second, first, shares[1])):
                points[who] += halves
                taken[who, whom] += halves
    worth = {
        line.user_id: sum(
            halves * points[whom] for (who, whom), halves in taken.items() if who == line.user_id
        )
        for line in lines
    }
    name = f"the table of cup {one.cup.code}"
    if sum(line.halves for line in lines) != 2 * meetings:
        yield f"{name} does not add up"
    for line in lines:
        if (line.halves, line.quarters) != (points[line.user_id], worth[line.user_id]):
            yield f"{name}: {line.user_id} has {line.halves}, {line.quarters}"
    order = [(line.struck, -line.halves, -line.quarters) for line in lines]
    if order != sorted(order):
        yield f"{name} is out of order"
    for number, (line, own) in enumerate(zip(lines, order, strict=True)):
        if line.place != 1 + order.index(own):
            yield f"{name}: row {number} has place {line.place}"


# Leagues


async def _league_problems(club: Club, played: Sequence[CupRecord]) -> AsyncProblems:
    store = club.tables.store
    months: dict[tuple[int, str], dict[int, list[CupRecord]]] = {}
    for one in played:
        if one.cup.month is not None:
            months.setdefault((one.cup.server, one.cup.key), {}).setdefault(one.cup.month, []).append(one)
    for (server, key), by_month in months.items():
        for month, divisions in by_month.items():
            divisions.sort(key=lambda one: one.cup.division or 0)
            name = f"league {server} {key}, {_day(month)}"
            sizes = [len(one.entrants) for one in divisions]
            if sizes != [7] and not all(4 <= size <= 6 for size in sizes):
                yield f"{name}: divisions of {sizes}"
            if [one.cup.division for one in divisions] != list(range(1, len(divisions) + 1)):
                yield f"{name}: divisions are missing or twice there"
            people = [each.person for one in divisions for each in one.entrants]
            if len(set(people)) != len(people):
                yield f"{name}: a user plays in two divisions"
            if not set(people) <= set(club.log.members.get((server, key, month), ())):
                yield f"{name}: a user plays who has not signed on"
            if any(one.cup.started is not None and one.cup.started - month > HOUR for one in divisions):
                yield f"{name} did not start on the first"
        for (_, before), (month, after) in pairwise(sorted(by_month.items())):
            async for problem in _promotion_problems(
                store, f"league {server} {key}, {_day(month)}", before, after
            ):
                yield problem


async def _promotion_problems(
    store: db.Store, name: str, before: Sequence[CupRecord], after: Sequence[CupRecord]
) -> AsyncProblems:
    """Checks that one player of each division is promoted and one relegated, if membership is unchanged."""
    where = {each.person: number for number, one in enumerate(after) for each in one.entrants}
    for one in before:
        if one.cup.status != "over" or (one.cup.ended or 0) - (after[0].cup.month or 0) > HOUR:
            yield f"{name}: a division of the month before was not closed"
    tables = [(await cup_games.load_standings(store, one.cup))[0].lines for one in before]
    same = [len(each) for each in tables] == [len(one.entrants) for one in after]
    if not same or {line.user_id for each in tables for line in each} != set(where):
        return
    for number, lines in enumerate(tables):
        places = {line.user_id: line.place for line in lines}
        up = [places[person] for person in places if where[person] == number - 1]
        down = [places[person] for person in places if where[person] == number + 1]
        if up != ([1] if number > 0 else []):
            yield f"{name}: from division {number + 1} those of places {up} went up"
        if down != ([lines[-1].place] if number < len(tables) - 1 else []):
            yield f"{name}: from division {number + 1} those of places {down} went down"


async def _adjudication_problems(club: Club) -> AsyncProblems:
    """Checks that games adjudicated at the end of a month are ranked by time used, then by the estimate."""
    store = club.tables.store
    for one in club.log.adjudicated:
        row = await db.games.find(store, one.code)
        assert row is not None
        outcome = row.outcome or {}
        if row.status != "over" or outcome.get("reason") != "adjudicated":
            if row.status != "over":
                yield f"game {one.code} was not decided"
            continue
        behind = await _slow_seats(store, one)
        salt = f"adjudicated {one.code} {one.before.row.ply}"
        hopes = [round(each, 2) for each in win_probabilities(one.before.game, one.before.state, salt=salt)]
        expected = sorted(one.before.seats, key=lambda seat: (seat in behind, -hopes[seat]))
        gone = [player.seat for player in one.before.players if player.resigned]
        place = {seat: number for number, group in enumerate(outcome["ranking"]) for seat in group}
        for ahead, after in pairwise(seat for seat in expected if seat not in gone):
            level = (ahead in behind, hopes[ahead]) == (after in behind, hopes[after])
            if (place[ahead] == place[after]) != level or place[ahead] > place[after]:
                yield f"game {one.code}: seats {ahead} and {after} are decided as {outcome['ranking']}"
        for seat in gone:
            if any(place[other] > place[seat] for other in one.before.seats if other not in gone):
                yield f"game {one.code}: a player is ranked behind seat {seat}, which resigned"


async def _slow_seats(store: db.Store, one: AdjudicatedGame) -> set[int]:
    """Seats that used over twice the time of the fastest, and a day more, without sleep and absences."""
    people = {player.seat: player.person for player in one.before.players}
    used = dict.fromkeys(people, 0)
    log = await db.entries.read_effective_log(store, one.code)
    last = log[0].at
    owing = one.before.owing_seats()
    known = await db.users.get_many(store, [one for one in people.values() if one is not None])
    away = await db.absences.list_by_user(store, [one for one in people.values() if one is not None])

    def counted(seat: int, since: int, until: int) -> int:
        person = people[seat]
        if person is None:
            return until - since
        return Availability.from_user(known[person], away.get(person, ())).elapsed(since, until)

    for entry in log:
        if entry.at > one.at or entry.kind == "adjudicated":
            break
        if entry.kind == "move" and entry.seat is not None:
            used[entry.seat] += counted(entry.seat, last, entry.at)
        last = entry.at
    for seat in owing:
        used[seat] += counted(seat, last, one.at)
    least = min(used.values())
    slow = {seat for seat, time in used.items() if time > 2 * least and time > least + DAY}
    return slow | {player.seat for player in one.before.players if player.caretaker_since is not None}


# Voyages


async def _voyage_problems(club: Club, posts: Sequence[db.Post]) -> AsyncProblems:
    store = club.tables.store
    voyages = await _load_all(store, db.voyages.table, db.Voyage)
    tries = await _load_all(store, db.voyages.tries_table, db.VoyageTry)
    told = [post for post in posts if post.kind == "voyage"]
    sailed = Counter((one.week, one.person) for one in tries)
    if any(number > 1 for number in sailed.values()):
        yield "a user had two tries in a week"
    for voyage in voyages:
        name = f"the voyage of {_day(voyage.week)}"
        closes = datetime.fromtimestamp(voyage.closes / 1000, UTC)
        if (closes.weekday(), closes.hour) != (6, 20):
            yield f"{name} closes on {closes}"
        revealed = voyage.revealed
        if revealed is None and club.now > voyage.closes + HOUR:
            yield f"{name} has not been revealed"
        if revealed is not None and not 0 <= revealed - voyage.closes < HOUR:
            yield f"{name} was revealed at {revealed - voyage.closes} ms after its close"
        of_week = [post for post in told if post.payload["week"] == voyage.week]
        home = [one for one in tries if one.week == voyage.week and one.worth is not None]
        there = {one.server for one in tries if one.week == voyage.week and one.server is not None}
        servers = Counter(post.payload["server"] for post in of_week)
        if revealed is not None and servers != Counter(dict.fromkeys(there, 1) if home else {}):
            yield f"{name} was told on {dict(servers)}, and people sailed from {there}"
        if any(post.created < voyage.closes for post in of_week):
            yield f"{name} was told before it closed"
        seeds = {
            game.seed
            for game in (
                await db.games.find_many(store, [one.game for one in tries if one.week == voyage.week])
            ).values()
        }
        if seeds - {voyage.seed}:
            yield f"{name} had several deals"
        if any(one.ended is not None and one.ended >= voyage.closes for one in home):
            yield f"{name}: a try that ended too late counts"
        places = await arrivals(store, voyage.week)
        for one in places:
            ahead = sum((each.worth or 0) > (one.attempt.worth or 0) for each in home)
            if one.place != 1 + ahead:
                yield f"{name}: place {one.place} behind {ahead}"
    async for problem in _year_problems(club, voyages, tries):
        yield problem


async def _year_problems(
    club: Club, voyages: Sequence[db.Voyage], tries: Sequence[db.VoyageTry]
) -> AsyncProblems:
    """Recounts the points and streaks of the year."""
    year = datetime.fromtimestamp(club.now / 1000, UTC).year
    revealed = {
        one.week
        for one in voyages
        if one.revealed is not None
        and datetime.fromtimestamp((one.week + 3 * DAY) / 1000, UTC).isocalendar().year == year
    }
    home = [one for one in tries if one.worth is not None]
    points: Counter[int] = Counter()
    for one in home:
        if one.week in revealed:
            ahead = sum(each.week == one.week and (each.worth or 0) > (one.worth or 0) for each in home)
            points[one.person] += 1 + PLACES.get(1 + ahead, 0)
    table = await year_table(club.tables.store, year, club.now)
    if {one.user_id: one.points for one in table} != dict(points):
        yield "the table of the year does not add up"
    this_week = max(one.week for one in voyages if one.week <= club.now)
    for one in table:
        weeks = {each.week for each in home if each.person == one.user_id}
        week = this_week if this_week in weeks else this_week - WEEK
        streak = 0
        while week in weeks:
            streak, week = streak + 1, week - WEEK
        if streak != one.streak:
            yield f"{one.user_id} has a streak of {streak}, and {one.streak} is told"


# Seasons, posts, users


async def _season_problems(club: Club) -> AsyncProblems:
    store = club.tables.store
    for season in await _load_all(store, db.seasons.table, db.Season):
        name = f"season {season.server} {_day(season.start)}"
        if season.until <= club.now - HOUR and season.closed is None:
            yield f"{name} has not been closed"
        if season.closed is None:
            continue
        if not 0 <= season.closed - season.until < HOUR:
            yield f"{name} was closed {season.closed - season.until} ms after its end"
        counting = [
            one
            for one in await db.results.list_for_server(store, season.server)
            if one.rated and one.counted and season.start <= one.ended < season.until
        ]
        points: dict[int, list[int]] = {}
        for one in counting:
            if one.person is not None:
                points.setdefault(one.person, []).append(PLACES.get(one.place, 0))
        sums = {
            person: round(
                sum(each / (1 + rank // 8) for rank, each in enumerate(sorted(brought, reverse=True)))
            )
            for person, brought in points.items()
        }
        for place in season.podium or ():
            if sums.get(place["person"]) != place["points"]:
                yield f"{name}: {place} has {sums.get(place['person'])} points"
        best = sorted(sums.values(), reverse=True)
        if [place["points"] for place in season.podium or ()][:3] != best[: min(3, len(season.podium or ()))]:
            yield f"{name}: the podium leaves a user out"


def _post_problems(posts: Sequence[db.Post], played: Sequence[CupRecord]) -> Iterator[str]:
    """Checks that everything that closed is announced, and nothing twice."""
    closing = Counter(post.payload["cup"] for post in posts if post.kind == "cup_over")
    over = {one.cup.code for one in played if one.cup.status == "over"}
    if closing != Counter(dict.fromkeys(over, 1)):
        yield f"{len(over)} cups are over, and {closing.total()} closing posts were left"
    for kind, names in UNIQUE_POSTS.items():
        told = Counter(tuple(post.payload[name] for name in names) for post in posts if post.kind == kind)
        if any(number > 1 for number in told.values()):
            yield f"{kind}: something was announced twice"


async def _user_problems(club: Club) -> AsyncProblems:
    for one in club.actors:
        running = await db.players.list_games(club.tables.store, one.id)
        if len(running) > MAX_GAMES_PER_USER:
            yield f"{one.name} plays {len(running)} games at once"


def _day(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat()
