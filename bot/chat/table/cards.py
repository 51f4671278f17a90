"""The public cards of a running game: the turn card, and the final card."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import discord

import db
from bot.chat.messages import PRIMARY, Button, CustomId, MessageBuilder, button, link_buttons
from bot.chat.outbox import Messenger, delivers
from bot.chat.outbox.permission_fallbacks import Undeliverable
from bot.chat.outbox.sending import is_dm_refusal
from bot.chat.table.end_panel import end_buttons
from bot.chat.table.guesses import guess_button, guess_lines
from bot.chat.table.ratings import add_rating_lines
from bot.chat.table.recap import boards_picture, changed_turn_ends, film_id
from bot.chat.table.successes import new_success_lines
from bot.i18n import N_, Locale
from bot.play.core import GameSnapshot, lessons, outbox_messages
from bot.play.history import story
from bot.play.history.story import Replay
from bot.play.notify import deliveries, turn_notifications
from bot.play.notify.turn_notifications import ClockEnd, Notification
from bot.views import notification_text
from bot.views.markup import mention, relative_time
from bot.views.pace_text import clock_line
from bot.views.reader_view import ReaderView
from bot.views.saga import has_saga
from bot.views.story_text import fit_turns, turn_summaries
from rules.game import Seat

log = logging.getLogger(__name__)

MAX_TURNS_CHARS = 1200
"""Includes the opening lines. Leaves room for the notification and the clocks within a message."""
SEAL_CHARS = 16
"""The digits of the seal that cards show; `/table verify` shows all."""
MIN_AUTOPLAYED_TURNS = 2
"""From this many autoplayed turns on, a card summarizes them as one."""
_SEALED_TEXT = N_("-# Shuffle sealed as `{commitment}`: the seed is revealed when the game ends.")
_SEALED_VOYAGE_TEXT = N_("-# Shuffle sealed as `{commitment}`: the seed is revealed when the voyage closes.")
_SEALED_CHALLENGE_TEXT = N_(
    "-# Shuffle sealed as `{commitment}`: the seed is revealed when the challenge closes."
)
_CARETAKER_TEXT = N_("-# The caretaker plays for {who}: {owed}.")
_OPPONENT_TEXT = N_("-# {who} is thinking: {owed}.")


async def turn_card(
    reader: ReaderView,
    replay: Replay,
    *,
    closed_dms: Sequence[int] = (),
    ends: Mapping[Seat, ClockEnd] = MappingProxyType({}),
    is_latest: bool = True,
    with_board: bool = True,
    with_opening: bool = False,
) -> MessageBuilder:
    """Build a turn card: who owes what, what happened, the board.

    Only the latest card has buttons, and only the first one the opening lines. In words it has no board: the
    panel describes that from the player's seat.
    """
    with_board = with_board and not reader.text_only
    t, builder = reader.locale.t, MessageBuilder(reader.colour)
    opening = [*opening_lines(reader, replay)] if with_opening else []
    turns = _turns_text(reader, replay, MAX_TURNS_CHARS - sum(map(len, opening)))
    if is_latest:
        add_notification(builder, reader, ends)
    autoplayed = replay.autoplayed_turns() if replay.before is not None else 0
    is_summary = autoplayed >= MIN_AUTOPLAYED_TURNS
    if is_summary:
        stops = changed_turn_ends(reader, replay)
        builder.text(t("-# {n} turns were played from prepared plans:", n=autoplayed))
        builder.text(turns)
        builder.gallery(await boards_picture(reader, replay, stops) if with_board else None)
    else:
        builder.text(turns)
        builder.gallery(await reader.board(state=replay.after, since=replay.before) if with_board else None)
    if not is_latest:
        return builder.text(*opening)
    builder.text(clock_line(reader, ends), caretaker_line(reader))
    for user_id in closed_dms:
        builder.text(t("-# <@{person}>: your direct messages are closed. Tap See my hand.", person=user_id))
    builder.text(*opening)
    return builder.buttons(*_card_buttons(reader, replay if is_summary else None))


def _turns_text(reader: ReaderView, replay: Replay, max_chars: int = MAX_TURNS_CHARS) -> str:
    """Returns the moves of a replay, in a line per turn."""
    moves = (replayed for replayed in replay.entries if replayed.entry.kind == "move")
    return "\n".join(fit_turns(reader, turn_summaries(reader, moves), max_chars))


def _card_buttons(reader: ReaderView, summary: Replay | None) -> Iterator[Button]:
    t, snapshot = reader.locale.t, reader.snapshot
    yield from table_buttons(snapshot, reader.locale)
    absent = (each.seat for each in snapshot.players if each.has_caretaker and not each.resigned)
    if any(seat not in snapshot.opponent_seats for seat in absent):
        yield button(CustomId("back", snapshot.code), t("I'm back"))
    if snapshot.row.ply > snapshot.row.begins:
        yield button(CustomId("recap", snapshot.code), t("See what changed"))
    yield from guess_button(reader)
    if summary is not None and not reader.text_only:
        first, last = summary.entries[0].entry.ply, summary.entries[-1].entry.ply
        yield button(film_id(snapshot.code, first - 1, last), t("Watch the film"))


def table_buttons(snapshot: GameSnapshot, locale: Locale) -> tuple[Button, ...]:
    return (
        button(CustomId("play", snapshot.code), locale.t("Play"), PRIMARY),
        button(CustomId("hand", snapshot.code), locale.t("See my hand")),
        button(CustomId("board", snapshot.code), locale.t("See the board")),
        button(CustomId("what", snapshot.code), locale.t("What is this?")),
    )


def opening_lines(reader: ReaderView, replay: Replay) -> Iterator[str]:
    """Yields the key cards of this game, and the commitment by which its shuffle can be verified.

    They stay on the first card of a game, so that players can compare them with the end.
    """
    game, row = reader.snapshot.game, reader.snapshot.row
    for name, text in map(reader.game_text.component_help, game.key_cards(replay.after)):
        yield reader.locale.t("**{name}**: {text}", name=name, text=text)
    sealed = _SEALED_VOYAGE_TEXT if row.continues is None else _SEALED_CHALLENGE_TEXT
    sealed = _SEALED_TEXT if row.sealed_until is None else sealed
    yield reader.locale.t(sealed, commitment=(row.commitment or "")[:SEAL_CHARS])


async def final_card(reader: ReaderView, replay: Replay, success_lines: Sequence[str]) -> MessageBuilder:
    """Build the final card: who won, new successes, the score sheet, what comes next.

    The final board is on the poster of the saga. It is shown here only if there is no saga.
    """
    snapshot = reader.snapshot
    outcome = snapshot.outcome()
    assert outcome is not None
    user_ids = snapshot.user_ids_at(snapshot.seats)
    # In direct messages everything notifies, and a mention would only be in the way.
    pings = "" if snapshot.is_private else " ".join(mention(user_id) for user_id in user_ids)
    sentence = f"{pings} {notification_text.game_over_text(reader, outcome)}".lstrip()
    builder = MessageBuilder(notification=sentence, mentions=user_ids)
    builder.text(_turns_text(reader, replay))
    builder.text(*success_lines)
    builder.gallery(await reader.score_sheet())
    if not has_saga(snapshot) and not reader.text_only:
        builder.gallery(await reader.board(state=replay.after, since=replay.before))
    return builder.buttons(*end_buttons(reader))


def seal_line(reader: ReaderView) -> str:
    """Returns the seal of a finished game, as it was shown at the start, and the seed, if it is no secret."""
    row = reader.snapshot.row
    commitment = (row.commitment or "")[:SEAL_CHARS]
    if row.sealed_until is not None:  # Others still play the same deal.
        voyage, challenge = (
            N_(
                "-# Sealed as `{commitment}`. The seed is revealed when the voyage closes, "
                "{when}; no spoilers until then."
            ),
            N_(
                "-# Sealed as `{commitment}`. The seed is revealed when the challenge closes, "
                "{when}; no spoilers until then."
            ),
        )
        text = voyage if row.continues is None else challenge
        return reader.locale.t(text, commitment=commitment, when=relative_time(row.sealed_until))
    seed = row.seed.hex() if row.seed else ""
    text = N_("-# Sealed as `{commitment}`, the seed was `{seed}`: /table verify checks it.")
    return reader.locale.t(text, commitment=commitment, seed=seed)


def caretaker_line(reader: ReaderView) -> str:
    """Name the players the caretaker plays for, other than those to move."""
    snapshot, player_names = reader.snapshot, reader.game_text.player_names
    mentioned = snapshot.owing_seats() | snapshot.opponent_seats
    absent = [each.seat for each in snapshot.players if each.has_caretaker and each.seat not in mentioned]
    who = reader.locale.join_list(player_names[seat] for seat in absent)
    return reader.locale.t("-# The caretaker plays for {who}.", who=who) if absent else ""


def add_notification(builder: MessageBuilder, reader: ReaderView, ends: Mapping[Seat, ClockEnd]) -> None:
    """Set the sentence that pings the players to move; add lines for computer players and the caretaker."""
    snapshot, owing = reader.snapshot, sorted(reader.snapshot.owing_seats())
    own = [seat for seat in owing if not snapshot.players[seat].has_caretaker]
    sentence = notification_text.turn_notification_text(reader, own, ends)
    builder.notification = sentence or reader.title
    for seat in owing:
        if seat not in own:
            who, owed = reader.game_text.player_names[seat], reader.owed_text(seat)
            text = _OPPONENT_TEXT if seat in snapshot.opponent_seats else _CARETAKER_TEXT
            builder.text(reader.locale.t(text, who=who, owed=owed))


# Delivery. A card shows the state at the time of delivery, so of several in the outbox only the last is sent.


@delivers(outbox_messages.TurnCard)
async def deliver_card(messenger: Messenger, post: db.Post, card: outbox_messages.TurnCard) -> bool:
    """Show a handover on a new card, unless a posted card shows that ply, and retire the cards before it.

    The latest card is edited instead if nobody has to be notified.
    """
    delivery = await _delivery_if_needed(messenger, post, card.ply)
    if delivery is None:
        return False
    cards = delivery.cards
    if cards and (cards[-1].ply or 0) >= card.ply:
        cards = cards[:-1]  # It was posted, but the process died before the older cards were retired.
    else:
        try:
            if await delivery.show_handover(post):
                cards = cards[:-1]
        except discord.HTTPException as problem:
            delivery.refresh_panels()  # The panel may be all that the player has.
            if not is_dm_refusal(problem):
                raise
            await deliveries.record_private_card_refused(messenger.context.service, post, delivery.snapshot)
            return True
    await delivery.retire(post, cards)
    return True


async def _delivery_if_needed(messenger: Messenger, post: db.Post, ply: int) -> "CardDelivery | None":
    """Load the cards of the post's game. Returns None in a lesson, and if a later post shows the game anyway.

    An earlier attempt for such a post may have sent a card without recording it, when the database went away.
    Sending it again with the same nonce finds it. The next card then takes its buttons away.
    """
    if post.followed and post.attempts == 1:
        return None
    delivery = await CardDelivery.load(messenger, await messenger.snapshot(post))
    if not post.followed:
        return None if await delivery.is_needless() else delivery
    if not any((card.ply or 0) >= ply for card in delivery.cards):
        await delivery.find_sent_card(post, ply)
    return None


@delivers(outbox_messages.RefreshCard)
async def deliver_refresh(messenger: Messenger, post: db.Post, card: outbox_messages.RefreshCard) -> bool:
    """Edit the latest card to show the current state. Posts a new one if it is gone or too old to edit."""
    delivery = await _delivery_if_needed(messenger, post, card.ply)
    if delivery is None:
        return False
    cards = delivery.cards
    is_editable = bool(cards) and messenger.editor.is_freely_editable(cards[-1])
    if card.quietly and cards and delivery.snapshot.is_over:
        is_editable = True  # Its seal was lifted, long after the end: one edit of an old message is allowed.
    if card.quietly and not is_editable:
        return False
    if is_editable and (await delivery.try_edit_latest() or card.quietly):
        await delivery.retire(post, cards[:-1])
    else:
        await delivery.post_again(post)
        await delivery.retire(post, cards)
    return True


async def repost_card(messenger: Messenger, post: db.Post, snapshot: GameSnapshot) -> None:
    """Post the latest card again, in place of one that was sent with a permission fallback."""
    delivery = await CardDelivery.load(messenger, snapshot)
    await delivery.post_again(post)
    await delivery.retire(post, delivery.cards)


@dataclass(frozen=True, slots=True)
class CardDelivery:
    """Posts, edits and retires the cards of one game. `cards` were posted before, the latest last."""

    messenger: Messenger
    snapshot: GameSnapshot
    cards: tuple[db.Message, ...]

    @classmethod
    async def load(cls, messenger: Messenger, snapshot: GameSnapshot) -> "CardDelivery":
        cards = await db.messages.list_for_game(messenger.context.store, snapshot.code, kind="card")
        return cls(messenger, snapshot, cards)

    async def is_needless(self) -> bool:
        """Returns whether the game is a lesson: its panel is enough, and a card would push it out of sight.

        Then refreshes the panel.
        """
        if await lessons.find_progress(self.messenger.context.store, self.snapshot) is None:
            return False
        self.refresh_panels()
        return True

    async def show_handover(self, post: db.Post) -> bool:
        """Show what happened since the latest card: on it if nobody has to be notified, else on a new one.

        Returns True if the latest card was edited.
        """
        context, snapshot = self.messenger.context, self.snapshot
        replay = await self._replay()
        if self.cards:
            replay = replay.since(self.cards[-1].ply or 1)
        notifications = await turn_notifications.pending_notifications(context.store, snapshot)
        if self._may_edit(replay, notifications) and await self._try_edit(replay):
            await deliveries.record_card_edited(context.service, snapshot, notifications, self.cards[-1])
            return True
        await self._post(post, replay, notifications, pings_at_end=True)
        return False

    def _may_edit(self, replay: Replay, notifications: Sequence[Notification]) -> bool:
        """True if the players to move have seen the latest card, and it can be edited.

        They have if they are at the table and only computer players moved besides. The final card is new.
        """
        if self.snapshot.is_over or not self.cards or not self.cards[-1].live:
            return False
        movers = {replayed.entry.seat for replayed in replay.entries if replayed.entry.person is not None}
        has_seen = movers <= self.snapshot.owing_seats()
        is_called = any(each.mention or each.channels for each in notifications)
        return has_seen and not is_called and self.messenger.editor.is_freely_editable(self.cards[-1])

    async def post_again(self, post: db.Post) -> None:
        """Post a card that shows the same as the latest one, and everything after it."""
        notifications = await turn_notifications.pending_notifications(
            self.messenger.context.store, self.snapshot
        )
        await self._post(post, await self._replay(), notifications, pings_at_end=False)

    async def _post(
        self, post: db.Post, replay: Replay, notifications: Sequence[Notification], *, pings_at_end: bool
    ) -> None:
        """Post a card and record it. `pings_at_end`: the final card pings the players."""
        context, snapshot = self.messenger.context, self.snapshot
        builder = await self._build(replay, is_first=not self.cards)
        if snapshot.is_over:
            builder.mentions = await turn_notifications.pingable_users(
                context.store, snapshot, builder.mentions if pings_at_end else []
            )
        else:
            builder.mentions = [each.user_id for each in notifications if each.mention]
        sent = await self.messenger.send(snapshot, builder, nonce=post.id, silent=not builder.mentions)
        await deliveries.record_card_posted(context.service, snapshot, notifications, sent)

    async def find_sent_card(self, post: db.Post, ply: int) -> None:
        """Send a card once more by its nonce, notifying no user, and record it as one to retire."""
        builder = await self._build(await self._replay(), is_first=not self.cards)
        builder.mentions = []
        sent = await self.messenger.send(self.snapshot, builder, nonce=post.id, silent=True)
        await deliveries.record_card_found(self.messenger.context.service, self.snapshot, sent, ply)

    async def try_edit_latest(self) -> bool:
        """Show the current state on the latest card. Returns False if it cannot be edited."""
        return await self._try_edit(await self._replay())

    async def _try_edit(self, replay: Replay) -> bool:
        builder = await self._build(replay, is_first=len(self.cards) == 1)
        return await self.messenger.editor.try_edit(self.cards[-1], builder)

    async def retire(self, post: db.Post, cards: Sequence[db.Message]) -> None:
        """Remove the buttons from cards that are no longer the latest; their text and picture stay.

        Then refreshes open panels.
        """
        retired = [card for card in cards if card.live and await self._try_retire(card)]
        await deliveries.record_cards_retired(self.messenger.context.service, post, retired)
        self.refresh_panels()

    def refresh_panels(self) -> None:
        """Refresh the open panels of the players to move, or of all players if the game is over."""
        context, snapshot = self.messenger.context, self.snapshot
        context.interactions.panel_refresher.on_turn(context.service.now(), snapshot)

    async def _replay(self) -> Replay:
        """Replay what the latest card shows, and everything after it."""
        start = self._start(self.cards[-1]) if self.cards else self.snapshot.row.begins
        store = self.messenger.context.store
        return await story.replay_range(store, self.snapshot, start, self.snapshot.row.ply)

    def _start(self, card: db.Message) -> int:
        """Returns the entry after which a card begins."""
        if card.since is not None:
            return card.since
        earlier = [ply for other in self.cards if (ply := other.ply or 1) < (card.ply or 1)]
        return max(earlier, default=self.snapshot.row.begins)

    async def _build(self, replay: Replay, *, is_first: bool) -> MessageBuilder:
        context, snapshot = self.messenger.context, self.snapshot
        reader = context.table_reader(snapshot)
        if snapshot.is_over:
            card = await final_card(reader, replay, await new_success_lines(reader, context.store))
            await add_rating_lines(card, reader, context.store)
            card.text(*await guess_lines(context.store, reader, replay), seal_line(reader))
            return card.buttons(*await self._watch_buttons(reader))
        owing = sorted(snapshot.owing_seats())
        closed = snapshot.user_ids_at([seat for seat in owing if snapshot.users[seat].preferences.dms_closed])
        ends = await turn_notifications.clock_ends(context.store, snapshot)
        card = await turn_card(reader, replay, closed_dms=closed, ends=ends, with_opening=is_first)
        card.text(*await guess_lines(context.store, reader, replay))
        return card.buttons(*await self._watch_buttons(reader))

    async def _watch_buttons(self, reader: ReaderView) -> tuple[Button, ...]:
        """Returns the link for spectators, if the web board is served."""
        web_links = self.messenger.context.web_links
        url = None if web_links is None else await web_links.table_url(self.snapshot)
        return link_buttons(url, reader.locale.t("Watch in the browser"))

    async def _try_retire(self, card: db.Message) -> bool:
        """Remove the buttons of one card. Returns False if it could not be edited; it is retried later."""
        context, snapshot = self.messenger.context, self.snapshot
        replay = await story.replay_range(context.store, snapshot, self._start(card), card.ply or 1)
        reader = context.table_reader(snapshot)
        try:
            # A classic message keeps its picture on an edit; a layout must attach it again.
            builder = await turn_card(
                reader,
                replay,
                is_latest=False,
                with_board=not card.classic,
                with_opening=card.message == self.cards[0].message,
            )
            builder.text(*await guess_lines(context.store, reader, replay))
            await self.messenger.editor.edit(card, builder, keep_pictures=card.classic)
        except (discord.HTTPException, Undeliverable) as problem:
            if isinstance(problem, discord.HTTPException) and problem.status >= 500:
                raise  # The outbox retries after an outage.
            log.info("an old card keeps its buttons: %s", problem)
            return isinstance(problem, discord.NotFound)
        return True
