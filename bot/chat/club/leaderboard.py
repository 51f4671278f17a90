"""/leaderboard: a page of a board, the reader's own row always in sight."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import discord

import db
from bot.chat.interactions.buttons import on_component
from bot.chat.interactions.commands import SERVERS, Given, Option, command, matches
from bot.chat.interactions.requests import Request
from bot.chat.messages.custom_id import CustomId
from bot.chat.messages.message_builder import MessageBuilder, button
from bot.i18n import N_, Locale, locale_for
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


def titles(games: Mapping[str, AnyGame], locale: Locale) -> list[tuple[str, str]]:
    """The boards there are, each with its name."""
    every = [(OVERALL, locale.t("All games"))]
    for key, game in games.items():
        name = locale.game_text(game, ()).game_name
        every.append((key, name))
        if game.info.seats[0] == 1:
            every.append((key + SOLO, locale.t("{game}, solo", game=name)))
    return [*every, (COMPANY, locale.t("Computer players"))]


async def _boards(request: Request, typed: str, _: Given) -> Sequence[tuple[str, str]]:
    return matches(titles(request.games, request.locale), typed)


@command(
    N_("leaderboard"),
    N_("Standings of this server"),
    Option("game", N_("game"), N_("Which game"), complete=_boards),
    Option(
        "period",
        N_("period"),
        N_("Period"),
        choices=[
            (N_("All time"), "ever"),
            (N_("This season"), "season"),
            (N_("This month"), "month"),
        ],
    ),
    reach=SERVERS,
)
async def leaderboard(request: Request, given: Given) -> None:
    await _show_asked(request, read_asked((given.get("game", ""), given.get("period", ""))))


@on_component("leaders", "update")
async def turn(request: Request, custom_id: CustomId) -> None:
    await _show_asked(request, read_asked(custom_id.words))


@on_component("leaders-title", "update")
async def choose_title(request: Request, custom_id: CustomId) -> None:
    period = custom_id.words[0] if custom_id.words else ""
    await _show_asked(request, read_asked((request.chosen or OVERALL, period)))


@on_component("leaders-period", "update")
async def choose_period(request: Request, custom_id: CustomId) -> None:
    key = custom_id.words[0] if custom_id.words else OVERALL
    await _show_asked(request, read_asked((key, request.chosen)))


@on_component("leaders-post", "update")
async def post_here(request: Request, custom_id: CustomId) -> None:
    """The same page for everybody in the channel, in the language of the server."""
    await _show_asked(request, read_asked(custom_id.words), openly=True)


async def _show_asked(request: Request, asked: AskedBoard, *, openly: bool = False) -> None:
    server = request.server
    if server is None:
        raise Denied("boards_need_server")
    locale = request.locale
    if openly:
        locale = locale_for((await db.servers.find(request.store, server)).language)
    known = dict(titles(request.games, locale))
    if asked.key not in known:
        # Somebody typed a name of a game instead of choosing it.
        fitting = matches(list(known.items()), asked.key)
        asked = AskedBoard(fitting[0][0] if fitting else OVERALL, asked.period)
    if asked.key == COMPANY:
        await _show_company(request, locale, asked, openly=openly)
    elif asked.key.endswith(SOLO):
        await _show_solo(request, locale, server, asked, known[asked.key], openly=openly)
    else:
        await _show_board(request, locale, server, asked, openly=openly)


def read_asked(words: Sequence[str]) -> AskedBoard:
    """What a tap or a command asks for, however it was forged."""
    key, period, page = (*words, "", "", "")[:3]
    return AskedBoard(
        key or OVERALL,
        period if period in PERIODS else "ever",
        int(page) if page.isascii() and page.isdigit() and len(page) < 6 else 0,
    )


async def _show_board(
    request: Request, locale: Locale, server: int, asked: AskedBoard, *, openly: bool
) -> None:
    me = None if openly else request.actor.id
    now = request.service.now()
    async with request.store.read() as reads:
        lines = await leaderboards.standings(reads, server, asked.key, asked.period, now)
        page, pages = _page(asked.page, len(lines))
        shown = lines[page * PAGE :][:PAGE]
        own = next((line for line in lines if line.person == me), None)
        apart = [own] if own is not None and own not in shown else []
        every = await leaderboards.adorned(reads, server, asked.key, (*shown, *apart))
        why_not = "" if own is not None or me is None else await _why_not(reads, locale, server, asked, me)
    rows = [_row(line, me) for line in every]
    view = LeaderboardView(
        title=title_of(locale, request.games, asked.key),
        subtitle=period_of(locale, asked.period, now),
        page=page + 1,
        pages=pages,
        by="rating" if asked.period == "ever" else "points",
        rows=tuple(rows[: len(shown)]),
        mine=rows[-1] if apart else None,
        empty="" if lines else locale.t("No rated game yet"),
    )
    said = [line_in_words(locale, line) for line in every]
    alt = alt_of(f"{view.title}, {view.subtitle}", *said, view.empty)
    if not lines:
        why_not = locale.t("Tables with a clock can be rated: say so when you open one with /new.")
    if openly:
        await _post(request, view, alt)
        return
    await _show(request, AskedBoard(asked.key, asked.period, page), pages, view, alt, why_not)


async def _show_company(request: Request, locale: Locale, asked: AskedBoard, *, openly: bool) -> None:
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
        title=locale.t("Computer players"),
        subtitle=locale.t("Games won, in per cent"),
        by="points",
        rows=tuple(_row(line, 0) for line in lines[:ROWS_ON_PAGE]),
        empty="" if lines else locale.t("No computer player has finished a game yet"),
    )
    alt = alt_of(
        f"{view.title}, {view.subtitle}", *(line_in_words(locale, each) for each in lines), view.empty
    )
    if openly:
        await _post(request, view, alt)
        return
    await _show(request, asked, 1, view, alt, "")


async def _show_solo(
    request: Request, locale: Locale, server: int, asked: AskedBoard, title: str, *, openly: bool
) -> None:
    me = None if openly else request.actor.id
    key = asked.key.removesuffix(SOLO)
    async with request.store.read() as reads:
        lines = await leaderboards.solo_standings(reads, server, key)
    page, pages = _page(asked.page, len(lines))
    shown = lines[page * PAGE :][:PAGE]
    own = next((line for line in lines if line.person == me), None)
    game_text = locale.game_text(request.games[key], ())
    named = dict(game_text.pieces())
    rows = [_solo_row(locale, line, named, me) for line in shown]
    mine = _solo_row(locale, own, named, me) if own is not None and own not in shown else None
    view = SoloView(
        title=title,
        subtitle=locale.t("Best scores"),
        page=page + 1,
        pages=pages,
        rows=tuple(rows),
        mine=mine,
        empty="" if lines else locale.t("Nobody has played alone yet"),
    )
    said = [
        about(
            locale,
            f"{row.place}. {clip(row.name, NAME_IN_ALT)}",
            f"{row.score} ({row.about}, {row.when}), {locale.tn('{n} game', '{n} games', n=row.games)}",
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
    await request.post(MessageBuilder(NEUTRAL).gallery(PictureFile("leaderboard", picture, alt)))


async def _show(
    request: Request, asked: AskedBoard, pages: int, view: StandingsView, alt: str, note: str
) -> None:
    locale = request.locale
    picture = await request.context.pictures.get(Standings(view))
    assert picture is not None
    builder = MessageBuilder(NEUTRAL).gallery(PictureFile("leaderboard", picture, alt)).text(note)
    if pages > 1:
        builder.buttons(
            button(
                CustomId("leaders", words=asked.words(asked.page - 1)),
                locale.t("Previous"),
                disabled=asked.page == 0,
            ),
            button(
                CustomId("leaders", words=asked.words(asked.page + 1)),
                locale.t("Next"),
                disabled=asked.page == pages - 1,
            ),
        )
    builder.select(
        CustomId("leaders-title", words=(asked.period,)),
        locale.t("Which game"),
        _options(titles(request.games, locale), asked.key),
    )
    if not asked.key.endswith(SOLO) and asked.key != COMPANY:
        builder.select(
            CustomId("leaders-period", words=(asked.key,)),
            locale.t("Period"),
            _options([(period, _period_label(locale, period)) for period in PERIODS], asked.period),
        )
    builder.buttons(button(CustomId("leaders-post", words=asked.words()), locale.t("Post here")))
    await request.show(builder)


def _options(entries: Sequence[tuple[str, str]], chosen: str) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(label=label, value=value, default=value == chosen) for value, label in entries
    ]


def _period_label(locale: Locale, period: Period) -> str:
    match period:
        case "ever":
            return locale.t("All time")
        case "season":
            return locale.t("This season")
        case "month":
            return locale.t("This month")


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


def _solo_row(locale: Locale, line: Solo, named: dict[str, str], me: int | None) -> SoloRow:
    return SoloRow(
        place=line.place,
        name=line.name,
        score=line.result.score or 0,
        about=locale.listed(named.get(one, one) for one in dict.fromkeys(line.result.favourites)),
        when=day_of(locale, line.result.ended),
        games=line.games,
        is_me=line.person == me,
    )


async def _why_not(reads: db.Reads, locale: Locale, server: int, asked: AskedBoard, me: int) -> str:
    """Why the readers do not find themselves on the board."""
    if (await db.users.find(reads, me)).preferences.hidden:
        return locale.t("-# You're hidden from leaderboards; /settings puts you back.")
    if asked.period != "ever":
        return locale.t("-# You have no rated game in this period.")
    rating = (await db.ratings.of_person(reads, me, server)).get(asked.key)
    if rating is None:
        return locale.t("-# You have no rated game here yet.")
    if reads.now - rating.last > IDLE_AFTER:
        return locale.t(
            "-# You're inactive: no rated game for 90 days. Your next one brings you back, with nothing lost."
        )
    return ""
