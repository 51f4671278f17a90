"""Cups: /club cup opens one or shows those of the server; its card, its table and the post that closes it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import discord
from babel.dates import format_date
from babel.numbers import format_decimal

import db
from bot.chat.interactions import where
from bot.chat.interactions.buttons import on_tap
from bot.chat.interactions.commands import CLUB, Given, Option, command
from bot.chat.interactions.context import Context
from bot.chat.interactions.requests import Request
from bot.chat.interactions.titles import title_choices
from bot.chat.interactions.where import check_may_open
from bot.chat.messages.custom_id import Tap
from bot.chat.messages.message_builder import Draft, button
from bot.chat.outbox.messenger import Messenger
from bot.chat.outbox.outbox_worker import delivers
from bot.i18n import Words, mark, words_for
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
    mark("cup"),
    mark("Open a small cup that starts when it is full, or see how those here stand"),
    Option("game", mark("game"), mark("Which game; leave out to see the cups here"), choices=title_choices),
    Option(
        "size",
        mark("size"),
        mark("How many play in it"),
        choices=[(str(number), str(number)) for number in cups.SIZES],
    ),
    Option(
        "pace",
        mark("pace"),
        mark("How much time everybody has"),
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
        request.tables,
        key,
        request.visitor,
        server=server,
        channel=channel,
        size=int(given.get("size") or USUAL_SIZE),
        pace=given.get("pace"),
    )
    request.context.wake()
    said = request.words.say(
        "Your cup is open. Others join from its card; it starts when {n} are there.", n=opened.size
    )
    await request.note(said)


async def _show_all(request: Request) -> None:
    """The cups of a server that gather or are played, in private."""
    words, server = request.words, request.server
    if server is None:
        raise Denied("boards_need_server")
    found = await db.cups.on_server(request.store, server, ("gathering", "running"))
    draft = Draft(NEUTRAL).text(f"## {words.say('Cups')}")
    if not found:
        await request.show(draft.text(words.say("No cup here right now. Open one: /club cup with a game.")))
        return
    draft.text(*(_in_a_line(request, one) for one in found[:25]))
    draft.select(
        Tap("cup-choose"),
        words.say("See one"),
        [
            discord.SelectOption(label=f"{_title(request.context, words, one)} {one.code}", value=one.code)
            for one in found[:25]
        ],
    )
    await request.show(draft)


def _in_a_line(request: Request, row: db.Cup) -> str:
    words = request.words
    state = (
        words.say("open, {n} {n:place|places} left", n=row.size)
        if row.status == "gathering"
        else words.say("being played")
    )
    link = f" · https://discord.com/channels/{row.server}/{row.channel}/{row.message}" if row.message else ""
    return f"- {_title(request.context, words, row)} `{row.code}`: {state}{link}"


@on_tap("cup-choose", "update")
async def choose(request: Request, _: Tap) -> None:
    await _show_one(request, request.chosen)


async def _show_one(request: Request, code: str) -> None:
    draft = await _card(request.context, request.words, await _found(request, code), buttons=False)
    draft.buttons(button(Tap("cup-post", words=(code,)), request.words.say("Post here")))
    await request.show(draft)


@on_tap("cup-post", "update")
async def post_here(request: Request, tap: Tap) -> None:
    """The table for everybody, in the language of the server."""
    shown = await _found(request, _code(tap))
    words = words_for((await db.servers.find(request.store, shown.row.server)).language)
    await request.post(await _card(request.context, words, shown, buttons=False))


@on_tap("cup-join", "update")
async def join(request: Request, tap: Tap) -> None:
    await cups.enter(request.tables, _code(tap), request.visitor)
    request.context.wake()


@on_tap("cup-leave", "update")
async def leave(request: Request, tap: Tap) -> None:
    await cups.leave(request.tables, _code(tap), request.visitor.id)
    request.context.wake()


@on_tap("cup-withdraw", "private")
async def ask_to_withdraw(request: Request, tap: Tap) -> None:
    """What it would mean, before it is done."""
    words, code = request.words, _code(tap)
    found = await _found(request, code)
    me = next((one for one in found.entrants if one.person == request.visitor.id), None)
    if me is None:
        raise Denied("not_in_cup")
    if found.row.status != "running":
        raise Denied("cup_not_running")
    if me.withdrawn is not None:
        raise Denied("withdrawn_already")
    line = next(one for one in found.lines if one.person == me.person)
    left = line.games - line.played
    draft = Draft(NEUTRAL).text(
        words.say_many(
            "You'd give up the game you still play in this cup.",
            "You'd give up the {n} games you still play in this cup.",
            n=left,
        ),
        words.say("What you have played still counts: at least half of your games are over.")
        if 2 * line.played >= line.games
        else words.say("Less than half of your games are over, so none of them would count."),
    )
    sure = button(Tap("cup-withdrawn", words=(code,)), words.say("Withdraw"), discord.ButtonStyle.danger)
    await request.show(draft.buttons(sure))


@on_tap("cup-withdrawn", "update")
async def withdraw(request: Request, tap: Tap) -> None:
    await cups.withdraw(request.tables, _code(tap), request.visitor.id)
    request.context.wake()
    await request.show(Draft(NEUTRAL).text(request.words.say("You have withdrawn from the cup.")))


def _code(tap: Tap) -> str:
    return next(iter(tap.words), "")


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
    draft = await _card(context, words_for(language), shown)
    if row.message is not None and await messenger.edit_if_possible(_message(row), draft):
        return
    if row.message is None or row.status in ("gathering", "running"):
        sent = await messenger.send(messenger.channel(row.channel), draft, nonce=post.id, silent=True)
        await cups.posted(context.tables, row, sent.message, sent.channel, dict(sent.files))
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
    draft = await _closing(context, words_for(server.language), shown)
    await messenger.send(messenger.channel(row.channel), draft, nonce=post.id, silent=True)
    results = server.settings.results
    if results is not None and results != row.channel:
        nonce = f"{post.id}-results"
        await messenger.send(messenger.channel(results), draft, nonce=nonce, silent=True)


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


async def _card(context: Context, words: Words, shown: ShownCup, *, buttons: bool = True) -> Draft:
    row = shown.row
    draft = Draft(NEUTRAL).text(f"## {_heading(context, words, row)}")
    if row.status == "closed":
        return draft.text(words.say("This cup didn't fill and was closed. /club cup opens another."))
    if row.status == "gathering":
        return _gathering(draft, context, words, shown, buttons=buttons)
    view = cup_view(words, _title(context, words, row), shown)
    picture = await context.pictures.get(Standings(view))
    assert picture is not None
    draft.gallery(PictureFile("cup", picture, _alt(words, view, shown.lines)))
    draft.text(*_games(words, shown))
    if row.status == "running":
        draft.text(_rules(words))
        if buttons:
            draft.buttons(button(Tap("cup-withdraw", words=(row.code,)), words.say("Withdraw")))
    return draft


def _gathering(draft: Draft, context: Context, words: Words, shown: ShownCup, *, buttons: bool) -> Draft:
    row, seats = shown.row, context.games[shown.row.key].info.seats[1]
    free = row.size - len(shown.entrants)
    draft.text(
        *(f"{number}. {mention(one.person)}" for number, one in enumerate(shown.entrants, start=1)),
        words.say_many("-# {n} free place", "-# {n} free places", n=free),
    )
    largest = max(map(len, tables_for(row.size, seats)))
    pace = words.say(
        "Pace: {pace}. {about}", pace=words.say(PACES[row.pace]), about=about_pace(row.pace, words)
    )
    draft.text(
        words.say(
            "It starts by itself when {n} are there. Everybody plays {games} games, all at once, "
            "at tables of {seats}, and meets everybody as often.",
            n=row.size,
            games=games_each(row.size, seats),
            seats=largest,
        ),
        f"-# {pace}",
        _rules(words),
    )
    if buttons:
        draft.buttons(
            button(Tap("cup-join", words=(row.code,)), words.say("Join"), discord.ButtonStyle.success),
            button(Tap("cup-leave", words=(row.code,)), words.say("Leave")),
        )
    return draft


def _rules(words: Words) -> str:
    """What everybody agrees to by joining."""
    return words.say(
        "-# One point for each player you beat at a table, half for a tie; then S-B: the points of those "
        "you beat. Games are rated. If you withdraw, you give up your unfinished games; with less than half "
        "of your games over, none of them counts."
    )


def _games(words: Words, shown: ShownCup) -> Iterable[str]:
    """The games that go on and those that are over, each a way to its thread."""
    running, over = (
        [game for game in shown.games.values() if (game.status == "over") is ended] for ended in (False, True)
    )
    if running:
        yield words.say("Still being played: {games}", games=_ways(running))
    if over:
        yield words.say("-# Over: {games}", games=_ways(over))


def _ways(games: Sequence[db.Game]) -> str:
    return " ".join(f"<#{game.thread or game.channel}>" for game in games[:GAMES_NAMED])


def cup_view(words: Words, title: str, shown: ShownCup) -> CupView:
    """The table as it is drawn."""
    order = [line.person for line in shown.lines]
    return CupView(
        title=title,
        subtitle=f"{_named(words, shown.row)} · {shown.over}/{len(shown.games)}",
        rows=tuple(
            CupRow(
                place=line.place,
                name=shown.name(line.person),
                cells=tuple(
                    None if other == line.person else _cell(words, line.against.get(other, Score()))
                    for other in order
                ),
                points=number(words, line.halves / 2),
                worth=number(words, line.quarters / 4),
                played=f"{line.played}/{line.games}",
                struck=line.struck,
            )
            for line in shown.lines
        ),
        worth=words.say("S-B"),
        note=words.say("S-B: the points of those you beat, half for a tie"),
    )


def _cell(words: Words, score: Score) -> CupCell:
    if not score.over:
        return CupCell(text="·")
    taken: Taken = "level"
    if score.halves != score.over:
        taken = "more" if score.halves > score.over else "less"
    return CupCell(taken=taken, text="½" if score.halves == 1 else number(words, score.halves / 2))


def number(words: Words, value: float) -> str:
    return format_decimal(value, locale=words.language)


def _alt(words: Words, view: CupView, lines: Sequence[CupLine]) -> str:
    told = [
        about(
            words,
            f"{row.place}. {row.name}",
            words.say("withdrawn")
            if row.struck
            else words.say_many(
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


async def _closing(context: Context, words: Words, shown: ShownCup) -> Draft:
    title = _title(context, words, shown.row)
    ranked = [line for line in shown.lines if not line.struck]
    view = PodiumView(
        title=title,
        subtitle=_named(words, shown.row),
        places=tuple(
            PodiumPlace(
                place=line.place,
                name=shown.name(line.person),
                points=number(words, line.halves / 2),
                games=line.games,
            )
            for line in ranked
        ),
    )
    picture = await context.pictures.get(Standings(view))
    assert picture is not None
    over = words.say("{game}: the cup is over", game=title)
    if shown.row.division is not None:
        over = words.say("{league} is over", league=_heading(context, words, shown.row))
    winners = [f"**{plain_name(shown.name(line.person))}**" for line in ranked if line.place == 1]
    said = [
        words.say("{place}. {name}: {points} points", place=one.place, name=one.name, points=one.points)
        for one in view.places
    ]
    return (
        Draft(NEUTRAL)
        .text(
            f"## {over}",
            words.say_many("{who} wins it.", "{who} share it.", n=len(winners), who=words.listed(winners)),
        )
        .gallery(PictureFile("podium", picture, alt_of(title, *said)))
        .text(
            words.say("-# Another one: /club cup. It starts by itself when it is full.")
            if shown.row.division is None
            else words.say("-# First place moves up, last place moves down. Join in: /club league.")
        )
    )


def _heading(context: Context, words: Words, row: db.Cup) -> str:
    title = _title(context, words, row)
    if row.division is None or row.month is None:
        return words.say("{game}: a cup", game=title)
    month = format_date(month_at(row.month).first_day, "LLLL", locale=words.language)
    return words.say("{game}: division {n}, {month}", game=title, n=row.division, month=month)


def _named(words: Words, row: db.Cup) -> str:
    """What a cup is called on its pictures."""
    if row.division is None:
        return words.say("Cup {code}", code=row.code)
    return words.say("Division {n}", n=row.division)


def _title(context: Context, words: Words, row: db.Cup) -> str:
    game = context.games.get(row.key)
    return row.key if game is None else words.teller(game, ()).game_name
