"""Leagues: /club league lists them and shows one, with its rules and buttons to join or leave."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from babel.dates import format_date

import db
from bot.chat.club.clubs_list import list_clubs
from bot.chat.club.standings_card import format_number, standings_picture
from bot.chat.interactions import Context, Request, on_component
from bot.chat.interactions.channel_checks import (
    channel_for_table,
    check_may_open_table,
    public_locale,
    require_server,
)
from bot.chat.interactions.commands import CLUB, Arguments, club_options, command
from bot.chat.messages import SUCCESS, CustomId, MessageBuilder, button, parse_digits
from bot.i18n import N_, Locale
from bot.play.club import leagues
from bot.play.core import Denied
from bot.play.notify.cup_games import CupStandings
from bot.standings.leagues import MIN_DIVISION_SIZE
from bot.standings.seasons import Span, month_at
from bot.views.markup import plain_name
from bot.views.pace_text import AWAY_DAYS_RULE, pace_line
from bot.views.standings_text import alt_text, labelled, title_name
from db.users import DisplayName
from render.standings.views import DIVISIONS_ON_PAGE, LeagueDivision, LeagueRow, LeagueView, Moves

MAX_NAMES = 20
SIGNED_UP = N_("- {game}: {n} signed up")


@command(
    N_("league"),
    N_("A league in monthly divisions: join once, play every month"),
    *club_options(N_("Which game; leave empty to see the leagues here")),
    group=CLUB,
)
async def league(request: Request, given: Arguments) -> None:
    key, t = given.get("game"), request.locale.t
    if key is not None:
        await _show_league(request, key, given.get("pace"))
    else:
        none = t("No league here yet. Start one with /club league and a game.")
        await list_clubs(request, db.leagues.clubs, t("Leagues"), none, CustomId("league-choose"), SIGNED_UP)


@on_component("league-choose", "update")
async def choose_league(request: Request, _: CustomId) -> None:
    await _show_league(request, request.selected_value, None)


async def _show_league(request: Request, key: str, pace: str | None, page: int | None = None) -> None:
    """Show a league in private, with paging, join or leave, and a button to post it."""
    if key not in request.games:
        raise Denied("not_a_choice")
    locale, me = request.locale, request.actor.id
    month = await _load_month(request.store, require_server(request), key, pace)
    page = initial_page(month, page, me)
    builder = await _league_card(request.context, locale, key, month, page)
    if month.pages > 1:
        builder.buttons(
            *(
                button(
                    CustomId("league-page", args=(key, str(number))),
                    locale.t(
                        "Divisions {first}–{last}",
                        first=number * DIVISIONS_ON_PAGE + 1,
                        last=min((number + 1) * DIVISIONS_ON_PAGE, len(month.divisions)),
                    ),
                )
                for number in range(month.pages)
            )
        )
    if me in month.members:
        membership = button(CustomId("league-off", args=(key,)), locale.t("Leave the league"))
    else:
        sign_on = CustomId("league-on", args=(key, *([pace] if pace else [])))
        membership = button(sign_on, locale.t("Join the league"), SUCCESS)
    builder.buttons(membership)
    if month.members or month.divisions:
        builder.buttons(button(CustomId("league-post", args=(key, str(page))), locale.t("Post here")))
    await request.respond(builder)


@on_component("league-page", "update")
async def turn_page(request: Request, custom_id: CustomId) -> None:
    key, page = custom_id.arg(), custom_id.arg(1)
    await _show_league(request, key, None, parse_digits(page, 3))


@on_component("league-on", "update")
@on_component("league-join", "private")  # on a public post, which stays as it is
async def sign_on(request: Request, custom_id: CustomId) -> None:
    server, channel = await channel_for_table(request)
    key, pace = custom_id.arg(), custom_id.arg(1)
    if await db.leagues.find(request.store, server, key) is None:
        await check_may_open_table(request, server, channel)
    await leagues.sign_on(
        request.service, key, request.actor, server=server, channel=channel, pace=pace or None
    )
    await _show_league(request, key, pace or None)


@on_component("league-off", "update")
async def sign_off(request: Request, custom_id: CustomId) -> None:
    key = custom_id.arg()
    await leagues.sign_off(request.service, key, request.actor.id, server=require_server(request))
    await _show_league(request, key, None)


@on_component("league-post", "update")
async def post_here(request: Request, custom_id: CustomId) -> None:
    """Post the league in this channel, in the server's language, with a button to join."""
    key, page = custom_id.arg(), custom_id.arg(1)
    if key not in request.games:
        raise Denied("not_a_choice")
    locale = await public_locale(request)
    month = await _load_month(request.store, require_server(request), key, None)
    shown = initial_page(month, parse_digits(page, 3), request.actor.id)
    builder = await _league_card(request.context, locale, key, month, shown)
    join = button(CustomId("league-join", args=(key,)), locale.t("Join the league"), SUCCESS)
    await request.post_publicly(builder.buttons(join))


@dataclass(frozen=True, slots=True)
class LeagueMonth:
    """A league's members, divisions and standings in the current month."""

    pace: str
    members: tuple[int, ...]
    divisions: tuple[CupStandings, ...]
    names: Mapping[int | None, DisplayName]

    @property
    def playing_users(self) -> frozenset[int]:
        return frozenset(line.user_id for division in self.divisions for line in division.lines)

    @property
    def pages(self) -> int:
        return -(-len(self.divisions) // DIVISIONS_ON_PAGE)


async def _load_month(store: db.Store, server: int, key: str, pace: str | None) -> LeagueMonth:
    """Load the current month. `pace` applies only if the league does not exist yet."""
    async with store.read() as reads:
        pace = await db.leagues.clubs.pace(reads, server, key, pace)
        members = tuple(one.person for one in await db.leagues.list_members(reads, server, key))
        divisions = await leagues.load_divisions(reads, server, key, month_at(reads.now).start)
        playing = (line.user_id for division in divisions for line in division.lines)
        names = await db.users.display_names(reads, {*members, *playing})
    return LeagueMonth(pace, members, divisions, names)


async def _league_card(
    context: Context, locale: Locale, key: str, month: LeagueMonth, page: int
) -> MessageBuilder:
    """Build the card: standings, members without a division, start of the next month, rules."""
    title, span = title_name(locale, context.games, key), month_at(context.service.now())
    builder = MessageBuilder().text(f"## {locale.t('{game}: the league', game=title)}")
    if month.divisions:
        view = league_view(locale, title, span, month, page)
        picture = await standings_picture(context, "league", view, _league_alt_text(locale, view))
        builder.gallery(picture)
    waiting = [
        plain_name(str(month.names[person])) for person in month.members if person not in month.playing_users
    ]
    signed_on = locale.t("Signed up: {who}", who=names_list(locale, waiting)) if waiting else ""
    missing = MIN_DIVISION_SIZE - len(month.members)
    begins = locale.t("The next month begins <t:{at}:D>.", at=span.until // 1000)
    if missing > 0:
        begins += " " + locale.tn("One more is needed by then.", "{n} more are needed by then.", n=missing)
    return builder.text(signed_on, begins, f"-# {pace_line(month.pace, locale)}", *_rules_lines(locale))


def initial_page(month: LeagueMonth, wanted: int | None, reader: int) -> int:
    """Returns the wanted page within range, else the page of the user's own division."""
    if wanted is not None:
        return min(max(wanted, 0), max(0, month.pages - 1))
    for number, each in enumerate(month.divisions):
        if any(line.user_id == reader for line in each.lines):
            return number // DIVISIONS_ON_PAGE
    return 0


def league_view(locale: Locale, title: str, span: Span, month: LeagueMonth, page: int) -> LeagueView:
    """Build one page of divisions for the painter."""
    return LeagueView(
        title=title,
        subtitle=format_date(span.first_day, "LLLL y", locale=locale.language),
        page=page + 1,
        pages=month.pages,
        divisions=tuple(
            LeagueDivision(
                label=locale.t("Division {n}", n=each.cup.division),
                begun=any(line.played for line in each.lines),
                rows=tuple(_division_rows(locale, month, each)),
            )
            for each in month.divisions[page * DIVISIONS_ON_PAGE : (page + 1) * DIVISIONS_ON_PAGE]
        ),
    )


def _division_rows(locale: Locale, month: LeagueMonth, division: CupStandings) -> Iterator[LeagueRow]:
    """Yields the division's rows; once a game is over, with promotion and relegation marks."""
    begun = any(line.played for line in division.lines)
    for line in division.lines:
        moves: Moves = ""
        if begun and line == division.lines[0] and division != month.divisions[0]:
            moves = "up"
        elif begun and line == division.lines[-1] and division != month.divisions[-1]:
            moves = "down"
        yield LeagueRow(
            place=line.place,
            name=str(month.names[line.user_id]),
            points=format_number(locale, line.halves / 2),
            played=f"{line.played}/{line.games}",
            moves=moves,
            struck=line.struck,
        )


def _league_alt_text(locale: Locale, view: LeagueView) -> str:
    return alt_text(
        f"{view.title}, {view.subtitle}",
        *(
            labelled(locale, each.label, " · ".join(_row_text(row, begun=each.begun) for row in each.rows))
            for each in view.divisions
        ),
    )


def _row_text(row: LeagueRow, *, begun: bool) -> str:
    return f"{row.place}. {row.name} {row.points}" if begun else row.name


def names_list(locale: Locale, names: Sequence[str]) -> str:
    """Lists at most MAX_NAMES names and counts the others."""
    if len(names) <= MAX_NAMES:
        return locale.join_list(names)
    return locale.join_list([*names[:MAX_NAMES], locale.t("{n} others", n=len(names) - MAX_NAMES)])


def _rules_lines(locale: Locale) -> tuple[str, ...]:
    """Returns the rules that players accept by joining."""
    return (
        locale.t(
            "-# Divisions of four to six players. You play every other player of your "
            "division, all games at once, and all are rated. First place moves up, last "
            "place moves down; ratings break ties. New players start at the bottom. You play "
            "every month until you leave."
        ),
        locale.t(
            "-# Games still running at the end of the month are decided, paused ones too. "
            "Players come last if the caretaker plays for them. So do players who used more time "
            "than the pace gives, twice the time of the quickest player, and over a day more. "
            "After that Skald's estimate of the position decides."
        ),
        locale.t(AWAY_DAYS_RULE),
    )
