"""Cups: /club cup opens one or shows those of the server; its card, its table and the post that closes it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import discord
from babel.dates import format_date
from babel.numbers import format_decimal

import db
from bot.chat.interactions import where
from bot.chat.interactions.buttons import on_component
from bot.chat.interactions.commands import CLUB, Given, Option, command
from bot.chat.interactions.context import Context
from bot.chat.interactions.requests import Request
from bot.chat.interactions.titles import title_choices
from bot.chat.interactions.where import check_may_open
from bot.chat.messages.custom_id import CustomId
from bot.chat.messages.message_builder import MessageBuilder, button
from bot.chat.outbox.messenger import Messenger
from bot.chat.outbox.outbox_worker import delivers
from bot.i18n import N_, Locale, locale_for
from bot.play.club import cups
from bot.play.club.pairings import games_each, tables_for
from bot.play.core.outbox_messages import CupOver, CupShown
from bot.play.core.pace import PACES as CLOCKS
from bot.play.core.refusals import Denied
from bot.play.notify import cup_games
from bot.standings.cups import CupLine, Score
from bot.standings.seasons import month_at
from bot.views.markup import mention, plain_name
from bot.views.pace_text import LABELS as PACES
from bot.views.pace_text import about_pace
from bot.views.picture_file import PictureFile
from bot.views.pictures import Standings
from bot.views.reader_view import NEUTRAL
from bot.views.standings_text import about, alt_of
from db.users import NOBODY
from render.standings.views import CupCell, CupRow, CupView, PodiumPlace, PodiumView, Taken

USUAL_SIZE = 5
GAMES_NAMED = 28
"""So many games of a cup are linked from its card: all of the largest."""


@dataclass(frozen=True, slots=True)
class ShownCup:
    """A cup with all that is shown of it."""

    row: db.Cup
    entrants: tuple[db.Contender, ...]
    names: Mapping[int, str]
    lines: tuple[CupLine, ...]
    seats: Mapping[str, Sequence[db.CupSeat]]
    games: Mapping[str, db.Game]

    def name(self, person: int) -> str:
        return self.names.get(person) or NOBODY

    @property
    def over(self) -> int:
        """How many of its games are over."""
        return sum(game.status == "over" for game in self.games.values())


async def read_cup(reads: db.Reads, row: db.Cup) -> ShownCup:
    entrants = await db.cups.entrants(reads, row.code)
    seats = await db.cups.seats(reads, row.code)
    known = await db.users.names_and_hiding(reads, [one.person for one in entrants])
    return ShownCup(
        row=row,
        entrants=entrants,
        names={one: name or NOBODY for one, (name, _) in known.items()},
        lines=await cup_games.lines_of(reads, row) if seats else (),
        seats=seats,
        games=await db.games.find_all(reads, seats),
    )


# What people do


@command(
    N_("cup"),
    N_("Open a small cup that starts when it is full, or see how those here stand"),
    Option("game", N_("game"), N_("Which game; leave out to see the cups here"), choices=title_choices),
    Option(
        "size",
        N_("size"),
        N_("How many play in it"),
        choices=[(str(number), str(number)) for number in cups.SIZES],
    ),
    Option(
        "pace",
        N_("pace"),
        N_("How much time everybody has"),
        choices=[(label, value) for value, label in PACES.items() if value in CLOCKS],
    ),
    group=CLUB,
)
async def cup(request: Request, given: Given) -> None:
    key = given.get("game")
    if key is None:
        await _show_all(request)
        return
    server, channel = await where.channel_for_table(request)
    await check_may_open(request, server, channel)
    opened = await cups.open_cup(
        request.service,
        key,
        request.actor,
        server=server,
        channel=channel,
        size=int(given.get("size") or USUAL_SIZE),
        pace=given.get("pace"),
    )
    request.context.wake()
    said = request.locale.t(
        "Your cup is open. Others join from its card; it starts when {n} are there.", n=opened.size
    )
    await request.note(said)


async def _show_all(request: Request) -> None:
    """The cups of a server that gather or are played, in private."""
    locale, server = request.locale, request.server
    if server is None:
        raise Denied("boards_need_server")
    found = await db.cups.on_server(request.store, server, ("gathering", "running"))
    builder = MessageBuilder(NEUTRAL).text(f"## {locale.t('Cups')}")
    if not found:
        await request.show(builder.text(locale.t("No cup here right now. Open one: /club cup with a game.")))
        return
    builder.text(*(_in_a_line(request, one) for one in found[:25]))
    builder.select(
        CustomId("cup-choose"),
        locale.t("See one"),
        [
            discord.SelectOption(label=f"{_title(request.context, locale, one)} {one.code}", value=one.code)
            for one in found[:25]
        ],
    )
    await request.show(builder)


def _in_a_line(request: Request, row: db.Cup) -> str:
    locale = request.locale
    state = (
        locale.t("open, {n} {n:place|places} left", n=row.size)
        if row.status == "gathering"
        else locale.t("being played")
    )
    link = f" · https://discord.com/channels/{row.server}/{row.channel}/{row.message}" if row.message else ""
    return f"- {_title(request.context, locale, row)} `{row.code}`: {state}{link}"


@on_component("cup-choose", "update")
async def choose(request: Request, _: CustomId) -> None:
    await _show_one(request, request.chosen)


async def _show_one(request: Request, code: str) -> None:
    builder = await _card(request.context, request.locale, await _found(request, code), buttons=False)
    builder.buttons(button(CustomId("cup-post", words=(code,)), request.locale.t("Post here")))
    await request.show(builder)


@on_component("cup-post", "update")
async def post_here(request: Request, custom_id: CustomId) -> None:
    """The table for everybody, in the language of the server."""
    shown = await _found(request, _code(custom_id))
    locale = locale_for((await db.servers.find(request.store, shown.row.server)).language)
    await request.post(await _card(request.context, locale, shown, buttons=False))


@on_component("cup-join", "update")
async def join(request: Request, custom_id: CustomId) -> None:
    await cups.enter(request.service, _code(custom_id), request.actor)
    request.context.wake()


@on_component("cup-leave", "update")
async def leave(request: Request, custom_id: CustomId) -> None:
    await cups.leave(request.service, _code(custom_id), request.actor.id)
    request.context.wake()


@on_component("cup-withdraw", "private")
async def ask_to_withdraw(request: Request, custom_id: CustomId) -> None:
    """What it would mean, before it is done."""
    locale, code = request.locale, _code(custom_id)
    found = await _found(request, code)
    me = next((one for one in found.entrants if one.person == request.actor.id), None)
    if me is None:
        raise Denied("not_in_cup")
    if found.row.status != "running":
        raise Denied("cup_not_running")
    if me.withdrawn is not None:
        raise Denied("withdrawn_already")
    line = next(one for one in found.lines if one.person == me.person)
    left = line.games - line.played
    builder = MessageBuilder(NEUTRAL).text(
        locale.tn(
            "You'd give up the game you still play in this cup.",
            "You'd give up the {n} games you still play in this cup.",
            n=left,
        ),
        locale.t("What you have played still counts: at least half of your games are over.")
        if 2 * line.played >= line.games
        else locale.t("Less than half of your games are over, so none of them would count."),
    )
    sure = button(CustomId("cup-withdrawn", words=(code,)), locale.t("Withdraw"), discord.ButtonStyle.danger)
    await request.show(builder.buttons(sure))


@on_component("cup-withdrawn", "update")
async def withdraw(request: Request, custom_id: CustomId) -> None:
    await cups.withdraw(request.service, _code(custom_id), request.actor.id)
    request.context.wake()
    await request.show(MessageBuilder(NEUTRAL).text(request.locale.t("You have withdrawn from the cup.")))


def _code(custom_id: CustomId) -> str:
    return next(iter(custom_id.words), "")


async def _found(request: Request, code: str) -> ShownCup:
    async with request.store.read() as reads:
        row = await db.cups.find(reads, code)
        if row is None or row.server != request.server:
            raise Denied("cup_closed")
        return await read_cup(reads, row)


# What the channel is shown


@delivers(CupShown)
async def deliver_cup(messenger: Messenger, post: db.Post, payload: CupShown) -> None:
    """The card of a cup: edited where it stands, posted where it is missing."""
    if post.followed:
        return
    context = messenger.context
    async with context.store.read() as reads:
        row = await db.cups.find(reads, payload.cup)
        if row is None:
            return
        shown = await read_cup(reads, row)
        language = (await db.servers.find(reads, row.server)).language
    builder = await _card(context, locale_for(language), shown)
    if row.message is not None and await messenger.edit_if_possible(_message(row), builder):
        return
    if row.message is None or row.status in ("gathering", "running"):
        sent = await messenger.send(messenger.channel(row.channel), builder, nonce=post.id, silent=True)
        await cups.posted(context.service, row, sent.message, sent.channel, dict(sent.files))
        if row.message is not None:
            await messenger.remove(_message(row))


@delivers(CupOver)
async def deliver_podium(messenger: Messenger, post: db.Post, payload: CupOver) -> None:
    """The closing post: where the cup was played, and in the channel for results if there is one."""
    context = messenger.context
    async with context.store.read() as reads:
        row = await db.cups.find(reads, payload.cup)
        if row is None:
            return
        shown = await read_cup(reads, row)
        server = await db.servers.find(reads, row.server)
    builder = await _closing(context, locale_for(server.language), shown)
    await messenger.send(messenger.channel(row.channel), builder, nonce=post.id, silent=True)
    results = server.settings.results
    if results is not None and results != row.channel:
        nonce = f"{post.id}-results"
        await messenger.send(messenger.channel(results), builder, nonce=nonce, silent=True)


def _message(row: db.Cup) -> db.Message:
    """Where a cup's card stands, as it is edited; its files are uploaded anew, for each table is another."""
    assert row.message is not None
    return db.Message(
        message=row.message,
        channel=row.channel,
        game="",
        kind="cup",
        seat=None,
        person=None,
        ply=None,
        at=row.created,
        files=row.files,
    )


async def _card(context: Context, locale: Locale, shown: ShownCup, *, buttons: bool = True) -> MessageBuilder:
    row = shown.row
    builder = MessageBuilder(NEUTRAL).text(f"## {_heading(context, locale, row)}")
    if row.status == "closed":
        return builder.text(locale.t("This cup didn't fill and was closed. /club cup opens another."))
    if row.status == "gathering":
        return _gathering(builder, context, locale, shown, buttons=buttons)
    view = cup_view(locale, _title(context, locale, row), shown)
    picture = await context.pictures.get(Standings(view))
    assert picture is not None
    builder.gallery(PictureFile("cup", picture, _alt(locale, view, shown.lines)))
    builder.text(*_games(locale, shown))
    if row.status == "running":
        builder.text(_rules(locale))
        if buttons:
            builder.buttons(button(CustomId("cup-withdraw", words=(row.code,)), locale.t("Withdraw")))
    return builder


def _gathering(
    builder: MessageBuilder, context: Context, locale: Locale, shown: ShownCup, *, buttons: bool
) -> MessageBuilder:
    row, seats = shown.row, context.games[shown.row.key].info.seats[1]
    free = row.size - len(shown.entrants)
    builder.text(
        *(f"{number}. {mention(one.person)}" for number, one in enumerate(shown.entrants, start=1)),
        locale.tn("-# {n} free place", "-# {n} free places", n=free),
    )
    largest = max(map(len, tables_for(row.size, seats)))
    pace = locale.t(
        "Pace: {pace}. {about}", pace=locale.t(PACES[row.pace]), about=about_pace(row.pace, locale)
    )
    builder.text(
        locale.t(
            "It starts by itself when {n} are there. Everybody plays {games} games, all at once, "
            "at tables of {seats}, and meets everybody as often.",
            n=row.size,
            games=games_each(row.size, seats),
            seats=largest,
        ),
        f"-# {pace}",
        _rules(locale),
    )
    if buttons:
        builder.buttons(
            button(CustomId("cup-join", words=(row.code,)), locale.t("Join"), discord.ButtonStyle.success),
            button(CustomId("cup-leave", words=(row.code,)), locale.t("Leave")),
        )
    return builder


def _rules(locale: Locale) -> str:
    """What everybody agrees to by joining."""
    return locale.t(
        "-# One point for each player you beat at a table, half for a tie; then S-B: the points of those "
        "you beat. Games are rated. If you withdraw, you give up your unfinished games; with less than half "
        "of your games over, none of them counts."
    )


def _games(locale: Locale, shown: ShownCup) -> Iterable[str]:
    """The games that go on and those that are over, each a way to its thread."""
    running, over = (
        [game for game in shown.games.values() if (game.status == "over") is ended] for ended in (False, True)
    )
    if running:
        yield locale.t("Still being played: {games}", games=_ways(running))
    if over:
        yield locale.t("-# Over: {games}", games=_ways(over))


def _ways(games: Sequence[db.Game]) -> str:
    return " ".join(f"<#{game.thread or game.channel}>" for game in games[:GAMES_NAMED])


def cup_view(locale: Locale, title: str, shown: ShownCup) -> CupView:
    """The table as it is drawn."""
    order = [line.person for line in shown.lines]
    return CupView(
        title=title,
        subtitle=f"{_named(locale, shown.row)} · {shown.over}/{len(shown.games)}",
        rows=tuple(
            CupRow(
                place=line.place,
                name=shown.name(line.person),
                cells=tuple(
                    None if other == line.person else _cell(locale, line.against.get(other, Score()))
                    for other in order
                ),
                points=number(locale, line.halves / 2),
                worth=number(locale, line.quarters / 4),
                played=f"{line.played}/{line.games}",
                struck=line.struck,
            )
            for line in shown.lines
        ),
        worth=locale.t("S-B"),
        note=locale.t("S-B: the points of those you beat, half for a tie"),
    )


def _cell(locale: Locale, score: Score) -> CupCell:
    if not score.over:
        return CupCell(text="·")
    taken: Taken = "level"
    if score.halves != score.over:
        taken = "more" if score.halves > score.over else "less"
    return CupCell(taken=taken, text="½" if score.halves == 1 else number(locale, score.halves / 2))


def number(locale: Locale, value: float) -> str:
    return format_decimal(value, locale=locale.language)


def _alt(locale: Locale, view: CupView, lines: Sequence[CupLine]) -> str:
    told = [
        about(
            locale,
            f"{row.place}. {row.name}",
            locale.t("withdrawn")
            if row.struck
            else locale.tn(
                "{points} point, S-B {worth}, {played} games",
                "{points} points, S-B {worth}, {played} games",
                n=-(-line.halves // 2),
                points=row.points,
                worth=row.worth,
                played=row.played,
            ),
        )
        for row, line in zip(view.rows, lines, strict=True)
    ]
    return alt_of(f"{view.title}, {view.subtitle}", *told)


async def _closing(context: Context, locale: Locale, shown: ShownCup) -> MessageBuilder:
    title = _title(context, locale, shown.row)
    ranked = [line for line in shown.lines if not line.struck]
    view = PodiumView(
        title=title,
        subtitle=_named(locale, shown.row),
        places=tuple(
            PodiumPlace(
                place=line.place,
                name=shown.name(line.person),
                points=number(locale, line.halves / 2),
                games=line.games,
            )
            for line in ranked
        ),
    )
    picture = await context.pictures.get(Standings(view))
    assert picture is not None
    over = locale.t("{game}: the cup is over", game=title)
    if shown.row.division is not None:
        over = locale.t("{league} is over", league=_heading(context, locale, shown.row))
    winners = [f"**{plain_name(shown.name(line.person))}**" for line in ranked if line.place == 1]
    said = [
        locale.t("{place}. {name}: {points} points", place=one.place, name=one.name, points=one.points)
        for one in view.places
    ]
    return (
        MessageBuilder(NEUTRAL)
        .text(
            f"## {over}",
            locale.tn("{who} wins it.", "{who} share it.", n=len(winners), who=locale.listed(winners)),
        )
        .gallery(PictureFile("podium", picture, alt_of(title, *said)))
        .text(
            locale.t("-# Another one: /club cup. It starts by itself when it is full.")
            if shown.row.division is None
            else locale.t("-# First place moves up, last place moves down. Join in: /club league.")
        )
    )


def _heading(context: Context, locale: Locale, row: db.Cup) -> str:
    title = _title(context, locale, row)
    if row.division is None or row.month is None:
        return locale.t("{game}: a cup", game=title)
    month = format_date(month_at(row.month).first_day, "LLLL", locale=locale.language)
    return locale.t("{game}: division {n}, {month}", game=title, n=row.division, month=month)


def _named(locale: Locale, row: db.Cup) -> str:
    """What a cup is called on its pictures."""
    if row.division is None:
        return locale.t("Cup {code}", code=row.code)
    return locale.t("Division {n}", n=row.division)


def _title(context: Context, locale: Locale, row: db.Cup) -> str:
    game = context.games.get(row.key)
    return row.key if game is None else locale.game_text(game, ()).game_name
