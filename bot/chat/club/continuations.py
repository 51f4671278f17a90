"""Play on from here: a private game from a turn of a finished one, or a challenge to do better."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import db
from bot.chat.interactions.channel_checks import dm_channel_id, public_locale
from bot.chat.interactions.component_dispatch import on_component, on_game_component
from bot.chat.interactions.requests import Request
from bot.chat.messages.custom_id import CustomId, parse_digits, parse_number
from bot.chat.messages.message_builder import PRIMARY, MessageBuilder, button, option
from bot.chat.table.panel import show_panel
from bot.i18n import Locale
from bot.play.club import continuations
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from bot.play.history import story
from bot.play.turns import opponents
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


async def _show_choice(request: Request, choice: StartChoice) -> None:
    t, snapshot = request.locale.t, choice.snapshot
    state = await continuations.position_at(request.service, snapshot, choice.ply)
    reader = request.reader_view(replace(snapshot, state=state), choice.seat)
    builder = MessageBuilder(reader.colour).text(
        f"### {t('Play on from here')}",
        f"{reader.title} · {await _turn_text(request, reader, choice.ply)}",
        t(
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
    if _may_post(request, choice):
        buttons.append(button(_start_id("play-on-post", choice), t("Post as a challenge")))
    await request.respond(builder.buttons(*buttons))


def _may_post(request: Request, choice: StartChoice) -> bool:
    """True on the game's server, where its players are known; for a private game, on any server."""
    return request.server is not None and choice.snapshot.row.server in (None, request.server)


async def _turn_text(request: Request, reader: ReaderView, ply: int) -> str:
    """Returns the turn as the table counts it."""
    snapshot = reader.snapshot
    log = await db.entries.read_log(request.store, snapshot.code)
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
    continuation = await continuations.find(request.service, custom_id.arg())
    await _start(request, continuation, await dm_channel_id(request))


async def _start(request: Request, continuation: db.Continuation, channel: int) -> None:
    snapshot = await continuations.start(request.service, continuation, request.actor, channel=channel)
    request.context.wake()
    note = request.locale.t("From here the game is yours. You can also play it in your direct messages.")
    await show_panel(request, snapshot, note=note)


@on_component("play-on-post", "update")
async def post_button(request: Request, custom_id: CustomId) -> None:
    """Post the position as a challenge in this channel."""
    choice = await _read_choice(request, custom_id)
    if not _may_post(request, choice):
        raise Denied("challenge_elsewhere")
    continuation = await continuations.create(
        request.service, choice.snapshot, choice.ply, choice.seat, choice.level
    )
    await request.post_publicly(await _challenge_card(request, continuation, await public_locale(request)))


@on_component("play-on-table", "update")
async def refresh_button(request: Request, custom_id: CustomId) -> None:
    """Bring the table of a posted challenge up to date."""
    continuation = await continuations.find(request.service, custom_id.arg())
    await request.respond(await _challenge_card(request, continuation, await public_locale(request)))


async def _challenge_card(request: Request, continuation: db.Continuation, locale: Locale) -> MessageBuilder:
    """Build the public card of a challenge: the board as all see it, and who did better."""
    t, context = locale.t, request.context
    source = await request.service.snapshot(continuation.game)
    state = await story.continued_position(request.store, source.game, continuation)
    reader = context.reader_view(replace(source, state=state), None, locale)
    comparison = await continuations.compare(request.service, continuation)
    builder = MessageBuilder(reader.colour).text(
        f"### {t('Can you do better?')}",
        f"{reader.title} · {await _turn_text(request, reader, continuation.ply)}",
        _task_text(reader, continuation),
        *_comparison_lines(locale, comparison),
    )
    builder.gallery(await reader.board())
    return builder.buttons(
        button(CustomId("play-on-take", args=(continuation.code,)), t("Accept the challenge"), PRIMARY),
        button(CustomId("play-on-table", args=(continuation.code,)), t("Compare results")),
    )


def _task_text(reader: ReaderView, continuation: db.Continuation) -> str:
    t, who = reader.locale.t, reader.game_text.player_names[continuation.seat]
    if len(reader.snapshot.players) == 1:
        return t("Play on for {who}. The same deal for everyone, one try each.", who=who)
    return t(
        "Play on for {who}, against computer players ({level}). The same deal for everyone, one try each.",
        who=who,
        level=t(LEVEL_LABELS[continuation.level]),
    )


@on_game_component("play-on-compare", "private")
async def compare_button(request: Request, snapshot: GameSnapshot) -> None:
    """Compare a finished game with the one it played on from, and with others' tries."""
    continuation = await continuations.find(request.service, snapshot.row.continues or "")
    comparison = await continuations.compare(request.service, continuation)
    reader = request.reader_view(snapshot, None)
    builder = MessageBuilder(reader.colour).text(f"### {request.locale.t('Compare results')}", reader.title)
    await request.respond(builder.text(*_comparison_lines(request.locale, comparison)))


def _comparison_lines(locale: Locale, comparison: continuations.Comparison) -> Iterator[str]:
    """Yields how the original ended, then the finished tries, best first."""
    t = locale.t
    if comparison.original is None:
        yield t("The original ended early, without a final score to compare with.")
    else:
        yield t("The original ended at **{lead}**.", lead=signed_number(comparison.original))
    for one in comparison.standings[:MAX_ROWS]:
        line = t(
            "{place}. {name}: **{lead}** ({n} {n:point|points})",
            place=one.place,
            name=one.name,
            lead=signed_number(one.lead),
            n=one.score,
        )
        is_better = comparison.original is not None and one.lead > comparison.original
        yield t("{line} · better", line=line) if is_better else line
    if not comparison.standings:
        yield t("Nobody has finished yet.")
    yield t("-# Ranked by the lead over the best other player.")
