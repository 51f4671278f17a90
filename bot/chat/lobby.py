"""Gathering at a table: opening it, joining, leaving, agreeing, starting. And its card and its thread."""

import logging
from typing import Any, Literal, get_args

import discord
from pydantic import ValidationError

import db
from bot.chat.agreement import agreed_on, pace_line, rated_line
from bot.chat.buttons import on_tap
from bot.chat.deliveries import delivers
from bot.chat.draft import Draft, button
from bot.chat.messenger import Messenger
from bot.chat.requests import Request
from bot.chat.scene import NEUTRAL, plain_name
from bot.chat.servers import check_may_open, check_place
from bot.chat.taps import Tap
from bot.play import deliveries, lobby, posts
from bot.play.people import MANY_GAMES
from bot.play.position import Position
from bot.play.refusals import Denied
from bot.words import Words, words_for
from bot.words.values import word_of
from rules.game import Options

log = logging.getLogger(__name__)

THREAD_EXISTS = 160004
THREAD_KEPT: Literal[10080] = 10080


def lobby_card(position: Position, words: Words, *, trouble: str = "") -> Draft:
    """Who is at the table, what was agreed, and how to join."""
    game, code = position.game, position.code
    teller = words.teller(game, ())
    fewest, most = game.info.seats
    places = [f"{number}. {plain_name(name)}" for number, name in enumerate(position.names, start=1)]
    free = most - len(position.players)
    draft = Draft(NEUTRAL)
    draft.text(f"## {teller.game_name}", teller.tagline)
    if position.row.status == "closed":
        return draft.text(words.say("Nobody is left at this table. /new opens another."))
    draft.text(
        *places,
        words.say_many("-# {n} free place", "-# {n} free places", n=free) if free else "",
    )
    draft.text(
        *(
            "-# "
            + words.say(
                "{what}: {values}", what=teller.option(field), values=teller.option_value(field, value)
            )
            for field, value in position.options()
        ),
        "-# " + pace_line(position.row, words),
        "-# " + rated_line(position.row, words),
    )
    if position.row.status != "lobby":
        thread = f" <#{position.row.thread}>" if position.row.thread else ""
        return draft.text(words.say("The game has begun.") + thread, trouble)
    missing = fewest - len(position.players)
    if missing > 0:
        draft.text(words.say_many("One more player is needed.", "{n} more players are needed.", n=missing))
    else:
        draft.text(words.say("Ready: <@{host}> can start.", host=position.row.host or 0))
    return draft.text(trouble).buttons(
        button(Tap("join", code), words.say("Join"), discord.ButtonStyle.success, disabled=not free),
        button(Tap("leave", code), words.say("Leave")),
        button(Tap("options", code), words.say("Options")),
        button(Tap("start", code), words.say("Start"), discord.ButtonStyle.primary, disabled=missing > 0),
    )


def no_threads(words: Words) -> str:
    """Which right would give a game a thread of its own."""
    return words.say(
        "-# Skald may not open threads here, so the game is played in this channel. "
        "The permission “Create Public Threads” would give it a thread of its own."
    )


# What people do


async def open_table(request: Request, key: str, given: dict[str, Any]) -> None:
    """/new: the lobby card in the channel where it was typed."""
    server, channel = check_place(request)
    await check_may_open(request, server, channel)
    options = dict(given)
    pace, rated = options.pop("pace", None), options.pop("rated", "no") == "yes"
    position = await lobby.open_table(
        request.tables,
        key,
        options,
        request.visitor,
        server=server,
        channel=channel,
        language=words_for(str(request.interaction.guild_locale)).language,
        pace=pace,
        rated=rated,
    )
    words = request.context.words_of(position)
    opened = request.words.say(
        "Your table is open. The others join by its card; you start when all are there."
    )
    message = await request.announce(
        f"{opened}\n{await _soft_word(request)}",
        lobby_card(position, words, trouble=_missing_permission(request, words)),
    )
    await deliveries.lobby_posted(request.tables, position, deliveries.Sent(message.id, channel))


@on_tap("join", "update")
async def join(request: Request, tap: Tap) -> None:
    await lobby.join(request.tables, tap.game, request.visitor)
    request.context.wake()
    if word := await _soft_word(request):
        await request.note(word)


async def _soft_word(request: Request) -> str:
    """What is said to somebody at many tables."""
    tables = len(await db.games.of_person(request.store, request.visitor.id))
    if tables < MANY_GAMES:
        return ""
    return request.words.say(
        "You sit at {n} tables now: enough to keep up with. /games lists them.", n=tables
    )


@on_tap("leave", "update")
async def leave(request: Request, tap: Tap) -> None:
    await lobby.leave(request.tables, tap.game, request.visitor.id)
    request.context.wake()


@on_tap("start", "update")
async def start(request: Request, tap: Tap) -> None:
    await lobby.start(request.tables, tap.game, request.visitor.id, interaction=request.id)
    request.context.wake()


@on_tap("options", "private")
async def show_options(request: Request, tap: Tap) -> None:
    position = await request.tables.position(tap.game)
    if position.row.status != "lobby":
        raise Denied("started_already")
    if position.row.host != request.visitor.id:
        raise Denied("host_agrees")
    await request.show(_options_panel(request, position))


@on_tap("option", "update")
async def set_option(request: Request, tap: Tap) -> None:
    (field,) = tap.words
    try:
        position = await lobby.set_option(
            request.tables, tap.game, request.visitor.id, field, request.selected[0]
        )
    except (ValidationError, IndexError):
        raise Denied("not_a_choice") from None
    request.context.wake()
    await request.show(_options_panel(request, position))


@on_tap("agree", "update")
async def agree(request: Request, tap: Tap) -> None:
    """The pace, or whether the table is rated."""
    tables, person = request.tables, request.visitor.id
    match tap.words, request.selected:
        case ("pace",), [pace]:
            position = await lobby.set_pace(tables, tap.game, person, pace)
        case ("rated",), [answer]:
            position = await lobby.set_rated(tables, tap.game, person, rated=answer == "yes")
        case _:
            raise Denied("not_a_choice")
    request.context.wake()
    await request.show(_options_panel(request, position))


def option_values(options: type[Options], field: str) -> tuple[str, ...]:
    """The choices of an option, as they are written in commands and selects."""
    annotation = options.model_fields[field].annotation
    values = get_args(annotation) or (True, False)
    return tuple(map(word_of, values))


def _options_panel(request: Request, position: Position) -> Draft:
    words = request.words
    teller = words.teller(position.game, ())
    draft = Draft(NEUTRAL).text(f"**{teller.game_name}** · `{position.code}`")
    for what, (question, labels, now) in agreed_on(position).items():
        draft.text(words.say(question))
        draft.select(
            Tap("agree", position.code, words=(what,)),
            words.say(question),
            [
                discord.SelectOption(label=words.say(label), value=value, default=value == now)
                for value, label in labels.items()
            ],
        )
    for field, current in position.options():
        draft.text(teller.option(field))
        draft.select(
            Tap("option", position.code, words=(field,)),
            teller.option(field),
            [
                discord.SelectOption(
                    label=teller.option_value(field, value),
                    value=value,
                    default=value == word_of(current),
                )
                for value in option_values(position.game.info.options, field)
            ],
        )
    return draft


def _missing_permission(request: Request, words: Words) -> str:
    """Which right would give the game a thread of its own."""
    granted = request.interaction.app_permissions
    if granted.create_public_threads and granted.send_messages_in_threads:
        return ""
    return no_threads(words)


# What the channel is shown


@delivers(posts.Lobby)
async def deliver_lobby(messenger: Messenger, post: db.Post, _: posts.Lobby) -> None:
    position = await messenger.position(post)
    card = await _card_of(messenger, position)
    if card is not None:
        await messenger.edit(card, lobby_card(position, messenger.context.words_of(position)))


@delivers(posts.Opening)
async def deliver_opening(messenger: Messenger, post: db.Post, _: posts.Opening) -> None:
    """The thread of a game under its lobby card, opened once."""
    await _open_thread(messenger, await messenger.position(post))


@delivers(posts.Place)
async def deliver_place(messenger: Messenger, post: db.Post, _: posts.Place) -> None:
    """A game settles in a channel: its card there, and under it a thread if it has begun."""
    context, position = messenger.context, await messenger.position(post)
    if await _card_of(messenger, position) is None:
        draft = lobby_card(position, context.words_of(position))
        sent = await messenger.send(messenger.channel(position.row.channel), draft, nonce=post.id)
        await deliveries.lobby_posted(context.tables, position, sent)
    if position.row.started is not None:
        await _open_thread(messenger, position)


async def _card_of(messenger: Messenger, position: Position) -> db.Message | None:
    """The lobby card as it stands in the channel."""
    return next(
        reversed(await db.messages.of_game(messenger.context.store, position.code, kind="lobby")), None
    )


async def _open_thread(messenger: Messenger, position: Position) -> None:
    card = await _card_of(messenger, position)
    thread = position.row.thread
    if thread is None and card is not None:
        thread = await _thread_under(messenger, position, card)
    position = await deliveries.thread_opened(messenger.context.tables, position, thread)
    words = messenger.context.words_of(position)
    if thread is not None:
        await _invite(messenger, thread, position)
    if card is not None:
        trouble = no_threads(words) if thread is None else ""
        await messenger.edit(card, lobby_card(position, words, trouble=trouble))


async def _thread_under(messenger: Messenger, position: Position, card: db.Message) -> int | None:
    """A thread under the lobby card; None where the game must live in the channel."""
    words = messenger.context.words_of(position)
    name = f"{words.teller(position.game, ()).game_name} · {' – '.join(position.names)} · {position.code}"
    try:
        thread = await messenger.client.http.start_thread_with_message(
            card.channel, card.message, name=name[:100], auto_archive_duration=THREAD_KEPT
        )
    except discord.Forbidden:
        return None
    except discord.HTTPException as problem:
        if problem.code == THREAD_EXISTS:
            return card.message  # a thread under a message has the message's own id
        raise
    return int(thread["id"])


async def _invite(messenger: Messenger, thread: int, position: Position) -> None:
    for person in position.people_at(position.seats):
        try:
            await messenger.client.http.add_user_to_thread(thread, person)
        except discord.HTTPException as problem:
            log.info("a player could not be added to a thread: code %s", problem.code)
