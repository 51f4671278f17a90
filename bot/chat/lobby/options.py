"""What the host agrees on before a game, and which opponents sit there: two panels of a lobby."""

from typing import get_args

import discord
from pydantic import ValidationError

from bot.chat.interactions.buttons import on_tap
from bot.chat.interactions.requests import Request
from bot.chat.lobby.lobby_card import faced
from bot.chat.messages.custom_id import Tap
from bot.chat.messages.message_builder import Draft, partial_emoji
from bot.chat.settings.servers import language_choices
from bot.i18n.languages import named
from bot.i18n.values import word_of
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import Position
from bot.play.lobby import lobby
from bot.play.turns import opponents
from bot.views.pace_text import LEVELS, agreed_on
from bot.views.reader_view import NEUTRAL
from rules.game import Options


async def _hosted(request: Request, tap: Tap) -> Position:
    """A lobby, for its host alone."""
    position = await request.position(tap.game)
    if position.row.status != "lobby":
        raise Denied("started_already")
    if position.row.host != request.visitor.id:
        raise Denied("host_agrees")
    return position


@on_tap("options", "private")
async def show_options(request: Request, tap: Tap) -> None:
    await request.show(_options_panel(request, await _hosted(request, tap)))


@on_tap("option", "update")
async def set_option(request: Request, tap: Tap) -> None:
    field = " ".join(tap.words)
    try:
        position = await lobby.set_option(request.tables, tap.game, request.visitor.id, field, request.chosen)
    except ValidationError:
        raise Denied("not_a_choice") from None
    request.context.wake()
    await request.show(_options_panel(request, position))


@on_tap("agree", "update")
async def agree(request: Request, tap: Tap) -> None:
    """The pace, whether the table is rated, what starts the game, and the language at the table."""
    tables, person = request.tables, request.visitor.id
    match tap.words, request.selected:
        case ("pace",), [pace]:
            position = await lobby.set_pace(tables, tap.game, person, pace)
        case ("rated",), [answer]:
            position = await lobby.set_rated(tables, tap.game, person, rated=answer == "yes")
        case ("start",), ["host" | "full" as starts]:
            position = await lobby.set_starts(tables, tap.game, person, starts, interaction=request.id)
        case ("language",), [language] if language in named():
            position = await lobby.set_language(tables, tap.game, person, language)
        case _:
            raise Denied("not_a_choice")
    request.context.wake()
    if position.row.status == "lobby":
        await request.show(_options_panel(request, position))
    else:
        await request.show(Draft(NEUTRAL).text(request.words.say("The game starts.")))


@on_tap("company", "private")
async def show_company(request: Request, tap: Tap) -> None:
    """Which computer players sit there, and which may."""
    await request.show(_company_panel(request, await _hosted(request, tap)))


@on_tap("invite", "update")
async def add_opponent(request: Request, tap: Tap) -> None:
    level = (request.selected or [""])[0]
    position = await lobby.add_opponent(
        request.tables, tap.game, request.visitor.id, level, interaction=request.id
    )
    request.context.wake()
    await request.show(_company_panel(request, position))


@on_tap("dismiss", "update")
async def dismiss_opponent(request: Request, tap: Tap) -> None:
    number = (request.selected or [""])[0]
    if number not in {str(one) for one in opponents.EVERYBODY}:
        raise Denied("not_a_choice")
    position = await lobby.dismiss_opponent(request.tables, tap.game, request.visitor.id, int(number))
    request.context.wake()
    await request.show(_company_panel(request, position))


def _company_panel(request: Request, position: Position) -> Draft:
    words, row = request.words, position.row
    draft = Draft(NEUTRAL).text(words.say("**Computer players**"))
    if row.status != "lobby":
        return draft.text(words.say("The game starts."))
    seated = [opponents.EVERYBODY[position.people[seat].id] for seat in sorted(position.opponents)]
    emoji = request.context.emoji
    draft.text(
        words.say("They play at once, day and night. With one at the table the game isn't rated."),
        *(f"{faced(one.name, emoji)} · {words.say(LEVELS[one.level])}" for one in seated),
    )
    if not position.full:
        choose = [discord.SelectOption(label=words.say(text), value=level) for level, text in LEVELS.items()]
        draft.select(Tap("invite", row.code), words.say("Add one: how strong?"), choose)
    if seated:
        leaving = [
            discord.SelectOption(label=one.name, value=str(one.id), emoji=partial_emoji(emoji.face(one.name)))
            for one in seated
        ]
        draft.select(Tap("dismiss", row.code), words.say("Send one away"), leaving)
    return draft


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
    if not position.private:
        draft.text(words.say("Language at the table"))
        draft.select(
            Tap("agree", position.code, words=("language",)),
            words.say("Language at the table"),
            language_choices(request.context.words_of(position).language),
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
