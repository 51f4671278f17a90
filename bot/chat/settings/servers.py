"""/server settings: its panel and its form, for members who manage the server."""

from collections.abc import Sequence
from typing import Any

import discord

import db
from bot.chat.interactions.channel_checks import EVERYONE, MANAGERS, managed_server, missing_permissions
from bot.chat.interactions.commands import SERVER, Arguments, command
from bot.chat.interactions.component_dispatch import on_component
from bot.chat.interactions.requests import Request
from bot.chat.messages import modals
from bot.chat.messages.custom_id import CustomId
from bot.chat.messages.message_builder import MessageBuilder, button
from bot.chat.messages.modals import FormOption
from bot.i18n import N_, Locale
from bot.i18n.languages import language_for, language_names
from bot.play.account import servers
from bot.play.core.refusals import Denied
from bot.views.pace_text import PACE_LABELS as PACES
from bot.views.pace_text import pace_details
from bot.views.reader_view import NEUTRAL_COLOUR

ROLE = "role"
OPENERS = {
    EVERYONE: (N_("Everyone"), N_("Whoever sees the channel.")),
    MANAGERS: (N_("Those who manage the server"), N_("You need the permission “Manage Server”.")),
    ROLE: (N_("Those with a role"), N_("Choose the role below; whoever manages the server can too.")),
}
QUIET = "quiet"
TABLE_CHANNEL_TYPES = (discord.ChannelType.text, discord.ChannelType.forum)
RESULT_CHANNEL_TYPES = (discord.ChannelType.text, discord.ChannelType.news)


# The panel


@command(N_("settings"), N_("Channels, who opens tables, pace, language, quiet"), group=SERVER)
async def show_settings(request: Request, _: Arguments) -> None:
    await _show_panel(request, managed_server(request))


@on_component("server-pace", "update")
async def set_pace(request: Request, _: CustomId) -> None:
    if request.selected_value not in PACES:
        raise Denied("not_a_choice")
    await _save_and_show(request, settings={"pace": request.selected_value})


@on_component("server-language", "update")
async def set_language(request: Request, _: CustomId) -> None:
    if request.selected_value not in language_names():
        raise Denied("not_a_choice")
    await _save_and_show(request, language=request.selected_value)


async def change_settings(request: Request, **settings: Any) -> None:
    """Save settings from another feature's form and show the panel."""
    await _save_and_show(request, settings=settings)


async def _save_and_show(request: Request, **changes: Any) -> None:
    server = managed_server(request)
    await servers.update_settings(request.service, server, **changes)
    request.context.wake()
    await _show_panel(request, server, note=request.locale.t("Saved."))


async def _show_panel(request: Request, server: int, *, note: str = "") -> None:
    locale, stored = request.locale, await db.servers.get(request.store, server)
    settings = stored.settings
    builder = MessageBuilder(NEUTRAL_COLOUR).text(f"### {locale.t('Skald on this server')}", note)
    builder.text(*_setting_lines(locale, stored), *_channel_warnings(request, settings))
    builder.select(
        CustomId("server-pace"), locale.t("Pace of a new table"), _pace_options(locale, settings.pace)
    )
    builder.select(
        CustomId("server-language"),
        locale.t("Language of the threads"),
        language_options(language_for(stored.language)),
    )
    change = button(CustomId("server-form"), locale.t("Channels and rights"), discord.ButtonStyle.primary)
    role = button(CustomId("server-called"), locale.t("Role for new tables"))
    await request.respond(builder.buttons(change, role))


def _setting_lines(locale: Locale, server: db.Server) -> list[str]:
    """Returns a line per setting: its value, and its effect."""
    settings = server.settings
    opening = OPENERS.get(settings.opening)
    return [
        locale.t("**Tables**: opened in <#{channel}>, nowhere else.", channel=settings.lobbies)
        if settings.lobbies
        else locale.t("**Tables**: opened in any channel. In a forum each game gets a post of its own."),
        locale.t("**Results**: also posted in <#{channel}>.", channel=settings.results)
        if settings.results
        else locale.t("**Results**: in each game's own thread. You can also collect them in one channel."),
        locale.t("**Who opens tables**: {who}.", who=locale.t(opening[0]))
        if opening
        else locale.t(
            "**Who opens tables**: <@&{role}>, and whoever manages the server.", role=settings.opening
        ),
        locale.t(
            "**Pace**: {pace}, unless the host chooses another. {about}",
            pace=locale.t(PACES[settings.pace]),
            about=pace_details(settings.pace, locale),
        ),
        locale.t(
            "**Language**: {language}, in threads and on cards. What only one person sees is in theirs.",
            language=language_names()[language_for(server.language)],
        ),
        locale.t("**Quiet**: on. Nobody is pinged in threads; Skald sends direct messages instead.")
        if settings.quiet
        else locale.t("**Quiet**: off. Whoever is to move is mentioned in the thread."),
        locale.t(
            "**New tables**: <@&{role}> gets a ping; anybody can take the role with one tap.",
            role=settings.called,
        )
        if settings.called
        else locale.t("**New tables**: nobody gets a ping. Choose a role to change that."),
    ]


def _channel_warnings(request: Request, settings: db.ServerSettings) -> list[str]:
    """Returns warnings about configured channels that are gone, or where Skald lacks a permission."""
    locale, guild = request.locale, request.interaction.guild
    lines = []
    for channel_id in filter(None, (settings.lobbies, settings.results)):
        channel = guild.get_channel(channel_id) if guild else None
        if guild is None or channel is None:
            lines.append(locale.t("⚠️ <#{channel}> can't be found. Choose another.", channel=channel_id))
        elif missing := missing_permissions(locale, channel.permissions_for(guild.me)):
            lines.append(
                locale.t(
                    "⚠️ In <#{channel}> Skald still needs: {missing}.", channel=channel_id, missing=missing
                )
            )
    return lines


def _pace_options(locale: Locale, selected: str) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(
            label=locale.t(label),
            value=pace,
            description=pace_details(pace, locale),
            default=pace == selected,
        )
        for pace, label in PACES.items()
    ]


def language_options(selected: str) -> list[discord.SelectOption]:
    """Returns an option per language, each named in that language."""
    return [
        discord.SelectOption(label=name, value=language, default=language == selected)
        for language, name in language_names().items()
    ]


# The form


@on_component("server-form", "form")
async def open_settings_form(request: Request, _: CustomId) -> None:
    locale = request.locale
    settings = (await db.servers.get(request.store, managed_server(request))).settings
    who = [FormOption(value, locale.t(label), locale.t(about)) for value, (label, about) in OPENERS.items()]
    opening = settings.opening if settings.opening in OPENERS else ROLE
    role = int(settings.opening) if opening == ROLE else None
    quiet = FormOption(
        QUIET, locale.t("Quiet threads"), locale.t("Nobody is pinged there; direct messages instead.")
    )
    fields = [
        modals.field(
            locale.t("Tables are opened in"),
            modals.channel_select("lobbies", settings.lobbies, *TABLE_CHANNEL_TYPES),
            locale.t("Empty: any channel. A forum gets one post per game."),
        ),
        modals.field(
            locale.t("Results go to"),
            modals.channel_select("results", settings.results, *RESULT_CHANNEL_TYPES),
            locale.t("How each game ended. Empty: only in the game's thread."),
        ),
        modals.field(locale.t("Who opens tables"), modals.radio_group("opening", who, opening)),
        modals.field(locale.t("The role, if you chose one"), modals.role_select(ROLE, role)),
        modals.field(
            locale.t("Pings"), modals.checkbox_group(QUIET, [quiet], [QUIET] if settings.quiet else [])
        ),
    ]
    await request.open_form(modals.form(CustomId("server-keep"), locale.t("Skald on this server"), *fields))


@on_component("server-keep", "update")
async def save_settings(request: Request, _: CustomId) -> None:
    managed_server(request)
    settings = {
        "lobbies": _channel_field(request, "lobbies", TABLE_CHANNEL_TYPES),
        "results": _channel_field(request, "results", RESULT_CHANNEL_TYPES),
        "opening": _opening_field(request),
        "quiet": QUIET in request.field_values(QUIET),
    }
    await _save_and_show(request, settings=settings)


def _channel_field(request: Request, field: str, kinds: Sequence[discord.ChannelType]) -> int | None:
    channel_id, guild = _id_field(request, field), request.interaction.guild
    if channel_id is None:
        return None
    channel = guild.get_channel(channel_id) if guild else None
    if channel is None or channel.type not in kinds:
        raise Denied("not_a_choice")
    return channel_id


def _opening_field(request: Request) -> str:
    opening, guild = request.field_text("opening"), request.interaction.guild
    if opening not in OPENERS:
        raise Denied("not_a_choice")
    if opening != ROLE:
        return opening
    role = _id_field(request, ROLE)
    if role is None or guild is None:
        raise Denied("role_missing")
    return EVERYONE if role == guild.default_role.id else str(role)


def _id_field(request: Request, field: str) -> int | None:
    value = next(iter(request.field_values(field)), "")
    return int(value) if value.isascii() and value.isdecimal() else None
