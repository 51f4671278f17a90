"""The public cards of a running game: the turn card, and the final card."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

import discord

import db
from bot.chat.messages.custom_id import CustomId
from bot.chat.messages.message_builder import MessageBuilder, button
from bot.chat.outbox.messenger import Messenger
from bot.chat.outbox.outbox_worker import delivers
from bot.chat.outbox.permission_fallbacks import Undeliverable
from bot.chat.table import saga
from bot.chat.table.ratings import add_rating_lines
from bot.chat.table.recap import boards_picture, changed_turn_ends, film_id
from bot.chat.table.successes import new_success_lines
from bot.i18n import N_, Locale
from bot.play.core import outbox_messages
from bot.play.core.snapshot import GameSnapshot
from bot.play.history import story
from bot.play.history.story import Replay
from bot.play.notify import deliveries, turn_notifications
from bot.views import notification_text
from bot.views.markup import mention, relative_time
from bot.views.pace_text import clock_line
from bot.views.reader_view import NEUTRAL_COLOUR, ReaderView
from rules.game import Seat, SupportsKeyCards

log = logging.getLogger(__name__)

MAX_CARD_LINES = 10
MAX_AUTOPLAY_LINES = 20
MIN_AUTOPLAYED_TURNS = 2
"""From this many autoplayed turns on, a card summarizes them as one."""
_SEALED_TEXT = N_("-# Shuffle sealed as `{commitment}`: the seed is revealed when the game ends.")
_SEALED_VOYAGE_TEXT = N_("-# Shuffle sealed as `{commitment}`: the seed is revealed when the voyage closes.")
_CARETAKER_TEXT = N_("-# The caretaker for {who}: {owed}.")
_OPPONENT_TEXT = N_("-# {who} is thinking: {owed}.")


async def turn_card(
    reader: ReaderView,
    replay: Replay,
    *,
    closed_dms: Sequence[int] = (),
    deadlines: Mapping[Seat, int] = MappingProxyType({}),
    now: int = 0,
    is_latest: bool = True,
    with_board: bool = True,
) -> MessageBuilder:
    """Build a turn card: who owes what, what happened, the board.

    Only the latest card has buttons.
    """
    snapshot, locale = reader.snapshot, reader.locale
    builder = MessageBuilder(reader.colour)
    if is_latest:
        _add_notification(builder, reader, deadlines, now)
    autoplayed = replay.autoplayed_turns() if replay.before is not None else 0
    if autoplayed >= MIN_AUTOPLAYED_TURNS:
        stops = changed_turn_ends(reader, replay)
        builder.text(locale.t("-# {n} turns were played as they had been prepared:", n=autoplayed))
        builder.text(reader.events_text(replay.events, MAX_AUTOPLAY_LINES))
        builder.gallery(await boards_picture(reader, replay, stops) if with_board else None)
    else:
        builder.text(reader.events_text(replay.events, MAX_CARD_LINES))
        builder.gallery(await reader.board(state=replay.after, since=replay.before) if with_board else None)
    if not is_latest:
        return builder
    builder.text(clock_line(reader, deadlines), _caretaker_line(reader))
    for user_id in closed_dms:
        builder.text(
            locale.t("-# <@{person}>: your direct messages are closed; tap My hand.", person=user_id)
        )
    buttons = table_buttons(snapshot, locale)
    if any(_can_reclaim(snapshot, player) for player in snapshot.players):
        buttons += (button(CustomId("back", snapshot.code), locale.t("I'm back")),)
    if snapshot.row.ply > snapshot.row.begins:
        buttons += (button(CustomId("recap", snapshot.code), locale.t("Since my last move")),)
    if autoplayed >= MIN_AUTOPLAYED_TURNS:
        film = film_id(snapshot.code, replay.entries[0].entry.ply - 1, replay.entries[-1].entry.ply)
        buttons += (button(film, locale.t("Film")),)
    return builder.buttons(*buttons)


def table_buttons(
    snapshot: GameSnapshot, locale: Locale
) -> tuple[discord.ui.Button[discord.ui.LayoutView], ...]:
    return (
        button(CustomId("play", snapshot.code), locale.t("Play"), discord.ButtonStyle.primary),
        button(CustomId("hand", snapshot.code), locale.t("My hand")),
        button(CustomId("board", snapshot.code), locale.t("Board")),
        button(CustomId("what", snapshot.code), locale.t("What is this?")),
    )


def opening_lines(reader: ReaderView) -> Iterator[str]:
    """Yields the key cards of this game, and the commitment by which its shuffle can be verified."""
    game, state, row = reader.snapshot.game, reader.snapshot.state, reader.snapshot.row
    if isinstance(game, SupportsKeyCards):
        for name, text in map(reader.game_text.component_help, game.key_cards(state)):
            yield reader.locale.t("**{name}**: {text}", name=name, text=text)
    sealed = _SEALED_TEXT if row.sealed_until is None else _SEALED_VOYAGE_TEXT
    yield reader.locale.t(sealed, commitment=(row.commitment or "")[:16])


async def final_card(reader: ReaderView, replay: Replay, success_lines: Sequence[str]) -> MessageBuilder:
    """Build the final card: who won, new successes, the score sheet, the seed.

    The final board is on the poster of the saga. It is shown here only if there is no saga.
    """
    snapshot, locale = reader.snapshot, reader.locale
    outcome = snapshot.outcome()
    assert outcome is not None
    user_ids = snapshot.user_ids_at(snapshot.seats)
    pings = " ".join(mention(user_id) for user_id in user_ids)
    builder = MessageBuilder(
        NEUTRAL_COLOUR, f"{pings} {notification_text.game_over_text(reader, outcome)}", mentions=user_ids
    )
    builder.text(reader.events_text(replay.events, MAX_CARD_LINES))
    builder.text(*success_lines)
    builder.gallery(await reader.score_sheet())
    if not saga.has_saga(snapshot):
        builder.gallery(await reader.board(state=replay.after, since=replay.before))
    seed = snapshot.row.seed.hex() if snapshot.row.seed else ""
    if snapshot.row.sealed_until is not None:
        return builder.text(_sealed_voyage_line(snapshot.row, locale))
    buttons = [
        button(CustomId("rematch", snapshot.code), locale.t("Another round")),
        button(CustomId("board", snapshot.code), locale.t("Board")),
    ]
    if len(snapshot.players) > 1:
        buttons.insert(1, button(CustomId("decided", snapshot.code), locale.t("What decided it?")))
    builder.buttons(*buttons)
    return builder.text(
        locale.t(
            "-# Sealed as `{commitment}`; the seed was `{seed}`.",
            commitment=snapshot.row.commitment or "",
            seed=seed,
        )
    )


def _sealed_voyage_line(row: db.Game, locale: Locale) -> str:
    """Explain why the seed is not shown yet: others still play the same deal."""
    return locale.t(
        "-# Sealed as `{commitment}`; you get the seed when the voyage closes, {when}. "
        "No spoilers till then.",
        commitment=row.commitment or "",
        when=relative_time(row.sealed_until or 0),
    )


def _can_reclaim(snapshot: GameSnapshot, player: db.Player) -> bool:
    return player.has_caretaker and not player.resigned and player.seat not in snapshot.opponent_seats


def _caretaker_line(reader: ReaderView) -> str:
    """Name the players the caretaker plays for, other than those to move."""
    snapshot, player_names = reader.snapshot, reader.game_text.player_names
    mentioned = snapshot.owing_seats() | snapshot.opponent_seats
    names = [
        player_names[each.seat]
        for each in snapshot.players
        if each.has_caretaker and each.seat not in mentioned
    ]
    return (
        reader.locale.t("-# The caretaker plays for {who}.", who=reader.locale.join_list(names))
        if names
        else ""
    )


def _add_notification(
    builder: MessageBuilder, reader: ReaderView, deadlines: Mapping[Seat, int], now: int
) -> None:
    """Set the sentence that pings the players to move; add lines for computer players and the caretaker."""
    snapshot, owing = reader.snapshot, sorted(reader.snapshot.owing_seats())
    own = [seat for seat in owing if not snapshot.players[seat].has_caretaker]
    builder.notification = (
        notification_text.turn_notification_text(reader, own, deadlines, now) or reader.title
    )
    for seat in owing:
        if seat not in own:
            who, owed = reader.game_text.player_names[seat], reader.owed_text(seat)
            text = _OPPONENT_TEXT if seat in snapshot.opponent_seats else _CARETAKER_TEXT
            builder.text(reader.locale.t(text, who=who, owed=owed))


# Delivery. A card shows the state at the time of delivery, so of several in the outbox only the last is sent.


@delivers(outbox_messages.TurnCard)
async def deliver_card(messenger: Messenger, post: db.Post, card: outbox_messages.TurnCard) -> bool:
    """Post a new card at a handover, unless a posted card shows that ply, and retire the cards before it."""
    if post.followed:
        return False
    snapshot = await messenger.snapshot(post)
    cards = await _card_messages(messenger, snapshot)
    replay = await _card_replay(messenger, snapshot, cards)
    if not cards or (cards[-1].ply or 0) < card.ply:
        await _post_card(messenger, post, snapshot, cards, replay, is_handover=True)
    else:
        cards = cards[:-1]  # It was posted, but the process died before the older cards were retired.
    await _retire_cards(messenger, post, snapshot, cards)
    return True


@delivers(outbox_messages.RefreshCard)
async def deliver_refresh(messenger: Messenger, post: db.Post, card: outbox_messages.RefreshCard) -> bool:
    """Edit the latest card to show the current state. Posts a new one if it is gone or too old to edit."""
    if post.followed:
        return False
    snapshot = await messenger.snapshot(post)
    cards = await _card_messages(messenger, snapshot)
    is_editable = bool(cards) and messenger.is_freely_editable(cards[-1])
    if card.quietly and not is_editable:
        return False
    replay = await _card_replay(messenger, snapshot, cards)
    if is_editable:
        builder = await _build_card(messenger, snapshot, replay)
        if await messenger.try_edit(cards[-1], builder) or card.quietly:
            await _retire_cards(messenger, post, snapshot, cards[:-1])
            return True
    await _post_card(messenger, post, snapshot, cards, replay, is_handover=False)
    await _retire_cards(messenger, post, snapshot, cards)
    return True


async def repost_card(messenger: Messenger, post: db.Post, snapshot: GameSnapshot) -> None:
    """Post the latest card again, in place of one that was sent with a permission fallback."""
    cards = await _card_messages(messenger, snapshot)
    await _post_card(
        messenger, post, snapshot, cards, await _card_replay(messenger, snapshot, cards), is_handover=False
    )
    await _retire_cards(messenger, post, snapshot, cards)


async def _card_messages(messenger: Messenger, snapshot: GameSnapshot) -> tuple[db.Message, ...]:
    return await db.messages.list_for_game(messenger.context.store, snapshot.code, kind="card")


async def _card_replay(messenger: Messenger, snapshot: GameSnapshot, cards: Sequence[db.Message]) -> Replay:
    """Replay what the latest card shows, and everything after it."""
    start = (cards[-2].ply or 1) if len(cards) > 1 else snapshot.row.begins
    return await story.replay_range(messenger.context.store, snapshot, start, snapshot.row.ply)


async def _post_card(
    messenger: Messenger,
    post: db.Post,
    snapshot: GameSnapshot,
    cards: Sequence[db.Message],
    replay: Replay,
    *,
    is_handover: bool,
) -> None:
    """Post a card and record it.

    At a handover it shows what happened after the latest card, else the same as that card.
    """
    context, latest = messenger.context, cards[-1] if cards else None
    shown = replay.since(latest.ply or 1) if is_handover and latest is not None else replay
    builder = await _build_card(messenger, snapshot, shown, opening=latest is None)
    notifications = await turn_notifications.pending_notifications(context.store, snapshot)
    if snapshot.is_over:
        builder.mentions = await turn_notifications.pingable_users(
            context.store, snapshot, builder.mentions if is_handover else []
        )
    else:
        builder.mentions = [each.user_id for each in notifications if each.mention]
    sent = await messenger.send(
        messenger.table(snapshot), builder, nonce=post.id, silent=not builder.mentions
    )
    await deliveries.record_card_posted(context.service, snapshot, notifications, sent)


async def _build_card(
    messenger: Messenger, snapshot: GameSnapshot, replay: Replay, *, opening: bool = False
) -> MessageBuilder:
    context = messenger.context
    reader = context.reader_view(snapshot, None, context.table_locale(snapshot))
    if snapshot.is_over:
        card = await final_card(reader, replay, await new_success_lines(reader, context.store))
        await add_rating_lines(card, reader, context.store)
        return card
    closed = [
        user_id
        for seat in sorted(snapshot.owing_seats())
        if snapshot.users[seat].preferences.dms_closed
        and (user_id := snapshot.players[seat].person) is not None
    ]
    deadlines = await turn_notifications.deadlines(context.store, snapshot)
    now = context.service.now()
    builder = await turn_card(reader, replay, closed_dms=closed, deadlines=deadlines, now=now)
    return builder.text(*opening_lines(reader)) if opening else builder


async def _retire_cards(
    messenger: Messenger, post: db.Post, snapshot: GameSnapshot, cards: Sequence[db.Message]
) -> None:
    """Remove the buttons from cards that are no longer the latest; their text and picture stay.

    Then refreshes the open panels of the players to move.
    """
    context = messenger.context
    retired = [card for card in cards if card.live and await _retire_card(messenger, snapshot, card, cards)]
    await deliveries.record_cards_retired(context.service, post, retired)
    seats = snapshot.seats if snapshot.is_over else sorted(snapshot.owing_seats())
    context.panel_refresher.on_turn(context.service.now(), snapshot.code, snapshot.user_ids_at(seats))


async def _retire_card(
    messenger: Messenger, snapshot: GameSnapshot, card: db.Message, cards: Sequence[db.Message]
) -> bool:
    """Remove the buttons of one card. Returns False if it could not be edited; it is retried later."""
    context, end = messenger.context, card.ply or 1
    start = max((other.ply or 1 for other in cards if (other.ply or 1) < end), default=snapshot.row.begins)
    replay = await story.replay_range(context.store, snapshot, start, end)
    reader = context.reader_view(snapshot, None, context.table_locale(snapshot))
    try:
        # A classic message keeps its picture on an edit; a layout must attach it again.
        builder = await turn_card(reader, replay, is_latest=False, with_board=not card.classic)
        await messenger.edit(card, builder, keep_pictures=card.classic)
    except (discord.HTTPException, Undeliverable) as problem:
        if isinstance(problem, discord.HTTPException) and problem.status >= 500:
            raise  # The outbox retries after an outage.
        log.info("an old card keeps its buttons: %s", problem)
        return isinstance(problem, discord.NotFound)
    return True
