"""A player's plan: a turn prepared ahead, or tried out, on the panel; kept, changed, played, dropped."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import discord

from bot.chat.interactions.buttons import on_component
from bot.chat.interactions.requests import Request
from bot.chat.messages.custom_id import CustomId, choice_id
from bot.chat.messages.message_builder import SELECT_LIMIT, MessageBuilder, button
from bot.chat.table.panel import ask, line_of, show_panel, show_pictures
from bot.i18n import N_, Locale
from bot.play.core.authorization import require_seat
from bot.play.core.narrowing import combined_token, narrow
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from bot.play.planning import conditional_moves
from bot.play.planning.conditional_moves import Condition, PreparedTurn, Preview
from bot.play.planning.lookahead import event_digest
from bot.play.turns import autoplay, shortcuts
from bot.views.choices import MAX_BUTTONS, Choices
from bot.views.markup import clip
from bot.views.reader_view import ReaderView
from bot.views.refusal_text import refusal_text
from rules.game import Move, Refusal, Seat

AHEAD = "~"
"""Stands before the words of what is chosen for a plan, and the number of moves it has so far."""
CARE: Mapping[str, str] = {
    "mine": N_("if every move still does the same"),
    "table": N_("only if the whole table is as I see it now"),
    "legal": N_("as many moves as still work"),
}
MISFIT: Mapping[str, str] = {
    "table": N_("-# Your turn came, but the table had changed, so nothing was played."),
    "impossible": N_("-# Your turn came, but move {n} wasn't possible any more, so nothing was played."),
    "different": N_("-# Your turn came, but move {n} would do something else now, so nothing was played."),
}
OTHERWISE = "otherwise"
LISTS = 3
"""So many lists of moves below each other."""


@on_component("ahead", "update")
async def think_ahead(request: Request, custom_id: CustomId) -> None:
    await show_plan(request, await request.snapshot(custom_id.game))


async def show_plan(
    request: Request,
    snapshot: GameSnapshot,
    *,
    chosen: tuple[str, ...] = (),
    page: int = 0,
    note: str = "",
) -> None:
    """The table as the plan leaves it so far, and what may come next."""
    seat = require_seat(snapshot, request.actor.id)
    plan = await conditional_moves.find(request.store, snapshot, request.actor.id) or PreparedTurn()
    trial = conditional_moves.preview_line(snapshot, seat, plan)
    if trial is None and plan.editing is not None:
        plan = plan.model_copy(update={"editing": None})
        trial = conditional_moves.preview_line(snapshot, seat, plan)
    if trial is None:
        await show_panel(request, snapshot, note=request.locale.t("You have no turn to prepare right now."))
        return
    await request.respond(await plan_panel(request, snapshot, seat, plan, trial, chosen, page, note))


async def plan_panel(
    request: Request,
    snapshot: GameSnapshot,
    seat: Seat,
    plan: PreparedTurn,
    trial: Preview,
    chosen: tuple[str, ...],
    page: int,
    note: str,
) -> MessageBuilder:
    """The moves so far, the table after them, what may come next, and below what becomes of it all."""
    reader = request.context.reader_view(snapshot, seat, request.locale)
    builder = MessageBuilder(reader.colour).text(f"{reader.title} · {_heading(reader, seat, plan)}", note)
    builder.text(*_told(reader, seat, plan, trial))
    ahead = replace(reader, snapshot=replace(snapshot, state=trial.state))
    choices = Choices(ahead, seat, (AHEAD, str(len(trial.moves))))
    back = None
    if trial.after is not None and trial.after.is_certain:
        back = await _ask_next(builder, choices, chosen, page)
    else:
        await _show_known(builder, reader, seat, trial)
        if trial.is_uncertain:
            back = _ask_blindly(builder, choices, trial, chosen)
        else:
            builder.text(reader.locale.t("-# Here your turn ends."))
    if not plan.is_empty:
        _lines(builder, reader, plan, seat)
        _care(builder, reader, plan)
    return builder.buttons(*_tools(reader, seat, plan, trial, back))


async def _ask_next(
    builder: MessageBuilder, choices: Choices, chosen: tuple[str, ...], page: int
) -> CustomId | None:
    """The table after the line, with what can be done there; says the way back."""
    reader, seat = choices.reader, choices.seat
    moves = reader.snapshot.legal(seat)
    narrowing = narrow(moves, chosen or choices.implied_tokens(moves))
    question = choices.question(narrowing) if narrowing and narrowing.move is None else None
    hand = reader.needs_hand(narrowing.moves) if narrowing else False
    await show_pictures(builder, reader, seat, (), question, hand=hand)
    if question is not None:
        ask(builder, choices, question, page)
    if not chosen or narrowing is None:
        return None
    return choice_id(choices, "pick", *choices.previous_tokens(moves, narrowing.chosen))


async def _show_known(builder: MessageBuilder, reader: ReaderView, seat: Seat, trial: Preview) -> None:
    """The last table of which all is known, with what is meant there."""
    if trial.last_certain is None:
        await show_pictures(builder, reader, seat, (), None, hand=False)
        return
    state, move = trial.last_certain
    known = replace(reader, snapshot=replace(reader.snapshot, state=state))
    await show_pictures(builder, known, seat, (move,), None, hand=reader.needs_hand((move,)))


def _ask_blindly(
    builder: MessageBuilder, choices: Choices, trial: Preview, chosen: tuple[str, ...]
) -> CustomId | None:
    """What is done whatever comes to light: moves by their names alone, kinds first if they are many."""
    reader, locale = choices.reader, choices.reader.locale
    assert trial.after is not None
    moves = trial.after.legal(reader.snapshot.game, choices.seat)
    if not moves:
        builder.text(locale.t("-# Here something is revealed: then you decide."))
        return None
    builder.text(locale.t("-# Here something is revealed. What you add now is played whatever it is."))
    narrowing = narrow(moves, chosen) if chosen else None
    offered = [*(narrowing.moves if narrowing else moves)]
    named = [(str(move), reader.plain_text.partial_move_text(move.tokens())) for move in offered]
    if len(named) > SELECT_LIMIT and narrowing is None:
        named = [
            (kind, reader.plain_text.kind_label(kind))
            for kind in dict.fromkeys(move.kind for move in offered)
        ]
    if len(named) <= MAX_BUTTONS:
        taps = [(choice_id(choices, "pick", *text.split()), label, text.split()[0]) for text, label in named]
        style = discord.ButtonStyle.primary
        builder.buttons(
            *(
                button(custom_id, label, style, emoji=reader.emoji_for((kind,)))
                for custom_id, label, kind in taps
            )
        )
    else:
        for start in range(0, min(len(named), LISTS * SELECT_LIMIT), SELECT_LIMIT):
            shown = named[start : start + SELECT_LIMIT]
            options = [discord.SelectOption(label=clip(label, 100), value=text) for text, label in shown]
            # The number tells two lists apart; it is no word of a move.
            builder.select(choice_id(choices, "plan-next", str(start)), locale.t("Whatever comes…"), options)
    return choice_id(choices, "pick") if chosen else None


# What is said of it


def _heading(reader: ReaderView, seat: Seat, plan: PreparedTurn) -> str:
    locale = reader.locale
    if plan.editing is not None:
        return condition_told(reader, seat, plan, plan.conditions[plan.editing])
    return locale.t("try it out") if seat in reader.snapshot.owing_seats() else locale.t("prepare your turn")


def condition_told(reader: ReaderView, seat: Seat, plan: PreparedTurn, condition: Condition) -> str:
    """When that line is played."""
    locale, plain = reader.locale, reader.plain_text
    if condition.seat is not None:
        who, move = plain.player_names[condition.seat], plain.partial_move_text(condition.move.split())
        return locale.t("if {who} does this: {move}", who=who, move=move)
    if condition.seen:
        events = conditional_moves.possible_reveals(reader.snapshot, seat, plan, condition.after)
        shown = [plain.event_text(event) for event in events if event_digest(event) in condition.seen]
        return locale.t("if it shows this: {what}", what=" / ".join(map(bare, shown)) or "…")
    failing = plan.line.moves[condition.after : condition.after + 1]
    move = plain.partial_move_text(failing[0].split()) if failing else "…"
    return locale.t("if this doesn't fit any more: {move}", move=move)


def bare(sentence: str) -> str:
    return sentence.rstrip(".")


def _told(reader: ReaderView, seat: Seat, plan: PreparedTurn, trial: Preview) -> list[str]:
    """How the plan stands: what it holds, and what becomes of it."""
    locale, lines = reader.locale, line_of(reader, seat, trial)
    if plan.kept:
        lines.append(
            locale.t("-# Kept: it's played when your turn comes, {care}.", care=locale.t(CARE[plan.care]))
        )
    elif plan.misfit:
        lines.append(misfit_told(locale, plan))
    elif not trial.moves and plan.editing is None:
        lines.append(locale.t("-# Only you see this. Nothing is played until you keep it."))
    return lines


def misfit_told(locale: Locale, plan: PreparedTurn) -> str:
    """Why a plan was not played."""
    return locale.t(MISFIT[plan.misfit], n=plan.misfit_at)


def _lines(builder: MessageBuilder, reader: ReaderView, plan: PreparedTurn, seat: Seat) -> None:
    """The lines there are, once there are several."""
    if not plan.conditions:
        return
    locale = reader.locale
    told = [locale.t("in all other cases")]
    told += [condition_told(reader, seat, plan, each) for each in plan.conditions]
    lines = [plan.line, *(each.line for each in plan.conditions)]
    options = [
        discord.SelectOption(
            label=clip(text, 100),
            value=OTHERWISE if number == 0 else str(number - 1),
            description=clip(_short(reader, line.moves), 100),
            default=number == (0 if plan.editing is None else plan.editing + 1),
        )
        for number, (text, line) in enumerate(zip(told, lines, strict=True))
    ]
    builder.select(
        CustomId("plan-line", reader.snapshot.code), locale.t("Which line?"), options[:SELECT_LIMIT]
    )


def _short(reader: ReaderView, moves: Sequence[str]) -> str:
    if not moves:
        return reader.locale.t("then you decide")
    return "; ".join(reader.plain_text.partial_move_text(move.split()) for move in moves)


def _care(builder: MessageBuilder, reader: ReaderView, plan: PreparedTurn) -> None:
    locale = reader.locale
    options = [
        discord.SelectOption(label=clip(locale.t(text), 100), value=care, default=care == plan.care)
        for care, text in CARE.items()
    ]
    builder.select(CustomId("plan-care", reader.snapshot.code), locale.t("When it's played"), options)


def _tools(
    reader: ReaderView, seat: Seat, plan: PreparedTurn, trial: Preview, back: CustomId | None
) -> list[discord.ui.Button[discord.ui.LayoutView]]:
    """What to do with the plan first, then further cases, then the way out."""
    locale, snapshot = reader.locale, reader.snapshot
    code, waiting, main = snapshot.code, seat not in snapshot.owing_seats(), plan.editing is None
    tools = []
    if back is not None:
        tools.append(button(back, locale.t("Back")))
    if not plan.is_empty and waiting and not plan.kept:
        tools.append(button(CustomId("plan-keep", code), locale.t("Keep"), discord.ButtonStyle.success))
    if plan.line.moves and not waiting:
        play = CustomId("plan", code, snapshot.row.version)
        tools.append(button(play, locale.t("Play it"), discord.ButtonStyle.success))
    if trial.moves:
        tools.append(button(CustomId("plan-back", code), locale.t("One move less")))
    if main and trial.moves and len(trial.moves) == len(plan.line.moves):
        if trial.after is not None and trial.is_uncertain and trial.after.legal(snapshot.game, seat):
            tools.append(button(CustomId("plan-shows", code), locale.t("If it shows…")))
        tools.append(button(CustomId("plan-else", code), locale.t("If that doesn't fit…")))
    if waiting and snapshot.owing_seats():
        tools.append(button(CustomId("plan-if", code), locale.t("If somebody…")))
    if not plan.is_empty:
        haste = locale.t("Wait a little first") if plan.at_once else locale.t("Play it at once")
        if waiting:
            tools.append(button(CustomId("plan-haste", code, args=("no" if plan.at_once else "yes",)), haste))
        tools.append(button(CustomId("plan-drop", code), locale.t("Drop it")))
    if not main:
        other = CustomId("plan-line", code, args=(OTHERWISE,))
        tools.append(button(other, locale.t("In all other cases")))
    tools.append(button(CustomId("panel", code), locale.t("Back to the table")))
    return tools


# What is tapped


@on_component("panel", "update")
async def back_to_table(request: Request, custom_id: CustomId) -> None:
    await show_panel(request, await request.snapshot(custom_id.game))


@on_component("plan-next", "update")
async def choose_blindly(request: Request, custom_id: CustomId) -> None:
    """A move, or a kind of move, for whatever comes to light."""
    after = custom_id.args[1:2]
    await choose_ahead(request, custom_id, (*after, *request.selected_value.split()))


async def choose_ahead(request: Request, custom_id: CustomId, words: tuple[str, ...]) -> None:
    """A word of a move for the plan was chosen; the last one adds it."""
    snapshot = await request.snapshot(custom_id.game)
    after, *chosen = words or ("",)
    seat, trial = await _tried(request, snapshot)
    if trial is None or custom_id.version != snapshot.row.version or str(len(trial.moves)) != after:
        await show_plan(request, snapshot, note=refusal_text(request.locale, Refusal("stale")))
        return
    narrowing = narrow(_possible(snapshot, seat, trial), chosen)
    if narrowing is None:
        await show_plan(request, snapshot, note=refusal_text(request.locale, Refusal("illegal")))
    elif narrowing.move is not None and chosen:
        await _add(request, custom_id, [str(narrowing.move)], len(trial.moves))
    else:
        await show_plan(request, snapshot, chosen=narrowing.chosen if chosen else ())


def _possible(snapshot: GameSnapshot, seat: Seat, trial: Preview) -> Sequence[Move]:
    return () if trial.after is None else trial.after.legal(snapshot.game, seat)


async def several_ahead(request: Request, custom_id: CustomId, words: tuple[str, ...]) -> None:
    snapshot = await request.snapshot(custom_id.game)
    seat, trial = await _tried(request, snapshot)
    possible = _possible(snapshot, seat, trial) if trial else ()
    await choose_ahead(
        request, custom_id, (*words, combined_token(possible, words[1:], request.selected_values))
    )


async def shorten_ahead(request: Request, custom_id: CustomId, number: int) -> None:
    """All moves of a shortcut are added."""
    snapshot = await request.snapshot(custom_id.game)
    seat, trial = await _tried(request, snapshot)
    if trial is None or trial.after is None or not trial.after.is_certain:
        raise Denied("unknown_button")
    hypothetical = replace(snapshot, state=trial.state)
    shortcut = shortcuts.find_shortcut(hypothetical, seat, number, custom_id.version)
    await _add(request, custom_id, [str(move) for move in shortcut.moves], len(trial.moves))


async def page_ahead(request: Request, custom_id: CustomId, page: int, chosen: tuple[str, ...]) -> None:
    await show_plan(request, await request.snapshot(custom_id.game), chosen=chosen, page=page)


async def _tried(request: Request, snapshot: GameSnapshot) -> tuple[Seat, Preview | None]:
    seat = require_seat(snapshot, request.actor.id)
    plan = await conditional_moves.find(request.store, snapshot, request.actor.id) or PreparedTurn()
    return seat, conditional_moves.preview_line(snapshot, seat, plan)


async def _add(request: Request, custom_id: CustomId, moves: list[str], after: int) -> None:
    snapshot = await conditional_moves.add_moves(
        request.service, custom_id.game, request.actor.id, moves, version=custom_id.version, after=after
    )
    await show_plan(request, snapshot)


@on_component("plan", "update")
async def play_plan(request: Request, custom_id: CustomId) -> None:
    """The whole line, now that it is one's turn."""
    snapshot = await autoplay.play_now(
        request.service, custom_id.game, request.actor, interaction_id=request.id, version=custom_id.version
    )
    request.context.wake()
    await show_panel(request, snapshot, note=request.locale.t("Your plan was played."))


@on_component("plan-keep", "update")
async def keep_plan(request: Request, custom_id: CustomId) -> None:
    snapshot = await conditional_moves.activate(request.service, custom_id.game, request.actor.id)
    await show_panel(
        request,
        snapshot,
        note=request.locale.t("Kept. It's played when your turn comes; until then only you know."),
    )


@on_component("plan-back", "update")
async def shorten_plan(request: Request, custom_id: CustomId) -> None:
    await show_plan(
        request, await conditional_moves.remove_last_move(request.service, custom_id.game, request.actor.id)
    )


@on_component("plan-care", "update")
async def choose_care(request: Request, custom_id: CustomId) -> None:
    snapshot = await conditional_moves.set_strictness(
        request.service, custom_id.game, request.actor.id, request.selected_value
    )
    await show_plan(request, snapshot)


@on_component("plan-haste", "update")
async def choose_haste(request: Request, custom_id: CustomId) -> None:
    at_once = custom_id.args == ("yes",)
    snapshot = await conditional_moves.set_at_once(
        request.service, custom_id.game, request.actor.id, at_once=at_once
    )
    await show_plan(request, snapshot)


@on_component("plan-drop", "update")
async def drop_plan(request: Request, custom_id: CustomId) -> None:
    snapshot = await conditional_moves.drop(request.service, custom_id.game, request.actor.id)
    await show_panel(request, snapshot, note=request.locale.t("The plan is dropped."))
