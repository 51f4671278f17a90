"""/leaderboard: a page of a board, the reader's own row always in sight."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import discord

import db
from bot.chat.interactions.buttons import on_tap
from bot.chat.interactions.commands import SERVERS, Given, Option, command, matches
from bot.chat.interactions.requests import Request
from bot.chat.messages.custom_id import Tap
from bot.chat.messages.message_builder import Draft, button
from bot.i18n import Words, mark, words_for
from bot.play.core.refusals import Denied
from bot.play.turns.opponents import EVERYBODY
from bot.standings import leaderboards
from bot.standings.leaderboards import PERIODS, Period, Solo, Standing
from bot.standings.ratings import IDLE_AFTER, OVERALL
from bot.standings.seasons import places_of
from bot.views.markup import clip
from bot.views.picture_file import PictureFile
from bot.views.pictures import Standings
from bot.views.reader_view import NEUTRAL
from bot.views.standings_text import (
    NAME_IN_ALT,
    about,
    alt_of,
    day_of,
    line_in_words,
    percent,
    period_of,
    title_of,
)
from render.standings.views import (
    ROWS_ON_PAGE,
    LeaderboardRow,
    LeaderboardView,
    SoloRow,
    SoloView,
    StandingsView,
)
from rules.game import AnyGame

PAGE = ROWS_ON_PAGE - 1
"""So that the reader's own row finds room on every page."""
COMPANY = "-company"
"""The board of the computer players."""
SOLO = "-solo"
"""What follows a title's key where its games alone are meant."""


@dataclass(frozen=True, slots=True)
class AskedBoard:
    """Which page of which board."""

    key: str = OVERALL
    period: Period = "ever"
    page: int = 0

    def words(self, page: int | None = None) -> tuple[str, ...]:
        return self.key, self.period, str(self.page if page is None else page)


def titles(games: Mapping[str, AnyGame], words: Words) -> list[tuple[str, str]]:
    """The boards there are, each with its name."""
    every = [(OVERALL, words.say("All games"))]
    for key, game in games.items():
        name = words.teller(game, ()).game_name
        every.append((key, name))
        if game.info.seats[0] == 1:
            every.append((key + SOLO, words.say("{game}, solo", game=name)))
    return [*every, (COMPANY, words.say("Computer players"))]


async def _boards(request: Request, typed: str, _: Given) -> Sequence[tuple[str, str]]:
    return matches(titles(request.games, request.words), typed)


@command(
    mark("leaderboard"),
    mark("Standings of this server"),
    Option("game", mark("game"), mark("Which game"), complete=_boards),
    Option(
        "period",
        mark("period"),
        mark("Period"),
        choices=[
            (mark("All time"), "ever"),
            (mark("This season"), "season"),
            (mark("This month"), "month"),
        ],
    ),
    reach=SERVERS,
)
async def leaderboard(request: Request, given: Given) -> None:
    await _show_asked(request, read_asked((given.get("game", ""), given.get("period", ""))))


@on_tap("leaders", "update")
async def turn(request: Request, tap: Tap) -> None:
    await _show_asked(request, read_asked(tap.words))


@on_tap("leaders-title", "update")
async def choose_title(request: Request, tap: Tap) -> None:
    period = tap.words[0] if tap.words else ""
    await _show_asked(request, read_asked((request.chosen or OVERALL, period)))


@on_tap("leaders-period", "update")
async def choose_period(request: Request, tap: Tap) -> None:
    key = tap.words[0] if tap.words else OVERALL
    await _show_asked(request, read_asked((key, request.chosen)))


@on_tap("leaders-post", "update")
async def post_here(request: Request, tap: Tap) -> None:
    """The same page for everybody in the channel, in the language of the server."""
    await _show_asked(request, read_asked(tap.words), openly=True)


async def _show_asked(request: Request, asked: AskedBoard, *, openly: bool = False) -> None:
    server = request.server
    if server is None:
        raise Denied("boards_need_server")
    words = request.words
    if openly:
        words = words_for((await db.servers.find(request.store, server)).language)
    known = dict(titles(request.games, words))
    if asked.key not in known:
        # Somebody typed a name of a game instead of choosing it.
        fitting = matches(list(known.items()), asked.key)
        asked = AskedBoard(fitting[0][0] if fitting else OVERALL, asked.period)
    if asked.key == COMPANY:
        await _show_company(request, words, asked, openly=openly)
    elif asked.key.endswith(SOLO):
        await _show_solo(request, words, server, asked, known[asked.key], openly=openly)
    else:
        await _show_board(request, words, server, asked, openly=openly)


def read_asked(words: Sequence[str]) -> AskedBoard:
    """What a tap or a command asks for, however it was forged."""
    key, period, page = (*words, "", "", "")[:3]
    return AskedBoard(
        key or OVERALL,
        period if period in PERIODS else "ever",
        int(page) if page.isascii() and page.isdigit() and len(page) < 6 else 0,
    )


async def _show_board(
    request: Request, words: Words, server: int, asked: AskedBoard, *, openly: bool
) -> None:
    me = None if openly else request.visitor.id
    now = request.tables.now()
    async with request.store.read() as reads:
        lines = await leaderboards.standings(reads, server, asked.key, asked.period, now)
        page, pages = _page(asked.page, len(lines))
        shown = lines[page * PAGE :][:PAGE]
        own = next((line for line in lines if line.person == me), None)
        apart = [own] if own is not None and own not in shown else []
        every = await leaderboards.adorned(reads, server, asked.key, (*shown, *apart))
        why_not = "" if own is not None or me is None else await _why_not(reads, words, server, asked, me)
    rows = [_row(line, me) for line in every]
    view = LeaderboardView(
        title=title_of(words, request.games, asked.key),
        subtitle=period_of(words, asked.period, now),
        page=page + 1,
        pages=pages,
        by="rating" if asked.period == "ever" else "points",
        rows=tuple(rows[: len(shown)]),
        mine=rows[-1] if apart else None,
        empty="" if lines else words.say("No rated game yet"),
    )
    said = [line_in_words(words, line) for line in every]
    alt = alt_of(f"{view.title}, {view.subtitle}", *said, view.empty)
    if not lines:
        why_not = words.say("Tables with a clock can be rated: say so when you open one with /new.")
    if openly:
        await _post(request, view, alt)
        return
    await _show(request, AskedBoard(asked.key, asked.period, page), pages, view, alt, why_not)


async def _show_company(request: Request, words: Words, asked: AskedBoard, *, openly: bool) -> None:
    """How the computer players fare, wherever they play: the part of their games that they won."""
    async with request.store.read() as reads:
        tallies = [one for one in await db.results.opponents_tallies(reads) if one.person in EVERYBODY]
    tallies.sort(key=lambda one: (-percent(one.wins / one.games), -one.games, one.person))
    places = places_of([percent(one.wins / one.games) for one in tallies])
    lines = [
        Standing(
            place, one.person, EVERYBODY[one.person].name, percent(one.wins / one.games),
            games=one.games, wins=one.wins,
        )
        for place, one in zip(places, tallies, strict=True)
    ]  # fmt: skip
    view = LeaderboardView(
        title=words.say("Computer players"),
        subtitle=words.say("Games won, in per cent"),
        by="points",
        rows=tuple(_row(line, 0) for line in lines[:ROWS_ON_PAGE]),
        empty="" if lines else words.say("No computer player has finished a game yet"),
    )
    alt = alt_of(
        f"{view.title}, {view.subtitle}", *(line_in_words(words, each) for each in lines), view.empty
    )
    if openly:
        await _post(request, view, alt)
        return
    await _show(request, asked, 1, view, alt, "")


async def _show_solo(
    request: Request, words: Words, server: int, asked: AskedBoard, title: str, *, openly: bool
) -> None:
    me = None if openly else request.visitor.id
    key = asked.key.removesuffix(SOLO)
    async with request.store.read() as reads:
        lines = await leaderboards.solo_standings(reads, server, key)
    page, pages = _page(asked.page, len(lines))
    shown = lines[page * PAGE :][:PAGE]
    own = next((line for line in lines if line.person == me), None)
    teller = words.teller(request.games[key], ())
    named = dict(teller.pieces())
    rows = [_solo_row(words, line, named, me) for line in shown]
    mine = _solo_row(words, own, named, me) if own is not None and own not in shown else None
    view = SoloView(
        title=title,
        subtitle=words.say("Best scores"),
        page=page + 1,
        pages=pages,
        rows=tuple(rows),
        mine=mine,
        empty="" if lines else words.say("Nobody has played alone yet"),
    )
    said = [
        about(
            words,
            f"{row.place}. {clip(row.name, NAME_IN_ALT)}",
            f"{row.score} ({row.about}, {row.when}), {words.say_many('{n} game', '{n} games', n=row.games)}",
        )
        for row in (*rows, *([mine] if mine else []))
    ]
    alt = alt_of(view.title, *said, view.empty)
    if openly:
        await _post(request, view, alt)
        return
    await _show(request, AskedBoard(asked.key, asked.period, page), pages, view, alt, "")


async def _post(request: Request, view: StandingsView, alt: str) -> None:
    picture = await request.context.pictures.get(Standings(view))
    assert picture is not None
    await request.post(Draft(NEUTRAL).gallery(PictureFile("leaderboard", picture, alt)))


async def _show(
    request: Request, asked: AskedBoard, pages: int, view: StandingsView, alt: str, note: str
) -> None:
    words = request.words
    picture = await request.context.pictures.get(Standings(view))
    assert picture is not None
    draft = Draft(NEUTRAL).gallery(PictureFile("leaderboard", picture, alt)).text(note)
    if pages > 1:
        draft.buttons(
            button(
                Tap("leaders", words=asked.words(asked.page - 1)),
                words.say("Previous"),
                disabled=asked.page == 0,
            ),
            button(
                Tap("leaders", words=asked.words(asked.page + 1)),
                words.say("Next"),
                disabled=asked.page == pages - 1,
            ),
        )
    draft.select(
        Tap("leaders-title", words=(asked.period,)),
        words.say("Which game"),
        _options(titles(request.games, words), asked.key),
    )
    if not asked.key.endswith(SOLO) and asked.key != COMPANY:
        draft.select(
            Tap("leaders-period", words=(asked.key,)),
            words.say("Period"),
            _options([(period, _period_label(words, period)) for period in PERIODS], asked.period),
        )
    draft.buttons(button(Tap("leaders-post", words=asked.words()), words.say("Post here")))
    await request.show(draft)


def _options(entries: Sequence[tuple[str, str]], chosen: str) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(label=label, value=value, default=value == chosen) for value, label in entries
    ]


def _period_label(words: Words, period: Period) -> str:
    match period:
        case "ever":
            return words.say("All time")
        case "season":
            return words.say("This season")
        case "month":
            return words.say("This month")


def _page(asked: int, lines: int) -> tuple[int, int]:
    pages = max(1, -(-lines // PAGE))
    return min(max(asked, 0), pages - 1), pages


def _row(line: Standing, me: int | None) -> LeaderboardRow:
    return LeaderboardRow(
        place=line.place,
        name=line.name,
        rating=line.value,
        low=None if line.margin is None else line.value - line.margin,
        high=None if line.margin is None else line.value + line.margin,
        provisional=line.provisional,
        games=line.games,
        wins=line.wins,
        best=line.best,
        form=line.form,
        medals=line.medals,
        is_me=line.person == me,
    )


def _solo_row(words: Words, line: Solo, named: dict[str, str], me: int | None) -> SoloRow:
    return SoloRow(
        place=line.place,
        name=line.name,
        score=line.result.score or 0,
        about=words.listed(named.get(one, one) for one in dict.fromkeys(line.result.favourites)),
        when=day_of(words, line.result.ended),
        games=line.games,
        is_me=line.person == me,
    )


async def _why_not(reads: db.Reads, words: Words, server: int, asked: AskedBoard, me: int) -> str:
    """Why the readers do not find themselves on the board."""
    if (await db.users.find(reads, me)).preferences.hidden:
        return words.say("-# You're hidden from leaderboards; /settings puts you back.")
    if asked.period != "ever":
        return words.say("-# You have no rated game in this period.")
    rating = (await db.ratings.of_person(reads, me, server)).get(asked.key)
    if rating is None:
        return words.say("-# You have no rated game here yet.")
    if reads.now - rating.last > IDLE_AFTER:
        return words.say(
            "-# You're inactive: no rated game for 90 days. Your next one brings you back, with nothing lost."
        )
    return ""
