"""Shortcuts of Borealis and their names."""

from rules.borealis.pieces import Team
from tests.rules.borealis.notation import play
from tests.rules.borealis.states import GAME, card, player, table


def shortcut_list(state: object, seat: int = 0) -> list[tuple[str, list[str]]]:
    return [
        (shortcut.name.key, [str(move) for move in shortcut.moves])
        for shortcut in GAME.shortcuts(state, seat)  # type: ignore[arg-type]
    ]


def test_the_opening_hand_is_kept_in_one_go() -> None:
    start = GAME.setup(2, GAME.info.options(), bytes(32))
    assert shortcut_list(start) == shortcut_list(start, 1) == [("shortcut.keep", ["exchange none"])]


def test_a_card_is_chosen_together_with_its_site() -> None:
    """In the order of the hand, then from left to right; the flag is told where it advances."""
    hand = (
        card("polar_bear", "zeppelin", "yp"),
        card("puffin", "kayak", "bb"),
        card("snowy_owl", "skis", "yb"),
        card("snowy_owl", "skis", "py"),
    )
    crew = (Team(), Team(1, 1, 0), Team(1, 0, 1), Team(1, 2, 2), Team())
    assert shortcut_list(table(player(hand=hand, places=crew))) == [
        ("shortcut.observe_flag", ["observe 1 left"]),
        ("shortcut.observe", ["observe 1 right"]),
        ("shortcut.observe_flag", ["observe 2 right"]),
        ("shortcut.observe_twin", ["observe 3 middle"]),
        ("shortcut.observe_twin", ["observe 3 right"]),
        ("shortcut.observe_twin_flag", ["observe 4 left"]),
        ("shortcut.observe_twin", ["observe 4 right"]),
    ]


def test_every_observation_is_one_and_all_names_differ() -> None:
    state = table(player(hand=(card(), card(), card("puffin"), card("puffin", arrows="by"))))
    found = GAME.shortcuts(state, 0)
    observing = [move for move in GAME.legal(state, 0) if move.kind == "observe"]
    assert [shortcut.moves for shortcut in found] == [(move,) for move in observing]
    assert len({shortcut.name.model_dump_json() for shortcut in found}) == len(found)
    assert found[0].name.key.startswith("shortcut.observe_same")


def test_in_the_last_round_a_regrouping_is_one_choice_of_a_site() -> None:
    resting = (Team(1, 0, 0), Team(1, 1, 1), Team(1, 1, 1), Team(0, 1, 1), Team())
    state = table(player(places=resting), last_round=True)
    regroupings = [moves for name, moves in shortcut_list(state) if name == "shortcut.regroup"]
    assert regroupings == [["regroup none", f"gather {site}"] for site in ("left", "middle", "right")]
    step = GAME.apply(state, 0, GAME.parse("regroup none"))
    assert not step.barrier
    assert not [
        name for name, _ in shortcut_list(table(player(places=resting))) if name == "shortcut.regroup"
    ]


def test_nothing_is_offered_to_whom_nothing_is_asked() -> None:
    assert shortcut_list(table(player()), 1) == []
    assert shortcut_list(play(table(player()), "observe 1 left")) == []
