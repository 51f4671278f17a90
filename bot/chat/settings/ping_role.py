"""The role that is called for new tables: chosen in /server settings, taken and given back with one tap."""

import discord

import db
from bot.chat.interactions.buttons import on_tap
from bot.chat.interactions.requests import Request
from bot.chat.interactions.where import managed_server
from bot.chat.messages import forms
from bot.chat.messages.custom_id import Tap
from bot.chat.messages.message_builder import Draft, button
from bot.chat.outbox.messenger import Messenger
from bot.chat.outbox.outbox_worker import delivers
from bot.chat.settings.servers import change_settings
from bot.play.core.outbox_messages import RoleCalled
from bot.play.core.refusals import Denied
from bot.views.markup import plain_name
from bot.views.reader_view import NEUTRAL

FIELD = "called"


@on_tap("server-called", "form")
async def ask_for_role(request: Request, _: Tap) -> None:
    words = request.words
    chosen = (await db.servers.find(request.store, managed_server(request))).settings.called
    field = forms.field(
        words.say("Role called for new tables"),
        forms.role(FIELD, chosen),
        words.say("Anybody can take it with one tap, so it must give no rights. Empty: no pings."),
    )
    await request.ask(forms.form(Tap("server-called-keep"), words.say("Role called for new tables"), field))


@on_tap("server-called-keep", "update")
async def keep_role(request: Request, _: Tap) -> None:
    managed_server(request)
    chosen = next(iter(request.ticked(FIELD)), "")
    number = int(chosen) if chosen.isascii() and chosen.isdecimal() else None
    if number is not None:
        _harmless(request, number)
    await change_settings(request, called=number)


@on_tap("call-me", "private")
async def take(request: Request, _: Tap) -> None:
    """Whoever has the role gives it back, whoever does not takes it."""
    words, member = request.words, request.interaction.user
    if request.server is None or not isinstance(member, discord.Member):
        raise Denied("only_on_server")
    number = (await db.servers.find(request.store, request.server)).settings.called
    if number is None:
        raise Denied("nobody_called")
    role = _harmless(request, number)
    has = role in member.roles
    try:
        await (member.remove_roles if has else member.add_roles)(role)
    except (discord.Forbidden, discord.NotFound) as problem:
        raise Denied("role_out_of_reach", role=number) from problem
    if has:
        await request.note(words.say("No more pings for new tables."))
    else:
        await request.note(words.say("You'll get a ping for new tables here. The same button stops it."))


def _harmless(request: Request, number: int) -> discord.Role:
    """A role that anybody may have: it gives no right that not everybody has."""
    guild = request.interaction.guild
    role = guild.get_role(number) if guild else None
    if guild is None or role is None or role.is_default() or role.managed:
        raise Denied("not_a_choice")
    if role.permissions.value & ~guild.default_role.permissions.value:
        raise Denied("role_gives_rights", role=number)
    return role


@delivers(RoleCalled)
async def call(messenger: Messenger, post: db.Post, _: RoleCalled) -> None:
    """Said once beside the card of a table that still has a place."""
    position = await messenger.position(post)
    role = position.server.settings.called if position.server else None
    if role is None or position.row.status != "lobby" or position.full:
        return
    words = messenger.context.words_of(position)
    said = words.say(
        "<@&{role}> {host} opened a table: {game}. Who plays?",
        role=role,
        host=plain_name(position.names[0]),
        game=words.teller(position.game, ()).game_name,
    )
    draft = Draft(NEUTRAL, said, role=role).buttons(
        button(Tap("join", position.code), words.say("Join"), discord.ButtonStyle.success),
        button(Tap("call-me"), words.say("Ping me, or stop")),
    )
    await messenger.send(messenger.table(position), draft, nonce=post.id)
