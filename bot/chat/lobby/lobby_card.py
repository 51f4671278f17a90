"""The card of a table: who is there, what was agreed and how to join; later, how the game ended."""

from collections.abc import Iterable

import discord

import db
from bot.chat.messages.custom_id import Tap
from bot.chat.messages.message_builder import Draft, button
from bot.chat.outbox import permissions
from bot.i18n import Words
from bot.play.core.snapshot import Position
from bot.views.emoji import Emoji
from bot.views.markup import mention, plain_name
from bot.views.pace_text import pace_line, rated_line
from bot.views.reader_view import NEUTRAL
from db.invitations import Guests
from rules.game import Outcome, Seat

NOBODY_INVITED = Guests()


def lobby_card(
    position: Position,
    words: Words,
    *,
    emoji: Emoji | None = None,
    guests: Guests = NOBODY_INVITED,
    saga: db.Message | None = None,
    trouble: str = "",
) -> Draft:
    """Who is at the table, what was agreed, and how to join; once the game is over, how it ended."""
    row, teller = position.row, words.teller(position.game, ())
    draft = Draft(NEUTRAL).text(f"## {teller.game_name}", teller.tagline)
    outcome = position.outcome()
    if outcome is not None:
        return draft.text(*_result(position, outcome, words, emoji)).text(_ways_on(position, saga, words))
    if row.status == "closed":
        return draft.text(_closed(position, words))
    places_left = position.game.info.seats[1] - len(position.players) if row.status == "lobby" else 0
    draft.text(
        *(f"{number}. {faced(name, emoji)}" for number, name in enumerate(position.names, start=1)),
        words.say_many("-# {n} free place", "-# {n} free places", n=places_left) if places_left else "",
        *_invited(guests, words),
    )
    draft.text(*_agreed(position, words))
    if row.status == "lobby":
        return _gathering(draft, position, words)
    begun = words.say("The game has begun.") if position.running else words.say("This game is archived.")
    return draft.text(" ".join(filter(None, (begun, _ways_on(position, None, words)))), trouble)


def _gathering(draft: Draft, position: Position, words: Words) -> Draft:
    """What a table still waits for, and what can be done there."""
    code, missing = position.code, position.game.info.seats[0] - len(position.players)
    if missing > 0:
        draft.text(words.say_many("One more player is needed.", "{n} more players are needed.", n=missing))
    elif len(position.players) == 1:
        draft.text(
            words.say(
                "{host} can start now and play alone, or wait for others.", host=mention(position.row.host)
            )
        )
    else:
        draft.text(words.say("Ready: {host} can start.", host=mention(position.row.host)))
    closed = position.full and not position.opponents
    join = button(Tap("join", code), words.say("Join"), discord.ButtonStyle.success, disabled=closed)
    return draft.buttons(
        *([] if position.private else [join]),
        button(Tap("leave", code), words.say("Leave")),
        button(Tap("options", code), words.say("Options")),
        button(Tap("company", code), words.say("Add opponent")),
        button(Tap("start", code), words.say("Start"), discord.ButtonStyle.primary, disabled=missing > 0),
        button(Tap("learn", words=(position.game.info.key,)), words.say("Learn this game")),
    )


def _agreed(position: Position, words: Words) -> list[str]:
    row, teller = position.row, words.teller(position.game, ())
    lines = [
        words.say("{what}: {values}", what=teller.option(field), values=teller.option_value(field, value))
        for field, value in position.options()
    ]
    lines += [pace_line(row, words), rated_line(row, words)]
    if row.status == "lobby" and row.starts == "full":
        lines.append(words.say("Starts by itself when the table is full"))
    return [f"-# {line}" for line in lines]


def _invited(guests: Guests, words: Words) -> Iterable[str]:
    """Who was invited and does not sit there."""
    if guests.awaited:
        who = words.listed(map(mention, guests.awaited))
        yield "-# " + words.say("Invited, no answer yet: {who}", who=who)
    if guests.declined:
        yield "-# " + words.say("Can't make it: {who}", who=words.listed(map(mention, guests.declined)))


def faced(name: str, emoji: Emoji | None) -> str:
    """A name as it is written on a card, a computer player's behind their face."""
    face = None if emoji is None else emoji.face(name)
    return plain_name(name) if face is None else f"{face} {plain_name(name)}"


def _result(position: Position, outcome: Outcome, words: Words, emoji: Emoji | None = None) -> Iterable[str]:
    """How a game ended, and everybody with their points, the winners first."""
    names = tuple(faced(name, emoji) for name in position.names)
    yield f"**{words.teller(position.game, names).outcome(outcome)}**"
    for seat, place in _in_order(position, outcome):
        points = f" · {outcome.totals[seat]}" if outcome.totals else ""
        yield (f"{place}\\. " if place else "") + names[seat] + points


def _in_order(position: Position, outcome: Outcome) -> Iterable[tuple[Seat, int]]:
    """The seats by their places; place 0 where nobody has won anything."""
    if not outcome.ranking:
        yield from ((seat, 0) for seat in position.seats)
    ahead = 0
    for group in outcome.ranking:
        yield from ((seat, ahead + 1) for seat in group)
        ahead += len(group)


def _ways_on(position: Position, saga: db.Message | None, words: Words) -> str:
    """The ways to the thread and to the saga."""
    row, ways = position.row, []
    if row.thread is not None:
        ways.append(f"<#{row.thread}>")
    if saga is not None and saga.person is None:
        link = f"https://discord.com/channels/{row.server or '@me'}/{saga.channel}/{saga.message}"
        ways.append(f"[{words.say('The saga')}]({link})")
    return " · ".join(ways)


def _closed(position: Position, words: Words) -> str:
    if position.players:
        return words.say("This table was closed: nobody started the game. /new opens another.")
    return words.say("Nobody is left at this table. /new opens another.")


def no_threads(channel: int, words: Words) -> str:
    """Which right would give a game a thread of its own."""
    return "-# " + permissions.told("create_public_threads", channel, words)
