"""Digests: a person's day by direct message, and a server's week in its channel for results."""

from collections import Counter

import db
from bot.chat.messages.message_builder import MessageBuilder
from bot.chat.outbox.messenger import Messenger
from bot.chat.outbox.outbox_worker import delivers
from bot.chat.table.turn_notifications import named_link, waiting_line
from bot.i18n import Locale, locale_for
from bot.play.club import digests, voyages
from bot.play.core.outbox_messages import DayTold, WeekTold
from bot.play.core.refusals import Denied
from bot.play.notify import turn_notifications
from bot.views.markup import plain_name
from bot.views.reader_view import NEUTRAL
from db.users import NOBODY

SHOWN = 5
"""So many games of a kind are named."""


# A day


@delivers(DayTold)
async def tell_day(messenger: Messenger, post: db.Post, told: DayTold) -> None:
    """What waits for somebody and what happened; on a day without anything nobody is written to."""
    context = messenger.context
    person = await db.users.find(context.store, told.person)
    if not person.preferences.digest:
        return
    locale = locale_for(person.locale)
    waiting = await turn_notifications.waiting_for(context.service, told.person)
    votes = await digests.votes_awaiting(context.service, told.person)
    ended = [one for one in await db.results.own(context.store, told.person) if one.ended >= told.since]
    voyage = await _voyage(messenger, locale, told.person)
    if not (waiting or votes or ended or voyage):
        return
    head = locale.tn("Your day: one game waits for you.", "Your day: {n} games wait for you.", n=len(waiting))
    builder = MessageBuilder(NEUTRAL, head if waiting else locale.t("Your day: no game is waiting for you."))
    builder.text(*[f"- {await waiting_line(context, each, locale)}" for each in waiting[:SHOWN]])
    if votes:
        tables = [await context.service.snapshot(code) for code in votes[:SHOWN]]
        links = locale.listed([await named_link(context, each, locale) for each in tables])
        builder.text(locale.t("You haven't voted yet in {games}.", games=links))
    builder.text(*[await _ended(messenger, locale, one) for one in ended[:SHOWN]])
    builder.text(voyage, locale.t("-# Your daily digest. /settings turns it off."))
    await messenger.whisper(told.person, builder, nonce=post.id, silent=True)


async def _ended(messenger: Messenger, locale: Locale, one: db.Result) -> str:
    link = await named_link(messenger.context, await messenger.context.service.snapshot(one.game), locale)
    if one.seats == 1:
        return locale.t("- {game} ended.", game=link)
    return locale.t(
        "- {game} ended: place {place} of {seats} for you.", game=link, place=one.place, seats=one.seats
    )


async def _voyage(messenger: Messenger, locale: Locale, person: int) -> str:
    """The week's voyage, as long as it is open and they have not set out."""
    context = messenger.context
    try:
        voyage = await voyages.current(context.store)
    except Denied:
        return ""
    tries = await db.voyages.tries_of(context.store, person)
    if context.service.now() < voyage.week or any(one.week == voyage.week for one in tries):
        return ""
    return locale.t(
        "The voyage of the week is open until <t:{until}:f>: {game}. /club voyage sets sail.",
        until=voyage.closes // 1000,
        game=locale.game_text(context.games[voyage.key], ()).game_name,
    )


# A week


@delivers(WeekTold)
async def tell_week(messenger: Messenger, post: db.Post, told: WeekTold) -> None:
    """What was played on a server in a week; one without a finished game is not told."""
    context = messenger.context
    async with context.store.read() as reads:
        server = await db.servers.find(reads, told.server)
        results = await db.results.between(reads, told.server, told.since, told.until)
        wins = Counter(
            one.person for one in results if one.person is not None and one.place == 1 and one.seats > 1
        )
        known = await db.users.names_and_hiding(reads, wins)
    channel = server.settings.results
    if channel is None or not results:
        return
    locale = locale_for(server.language)
    games = Counter(key for _, key in {(one.game, one.key) for one in results})
    each = [
        locale.t(
            "{game} ({n})",
            game=locale.game_text(context.games[key], ()).game_name if key in context.games else key,
            n=number,
        )
        for key, number in games.most_common()
    ]
    builder = MessageBuilder(NEUTRAL).text(
        f"## {locale.t('The week here')}",
        locale.tn(
            "One game ended: {games}.",
            "{n} games ended: {games}.",
            n=games.total(),
            games=locale.listed(each),
        ),
    )
    best = [
        locale.tn("{who} ({n} win)", "{who} ({n} wins)", n=number, who=plain_name(known[person][0] or NOBODY))
        for person, number in wins.most_common()
        if person in known and not known[person][1]
    ]
    if best:
        builder.text(locale.t("Ahead this week: {who}", who=locale.listed(best[:SHOWN])))
    builder.text(locale.t("-# This week's voyage: /club voyage. A new table: /new."))
    await messenger.send(messenger.channel(channel), builder, nonce=post.id, silent=True)
