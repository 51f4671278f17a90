"""The role that is called for new tables: chosen in /server settings, taken and given back with one tap."""

import discord

import db
from bot.chat.interactions.buttons import on_component
from bot.chat.interactions.requests import Request
from bot.chat.interactions.where import managed_server
from bot.chat.messages import forms
from bot.chat.messages.custom_id import CustomId
from bot.chat.messages.message_builder import MessageBuilder, button
from bot.chat.outbox.messenger import Messenger
from bot.chat.outbox.outbox_worker import delivers
from bot.chat.settings.servers import change_settings
from bot.play.core.outbox_messages import RolePing
from bot.play.core.refusals import Denied
from bot.views.markup import plain_name
from bot.views.reader_view import NEUTRAL_COLOUR

FIELD = "called"


@on_component("server-called", "form")
async def ask_for_role(request: Request, _: CustomId) -> None:
    locale = request.locale
    chosen = (await db.servers.get(request.store, managed_server(request))).settings.called
    field = forms.field(
        locale.t("Role called for new tables"),
        forms.role_select(FIELD, chosen),
        locale.t("Anybody can take it with one tap, so it must give no rights. Empty: no pings."),
    )
    await request.open_form(
        forms.form(CustomId("server-called-keep"), locale.t("Role called for new tables"), field)
    )


@on_component("server-called-keep", "update")
async def keep_role(request: Request, _: CustomId) -> None:
    managed_server(request)
    chosen = next(iter(request.field_values(FIELD)), "")
    number = int(chosen) if chosen.isascii() and chosen.isdecimal() else None
    if number is not None:
        _harmless(request, number)
    await change_settings(request, called=number)


@on_component("call-me", "private")
async def take(request: Request, _: CustomId) -> None:
    """Whoever has the role gives it back, whoever does not takes it."""
    locale, member = request.locale, request.interaction.user
    if request.server is None or not isinstance(member, discord.Member):
        raise Denied("only_on_server")
    number = (await db.servers.get(request.store, request.server)).settings.called
    if number is None:
        raise Denied("nobody_called")
    role = _harmless(request, number)
    has = role in member.roles
    try:
        await (member.remove_roles if has else member.add_roles)(role)
    except (discord.Forbidden, discord.NotFound) as problem:
        raise Denied("role_out_of_reach", role=number) from problem
    if has:
        await request.respond_privately(locale.t("No more pings for new tables."))
    else:
        await request.respond_privately(
            locale.t("You'll get a ping for new tables here. The same button stops it.")
        )


def _harmless(request: Request, number: int) -> discord.Role:
    """A role that anybody may have: it gives no right that not everybody has."""
    guild = request.interaction.guild
    role = guild.get_role(number) if guild else None
    if guild is None or role is None or role.is_default() or role.managed:
        raise Denied("not_a_choice")
    if role.permissions.value & ~guild.default_role.permissions.value:
        raise Denied("role_gives_rights", role=number)
    return role


@delivers(RolePing)
async def call(messenger: Messenger, post: db.Post, _: RolePing) -> None:
    """Said once beside the card of a table that still has a place."""
    snapshot = await messenger.snapshot(post)
    role = snapshot.server.settings.called if snapshot.server else None
    if role is None or snapshot.row.status != "lobby" or snapshot.is_full:
        return
    locale = messenger.context.table_locale(snapshot)
    said = locale.t(
        "<@&{role}> {host} opened a table: {game}. Who plays?",
        role=role,
        host=plain_name(snapshot.names[0]),
        game=locale.game_text(snapshot.game, ()).game_name,
    )
    builder = MessageBuilder(NEUTRAL_COLOUR, said, mentioned_role=role).buttons(
        button(CustomId("join", snapshot.code), locale.t("Join"), discord.ButtonStyle.success),
        button(CustomId("call-me"), locale.t("Ping me, or stop")),
    )
    await messenger.send(messenger.table(snapshot), builder, nonce=post.id)
