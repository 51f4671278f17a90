"""Entries of the menu on Skald's messages: what a message shows, and a replay from its moment."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import discord

import db
from bot.chat.interactions import Request
from bot.chat.interactions.commands import message_command
from bot.chat.interactions.which_game import check_readable
from bot.chat.messages import CustomId, MessageBuilder, button
from bot.chat.messages.custom_id import parse_custom_id
from bot.chat.table.board import build_legend
from bot.chat.table.replay import show_moment
from bot.chat.table.saga import RESULT_KIND, SAGA_KIND
from bot.i18n import N_
from bot.play.core import Denied, GameSnapshot
from bot.play.history import story

CARD_KIND, LOBBY_KIND = "card", "lobby"
_CARD = N_("This is the card of a turn: the board at that time, and who was to move.")
_LAST_CARD = N_("This is the last card of the game: the board at the end, and the result.")
_OTHER = N_("This message belongs to this game.")
_SAGA = N_("This is the saga of the game: what happened, and what decided it.")
EXPLANATIONS: Mapping[str, str] = {
    CARD_KIND: _CARD,
    LOBBY_KIND: N_("This is the card of a table: who plays, how fast, and by which rules."),
    SAGA_KIND: _SAGA,
    RESULT_KIND: _SAGA,
}
"""What a message of this kind shows."""


@dataclass(frozen=True, slots=True)
class GameMessage:
    """A message about a game; `ply` is the moment that it shows."""

    snapshot: GameSnapshot
    kind: str
    ply: int

    @property
    def explanation(self) -> str:
        if self.kind == CARD_KIND and self.snapshot.is_over and self.ply >= self.snapshot.row.ply:
            return _LAST_CARD
        return EXPLANATIONS.get(self.kind, _OTHER)


@message_command(N_("What is this?"))
async def explain_message(request: Request, message: discord.Message) -> None:
    """Say what a message shows, and name every part of the board at its moment."""
    found = await _find_game(request, message)
    snapshot, locale = found.snapshot, request.locale
    introduction = locale.t(found.explanation)
    buttons = [button(CustomId("rules", snapshot.code), locale.t("Read the rules"))]
    if snapshot.state is None:
        reader = request.own_view(snapshot)
        builder = MessageBuilder(reader.colour).text(reader.title, introduction)
    else:
        replay = check_readable(await story.replay_range(request.store, snapshot, found.ply, found.ply))
        builder = await build_legend(request.own_view(replace(snapshot, state=replay.after)), introduction)
        moment = CustomId("replay", snapshot.code, args=(str(found.ply),))
        buttons.append(button(moment, locale.t("Replay from here")))
    await request.respond(builder.buttons(*buttons))


@message_command(N_("Replay from here"))
async def replay_from_message(request: Request, message: discord.Message) -> None:
    """Show the turn of a message, with the buttons of a replay. A saga starts at the first turn."""
    found = await _find_game(request, message)
    is_saga = found.kind in (SAGA_KIND, RESULT_KIND)
    await show_moment(request, found.snapshot, found.snapshot.row.begins if is_saga else found.ply)


async def _find_game(request: Request, message: discord.Message) -> GameMessage:
    """Find the game that a message is about: as stored, by its buttons, or by its thread.

    :raises Denied: If it is not Skald's, or about no game that the user may see.
    """
    own = request.interaction.client.user
    if own is None or message.author.id != own.id:
        raise Denied("not_skalds_message")
    stored = next(iter(await db.messages.find_many(request.store, (message.id,))), None)
    code = stored.game if stored else await _code_on_message(request, message)
    if code is None:
        raise Denied("message_without_game")
    snapshot = await request.snapshot(code)
    ply = stored.ply if stored else None
    if ply is None:
        ply = await _ply_at(request, snapshot, int(message.created_at.timestamp() * 1000))
    return GameMessage(snapshot, stored.kind if stored else "", ply)


async def _code_on_message(request: Request, message: discord.Message) -> str | None:
    parts: list[object] = list(message.components)
    while parts:
        part = parts.pop()
        custom_id = parse_custom_id(getattr(part, "custom_id", None) or "")
        if custom_id and custom_id.game and await db.games.find(request.store, custom_id.game):
            return custom_id.game
        parts += getattr(part, "children", ())
    here = await db.games.find_in_thread(request.store, message.channel.id)
    return here.code if here else None


async def _ply_at(request: Request, snapshot: GameSnapshot, at: int) -> int:
    """Returns the last ply that was played when a message was sent."""
    log = await db.entries.read_log(request.store, snapshot.code)
    return max((entry.ply for entry in log if entry.at <= at), default=snapshot.row.begins)
