"""The card of a table: who is there, what was agreed and how to join; later, how the game ended."""

from collections.abc import Iterable

import discord

import db
from bot.chat.messages.custom_id import CustomId
from bot.chat.messages.message_builder import MessageBuilder, button
from bot.chat.outbox import permissions
from bot.i18n import Locale
from bot.play.core.snapshot import GameSnapshot
from bot.views.emoji import Emoji
from bot.views.markup import mention, plain_name
from bot.views.pace_text import pace_line, rated_line
from bot.views.reader_view import NEUTRAL
from db.invitations import Guests
from rules.game import Outcome, Seat

NOBODY_INVITED = Guests()


def lobby_card(
    snapshot: GameSnapshot,
    locale: Locale,
    *,
    emoji: Emoji | None = None,
    guests: Guests = NOBODY_INVITED,
    saga: db.Message | None = None,
    trouble: str = "",
) -> MessageBuilder:
    """Who is at the table, what was agreed, and how to join; once the game is over, how it ended."""
    row, game_text = snapshot.row, locale.game_text(snapshot.game, ())
    builder = MessageBuilder(NEUTRAL).text(f"## {game_text.game_name}", game_text.tagline)
    outcome = snapshot.outcome()
    if outcome is not None:
        return builder.text(*_result(snapshot, outcome, locale, emoji)).text(_ways_on(snapshot, saga, locale))
    if row.status == "closed":
        return builder.text(_closed(snapshot, locale))
    places_left = snapshot.game.info.seats[1] - len(snapshot.players) if row.status == "lobby" else 0
    builder.text(
        *(f"{number}. {faced(name, emoji)}" for number, name in enumerate(snapshot.names, start=1)),
        locale.tn("-# {n} free place", "-# {n} free places", n=places_left) if places_left else "",
        *_invited(guests, locale),
    )
    builder.text(*_agreed(snapshot, locale))
    if row.status == "lobby":
        return _gathering(builder, snapshot, locale)
    begun = locale.t("The game has begun.") if snapshot.running else locale.t("This game is archived.")
    return builder.text(" ".join(filter(None, (begun, _ways_on(snapshot, None, locale)))), trouble)


def _gathering(builder: MessageBuilder, snapshot: GameSnapshot, locale: Locale) -> MessageBuilder:
    """What a table still waits for, and what can be done there."""
    code, missing = snapshot.code, snapshot.game.info.seats[0] - len(snapshot.players)
    if missing > 0:
        builder.text(locale.tn("One more player is needed.", "{n} more players are needed.", n=missing))
    elif len(snapshot.players) == 1:
        builder.text(
            locale.t(
                "{host} can start now and play alone, or wait for others.", host=mention(snapshot.row.host)
            )
        )
    else:
        builder.text(locale.t("Ready: {host} can start.", host=mention(snapshot.row.host)))
    closed = snapshot.full and not snapshot.opponents
    join = button(CustomId("join", code), locale.t("Join"), discord.ButtonStyle.success, disabled=closed)
    return builder.buttons(
        *([] if snapshot.private else [join]),
        button(CustomId("leave", code), locale.t("Leave")),
        button(CustomId("options", code), locale.t("Options")),
        button(CustomId("company", code), locale.t("Add opponent")),
        button(CustomId("start", code), locale.t("Start"), discord.ButtonStyle.primary, disabled=missing > 0),
        button(CustomId("learn", words=(snapshot.game.info.key,)), locale.t("Learn this game")),
    )


def _agreed(snapshot: GameSnapshot, locale: Locale) -> list[str]:
    row, game_text = snapshot.row, locale.game_text(snapshot.game, ())
    lines = [
        locale.t(
            "{what}: {values}", what=game_text.option(field), values=game_text.option_value(field, value)
        )
        for field, value in snapshot.options()
    ]
    lines += [pace_line(row, locale), rated_line(row, locale)]
    if row.status == "lobby" and row.starts == "full":
        lines.append(locale.t("Starts by itself when the table is full"))
    return [f"-# {line}" for line in lines]


def _invited(guests: Guests, locale: Locale) -> Iterable[str]:
    """Who was invited and does not sit there."""
    if guests.awaited:
        who = locale.listed(map(mention, guests.awaited))
        yield "-# " + locale.t("Invited, no answer yet: {who}", who=who)
    if guests.declined:
        yield "-# " + locale.t("Can't make it: {who}", who=locale.listed(map(mention, guests.declined)))


def faced(name: str, emoji: Emoji | None) -> str:
    """A name as it is written on a card, a computer player's behind their face."""
    face = None if emoji is None else emoji.face(name)
    return plain_name(name) if face is None else f"{face} {plain_name(name)}"


def _result(
    snapshot: GameSnapshot, outcome: Outcome, locale: Locale, emoji: Emoji | None = None
) -> Iterable[str]:
    """How a game ended, and everybody with their points, the winners first."""
    names = tuple(faced(name, emoji) for name in snapshot.names)
    yield f"**{locale.game_text(snapshot.game, names).outcome(outcome)}**"
    for seat, place in _in_order(snapshot, outcome):
        points = f" · {outcome.totals[seat]}" if outcome.totals else ""
        yield (f"{place}\\. " if place else "") + names[seat] + points


def _in_order(snapshot: GameSnapshot, outcome: Outcome) -> Iterable[tuple[Seat, int]]:
    """The seats by their places; place 0 where nobody has won anything."""
    if not outcome.ranking:
        yield from ((seat, 0) for seat in snapshot.seats)
    ahead = 0
    for group in outcome.ranking:
        yield from ((seat, ahead + 1) for seat in group)
        ahead += len(group)


def _ways_on(snapshot: GameSnapshot, saga: db.Message | None, locale: Locale) -> str:
    """The ways to the thread and to the saga."""
    row, ways = snapshot.row, []
    if row.thread is not None:
        ways.append(f"<#{row.thread}>")
    if saga is not None and saga.person is None:
        link = f"https://discord.com/channels/{row.server or '@me'}/{saga.channel}/{saga.message}"
        ways.append(f"[{locale.t('The saga')}]({link})")
    return " · ".join(ways)


def _closed(snapshot: GameSnapshot, locale: Locale) -> str:
    if snapshot.players:
        return locale.t("This table was closed: nobody started the game. /new opens another.")
    return locale.t("Nobody is left at this table. /new opens another.")


def no_threads(channel: int, locale: Locale) -> str:
    """Which right would give a game a thread of its own."""
    return "-# " + permissions.told("create_public_threads", channel, locale)
