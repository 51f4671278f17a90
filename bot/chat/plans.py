"""A player's plan: a turn prepared ahead, or tried out, on the panel; kept, changed, played, dropped."""

from collections.abc import Mapping
from dataclasses import replace

import discord

from bot.chat.buttons import on_tap
from bot.chat.choices import Choices
from bot.chat.draft import SELECT_LIMIT, Draft, button, clip
from bot.chat.panel import ask, line_of, show_panel, show_pictures
from bot.chat.refusals import said
from bot.chat.requests import Request
from bot.chat.scene import Scene
from bot.chat.story import begun
from bot.chat.taps import Tap, read_number
from bot.play import advance, plans, shortcuts
from bot.play.narrowing import narrow, together
from bot.play.people import seat_of
from bot.play.plans import Prepared, Trial
from bot.play.position import Position
from bot.play.refusals import Denied
from bot.words import mark
from rules.game import Refusal, Seat

AHEAD = "~"
"""Stands before the words of what is chosen for a plan, and the number of moves it has so far."""
CARE: Mapping[str, str] = {
    "mine": mark("if every move still does the same"),
    "table": mark("only if the whole table is as I see it now"),
    "legal": mark("as far as its moves are possible"),
}
OTHERWISE = "otherwise"


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
    plan = await plans.find(request.store, position, request.visitor.id) or Prepared()
    trial = plans.tried(position, seat, plan)
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
    words = request.words
    scene = request.context.scene(replace(position, state=trial.state), seat, words)
    choices = Choices(scene, seat, (AHEAD, str(len(trial.moves))))
    draft = Draft(scene.colour).text(f"{scene.title} · {_heading(scene, position, seat, plan)}", note)
    draft.text(*_told(request, position, seat, plan, trial))
    moves = () if trial.ended else scene.position.legal(seat)
    narrowing = narrow(moves, chosen or choices.given(moves)) if moves else None
    question = choices.question(narrowing) if narrowing and narrowing.move is None else None
    hand = scene.looks_at_hand(narrowing.moves) if narrowing else False
    await show_pictures(draft, scene, seat, (), question, hand=hand)
    if question is not None:
        ask(draft, choices, question, page)
    elif trial.ended:
        draft.text(words.say("-# Here the turn ends, or something is revealed: then you decide."))
    if plan.line.moves or plan.conditions:
        _care(draft, scene, plan)
    back = _back(choices, moves, narrowing.chosen) if chosen and narrowing else None
    return draft.buttons(*_tools(scene, position, seat, plan, trial, back))


def _heading(scene: Scene, position: Position, seat: Seat, plan: Prepared) -> str:
    words = scene.words
    if plan.editing is not None:
        condition = plan.conditions[plan.editing]
        return words.say("if {who} does this: {move}", **_condition(scene, condition.seat, condition.move))
    return words.say("try it out") if seat in position.owing() else words.say("prepare your turn")


def _condition(scene: Scene, seat: Seat, move: str) -> dict[str, str]:
    return {"who": scene.teller.people[seat], "move": scene.teller.ordered(move.split())}


def _told(request: Request, position: Position, seat: Seat, plan: Prepared, trial: Trial) -> list[str]:
    """How the plan stands: what it holds, and what becomes of it."""
    words = request.words
    lines = line_of(request.context.scene(position, seat, words), seat, trial)
    if plan.kept:
        lines.append(
            words.say("-# Kept: it's played when your turn comes, {care}.", care=words.say(CARE[plan.care]))
        )
    elif plan.failed:
        lines.append(words.say("-# Your turn came, and this didn't fit any more. Nothing was played."))
    elif not trial.moves:
        lines.append(words.say("-# Only you see this. Nothing is played until you keep it."))
    return lines


def _care(draft: Draft, scene: Scene, plan: Prepared) -> None:
    words = scene.words
    options = [
        discord.SelectOption(label=clip(words.say(text), 100), value=care, default=care == plan.care)
        for care, text in CARE.items()
    ]
    draft.select(Tap("plan-care", scene.position.code), words.say("When it's played"), options)


def _back(choices: Choices, moves: tuple[object, ...], chosen: tuple[str, ...]) -> Tap:
    legal = choices.scene.position.legal(choices.seat)
    return Tap("pick", *choices.at(*(choices.back(legal, chosen) if moves else ())))


def _tools(
    scene: Scene, position: Position, seat: Seat, plan: Prepared, trial: Trial, back: Tap | None
) -> list[discord.ui.Button[discord.ui.LayoutView]]:
    words, code = scene.words, position.code
    waiting = seat not in position.owing()
    tools = []
    if back is not None:
        tools.append(button(back, words.say("Back")))
    if trial.moves and waiting and not plan.kept:
        tools.append(button(Tap("plan-keep", code), words.say("Keep"), discord.ButtonStyle.success))
    if trial.moves and not waiting:
        play = Tap("plan", code, position.row.version)
        tools.append(button(play, words.say("Play it"), discord.ButtonStyle.success))
    if trial.moves:
        tools.append(button(Tap("plan-back", code), words.say("One move less")))
    if waiting and (plan.conditions or plans.conditions_of(position, seat)):
        tools.append(button(Tap("plan-if", code), words.say("If somebody…")))
    if plan.kept or trial.moves or plan.conditions:
        haste = words.say("Wait a little first") if plan.at_once else words.say("Play it at once")
        if waiting:
            tools.append(button(Tap("plan-haste", code, words=("no" if plan.at_once else "yes",)), haste))
        tools.append(button(Tap("plan-drop", code), words.say("Drop it")))
    tools.append(button(Tap("panel", code), words.say("Leave")))
    return tools


# What is tapped


@on_tap("panel", "update")
async def back_to_table(request: Request, tap: Tap) -> None:
    await show_panel(request, await request.position(tap.game))


async def choose_ahead(request: Request, tap: Tap, words: tuple[str, ...]) -> None:
    """A word of a move for the plan was chosen; the last one adds it."""
    position = await request.position(tap.game)
    after, *chosen = words
    seat, trial = await _tried(request, position)
    if trial is None or tap.version != position.row.version or str(len(trial.moves)) != after:
        await show_plan(request, position, note=said(request.words, Refusal("stale")))
        return
    hypothetical = replace(position, state=trial.state)
    narrowing = None if trial.ended else narrow(hypothetical.legal(seat), chosen)
    if narrowing is None:
        await show_plan(request, position, note=said(request.words, Refusal("illegal")))
    elif narrowing.move is not None and chosen:
        await _add(request, tap, [str(narrowing.move)], len(trial.moves))
    else:
        await show_plan(request, position, chosen=narrowing.chosen if chosen else ())


async def several_ahead(request: Request, tap: Tap, words: tuple[str, ...]) -> None:
    position = await request.position(tap.game)
    seat, trial = await _tried(request, position)
    legal = replace(position, state=trial.state).legal(seat) if trial and not trial.ended else ()
    chosen = words[1:]
    await choose_ahead(request, tap, (*words, together(legal, chosen, request.selected)))


async def shorten_ahead(request: Request, tap: Tap, number: int) -> None:
    """All moves of a shortcut are added."""
    position = await request.position(tap.game)
    seat, trial = await _tried(request, position)
    if trial is None or trial.ended:
        raise Denied("unknown_button")
    hypothetical = replace(position, state=trial.state)
    shortcut = shortcuts.shortcut_at(hypothetical, seat, number, tap.version)
    await _add(request, tap, [str(move) for move in shortcut.moves], len(trial.moves))


async def page_ahead(request: Request, tap: Tap, page: int, chosen: tuple[str, ...]) -> None:
    await show_plan(request, await request.position(tap.game), chosen=chosen, page=page)


async def _tried(request: Request, position: Position) -> tuple[Seat, Trial | None]:
    seat = seat_of(position, request.visitor.id)
    plan = await plans.find(request.store, position, request.visitor.id) or Prepared()
    return seat, plans.tried(position, seat, plan)


async def _add(request: Request, tap: Tap, moves: list[str], after: int) -> None:
    position = await plans.add(
        request.tables, tap.game, request.visitor.id, moves, version=tap.version, after=after
    )
    await show_plan(request, position)


@on_tap("plan", "update")
async def play_plan(request: Request, tap: Tap) -> None:
    """The whole line, now that it is one's turn."""
    position = await advance.play_now(
        request.tables, tap.game, request.visitor, interaction=request.id, version=tap.version
    )
    request.context.wake()
    await show_panel(request, position, note=request.words.say("Your plan was played."))


@on_tap("plan-keep", "update")
async def keep_plan(request: Request, tap: Tap) -> None:
    position = await plans.keep(request.tables, tap.game, request.visitor.id)
    await show_panel(
        request,
        position,
        note=request.words.say("Kept. It's played when your turn comes; until then only you know."),
    )


@on_tap("plan-back", "update")
async def shorten_plan(request: Request, tap: Tap) -> None:
    await show_plan(request, await plans.shorten(request.tables, tap.game, request.visitor.id))


@on_tap("plan-care", "update")
async def choose_care(request: Request, tap: Tap) -> None:
    position = await plans.set_care(request.tables, tap.game, request.visitor.id, request.chosen)
    await show_plan(request, position)


@on_tap("plan-haste", "update")
async def choose_haste(request: Request, tap: Tap) -> None:
    at_once = tap.words == ("yes",)
    position = await plans.set_haste(request.tables, tap.game, request.visitor.id, at_once=at_once)
    await show_plan(request, position)


@on_tap("plan-drop", "update")
async def drop_plan(request: Request, tap: Tap) -> None:
    position = await plans.drop(request.tables, tap.game, request.visitor.id)
    await show_panel(request, position, note=request.words.say("The plan is dropped."))


@on_tap("plan-if", "update")
async def ask_for_condition(request: Request, tap: Tap) -> None:
    """What the others might do first, each with a line of its own."""
    position = await request.position(tap.game)
    seat = seat_of(position, request.visitor.id)
    begun(position)
    plan = await plans.find(request.store, position, request.visitor.id) or Prepared()
    scene, words = request.context.scene(position, seat, request.words), request.words
    known = [(each.seat, each.move) for each in plan.conditions]
    possible = [(other, str(move)) for other, move in plans.conditions_of(position, seat)]
    options = [
        discord.SelectOption(
            label=clip(words.say("if {who}: {move}", **_plain_condition(scene, *each)), 100),
            value=f"{each[0]} {each[1]}",
            description=words.say("prepared") if each in known else None,
        )
        for each in dict.fromkeys((*known, *possible))
    ]
    draft = Draft(scene.colour).text(
        f"{scene.title} · {words.say('prepare your turn')}",
        words.say("Which move is this the answer to? Everything else gets your plan without an “if”."),
    )
    for start in range(0, min(len(options), 3 * SELECT_LIMIT), SELECT_LIMIT):
        shown = options[start : start + SELECT_LIMIT]
        draft.select(Tap("plan-when", position.code, words=(str(start),)), words.say("If somebody…"), shown)
    back = Tap("plan-when", position.code, words=(OTHERWISE,))
    await request.show(draft.buttons(button(back, words.say("In all other cases"))))


def _plain_condition(scene: Scene, seat: Seat, move: str) -> dict[str, str]:
    return {"who": scene.plain.people[seat], "move": scene.plain.ordered(move.split())}


@on_tap("plan-when", "update")
async def work_at_condition(request: Request, tap: Tap) -> None:
    condition: tuple[Seat, str] | None = None
    if tap.words != (OTHERWISE,):
        seat, _, move = request.chosen.partition(" ")
        condition = read_number(seat), move
    position = await plans.work_at(request.tables, tap.game, request.visitor.id, condition)
    await show_plan(request, position)
