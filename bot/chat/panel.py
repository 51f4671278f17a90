"""A player's own panel: their pictures, and the legal moves narrowed field by field."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import discord

from bot.chat.buttons import on_tap
from bot.chat.draft import SELECT_LIMIT, Draft, button
from bot.chat.requests import Request
from bot.chat.scene import Scene
from bot.chat.story import begun, missed_note
from bot.chat.taps import Tap
from bot.play import plans, preferences, story
from bot.play.narrowing import Narrowing, narrow
from bot.play.people import seat_of
from bot.play.position import Position
from bot.play.story import Lately
from rules.game import Fact, Move, Seat

Choice = tuple[str, ...]
"""The words of a move that are chosen so far."""
FEW = 9
"""Up to this many choices are buttons; more become a select."""
HINTS_AT_ONCE = 2


async def show_panel(
    request: Request,
    position: Position,
    *,
    chosen: Choice = (),
    page: int = 0,
    note: str = "",
    lately: Lately | None = None,
) -> None:
    """The panel of whoever asks, with a hint at each kind of decision they meet for the first time."""
    seat = seat_of(position, request.visitor.id)
    begun(position)
    fresh = new_hints(position, seat)
    lately = lately or await story.lately(request.store, position, seat)
    scene = request.context.scene(position, seat, request.words)
    draft = await panel(
        scene,
        chosen=chosen,
        page=page,
        can_undo=lately.can_undo,
        note=note,
        hints=[hint for kind in fresh if (hint := scene.teller.hint(kind))],
        missed=lately.missed,
        plan=await plans.possible(request.store, position, request.visitor.id, seat),
    )
    await request.show(draft)
    if fresh:
        keys = [hint_key(position, kind) for kind in fresh]
        await preferences.see_hints(request.tables, position.people[seat], keys)


async def open_panel(request: Request, position: Position) -> None:
    """The panel of somebody who comes to the table: it begins with what they missed."""
    seat = seat_of(position, request.visitor.id)
    begun(position)
    lately = await story.lately(request.store, position, seat)
    note = await missed_note(request, position, seat, lately)
    await show_panel(request, position, note=note, lately=lately)


@on_tap("hints", "update")
async def stop_hints(request: Request, tap: Tap) -> None:
    await preferences.stop_hints(request.tables, request.visitor.id)
    await show_panel(
        request,
        await request.position(tap.game),
        note=request.words.say("No more hints. /help brings them back."),
    )


def new_hints(position: Position, seat: Seat) -> list[str]:
    """The kinds of decision before this person that they never met, the most pressing first."""
    person = position.people[seat]
    if not person.preferences.hints:
        return []
    kinds = list(dict.fromkeys(move.kind for move in position.legal(seat)))
    unseen = [kind for kind in kinds if hint_key(position, kind) not in person.hints_seen]
    return unseen[:HINTS_AT_ONCE]


def hint_key(position: Position, kind: str) -> str:
    return f"{position.game.info.key}.{kind}"


# What it looks like


async def panel(
    scene: Scene,
    *,
    chosen: Choice = (),
    page: int = 0,
    can_undo: bool = False,
    note: str = "",
    hints: Sequence[str] = (),
    missed: bool = False,
    plan: Move | None = None,
) -> Draft:
    """What this player sees and can do now, with the words of a move chosen so far."""
    position, seat = scene.position, scene.seat
    assert seat is not None
    moves = () if position.players[seat].resigned else position.legal(seat)
    narrowing = narrow(moves, chosen) if moves else None
    intention = narrowing.move if narrowing else None
    draft = Draft(scene.colour)
    draft.text(f"{scene.title} · {_owed(scene, seat)}", note)
    draft.text(*(f"> {hint}" for hint in hints))
    if plan is not None and not chosen:
        _planned(draft, scene, seat, plan)
    draft.gallery(await scene.board(intention=intention))
    looks_at_hand = scene.looks_at_hand(moves)
    if looks_at_hand:
        draft.gallery(await scene.hand(intention=intention))
    if intention is not None:
        _confirm(draft, scene, seat, intention)
    elif narrowing is not None:
        _choices(draft, scene, seat, narrowing, page)
    tools = _tools(scene, seat, chosen=bool(chosen), can_undo=can_undo, missed=missed, hints=bool(hints))
    if not looks_at_hand:
        tools.insert(0, button(Tap("hand", position.code), scene.words.say("My hand")))
    return draft.buttons(*tools)


def _tools(
    scene: Scene, seat: Seat, *, chosen: bool, can_undo: bool, missed: bool, hints: bool
) -> list[discord.ui.Button[discord.ui.LayoutView]]:
    """The buttons below the moves."""
    position, words = scene.position, scene.words
    player, tools = position.players[seat], []
    if position.running and player.caretaker and not player.resigned:
        tools.append(button(Tap("back", position.code), words.say("I am back"), discord.ButtonStyle.primary))
    if chosen:
        tools.append(button(_tap(scene, "pick"), words.say("Back")))
    if can_undo and not chosen:
        tools.append(button(_tap(scene, "undo"), words.say("Undo")))
    if missed:
        tools.append(button(Tap("recap", position.code), words.say("Since my last move")))
    tools.append(button(Tap("note", position.code), words.say("Notes")))
    if position.running:
        tools.append(button(Tap("orders", position.code), words.say("Orders")))
    tools.append(button(Tap("rules", position.code), words.say("Rules")))
    if hints:
        tools.append(button(Tap("hints", position.code), words.say("No more hints")))
    return tools


def facts_of(scene: Scene, seat: Seat, moves: Sequence[Move]) -> Mapping[str, Fact]:
    """What is known alike of all these moves, for a label."""
    position = scene.position
    known = [dict(position.game.about(position.state, seat, move)) for move in moves]
    return {key: value for key, value in known[0].items() if all(other.get(key) == value for other in known)}


class Face(NamedTuple):
    """What stands on a button or an entry: words, and an icon of something the words say."""

    label: str
    emoji: discord.PartialEmoji | None


def _move_face(scene: Scene, seat: Seat, move: Move) -> Face:
    facts, teller = facts_of(scene, seat, (move,)), scene.plain
    return Face(teller.label(move, facts), scene.sign(teller.label_speaks_of(move, facts)))


def _value_face(scene: Scene, seat: Seat, narrowing: Narrowing, word: str) -> Face:
    kind, field = narrowing.kind, narrowing.field
    assert kind is not None
    assert field is not None
    facts, teller = facts_of(scene, seat, narrowing.having(word)), scene.plain
    return Face(
        teller.value(kind, field, word, facts),
        scene.sign(teller.value_speaks_of(kind, field, word, facts)),
    )


def _owed(scene: Scene, seat: Seat) -> str:
    words, position = scene.words, scene.position
    if position.over:
        return words.say("the game is over")
    if position.players[seat].resigned:
        return words.say("you gave this game up")
    if seat in position.owing():
        return scene.owed_by(seat)
    waiting = words.listed(scene.teller.people[other] for other in sorted(position.owing()))
    return words.say("waiting for {who}", who=waiting)


def _confirm(draft: Draft, scene: Scene, seat: Seat, move: Move) -> None:
    words = scene.words
    intent = scene.teller.intent(move, facts_of(scene, seat, (move,)))
    draft.text(f"**{intent}**", words.say("-# This cannot be taken back."))
    draft.buttons(
        button(_tap(scene, "go", move.words()), words.say("Confirm"), discord.ButtonStyle.success),
        button(_tap(scene, "plan-keep", move.words()), words.say("Keep as a plan")),
    )


def _planned(draft: Draft, scene: Scene, seat: Seat, plan: Move) -> None:
    """A move kept in mind, still possible: one tap away, seen by nobody else."""
    words = scene.words
    intent = scene.teller.intent(plan, facts_of(scene, seat, (plan,)))
    draft.text(words.say("Your plan: **{plan}**", plan=intent))
    draft.buttons(
        button(_tap(scene, "plan", plan.words()), words.say("My plan"), discord.ButtonStyle.success),
        button(_tap(scene, "plan-drop"), words.say("Drop the plan")),
    )


def _choices(draft: Draft, scene: Scene, seat: Seat, narrowing: Narrowing, page: int) -> None:
    if not narrowing.chosen:
        _kinds(draft, scene, seat, narrowing)
        return
    kind, field = narrowing.kind, narrowing.field
    assert kind is not None
    assert field is not None
    question = scene.teller.question(kind, field)
    values = narrowing.next_words()
    draft.text(f"**{question}**")
    if len(values) <= FEW:
        draft.buttons(
            *(
                button(_tap(scene, "pick", (*narrowing.chosen, word)), face.label, emoji=face.emoji)
                for word in values
                for face in (_value_face(scene, seat, narrowing, word),)
            )
        )
        return
    _paged_select(draft, scene, seat, narrowing, question, page)


def _kinds(draft: Draft, scene: Scene, seat: Seat, narrowing: Narrowing) -> None:
    """All moves as buttons where they are few, else their kinds."""
    if len(narrowing.moves) <= FEW:
        draft.buttons(
            *(
                button(
                    _tap(scene, "pick", move.words()),
                    face.label,
                    discord.ButtonStyle.primary,
                    emoji=face.emoji,
                )
                for move in narrowing.moves
                for face in (_move_face(scene, seat, move),)
            )
        )
        return
    draft.buttons(
        *(
            button(
                _tap(scene, "pick", (kind,)),
                scene.teller.kind(kind),
                discord.ButtonStyle.primary,
                emoji=scene.sign((kind,)),
            )
            for kind in narrowing.next_words()
        )
    )


def _paged_select(
    draft: Draft, scene: Scene, seat: Seat, narrowing: Narrowing, question: str, page: int
) -> None:
    words, values = scene.words, narrowing.next_words()
    pages = -(-len(values) // SELECT_LIMIT)
    page = min(max(page, 0), pages - 1)
    shown = values[page * SELECT_LIMIT : (page + 1) * SELECT_LIMIT]
    draft.select(
        _tap(scene, "choose", narrowing.chosen),
        question,
        [
            discord.SelectOption(label=face.label, value=word, emoji=face.emoji)
            for word in shown
            for face in (_value_face(scene, seat, narrowing, word),)
        ],
    )
    if pages > 1:
        draft.buttons(
            button(
                _tap(scene, "page", (str(page - 1), *narrowing.chosen)),
                words.say("Previous"),
                disabled=page == 0,
            ),
            button(
                _tap(scene, "page", (str(page + 1), *narrowing.chosen)),
                words.say("Next"),
                disabled=page == pages - 1,
            ),
        )


def _tap(scene: Scene, verb: str, words: Choice = ()) -> Tap:
    return Tap(verb, scene.position.code, scene.position.row.version, words)
