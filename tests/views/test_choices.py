"""Labels of moves that are easily misunderstood."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bench.taps import reader_view_at
from bot.i18n import LANGUAGES, locale_for
from bot.play.core.narrowing import Narrowing, narrow
from bot.views.choices import Choices
from bot.views.emoji import EmojiRegistry
from rules import GAMES
from rules.game import Move
from tests.plies import random_plies
from tests.render.borealis_games import under_way
from tests.render.explorers_games import find_state
from tests.rules.explorers import states as explorers
from tests.rules.explorers.pieces import with_enemy
from tests.rules.lofoten import states as lofoten
from tests.rules.lofoten.notation import play
from tests.rules.shipwrights import states as shipwrights


def labels_by_notation(key: str, state: Any, language: str, *chosen: str) -> dict[str, str]:
    """Returns the labels of a panel by the notation of the moves they lead to."""
    game, seat = GAMES[key], state.active
    choices = Choices(replace(reader_view_at(game, state, seat, 2), locale=locale_for(language)), seat)
    narrowing = narrow(game.legal(state, seat), chosen)
    assert narrowing is not None
    question = choices.question(narrowing)
    return {
        _notation(answer.offer.moves): answer.numbered_label
        for answer in (*question.buttons, *question.list_entries)
    }


def _notation(moves: tuple[Move, ...]) -> str:
    return ", ".join(map(str, moves))


@pytest.mark.parametrize(("language", "attack"), [("en", "attack"), ("fr", "attaquer")])
def test_sailing_at_an_enemy_ship_is_called_an_attack(language: str, attack: str) -> None:
    state = explorers.with_ship(explorers.table(), "shore", 2)
    state = with_enemy(state, "d9", deadly=False)
    said = labels_by_notation("explorers", state, language, "sail")
    assert attack in said["sail d9"].lower()
    assert not any(attack in label.lower() for notation, label in said.items() if "d9" not in notation)


@pytest.mark.parametrize(("language", "crew"), [("en", "1 Viking"), ("fr", "1 Viking")])
def test_who_boards_is_written_out(language: str, crew: str) -> None:
    state = explorers.with_ship(explorers.with_vikings(explorers.table(), mainland=3), "shore", 1)
    said = labels_by_notation("explorers", state, language, "load")
    assert crew in said["load mainland 1 none none none"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seat", [0, 1])
def test_where_a_fleet_slides_is_told_by_its_zone_for_either_seat(language: str, seat: int) -> None:
    """Left and right depend on the side from which a player looks at the board."""
    state = replace(lofoten.table(coins=(0, 0)), active=seat)
    state = play(lofoten.with_hand(state, "mead 1", "fish 1", "sheep 1"), "side left")
    zone, to = "B" if seat == 0 else "D", {"en": "to", "fr": "en", "de": "nach"}[language]
    assert labels_by_notation("lofoten", state, language)["slide"].endswith(f"◀ {to} {zone}")


@pytest.mark.parametrize(
    ("language", "cards"),
    [
        ("en", ["◀ Left ×3", "Centre: mead, remove ×1", "▶ Right ×2"]),
        ("fr", ["◀ Gauche ×3", "Centre\xa0: hydromel, retirer ×1", "▶ Droite ×2"]),
    ],
)
def test_cards_of_lofoten_are_offered_in_the_order_of_the_hand_by_what_they_do(
    language: str, cards: list[str]
) -> None:
    state = lofoten.with_hand(lofoten.table(), "fish 3", "mead 1", "sheep 2")
    said = labels_by_notation("lofoten", state, language)
    shown = [said[notation] for notation in ("side left", "centre", "side right")]
    assert [label.split(" · ")[-1] for label in shown] == cards
    assert [label.split(" · ")[0] for label in shown] == ["1", "2", "3"]


@pytest.mark.parametrize("prefix", [(), ("plan",)])
def test_every_purchase_is_offered_also_in_a_plan_which_cannot_ask(prefix: tuple[str, ...]) -> None:
    laden = shipwrights.table(
        shipwrights.board(gold=9, workers=9, tool="trade_cart", cart=(1, 1, 1)), shipwrights.board()
    )
    game = GAMES["shipwrights"]
    choices = Choices(reader_view_at(game, laden, 0, 2), 0, prefix)
    question = choices.question(Narrowing(game.legal(laden, 0), ()))
    labels = [answer.label.text for answer in (*question.buttons, *question.list_entries)]
    assert [label for label in labels if label.startswith("Buy")] == [
        "Buy 2 oak, +1 from the cart",
        "Buy 3 wool, +1 from the cart",
        "Buy 1 iron, +1 from the cart",
        "Buy resources" if prefix else "Buy without the cart",
    ]


class FirstSubject(EmojiRegistry):
    """Stands for an emoji by the first subject that it was looked up for."""

    def first_known(self, game: str, subjects: Iterable[Any]) -> Any:  # noqa: ARG002
        return next(iter(subjects))


def test_a_shortcut_has_the_icon_of_what_it_names_not_of_its_kind_of_move() -> None:
    game, state = GAMES["borealis"], under_way("action")
    reader = replace(reader_view_at(game, state, state.active, 3), emoji=FirstSubject())
    question = Choices(reader, state.active).question(Narrowing(game.legal(state, state.active), ()))
    played = [
        (
            answer.label.emoji,
            state.players[state.active].hand[int(str(answer.offer.moves[0]).split()[1]) - 1].species,
        )
        for answer in (*question.buttons, *question.list_entries)
        if answer.offer.moves and answer.offer.moves[0].kind == "observe"
    ]
    assert played
    assert all(icon == species for icon, species in played)


def test_a_page_of_answers_has_no_more_numbers_than_its_picture_holds() -> None:
    game = GAMES["explorers"]
    state = find_state("place", after=150)
    choices = Choices(reader_view_at(game, state, state.active, 2), state.active)
    moves = game.legal(state, state.active)
    tile = max(narrow_to(moves, "place").next_tokens(), key=lambda token: len(cells_of(moves, token)))
    narrowing = narrow_to(moves, "place", tile)
    pages = [choices.question(narrowing, page) for page in range(choices.question(narrowing).pages)]
    assert len(pages) > 1
    offered = [entry.offer for page in pages for entry in page.buttons]
    assert [offer.token for offer in offered] == list(narrowing.next_tokens())
    for page in pages:
        numbers = [offer.number for offer in page.prompt.offers]
        assert numbers == list(range(1, len(page.buttons) + 1))
        assert len(numbers) <= 8


def narrow_to(moves: Any, *chosen: str) -> Narrowing:
    narrowing = narrow(moves, chosen)
    assert narrowing is not None
    return narrowing


def cells_of(moves: Any, tile: str) -> tuple[str, ...]:
    return narrow_to(moves, "place", tile).next_tokens()


def test_a_list_of_one_kind_begins_with_what_gains_most() -> None:
    state = explorers.with_ship(explorers.table(), "d9", 1, "pig", "goat")
    labels = list(labels_by_notation("explorers", state, "en", "unload").values())
    assert labels[0] == "1 · Deliver 1 pig, 1 goat: 3 VP, load 2 (3 act.)"
    assert labels[1] == "2 · Deliver 1 pig, 1 goat: 3 VP (2 act.)"


@pytest.mark.parametrize(("language", "ending"), [("en", ", end turn"), ("fr", ", fin du tour")])
@pytest.mark.parametrize("actions", [1, 2])
def test_the_last_action_says_that_it_ends_the_turn(language: str, ending: str, actions: int) -> None:
    state = replace(explorers.with_ship(explorers.table(), "shore", 2), actions=actions)
    said = labels_by_notation("explorers", state, language, "sail")
    assert said["sail d9"].endswith(ending) == (actions == 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_button_says_once_that_its_move_ends_the_turn(language: str) -> None:
    state = replace(explorers.with_ship(explorers.table(), "shore", 2), actions=1)
    said = labels_by_notation("explorers", state, language, "sail")
    assert {label.count(",") for label in said.values()} == {1}


def test_giving_a_tool_up_and_ending_the_turn_come_last() -> None:
    state = shipwrights.table(shipwrights.board(gold=9, workers=9, tool="trade_cart"), shipwrights.board())
    game = GAMES["shipwrights"]
    question = Choices(reader_view_at(game, state, 0, 2), 0).question(Narrowing(game.legal(state, 0), ()))
    assert {answer.offer.token for answer in question.buttons[-2:]} == {"drop", "end"}
    assert [answer.is_side_action for answer in question.buttons[-3:]] == [False, True, True]


# Back


def walk(choices: Choices, chance: Random) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Choose random answers up to a move. Yields what was chosen at each question, and where Back leads."""
    moves = choices.offered(choices.reader.snapshot.legal(choices.seat))
    first = choices.only_move_tokens(moves) or choices.implied_tokens(moves)
    narrowing = narrow(moves, first)
    while narrowing is not None and narrowing.move is None:
        asked, question = narrowing.chosen, choices.question(narrowing)
        answers = [
            answer
            for answer in (*question.buttons, *question.list_entries)
            if not answer.is_blocked and not answer.offer.is_sequence
        ]
        if not answers:
            return
        narrowing = narrow(moves, chance.choice(answers).tokens)
        assert narrowing is not None
        led = narrow(moves, choices.previous_tokens(moves, narrowing.chosen) or first)
        assert led is not None
        yield asked, led.chosen


@pytest.mark.parametrize(
    ("key", "every"), [("lofoten", 8), ("explorers", 8), ("shipwrights", 2), ("borealis", 8)]
)
def test_back_leads_to_the_question_before(key: str, every: int) -> None:
    game, steps = GAMES[key], 0
    dealt = game.setup(2, game.info.options(), bytes(32))
    for ply, (state, seat, _, _) in enumerate(random_plies(game, dealt, Random(0), 160)):
        if ply % every == 0:
            for asked, led in walk(Choices(reader_view_at(game, state, seat, 2), seat), Random(ply)):
                assert led == asked
                steps += 1
    assert steps > 5
