"""Other lines of a plan: for what somebody does first, for what comes to light, for a move that fails."""

from collections.abc import Collection, Sequence

import discord

from bot.chat.interactions.buttons import on_tap
from bot.chat.interactions.requests import Request
from bot.chat.interactions.which_game import check_dealt
from bot.chat.messages.custom_id import Tap, read_number
from bot.chat.messages.message_builder import SELECT_LIMIT, Draft, button, partial_emoji
from bot.chat.table.conditional_moves import OTHERWISE, bare, show_plan
from bot.play.core.authorization import seat_of
from bot.play.planning import conditional_moves
from bot.play.planning.conditional_moves import Prepared
from bot.play.planning.lookahead import Deed, mark_of
from bot.views.markup import clip
from bot.views.reader_view import Scene
from rules.game import Seat

LISTS = 8
"""So many lists stand below each other."""
FEW_OF_A_KIND = 4
"""Kinds with no more moves than this share a list."""


async def _at_work(request: Request, tap: Tap) -> tuple[Scene, Seat, Prepared]:
    """The table as somebody sees it who prepares their turn there, their seat, and the plan so far."""
    position = await request.position(tap.game)
    seat = seat_of(position, request.visitor.id)
    check_dealt(position)
    plan = await conditional_moves.find(request.store, position, request.visitor.id) or Prepared()
    return request.context.scene(position, seat, request.words), seat, plan


@on_tap("plan-if", "update")
async def ask_for_deed(request: Request, tap: Tap) -> None:
    """What the others might do first: a list for each kind, what would hurt before all."""
    scene, seat, plan = await _at_work(request, tap)
    position, words = scene.position, scene.words
    known = {(each.seat, each.move) for each in plan.conditions}
    draft = Draft(scene.colour).text(
        f"{scene.title} · {words.say('prepare your turn')}",
        words.say("What do they do first? Everything else gets your plan without an “if”."),
    )
    deeds = await conditional_moves.deeds_before(request.tables, position, seat)
    for number, (heading, found) in enumerate(_grouped(scene, deeds)):
        options = [
            discord.SelectOption(
                label=clip(_told(scene, deed), 100),
                value=f"{deed.seat} {deed.move}",
                description=_beside(scene, deed, known),
                emoji=partial_emoji(scene.sign((*deed.move.words()[1:], deed.move.kind))),
            )
            for deed in found[:SELECT_LIMIT]
        ]
        draft.select(Tap("plan-when", position.code, words=(str(number),)), heading, options)
    back = Tap("plan-line", position.code, words=(OTHERWISE,))
    await request.show(draft.buttons(button(back, words.say("Back"))))


def _grouped(scene: Scene, deeds: Sequence[Deed]) -> list[tuple[str, list[Deed]]]:
    """The lists, each with its heading."""
    of_kind: dict[tuple[Seat, str], list[Deed]] = {}
    for deed in deeds:
        of_kind.setdefault((deed.seat, deed.move.kind), []).append(deed)
    few = [deed for found in of_kind.values() if len(found) <= FEW_OF_A_KIND for deed in found]
    lists = [(scene.words.say("If somebody…"), few)] if few else []
    lists += [
        (_if(scene, seat, scene.plain.kind(kind)), found)
        for (seat, kind), found in of_kind.items()
        if len(found) > FEW_OF_A_KIND
    ]
    return lists[:LISTS]


def _beside(scene: Scene, deed: Deed, known: Collection[tuple[Seat | None, str]]) -> str | None:
    if (deed.seat, str(deed.move)) in known:
        return scene.words.say("prepared")
    return scene.words.say("you lose something") if deed.hurts else None


def _told(scene: Scene, deed: Deed) -> str:
    return _if(scene, deed.seat, scene.plain.ordered(deed.move.words()))


def _if(scene: Scene, seat: Seat, move: str) -> str:
    return scene.words.say("if {who}: {move}", who=scene.plain.people[seat], move=move)


@on_tap("plan-when", "update")
async def answer_deed(request: Request, tap: Tap) -> None:
    seat, _, move = request.chosen.partition(" ")
    position = await conditional_moves.answer_to(
        request.tables, tap.game, request.visitor.id, read_number(seat), move
    )
    await show_plan(request, position)


@on_tap("plan-shows", "update")
async def ask_what_shows(request: Request, tap: Tap) -> None:
    """What the last move may bring to light; any number of it gets a line of its own."""
    scene, seat, plan = await _at_work(request, tap)
    position, words = scene.position, scene.words
    events = conditional_moves.revelations(position, seat, plan, len(plan.line.moves))
    told = {bare(scene.plain.event(event)): mark_of(event) for event in events}
    told.pop("", None)
    if not told:
        await show_plan(request, position, note=words.say("Nothing is revealed there."))
        return
    draft = Draft(scene.colour).text(
        f"{scene.title} · {words.say('prepare your turn')}",
        words.say("What should it show? Choose as many as you like; everything else gets your main line."),
    )
    options = [discord.SelectOption(label=clip(text, 100), value=told[text]) for text in sorted(told)]
    for start in range(0, min(len(options), LISTS * SELECT_LIMIT), SELECT_LIMIT):
        shown = options[start : start + SELECT_LIMIT]
        tap = Tap("plan-shown", position.code, words=(str(start),))
        draft.select(tap, words.say("If it shows…"), shown, most=len(shown))
    back = Tap("plan-line", position.code, words=(OTHERWISE,))
    await request.show(draft.buttons(button(back, words.say("Back"))))


@on_tap("plan-shown", "update")
async def answer_what_shows(request: Request, tap: Tap) -> None:
    position = await conditional_moves.if_it_shows(
        request.tables, tap.game, request.visitor.id, request.selected
    )
    await show_plan(request, position)


@on_tap("plan-else", "update")
async def answer_a_misfit(request: Request, tap: Tap) -> None:
    await show_plan(request, await conditional_moves.or_else(request.tables, tap.game, request.visitor.id))


@on_tap("plan-line", "update")
async def turn_to_line(request: Request, tap: Tap) -> None:
    """Another line of the plan, or the one for all other cases."""
    wanted = next(iter(tap.words), "") or request.chosen
    number = None if wanted == OTHERWISE else read_number(wanted)
    await show_plan(
        request, await conditional_moves.turn_to(request.tables, tap.game, request.visitor.id, number)
    )
