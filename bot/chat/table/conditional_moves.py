"""A player's plan: a turn prepared ahead, or tried out, on the panel; kept, changed, played, dropped."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import discord

from bot.chat.interactions.buttons import on_tap
from bot.chat.interactions.requests import Request
from bot.chat.messages.custom_id import Tap, choice_id
from bot.chat.messages.message_builder import SELECT_LIMIT, Draft, button
from bot.chat.table.panel import ask, line_of, show_panel, show_pictures
from bot.i18n import Words, mark
from bot.play.core.authorization import seat_of
from bot.play.core.narrowing import narrow, together
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import Position
from bot.play.planning import conditional_moves
from bot.play.planning.conditional_moves import Condition, Prepared, Trial
from bot.play.planning.lookahead import mark_of
from bot.play.turns import autoplay, shortcuts
from bot.views.choices import FEW, Choices
from bot.views.markup import clip
from bot.views.reader_view import Scene
from bot.views.refusal_text import said
from rules.game import Move, Refusal, Seat

AHEAD = "~"
"""Stands before the words of what is chosen for a plan, and the number of moves it has so far."""
CARE: Mapping[str, str] = {
    "mine": mark("if every move still does the same"),
    "table": mark("only if the whole table is as I see it now"),
    "legal": mark("as many moves as still work"),
}
MISFIT: Mapping[str, str] = {
    "table": mark("-# Your turn came, but the table had changed, so nothing was played."),
    "impossible": mark("-# Your turn came, but move {n} wasn't possible any more, so nothing was played."),
    "different": mark("-# Your turn came, but move {n} would do something else now, so nothing was played."),
}
OTHERWISE = "otherwise"
LISTS = 3
"""So many lists of moves below each other."""


@on_tap("ahead", "update")
async def think_ahead(request: Request, tap: Tap) -> None:
    await show_plan(request, await request.position(tap.game))


async def show_plan(
    request: Request,
    position: Position,
    *,
    chosen: tuple[str, ...] = (),
    page: int = 0,
    note: str = "",
) -> None:
    """The table as the plan leaves it so far, and what may come next."""
    seat = seat_of(position, request.visitor.id)
    plan = await conditional_moves.find(request.store, position, request.visitor.id) or Prepared()
    trial = conditional_moves.tried(position, seat, plan)
    if trial is None and plan.editing is not None:
        plan = plan.model_copy(update={"editing": None})
        trial = conditional_moves.tried(position, seat, plan)
    if trial is None:
        await show_panel(request, position, note=request.words.say("You have no turn to prepare right now."))
        return
    await request.show(await plan_panel(request, position, seat, plan, trial, chosen, page, note))


async def plan_panel(
    request: Request,
    position: Position,
    seat: Seat,
    plan: Prepared,
    trial: Trial,
    chosen: tuple[str, ...],
    page: int,
    note: str,
) -> Draft:
    """The moves so far, the table after them, what may come next, and below what becomes of it all."""
    scene = request.context.scene(position, seat, request.words)
    draft = Draft(scene.colour).text(f"{scene.title} · {_heading(scene, seat, plan)}", note)
    draft.text(*_told(scene, seat, plan, trial))
    ahead = replace(scene, position=replace(position, state=trial.state))
    choices = Choices(ahead, seat, (AHEAD, str(len(trial.moves))))
    back = None
    if trial.then is not None and trial.then.sure:
        back = await _ask_next(draft, choices, chosen, page)
    else:
        await _show_known(draft, scene, seat, trial)
        if trial.blind:
            back = _ask_blindly(draft, choices, trial, chosen)
        else:
            draft.text(scene.words.say("-# Here your turn ends."))
    if not plan.is_empty:
        _lines(draft, scene, plan, seat)
        _care(draft, scene, plan)
    return draft.buttons(*_tools(scene, seat, plan, trial, back))


async def _ask_next(draft: Draft, choices: Choices, chosen: tuple[str, ...], page: int) -> Tap | None:
    """The table after the line, with what can be done there; says the way back."""
    scene, seat = choices.scene, choices.seat
    moves = scene.position.legal(seat)
    narrowing = narrow(moves, chosen or choices.given(moves))
    question = choices.question(narrowing) if narrowing and narrowing.move is None else None
    hand = scene.looks_at_hand(narrowing.moves) if narrowing else False
    await show_pictures(draft, scene, seat, (), question, hand=hand)
    if question is not None:
        ask(draft, choices, question, page)
    if not chosen or narrowing is None:
        return None
    return choice_id(choices, "pick", *choices.back(moves, narrowing.chosen))


async def _show_known(draft: Draft, scene: Scene, seat: Seat, trial: Trial) -> None:
    """The last table of which all is known, with what is meant there."""
    if trial.last_sure is None:
        await show_pictures(draft, scene, seat, (), None, hand=False)
        return
    state, move = trial.last_sure
    known = replace(scene, position=replace(scene.position, state=state))
    await show_pictures(draft, known, seat, (move,), None, hand=scene.looks_at_hand((move,)))


def _ask_blindly(draft: Draft, choices: Choices, trial: Trial, chosen: tuple[str, ...]) -> Tap | None:
    """What is done whatever comes to light: moves by their names alone, kinds first if they are many."""
    scene, words = choices.scene, choices.scene.words
    assert trial.then is not None
    moves = trial.then.legal(scene.position.game, choices.seat)
    if not moves:
        draft.text(words.say("-# Here something is revealed: then you decide."))
        return None
    draft.text(words.say("-# Here something is revealed. What you add now is played whatever it is."))
    narrowing = narrow(moves, chosen) if chosen else None
    offered = [*(narrowing.moves if narrowing else moves)]
    named = [(str(move), scene.plain.ordered(move.words())) for move in offered]
    if len(named) > SELECT_LIMIT and narrowing is None:
        named = [(kind, scene.plain.kind(kind)) for kind in dict.fromkeys(move.kind for move in offered)]
    if len(named) <= FEW:
        taps = [(choice_id(choices, "pick", *text.split()), label, text.split()[0]) for text, label in named]
        style = discord.ButtonStyle.primary
        draft.buttons(*(button(tap, label, style, emoji=scene.sign((kind,))) for tap, label, kind in taps))
    else:
        for start in range(0, min(len(named), LISTS * SELECT_LIMIT), SELECT_LIMIT):
            shown = named[start : start + SELECT_LIMIT]
            options = [discord.SelectOption(label=clip(label, 100), value=text) for text, label in shown]
            # The number tells two lists apart; it is no word of a move.
            draft.select(choice_id(choices, "plan-next", str(start)), words.say("Whatever comes…"), options)
    return choice_id(choices, "pick") if chosen else None


# What is said of it


def _heading(scene: Scene, seat: Seat, plan: Prepared) -> str:
    words = scene.words
    if plan.editing is not None:
        return condition_told(scene, seat, plan, plan.conditions[plan.editing])
    return words.say("try it out") if seat in scene.position.owing() else words.say("prepare your turn")


def condition_told(scene: Scene, seat: Seat, plan: Prepared, condition: Condition) -> str:
    """When that line is played."""
    words, plain = scene.words, scene.plain
    if condition.seat is not None:
        who, move = plain.people[condition.seat], plain.ordered(condition.move.split())
        return words.say("if {who} does this: {move}", who=who, move=move)
    if condition.seen:
        events = conditional_moves.revelations(scene.position, seat, plan, condition.after)
        shown = [plain.event(event) for event in events if mark_of(event) in condition.seen]
        return words.say("if it shows this: {what}", what=" / ".join(map(bare, shown)) or "…")
    failing = plan.line.moves[condition.after : condition.after + 1]
    move = plain.ordered(failing[0].split()) if failing else "…"
    return words.say("if this doesn't fit any more: {move}", move=move)


def bare(sentence: str) -> str:
    return sentence.rstrip(".")


def _told(scene: Scene, seat: Seat, plan: Prepared, trial: Trial) -> list[str]:
    """How the plan stands: what it holds, and what becomes of it."""
    words, lines = scene.words, line_of(scene, seat, trial)
    if plan.kept:
        lines.append(
            words.say("-# Kept: it's played when your turn comes, {care}.", care=words.say(CARE[plan.care]))
        )
    elif plan.misfit:
        lines.append(misfit_told(words, plan))
    elif not trial.moves and plan.editing is None:
        lines.append(words.say("-# Only you see this. Nothing is played until you keep it."))
    return lines


def misfit_told(words: Words, plan: Prepared) -> str:
    """Why a plan was not played."""
    return words.say(MISFIT[plan.misfit], n=plan.misfit_at)


def _lines(draft: Draft, scene: Scene, plan: Prepared, seat: Seat) -> None:
    """The lines there are, once there are several."""
    if not plan.conditions:
        return
    words = scene.words
    told = [words.say("in all other cases")]
    told += [condition_told(scene, seat, plan, each) for each in plan.conditions]
    lines = [plan.line, *(each.line for each in plan.conditions)]
    options = [
        discord.SelectOption(
            label=clip(text, 100),
            value=OTHERWISE if number == 0 else str(number - 1),
            description=clip(_short(scene, line.moves), 100),
            default=number == (0 if plan.editing is None else plan.editing + 1),
        )
        for number, (text, line) in enumerate(zip(told, lines, strict=True))
    ]
    draft.select(Tap("plan-line", scene.position.code), words.say("Which line?"), options[:SELECT_LIMIT])


def _short(scene: Scene, moves: Sequence[str]) -> str:
    if not moves:
        return scene.words.say("then you decide")
    return "; ".join(scene.plain.ordered(move.split()) for move in moves)


def _care(draft: Draft, scene: Scene, plan: Prepared) -> None:
    words = scene.words
    options = [
        discord.SelectOption(label=clip(words.say(text), 100), value=care, default=care == plan.care)
        for care, text in CARE.items()
    ]
    draft.select(Tap("plan-care", scene.position.code), words.say("When it's played"), options)


def _tools(
    scene: Scene, seat: Seat, plan: Prepared, trial: Trial, back: Tap | None
) -> list[discord.ui.Button[discord.ui.LayoutView]]:
    """What to do with the plan first, then further cases, then the way out."""
    words, position = scene.words, scene.position
    code, waiting, main = position.code, seat not in position.owing(), plan.editing is None
    tools = []
    if back is not None:
        tools.append(button(back, words.say("Back")))
    if not plan.is_empty and waiting and not plan.kept:
        tools.append(button(Tap("plan-keep", code), words.say("Keep"), discord.ButtonStyle.success))
    if plan.line.moves and not waiting:
        play = Tap("plan", code, position.row.version)
        tools.append(button(play, words.say("Play it"), discord.ButtonStyle.success))
    if trial.moves:
        tools.append(button(Tap("plan-back", code), words.say("One move less")))
    if main and trial.moves and len(trial.moves) == len(plan.line.moves):
        if trial.then is not None and trial.blind and trial.then.legal(position.game, seat):
            tools.append(button(Tap("plan-shows", code), words.say("If it shows…")))
        tools.append(button(Tap("plan-else", code), words.say("If that doesn't fit…")))
    if waiting and position.owing():
        tools.append(button(Tap("plan-if", code), words.say("If somebody…")))
    if not plan.is_empty:
        haste = words.say("Wait a little first") if plan.at_once else words.say("Play it at once")
        if waiting:
            tools.append(button(Tap("plan-haste", code, words=("no" if plan.at_once else "yes",)), haste))
        tools.append(button(Tap("plan-drop", code), words.say("Drop it")))
    if not main:
        other = Tap("plan-line", code, words=(OTHERWISE,))
        tools.append(button(other, words.say("In all other cases")))
    tools.append(button(Tap("panel", code), words.say("Back to the table")))
    return tools


# What is tapped


@on_tap("panel", "update")
async def back_to_table(request: Request, tap: Tap) -> None:
    await show_panel(request, await request.position(tap.game))


@on_tap("plan-next", "update")
async def choose_blindly(request: Request, tap: Tap) -> None:
    """A move, or a kind of move, for whatever comes to light."""
    after = tap.words[1:2]
    await choose_ahead(request, tap, (*after, *request.chosen.split()))


async def choose_ahead(request: Request, tap: Tap, words: tuple[str, ...]) -> None:
    """A word of a move for the plan was chosen; the last one adds it."""
    position = await request.position(tap.game)
    after, *chosen = words or ("",)
    seat, trial = await _tried(request, position)
    if trial is None or tap.version != position.row.version or str(len(trial.moves)) != after:
        await show_plan(request, position, note=said(request.words, Refusal("stale")))
        return
    narrowing = narrow(_possible(position, seat, trial), chosen)
    if narrowing is None:
        await show_plan(request, position, note=said(request.words, Refusal("illegal")))
    elif narrowing.move is not None and chosen:
        await _add(request, tap, [str(narrowing.move)], len(trial.moves))
    else:
        await show_plan(request, position, chosen=narrowing.chosen if chosen else ())


def _possible(position: Position, seat: Seat, trial: Trial) -> Sequence[Move]:
    return () if trial.then is None else trial.then.legal(position.game, seat)


async def several_ahead(request: Request, tap: Tap, words: tuple[str, ...]) -> None:
    position = await request.position(tap.game)
    seat, trial = await _tried(request, position)
    possible = _possible(position, seat, trial) if trial else ()
    await choose_ahead(request, tap, (*words, together(possible, words[1:], request.selected)))


async def shorten_ahead(request: Request, tap: Tap, number: int) -> None:
    """All moves of a shortcut are added."""
    position = await request.position(tap.game)
    seat, trial = await _tried(request, position)
    if trial is None or trial.then is None or not trial.then.sure:
        raise Denied("unknown_button")
    hypothetical = replace(position, state=trial.state)
    shortcut = shortcuts.shortcut_at(hypothetical, seat, number, tap.version)
    await _add(request, tap, [str(move) for move in shortcut.moves], len(trial.moves))


async def page_ahead(request: Request, tap: Tap, page: int, chosen: tuple[str, ...]) -> None:
    await show_plan(request, await request.position(tap.game), chosen=chosen, page=page)


async def _tried(request: Request, position: Position) -> tuple[Seat, Trial | None]:
    seat = seat_of(position, request.visitor.id)
    plan = await conditional_moves.find(request.store, position, request.visitor.id) or Prepared()
    return seat, conditional_moves.tried(position, seat, plan)


async def _add(request: Request, tap: Tap, moves: list[str], after: int) -> None:
    position = await conditional_moves.add(
        request.tables, tap.game, request.visitor.id, moves, version=tap.version, after=after
    )
    await show_plan(request, position)


@on_tap("plan", "update")
async def play_plan(request: Request, tap: Tap) -> None:
    """The whole line, now that it is one's turn."""
    position = await autoplay.play_now(
        request.tables, tap.game, request.visitor, interaction=request.id, version=tap.version
    )
    request.context.wake()
    await show_panel(request, position, note=request.words.say("Your plan was played."))


@on_tap("plan-keep", "update")
async def keep_plan(request: Request, tap: Tap) -> None:
    position = await conditional_moves.keep(request.tables, tap.game, request.visitor.id)
    await show_panel(
        request,
        position,
        note=request.words.say("Kept. It's played when your turn comes; until then only you know."),
    )


@on_tap("plan-back", "update")
async def shorten_plan(request: Request, tap: Tap) -> None:
    await show_plan(request, await conditional_moves.shorten(request.tables, tap.game, request.visitor.id))


@on_tap("plan-care", "update")
async def choose_care(request: Request, tap: Tap) -> None:
    position = await conditional_moves.set_care(request.tables, tap.game, request.visitor.id, request.chosen)
    await show_plan(request, position)


@on_tap("plan-haste", "update")
async def choose_haste(request: Request, tap: Tap) -> None:
    at_once = tap.words == ("yes",)
    position = await conditional_moves.set_haste(
        request.tables, tap.game, request.visitor.id, at_once=at_once
    )
    await show_plan(request, position)


@on_tap("plan-drop", "update")
async def drop_plan(request: Request, tap: Tap) -> None:
    position = await conditional_moves.drop(request.tables, tap.game, request.visitor.id)
    await show_panel(request, position, note=request.words.say("The plan is dropped."))
