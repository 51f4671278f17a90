"""Panels of whole games: distinct labels, numbers as in the pictures, no needless question.

Covers `bot/chat/table/answers.py`, `bot/play/turns/shortcuts.py`, `bot/views/answers_text.py`,
`bot/views/panel.py`, `bot/views/reader_view.py`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, product
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.chat.messages import MessageBuilder
from bot.chat.messages.custom_id import answer_id
from bot.chat.messages.message_builder import SELECT_LIMIT
from bot.chat.table.answers import add_page_buttons, blocked_line, with_page
from bot.chat.table.panel import add_chosen_part, back_buttons, closed_dms_line, tool_buttons
from bot.i18n import LANGUAGES, MAX_BUTTON_CHARS, SOURCE_LANGUAGE, locale_for
from bot.i18n.catalogue import find_entry
from bot.play.core.narrowing import Narrowing, combined_token, narrow
from bot.play.turns import hints
from bot.play.turns.choosing import Selection
from bot.play.turns.shortcuts import shortcuts_at, similar_shortcuts
from bot.play.turns.turns import forced_moves
from bot.views.choices import MAX_BUTTONS, Answer, Choices, Question
from bot.views.panel import PanelState
from render import PAINTERS
from rules import GAMES
from rules.game import AnyGame, Seat, kind_of
from tests.chat.story_fixtures import view_of_table
from tests.contract.contract_checks import option_values, seed_from
from tests.rules.shipwrights import states
from tests.views.views_in_memory import reader_view_at

MAX_POSITIONS = 30
MAX_QUESTIONS = 12
MAX_NUMBERED_CHARS = MAX_BUTTON_CHARS + len("99 · ")


def table_params() -> Iterator[Any]:
    """Yields every game with few and many players, in every language, with default and fullest options.

    All but the smallest tables in English and the fullest in another language are in the group `long`.
    """
    for key, game in GAMES.items():
        fields = game.info.options.model_fields
        fullest = {name: option_values(field.annotation)[-1] for name, field in fields.items()}
        few, many = max(2, game.info.seats[0]), game.info.seats[1]
        option_sets = ({}, fullest) if fullest else ({},)
        for table in product(dict.fromkeys((few, many)), LANGUAGES, option_sets):
            seats, language, options = table
            is_extreme = table in ((few, SOURCE_LANGUAGE, {}), (many, LANGUAGES[-1], fullest))
            yield pytest.param(
                *(key, seats, language, options),
                id=f"{key}-{seats}-{language}{'-full' if options else ''}",
                marks=() if is_extreme else pytest.mark.long,
            )


TABLES = [*table_params()]


def decisions(game: AnyGame, seats: int, options: Mapping[str, Any]) -> Iterator[tuple[Any, Seat]]:
    """Yields the states and seats with a choice in a whole game; forced moves are played."""
    random = Random(seats)
    state = game.setup(
        seats, game.info.options.model_validate(options), seed_from("panels", game.info.key, seats)
    )
    asked = []
    while owing := game.to_act(state):
        seat = random.choice(sorted(owing))
        asked.append((state, seat))
        step = game.apply(state, seat, random.choice(game.legal(state, seat)))
        for _, _, following in forced_moves(game, step, range(seats)):
            step = following
        state = step.state
    yield from asked[:: max(1, len(asked) // MAX_POSITIONS)]


def questions(choices: Choices) -> Iterator[tuple[Question, Narrowing]]:
    """Yields the questions of one panel in the order in which they are asked."""
    moves = choices.reader.snapshot.legal(choices.seat)
    begun = narrow(moves, choices.only_move_tokens(moves) or choices.implied_tokens(moves))
    waiting = [begun] if begun else []
    for _ in range(MAX_QUESTIONS):
        if not waiting:
            return
        narrowing = waiting.pop(0)
        if narrowing.move is not None:
            continue
        question = choices.question(narrowing)
        yield question, narrowing
        for page in range(1, question.pages):
            yield choices.question(narrowing, page), narrowing
        for answer in (*question.buttons, *question.list_entries):
            if not answer.is_blocked and not answer.offer.is_sequence:
                following = narrow(moves, answer.tokens)
                assert following is not None
                waiting.append(following)


@pytest.mark.parametrize(("key", "seats", "language", "options"), TABLES)
def test_every_panel_reads_apart_and_is_numbered_as_its_pictures_are(
    key: str, seats: int, language: str, options: dict[str, Any]
) -> None:
    game, asked = GAMES[key], 0
    for state, seat in decisions(game, seats, options):
        choices = Choices(reader_view_at(game, state, seat, seats, language), seat)
        for question, narrowing in questions(choices):
            asked += 1
            check_hints(choices, narrowing)
            answers = (*question.buttons, *question.list_entries, *question.pieces)
            labels = [answer.numbered_label for answer in answers]
            assert len(set(labels)) == len(labels), labels
            check_labels_differ(game, state, seat, answers)
            numbers = [answer.offer.number for answer in answers if answer.offer.number is not None]
            assert numbers == list(range(1, len(numbers) + 1)), "numbered in the order of display"
            prompt = question.prompt
            pointed = PAINTERS[key].points_at(game.view(state, seat), prompt)
            numbered = {offer.token for offer in prompt.offers if offer.number is not None}
            assert numbered <= pointed
            assert len(numbered) == min(len(pointed), PAINTERS[key].max_numbers)
            assert len(question.list_entries) <= SELECT_LIMIT
            assert len(question.buttons) <= MAX_BUTTONS
            check_side_actions(question)
            for answer in question.buttons:
                assert len(answer.numbered_label) <= MAX_NUMBERED_CHARS, (
                    f"clipped on a phone: {answer.numbered_label}"
                )
                assert not answer.numbered_label.endswith("…"), answer.numbered_label
            possible = [answer for answer in answers if not answer.is_blocked]
            is_choice = len(possible) > 1 or question.pieces or question.pages > 1
            assert is_choice, f"an idle question: {narrowing.chosen} {labels}"
            for answer in answers:
                assert len(str(answer_id(choices, answer))) <= 100
            if question.pieces:
                check_pieces(question, narrowing)
    assert asked


def check_labels_differ(game: AnyGame, state: Any, seat: Seat, answers: Sequence[Answer]) -> None:
    """Labels that needed their notation appended belong to moves with the same effect."""
    for answer in answers:
        bare = answer.label.text.removesuffix(f" ({answer.offer.token})")
        twins = [
            other for other in answers if other.label.text.removesuffix(f" ({other.offer.token})") == bare
        ]
        if bare != answer.label.text and not answer.offer.is_sequence:
            ends = {repr(game.view(state_after(game, state, seat, twin), None)) for twin in twins}
            assert len(ends) == 1, f"{[twin.numbered_label for twin in twins]} do different things"


def check_side_actions(question: Question) -> None:
    """What is not the purpose of a turn, such as giving a card up, comes last."""
    for answers in (question.buttons, question.list_entries):
        sides = [answer.is_side_action for answer in answers if not answer.is_blocked]
        assert sides == sorted(sides)


def state_after(game: AnyGame, state: Any, seat: Seat, answer: Answer) -> Any:
    for move in answer.offer.moves[:1]:
        state = game.apply(state, seat, move).state
    return state


def check_hints(choices: Choices, narrowing: Narrowing) -> None:
    """A hint is about the decision being made."""
    kinds = list(dict.fromkeys(move.kind for move in narrowing.moves))
    assert hints.due_hint(choices.reader.snapshot, choices.seat, kinds) in (hints.GOAL, *kinds)


@pytest.mark.parametrize(("seats", "language"), [(2, "en"), (5, "fr")])
def test_shortcuts_of_one_name_are_told_apart_question_by_question(seats: int, language: str) -> None:
    """A villager who leaves a choice: the rest of the turn is one button, then the choice is asked."""
    game, asked = GAMES["shipwrights"], 0
    for state, seat in decisions(game, seats, {}):
        choices = Choices(reader_view_at(game, state, seat, seats, language), seat)
        offered = shortcuts_at(choices.reader.snapshot, seat)
        waiting = {
            (number, 0) for number in range(len(offered)) if similar_shortcuts(offered, number)[0] == number
        }
        while waiting:
            number, depth = waiting.pop()
            meant = similar_shortcuts(offered, number, depth)
            if len(meant) == 1:
                continue
            asked += 1
            question = choices.shortcut_question(number, depth)
            answers = (*question.buttons, *question.list_entries)
            assert len({answer.numbered_label for answer in answers}) == len(answers) > 1
            pointed = PAINTERS["shipwrights"].points_at(game.view(state, seat), question.prompt)
            assert {answer.offer.token for answer in answers if answer.offer.number is not None} == pointed
            led = [tuple(map(int, answer.tokens[-1].split("."))) for answer in answers]
            reached = [each for further in led for each in similar_shortcuts(offered, *further)]
            assert sorted(reached) == meant, "every one of them can be reached, and by one way"
            waiting |= {(further[0], further[1]) for further in led}
    assert asked


def test_the_centre_card_of_lofoten_stands_between_the_others_also_when_it_cannot_be_played() -> None:
    game, seen = GAMES["lofoten"], set[bool]()
    for state, seat in decisions(game, 2, {}):
        if state.stage != "action":
            continue
        choices = Choices(reader_view_at(game, state, seat, 2, "en"), seat)
        question, _ = next(questions(choices))
        cards = [
            answer
            for answer in question.buttons
            if answer.offer.token.partition(" ")[0] in ("side", "centre")
        ]
        assert [answer.offer.token for answer in cards] == ["side left", "centre", "side right"]
        seen.add(cards[1].is_blocked)
    assert seen == {False, True}


@pytest.mark.parametrize(
    ("hand", "said"),
    [("sud", "-# This ends your turn. You can’t undo this."), ("sud king", "")],
)
def test_a_move_to_confirm_says_what_is_final(hand: str, said: str) -> None:
    """Without money a turn ends with the last card that can be played."""
    game = GAMES["shipwrights"]
    state = states.table(states.board(gold=0, workers=0, hand=hand), states.board())
    reader, nothing = reader_view_at(game, state, 0, 2, "en"), cast(Any, None)
    seats: Any = (SimpleNamespace(resigned=False),) * 2
    reader = replace(reader, snapshot=replace(reader.snapshot, players=seats))
    selection = Selection(chosen=game.parse("lay sud").tokens())
    panel = PanelState(reader, 0, selection, nothing, None, None, "")
    assert panel.intended == (game.parse("lay sud"),)
    assert panel.finality_text == said


def test_the_buttons_of_an_afternoon_keep_their_shape_and_order() -> None:
    """What can be bought stays before what can be finished, whether or not it can."""
    game = GAMES["shipwrights"]
    order = [kind_of(move) for move in game.info.moves]
    for state, seat in decisions(game, 3, {}):
        if state.stage == "afternoon":
            choices = Choices(reader_view_at(game, state, seat, 3, "fr"), seat)
            question, _ = next(questions(choices))
            single = [
                answer.offer
                for answer in question.buttons
                if len(answer.offer.moves) <= 1 and not answer.is_side_action
            ]
            places = [order.index(offer.moves[0].kind if offer.moves else offer.token) for offer in single]
            assert places == sorted(places)


def check_pieces(question: Question, narrowing: Narrowing) -> None:
    """Pieces of a multi-select can be combined in any order."""
    words = [answer.offer.token for answer in question.pieces]
    chosen = combined_token(narrowing.moves, narrowing.chosen, reversed(words))
    assert narrow(narrowing.moves, (*narrowing.chosen, chosen)) is not None
    assert narrow(narrowing.moves, (*narrowing.chosen, "none")) is not None


@pytest.mark.parametrize(("key", "seats", "language", "options"), TABLES)
def test_what_can_be_looked_at_and_what_is_in_sight_has_a_name_and_a_text(
    key: str, seats: int, language: str, options: dict[str, Any]
) -> None:
    game, painter = GAMES[key], PAINTERS[key]
    assert painter.legend_parts, "a legend calls something by its name"
    for state, seat in islice(decisions(game, seats, options), 0, None, 6):
        reader = reader_view_at(game, state, seat, seats, language)
        for part in painter.legend_parts:
            assert find_entry(language, key, f"part.{part}"), part
        assert all(name for _, name in reader.closeups())
        for piece in reader.visible_components():
            name, text = reader.game_text.component_help(piece)
            assert name
            assert text
        onlooker = game.view(state, None)
        assert set(painter.closeups(onlooker)) >= {
            closeup for closeup in painter.closeups(game.view(state, seat)) if not closeup.startswith("seat.")
        }


@pytest.mark.parametrize(("chosen", "is_told"), [(("place",), True), ((), False)])
def test_in_words_what_was_chosen_of_a_move_is_repeated(chosen: tuple[str, ...], is_told: bool) -> None:
    game = GAMES["lofoten"]
    reader = reader_view_at(game, game.setup(2, game.info.options(), bytes(32)), 0, 2, "en")
    question: Any = SimpleNamespace(prompt=SimpleNamespace(chosen=chosen))
    builder = MessageBuilder()
    add_chosen_part(builder, reader, question)
    assert any(str(part).startswith("So far: ") for part in builder.parts) is is_told


def panel_of(**table: Any) -> Any:
    """Returns the state of the first seat's panel, as far as its tools depend on it."""
    selection = Selection()
    return SimpleNamespace(
        reader=view_of_table(0, **table),
        seat=0,
        selection=selection,
        selection_args=(),
        choices=SimpleNamespace(fingerprint=None),
        since_last=SimpleNamespace(undos=0),
        lesson=None,
        plan=None,
        plan_preview=None,
    )


def test_an_absent_player_who_opens_the_panel_can_come_back() -> None:
    def labels(state: Any) -> list[str | None]:
        return [shown.label for shown in tool_buttons(state)]

    present = labels(panel_of(owing=[0]))
    assert present == ["See the board", "More…"]
    assert labels(panel_of(owing=[0], caretaker=[0])) == ["I’m back", *present]
    assert labels(panel_of(owing=[0], caretaker=[0], resigned=[0])) == present
    assert labels(panel_of(caretaker=[0], status="archived")) == present


def test_a_turn_is_prepared_while_waiting_and_a_lesson_left_between_moves() -> None:
    def labels(**changes: Any) -> list[str | None]:
        state = panel_of(**changes.pop("table", {}))
        vars(state).update(changes)
        return [shown.label for shown in tool_buttons(state)]

    empty, begun = SimpleNamespace(is_empty=True), SimpleNamespace(is_empty=False)
    assert "Prepare my turn" in labels(plan_preview="a turn")
    assert "Prepare my turn" in labels(plan_preview="a turn", plan=empty)
    assert "Prepare my turn" not in labels(plan_preview="a turn", plan=begun)
    assert "Prepare my turn" not in labels(plan_preview="a turn", table={"owing": [0]})
    assert "Prepare my turn" not in labels()
    assert "Leave this lesson" in labels(lesson="a lesson")
    assert "Undo" not in [shown.label for shown in back_buttons(panel_of())]


@pytest.mark.parametrize(
    ("server", "is_closed", "is_told"), [(None, True, True), (None, False, False), (7, True, False)]
)
def test_a_private_game_says_why_no_board_comes(server: int | None, is_closed: bool, is_told: bool) -> None:
    reader = view_of_table(0, server=server)
    users = tuple(
        replace(user, preferences=user.preferences.model_copy(update={"dms_closed": is_closed}))
        for user in reader.snapshot.users
    )
    reader = replace(reader, snapshot=replace(reader.snapshot, users=users))
    assert ("Your direct messages are closed" in closed_dms_line(reader, 0)) is is_told


def page_of(page: int, pages: int) -> Any:
    return SimpleNamespace(page=page, pages=pages, prompt=SimpleNamespace(chosen=("place",)))


@pytest.mark.parametrize(
    ("page", "pages", "disabled", "targets"),
    [
        (0, 1, [], []),
        (0, 3, [True, False], ["0 place", "1 place"]),
        (1, 3, [False, False], ["0 place", "2 place"]),
        (2, 3, [False, True], ["1 place", "3 place"]),
    ],
)
@pytest.mark.parametrize("text_only", [False, True])
def test_answers_on_several_pages_are_turned_by_buttons(
    page: int, pages: int, disabled: list[bool], targets: list[str], text_only: bool
) -> None:
    reader = replace(view_of_table(0), text_only=text_only)
    choices: Any = SimpleNamespace(reader=reader, fingerprint=None, token_prefix=())
    builder = MessageBuilder()
    add_page_buttons(builder, choices, page_of(page, pages))
    buttons: list[Any] = [shown for part in builder.parts if isinstance(part, list) for shown in part]
    assert [shown.disabled for shown in buttons] == disabled
    assert [shown.custom_id.partition("::")[2] for shown in buttons] == targets
    labels = ["Previous page of answers", "Next page of answers"] if text_only else ["Previous", "Next"]
    assert [shown.label for shown in buttons] == labels[: len(disabled)]
    heading = f"Which? (page {page + 1} of {pages})" if pages > 1 else "Which?"
    assert with_page(choices, page_of(page, pages), "Which?") == heading


@pytest.mark.parametrize(
    ("reasons", "text_only", "text"),
    [
        ((), False, ""),
        (("Too", "far."), False, "-# Too far."),
        (("x" * 100,), False, "-# " + "x" * 100),
        (("x" * 101,), False, "-# Not possible now: Draw, Sail. More… says why."),
        (("x" * 101,), True, "-# " + "x" * 101),
    ],
)
def test_reasons_are_given_if_they_are_short_and_always_in_words(
    reasons: tuple[str, ...], text_only: bool, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.chat.table.answers.blocked_lines", lambda *_: reasons)
    game_text = SimpleNamespace(kind_label=str.capitalize)
    reader: Any = SimpleNamespace(locale=locale_for("en"), text_only=text_only, game_text=game_text)
    question: Any = SimpleNamespace(blocked_reasons={"draw": "", "sail": ""})
    assert blocked_line(reader, question) == text
