"""The role that is pinged for new tables: chosen in /server settings, taken and returned with one tap."""

import discord

import db
from bot.chat.interactions import Request, on_component
from bot.chat.interactions.channel_checks import managed_server
from bot.chat.messages import SUCCESS, CustomId, MessageBuilder, button, modals
from bot.chat.outbox import Messenger, delivers
from bot.chat.settings.servers import id_field, save_and_show
from bot.play.core import Denied
from bot.play.core.outbox_messages import RolePing
from bot.views.markup import plain_name

FIELD = "called"


@on_component("server-called", "form")
async def open_role_form(request: Request, _: CustomId) -> None:
    t = request.locale.t
    role_id = (await db.servers.get(request.store, managed_server(request))).settings.called
    field = modals.field(
        t("Role pinged for new tables"),
        modals.role_select(FIELD, role_id),
        t("Anyone can take it with one tap, so it must grant no permissions. Empty: no pings."),
    )
    form = modals.form(CustomId("server-called-keep"), t("Role pinged for new tables"), field)
    await request.open_form(form)


@on_component("server-called-keep", "update")
async def save_role(request: Request, _: CustomId) -> None:
    managed_server(request)
    role_id = id_field(request, FIELD)
    if role_id is not None:
        require_harmless_role(request, role_id)
    await save_and_show(request, settings={"called": role_id})


@on_component("call-me", "private")
async def toggle_role(request: Request, _: CustomId) -> None:
    """Give the user the role, or take it away if they have it."""
    t, member = request.locale.t, request.interaction.user
    if request.server is None or not isinstance(member, discord.Member):
        raise Denied("only_on_server")
    role_id = (await db.servers.get(request.store, request.server)).settings.called
    if role_id is None:
        raise Denied("nobody_called")
    role = require_harmless_role(request, role_id)
    has = role in member.roles
    try:
        await (member.remove_roles if has else member.add_roles)(role)
    except (discord.Forbidden, discord.NotFound) as problem:
        raise Denied("role_out_of_reach", role=role_id) from problem
    text = (
        t("Skald no longer pings you for new tables.")
        if has
        else t("Skald pings you for new tables here. Tap the same button to stop that.")
    )
    await request.respond_privately(text)


def require_harmless_role(request: Request, role_id: int) -> discord.Role:
    """Returns a role that any member may take.

    :raises Denied: If it does not exist, is managed, or has permissions beyond the default role's.
    """
    guild = request.interaction.guild
    role = guild.get_role(role_id) if guild else None
    if guild is None or role is None or role.is_default() or role.managed:
        raise Denied("not_a_choice")
    if role.permissions.value & ~guild.default_role.permissions.value:
        raise Denied("role_gives_rights", role=role_id)
    return role


@delivers(RolePing)
async def deliver_role_ping(messenger: Messenger, post: db.Post, _: RolePing) -> None:
    """Ping the role beside the card of a table that still has a free seat."""
    snapshot = await messenger.snapshot(post)
    role = snapshot.server.settings.called if snapshot.server else None
    if role is None or snapshot.row.status != "lobby" or snapshot.is_full:
        return
    locale = messenger.context.table_locale(snapshot)
    text = locale.t(
        "<@&{role}> {host} opened a table: {game}. Who plays?",
        role=role,
        host=plain_name(snapshot.names[0]),
        game=locale.game_text(snapshot.game, ()).game_name,
    )
    builder = MessageBuilder(notification=text, mentioned_role=role).buttons(
        button(CustomId("join", snapshot.code), locale.t("Join"), SUCCESS),
        button(CustomId("call-me"), locale.t("Turn new-table pings on or off")),
    )
    await messenger.send(snapshot, builder, nonce=post.id)
