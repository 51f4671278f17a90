"""A player's private panel: their pictures, and the legal moves narrowed field by field."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

import discord

from bot.chat.interactions.component_dispatch import on_component
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

ChosenTokens = tuple[str, ...]
"""The tokens of a move chosen so far."""
MAX_EXPLAINED_CARDS = 3


async def show_panel(
    request: Request,
    snapshot: GameSnapshot,
    *,
    chosen: ChosenTokens = (),
    shortcut: Shortcut | None = None,
    ambiguous: tuple[int, int] | None = None,
    delayed: DelayedMove | None = None,
    page: int = 0,
    note: str = "",
    since_last: SinceLastChoice | None = None,
    just_moved: bool = False,
) -> None:
    """Show the user's panel, and refresh it when their turn comes.

    `just_moved` skips the query for a delayed move, as there can be none.
    """
    seat = require_seat(snapshot, request.actor.id)
    check_dealt(snapshot)
    _refresh_on_turn(request, snapshot, seat)
    since_last = since_last or await story.since_last_choice(request.store, snapshot, seat)
    reader = request.context.reader_view(snapshot, seat, request.locale)
    if delayed is None and not (chosen or shortcut or ambiguous or just_moved):
        delayed = await delayed_moves.find_pending(request.store, snapshot, seat)
    builder = await build_panel(
        reader,
        chosen=chosen,
        shortcut=shortcut,
        ambiguous=ambiguous,
        delayed=delayed,
        page=page,
        undos=since_last.undos,
        note=note,
        missed=since_last.missed,
        lesson=await lessons.current_step(request.store, snapshot, seat),
        plan=await conditional_moves.find(request.store, snapshot, request.actor.id),
    )
    await request.respond(builder)
    request.context.panel_refresher.mark_shown(request.actor.id, snapshot.code)


def _refresh_on_turn(request: Request, snapshot: GameSnapshot, seat: Seat) -> None:
    """Refresh the panel of a waiting player when their turn comes, within the life of the interaction.

    Computer players need seconds, and friends who play at the same time not much longer.
    """
    player = snapshot.players[seat]
    if not snapshot.is_running or seat in snapshot.owing_seats() or player.resigned or player.has_caretaker:
        return

    async def show_turn(request: Request) -> None:
        await open_panel(request, await request.snapshot(snapshot.code))

    request.context.panel_refresher.refresh_on_turn(
        request.service.now(), request.actor.id, snapshot.code, partial(run_continuation, request, show_turn)
    )


async def open_panel(request: Request, snapshot: GameSnapshot) -> None:
    """Show the panel, starting with what happened since the player's last move."""
    seat = require_seat(snapshot, request.actor.id)
    check_dealt(snapshot)
    since_last = await story.since_last_choice(request.store, snapshot, seat)
    reader = request.context.reader_view(snapshot, seat, request.locale)
    note = await missed_text(request.store, reader, since_last)
    await show_panel(request, snapshot, note=note, since_last=since_last)


@on_component("hints", "update")
async def disable_hints_button(request: Request, custom_id: CustomId) -> None:
    await preferences.disable_hints(request.service, request.actor.id)
    await show_panel(
        request,
        await request.snapshot(custom_id.game),
        note=request.locale.t("No more hints. /help brings them back."),
    )


# Building the message


async def build_panel(
    reader: ReaderView,
    *,
    chosen: ChosenTokens = (),
    shortcut: Shortcut | None = None,
    ambiguous: tuple[int, int] | None = None,
    delayed: DelayedMove | None = None,
    page: int = 0,
    undos: int = 0,
    note: str = "",
    missed: bool = False,
    lesson: LessonStep | None = None,
    plan: PreparedTurn | None = None,
) -> MessageBuilder:
    """Build the panel: what the player sees and can do, given the tokens chosen so far.

    `delayed` is a move that is played after a delay unless cancelled. `ambiguous` is the number of a shortcut
    whose name several share, with the number of its moves already decided.
    """
    snapshot, seat = reader.snapshot, reader.seat
    assert seat is not None
    moves = () if snapshot.players[seat].resigned else snapshot.legal(seat)
    choices = Choices(reader, seat)
    if delayed is not None:
        shortcut, chosen = delayed.shortcut, () if delayed.shortcut else delayed.moves[0].tokens()
    tokens = chosen or choices.only_move_tokens(moves) or choices.implied_tokens(moves)
    narrowing = narrow(moves, tokens) if moves else None
    builder = MessageBuilder(reader.colour)
    builder.text(f"{reader.title} · {owed_line(reader, seat)}", note)
    considered = shortcut.moves if shortcut else narrowing.moves if narrowing else ()
    hint_texts = (
        [reader.game_text.lesson_text(lesson.key)] if lesson else _hint_texts(reader, seat, considered)
    )
    builder.text(*(f"> {hint}" for hint in hint_texts))
    if not chosen and shortcut is None and ambiguous is None:
        _add_plan(builder, reader, seat, plan)
    intended = shortcut.moves if shortcut else (narrowing.move,) if narrowing and narrowing.move else ()
    if ambiguous is not None:
        question: Question | None = choices.shortcut_question(*ambiguous)
    else:
        question = None if intended or narrowing is None else choices.question(narrowing)
    needs_hand = reader.needs_hand(considered)
    await add_pictures(builder, reader, seat, intended, question, with_hand=needs_hand)
    if intended:
        _add_confirmation(builder, choices, intended, shortcut, delayed)
    elif question is not None:
        add_question(builder, choices, question, page)
    back = None if not (chosen or shortcut or ambiguous) else _back_id(choices, moves, narrowing, shortcut)
    if delayed is not None:
        back = CustomId("unhold", snapshot.code)
    tools = _tool_buttons(
        reader,
        seat,
        back=back,
        undos=undos,
        missed=missed,
        offer_no_hints=bool(hint_texts) and lesson is None,
    )
    if not needs_hand:
        tools.insert(0, button(CustomId("hand", snapshot.code), reader.locale.t("My hand")))
    return builder.buttons(*tools)


async def add_pictures(
    builder: MessageBuilder,
    reader: ReaderView,
    seat: Seat,
    intended: Sequence[Move],
    question: Question | None,
    *,
    with_hand: bool,
) -> None:
    """Add the board, and the hand if needed, with numbered answers or with the result of the intended moves.

    Moves that reveal something are only marked as an intention, so that the picture reveals nothing.
    """
    snapshot = reader.snapshot
    if intended:
        step = shortcuts.apply_moves(snapshot, seat, intended)
        if not step.reveals:
            builder.gallery(await reader.board(state=step.state, since=snapshot.state))
            builder.gallery(await reader.hand(state=step.state) if with_hand else None)
            return
        *first, last = intended
        before = shortcuts.apply_moves(snapshot, seat, first).state if first else None
        since = snapshot.state if first else None
        builder.gallery(await reader.board(state=before, since=since, intention=last))
        builder.gallery(await reader.hand(state=before, intention=last) if with_hand else None)
        return
    prompt = question.prompt if question else None
    builder.gallery(await reader.board(prompt=prompt))
    builder.gallery(await reader.hand(prompt=prompt) if with_hand else None)


def _hint_texts(reader: ReaderView, seat: Seat, moves: Sequence[Move]) -> list[str]:
    """Returns hints that are new to the player: the goal of the game, and advice on this decision."""
    if not moves:
        return []
    kinds = {move.kind for move in moves}
    keys = hints.due_hints(reader.snapshot, seat, kinds)
    return [text for key in keys if (text := reader.game_text.hint_text(key))]


def _back_id(
    choices: Choices, moves: Sequence[Move], narrowing: Narrowing | None, shortcut: Shortcut | None
) -> CustomId:
    """Returns the custom id that goes back to the previous question, or to the start of the move."""
    if shortcut is not None and not shortcut.promoted:
        return choice_id(choices, "pick", shortcut.menu)
    return choice_id(
        choices, "pick", *(choices.previous_tokens(moves, narrowing.chosen) if narrowing else ())
    )


def _tool_buttons(
    reader: ReaderView, seat: Seat, *, back: CustomId | None, undos: int, missed: bool, offer_no_hints: bool
) -> list[discord.ui.Button[discord.ui.LayoutView]]:
    """Returns the buttons below the moves."""
    snapshot, locale = reader.snapshot, reader.locale
    player, buttons = snapshot.players[seat], []
    if snapshot.is_running and player.has_caretaker and not player.resigned:
        buttons.append(
            button(CustomId("back", snapshot.code), locale.t("I'm back"), discord.ButtonStyle.primary)
        )
    if back is not None:
        buttons.append(button(back, locale.t("Back")))
    elif undos:
        buttons.append(button(_versioned_id(reader, "undo"), locale.t("Undo")))
        if undos > 1:
            buttons.append(button(_versioned_id(reader, "reset"), locale.t("Reset my turn")))
    buttons.append(button(CustomId("what", snapshot.code), locale.t("What is this?")))
    if missed:
        buttons.append(button(CustomId("recap", snapshot.code), locale.t("Since my last move")))
    buttons.append(button(CustomId("note", snapshot.code), locale.t("Notes")))
    if snapshot.is_running and not player.resigned:
        buttons.append(button(CustomId("orders", snapshot.code), locale.t("Orders")))
    may_ask_coach = not snapshot.row.rated and snapshot.row.sealed_until is None
    if seat in snapshot.owing_seats() and not player.resigned and may_ask_coach:
        buttons.append(button(CustomId("advice", snapshot.code), locale.t("Advice")))
    buttons.append(button(CustomId("rules", snapshot.code), locale.t("Rules")))
    if reader.closeups():
        buttons.append(button(CustomId("look", snapshot.code), locale.t("Look closer")))
    if offer_no_hints:
        buttons.append(button(CustomId("hints", snapshot.code), locale.t("No more hints")))
    return buttons


def owed_line(reader: ReaderView, seat: Seat) -> str:
    """Returns what this player owes, or for whom they wait."""
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


def _add_confirmation(
    builder: MessageBuilder,
    choices: Choices,
    intended: Sequence[Move],
    shortcut: Shortcut | None,
    delayed: DelayedMove | None,
) -> None:
    """Add the intended moves as text, the texts of the cards they name, and the confirm button."""
    reader, locale, move = choices.reader, choices.reader.locale, intended[0]
    facts = shared_facts(reader, choices.seat, (move,))
    if shortcut is not None:
        number = shortcuts.shortcuts_at(reader.snapshot, choices.seat).index(shortcut)
        confirm_id, intent = (
            choice_id(choices, "short-go", str(number)),
            reader.game_text.phrase_text(shortcut.name),
        )
    else:
        confirm_id, intent = (
            choice_id(choices, "go", *move.tokens()),
            reader.game_text.intent_text(move, facts),
        )
    builder.text(f"**{intent}**", *_move_lines(reader, choices.seat, intended))
    if delayed is not None:
        builder.text(locale.t("-# Final {when}. Back stops it.", when=f"<t:{delayed.due // 1000}:R>"))
    elif shortcuts.apply_moves(reader.snapshot, choices.seat, intended).barrier:
        builder.text(locale.t("-# You can't take this back."))
    builder.text(
        *(f"> {text}" for text in component_texts(reader, reader.plain_text.label_subjects(move, facts)))
    )
    label = locale.t("Confirm") if delayed is None else locale.t("Play it now")
    builder.buttons(button(confirm_id, label, discord.ButtonStyle.success))


def _move_lines(reader: ReaderView, seat: Seat, moves: Sequence[Move]) -> Iterator[str]:
    """Yields a numbered line per move, each with the facts before it, if there are several moves."""
    game, state = reader.snapshot.game, reader.snapshot.state
    for number, move in enumerate(moves if len(moves) > 1 else (), start=1):
        yield f"{number}. {reader.game_text.intent_text(move, game.label_facts(state, seat, move))}"
        state = game.apply(state, seat, move).state


def component_texts(reader: ReaderView, subjects: Iterable[str | int]) -> list[str]:
    """Returns the help texts of the subjects that are visible cards or pieces."""
    visible = set(reader.visible_components())
    keys = [subject for subject in subjects if isinstance(subject, str) and subject in visible]
    return [
        reader.locale.t("**{name}**: {text}", name=name, text=text)
        for name, text in map(reader.game_text.component_help, dict.fromkeys(keys))
    ]


def _add_plan(builder: MessageBuilder, reader: ReaderView, seat: Seat, plan: PreparedTurn | None) -> None:
    """Add the plan with its buttons, or a button to make one."""
    locale, snapshot = reader.locale, reader.snapshot
    preview = conditional_moves.preview_line(snapshot, seat, plan or PreparedTurn())
    if preview is None:
        return
    is_waiting = seat not in snapshot.owing_seats()
    if not preview.moves:
        label = locale.t("Prepare my turn") if is_waiting else locale.t("Try it out")
        builder.buttons(button(CustomId("ahead", snapshot.code), label))
        return
    kept = plan is not None and plan.kept
    heading = locale.t("Your turn is prepared:") if kept and is_waiting else locale.t("Your plan:")
    builder.text(heading, *preview_lines(reader, seat, preview))
    change = button(CustomId("ahead", snapshot.code), locale.t("Change it"))
    drop = button(CustomId("plan-drop", snapshot.code), locale.t("Drop the plan"))
    if is_waiting:
        builder.buttons(change, drop)
    else:
        builder.buttons(
            button(_versioned_id(reader, "plan"), locale.t("Play it"), discord.ButtonStyle.success),
            change,
            drop,
        )


def preview_lines(reader: ReaderView, seat: Seat, preview: Preview) -> list[str]:
    """Returns a line per move of a plan, with the facts before it.

    Moves after a reveal have no known facts, so only their notation is described.
    """
    game, lines = reader.snapshot.game, list[str]()
    for number, (move, before) in enumerate(zip(preview.moves, preview.before, strict=True), start=1):
        if before.is_certain:
            lines.append(
                f"{number}. {reader.game_text.intent_text(move, game.label_facts(before.state, seat, move))}"
            )
        else:
            what = reader.plain_text.partial_move_text(move.tokens())
            lines.append(f"{number}. {reader.locale.t('{what}, whatever comes', what=what)}")
    return lines


def add_question(builder: MessageBuilder, choices: Choices, question: Question, page: int) -> None:
    """Add a question with its answers: buttons, a list, or a multi-select."""
    locale, game_text = choices.reader.locale, choices.reader.game_text
    builder.text(
        *(
            locale.t("-# {kind}: {why}.", kind=game_text.kind_label(kind), why=game_text.phrase_text(why))
            for kind, why in question.blocked_reasons.items()
        )
    )
    if question.text:
        builder.text(f"**{question.text}**")
    builder.text(*(f"> {text}" for text in _card_texts(choices, question)))
    if question.pieces:
        _add_multi_select(builder, choices, question)
        return
    if question.list_entries:
        _add_paged_list(builder, choices, question, page)
    builder.buttons(
        *(
            button(
                answer_id(choices, answer),
                answer.numbered_label,
                _button_style(question, answer),
                emoji=answer.label.emoji,
                disabled=answer.is_blocked,
            )
            for answer in question.buttons
        )
    )


def _button_style(question: Question, answer: Answer) -> discord.ButtonStyle:
    """Returns the style of an answer. Main actions at the start of a turn stand out."""
    is_secondary = answer.is_blocked or all(move.is_side_action for move in answer.offer.moves)
    return discord.ButtonStyle.secondary if question.text or is_secondary else discord.ButtonStyle.primary


def _card_texts(choices: Choices, question: Question) -> list[str]:
    """Returns the texts of the cards to choose from, if these are few and nothing else is offered."""
    reader, answers = choices.reader, question.buttons
    moves = [answer.offer.moves[0] for answer in answers if len(answer.offer.moves) == 1]
    if question.list_entries or not 1 < len(moves) == len(answers) <= MAX_EXPLAINED_CARDS:
        return []
    texts_by_move = [
        component_texts(
            reader, reader.plain_text.label_subjects(move, shared_facts(reader, choices.seat, (move,)))
        )
        for move in moves
    ]
    texts = [text for texts in texts_by_move for text in texts]
    return texts if all(texts_by_move) and len(set(texts)) == len(moves) else []


def _add_multi_select(builder: MessageBuilder, choices: Choices, question: Question) -> None:
    """Add a list of which any number can be chosen, and a button for none."""
    locale, chosen = choices.reader.locale, question.prompt.chosen
    builder.select(
        choice_id(choices, "several", *chosen),
        question.text,
        [_list_entry(choices, question, answer) for answer in question.pieces[:SELECT_LIMIT]],
        max_values=min(len(question.pieces), SELECT_LIMIT),
    )
    builder.buttons(button(choice_id(choices, "pick", *chosen, "none"), locale.t("None")))


def _list_entry(choices: Choices, question: Question, answer: Answer) -> discord.SelectOption:
    """Returns an entry of a list. Its value holds the tokens after those chosen so far."""
    known = len(choices.token_prefix) + len(question.prompt.chosen)
    is_shortcut = answer.verb == "short"
    value = f"{SHORTCUT_PREFIX}{answer.tokens[-1]}" if is_shortcut else " ".join(answer.tokens[known:])
    return discord.SelectOption(
        label=answer.numbered_label[:100], value=value, emoji=partial_emoji(answer.label.emoji)
    )


def _add_paged_list(builder: MessageBuilder, choices: Choices, question: Question, page: int) -> None:
    locale, answers, chosen = choices.reader.locale, question.list_entries, question.prompt.chosen
    pages = -(-len(answers) // SELECT_LIMIT)
    page = min(max(page, 0), pages - 1)
    shown = answers[page * SELECT_LIMIT : (page + 1) * SELECT_LIMIT]
    text = question.text or locale.t("What do you do?")
    entries = [_list_entry(choices, question, answer) for answer in shown]
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


def _versioned_id(reader: ReaderView, verb: str, tokens: ChosenTokens = ()) -> CustomId:
    return CustomId(verb, reader.snapshot.code, reader.snapshot.row.version, tokens)
