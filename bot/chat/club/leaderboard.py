"""/leaderboard: pages of a server's standings; the user's own row is on every page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import discord

import db
from bot.chat.club.standings_card import page_buttons, standings_picture
from bot.chat.interactions import Request, on_component
from bot.chat.interactions.channel_checks import public_locale, require_server
from bot.chat.interactions.commands import SERVERS, Arguments, Option, command, matching_choices
from bot.chat.messages import CustomId, MessageBuilder, button, option, parse_digits
from bot.i18n import N_, Locale
from bot.play.turns.opponents import OPPONENTS_BY_ID
from bot.standings import leaderboards
from bot.standings.leaderboards import PERIODS, Period, SoloStanding
from bot.standings.ratings import IDLE_AFTER_MS, OVERALL
from bot.standings.standing import Standing, shared_places
from bot.views.markup import clip
from bot.views.standings_text import (
    MAX_ALT_NAME_CHARS,
    alt_text,
    date_text,
    labelled,
    percent,
    period_name,
    standing_text,
)
from render.standings.views import ROWS_ON_PAGE, LeaderboardRow, LeaderboardView, SoloRow, SoloView
from rules.game import AnyGame

ROWS_PER_PAGE = ROWS_ON_PAGE - 1  # One row is reserved for the user's own standing.
OPPONENTS_KEY = "-company"
SOLO_SUFFIX = "-solo"
"""Appended to a title's key to name its solo board."""
PERIOD_LABELS: Mapping[Period, str] = {
    "ever": N_("All time"),
    "season": N_("This season"),
    "month": N_("This month"),
}


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


async def complete_board(request: Request, typed: str, _: Arguments) -> Sequence[tuple[str, str]]:
    return matching_choices(board_titles(request.games, request.locale), typed)


@command(
    N_("leaderboard"),
    N_("Show this server's leaderboards"),
    Option("game", N_("game"), N_("Which game"), autocomplete=complete_board),
    Option(
        "period",
        N_("period"),
        N_("Period"),
        choices=[(label, period) for period, label in PERIOD_LABELS.items()],
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
    server = require_server(request, for_boards=True)
    locale = await public_locale(request) if public else request.locale
    me = None if public else request.actor.id
    titles = dict(board_titles(request.games, locale))
    if query.key not in titles:
        # The user typed a game's name instead of choosing a suggestion.
        matching = matching_choices(list(titles.items()), query.key)
        query = BoardQuery(matching[0][0] if matching else OVERALL, query.period)
    async with request.store.read() as reads:
        if query.key == OPPONENTS_KEY:
            board = await _opponents_board(reads, locale)
        elif query.key.endswith(SOLO_SUFFIX):
            game = request.games[query.key.removesuffix(SOLO_SUFFIX)]
            board = await _solo_board(reads, locale, game, server, query, me)
        else:
            board = await _ranked_board(reads, locale, titles[query.key], server, query, me)
    picture = await standings_picture(request.context, "leaderboard", board.view, board.alt)
    builder = MessageBuilder().gallery(picture)
    if public:
        await request.post_publicly(builder)
    else:
        shown = replace(query, page=board.view.page - 1)
        await request.respond(_add_controls(request, builder.text(board.note), shown, board.view.pages))


def parse_query(args: Sequence[str]) -> BoardQuery:
    """Parse the arguments of a custom id or command. Invalid ones fall back to defaults."""
    key, period, page = (*args, "", "", "")[:3]
    return BoardQuery(key or OVERALL, period if period in PERIODS else "ever", parse_digits(page, 5) or 0)


@dataclass(frozen=True, slots=True)
class Board:
    """A page of a board as the painter needs it, its alternative text, and a note for the reader."""

    view: LeaderboardView | SoloView
    alt: str
    note: str = ""


async def _ranked_board(
    reads: db.Reads, locale: Locale, title: str, server: int, query: BoardQuery, me: int | None
) -> Board:
    lines = await leaderboards.standings(reads, server, query.key, query.period, reads.now)
    page, pages = clamp_page(query.page, len(lines))
    shown = lines[page * ROWS_PER_PAGE :][:ROWS_PER_PAGE]
    own = next((line for line in lines if line.user_id == me), None)
    off_page = [own] if own is not None and own not in shown else []
    detailed = await leaderboards.with_form_and_medals(reads, server, query.key, (*shown, *off_page))
    note = "" if own is not None or me is None else await absence_text(reads, locale, server, query, me)
    if not lines:
        note = locale.t("Tables with a clock can be rated: say so when you open one with /new.")
    rows = [_row(line, me) for line in detailed]
    view = LeaderboardView(
        title=title,
        subtitle=period_name(locale, query.period, reads.now),
        page=page + 1,
        pages=pages,
        by="rating" if query.period == "ever" else "points",
        rows=tuple(rows[: len(shown)]),
        mine=rows[-1] if off_page else None,
        empty="" if lines else locale.t("No rated game yet"),
    )
    return Board(view, _board_alt_text(locale, view, detailed), note)


async def _opponents_board(reads: db.Reads, locale: Locale) -> Board:
    """Build the board with the win rates of the computer players on all servers."""
    rates = {
        one: percent(one.wins / one.games)
        for one in await db.results.tallies_of_computer_players(reads)
        if one.person in OPPONENTS_BY_ID
    }
    tallies = sorted(rates, key=lambda one: (-rates[one], -one.games, one.person))
    places = shared_places([rates[one] for one in tallies])
    lines = [
        Standing(
            place, one.person, OPPONENTS_BY_ID[one.person].name, rates[one], games=one.games, wins=one.wins
        )
        for place, one in zip(places, tallies, strict=True)
    ]
    view = LeaderboardView(
        title=locale.t("Computer players"),
        subtitle=locale.t("Games won, in percent"),
        by="points",
        rows=tuple(_row(line, 0) for line in lines[:ROWS_ON_PAGE]),
        empty="" if lines else locale.t("No computer player has finished a game yet"),
    )
    return Board(view, _board_alt_text(locale, view, lines))


def _board_alt_text(locale: Locale, view: LeaderboardView, lines: Sequence[Standing]) -> str:
    lines_text = (standing_text(locale, line) for line in lines)
    return alt_text(f"{view.title}, {view.subtitle}", *lines_text, view.empty)


async def _solo_board(
    reads: db.Reads, locale: Locale, game: AnyGame, server: int, query: BoardQuery, me: int | None
) -> Board:
    lines = await leaderboards.solo_standings(reads, server, game.info.key)
    page, pages = clamp_page(query.page, len(lines))
    shown = lines[page * ROWS_PER_PAGE :][:ROWS_PER_PAGE]
    own = next((line for line in lines if line.user_id == me), None)
    game_text = locale.game_text(game, ())
    piece_names = dict(game_text.component_names())
    rows = [_solo_row(locale, line, piece_names, me) for line in shown]
    mine = _solo_row(locale, own, piece_names, me) if own is not None and own not in shown else None
    view = SoloView(
        title=locale.t("{game}, solo", game=game_text.game_name),
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
    return Board(view, alt_text(view.title, *lines_text, view.empty))


def _add_controls(request: Request, builder: MessageBuilder, query: BoardQuery, pages: int) -> MessageBuilder:
    """Add paging, the choice of board and period, and a button to post the page."""
    locale = request.locale
    builder.buttons(
        *page_buttons(
            lambda page: CustomId("leaders", args=query.to_args(page)),
            query.page,
            pages,
            (locale.t("Previous"), locale.t("Next")),
        )
    )
    builder.select(
        CustomId("leaders-title", args=(query.period,)),
        locale.t("Which game"),
        _select_options(board_titles(request.games, locale), query.key),
    )
    if not query.key.endswith(SOLO_SUFFIX) and query.key != OPPONENTS_KEY:
        periods = [(period, locale.t(label)) for period, label in PERIOD_LABELS.items()]
        builder.select(
            CustomId("leaders-period", args=(query.key,)),
            locale.t("Period"),
            _select_options(periods, query.period),
        )
    return builder.buttons(button(CustomId("leaders-post", args=query.to_args()), locale.t("Post here")))


def _select_options(entries: Sequence[tuple[str, str]], chosen: str) -> list[discord.SelectOption]:
    return [option(value, label, default=value == chosen) for value, label in entries]


def clamp_page(wanted: int, lines: int) -> tuple[int, int]:
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


async def absence_text(reads: db.Reads, locale: Locale, server: int, query: BoardQuery, me: int) -> str:
    """Explains why the user is not on the board."""
    if (await db.users.get(reads, me)).preferences.hidden:
        return locale.t("-# You're hidden from leaderboards. /settings shows you again.")
    if query.period != "ever":
        return locale.t("-# You have no rated game in this period.")
    rating = (await db.ratings.ratings_by_title(reads, me, server)).get(query.key)
    if rating is None:
        return locale.t("-# You have no rated game here yet.")
    if reads.now - rating.last > IDLE_AFTER_MS:
        return locale.t(
            "-# You're inactive: no rated game for 90 days. Your next one brings you back "
            "with your old rating."
        )
    return ""
