"""/club voyage: one deal for everybody and one try a week; the result to show, and the places on Sunday."""

import discord

import db
from bot.chat.interactions.buttons import on_component
from bot.chat.interactions.commands import CLUB, Given, command
from bot.chat.interactions.context import Context
from bot.chat.interactions.requests import Request
from bot.chat.messages.custom_id import CustomId
from bot.chat.messages.message_builder import MessageBuilder, button
from bot.chat.outbox.messenger import Messenger
from bot.chat.outbox.outbox_worker import delivers
from bot.chat.table.saga import film_of, saga_of
from bot.i18n import N_, Locale, locale_for
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
_SEAL = N_("-# The seed was `{seed}`; its SHA-256 is the seal `{commitment}`.")
_SEAL_WITH_OPENING = N_(
    "-# The seed was `{seed}`. The seal `{commitment}` covers it and Skald's opening: /table verify "
    "checks both."
)


@command(
    N_("voyage"),
    N_("The voyage of the week: one deal for everybody, one try"),
    group=CLUB,
)
async def voyage(request: Request, _: Given) -> None:
    await _show(request)


async def _show(request: Request, note: str = "") -> None:
    locale, me = request.locale, request.actor.id
    async with request.store.read() as reads:
        now = await voyages.current(reads)
        tries = await db.voyages.tries_of(reads, me)
        before = await db.voyages.find(reads, now.week - WEEK)
    own = next((one for one in tries if one.week == now.week), None)
    builder = MessageBuilder(NEUTRAL).text(f"## {locale.t('The voyage of the week')}", note)
    builder.text(
        f"**{title_of(locale, request.games, now.key)}**, {_against(locale, now)}.",
        _from_where(locale, request.context, now),
        locale.t(
            "The same deal for everybody, on every server. One try, no clock, in your direct messages. The "
            "ranking comes out when it closes."
        ),
        _when(locale, now, reads.now),
        locale.t(
            "-# Sealed as `{commitment}`. When it closes you get the seed, so you can check that the deal "
            "was fixed in advance and the same for all. You do have to trust whoever runs Skald not to peek.",
            commitment=now.commitment,
        ),
    )
    builder.text(_standing(locale, own), _streak(locale, streak_of(tries, reads.now)))
    buttons = []
    if own is None and reads.now >= now.week:
        buttons.append(button(CustomId("voyage-sail"), locale.t("Set sail"), discord.ButtonStyle.success))
    if own is not None and own.worth is not None:
        buttons.append(
            button(CustomId("voyage-post"), locale.t("Post my result"), discord.ButtonStyle.primary)
        )
    if before is not None and before.revealed is not None:
        buttons.append(button(CustomId("voyage-last"), locale.t("Last week")))
    buttons.append(button(CustomId("voyage-year"), locale.t("This year")))
    await request.show(builder.buttons(*buttons))


def _when(locale: Locale, now: db.Voyage, at: int) -> str:
    if at < now.week:
        return locale.t("It opens {when}.", when=relative_time(now.week))
    return locale.t("It closes {when}.", when=relative_time(now.closes))


def _against(locale: Locale, deal: db.Voyage) -> str:
    if deal.level is None:
        return locale.t("alone")
    return locale.t("against {who}", who=opponents.house(deal.level).name)


def _from_where(locale: Locale, context: Context, deal: db.Voyage) -> str:
    """Of a duel that the house has opened: what is left of it, and how it went when the house played on."""
    game = context.games[deal.key]
    if not deal.opening or not isinstance(game, Abridging):
        return ""
    told = [locale.game_text(game, ()).voyage(game.last_rounds)]
    if deal.par is not None:
        told.append(locale.t("Par is {par}: how Skald came out of it with your seat.", par=_points(deal.par)))
    return " ".join(told)


def _points(points: int) -> str:
    return signed(points) if points else "0"


def _standing(locale: Locale, own: db.Try | None) -> str:
    if own is None:
        return locale.t("You haven't set out yet.")
    if own.worth is None:
        return locale.t("You're on your way: game `{code}`, in your direct messages.", code=own.game)
    return locale.t("You're home, with {n} {n:point|points}.", n=own.score or 0)


def _streak(locale: Locale, weeks: int) -> str:
    return locale.tn("-# {n} week in a row", "-# {n} weeks in a row", n=weeks) if weeks else ""


@on_component("voyage-sail", "update")
async def set_sail(request: Request, _: CustomId) -> None:
    locale = request.locale
    deal = await voyages.current(request.store)
    hello = locale.t("The voyage of the week begins here. It's yours alone: no clock, one try.")
    try:
        greeting = await request.interaction.user.send(
            "\n".join(filter(None, (hello, _from_where(locale, request.context, deal))))
        )
    except discord.Forbidden:
        raise Denied("voyage_needs_dm") from None
    await voyages.set_out(request.service, request.actor, server=request.server, channel=greeting.channel.id)
    request.context.wake()
    await _show(request, locale.t("Off you go: the board is in your direct messages."))


@on_component("voyage-post", "update")
async def post_result(request: Request, _: CustomId) -> None:
    """What somebody made of it, for everybody in the channel; nothing of the deal."""
    me = request.actor.id
    async with request.store.read() as reads:
        now = await voyages.current(reads)
        tries = await db.voyages.tries_of(reads, me)
    own = next((one for one in tries if one.week == now.week and one.worth is not None), None)
    if own is None:
        raise Denied("not_home_yet")
    locale = await _server_words(request)
    view = VoyageView(
        title=locale.t("The voyage of the week"),
        subtitle=locale.t("Week {n}", n=number_of(now.week)),
        name=request.actor.name,
        score=own.score or 0,
        about=title_of(locale, request.games, now.key),
        facts=(
            Fact(label=locale.t("Weeks in a row"), value=str(streak_of(tries, reads.now))),
            *_margin(locale, now, own),
        ),
    )
    picture = await request.context.pictures.get(Standings(view))
    assert picture is not None
    said = alt_of(
        f"{view.title}, {view.subtitle}",
        about(locale, view.name, f"{view.score} ({view.about})"),
        *(about(locale, fact.label, fact.value) for fact in view.facts),
    )
    builder = MessageBuilder(NEUTRAL).gallery(PictureFile("voyage", picture, said))
    builder.text(locale.t("-# Same deal for you until {when}: /club voyage", when=relative_time(now.closes)))
    await request.post(builder)


def _margin(locale: Locale, deal: db.Voyage, own: db.Try) -> tuple[Fact, ...]:
    if deal.level is None or own.worth is None:
        return ()
    against, margin = locale.t("against {who}", who=opponents.house(deal.level).name), _points(own.worth)
    if deal.par is not None:
        margin = locale.t("{margin} (par {par})", margin=margin, par=_points(deal.par))
    return (Fact(label=against, value=margin),)


@on_component("voyage-last", "private")
async def show_last_week(request: Request, _: CustomId) -> None:
    async with request.store.read() as reads:
        last = await db.voyages.find(reads, (await voyages.current(reads)).week - WEEK)
    if last is None or last.revealed is None:
        raise Denied("no_voyage")
    await request.show(await _places(request.context, request.locale, last, request.actor.id))


@on_component("voyage-year", "private")
async def show_year(request: Request, _: CustomId) -> None:
    builder = await _year(request.context, request.locale, request.actor.id)
    await request.show(builder.buttons(button(CustomId("voyage-year-post"), request.locale.t("Post here"))))


@on_component("voyage-year-post", "update")
async def post_year(request: Request, _: CustomId) -> None:
    await request.post(await _year(request.context, await _server_words(request), None))


async def _server_words(request: Request) -> Locale:
    """The language of what everybody in the channel reads."""
    if request.server is None:
        return request.locale
    return locale_for((await db.servers.find(request.store, request.server)).language)


async def _year(context: Context, locale: Locale, me: int | None) -> MessageBuilder:
    """The table of the year, with streaks."""
    year = year_of(week_at(context.service.now()))
    async with context.store.read() as reads:
        sailors = await year_table(reads, year, reads.now)
    rows = [
        SoloRow(
            place=one.place,
            name=one.name,
            score=one.points,
            about=locale.tn("{n} week in a row", "{n} weeks in a row", n=one.streak),
            when=locale.tn("{n} victory", "{n} victories", n=one.wins),
            games=one.voyages,
            is_me=one.person == me,
        )
        for one in sailors
    ]
    mine = next((row for row in rows[ROWS:] if row.is_me), None)
    view = SoloView(
        title=locale.t("The voyages of {year}", year=str(year)),
        rows=tuple(rows[:ROWS]),
        mine=mine,
        empty="" if rows else locale.t("Nobody has come home yet"),
    )
    builder = await _board(context, locale, view)
    if not rows:
        builder.text(locale.t("-# A voyage counts here once it has closed, on Sunday evening: /club voyage"))
    return builder


async def _board(context: Context, locale: Locale, view: SoloView) -> MessageBuilder:
    picture = await context.pictures.get(Standings(view))
    assert picture is not None
    said = [
        about(
            locale, f"{row.place}. {row.name}", ", ".join(filter(None, (str(row.score), row.about, row.when)))
        )
        for row in (*view.rows, *([view.mine] if view.mine else []))
    ]
    return MessageBuilder(NEUTRAL).gallery(
        PictureFile("voyages", picture, alt_of(view.title, *said, view.empty))
    )


async def _places(context: Context, locale: Locale, deal: db.Voyage, me: int | None) -> MessageBuilder:
    """Who came where in a week that is over."""
    async with context.store.read() as reads:
        home = await arrivals(reads, deal.week)
    rows = [_row(locale, deal, one, me) for one in home]
    view = SoloView(
        title=title_of(locale, context.games, deal.key),
        subtitle=locale.t("Voyage of week {n}", n=number_of(deal.week)),
        rows=tuple(rows[:ROWS]),
        mine=next((row for row in rows[ROWS:] if row.is_me), None),
        empty="" if rows else locale.t("Nobody has come home yet"),
    )
    return await _board(context, locale, view)


def _row(locale: Locale, deal: db.Voyage, one: Arrival, me: int | None) -> SoloRow:
    against = next((fact for fact in _margin(locale, deal, one.attempt)), None)
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
    locale = locale_for(server.language)
    winners = [f"**{plain_name(one.name)}**" for one in home if one.place == 1]
    builder = MessageBuilder(NEUTRAL).text(
        f"## {locale.t('The voyage of the week is over')}",
        locale.tn("{who} wins it.", "{who} share it.", n=len(winners), who=locale.listed(winners)),
    )
    builder.parts += (await _places(context, locale, deal, None)).parts
    builder.text(locale.t("The best voyage, turn by turn:")).gallery(
        await _best_line(context, locale, home[0])
    )
    builder.text(
        locale.t(
            _SEAL_WITH_OPENING if deal.opening else _SEAL, seed=deal.seed.hex(), commitment=deal.commitment
        ),
        locale.t(
            "-# Next: {game}, from {when}. Sealed as `{commitment}`.",
            game=title_of(locale, context.games, following.key),
            when=relative_time(following.week),
            commitment=following.commitment,
        )
        if following is not None
        else "",
    )
    await messenger.send(messenger.channel(channel), builder, nonce=post.id, silent=True)


async def _best_line(context: Context, locale: Locale, best: Arrival) -> PictureFile | None:
    snapshot = await context.service.snapshot(best.attempt.game)
    saga = await saga_of(context.store, snapshot)
    if saga is None:
        return None
    return await film_of(context.reader_view(snapshot, None, locale), saga, last_board=True)
