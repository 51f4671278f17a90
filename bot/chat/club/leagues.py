"""Leagues: /club league shows those of the server, with signing on and off, and the rules told beforehand."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import discord
from babel.dates import format_date

import db
from bot.chat.club.cups import number as number_in
from bot.chat.interactions import where
from bot.chat.interactions.buttons import on_component
from bot.chat.interactions.commands import CLUB, Given, Option, command
from bot.chat.interactions.context import Context
from bot.chat.interactions.requests import Request
from bot.chat.interactions.titles import title_choices
from bot.chat.interactions.where import check_may_open
from bot.chat.messages.custom_id import CustomId
from bot.chat.messages.message_builder import MessageBuilder, button
from bot.i18n import N_, Locale, locale_for
from bot.play.club import leagues
from bot.play.core.pace import PACES as CLOCKS
from bot.play.core.refusals import Denied
from bot.play.notify.cup_games import lines_of_all
from bot.standings.cups import CupLine
from bot.standings.leagues import LEAST
from bot.standings.seasons import Span, month_at
from bot.views.markup import plain_name
from bot.views.pace_text import LABELS as PACES
from bot.views.pace_text import about_pace
from bot.views.picture_file import PictureFile
from bot.views.pictures import Standings
from bot.views.reader_view import NEUTRAL
from bot.views.standings_text import about, alt_of
from db.users import NOBODY
from render.standings.views import DIVISIONS_ON_PAGE, LeagueDivision, LeagueRow, LeagueView, Moves

NAMED = 20
"""So many who have signed on are named."""


@command(
    N_("league"),
    N_("A league in monthly divisions: join once, play every month"),
    Option("game", N_("game"), N_("Which game; leave out to see the leagues here"), choices=title_choices),
    Option(
        "pace",
        N_("pace"),
        N_("How much time everybody has, if you're the first to join"),
        choices=[(label, value) for value, label in PACES.items() if value in CLOCKS],
    ),
    group=CLUB,
)
async def league(request: Request, given: Given) -> None:
    key = given.get("game")
    if key is None:
        await _show_all(request)
    else:
        await _show(request, key, given.get("pace"))


async def _show_all(request: Request) -> None:
    locale, server = request.locale, _server(request)
    builder = MessageBuilder(NEUTRAL).text(f"## {locale.t('Leagues')}")
    every = await db.leagues.on_server(request.store, server)
    if not every:
        builder.text(locale.t("No league here yet. Found one: /club league with a game."))
    for one in every:
        there = len(await db.leagues.members(request.store, server, one.key))
        builder.text(
            locale.t("- {game}: {n} signed up", game=_title(request.context, locale, one.key), n=there)
        )
    if every:
        choices = [
            discord.SelectOption(label=_title(request.context, locale, one.key), value=one.key)
            for one in every
        ]
        builder.select(CustomId("league-choose"), locale.t("See one"), choices[:25])
    await request.show(builder)


@on_component("league-choose", "update")
async def choose(request: Request, _: CustomId) -> None:
    await _show(request, request.chosen, None)


async def _show(request: Request, key: str, pace: str | None, page: int | None = None) -> None:
    """A league in private, with what somebody can do there."""
    if key not in request.games:
        raise Denied("not_a_choice")
    locale, me = request.locale, request.actor.id
    month = await _month(request.store, _server(request), key, pace)
    page = _page_of(month, page, me)
    builder = await _card(request.context, locale, key, month, page)
    if month.pages > 1:
        builder.buttons(
            *(
                button(
                    CustomId("league-page", words=(key, str(number))),
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
        way = button(CustomId("league-off", words=(key,)), locale.t("Leave the league"))
    else:
        sign_on = CustomId("league-on", words=(key, *([pace] if pace else [])))
        way = button(sign_on, locale.t("Join the league"), discord.ButtonStyle.success)
    builder.buttons(way)
    if month.members or month.divisions:
        builder.buttons(button(CustomId("league-post", words=(key, str(page))), locale.t("Post here")))
    await request.show(builder)


@on_component("league-page", "update")
async def turn(request: Request, custom_id: CustomId) -> None:
    key, page = (*custom_id.words, "", "")[:2]
    await _show(request, key, None, _page(page))


def _page(word: str) -> int | None:
    return int(word) if word.isascii() and word.isdecimal() and len(word) < 4 else None


@on_component("league-on", "update")
async def sign_on(request: Request, custom_id: CustomId) -> None:
    key, pace = await _signed_on(request, custom_id)
    await _show(request, key, pace)


@on_component("league-join", "private")
async def sign_on_from_post(request: Request, custom_id: CustomId) -> None:
    """The same from what was posted for everybody."""
    key, pace = await _signed_on(request, custom_id)
    await _show(request, key, pace)


async def _signed_on(request: Request, custom_id: CustomId) -> tuple[str, str | None]:
    server, channel = await where.channel_for_table(request)
    key, pace = (*custom_id.words, "", "")[:2]
    if await db.leagues.find(request.store, server, key) is None:
        await check_may_open(request, server, channel)
    await leagues.sign_on(
        request.service, key, request.actor, server=server, channel=channel, pace=pace or None
    )
    request.context.wake()
    return key, pace or None


@on_component("league-off", "update")
async def sign_off(request: Request, custom_id: CustomId) -> None:
    key = next(iter(custom_id.words), "")
    await leagues.sign_off(request.service, key, request.actor.id, server=_server(request))
    await _show(request, key, None)


@on_component("league-post", "update")
async def post_here(request: Request, custom_id: CustomId) -> None:
    """The league for everybody, in the language of the server, with the way to sign on."""
    (key, page), server = (*custom_id.words, "", "")[:2], _server(request)
    if key not in request.games:
        raise Denied("not_a_choice")
    locale = locale_for((await db.servers.find(request.store, server)).language)
    month = await _month(request.store, server, key, None)
    shown = _page_of(month, _page(page), request.actor.id)
    builder = await _card(request.context, locale, key, month, shown)
    join = button(
        CustomId("league-join", words=(key,)), locale.t("Join the league"), discord.ButtonStyle.success
    )
    await request.post(builder.buttons(join))


@dataclass(frozen=True, slots=True)
class Month:
    """A league as it stands in the month that runs."""

    pace: str
    members: tuple[int, ...]
    divisions: tuple[db.Cup, ...]
    lines: Mapping[str, Sequence[CupLine]]
    names: Mapping[int, str]

    @property
    def playing(self) -> frozenset[int]:
        return frozenset(line.person for table in self.lines.values() for line in table)

    @property
    def pages(self) -> int:
        return -(-len(self.divisions) // DIVISIONS_ON_PAGE)


async def _month(store: db.Store, server: int, key: str, pace: str | None) -> Month:
    """`pace` is the one at which it would be founded."""
    async with store.read() as reads:
        found = await db.leagues.find(reads, server, key)
        if found is not None or pace is None:
            pace = found.pace if found else (await db.servers.find(reads, server)).settings.pace
        members = tuple(one.person for one in await db.leagues.members(reads, server, key))
        divisions = await db.cups.divisions(reads, server, key, month_at(reads.now).start)
        ratings = {one.person: one.mu for one in await db.ratings.at_title(reads, server, key)}
        tables = await lines_of_all(reads, divisions)
        lines = {code: leagues.in_order(table, ratings) for code, table in tables.items()}
        people = {*members, *(line.person for table in lines.values() for line in table)}
        known = await db.users.names_and_hiding(reads, people)
    names = {person: known.get(person, (None, False))[0] or NOBODY for person in people}
    return Month(pace, members, divisions, lines, names)


async def _card(context: Context, locale: Locale, key: str, month: Month, page: int) -> MessageBuilder:
    """How the divisions stand, who else has signed on, when the next month begins, and the rules."""
    title, span = _title(context, locale, key), month_at(context.service.now())
    builder = MessageBuilder(NEUTRAL).text(f"## {locale.t('{game}: the league', game=title)}")
    if month.divisions:
        view = league_view(locale, title, span, month, page)
        picture = await context.pictures.get(Standings(view))
        assert picture is not None
        builder.gallery(PictureFile("league", picture, _alt(locale, view)))
    new = [plain_name(month.names[person]) for person in month.members if person not in month.playing]
    signed_on = locale.t("Signed up: {who}", who=_listed(locale, new)) if new else ""
    missing = LEAST - len(month.members)
    begins = locale.t("The next month begins <t:{at}:D>.", at=span.until // 1000)
    if missing > 0:
        begins += " " + locale.tn("One more is needed by then.", "{n} more are needed by then.", n=missing)
    pace = locale.t(
        "Pace: {pace}. {about}", pace=locale.t(PACES[month.pace]), about=about_pace(month.pace, locale)
    )
    return builder.text(signed_on, begins, f"-# {pace}", *_rules(locale))


def _page_of(month: Month, asked: int | None, reader: int) -> int:
    """The page that was asked for, else the one on which the reader plays."""
    if asked is not None:
        return min(max(asked, 0), max(0, month.pages - 1))
    for number, each in enumerate(month.divisions):
        if any(line.person == reader for line in month.lines[each.code]):
            return number // DIVISIONS_ON_PAGE
    return 0


def league_view(locale: Locale, title: str, span: Span, month: Month, page: int) -> LeagueView:
    """A page of the divisions as it is drawn."""
    top, bottom = month.divisions[0], month.divisions[-1]
    return LeagueView(
        title=title,
        subtitle=format_date(span.first_day, "LLLL y", locale=locale.language),
        page=page + 1,
        pages=month.pages,
        divisions=tuple(
            LeagueDivision(
                label=locale.t("Division {n}", n=each.division),
                begun=any(line.played for line in month.lines[each.code]),
                rows=tuple(_rows(locale, month, each, top=each == top, bottom=each == bottom)),
            )
            for each in month.divisions[page * DIVISIONS_ON_PAGE : (page + 1) * DIVISIONS_ON_PAGE]
        ),
    )


def _rows(locale: Locale, month: Month, division: db.Cup, *, top: bool, bottom: bool) -> Iterator[LeagueRow]:
    """Once something has been played it shows who would go up and who would go down."""
    lines = month.lines[division.code]
    begun = any(line.played for line in lines)
    for number, line in enumerate(lines):
        moves: Moves = ""
        if begun and number == 0 and not top:
            moves = "up"
        elif begun and number == len(lines) - 1 and not bottom:
            moves = "down"
        yield LeagueRow(
            place=line.place,
            name=month.names[line.person],
            points=number_in(locale, line.halves / 2),
            played=f"{line.played}/{line.games}",
            moves=moves,
            struck=line.struck,
        )


def _alt(locale: Locale, view: LeagueView) -> str:
    return alt_of(
        f"{view.title}, {view.subtitle}",
        *(
            about(locale, each.label, " · ".join(_row_in_words(row, begun=each.begun) for row in each.rows))
            for each in view.divisions
        ),
    )


def _row_in_words(row: LeagueRow, *, begun: bool) -> str:
    return f"{row.place}. {row.name} {row.points}" if begun else row.name


def _listed(locale: Locale, names: Sequence[str]) -> str:
    """Names in a row, not too many of them."""
    if len(names) <= NAMED:
        return locale.listed(names)
    return locale.listed([*names[:NAMED], locale.t("{n} others", n=len(names) - NAMED)])


def _rules(locale: Locale) -> tuple[str, ...]:
    """What everybody agrees to by signing on."""
    return (
        locale.t(
            "-# Divisions of four to six, everybody against everybody, all games at once and rated. "
            "The first of a division goes up, the last goes down, level ones by rating; who is new starts at "
            "the bottom. You play every month until you sign off."
        ),
        locale.t(
            "-# Games still going at the end of the month are decided: whoever took more than twice as long "
            "as the quickest (and over a day longer), or left their seat to the caretaker, finishes behind; "
            "nights and away days don't count. After that Skald's estimate of the position decides."
        ),
    )


def _title(context: Context, locale: Locale, key: str) -> str:
    game = context.games.get(key)
    return key if game is None else locale.game_text(game, ()).game_name


def _server(request: Request) -> int:
    if request.server is None:
        raise Denied("only_on_server")
    return request.server
