"""/club voyage: the weekly challenge with one deal for all and one try; results on Sunday."""

import discord

import db
from bot.chat.club.standings_card import standings_picture, winners_text
from bot.chat.interactions import Context, Request, on_component
from bot.chat.interactions.channel_checks import public_locale
from bot.chat.interactions.commands import CLUB, Arguments, command
from bot.chat.messages import PRIMARY, SUCCESS, Button, CustomId, MessageBuilder, button, parse_number
from bot.chat.outbox import Messenger, delivers
from bot.chat.outbox.sending import is_dm_refusal
from bot.i18n import N_, Locale, locale_for
from bot.play.club import voyages
from bot.play.core import Denied
from bot.play.core.outbox_messages import VoyageOver
from bot.play.turns import opponents
from bot.standings.voyages import (
    Arrival,
    arrivals,
    iso_week_number,
    iso_week_year,
    week_at,
    weekly_streak,
    year_table,
)
from bot.views.markup import relative_time
from bot.views.picture_file import PictureFile
from bot.views.saga import film_picture, load_saga
from bot.views.standings_text import alt_text, labelled, signed_number, title_name
from bot.views.voyage_strip import voyage_strip
from db.clock import WEEK
from render.standings.views import ROWS_ON_PAGE, Fact, SoloRow, SoloView, VoyageView

MAX_ROWS = ROWS_ON_PAGE - 1
_SEAL = N_("-# The seed was `{seed}`; its SHA-256 is the seal `{commitment}`.")
_SEAL_WITH_OPENING = N_(
    "-# The seed was `{seed}`. The seal `{commitment}` covers it and Skald's opening: /table verify "
    "checks both."
)


@command(N_("voyage"), N_("The voyage of the week: one deal for everyone, one try"), group=CLUB)
async def voyage(request: Request, _: Arguments) -> None:
    await _show_voyage(request)


async def _show_voyage(request: Request, note: str = "") -> None:
    locale, me = request.locale, request.actor.id
    async with request.store.read() as reads:
        current = await voyages.current(reads)
        tries = await db.voyages.list_tries_for_user(reads, me)
        previous = await db.voyages.find(reads, current.week - WEEK)
    own = next((one for one in tries if one.week == current.week), None)
    builder = MessageBuilder().text(f"## {locale.t('The voyage of the week')}", note)
    builder.text(
        f"**{title_name(locale, request.games, current.key)}**, {_opponent_text(locale, current)}.",
        _opening_text(locale, request.context, current),
        locale.t(
            "The same deal for everyone, on every server. One try, no clock, in your direct "
            "messages. The ranking is posted when the voyage closes."
        ),
        schedule_text(locale, current, reads.now),
        locale.t(
            "-# Sealed as `{commitment}`. Skald reveals the seed when the voyage closes, so "
            "you can check that the deal was fixed in advance and the same for everyone. You "
            "do have to trust the host of this bot not to peek.",
            commitment=current.commitment,
        ),
    )
    builder.text(attempt_text(locale, own), streak_text(locale, weekly_streak(tries, reads.now)))
    buttons = []
    if own is None and reads.now >= current.week:
        buttons.append(button(CustomId("voyage-sail"), locale.t("Set sail"), SUCCESS))
    if own is not None and own.worth is not None:
        buttons.append(button(CustomId("voyage-post"), locale.t("Post my result"), PRIMARY))
        buttons.append(_copy_button(locale, current))
    if previous is not None and previous.revealed is not None:
        buttons.append(button(CustomId("voyage-last"), locale.t("Last week")))
    buttons.append(button(CustomId("voyage-year"), locale.t("This year")))
    await request.respond(builder.buttons(*buttons))


def schedule_text(locale: Locale, current: db.Voyage, at: int) -> str:
    if at < current.week:
        return locale.t("It opens {when}.", when=relative_time(current.week))
    return locale.t("It closes {when}.", when=relative_time(current.closes))


def _opponent_text(locale: Locale, deal: db.Voyage) -> str:
    if deal.level is None:
        return locale.t("alone")
    return locale.t("against {who}", who=opponents.house_opponent(deal.level).name)


def _opening_text(locale: Locale, context: Context, deal: db.Voyage) -> str:
    """Returns where a voyage with prepared opening moves starts, and its par."""
    game = context.games[deal.key]
    if not deal.opening:
        return ""
    parts = [locale.game_text(game, ()).voyage_text(game.last_rounds)]
    if deal.par is not None:
        parts.append(locale.t("Par is {par}: Skald's result from your seat.", par=format_points(deal.par)))
    return " ".join(parts)


def format_points(points: int) -> str:
    return signed_number(points) if points else "0"


def attempt_text(locale: Locale, own: db.VoyageTry | None) -> str:
    if own is None:
        return locale.t("You haven't set sail yet.")
    if own.worth is None:
        return locale.t("You're on your way: game `{code}`, in your direct messages.", code=own.game)
    return locale.t("You're home, with {n} {n:point|points}.", n=own.score or 0)


def streak_text(locale: Locale, weeks: int) -> str:
    return locale.tn("-# {n} week in a row", "-# {n} weeks in a row", n=weeks) if weeks else ""


@on_component("voyage-sail", "update")
async def set_out(request: Request, _: CustomId) -> None:
    locale = request.locale
    deal = await voyages.current(request.store)
    intro = locale.t("The voyage of the week starts here. Only you play it: no clock, one try.")
    greeting = "\n".join(filter(None, (intro, _opening_text(locale, request.context, deal))))
    try:
        channel = await request.context.open_dm(request.actor.id)
        await request.interaction.client.get_partial_messageable(channel).send(greeting)
    except discord.Forbidden as problem:
        if is_dm_refusal(problem):
            raise Denied("voyage_needs_dm") from None
        raise
    await voyages.set_out(request.service, request.actor, server=request.server, channel=channel)
    await _show_voyage(request, locale.t("Here you go: the board is in your direct messages."))


@on_component("voyage-post", "update")
async def post_result(request: Request, _: CustomId) -> None:
    """Post the user's score in this channel. Reveals nothing about the deal."""
    me = request.actor.id
    async with request.store.read() as reads:
        current = await voyages.current(reads)
        tries = await db.voyages.list_tries_for_user(reads, me)
    own = next((one for one in tries if one.week == current.week and one.worth is not None), None)
    if own is None:
        raise Denied("not_home_yet")
    locale = await public_locale(request)
    view = VoyageView(
        title=locale.t("The voyage of the week"),
        subtitle=locale.t("Week {n}", n=iso_week_number(current.week)),
        name=request.actor.name,
        score=own.score or 0,
        about=title_name(locale, request.games, current.key),
        facts=(
            Fact(label=locale.t("Weeks in a row"), value=str(weekly_streak(tries, reads.now))),
            *margin_facts(locale, current, own),
        ),
    )
    alt = alt_text(
        f"{view.title}, {view.subtitle}",
        labelled(locale, view.name, f"{view.score} ({view.about})"),
        *(labelled(locale, fact.label, fact.value) for fact in view.facts),
    )
    picture = await standings_picture(request.context, "voyage", view, alt)
    builder = MessageBuilder().gallery(picture)
    builder.text(
        locale.t(
            "-# You can play the same deal until {when}: /club voyage", when=relative_time(current.closes)
        )
    )
    await request.post_publicly(builder)


def margin_facts(locale: Locale, deal: db.Voyage, own: db.VoyageTry) -> tuple[Fact, ...]:
    if deal.level is None or own.worth is None:
        return ()
    margin = format_points(own.worth)
    if deal.par is not None:
        margin = locale.t("{margin} (par {par})", margin=margin, par=format_points(deal.par))
    return (Fact(label=_opponent_text(locale, deal), value=margin),)


@on_component("voyage-last", "private")
async def show_last_week(request: Request, _: CustomId) -> None:
    async with request.store.read() as reads:
        last = await db.voyages.find(reads, (await voyages.current(reads)).week - WEEK)
    if last is None or last.revealed is None:
        raise Denied("no_voyage")
    locale, me = request.locale, request.actor.id
    builder = await _ranking_message(request.context, locale, last, me)
    tries = await db.voyages.list_tries_for_user(request.store, me)
    if any(one.week == last.week and one.worth is not None for one in tries):
        builder.buttons(_copy_button(locale, last))
    await request.respond(builder)


def _copy_button(locale: Locale, deal: db.Voyage) -> Button:
    return button(CustomId("voyage-copy", args=(str(deal.week),)), locale.t("Copy as text"))


@on_component("voyage-copy", "private")
async def copy_result(request: Request, custom_id: CustomId) -> None:
    """Show the user's result as a line to copy. The place is known once the week is over."""
    week, me = parse_number(custom_id.arg()), request.actor.id
    async with request.store.read() as reads:
        deal = await db.voyages.find(reads, week)
        tries = await db.voyages.list_tries_for_user(reads, me)
        ranked = await arrivals(reads, week) if deal is not None and deal.revealed is not None else ()
    own = next((one for one in tries if one.week == week and one.worth is not None), None)
    if deal is None or own is None or own.worth is None:
        raise Denied("not_home_yet")
    line = voyage_strip(
        title_name(request.locale, request.games, deal.key),
        f"{iso_week_number(week)}/{iso_week_year(week)}",
        own.score or 0,
        over_par=None if deal.level is None else own.worth - (deal.par or 0),
        place=next(((one.place, len(ranked)) for one in ranked if one.attempt.person == me), None),
        streak=weekly_streak(tries, reads.now),
    )
    await request.respond_privately(f"```\n{line}\n```")


@on_component("voyage-year", "private")
async def show_year(request: Request, _: CustomId) -> None:
    builder = await _year_message(request.context, request.locale, request.actor.id)
    await request.respond(
        builder.buttons(button(CustomId("voyage-year-post"), request.locale.t("Post here")))
    )


@on_component("voyage-year-post", "update")
async def post_year(request: Request, _: CustomId) -> None:
    await request.post_publicly(await _year_message(request.context, await public_locale(request), None))


async def _year_message(context: Context, locale: Locale, me: int | None) -> MessageBuilder:
    """Build the year's ranking with streaks."""
    year = iso_week_year(week_at(context.service.now()))
    async with context.store.read() as reads:
        ranked = await year_table(reads, year, reads.now)
    rows = [
        SoloRow(
            place=one.place,
            name=one.name,
            score=one.points,
            about=locale.tn("{n} week in a row", "{n} weeks in a row", n=one.streak),
            when=locale.tn("{n} victory", "{n} victories", n=one.wins),
            games=one.voyages,
            is_me=one.user_id == me,
        )
        for one in ranked
    ]
    mine = next((row for row in rows[MAX_ROWS:] if row.is_me), None)
    view = SoloView(
        title=locale.t("The voyages of {year}", year=str(year)),
        rows=tuple(rows[:MAX_ROWS]),
        mine=mine,
        empty="" if rows else locale.t("Nobody has come home yet"),
    )
    builder = await _board_message(context, locale, view)
    if not rows:
        builder.text(locale.t("-# A voyage counts here once it has closed, on Sunday evening: /club voyage"))
    return builder


async def _board_message(context: Context, locale: Locale, view: SoloView) -> MessageBuilder:
    lines_text = [
        labelled(
            locale, f"{row.place}. {row.name}", ", ".join(filter(None, (str(row.score), row.about, row.when)))
        )
        for row in (*view.rows, *([view.mine] if view.mine else []))
    ]
    alt = alt_text(view.title, *lines_text, view.empty)
    return MessageBuilder().gallery(await standings_picture(context, "voyages", view, alt))


async def _ranking_message(
    context: Context, locale: Locale, deal: db.Voyage, me: int | None
) -> MessageBuilder:
    """Build the ranking of a closed week."""
    async with context.store.read() as reads:
        finished = await arrivals(reads, deal.week)
    rows = [voyage_row(locale, deal, one, me) for one in finished]
    view = SoloView(
        title=title_name(locale, context.games, deal.key),
        subtitle=locale.t("Voyage of week {n}", n=iso_week_number(deal.week)),
        rows=tuple(rows[:MAX_ROWS]),
        mine=next((row for row in rows[MAX_ROWS:] if row.is_me), None),
        empty="" if rows else locale.t("Nobody has come home yet"),
    )
    return await _board_message(context, locale, view)


def voyage_row(locale: Locale, deal: db.Voyage, one: Arrival, me: int | None) -> SoloRow:
    against = next((fact for fact in margin_facts(locale, deal, one.attempt)), None)
    return SoloRow(
        place=one.place,
        name=one.name,
        score=one.attempt.score or 0,
        about="" if against is None else f"{against.label} {against.value}",
        games=1,
        is_me=one.attempt.person == me,
    )


@delivers(VoyageOver)
async def deliver_voyage_result(messenger: Messenger, post: db.Post, payload: VoyageOver) -> None:
    """Post the ranking, a film of the best attempt, the seed, and the hash of the next deal."""
    context = messenger.context
    async with context.store.read() as reads:
        server = await db.servers.get(reads, payload.server)
        deal = await db.voyages.find(reads, payload.week)
        upcoming = await db.voyages.find(reads, payload.week + WEEK)
        finished = await arrivals(reads, payload.week)
        channel = server.settings.results or server.settings.lobbies
        channel = channel or await db.games.find_latest_channel(reads, payload.server)
    if deal is None or not finished or channel is None:
        return
    locale = locale_for(server.language)
    builder = MessageBuilder().text(
        f"## {locale.t('The voyage of the week is over')}",
        winners_text(locale, [one.name for one in finished if one.place == 1]),
    )
    builder.parts += (await _ranking_message(context, locale, deal, None)).parts
    builder.text(locale.t("The best voyage, turn by turn:")).gallery(
        await _best_attempt_film(context, locale, finished[0])
    )
    builder.text(
        locale.t(
            _SEAL_WITH_OPENING if deal.opening else _SEAL, seed=deal.seed.hex(), commitment=deal.commitment
        ),
        locale.t(
            "-# Next: {game}, from {when}. Sealed as `{commitment}`.",
            game=title_name(locale, context.games, upcoming.key),
            when=relative_time(upcoming.week),
            commitment=upcoming.commitment,
        )
        if upcoming is not None
        else "",
    )
    await messenger.send(channel, builder, nonce=post.id, silent=True)


async def _best_attempt_film(context: Context, locale: Locale, best: Arrival) -> PictureFile | None:
    snapshot = await context.service.snapshot(best.attempt.game)
    saga = await load_saga(context.store, snapshot)
    if saga is None:
        return None
    return await film_picture(context.reader_view(snapshot, None, locale), saga, last_board=True)
