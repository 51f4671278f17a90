"""Delivers digests: a user's day by direct message, a server's week to its results channel."""

from collections import Counter
from collections.abc import Mapping, Sequence

import db
from bot.chat.interactions import Context
from bot.chat.messages import MessageBuilder
from bot.chat.outbox import Messenger, delivers
from bot.chat.table.turn_notifications import game_name_link, waiting_game_line
from bot.i18n import Locale, locale_for
from bot.play.club import digests, practice, voyages
from bot.play.core import Denied
from bot.play.core.outbox_messages import DailyDigest, WeeklyDigest
from bot.play.notify import turn_notifications
from bot.views.markup import plain_name
from bot.views.standings_text import title_name
from db.users import DisplayName

MAX_LISTED = 5


@delivers(DailyDigest)
async def deliver_daily_digest(messenger: Messenger, post: db.Post, payload: DailyDigest) -> None:
    """Send the user's waiting games, open votes, results and the voyage; nothing if all are empty."""
    context = messenger.context
    user = await db.users.get(context.store, payload.person)
    if not user.preferences.digest:
        return
    locale = locale_for(user.locale)
    waiting = await turn_notifications.games_waiting_for(context.service, payload.person)
    votes = await digests.games_awaiting_vote(context.service, payload.person)
    ended = [
        one
        for one in await db.results.list_for_user(context.store, payload.person)
        if one.ended >= payload.since
    ]
    voyage = await voyage_line(messenger, locale, payload.person)
    repeated = await practice.count_due(context.service, payload.person)
    if not (waiting or votes or ended or voyage or repeated):
        return
    head = locale.tn("Your day: one game waits for you.", "Your day: {n} games wait for you.", n=len(waiting))
    builder = MessageBuilder(
        notification=head if waiting else locale.t("Your day: no game is waiting for you.")
    )
    builder.text(*[f"- {await waiting_game_line(context, each, locale)}" for each in waiting[:MAX_LISTED]])
    if votes:
        tables = [await context.service.snapshot(code) for code in votes[:MAX_LISTED]]
        links = locale.join_list([await game_name_link(context, each, locale) for each in tables])
        builder.text(locale.t("You haven't voted yet in {games}.", games=links))
    builder.text(*[await ended_line(messenger, locale, one) for one in ended[:MAX_LISTED]])
    if repeated:
        builder.text(
            locale.tn(
                "A position comes back that you got wrong: /club practice.",
                "{n} positions come back that you got wrong: /club practice.",
                n=repeated,
            )
        )
    builder.text(voyage, locale.t("-# Your daily digest. /settings turns it off."))
    await messenger.send_dm(payload.person, builder, nonce=post.id, silent=True)


async def ended_line(messenger: Messenger, locale: Locale, result: db.Result) -> str:
    link = await game_name_link(
        messenger.context, await messenger.context.service.snapshot(result.game), locale
    )
    if result.seats == 1:
        return locale.t("- {game} ended.", game=link)
    return locale.t(
        "- {game} ended: place {place} of {seats} for you.", game=link, place=result.place, seats=result.seats
    )


async def voyage_line(messenger: Messenger, locale: Locale, user_id: int) -> str:
    """Returns a hint about the week's voyage if it is open and the user has not tried it."""
    context = messenger.context
    try:
        voyage = await voyages.current(context.store)
    except Denied:
        return ""
    tries = await db.voyages.list_tries_for_user(context.store, user_id)
    if context.service.now() < voyage.week or any(one.week == voyage.week for one in tries):
        return ""
    return locale.t(
        "The voyage of the week is open until <t:{until}:f>: {game}. Set sail with /club voyage.",
        until=voyage.closes // 1000,
        game=title_name(locale, context.games, voyage.key),
    )


@delivers(WeeklyDigest)
async def deliver_weekly_digest(messenger: Messenger, post: db.Post, payload: WeeklyDigest) -> None:
    """Post the finished games and the winners of the week; nothing if no game ended."""
    context = messenger.context
    async with context.store.read() as reads:
        server = await db.servers.get(reads, payload.server)
        results = await db.results.list_between(reads, payload.server, payload.since, payload.until)
        names = await db.users.display_names(reads, [one.person for one in results])
    channel, locale = server.settings.results, locale_for(server.language)
    if channel is None or not results:
        return
    builder = MessageBuilder().text(f"## {locale.t('The week here')}", _games_text(context, locale, results))
    builder.text(
        winners_text(locale, results, names),
        locale.t("-# This week's voyage: /club voyage. A new table: /new."),
    )
    await messenger.send(channel, builder, nonce=post.id, silent=True)


def _games_text(context: Context, locale: Locale, results: Sequence[db.Result]) -> str:
    games = Counter(key for _, key in {(one.game, one.key) for one in results})
    per_game = [
        locale.t("{game} ({n})", game=title_name(locale, context.games, key), n=number)
        for key, number in games.most_common()
    ]
    return locale.tn(
        "One game ended: {games}.",
        "{n} games ended: {games}.",
        n=games.total(),
        games=locale.join_list(per_game),
    )


def winners_text(
    locale: Locale, results: Sequence[db.Result], names: Mapping[int | None, DisplayName]
) -> str:
    """Returns the users with the most wins, without hidden ones."""
    wins = Counter(
        one.person
        for one in results
        if one.person is not None and one.place == 1 and one.seats > 1 and not names[one.person].hidden
    )
    winners = [
        locale.tn("{who} ({n} win)", "{who} ({n} wins)", n=number, who=plain_name(str(names[person])))
        for person, number in wins.most_common(MAX_LISTED)
    ]
    return locale.t("Ahead this week: {who}", who=locale.join_list(winners)) if winners else ""
