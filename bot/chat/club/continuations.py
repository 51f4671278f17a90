"""Play on from here: a private game from a turn of a finished one, or a challenge to do better."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import db
from bot.chat.interactions import Context, Request, on_component, on_game_component
from bot.chat.interactions.channel_checks import check_channel_or_thread, dm_channel_id
from bot.chat.messages import PRIMARY, CustomId, MessageBuilder, button, option, parse_digits, parse_number
from bot.chat.outbox import Messenger, delivers
from bot.chat.table.looks import back_to_table
from bot.chat.table.panel import show_panel
from bot.i18n import N_, Locale, locale_for
from bot.play.club import continuations
from bot.play.core import Denied, GameSnapshot
from bot.play.core.outbox_messages import ChallengeCard
from bot.play.history import story
from bot.play.turns import opponents
from bot.views.markup import plain_name, relative_time
from bot.views.pace_text import LEVEL_LABELS
from bot.views.reader_view import ReaderView
from bot.views.standings_text import signed_number
from rules.game import Seat

MAX_ROWS = 10


@dataclass(frozen=True, slots=True)
class StartChoice:
    """What a user has chosen so far: the entry to play on from, the seat, and the opponents' level."""

    snapshot: GameSnapshot
    ply: int
    seat: Seat
    level: str


def _start_id(verb: str, choice: StartChoice) -> CustomId:
    return CustomId(verb, choice.snapshot.code, args=(str(choice.ply), str(choice.seat), choice.level))


async def _read_choice(request: Request, custom_id: CustomId) -> StartChoice:
    """Returns the choice in a custom id. Without a seat it is the user's own, else the one to move.

    :raises Denied: If the user may not see the game, or nobody can play on from that position.
    """
    snapshot = await request.snapshot(custom_id.game)
    ply = parse_number(custom_id.arg())
    state = await continuations.position_at(request.service, snapshot, ply)
    seat = parse_digits(custom_id.arg(1), 1)
    if seat is None or seat not in snapshot.seats:
        own = snapshot.seat_of(request.actor.id)
        seat = min(snapshot.game.to_act(state)) if own is None else own
    level = custom_id.arg(2) if custom_id.arg(2) in LEVEL_LABELS else opponents.CARETAKER_LEVEL
    return StartChoice(snapshot, ply, seat, level)


@on_component("play-on", "private")
async def choose_button(request: Request, custom_id: CustomId) -> None:
    """Ask for the seat and the level, before a game begins from a turn of another."""
    await _show_choice(request, await _read_choice(request, custom_id))


@on_component("play-on-seat", "update")
async def seat_select(request: Request, custom_id: CustomId) -> None:
    choice = await _read_choice(request, custom_id)
    seat = parse_digits(request.selected_value, 1)
    if seat is not None and seat in choice.snapshot.seats:
        choice = replace(choice, seat=seat)
    await _show_choice(request, choice)


@on_component("play-on-level", "update")
async def level_select(request: Request, custom_id: CustomId) -> None:
    choice = await _read_choice(request, custom_id)
    level = request.selected_value
    await _show_choice(request, replace(choice, level=level) if level in LEVEL_LABELS else choice)


async def _show_choice(request: Request, choice: StartChoice, note: str = "") -> None:
    t, snapshot = request.locale.t, choice.snapshot
    state = await continuations.position_at(request.service, snapshot, choice.ply)
    reader = request.reader_view(replace(snapshot, state=state), choice.seat)
    builder = MessageBuilder(reader.colour).text(
        f"### {t('Play on from here')}",
        f"{reader.title} · {await _turn_text(request.context, reader, choice.ply)}",
        note
        or t(
            "A game of your own from this position, against computer players. It doesn't "
            "count. Cards that {who} couldn't know are dealt anew.",
            who=reader.game_text.player_names[choice.seat],
        ),
    )
    builder.gallery(await reader.board())
    names = reader.plain_text.player_names
    seats = [
        option(str(seat), names[seat], default=seat == choice.seat, emoji=reader.emoji.seat(seat))
        for seat in snapshot.seats
    ]
    if len(seats) > 1:
        builder.select(_start_id("play-on-seat", choice), t("Which seat"), seats)
        levels = [
            option(level, t(label), default=level == choice.level) for level, label in LEVEL_LABELS.items()
        ]
        builder.select(_start_id("play-on-level", choice), t("How strong the computer players are"), levels)
    buttons = [button(_start_id("play-on-start", choice), t("Play"), PRIMARY)]
    if _may_post(request, choice) and not note:
        buttons.append(button(_start_id("play-on-post", choice), t("Post as a challenge")))
    await request.respond(builder.buttons(*buttons))


def _may_post(request: Request, choice: StartChoice) -> bool:
    """True on the game's server, where its players are known; for a private game, on any server."""
    return request.server is not None and choice.snapshot.row.server in (None, request.server)


async def _turn_text(context: Context, reader: ReaderView, ply: int) -> str:
    """Returns the turn as the table counts it."""
    snapshot = reader.snapshot
    log = await db.entries.read_log(context.store, snapshot.code)
    stops = story.turn_ends(log, seats=len(snapshot.players), begins=snapshot.row.begins)
    number = sum(entry.ply <= ply for entry in stops)
    return reader.plain_text.turn_text(snapshot.game.turn_label(snapshot.state), number)


@on_component("play-on-start", "update")
async def start_button(request: Request, custom_id: CustomId) -> None:
    choice = await _read_choice(request, custom_id)
    channel = await dm_channel_id(request)
    continuation = await continuations.create(
        request.service, choice.snapshot, choice.ply, choice.seat, choice.level
    )
    await _start(request, continuation, channel)


@on_component("play-on-take", "private")
async def take_button(request: Request, custom_id: CustomId) -> None:
    """Start the user's try at a challenge."""
    if await db.continuations.find_challenge(request.store, custom_id.arg()) is None:
        raise Denied("unknown_button")
    continuation = await continuations.find(request.service, custom_id.arg())
    await _start(request, continuation, await dm_channel_id(request))


async def _start(request: Request, continuation: db.Continuation, channel: int) -> None:
    snapshot = await continuations.start(request.service, continuation, request.actor, channel=channel)
    note = request.locale.t("From here the game is yours. You can also play it in your direct messages.")
    await show_panel(request, snapshot, note=note)


@on_component("play-on-post", "update")
async def post_button(request: Request, custom_id: CustomId) -> None:
    """Post the position as a challenge in this channel."""
    choice = await _read_choice(request, custom_id)
    if not _may_post(request, choice):
        raise Denied("challenge_elsewhere")
    server, channel = check_channel_or_thread(request)
    continuation = await continuations.create(
        request.service, choice.snapshot, choice.ply, choice.seat, choice.level
    )
    await continuations.post_challenge(request.service, continuation, server=server, channel=channel)
    note = request.locale.t("Skald is posting the challenge here. It stays open for a week.")
    await _show_choice(request, choice, note)


@delivers(ChallengeCard)
async def deliver_challenge(messenger: Messenger, post: db.Post, payload: ChallengeCard) -> None:
    """Post a challenge silently, or bring its card up to date."""
    context = messenger.context
    challenge = await db.continuations.find_challenge(context.store, payload.challenge)
    if challenge is None or post.followed:
        return
    builder = await _challenge_card(context, challenge)
    if challenge.message is not None:
        card = db.Message(challenge.message, challenge.channel, "", ChallengeCard.kind)
        if await messenger.editor.try_edit(card, builder):
            return
        await messenger.editor.delete(card)
    sent = await messenger.send(challenge.channel, builder, nonce=post.id, silent=True)
    await continuations.record_posted(context.service, challenge, sent.message_id)


async def _challenge_card(context: Context, challenge: db.Challenge) -> MessageBuilder:
    """Build the public card of a challenge: the board as all see it, and who did better."""
    service = context.service
    continuation = await continuations.find(service, challenge.code)
    source = await service.snapshot(continuation.game)
    locale = await _card_locale(context, challenge, source)
    t = locale.t
    state = await story.continued_position(context.store, source.game, continuation)
    reader = context.reader_view(replace(source, state=state), None, locale)
    comparison = await continuations.compare(service, continuation)
    builder = MessageBuilder(reader.colour).text(
        f"### {t('Can you do better?')}",
        f"{reader.title} · {await _turn_text(context, reader, continuation.ply)}",
        task_text(reader, continuation),
    )
    builder.gallery(await reader.board())
    is_open = service.now() < challenge.closes
    lines = comparison_lines(locale, comparison, is_alone=len(source.players) == 1)
    builder.text(*lines, _closing_line(locale, challenge, is_open=is_open))
    if is_open:
        take = CustomId("play-on-take", args=(challenge.code,))
        builder.buttons(button(take, t("Accept the challenge"), PRIMARY))
    return builder


async def _card_locale(context: Context, challenge: db.Challenge, source: GameSnapshot) -> Locale:
    """Returns the language of the table if the challenge is in its thread, else that of the server."""
    if challenge.channel == source.row.thread:
        return context.table_locale(source)
    return locale_for((await db.servers.get(context.store, challenge.server)).language)


def _closing_line(locale: Locale, challenge: db.Challenge, *, is_open: bool) -> str:
    when = relative_time(challenge.closes)
    if not is_open:
        return locale.t("-# This challenge closed {when}.", when=when)
    return locale.t("-# Closes {when}. Until then there is no advice, and the seed stays sealed.", when=when)


def task_text(reader: ReaderView, continuation: db.Continuation) -> str:
    t, who = reader.locale.t, reader.game_text.player_names[continuation.seat]
    if len(reader.snapshot.players) == 1:
        return t("Play on for {who}. The same deal for everyone, one try each.", who=who)
    return t(
        "Play on for {who}, against computer players ({level}). The same deal for everyone, one try each.",
        who=who,
        level=t(LEVEL_LABELS[continuation.level]),
    )


@on_game_component("play-on-compare", "look")
async def compare_button(request: Request, snapshot: GameSnapshot) -> None:
    """Compare a finished game with the one it played on from, and with others' tries."""
    continuation = await continuations.find(request.service, snapshot.row.continues or "")
    comparison = await continuations.compare(request.service, continuation)
    reader = request.reader_view(snapshot, None)
    builder = MessageBuilder(reader.colour).text(f"### {request.locale.t('Compare results')}", reader.title)
    lines = comparison_lines(request.locale, comparison, is_alone=len(snapshot.players) == 1)
    await request.respond(builder.text(*lines).buttons(*back_to_table(request, snapshot)))


def comparison_lines(
    locale: Locale, comparison: continuations.Comparison, *, is_alone: bool
) -> Iterator[str]:
    """Yields how the original ended, then the finished tries, best first."""
    t = locale.t
    yield _original_line(locale, comparison.original, is_alone=is_alone)
    for one in comparison.standings[:MAX_ROWS]:
        line = t(
            "{place}. {name}: **{lead}** ({n} {n:point|points})",
            place=one.place,
            name=plain_name(one.name),
            lead=signed_number(one.lead),
            n=one.score,
        )
        is_better = comparison.original is not None and one.lead > comparison.original
        yield t("{line} · better", line=line) if is_better else line
    if not comparison.standings:
        yield t("Nobody has finished yet.")
    elif not is_alone:
        yield t("-# Ranked by the lead over the best other player.")


def _original_line(locale: Locale, lead: int | None, *, is_alone: bool) -> str:
    """Returns how the original ended for the seat."""
    if lead is None:
        return locale.t("The original ended early, without a final score to compare with.")
    if is_alone:
        text = N_("The original ended with **{n} {n:point|points}**.")
    elif lead > 0:
        text = N_("The original ended **{n} {n:point|points} ahead** of the best other player.")
    elif lead < 0:
        text = N_("The original ended **{n} {n:point|points} behind** the best other player.")
    else:
        text = N_("The original ended **level** with the best other player.")
    return locale.t(text, n=abs(lead))
