"""/server settings: its panel and its form, for members who manage the server."""

from collections.abc import Iterator, Sequence
from typing import Any

import discord

import db
from bot.chat.interactions import Request, on_component
from bot.chat.interactions.channel_checks import (
    EVERYONE,
    FORUM_PERMISSIONS,
    MANAGERS,
    REQUIRED_PERMISSIONS,
    TABLE_PERMISSIONS,
    managed_server,
    missing_permissions,
)
from bot.chat.interactions.commands import SERVER, Arguments, command
from bot.chat.messages import PRIMARY, CustomId, MessageBuilder, button, modals, option, parse_digits
from bot.i18n import N_, Locale, locale_for
from bot.i18n.languages import language_for, language_names
from bot.play.account import servers
from bot.play.core import Denied
from bot.views import forum_tags
from bot.views.pace_text import PACE_LABELS as PACES
from bot.views.pace_text import pace_details

ROLE = "role"
OPENERS = {
    EVERYONE: (N_("Everyone"), N_("Everyone who sees the channel.")),
    MANAGERS: (N_("The server's managers"), N_("You need the permission “Manage Server”.")),
    ROLE: (
        N_("Members with a role"),
        N_("Choose the role below. The server's managers can always open tables."),
    ),
}
QUIET, SCHEDULED_EVENTS, DAILY_POSITION = "quiet", "scheduled_events", "daily_position"
WEB_LINKS = "web_links"
SWITCHES = {
    QUIET: (N_("Quiet threads"), N_("Skald pings no one in threads and sends direct messages instead.")),
    SCHEDULED_EVENTS: (
        N_("Scheduled events"),
        N_("Cups, league months and voyages appear among the server's events."),
    ),
    DAILY_POSITION: (
        N_("Position of the day"),
        N_("Every day a position in the channel for results. Answers stay private for a day."),
    ),
}
WEB_SWITCH = {WEB_LINKS: (N_("Web links"), N_("Tables can be opened in the browser, and watched by link."))}
"""Shown where the web board is served."""
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
    await save_and_show(request, settings={"pace": request.selected_value})


@on_component("server-language", "update")
async def set_language(request: Request, _: CustomId) -> None:
    if request.selected_value not in language_names():
        raise Denied("not_a_choice")
    await save_and_show(request, language=request.selected_value)


async def save_and_show(request: Request, **changes: Any) -> None:
    """Save changes of `db.Server` and show the panel."""
    server = managed_server(request)
    await servers.update_settings(request.service, server, **changes)
    await _show_panel(request, server, note=request.locale.t("Saved."))


async def _show_panel(request: Request, server: int, *, note: str = "") -> None:
    locale, t, stored = request.locale, request.locale.t, await db.servers.get(request.store, server)
    settings = stored.settings
    builder = MessageBuilder().text(f"### {t('Skald on this server')}", note)
    builder.text(
        *setting_lines(locale, stored),
        _scheduled_events_line(request, settings),
        _daily_position_line(locale, settings),
        *_web_links_line(request, settings),
        *forum_tag_line(request, stored),
        *_channel_warnings(request, settings),
    )
    paces = [
        option(pace, t(label), description=pace_details(pace, locale), default=pace == settings.pace)
        for pace, label in PACES.items()
    ]
    builder.select(CustomId("server-pace"), t("Pace of a new table"), paces)
    languages = language_options(language_for(stored.language))
    builder.select(CustomId("server-language"), t("Language of the threads"), languages)
    builder.buttons(
        button(CustomId("server-form"), t("Set channels and rights"), PRIMARY),
        button(CustomId("server-called"), t("Choose a role to ping")),
    )
    await request.respond(builder)


def setting_lines(locale: Locale, server: db.Server) -> list[str]:
    """Returns a line per setting: its value, and its effect."""
    t, settings = locale.t, server.settings
    opening = OPENERS.get(settings.opening)
    return [
        t("**Tables**: opened only in <#{channel}>.", channel=settings.lobbies)
        if settings.lobbies
        else t("**Tables**: opened in any channel. In a forum each game gets its own post."),
        t("**Results**: also posted in <#{channel}>.", channel=settings.results)
        if settings.results
        else t("**Results**: in each game's own thread. You can also post them all in one channel."),
        t("**Who opens tables**: {who}.", who=t(opening[0]))
        if opening
        else t("**Who opens tables**: <@&{role}>, and the server's managers.", role=settings.opening),
        t(
            "**Pace**: {pace}, unless the host chooses another. {about}",
            pace=t(PACES[settings.pace]),
            about=pace_details(settings.pace, locale),
        ),
        t(
            "**Language**: {language}, in threads and on cards. Private messages use each "
            "reader's own language.",
            language=language_names()[language_for(server.language)],
        ),
        t("**Quiet**: on. Skald pings no one in threads and sends direct messages instead.")
        if settings.quiet
        else t("**Quiet**: off. Skald mentions players in the thread when it's their turn."),
        t(
            "**New tables**: <@&{role}> is pinged. Anyone can take the role with one tap.",
            role=settings.called,
        )
        if settings.called
        else t("**New tables**: no pings. Choose a role to ping."),
    ]


def _scheduled_events_line(request: Request, settings: db.ServerSettings) -> str:
    t, guild = request.locale.t, request.interaction.guild
    if not settings.scheduled_events:
        return t("**Scheduled events**: off.")
    if guild is not None and guild.me.guild_permissions.create_events:
        return t("**Scheduled events**: cups, league months and voyages appear among the server's events.")
    return t("**Scheduled events**: none. Skald needs the permission “Create Events”.")


def _daily_position_line(locale: Locale, settings: db.ServerSettings) -> str:
    if not settings.daily_position:
        return locale.t("**Position of the day**: off.")
    if settings.results is None:
        return locale.t("**Position of the day**: none. Choose a channel for results first.")
    return locale.t(
        "**Position of the day**: every day in <#{channel}>, without pings.", channel=settings.results
    )


def _web_links_line(request: Request, settings: db.ServerSettings) -> Iterator[str]:
    """Yields whether tables can be opened in the browser, where the web board is served."""
    t = request.locale.t
    if request.context.web_links is not None:
        yield (
            t("**Web links**: on. Players open their seat in the browser, others watch by link.")
            if settings.web_links
            else t("**Web links**: off.")
        )


def forum_tag_line(request: Request, server: db.Server) -> Iterator[str]:
    """Yields the names of tags that Skald would set if the lobby forum had them."""
    guild = request.interaction.guild
    forum = guild.get_channel(server.settings.lobbies) if guild and server.settings.lobbies else None
    if not isinstance(forum, discord.ForumChannel):
        return
    present = {forum_tags.find_key(tag.name, request.games) for tag in forum.available_tags}
    missing = [key for key in forum_tags.all_keys(request.games) if key not in present]
    if not missing:
        yield request.locale.t("**Forum tags**: Skald sets them by state and game.")
        return
    names = (forum_tags.tag_name(key, request.games, locale_for(server.language)) for key in missing)
    yield request.locale.t(
        "**Forum tags**: create these in <#{channel}>, and Skald sets them: {names}.",
        channel=forum.id,
        names=", ".join(names),
    )


def _channel_warnings(request: Request, settings: db.ServerSettings) -> Iterator[str]:
    """Yields warnings about configured channels that are gone, or where Skald lacks a permission."""
    locale = request.locale
    for channel_id in filter(None, (settings.lobbies, settings.results)):
        granted, needed = _granted_permissions(request, channel_id), REQUIRED_PERMISSIONS
        if channel_id == settings.lobbies:
            is_forum = channel_type(request, channel_id) == discord.ChannelType.forum.value
            needed = FORUM_PERMISSIONS if is_forum else TABLE_PERMISSIONS
        if granted is None:
            yield locale.t("⚠️ <#{channel}> can't be found. Choose another.", channel=channel_id)
        elif missing := missing_permissions(locale, granted, needed):
            text = N_("⚠️ In <#{channel}> Skald still needs: {missing}.")
            yield locale.t(text, channel=channel_id, missing=missing)


def _granted_permissions(request: Request, channel_id: int) -> discord.Permissions | None:
    """Returns Skald's permissions in a channel; None if it is unknown.

    Discord sends them with a channel that was just chosen; else they follow from the cached roles.
    """
    if (bits := request.resolved_channel(channel_id).get("app_permissions")) is not None:
        return discord.Permissions(int(bits))
    guild = request.interaction.guild
    channel = guild.get_channel(channel_id) if guild else None
    return channel.permissions_for(guild.me) if guild and channel else None


def channel_type(request: Request, channel_id: int) -> int | None:
    guild = request.interaction.guild
    channel = guild.get_channel(channel_id) if guild else None
    return request.resolved_channel(channel_id).get("type") if channel is None else channel.type.value


def language_options(selected: str) -> list[discord.SelectOption]:
    return [
        option(language, name, default=language == selected) for language, name in language_names().items()
    ]


# The form


@on_component("server-form", "form")
async def open_settings_form(request: Request, _: CustomId) -> None:
    locale, t = request.locale, request.locale.t
    settings = (await db.servers.get(request.store, managed_server(request))).settings
    opening = settings.opening if settings.opening in OPENERS else ROLE
    role = int(settings.opening) if opening == ROLE else None
    switches = _switches(request)
    switched_on = [name for name in switches if getattr(settings, name)]
    fields = [
        modals.field(
            t("Channel for tables"),
            modals.channel_select("lobbies", settings.lobbies, *TABLE_CHANNEL_TYPES),
            t("Empty: any channel. A forum gets one post per game."),
        ),
        modals.field(
            t("Channel for results"),
            modals.channel_select("results", settings.results, *RESULT_CHANNEL_TYPES),
            t("Skald posts each result there. Empty: only in the game's thread."),
        ),
        modals.field(t("Who opens tables"), modals.radio_group("opening", OPENERS, locale, opening)),
        modals.field(t("That role"), modals.role_select(ROLE, role)),
        modals.field(
            t("Pings, events, positions"), modals.checkbox_group("switches", switches, locale, switched_on)
        ),
    ]
    await request.open_form(modals.form(CustomId("server-keep"), t("Skald on this server"), *fields))


@on_component("server-keep", "update")
async def save_settings(request: Request, _: CustomId) -> None:
    managed_server(request)
    settings = {
        "lobbies": channel_field(request, "lobbies", TABLE_CHANNEL_TYPES),
        "results": channel_field(request, "results", RESULT_CHANNEL_TYPES),
        "opening": opening_field(request),
        **{name: name in request.field_values("switches") for name in _switches(request)},
    }
    await save_and_show(request, settings=settings)


def _switches(request: Request) -> dict[str, tuple[str, str]]:
    return SWITCHES if request.context.web_links is None else SWITCHES | WEB_SWITCH


def channel_field(request: Request, field: str, kinds: Sequence[discord.ChannelType]) -> int | None:
    channel_id = id_field(request, field)
    if channel_id is not None and channel_type(request, channel_id) not in {kind.value for kind in kinds}:
        raise Denied("not_a_choice")
    return channel_id


def opening_field(request: Request) -> str:
    opening, guild = request.field_text("opening"), request.interaction.guild
    if opening not in OPENERS:
        raise Denied("not_a_choice")
    if opening != ROLE:
        return opening
    role = id_field(request, ROLE)
    if role is None or guild is None:
        raise Denied("role_missing")
    return EVERYONE if role == guild.default_role.id else str(role)


def id_field(request: Request, field: str) -> int | None:
    return parse_digits(request.field_value(field), 19)
