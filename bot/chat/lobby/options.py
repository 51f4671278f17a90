"""What the host agrees on before a game, and which opponents sit there: two panels of a lobby."""

from typing import get_args

import discord
from pydantic import ValidationError

from bot.chat.interactions.buttons import on_component
from bot.chat.interactions.requests import Request
from bot.chat.lobby.lobby_card import faced
from bot.chat.messages.custom_id import CustomId
from bot.chat.messages.message_builder import MessageBuilder, partial_emoji
from bot.chat.settings.servers import language_choices
from bot.i18n.languages import named
from bot.i18n.values import word_of
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from bot.play.lobby import lobby
from bot.play.turns import opponents
from bot.views.pace_text import LEVELS, agreed_on
from bot.views.reader_view import NEUTRAL
from rules.game import Options


async def _hosted(request: Request, custom_id: CustomId) -> GameSnapshot:
    """A lobby, for its host alone."""
    snapshot = await request.snapshot(custom_id.game)
    if snapshot.row.status != "lobby":
        raise Denied("started_already")
    if snapshot.row.host != request.actor.id:
        raise Denied("host_agrees")
    return snapshot


@on_component("options", "private")
async def show_options(request: Request, custom_id: CustomId) -> None:
    await request.show(_options_panel(request, await _hosted(request, custom_id)))


@on_component("option", "update")
async def set_option(request: Request, custom_id: CustomId) -> None:
    field = " ".join(custom_id.words)
    try:
        snapshot = await lobby.set_option(
            request.service, custom_id.game, request.actor.id, field, request.chosen
        )
    except ValidationError:
        raise Denied("not_a_choice") from None
    request.context.wake()
    await request.show(_options_panel(request, snapshot))


@on_component("agree", "update")
async def agree(request: Request, custom_id: CustomId) -> None:
    """The pace, whether the table is rated, what starts the game, and the language at the table."""
    service, person = request.service, request.actor.id
    match custom_id.words, request.selected:
        case ("pace",), [pace]:
            snapshot = await lobby.set_pace(service, custom_id.game, person, pace)
        case ("rated",), [answer]:
            snapshot = await lobby.set_rated(service, custom_id.game, person, rated=answer == "yes")
        case ("start",), ["host" | "full" as starts]:
            snapshot = await lobby.set_starts(service, custom_id.game, person, starts, interaction=request.id)
        case ("language",), [language] if language in named():
            snapshot = await lobby.set_language(service, custom_id.game, person, language)
        case _:
            raise Denied("not_a_choice")
    request.context.wake()
    if snapshot.row.status == "lobby":
        await request.show(_options_panel(request, snapshot))
    else:
        await request.show(MessageBuilder(NEUTRAL).text(request.locale.t("The game starts.")))


@on_component("company", "private")
async def show_company(request: Request, custom_id: CustomId) -> None:
    """Which computer players sit there, and which may."""
    await request.show(_company_panel(request, await _hosted(request, custom_id)))


@on_component("invite", "update")
async def add_opponent(request: Request, custom_id: CustomId) -> None:
    level = (request.selected or [""])[0]
    snapshot = await lobby.add_opponent(
        request.service, custom_id.game, request.actor.id, level, interaction=request.id
    )
    request.context.wake()
    await request.show(_company_panel(request, snapshot))


@on_component("dismiss", "update")
async def dismiss_opponent(request: Request, custom_id: CustomId) -> None:
    number = (request.selected or [""])[0]
    if number not in {str(one) for one in opponents.EVERYBODY}:
        raise Denied("not_a_choice")
    snapshot = await lobby.dismiss_opponent(request.service, custom_id.game, request.actor.id, int(number))
    request.context.wake()
    await request.show(_company_panel(request, snapshot))


def _company_panel(request: Request, snapshot: GameSnapshot) -> MessageBuilder:
    locale, row = request.locale, snapshot.row
    builder = MessageBuilder(NEUTRAL).text(locale.t("**Computer players**"))
    if row.status != "lobby":
        return builder.text(locale.t("The game starts."))
    seated = [opponents.EVERYBODY[snapshot.users[seat].id] for seat in sorted(snapshot.opponents)]
    emoji = request.context.emoji
    builder.text(
        locale.t("They play at once, day and night. With one at the table the game isn't rated."),
        *(f"{faced(one.name, emoji)} · {locale.t(LEVELS[one.level])}" for one in seated),
    )
    if not snapshot.full:
        choose = [discord.SelectOption(label=locale.t(text), value=level) for level, text in LEVELS.items()]
        builder.select(CustomId("invite", row.code), locale.t("Add one: how strong?"), choose)
    if seated:
        leaving = [
            discord.SelectOption(label=one.name, value=str(one.id), emoji=partial_emoji(emoji.face(one.name)))
            for one in seated
        ]
        builder.select(CustomId("dismiss", row.code), locale.t("Send one away"), leaving)
    return builder


def option_values(options: type[Options], field: str) -> tuple[str, ...]:
    """The choices of an option, as they are written in commands and selects."""
    annotation = options.model_fields[field].annotation
    values = get_args(annotation) or (True, False)
    return tuple(map(word_of, values))


def _options_panel(request: Request, snapshot: GameSnapshot) -> MessageBuilder:
    locale = request.locale
    game_text = locale.game_text(snapshot.game, ())
    builder = MessageBuilder(NEUTRAL).text(f"**{game_text.game_name}** · `{snapshot.code}`")
    for what, (question, labels, now) in agreed_on(snapshot).items():
        builder.text(locale.t(question))
        builder.select(
            CustomId("agree", snapshot.code, words=(what,)),
            locale.t(question),
            [
                discord.SelectOption(label=locale.t(label), value=value, default=value == now)
                for value, label in labels.items()
            ],
        )
    if not snapshot.private:
        builder.text(locale.t("Language at the table"))
        builder.select(
            CustomId("agree", snapshot.code, words=("language",)),
            locale.t("Language at the table"),
            language_choices(request.context.table_locale(snapshot).language),
        )
    for field, current in snapshot.options():
        builder.text(game_text.option(field))
        builder.select(
            CustomId("option", snapshot.code, words=(field,)),
            game_text.option(field),
            [
                discord.SelectOption(
                    label=game_text.option_value(field, value),
                    value=value,
                    default=value == word_of(current),
                )
                for value in option_values(snapshot.game.info.options, field)
            ],
        )
    return builder
