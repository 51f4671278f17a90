"""/leaderboard: pages of a server's standings; the user's own row is on every page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import discord

import db
from bot.chat.interactions.commands import SERVERS, Arguments, Option, command, matching_choices
from bot.chat.interactions.component_dispatch import on_component
from bot.chat.interactions.requests import Request
from bot.chat.messages.custom_id import CustomId
from bot.chat.messages.message_builder import MessageBuilder, button
from bot.i18n import N_, Locale, locale_for
from bot.play.core.refusals import Denied
from bot.play.turns.opponents import OPPONENTS_BY_ID
from bot.standings import leaderboards
from bot.standings.leaderboards import PERIODS, Period, SoloStanding, Standing
from bot.standings.ratings import IDLE_AFTER_MS, OVERALL
from bot.standings.seasons import shared_places
from bot.views.markup import clip
from bot.views.picture_file import PictureFile
from bot.views.pictures import StandingsPictureRequest
from bot.views.reader_view import NEUTRAL_COLOUR
from bot.views.standings_text import (
    MAX_ALT_NAME_CHARS,
    alt_text,
    date_text,
    labelled,
    percent,
    period_name,
    standing_text,
    title_name,
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

ROWS_PER_PAGE = ROWS_ON_PAGE - 1  # One row is reserved for the user's own standing.
OPPONENTS_KEY = "-company"
SOLO_SUFFIX = "-solo"
"""Appended to a title's key to name its solo board."""


@dataclass(frozen=True, slots=True)
class BoardQuery:
    """Board, period and page, carried in custom ids."""

    key: str = OVERALL
    period: Period = "ever"
    page: int = 0

    def to_args(self, page: int | None = None) -> tuple[str, ...]:
        return self.key, self.period, str(self.page if page is None else page)


def board_titles(games: Mapping[str, AnyGame], locale: Locale) -> list[tuple[str, str]]:
    """Returns all boards as pairs of key and name."""
    entries = [(OVERALL, locale.t("All games"))]
    for key, game in games.items():
        name = locale.game_text(game, ()).game_name
        entries.append((key, name))
        if game.info.seats[0] == 1:
            entries.append((key + SOLO_SUFFIX, locale.t("{game}, solo", game=name)))
    return [*entries, (OPPONENTS_KEY, locale.t("Computer players"))]


async def _complete_board(request: Request, typed: str, _: Arguments) -> Sequence[tuple[str, str]]:
    return matching_choices(board_titles(request.games, request.locale), typed)


@command(
    N_("leaderboard"),
    N_("Standings of this server"),
    Option("game", N_("game"), N_("Which game"), autocomplete=_complete_board),
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
    scope=SERVERS,
)
async def leaderboard(request: Request, given: Arguments) -> None:
    await _answer_query(request, parse_query((given.get("game", ""), given.get("period", ""))))


@on_component("leaders", "update")
async def turn_page(request: Request, custom_id: CustomId) -> None:
    await _answer_query(request, parse_query(custom_id.args))


@on_component("leaders-title", "update")
async def choose_title(request: Request, custom_id: CustomId) -> None:
    period = custom_id.args[0] if custom_id.args else ""
    await _answer_query(request, parse_query((request.selected_value or OVERALL, period)))


@on_component("leaders-period", "update")
async def choose_period(request: Request, custom_id: CustomId) -> None:
    key = custom_id.args[0] if custom_id.args else OVERALL
    await _answer_query(request, parse_query((key, request.selected_value)))


@on_component("leaders-post", "update")
async def post_here(request: Request, custom_id: CustomId) -> None:
    """Post this page in the channel, in the server's language."""
    await _answer_query(request, parse_query(custom_id.args), public=True)


async def _answer_query(request: Request, query: BoardQuery, *, public: bool = False) -> None:
    server = request.server
    if server is None:
        raise Denied("boards_need_server")
    locale = request.locale
    if public:
        locale = locale_for((await db.servers.get(request.store, server)).language)
    known_titles = dict(board_titles(request.games, locale))
    if query.key not in known_titles:
        # The user typed a game's name instead of choosing a suggestion.
        matching = matching_choices(list(known_titles.items()), query.key)
        query = BoardQuery(matching[0][0] if matching else OVERALL, query.period)
    if query.key == OPPONENTS_KEY:
        await _show_opponents_board(request, locale, query, public=public)
    elif query.key.endswith(SOLO_SUFFIX):
        await _show_solo_board(request, locale, server, query, known_titles[query.key], public=public)
    else:
        await _show_board(request, locale, server, query, public=public)


def parse_query(args: Sequence[str]) -> BoardQuery:
    """Parse the arguments of a custom id or command. Invalid ones fall back to defaults."""
    key, period, page = (*args, "", "", "")[:3]
    return BoardQuery(
        key or OVERALL,
        period if period in PERIODS else "ever",
        int(page) if page.isascii() and page.isdigit() and len(page) < 6 else 0,
    )


async def _show_board(
    request: Request, locale: Locale, server: int, query: BoardQuery, *, public: bool
) -> None:
    me = None if public else request.actor.id
    now = request.service.now()
    async with request.store.read() as reads:
        lines = await leaderboards.standings(reads, server, query.key, query.period, now)
        page, pages = _clamp_page(query.page, len(lines))
        shown = lines[page * ROWS_PER_PAGE :][:ROWS_PER_PAGE]
        own = next((line for line in lines if line.user_id == me), None)
        off_page = [own] if own is not None and own not in shown else []
        detailed = await leaderboards.with_form_and_medals(reads, server, query.key, (*shown, *off_page))
        note = "" if own is not None or me is None else await _absence_text(reads, locale, server, query, me)
    rows = [_row(line, me) for line in detailed]
    view = LeaderboardView(
        title=title_name(locale, request.games, query.key),
        subtitle=period_name(locale, query.period, now),
        page=page + 1,
        pages=pages,
        by="rating" if query.period == "ever" else "points",
        rows=tuple(rows[: len(shown)]),
        mine=rows[-1] if off_page else None,
        empty="" if lines else locale.t("No rated game yet"),
    )
    lines_text = [standing_text(locale, line) for line in detailed]
    alt = alt_text(f"{view.title}, {view.subtitle}", *lines_text, view.empty)
    if not lines:
        note = locale.t("Tables with a clock can be rated: say so when you open one with /new.")
    if public:
        await _post_picture(request, view, alt)
        return
    await _show_picture(request, BoardQuery(query.key, query.period, page), pages, view, alt, note)


async def _show_opponents_board(request: Request, locale: Locale, query: BoardQuery, *, public: bool) -> None:
    """Show the win rates of the computer players on all servers."""
    async with request.store.read() as reads:
        tallies = [
            one
            for one in await db.results.tallies_of_computer_players(reads)
            if one.person in OPPONENTS_BY_ID
        ]
    tallies.sort(key=lambda one: (-percent(one.wins / one.games), -one.games, one.person))
    ranks = shared_places([percent(one.wins / one.games) for one in tallies])
    lines = [
        Standing(
            place, one.person, OPPONENTS_BY_ID[one.person].name, percent(one.wins / one.games),
            games=one.games, wins=one.wins,
        )
        for place, one in zip(ranks, tallies, strict=True)
    ]  # fmt: skip
    view = LeaderboardView(
        title=locale.t("Computer players"),
        subtitle=locale.t("Games won, in per cent"),
        by="points",
        rows=tuple(_row(line, 0) for line in lines[:ROWS_ON_PAGE]),
        empty="" if lines else locale.t("No computer player has finished a game yet"),
    )
    alt = alt_text(
        f"{view.title}, {view.subtitle}", *(standing_text(locale, each) for each in lines), view.empty
    )
    if public:
        await _post_picture(request, view, alt)
        return
    await _show_picture(request, query, 1, view, alt, "")


async def _show_solo_board(
    request: Request, locale: Locale, server: int, query: BoardQuery, title: str, *, public: bool
) -> None:
    me = None if public else request.actor.id
    key = query.key.removesuffix(SOLO_SUFFIX)
    async with request.store.read() as reads:
        lines = await leaderboards.solo_standings(reads, server, key)
    page, pages = _clamp_page(query.page, len(lines))
    shown = lines[page * ROWS_PER_PAGE :][:ROWS_PER_PAGE]
    own = next((line for line in lines if line.user_id == me), None)
    game_text = locale.game_text(request.games[key], ())
    piece_names = dict(game_text.component_names())
    rows = [_solo_row(locale, line, piece_names, me) for line in shown]
    mine = _solo_row(locale, own, piece_names, me) if own is not None and own not in shown else None
    view = SoloView(
        title=title,
        subtitle=locale.t("Best scores"),
        page=page + 1,
        pages=pages,
        rows=tuple(rows),
        mine=mine,
        empty="" if lines else locale.t("Nobody has played alone yet"),
    )
    lines_text = [
        labelled(
            locale,
            f"{row.place}. {clip(row.name, MAX_ALT_NAME_CHARS)}",
            f"{row.score} ({row.about}, {row.when}), {locale.tn('{n} game', '{n} games', n=row.games)}",
        )
        for row in (*rows, *([mine] if mine else []))
    ]
    alt = alt_text(view.title, *lines_text, view.empty)
    if public:
        await _post_picture(request, view, alt)
        return
    await _show_picture(request, BoardQuery(query.key, query.period, page), pages, view, alt, "")


async def _post_picture(request: Request, view: StandingsView, alt: str) -> None:
    picture = await request.context.pictures.get(StandingsPictureRequest(view))
    assert picture is not None
    await request.post_publicly(
        MessageBuilder(NEUTRAL_COLOUR).gallery(PictureFile("leaderboard", picture, alt))
    )


async def _show_picture(
    request: Request, query: BoardQuery, pages: int, view: StandingsView, alt: str, note: str
) -> None:
    locale = request.locale
    picture = await request.context.pictures.get(StandingsPictureRequest(view))
    assert picture is not None
    builder = MessageBuilder(NEUTRAL_COLOUR).gallery(PictureFile("leaderboard", picture, alt)).text(note)
    if pages > 1:
        builder.buttons(
            button(
                CustomId("leaders", args=query.to_args(query.page - 1)),
                locale.t("Previous"),
                disabled=query.page == 0,
            ),
            button(
                CustomId("leaders", args=query.to_args(query.page + 1)),
                locale.t("Next"),
                disabled=query.page == pages - 1,
            ),
        )
    builder.select(
        CustomId("leaders-title", args=(query.period,)),
        locale.t("Which game"),
        _select_options(board_titles(request.games, locale), query.key),
    )
    if not query.key.endswith(SOLO_SUFFIX) and query.key != OPPONENTS_KEY:
        builder.select(
            CustomId("leaders-period", args=(query.key,)),
            locale.t("Period"),
            _select_options([(period, _period_label(locale, period)) for period in PERIODS], query.period),
        )
    builder.buttons(button(CustomId("leaders-post", args=query.to_args()), locale.t("Post here")))
    await request.respond(builder)


def _select_options(entries: Sequence[tuple[str, str]], chosen: str) -> list[discord.SelectOption]:
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


def _clamp_page(wanted: int, lines: int) -> tuple[int, int]:
    pages = max(1, -(-lines // ROWS_PER_PAGE))
    return min(max(wanted, 0), pages - 1), pages


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
        is_me=line.user_id == me,
    )


def _solo_row(locale: Locale, line: SoloStanding, piece_names: dict[str, str], me: int | None) -> SoloRow:
    return SoloRow(
        place=line.place,
        name=line.name,
        score=line.result.score or 0,
        about=locale.join_list(piece_names.get(one, one) for one in dict.fromkeys(line.result.favourites)),
        when=date_text(locale, line.result.ended),
        games=line.games,
        is_me=line.user_id == me,
    )


async def _absence_text(reads: db.Reads, locale: Locale, server: int, query: BoardQuery, me: int) -> str:
    """Explains why the user is not on the board."""
    if (await db.users.get(reads, me)).preferences.hidden:
        return locale.t("-# You're hidden from leaderboards; /settings puts you back.")
    if query.period != "ever":
        return locale.t("-# You have no rated game in this period.")
    rating = (await db.ratings.ratings_by_title(reads, me, server)).get(query.key)
    if rating is None:
        return locale.t("-# You have no rated game here yet.")
    if reads.now - rating.last > IDLE_AFTER_MS:
        return locale.t(
            "-# You're inactive: no rated game for 90 days. Your next one brings you back, with nothing lost."
        )
    return ""
