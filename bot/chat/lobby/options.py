"""The host's two panels in the lobby: options of table and game, and computer opponents."""

from typing import get_args

import discord
from pydantic import ValidationError

from bot.chat.interactions import Request, on_component
from bot.chat.lobby.lobby_card import name_with_face
from bot.chat.messages import CustomId, MessageBuilder, option
from bot.chat.settings.servers import language_options
from bot.i18n.languages import language_names
from bot.i18n.values import key_part
from bot.play.core import Denied, GameSnapshot
from bot.play.lobby import lobby
from bot.play.turns import opponents
from bot.views.pace_text import LEVEL_LABELS, table_terms
from rules.game import Options


async def _load_hosted_lobby(request: Request, custom_id: CustomId) -> GameSnapshot:
    """Returns the lobby. Raises Denied if the game has started or the user is not its host."""
    snapshot = await request.snapshot(custom_id.game)
    if snapshot.row.status != "lobby":
        raise Denied("started_already")
    if snapshot.row.host != request.actor.id:
        raise Denied("host_agrees")
    return snapshot


@on_component("options", "private")
async def show_options(request: Request, custom_id: CustomId) -> None:
    await request.respond(_options_panel(request, await _load_hosted_lobby(request, custom_id)))


@on_component("option", "update")
async def set_game_option(request: Request, custom_id: CustomId) -> None:
    field = " ".join(custom_id.args)
    try:
        snapshot = await lobby.set_option(
            request.service, custom_id.game, request.actor.id, field, request.selected_value
        )
    except ValidationError:
        raise Denied("not_a_choice") from None
    await request.respond(_options_panel(request, snapshot))


@on_component("agree", "update")
async def set_table_option(request: Request, custom_id: CustomId) -> None:
    """Set pace, rated, start condition or language of the table."""
    service, user_id = request.service, request.actor.id
    match custom_id.args, request.selected_values:
        case ("pace",), [pace]:
            snapshot = await lobby.set_pace(service, custom_id.game, user_id, pace)
        case ("rated",), [answer]:
            snapshot = await lobby.set_rated(service, custom_id.game, user_id, rated=answer == "yes")
        case ("start",), ["host" | "full" as starts]:
            snapshot = await lobby.set_starts(
                service, custom_id.game, user_id, starts, interaction_id=request.id
            )
        case ("language",), [language] if language in language_names():
            snapshot = await lobby.set_language(service, custom_id.game, user_id, language)
        case _:
            raise Denied("not_a_choice")
    if snapshot.row.status == "lobby":
        await request.respond(_options_panel(request, snapshot))
    else:
        await request.respond(MessageBuilder().text(request.locale.t("The game starts.")))


@on_component("company", "private")
async def show_opponents(request: Request, custom_id: CustomId) -> None:
    await request.respond(_opponents_panel(request, await _load_hosted_lobby(request, custom_id)))


@on_component("invite", "update")
async def add_opponent(request: Request, custom_id: CustomId) -> None:
    level = (request.selected_values or [""])[0]
    snapshot = await lobby.add_opponent(
        request.service, custom_id.game, request.actor.id, level, interaction_id=request.id
    )
    await request.respond(_opponents_panel(request, snapshot))


@on_component("dismiss", "update")
async def dismiss_opponent(request: Request, custom_id: CustomId) -> None:
    number = (request.selected_values or [""])[0]
    if number not in {str(one) for one in opponents.OPPONENTS_BY_ID}:
        raise Denied("not_a_choice")
    snapshot = await lobby.dismiss_opponent(request.service, custom_id.game, request.actor.id, int(number))
    await request.respond(_opponents_panel(request, snapshot))


def _opponents_panel(request: Request, snapshot: GameSnapshot) -> MessageBuilder:
    locale, row = request.locale, snapshot.row
    builder = MessageBuilder().text(locale.t("**Computer players**"))
    if row.status != "lobby":
        return builder.text(locale.t("The game starts."))
    seated = [opponents.OPPONENTS_BY_ID[snapshot.users[seat].id] for seat in sorted(snapshot.opponent_seats)]
    emoji = request.context.views.emoji
    builder.text(
        locale.t("They play right away, day and night. With one at the table the game isn't rated."),
        *(f"{name_with_face(one.name, emoji)} · {locale.t(LEVEL_LABELS[one.level])}" for one in seated),
    )
    if not snapshot.is_full:
        levels = [option(level, locale.t(text)) for level, text in LEVEL_LABELS.items()]
        builder.select(CustomId("invite", row.code), locale.t("Add an opponent: how strong?"), levels)
    if seated:
        leaving = [option(str(one.id), one.name, emoji=emoji.opponent(one.name)) for one in seated]
        builder.select(CustomId("dismiss", row.code), locale.t("Remove an opponent"), leaving)
    return builder


def option_values(options: type[Options], field: str) -> tuple[str, ...]:
    """Returns an option's values as commands and selects write them."""
    annotation = options.model_fields[field].annotation
    values = get_args(annotation) or (True, False)
    return tuple(map(key_part, values))


def _options_panel(request: Request, snapshot: GameSnapshot) -> MessageBuilder:
    locale = request.locale
    game_text = locale.game_text(snapshot.game, ())
    builder = MessageBuilder().text(f"**{game_text.game_name}** · `{snapshot.code}`")

    def add_list(custom_id: CustomId, question: str, options: list[discord.SelectOption]) -> None:
        builder.text(question).select(custom_id, question, options)

    for what, (question, labels, now) in table_terms(snapshot).items():
        options = [option(value, locale.t(label), default=value == now) for value, label in labels.items()]
        add_list(CustomId("agree", snapshot.code, args=(what,)), locale.t(question), options)
    if not snapshot.is_private:
        options = language_options(request.context.table_locale(snapshot).language)
        add_list(
            CustomId("agree", snapshot.code, args=("language",)), locale.t("Language at the table"), options
        )
    for field, current in snapshot.options():
        options = [
            option(value, game_text.option_value_label(field, value), default=value == key_part(current))
            for value in option_values(snapshot.game.info.options, field)
        ]
        add_list(CustomId("option", snapshot.code, args=(field,)), game_text.option_label(field), options)
    return builder
