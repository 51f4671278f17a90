"""Gathering at a table: opening it, joining, leaving, agreeing, starting."""

from typing import Any, get_args

import discord
from pydantic import ValidationError

from bot.agreement import agreed_on
from bot.call import Call
from bot.cards import lobby_card, no_threads
from bot.draft import Draft
from bot.manners import check_may_open, check_place
from bot.position import Position
from bot.scene import NEUTRAL
from bot.tables import Denied
from bot.tables.people import MANY_GAMES
from bot.taps import Tap
from bot.words import Words, mark, words_for
from rules.game import Options


async def open_table(call: Call, key: str, options: dict[str, Any]) -> None:
    """/new: the lobby card in the channel where it was typed."""
    server, channel = check_place(call)
    await check_may_open(call, server, channel)
    language = words_for(str(call.interaction.guild_locale)).language
    position = await call.house.tables.open(
        key,
        options,
        call.visitor,
        server=server,
        channel=channel,
        language=language,
        pace=options.pop("pace", None),
        rated=options.pop("rated", "no") == "yes",
    )
    words = await call.house.server_words(position)
    opened = call.words.say("Your table is open. The others join by its card; you start when all are there.")
    message = await call.announce(
        f"{opened}\n{await _soft_word(call)}",
        lobby_card(position, words, trouble=_missing_permission(call, words)),
    )
    async with call.house.store.write() as w:
        await w.bind(
            message=message.id,
            channel=channel,
            game=position.code,
            kind="lobby",
            at=call.house.tables.now(),
        )


async def join(call: Call, tap: Tap) -> None:
    await call.house.tables.join(tap.game, call.visitor)
    call.house.wake()
    if word := await _soft_word(call):
        await call.note(word)


async def _soft_word(call: Call) -> str:
    """What is said to somebody at many tables."""
    tables = len(await call.house.store.games_of(call.visitor.id))
    if tables < MANY_GAMES:
        return ""
    return call.words.say("You sit at {n} tables now: enough to keep up with. /games lists them.", n=tables)


async def leave(call: Call, tap: Tap) -> None:
    await call.house.tables.leave(tap.game, call.visitor.id)
    call.house.wake()


async def start(call: Call, tap: Tap) -> None:
    await call.house.tables.start(tap.game, call.visitor.id, interaction=call.id)
    call.house.wake()


async def show_options(call: Call, tap: Tap) -> None:
    position = await call.house.tables.position(tap.game)
    if position.row.status != "lobby":
        raise Denied(mark("This game has already started."))
    if position.row.host != call.visitor.id:
        raise Denied(mark("Only the one who opened the table can change what was agreed."))
    await call.show(_options_panel(call, position))


async def set_option(call: Call, tap: Tap) -> None:
    (field,) = tap.words
    try:
        position = await call.house.tables.set_option(tap.game, call.visitor.id, field, selected(call)[0])
    except (ValidationError, IndexError):
        raise Denied(mark("That is not one of the choices.")) from None
    call.house.wake()
    await call.show(_options_panel(call, position))


async def agree(call: Call, tap: Tap) -> None:
    """The pace, or whether the table is rated."""
    tables, person = call.house.tables, call.visitor.id
    match tap.words, selected(call):
        case ("pace",), [pace]:
            position = await tables.set_pace(tap.game, person, pace)
        case ("rated",), [answer]:
            position = await tables.set_rated(tap.game, person, rated=answer == "yes")
        case _:
            raise Denied(mark("That is not one of the choices."))
    call.house.wake()
    await call.show(_options_panel(call, position))


def selected(call: Call) -> list[str]:
    """What was chosen in a select."""
    data: Any = call.interaction.data or {}
    return [str(value) for value in data.get("values", ())]


def option_values(options: type[Options], field: str) -> tuple[str, ...]:
    """The choices of an option, as they are written in commands and selects."""
    annotation = options.model_fields[field].annotation
    values = get_args(annotation) or (True, False)
    return tuple(str(value).lower() for value in values)


def _options_panel(call: Call, position: Position) -> Draft:
    teller = call.words.teller(position.game, ())
    draft = Draft(NEUTRAL).text(f"**{teller.game_name}** · `{position.code}`")
    for what, (question, labels, now) in agreed_on(position).items():
        draft.text(call.words.say(question))
        draft.select(
            Tap("agree", position.code, words=(what,)),
            call.words.say(question),
            [
                discord.SelectOption(label=call.words.say(label), value=value, default=value == now)
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
                    default=value == str(current).lower(),
                )
                for value in option_values(position.game.info.options, field)
            ],
        )
    return draft


def _missing_permission(call: Call, words: Words) -> str:
    """Which right would give the game a thread of its own."""
    granted = call.interaction.app_permissions
    if granted.create_public_threads and granted.send_messages_in_threads:
        return ""
    return no_threads(words)
