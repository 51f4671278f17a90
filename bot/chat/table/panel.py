"""A player's own panel: their pictures, and the legal moves narrowed field by field."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

import discord

from bot.chat.interactions.buttons import on_tap
from bot.chat.interactions.requests import Request, go_on
from bot.chat.interactions.which_game import check_dealt
from bot.chat.messages.custom_id import Tap, answer_id, choice_id
from bot.chat.messages.message_builder import SELECT_LIMIT, Draft, button, partial_emoji
from bot.play.account import preferences
from bot.play.core.authorization import seat_of
from bot.play.core.narrowing import Narrowing, narrow
from bot.play.core.snapshot import Position
from bot.play.history import story
from bot.play.history.story import Lately
from bot.play.planning import conditional_moves
from bot.play.planning.conditional_moves import Prepared, Trial
from bot.play.turns import delayed_moves, hints, lessons, shortcuts
from bot.play.turns.delayed_moves import Held
from bot.views.choices import SHORT, Answer, Choices, Question, facts_of
from bot.views.reader_view import Scene
from bot.views.story_text import missed_note
from rules.game import LessonStep, Move, Seat, Shortcut

Choice = tuple[str, ...]
"""The words of a move that are chosen so far."""
FEW_CARDS = 3
"""So many cards to choose from have their texts on the panel."""


async def show_panel(
    request: Request,
    position: Position,
    *,
    chosen: Choice = (),
    shortcut: Shortcut | None = None,
    among: tuple[int, int] | None = None,
    held: Held | None = None,
    page: int = 0,
    note: str = "",
    lately: Lately | None = None,
    moved: bool = False,
) -> None:
    """The panel of whoever asks, with a hint at what they have not done before. Who has just moved has
    nothing on hold."""
    seat = seat_of(position, request.visitor.id)
    check_dealt(position)
    _go_on_at_turn(request, position, seat)
    lately = lately or await story.lately(request.store, position, seat)
    scene = request.context.scene(position, seat, request.words)
    if held is None and not (chosen or shortcut or among or moved):
        held = await delayed_moves.find(request.store, position, seat)
    draft = await panel(
        scene,
        chosen=chosen,
        shortcut=shortcut,
        among=among,
        held=held,
        page=page,
        undos=lately.undos,
        note=note,
        missed=lately.missed,
        lesson=await lessons.step_at(request.store, position, seat),
        plan=await conditional_moves.find(request.store, position, request.visitor.id),
    )
    await request.show(draft)
    request.context.on_hold.shown(request.visitor.id, position.code)


def _go_on_at_turn(request: Request, position: Position, seat: Seat) -> None:
    """The panel of whoever waits for others goes on when their turn comes: computer players need seconds, and
    friends who play at the same time not much longer."""
    player = position.players[seat]
    if not position.running or seat in position.owing() or player.resigned or player.caretaker:
        return

    async def show_turn(request: Request) -> None:
        await open_panel(request, await request.position(position.code))

    request.context.on_hold.wait_for_turn(
        request.tables.now(), request.visitor.id, position.code, partial(go_on, request, show_turn)
    )


async def open_panel(request: Request, position: Position) -> None:
    """The panel of somebody who comes to the table: it begins with what they missed."""
    seat = seat_of(position, request.visitor.id)
    check_dealt(position)
    lately = await story.lately(request.store, position, seat)
    scene = request.context.scene(position, seat, request.words)
    note = await missed_note(request.store, scene, lately)
    await show_panel(request, position, note=note, lately=lately)


@on_tap("hints", "update")
async def stop_hints(request: Request, tap: Tap) -> None:
    await preferences.stop_hints(request.tables, request.visitor.id)
    await show_panel(
        request,
        await request.position(tap.game),
        note=request.words.say("No more hints. /help brings them back."),
    )


# What it looks like


async def panel(
    scene: Scene,
    *,
    chosen: Choice = (),
    shortcut: Shortcut | None = None,
    among: tuple[int, int] | None = None,
    held: Held | None = None,
    page: int = 0,
    undos: int = 0,
    note: str = "",
    missed: bool = False,
    lesson: LessonStep | None = None,
    plan: Prepared | None = None,
) -> Draft:
    """What this player sees and can do now, with the words of a move chosen so far.

    What is chosen is played `soon` by itself, or else once it is confirmed. `among` says which shortcut, and
    how much of it, was chosen where several are called the same.
    """
    position, seat = scene.position, scene.seat
    assert seat is not None
    moves = () if position.players[seat].resigned else position.legal(seat)
    choices = Choices(scene, seat)
    if held is not None:
        shortcut, chosen = held.shortcut, () if held.shortcut else held.moves[0].words()
    started = chosen or choices.only(moves) or choices.given(moves)
    narrowing = narrow(moves, started) if moves else None
    draft = Draft(scene.colour)
    draft.text(f"{scene.title} · {owed_line(scene, seat)}", note)
    considered = shortcut.moves if shortcut else narrowing.moves if narrowing else ()
    hinted = [scene.teller.lesson(lesson.key)] if lesson else _hints(scene, seat, considered)
    draft.text(*(f"> {hint}" for hint in hinted))
    if not chosen and shortcut is None and among is None:
        _planned(draft, scene, seat, plan)
    meant = shortcut.moves if shortcut else (narrowing.move,) if narrowing and narrowing.move else ()
    if among is not None:
        question: Question | None = choices.among(*among)
    else:
        question = None if meant or narrowing is None else choices.question(narrowing)
    looks_at_hand = scene.looks_at_hand(considered)
    await show_pictures(draft, scene, seat, meant, question, hand=looks_at_hand)
    if meant:
        _confirm(draft, choices, meant, shortcut, held)
    elif question is not None:
        ask(draft, choices, question, page)
    back = None if not (chosen or shortcut or among) else _back(choices, moves, narrowing, shortcut)
    if held is not None:
        back = Tap("unhold", position.code)
    tools = _tools(scene, seat, back=back, undos=undos, missed=missed, hints=bool(hinted) and lesson is None)
    if not looks_at_hand:
        tools.insert(0, button(Tap("hand", position.code), scene.words.say("My hand")))
    return draft.buttons(*tools)


async def show_pictures(
    draft: Draft, scene: Scene, seat: Seat, meant: Sequence[Move], question: Question | None, *, hand: bool
) -> None:
    """The board, and the hand where it is looked at: with the answers by number, or as a move leaves it.

    What reveals nothing is shown as it will be; of a move that does only the intention is marked.
    """
    position = scene.position
    if meant:
        step = shortcuts.following(position, seat, meant)
        if not step.reveals:
            draft.gallery(await scene.board(state=step.state, since=position.state))
            draft.gallery(await scene.hand(state=step.state) if hand else None)
            return
        *first, last = meant
        before = shortcuts.following(position, seat, first).state if first else None
        since = position.state if first else None
        draft.gallery(await scene.board(state=before, since=since, intention=last))
        draft.gallery(await scene.hand(state=before, intention=last) if hand else None)
        return
    asking = question.asking if question else None
    draft.gallery(await scene.board(asking=asking))
    draft.gallery(await scene.hand(asking=asking) if hand else None)


def _hints(scene: Scene, seat: Seat, moves: Sequence[Move]) -> list[str]:
    """The goal of the game, and a word about the very decision being made, as long as they are new."""
    if not moves:
        return []
    kinds = {move.kind for move in moves}
    keys = hints.due(scene.position, seat, kinds)
    return [text for key in keys if (text := scene.teller.hint(key))]


def _back(
    choices: Choices, moves: Sequence[Move], narrowing: Narrowing | None, shortcut: Shortcut | None
) -> Tap:
    """One step back: to the question before, or to the beginning of the move."""
    if shortcut is not None and not shortcut.telling:
        return choice_id(choices, "pick", shortcut.menu)
    return choice_id(choices, "pick", *(choices.back(moves, narrowing.chosen) if narrowing else ()))


def _tools(
    scene: Scene, seat: Seat, *, back: Tap | None, undos: int, missed: bool, hints: bool
) -> list[discord.ui.Button[discord.ui.LayoutView]]:
    """The buttons below the moves."""
    position, words = scene.position, scene.words
    player, tools = position.players[seat], []
    if position.running and player.caretaker and not player.resigned:
        tools.append(button(Tap("back", position.code), words.say("I'm back"), discord.ButtonStyle.primary))
    if back is not None:
        tools.append(button(back, words.say("Back")))
    elif undos:
        tools.append(button(_tap(scene, "undo"), words.say("Undo")))
        if undos > 1:
            tools.append(button(_tap(scene, "reset"), words.say("Reset my turn")))
    tools.append(button(Tap("what", position.code), words.say("What is this?")))
    if missed:
        tools.append(button(Tap("recap", position.code), words.say("Since my last move")))
    tools.append(button(Tap("note", position.code), words.say("Notes")))
    if position.running and not player.resigned:
        tools.append(button(Tap("orders", position.code), words.say("Orders")))
    alone_with_it = not position.row.rated and position.row.sealed_until is None
    if seat in position.owing() and not player.resigned and alone_with_it:
        tools.append(button(Tap("advice", position.code), words.say("Advice")))
    tools.append(button(Tap("rules", position.code), words.say("Rules")))
    if scene.closeups():
        tools.append(button(Tap("look", position.code), words.say("Look closer")))
    if hints:
        tools.append(button(Tap("hints", position.code), words.say("No more hints")))
    return tools


def owed_line(scene: Scene, seat: Seat) -> str:
    """What this player owes, or whom they wait for."""
    words, position = scene.words, scene.position
    if position.over:
        return words.say("the game is over")
    if position.players[seat].resigned:
        return words.say("you gave this game up")
    if seat in position.owing():
        return scene.owed_by(seat)
    waiting = words.listed(scene.teller.people[other] for other in sorted(position.owing()))
    return words.say("waiting for {who}", who=waiting)


def _confirm(
    draft: Draft, choices: Choices, meant: Sequence[Move], shortcut: Shortcut | None, held: Held | None
) -> None:
    """What is meant, in words, with the text of a card it is about; the very last tap."""
    scene, words, move = choices.scene, choices.scene.words, meant[0]
    facts = facts_of(scene, choices.seat, (move,))
    if shortcut is not None:
        number = shortcuts.shortcuts_at(scene.position, choices.seat).index(shortcut)
        go, intent = choice_id(choices, "short-go", str(number)), scene.teller.phrase(shortcut.name)
    else:
        go, intent = choice_id(choices, "go", *move.words()), scene.teller.intent(move, facts)
    draft.text(f"**{intent}**", *_in_full(scene, choices.seat, meant))
    if held is not None:
        draft.text(words.say("-# Final {when}. Back stops it.", when=f"<t:{held.due // 1000}:R>"))
    elif shortcuts.following(scene.position, choices.seat, meant).barrier:
        draft.text(words.say("-# You can't take this back."))
    draft.text(*(f"> {text}" for text in told_pieces(scene, scene.plain.label_speaks_of(move, facts))))
    label = words.say("Confirm") if held is None else words.say("Play it now")
    draft.buttons(button(go, label, discord.ButtonStyle.success))


def _in_full(scene: Scene, seat: Seat, moves: Sequence[Move]) -> Iterator[str]:
    """Of several moves each in words, as the table stands before it."""
    game, state = scene.position.game, scene.position.state
    for number, move in enumerate(moves if len(moves) > 1 else (), start=1):
        yield f"{number}. {scene.teller.intent(move, game.about(state, seat, move))}"
        state = game.apply(state, seat, move).state


def told_pieces(scene: Scene, subjects: Iterable[str | int]) -> list[str]:
    """The texts of those of these that are cards or pieces in sight."""
    in_sight = set(scene.in_sight())
    keys = [subject for subject in subjects if isinstance(subject, str) and subject in in_sight]
    return [
        scene.words.say("**{name}**: {text}", name=name, text=text)
        for name, text in map(scene.teller.piece, dict.fromkeys(keys))
    ]


def _planned(draft: Draft, scene: Scene, seat: Seat, plan: Prepared | None) -> None:
    """What was prepared, or tried out, one tap away; or the way there."""
    words, position = scene.words, scene.position
    trial = conditional_moves.tried(position, seat, plan or Prepared())
    if trial is None:
        return
    waits = seat not in position.owing()
    if not trial.moves:
        label = words.say("Prepare my turn") if waits else words.say("Try it out")
        draft.buttons(button(Tap("ahead", position.code), label))
        return
    kept = plan is not None and plan.kept
    heading = words.say("Your turn is prepared:") if kept and waits else words.say("Your plan:")
    draft.text(heading, *line_of(scene, seat, trial))
    look = button(Tap("ahead", position.code), words.say("Change it"))
    drop = button(Tap("plan-drop", position.code), words.say("Drop the plan"))
    if waits:
        draft.buttons(look, drop)
    else:
        draft.buttons(
            button(_tap(scene, "plan"), words.say("Play it"), discord.ButtonStyle.success), look, drop
        )


def line_of(scene: Scene, seat: Seat, trial: Trial) -> list[str]:
    """The moves of a plan in words, each as the table stands before it; of what was chosen for whatever comes
    to light before it, no more than it says itself."""
    game, lines = scene.position.game, list[str]()
    for number, (move, before) in enumerate(zip(trial.moves, trial.before, strict=True), start=1):
        if before.sure:
            lines.append(f"{number}. {scene.teller.intent(move, game.about(before.state, seat, move))}")
        else:
            what = scene.plain.ordered(move.words())
            lines.append(f"{number}. {scene.words.say('{what}, whatever comes', what=what)}")
    return lines


def ask(draft: Draft, choices: Choices, question: Question, page: int) -> None:
    """Put a question with its answers: buttons, a list, or pieces of which any number may be chosen."""
    words, teller = choices.scene.words, choices.scene.teller
    draft.text(
        *(
            words.say("-# {kind}: {why}.", kind=teller.kind(kind), why=teller.phrase(why))
            for kind, why in question.why.items()
        )
    )
    if question.text:
        draft.text(f"**{question.text}**")
    draft.text(*(f"> {text}" for text in _told_cards(choices, question)))
    if question.pieces:
        _pieces(draft, choices, question)
        return
    if question.listed:
        _paged_list(draft, choices, question, page)
    draft.buttons(
        *(
            button(
                answer_id(choices, answer),
                answer.label,
                _style(question, answer),
                emoji=answer.face.emoji,
                disabled=answer.blocked,
            )
            for answer in question.buttons
        )
    )


def _style(question: Question, answer: Answer) -> discord.ButtonStyle:
    """What a turn is for stands out at its beginning."""
    aside = answer.blocked or all(move.aside for move in answer.offer.moves)
    return discord.ButtonStyle.secondary if question.text or aside else discord.ButtonStyle.primary


def _told_cards(choices: Choices, question: Question) -> list[str]:
    """The texts of the cards to choose from, where these are few and nothing else is asked."""
    scene, answers = choices.scene, question.buttons
    moves = [answer.offer.moves[0] for answer in answers if len(answer.offer.moves) == 1]
    if question.listed or not 1 < len(moves) == len(answers) <= FEW_CARDS:
        return []
    told = [
        told_pieces(scene, scene.plain.label_speaks_of(move, facts_of(scene, choices.seat, (move,))))
        for move in moves
    ]
    texts = [text for texts in told for text in texts]
    return texts if all(told) and len(set(texts)) == len(moves) else []


def _pieces(draft: Draft, choices: Choices, question: Question) -> None:
    """Any number of them: those ticked at once, or none by a button of its own."""
    words, chosen = choices.scene.words, question.asking.chosen
    draft.select(
        choice_id(choices, "several", *chosen),
        question.text,
        [_entry(choices, question, answer) for answer in question.pieces[:SELECT_LIMIT]],
        most=min(len(question.pieces), SELECT_LIMIT),
    )
    draft.buttons(button(choice_id(choices, "pick", *chosen, "none"), words.say("None")))


def _entry(choices: Choices, question: Question, answer: Answer) -> discord.SelectOption:
    """An entry of a list; its value is what comes behind the words chosen so far."""
    known = len(choices.mode) + len(question.asking.chosen)
    short = answer.verb == "short"
    value = f"{SHORT}{answer.words[-1]}" if short else " ".join(answer.words[known:])
    return discord.SelectOption(label=answer.label[:100], value=value, emoji=partial_emoji(answer.face.emoji))


def _paged_list(draft: Draft, choices: Choices, question: Question, page: int) -> None:
    words, answers, chosen = choices.scene.words, question.listed, question.asking.chosen
    pages = -(-len(answers) // SELECT_LIMIT)
    page = min(max(page, 0), pages - 1)
    shown = answers[page * SELECT_LIMIT : (page + 1) * SELECT_LIMIT]
    text = question.text or words.say("What do you do?")
    entries = [_entry(choices, question, answer) for answer in shown]
    draft.select(choice_id(choices, "choose", *chosen), text, entries)
    if pages > 1:
        draft.buttons(
            button(
                choice_id(choices, "page", str(page - 1), *chosen), words.say("Previous"), disabled=page == 0
            ),
            button(
                choice_id(choices, "page", str(page + 1), *chosen),
                words.say("Next"),
                disabled=page == pages - 1,
            ),
        )


def _tap(scene: Scene, verb: str, words: Choice = ()) -> Tap:
    return Tap(verb, scene.position.code, scene.position.row.version, words)
