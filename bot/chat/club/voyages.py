"""/club voyage: one deal for everybody and one try a week; the result to show, and the places on Sunday."""

import discord

import db
from bot.chat.interactions.buttons import on_tap
from bot.chat.interactions.commands import CLUB, Given, command
from bot.chat.interactions.context import Context
from bot.chat.interactions.requests import Request
from bot.chat.messages.custom_id import Tap
from bot.chat.messages.message_builder import Draft, button
from bot.chat.outbox.messenger import Messenger
from bot.chat.outbox.outbox_worker import delivers
from bot.chat.table.saga import film_of, saga_of
from bot.i18n import Words, mark, words_for
from bot.play.club import voyages
from bot.play.core.outbox_messages import VoyageOver
from bot.play.core.refusals import Denied
from bot.play.turns import opponents
from bot.standings.voyages import (
    WEEK,
    Arrival,
    arrivals,
    number_of,
    streak_of,
    week_at,
    year_of,
    year_table,
)
from bot.views.markup import plain_name, relative_time
from bot.views.picture_file import PictureFile
from bot.views.pictures import Standings
from bot.views.reader_view import NEUTRAL
from bot.views.standings_text import about, alt_of, signed, title_of
from render.standings.views import ROWS_ON_PAGE, Fact, SoloRow, SoloView, VoyageView
from rules.game import Abridging

ROWS = ROWS_ON_PAGE - 1
_SEAL = mark("-# The seed was `{seed}`; its SHA-256 is the seal `{commitment}`.")
_SEAL_WITH_OPENING = mark(
    "-# The seed was `{seed}`. The seal `{commitment}` covers it and Skald's opening: /table verify "
    "checks both."
)


@command(
    mark("voyage"),
    mark("The voyage of the week: one deal for everybody, one try"),
    group=CLUB,
)
async def voyage(request: Request, _: Given) -> None:
    await _show(request)


async def _show(request: Request, note: str = "") -> None:
    words, me = request.words, request.visitor.id
    async with request.store.read() as reads:
        now = await voyages.current(reads)
        tries = await db.voyages.tries_of(reads, me)
        before = await db.voyages.find(reads, now.week - WEEK)
    own = next((one for one in tries if one.week == now.week), None)
    draft = Draft(NEUTRAL).text(f"## {words.say('The voyage of the week')}", note)
    draft.text(
        f"**{title_of(words, request.games, now.key)}**, {_against(words, now)}.",
        _from_where(words, request.context, now),
        words.say(
            "The same deal for everybody, on every server. One try, no clock, in your direct messages. The "
            "ranking comes out when it closes."
        ),
        _when(words, now, reads.now),
        words.say(
            "-# Sealed as `{commitment}`. When it closes you get the seed, so you can check that the deal "
            "was fixed in advance and the same for all. You do have to trust whoever runs Skald not to peek.",
            commitment=now.commitment,
        ),
    )
    draft.text(_standing(words, own), _streak(words, streak_of(tries, reads.now)))
    buttons = []
    if own is None and reads.now >= now.week:
        buttons.append(button(Tap("voyage-sail"), words.say("Set sail"), discord.ButtonStyle.success))
    if own is not None and own.worth is not None:
        buttons.append(button(Tap("voyage-post"), words.say("Post my result"), discord.ButtonStyle.primary))
    if before is not None and before.revealed is not None:
        buttons.append(button(Tap("voyage-last"), words.say("Last week")))
    buttons.append(button(Tap("voyage-year"), words.say("This year")))
    await request.show(draft.buttons(*buttons))


def _when(words: Words, now: db.Voyage, at: int) -> str:
    if at < now.week:
        return words.say("It opens {when}.", when=relative_time(now.week))
    return words.say("It closes {when}.", when=relative_time(now.closes))


def _against(words: Words, deal: db.Voyage) -> str:
    if deal.level is None:
        return words.say("alone")
    return words.say("against {who}", who=opponents.house(deal.level).name)


def _from_where(words: Words, context: Context, deal: db.Voyage) -> str:
    """Of a duel that the house has opened: what is left of it, and how it went when the house played on."""
    game = context.games[deal.key]
    if not deal.opening or not isinstance(game, Abridging):
        return ""
    told = [words.teller(game, ()).voyage(game.last_rounds)]
    if deal.par is not None:
        told.append(
            words.say("Par is {par}: how Skald came out of it with your seat.", par=_points(deal.par))
        )
    return " ".join(told)


def _points(points: int) -> str:
    return signed(points) if points else "0"


def _standing(words: Words, own: db.Try | None) -> str:
    if own is None:
        return words.say("You haven't set out yet.")
    if own.worth is None:
        return words.say("You're on your way: game `{code}`, in your direct messages.", code=own.game)
    return words.say("You're home, with {n} {n:point|points}.", n=own.score or 0)


def _streak(words: Words, weeks: int) -> str:
    return words.say_many("-# {n} week in a row", "-# {n} weeks in a row", n=weeks) if weeks else ""


@on_tap("voyage-sail", "update")
async def set_sail(request: Request, _: Tap) -> None:
    words = request.words
    deal = await voyages.current(request.store)
    hello = words.say("The voyage of the week begins here. It's yours alone: no clock, one try.")
    try:
        greeting = await request.interaction.user.send(
            "\n".join(filter(None, (hello, _from_where(words, request.context, deal))))
        )
    except discord.Forbidden:
        raise Denied("voyage_needs_dm") from None
    await voyages.set_out(request.tables, request.visitor, server=request.server, channel=greeting.channel.id)
    request.context.wake()
    await _show(request, words.say("Off you go: the board is in your direct messages."))


@on_tap("voyage-post", "update")
async def post_result(request: Request, _: Tap) -> None:
    """What somebody made of it, for everybody in the channel; nothing of the deal."""
    me = request.visitor.id
    async with request.store.read() as reads:
        now = await voyages.current(reads)
        tries = await db.voyages.tries_of(reads, me)
    own = next((one for one in tries if one.week == now.week and one.worth is not None), None)
    if own is None:
        raise Denied("not_home_yet")
    words = await _server_words(request)
    view = VoyageView(
        title=words.say("The voyage of the week"),
        subtitle=words.say("Week {n}", n=number_of(now.week)),
        name=request.visitor.name,
        score=own.score or 0,
        about=title_of(words, request.games, now.key),
        facts=(
            Fact(label=words.say("Weeks in a row"), value=str(streak_of(tries, reads.now))),
            *_margin(words, now, own),
        ),
    )
    picture = await request.context.pictures.get(Standings(view))
    assert picture is not None
    said = alt_of(
        f"{view.title}, {view.subtitle}",
        about(words, view.name, f"{view.score} ({view.about})"),
        *(about(words, fact.label, fact.value) for fact in view.facts),
    )
    draft = Draft(NEUTRAL).gallery(PictureFile("voyage", picture, said))
    draft.text(words.say("-# Same deal for you until {when}: /club voyage", when=relative_time(now.closes)))
    await request.post(draft)


def _margin(words: Words, deal: db.Voyage, own: db.Try) -> tuple[Fact, ...]:
    if deal.level is None or own.worth is None:
        return ()
    against, margin = words.say("against {who}", who=opponents.house(deal.level).name), _points(own.worth)
    if deal.par is not None:
        margin = words.say("{margin} (par {par})", margin=margin, par=_points(deal.par))
    return (Fact(label=against, value=margin),)


@on_tap("voyage-last", "private")
async def show_last_week(request: Request, _: Tap) -> None:
    async with request.store.read() as reads:
        last = await db.voyages.find(reads, (await voyages.current(reads)).week - WEEK)
    if last is None or last.revealed is None:
        raise Denied("no_voyage")
    await request.show(await _places(request.context, request.words, last, request.visitor.id))


@on_tap("voyage-year", "private")
async def show_year(request: Request, _: Tap) -> None:
    draft = await _year(request.context, request.words, request.visitor.id)
    await request.show(draft.buttons(button(Tap("voyage-year-post"), request.words.say("Post here"))))


@on_tap("voyage-year-post", "update")
async def post_year(request: Request, _: Tap) -> None:
    await request.post(await _year(request.context, await _server_words(request), None))


async def _server_words(request: Request) -> Words:
    """The language of what everybody in the channel reads."""
    if request.server is None:
        return request.words
    return words_for((await db.servers.find(request.store, request.server)).language)


async def _year(context: Context, words: Words, me: int | None) -> Draft:
    """The table of the year, with streaks."""
    year = year_of(week_at(context.tables.now()))
    async with context.store.read() as reads:
        sailors = await year_table(reads, year, reads.now)
    rows = [
        SoloRow(
            place=one.place,
            name=one.name,
            score=one.points,
            about=words.say_many("{n} week in a row", "{n} weeks in a row", n=one.streak),
            when=words.say_many("{n} victory", "{n} victories", n=one.wins),
            games=one.voyages,
            is_me=one.person == me,
        )
        for one in sailors
    ]
    mine = next((row for row in rows[ROWS:] if row.is_me), None)
    view = SoloView(
        title=words.say("The voyages of {year}", year=str(year)),
        rows=tuple(rows[:ROWS]),
        mine=mine,
        empty="" if rows else words.say("Nobody has come home yet"),
    )
    draft = await _board(context, words, view)
    if not rows:
        draft.text(words.say("-# A voyage counts here once it has closed, on Sunday evening: /club voyage"))
    return draft


async def _board(context: Context, words: Words, view: SoloView) -> Draft:
    picture = await context.pictures.get(Standings(view))
    assert picture is not None
    said = [
        about(
            words, f"{row.place}. {row.name}", ", ".join(filter(None, (str(row.score), row.about, row.when)))
        )
        for row in (*view.rows, *([view.mine] if view.mine else []))
    ]
    return Draft(NEUTRAL).gallery(PictureFile("voyages", picture, alt_of(view.title, *said, view.empty)))


async def _places(context: Context, words: Words, deal: db.Voyage, me: int | None) -> Draft:
    """Who came where in a week that is over."""
    async with context.store.read() as reads:
        home = await arrivals(reads, deal.week)
    rows = [_row(words, deal, one, me) for one in home]
    view = SoloView(
        title=title_of(words, context.games, deal.key),
        subtitle=words.say("Voyage of week {n}", n=number_of(deal.week)),
        rows=tuple(rows[:ROWS]),
        mine=next((row for row in rows[ROWS:] if row.is_me), None),
        empty="" if rows else words.say("Nobody has come home yet"),
    )
    return await _board(context, words, view)


def _row(words: Words, deal: db.Voyage, one: Arrival, me: int | None) -> SoloRow:
    against = next((fact for fact in _margin(words, deal, one.attempt)), None)
    return SoloRow(
        place=one.place,
        name=one.name,
        score=one.attempt.score or 0,
        about="" if against is None else f"{against.label} {against.value}",
        games=1,
        is_me=one.attempt.person == me,
    )


@delivers(VoyageOver)
async def deliver_places(messenger: Messenger, post: db.Post, payload: VoyageOver) -> None:
    """On Sunday evening: the places, the best line as a film, the seed, and the hash of the next deal."""
    context = messenger.context
    async with context.store.read() as reads:
        server = await db.servers.find(reads, payload.server)
        deal = await db.voyages.find(reads, payload.week)
        following = await db.voyages.find(reads, payload.week + WEEK)
        home = await arrivals(reads, payload.week)
        channel = server.settings.results or server.settings.lobbies
        channel = channel or await db.games.latest_channel(reads, payload.server)
    if deal is None or not home or channel is None:
        return
    words = words_for(server.language)
    winners = [f"**{plain_name(one.name)}**" for one in home if one.place == 1]
    draft = Draft(NEUTRAL).text(
        f"## {words.say('The voyage of the week is over')}",
        words.say_many("{who} wins it.", "{who} share it.", n=len(winners), who=words.listed(winners)),
    )
    draft.parts += (await _places(context, words, deal, None)).parts
    draft.text(words.say("The best voyage, turn by turn:")).gallery(await _best_line(context, words, home[0]))
    draft.text(
        words.say(
            _SEAL_WITH_OPENING if deal.opening else _SEAL, seed=deal.seed.hex(), commitment=deal.commitment
        ),
        words.say(
            "-# Next: {game}, from {when}. Sealed as `{commitment}`.",
            game=title_of(words, context.games, following.key),
            when=relative_time(following.week),
            commitment=following.commitment,
        )
        if following is not None
        else "",
    )
    await messenger.send(messenger.channel(channel), draft, nonce=post.id, silent=True)


async def _best_line(context: Context, words: Words, best: Arrival) -> PictureFile | None:
    position = await context.tables.position(best.attempt.game)
    saga = await saga_of(context.store, position)
    if saga is None:
        return None
    return await film_of(context.scene(position, None, words), saga, last_board=True)
