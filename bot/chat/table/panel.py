"""A player's own panel: their pictures, and the legal moves narrowed field by field."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

import discord

from bot.chat.interactions.buttons import on_component
from bot.chat.interactions.requests import Request, run_continuation
from bot.chat.interactions.which_game import check_dealt
from bot.chat.messages.custom_id import CustomId, answer_id, choice_id
from bot.chat.messages.message_builder import SELECT_LIMIT, MessageBuilder, button, partial_emoji
from bot.play.account import preferences
from bot.play.core.authorization import require_seat
from bot.play.core.narrowing import Narrowing, narrow
from bot.play.core.snapshot import GameSnapshot
from bot.play.history import story
from bot.play.history.story import SinceLastChoice
from bot.play.planning import conditional_moves
from bot.play.planning.conditional_moves import PreparedTurn, Preview
from bot.play.turns import delayed_moves, hints, lessons, shortcuts
from bot.play.turns.delayed_moves import DelayedMove
from bot.views.choices import SHORTCUT_PREFIX, Answer, Choices, Question, shared_facts
from bot.views.reader_view import ReaderView
from bot.views.story_text import missed_text
from rules.game import LessonStep, Move, Seat, Shortcut

Choice = tuple[str, ...]
"""The words of a move that are chosen so far."""
FEW_CARDS = 3
"""So many cards to choose from have their texts on the panel."""


async def show_panel(
    request: Request,
    snapshot: GameSnapshot,
    *,
    chosen: Choice = (),
    shortcut: Shortcut | None = None,
    among: tuple[int, int] | None = None,
    held: DelayedMove | None = None,
    page: int = 0,
    note: str = "",
    lately: SinceLastChoice | None = None,
    moved: bool = False,
) -> None:
    """The panel of whoever asks, with a hint at what they have not done before. Who has just moved has
    nothing on hold."""
    seat = require_seat(snapshot, request.actor.id)
    check_dealt(snapshot)
    _go_on_at_turn(request, snapshot, seat)
    lately = lately or await story.since_last_choice(request.store, snapshot, seat)
    reader = request.context.reader_view(snapshot, seat, request.locale)
    if held is None and not (chosen or shortcut or among or moved):
        held = await delayed_moves.find_pending(request.store, snapshot, seat)
    builder = await panel(
        reader,
        chosen=chosen,
        shortcut=shortcut,
        among=among,
        held=held,
        page=page,
        undos=lately.undos,
        note=note,
        missed=lately.missed,
        lesson=await lessons.current_step(request.store, snapshot, seat),
        plan=await conditional_moves.find(request.store, snapshot, request.actor.id),
    )
    await request.respond(builder)
    request.context.panel_refresher.mark_shown(request.actor.id, snapshot.code)


def _go_on_at_turn(request: Request, snapshot: GameSnapshot, seat: Seat) -> None:
    """The panel of whoever waits for others goes on when their turn comes: computer players need seconds, and
    friends who play at the same time not much longer."""
    player = snapshot.players[seat]
    if not snapshot.is_running or seat in snapshot.owing_seats() or player.resigned or player.has_caretaker:
        return

    async def show_turn(request: Request) -> None:
        await open_panel(request, await request.snapshot(snapshot.code))

    request.context.panel_refresher.refresh_on_turn(
        request.service.now(), request.actor.id, snapshot.code, partial(run_continuation, request, show_turn)
    )


async def open_panel(request: Request, snapshot: GameSnapshot) -> None:
    """The panel of somebody who comes to the table: it begins with what they missed."""
    seat = require_seat(snapshot, request.actor.id)
    check_dealt(snapshot)
    lately = await story.since_last_choice(request.store, snapshot, seat)
    reader = request.context.reader_view(snapshot, seat, request.locale)
    note = await missed_text(request.store, reader, lately)
    await show_panel(request, snapshot, note=note, lately=lately)


@on_component("hints", "update")
async def stop_hints(request: Request, custom_id: CustomId) -> None:
    await preferences.disable_hints(request.service, request.actor.id)
    await show_panel(
        request,
        await request.snapshot(custom_id.game),
        note=request.locale.t("No more hints. /help brings them back."),
    )


# What it looks like


async def panel(
    reader: ReaderView,
    *,
    chosen: Choice = (),
    shortcut: Shortcut | None = None,
    among: tuple[int, int] | None = None,
    held: DelayedMove | None = None,
    page: int = 0,
    undos: int = 0,
    note: str = "",
    missed: bool = False,
    lesson: LessonStep | None = None,
    plan: PreparedTurn | None = None,
) -> MessageBuilder:
    """What this player sees and can do now, with the words of a move chosen so far.

    What is chosen is played `soon` by itself, or else once it is confirmed. `among` says which shortcut, and
    how much of it, was chosen where several are called the same.
    """
    snapshot, seat = reader.snapshot, reader.seat
    assert seat is not None
    moves = () if snapshot.players[seat].resigned else snapshot.legal(seat)
    choices = Choices(reader, seat)
    if held is not None:
        shortcut, chosen = held.shortcut, () if held.shortcut else held.moves[0].tokens()
    started = chosen or choices.only_move_tokens(moves) or choices.implied_tokens(moves)
    narrowing = narrow(moves, started) if moves else None
    builder = MessageBuilder(reader.colour)
    builder.text(f"{reader.title} · {owed_line(reader, seat)}", note)
    considered = shortcut.moves if shortcut else narrowing.moves if narrowing else ()
    hinted = [reader.game_text.lesson_text(lesson.key)] if lesson else _hints(reader, seat, considered)
    builder.text(*(f"> {hint}" for hint in hinted))
    if not chosen and shortcut is None and among is None:
        _planned(builder, reader, seat, plan)
    meant = shortcut.moves if shortcut else (narrowing.move,) if narrowing and narrowing.move else ()
    if among is not None:
        question: Question | None = choices.shortcut_question(*among)
    else:
        question = None if meant or narrowing is None else choices.question(narrowing)
    looks_at_hand = reader.needs_hand(considered)
    await show_pictures(builder, reader, seat, meant, question, hand=looks_at_hand)
    if meant:
        _confirm(builder, choices, meant, shortcut, held)
    elif question is not None:
        ask(builder, choices, question, page)
    back = None if not (chosen or shortcut or among) else _back(choices, moves, narrowing, shortcut)
    if held is not None:
        back = CustomId("unhold", snapshot.code)
    tools = _tools(reader, seat, back=back, undos=undos, missed=missed, hints=bool(hinted) and lesson is None)
    if not looks_at_hand:
        tools.insert(0, button(CustomId("hand", snapshot.code), reader.locale.t("My hand")))
    return builder.buttons(*tools)


async def show_pictures(
    builder: MessageBuilder,
    reader: ReaderView,
    seat: Seat,
    meant: Sequence[Move],
    question: Question | None,
    *,
    hand: bool,
) -> None:
    """The board, and the hand where it is looked at: with the answers by number, or as a move leaves it.

    What reveals nothing is shown as it will be; of a move that does only the intention is marked.
    """
    snapshot = reader.snapshot
    if meant:
        step = shortcuts.apply_moves(snapshot, seat, meant)
        if not step.reveals:
            builder.gallery(await reader.board(state=step.state, since=snapshot.state))
            builder.gallery(await reader.hand(state=step.state) if hand else None)
            return
        *first, last = meant
        before = shortcuts.apply_moves(snapshot, seat, first).state if first else None
        since = snapshot.state if first else None
        builder.gallery(await reader.board(state=before, since=since, intention=last))
        builder.gallery(await reader.hand(state=before, intention=last) if hand else None)
        return
    prompt = question.prompt if question else None
    builder.gallery(await reader.board(prompt=prompt))
    builder.gallery(await reader.hand(prompt=prompt) if hand else None)


def _hints(reader: ReaderView, seat: Seat, moves: Sequence[Move]) -> list[str]:
    """The goal of the game, and a word about the very decision being made, as long as they are new."""
    if not moves:
        return []
    kinds = {move.kind for move in moves}
    keys = hints.due_hints(reader.snapshot, seat, kinds)
    return [text for key in keys if (text := reader.game_text.hint_text(key))]


def _back(
    choices: Choices, moves: Sequence[Move], narrowing: Narrowing | None, shortcut: Shortcut | None
) -> CustomId:
    """One step back: to the question before, or to the beginning of the move."""
    if shortcut is not None and not shortcut.promoted:
        return choice_id(choices, "pick", shortcut.menu)
    return choice_id(
        choices, "pick", *(choices.previous_tokens(moves, narrowing.chosen) if narrowing else ())
    )


def _tools(
    reader: ReaderView, seat: Seat, *, back: CustomId | None, undos: int, missed: bool, hints: bool
) -> list[discord.ui.Button[discord.ui.LayoutView]]:
    """The buttons below the moves."""
    snapshot, locale = reader.snapshot, reader.locale
    player, tools = snapshot.players[seat], []
    if snapshot.is_running and player.has_caretaker and not player.resigned:
        tools.append(
            button(CustomId("back", snapshot.code), locale.t("I'm back"), discord.ButtonStyle.primary)
        )
    if back is not None:
        tools.append(button(back, locale.t("Back")))
    elif undos:
        tools.append(button(_tap(reader, "undo"), locale.t("Undo")))
        if undos > 1:
            tools.append(button(_tap(reader, "reset"), locale.t("Reset my turn")))
    tools.append(button(CustomId("what", snapshot.code), locale.t("What is this?")))
    if missed:
        tools.append(button(CustomId("recap", snapshot.code), locale.t("Since my last move")))
    tools.append(button(CustomId("note", snapshot.code), locale.t("Notes")))
    if snapshot.is_running and not player.resigned:
        tools.append(button(CustomId("orders", snapshot.code), locale.t("Orders")))
    alone_with_it = not snapshot.row.rated and snapshot.row.sealed_until is None
    if seat in snapshot.owing_seats() and not player.resigned and alone_with_it:
        tools.append(button(CustomId("advice", snapshot.code), locale.t("Advice")))
    tools.append(button(CustomId("rules", snapshot.code), locale.t("Rules")))
    if reader.closeups():
        tools.append(button(CustomId("look", snapshot.code), locale.t("Look closer")))
    if hints:
        tools.append(button(CustomId("hints", snapshot.code), locale.t("No more hints")))
    return tools


def owed_line(reader: ReaderView, seat: Seat) -> str:
    """What this player owes, or whom they wait for."""
    locale, snapshot = reader.locale, reader.snapshot
    if snapshot.is_over:
        return locale.t("the game is over")
    if snapshot.players[seat].resigned:
        return locale.t("you gave this game up")
    if seat in snapshot.owing_seats():
        return reader.owed_text(seat)
    waiting = locale.join_list(
        reader.game_text.player_names[other] for other in sorted(snapshot.owing_seats())
    )
    return locale.t("waiting for {who}", who=waiting)


def _confirm(
    builder: MessageBuilder,
    choices: Choices,
    meant: Sequence[Move],
    shortcut: Shortcut | None,
    held: DelayedMove | None,
) -> None:
    """What is meant, in words, with the text of a card it is about; the very last tap."""
    reader, locale, move = choices.reader, choices.reader.locale, meant[0]
    facts = shared_facts(reader, choices.seat, (move,))
    if shortcut is not None:
        number = shortcuts.shortcuts_at(reader.snapshot, choices.seat).index(shortcut)
        go, intent = choice_id(choices, "short-go", str(number)), reader.game_text.phrase_text(shortcut.name)
    else:
        go, intent = choice_id(choices, "go", *move.tokens()), reader.game_text.intent_text(move, facts)
    builder.text(f"**{intent}**", *_in_full(reader, choices.seat, meant))
    if held is not None:
        builder.text(locale.t("-# Final {when}. Back stops it.", when=f"<t:{held.due // 1000}:R>"))
    elif shortcuts.apply_moves(reader.snapshot, choices.seat, meant).barrier:
        builder.text(locale.t("-# You can't take this back."))
    builder.text(
        *(f"> {text}" for text in told_pieces(reader, reader.plain_text.label_subjects(move, facts)))
    )
    label = locale.t("Confirm") if held is None else locale.t("Play it now")
    builder.buttons(button(go, label, discord.ButtonStyle.success))


def _in_full(reader: ReaderView, seat: Seat, moves: Sequence[Move]) -> Iterator[str]:
    """Of several moves each in words, as the table stands before it."""
    game, state = reader.snapshot.game, reader.snapshot.state
    for number, move in enumerate(moves if len(moves) > 1 else (), start=1):
        yield f"{number}. {reader.game_text.intent_text(move, game.label_facts(state, seat, move))}"
        state = game.apply(state, seat, move).state


def told_pieces(reader: ReaderView, subjects: Iterable[str | int]) -> list[str]:
    """The texts of those of these that are cards or pieces in sight."""
    in_sight = set(reader.visible_components())
    keys = [subject for subject in subjects if isinstance(subject, str) and subject in in_sight]
    return [
        reader.locale.t("**{name}**: {text}", name=name, text=text)
        for name, text in map(reader.game_text.component_help, dict.fromkeys(keys))
    ]


def _planned(builder: MessageBuilder, reader: ReaderView, seat: Seat, plan: PreparedTurn | None) -> None:
    """What was prepared, or tried out, one tap away; or the way there."""
    locale, snapshot = reader.locale, reader.snapshot
    trial = conditional_moves.preview_line(snapshot, seat, plan or PreparedTurn())
    if trial is None:
        return
    waits = seat not in snapshot.owing_seats()
    if not trial.moves:
        label = locale.t("Prepare my turn") if waits else locale.t("Try it out")
        builder.buttons(button(CustomId("ahead", snapshot.code), label))
        return
    kept = plan is not None and plan.kept
    heading = locale.t("Your turn is prepared:") if kept and waits else locale.t("Your plan:")
    builder.text(heading, *line_of(reader, seat, trial))
    look = button(CustomId("ahead", snapshot.code), locale.t("Change it"))
    drop = button(CustomId("plan-drop", snapshot.code), locale.t("Drop the plan"))
    if waits:
        builder.buttons(look, drop)
    else:
        builder.buttons(
            button(_tap(reader, "plan"), locale.t("Play it"), discord.ButtonStyle.success), look, drop
        )


def line_of(reader: ReaderView, seat: Seat, trial: Preview) -> list[str]:
    """The moves of a plan in words, each as the table stands before it; of what was chosen for whatever comes
    to light before it, no more than it says itself."""
    game, lines = reader.snapshot.game, list[str]()
    for number, (move, before) in enumerate(zip(trial.moves, trial.before, strict=True), start=1):
        if before.is_certain:
            lines.append(
                f"{number}. {reader.game_text.intent_text(move, game.label_facts(before.state, seat, move))}"
            )
        else:
            what = reader.plain_text.partial_move_text(move.tokens())
            lines.append(f"{number}. {reader.locale.t('{what}, whatever comes', what=what)}")
    return lines


def ask(builder: MessageBuilder, choices: Choices, question: Question, page: int) -> None:
    """Put a question with its answers: buttons, a list, or pieces of which any number may be chosen."""
    locale, game_text = choices.reader.locale, choices.reader.game_text
    builder.text(
        *(
            locale.t("-# {kind}: {why}.", kind=game_text.kind_label(kind), why=game_text.phrase_text(why))
            for kind, why in question.blocked_reasons.items()
        )
    )
    if question.text:
        builder.text(f"**{question.text}**")
    builder.text(*(f"> {text}" for text in _told_cards(choices, question)))
    if question.pieces:
        _pieces(builder, choices, question)
        return
    if question.list_entries:
        _paged_list(builder, choices, question, page)
    builder.buttons(
        *(
            button(
                answer_id(choices, answer),
                answer.numbered_label,
                _style(question, answer),
                emoji=answer.label.emoji,
                disabled=answer.is_blocked,
            )
            for answer in question.buttons
        )
    )


def _style(question: Question, answer: Answer) -> discord.ButtonStyle:
    """What a turn is for stands out at its beginning."""
    aside = answer.is_blocked or all(move.is_side_action for move in answer.offer.moves)
    return discord.ButtonStyle.secondary if question.text or aside else discord.ButtonStyle.primary


def _told_cards(choices: Choices, question: Question) -> list[str]:
    """The texts of the cards to choose from, where these are few and nothing else is asked."""
    reader, answers = choices.reader, question.buttons
    moves = [answer.offer.moves[0] for answer in answers if len(answer.offer.moves) == 1]
    if question.list_entries or not 1 < len(moves) == len(answers) <= FEW_CARDS:
        return []
    told = [
        told_pieces(
            reader, reader.plain_text.label_subjects(move, shared_facts(reader, choices.seat, (move,)))
        )
        for move in moves
    ]
    texts = [text for texts in told for text in texts]
    return texts if all(told) and len(set(texts)) == len(moves) else []


def _pieces(builder: MessageBuilder, choices: Choices, question: Question) -> None:
    """Any number of them: those ticked at once, or none by a button of its own."""
    locale, chosen = choices.reader.locale, question.prompt.chosen
    builder.select(
        choice_id(choices, "several", *chosen),
        question.text,
        [_entry(choices, question, answer) for answer in question.pieces[:SELECT_LIMIT]],
        max_values=min(len(question.pieces), SELECT_LIMIT),
    )
    builder.buttons(button(choice_id(choices, "pick", *chosen, "none"), locale.t("None")))


def _entry(choices: Choices, question: Question, answer: Answer) -> discord.SelectOption:
    """An entry of a list; its value is what comes behind the words chosen so far."""
    known = len(choices.token_prefix) + len(question.prompt.chosen)
    short = answer.verb == "short"
    value = f"{SHORTCUT_PREFIX}{answer.tokens[-1]}" if short else " ".join(answer.tokens[known:])
    return discord.SelectOption(
        label=answer.numbered_label[:100], value=value, emoji=partial_emoji(answer.label.emoji)
    )


def _paged_list(builder: MessageBuilder, choices: Choices, question: Question, page: int) -> None:
    locale, answers, chosen = choices.reader.locale, question.list_entries, question.prompt.chosen
    pages = -(-len(answers) // SELECT_LIMIT)
    page = min(max(page, 0), pages - 1)
    shown = answers[page * SELECT_LIMIT : (page + 1) * SELECT_LIMIT]
    text = question.text or locale.t("What do you do?")
    entries = [_entry(choices, question, answer) for answer in shown]
    builder.select(choice_id(choices, "choose", *chosen), text, entries)
    if pages > 1:
        builder.buttons(
            button(
                choice_id(choices, "page", str(page - 1), *chosen), locale.t("Previous"), disabled=page == 0
            ),
            button(
                choice_id(choices, "page", str(page + 1), *chosen),
                locale.t("Next"),
                disabled=page == pages - 1,
            ),
        )


def _tap(reader: ReaderView, verb: str, words: Choice = ()) -> CustomId:
    return CustomId(verb, reader.snapshot.code, reader.snapshot.row.version, words)
