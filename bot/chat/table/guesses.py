"""Guess the move: a button on the turn card of others' games, and /club guesses, the table of the month."""

from collections.abc import Iterator, Sequence

import db
from bot.chat.interactions import Request, on_component, on_game_component
from bot.chat.interactions.channel_checks import require_server
from bot.chat.interactions.commands import CLUB, Arguments, command
from bot.chat.messages import PRIMARY, SECONDARY, Button, CustomId, MessageBuilder, button, parse_number
from bot.i18n import N_
from bot.play.core import GameSnapshot
from bot.play.history.story import Replay
from bot.play.turns import guesses
from bot.play.turns.guesses import GuessStanding
from bot.standings.standing import shared_places
from bot.views.markup import plain_name
from bot.views.reader_view import ReaderView
from bot.views.standings_text import period_name
from rules.game import Refusal

MAX_ROWS = 15
MAX_NAMES = 5


def guess_button(reader: ReaderView) -> Iterator[Button]:
    """Yields the button of a turn card, if there is a person whose move can be guessed."""
    if guesses.seat_to_guess(reader.snapshot) is not None:
        yield button(CustomId("guess", reader.snapshot.code), reader.locale.t("Guess the move"))


@on_game_component("guess", "private")
async def show_offer(request: Request, snapshot: GameSnapshot) -> None:
    """Ask an onlooker which kind of move comes next, from what every spectator can see."""
    offered = await guesses.offer(request.service, snapshot, request.actor.id)
    reader, t = request.reader_view(snapshot, None), request.locale.t
    who = reader.game_text.player_names[offered.seat]
    builder = MessageBuilder(reader.colour).text(
        f"### {t('What will {who} play next?', who=who)}",
        reader.title,
        t(
            "Only you see your guess. The card after the turn shows who was right: 1 point, and 1 more for "
            "each wrong guess, up to {n}.",
            n=guesses.MAX_POINTS,
        ),
    )
    await request.respond(builder.buttons(*_kind_buttons(reader, offered.kinds)))


def _kind_buttons(reader: ReaderView, kinds: Sequence[str], guessed: str = "") -> Iterator[Button]:
    for kind in kinds:
        custom_id = CustomId("guess-kind", reader.snapshot.code, args=(str(reader.snapshot.row.ply), kind))
        yield button(custom_id, reader.plain_text.kind_label(kind), PRIMARY if kind == guessed else SECONDARY)


@on_component("guess-kind", "update")
async def guess_kind_button(request: Request, custom_id: CustomId) -> None:
    """Store the guess, and go on to offer the others."""
    snapshot = await request.snapshot(custom_id.game)
    ply, kind = parse_number(custom_id.arg()), custom_id.arg(1)
    reader, t = request.reader_view(snapshot, None), request.locale.t
    try:
        offered = await guesses.save(request.service, snapshot.code, request.actor, ply, kind)
    except Refusal:
        late = t("The move has come already. You can guess the next one on the newest card.")
        await request.respond(MessageBuilder(reader.colour).text(reader.title, late))
        return
    guess = t(
        "Your guess: **{kind}**. You can change it until the move comes.",
        kind=reader.plain_text.kind_label(kind),
    )
    builder = MessageBuilder(reader.colour).text(reader.title, guess)
    await request.respond(builder.buttons(*_kind_buttons(reader, offered.kinds, kind)))


async def guess_lines(reads: db.Reads, reader: ReaderView, replay: Replay) -> list[str]:
    """Returns a line per guessed move of a replay: what was played, and who was right."""
    if not reader.snapshot.has("guesses") or not replay.entries:
        return []
    first, last = replay.entries[0].entry.ply, replay.entries[-1].entry.ply
    found = await db.guesses.list_resolved(reads, reader.snapshot.code, first, last)
    names = await db.users.display_names(reads, [one.person for one in found])
    texts = {replayed.entry.ply: replayed.entry.text for replayed in replay.entries}
    lines, locale = list[str](), reader.locale
    for ply in dict.fromkeys(one.played for one in found):
        about = [one for one in found if one.played == ply]
        right = [one for one in about if one.points]
        shown = [
            locale.t("{who} +{n}", who=plain_name(str(names[one.person])), n=one.points or 0)
            for one in right
            if not names[one.person].hidden
        ]
        kind = reader.plain_text.kind_label(texts[ply or 0].split()[0])
        line = locale.t("-# {n} of {all} guessed it ({kind})", n=len(right), all=len(about), kind=kind)
        lines.append(f"{line}: {locale.join_list(shown[:MAX_NAMES])}" if shown else f"{line}.")
    return lines


@command(N_("guesses"), N_("Who guesses the moves of others best this month"), group=CLUB)
async def guesses_command(request: Request, _: Arguments) -> None:
    locale, server = request.locale, require_server(request, for_boards=True)
    ranked = await guesses.standings(request.store, server)
    month = period_name(locale, "month", request.service.now())
    builder = MessageBuilder().text(
        f"## {locale.t('The best guessers: {month}', month=month)}", *_standing_lines(request, ranked)
    )
    if not ranked:
        builder.text(locale.t("No guess has been decided this month."))
    builder.text(locale.t("-# On the turn card of a game you don't play in, tap Guess the move."))
    await request.respond(builder)


def _standing_lines(request: Request, ranked: Sequence[GuessStanding]) -> Iterator[str]:
    """Yields a line per user: those who are not hidden, and the reader."""
    me = request.actor.id
    shown = [one for one in ranked if one.name is not None or one.tally.person == me]
    places = shared_places([one.tally.points for one in shown])
    for place, one in [*zip(places, shown, strict=True)][:MAX_ROWS]:
        name = plain_name(one.name or request.actor.name)
        yield request.locale.t(
            "{place}. {who}: {n} {n:point|points} ({right} of {all} right)",
            place=place,
            who=f"**{name}**" if one.tally.person == me else name,
            n=one.tally.points,
            right=one.tally.right,
            all=one.tally.total,
        )
