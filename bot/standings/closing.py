"""What happens by itself: a season closes and the next begins; at night all ratings are made again."""

from typing import TYPE_CHECKING, Any

import db
from bot.draft import Draft, Shown
from bot.house import House
from bot.manners import manners_of
from bot.pictures import Standings
from bot.position import NOBODY
from bot.scene import NEUTRAL, plain_name
from bot.standings.boards import by_points
from bot.standings.recompute import remake_ratings, remake_results
from bot.standings.record import begin_season
from bot.standings.saying import alt_of, season_name
from bot.standings.seasons import Span, season_at
from bot.words import Words, words_for
from render.standings.views import PodiumPlace, PodiumView

if TYPE_CHECKING:
    from bot.deliveries import Deliveries

LAST_PLACE = 6
"""So many places of a season are remembered."""
DAY = 24 * 3_600_000
NIGHT = 4 * 3_600_000
"""When in the day, in UTC, everything is made again."""
NIGHTLY = "recompute"
GAMES_AT_ONCE = 50


async def close_season(house: House, timer: db.Timer) -> None:
    server, start = timer.payload["server"], timer.payload["start"]
    now = house.tables.now()
    async with house.store.write() as w:
        if not await w.finish_timer(timer):
            return
        season = await w.season(server, start)
        if season is None or season.closed is not None:
            return
        podium = await _podium(w, season)
        await w.close_season(season, podium, at=now)
        if podium:
            await w.post("season", {"server": server, "start": start}, key=f"season {server} {start}", at=now)
        await begin_season(w, server, season.until)


async def _podium(reads: db.Reads, season: db.Season) -> list[dict[str, Any]]:
    lines = await by_points(reads, season.server, None, Span(season.start, season.until))
    return [
        {"place": line.place, "person": line.person, "points": line.value, "games": line.games}
        for line in lines
        if line.place <= LAST_PLACE
    ]


async def deliver_season(deliveries: "Deliveries", post: db.Post) -> None:
    """The closing post, where the server's lobbies are, else where it played last."""
    house, server = deliveries.house, int(post.payload["server"])
    season = await house.store.season(server, int(post.payload["start"]))
    channel = await _channel(house, server)
    if season is None or not season.podium or channel is None:
        return
    words = words_for((await house.store.server(server)).language)
    draft = await _closing(house, words, season)
    await deliveries.send(deliveries.channel(channel), draft, nonce=post.id, silent=True)


async def _channel(house: House, server: int) -> int | None:
    chosen = manners_of(await house.store.server(server)).lobbies
    return chosen or await house.store.latest_channel(server)


async def _closing(house: House, words: Words, season: db.Season) -> Draft:
    podium = season.podium or ()
    known = await house.store.names_and_hiding([one["person"] for one in podium if one["person"] is not None])
    places = tuple(
        PodiumPlace(
            place=one["place"],
            name=known.get(one["person"], (None, False))[0] or NOBODY,
            points=one["points"],
            games=one["games"],
        )
        for one in podium
    )
    name = season_name(words, season_at(season.start))
    view = PodiumView(title=name, subtitle=words.say("All games"), places=places)
    picture = await house.gallery.get(Standings(view))
    assert picture is not None
    said = [
        words.say("{place}. {name}: {points} points", place=one.place, name=one.name, points=one.points)
        for one in places
    ]
    winners = words.listed(f"**{plain_name(one.name)}**" for one in places if one.place == 1)
    winning = sum(one.place == 1 for one in places)
    return (
        Draft(NEUTRAL)
        .text(
            f"## {words.say('{season} is over', season=name)}",
            words.say_many("{who} wins it.", "{who} share it.", n=winning, who=winners),
        )
        .gallery(Shown("podium", picture, alt_of(name, *said)))
        .text(words.say("-# The next has begun. Rated games bring 10, 6, 3 and 1; the best eight count."))
    )


async def keep_nightly(house: House) -> None:
    """See to it that the nights have their work."""
    if not await house.store.has_timer(NIGHTLY):
        async with house.store.write() as w:
            await w.set_timer(NIGHTLY, key=NIGHTLY, due=next_night(house.tables.now()))


def next_night(now: int) -> int:
    return (now - NIGHT) // DAY * DAY + DAY + NIGHT


async def remake_by_night(house: House, timer: db.Timer) -> None:
    """A part of the night's work: some games, then a server at a time, so that other timers need not wait."""
    tables, store = house.tables, house.store
    done, server = int(timer.payload.get("done", 0)), int(timer.payload.get("server", 0))
    codes = () if server else (await store.finished_games())[done : done + GAMES_AT_ONCE]
    for code in codes:
        await remake_results(tables, code)
    following = next((one for one in await store.servers_with_results() if one > server), None)
    rest: dict[str, Any] | None = None
    if len(codes) == GAMES_AT_ONCE:
        rest = {"done": done + GAMES_AT_ONCE}
    elif following is not None:
        await remake_ratings(store, following)
        rest = {"server": following}
    async with store.write() as w:
        if await w.finish_timer(timer):
            now = tables.now()
            due = next_night(now) if rest is None else now
            await w.set_timer(NIGHTLY, key=NIGHTLY, due=due, payload=rest)
