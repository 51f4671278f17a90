"""The final count: groups, tracks, printed stars, every score card, tokens; and who wins a tie."""

from dataclasses import replace

import pytest

from rules.borealis.pieces import SCORE_CARDS, Card, ScoreCardKey, Team
from rules.borealis.score_cards import SCORE_FUNCTIONS, flag_points
from rules.borealis.scoring import score, species_points
from rules.borealis.state import Player, State
from rules.game import Outcome, ScoreRow
from tests.plies import final_outcome
from tests.rules.borealis.states import COMPONENTS, GAME, cards_with_vehicles, pile, player, table

N = Team()


def points(key: ScoreCardKey, board: Player) -> int:
    return SCORE_FUNCTIONS[key](board, COMPONENTS)


def cards_with_stars(animals: str, stars: int) -> tuple[Card, ...]:
    """A site whose first cards carry a star."""
    cards = pile(animals)
    return (*(each._replace(stars=1) for each in cards[:stars]), *cards[stars:])


def britta() -> Player:
    """Her board at the end: one exact pair on each site, two bonus cards, sixteen stars of tokens."""
    return player(
        cards_with_stars("SSOS", 1), cards_with_stars("BBPBBBF", 1), "FFP", flags=(3, 5, 3), stars=16
    )


def outcome_of(*players: Player, score_cards: tuple[ScoreCardKey, ScoreCardKey] | None = None) -> Outcome:
    state = table(*players, phase="over")
    if score_cards:
        state = replace(state, score_cards=score_cards)
    return final_outcome(GAME, state)


def test_t1_groups_of_one_species() -> None:
    assert [species_points(pile("B" * size), COMPONENTS) for size in range(1, 8)] == [0, 1, 3, 6, 10, 15, 21]


def test_animals_of_a_group_need_not_be_neighbours_but_must_share_a_site() -> None:
    assert species_points(pile("BFBFB"), COMPONENTS) == 3 + 1
    state = table(player("B", "B", "B"))
    assert score(state, 0, COMPONENTS).species == 0


def test_t5_to_t10_britta() -> None:
    state = table(britta(), score_cards=("interspecies_relationships", "mating_season"))
    column = score(state, 0, COMPONENTS)
    assert [species_points(site, COMPONENTS) for site in state.players[0].sites] == [3, 10, 1]
    assert flag_points(britta(), COMPONENTS) == (3, 6, 3)
    assert column.species == 14
    assert column.exploration == 12
    assert column.bonus == 2
    assert column.first_card == 6
    assert column.second_card == 6
    assert column.tokens == 16
    assert column.total == 56


def test_the_sheet_has_six_rows_with_the_cards_of_the_table() -> None:
    outcome = outcome_of(britta(), player(), score_cards=("interspecies_relationships", "mating_season"))
    assert outcome.sheet == (
        ScoreRow("species", (14, 0)),
        ScoreRow("exploration", (12, 0)),
        ScoreRow("bonus", (2, 0)),
        ScoreRow("score_card", (6, 0), "interspecies_relationships"),
        ScoreRow("score_card", (6, 0), "mating_season"),
        ScoreRow("tokens", (16, 2)),
    )
    assert outcome.totals == (56, 2)


# For each score card, boards and what they give: the rulebook's example and those around it.
CASES: list[tuple[str, Player, int]] = [
    ("territorial_animals", player("BFBF", "BFFO", "OP"), 12),  # T11
    ("territorial_animals", player("BB", "FF", "OO"), 0),
    ("territorial_animals", player("BF", "", "O"), 18),  # ruling 26
    ("common_destination", player(flags=(3, 4, 3)), 5),  # T12
    ("common_destination", player(flags=(2, 2, 2)), 12),
    ("common_destination", player(flags=(0, 0, 0)), 12),  # ruling 25
    ("common_destination", player(flags=(1, 2, 3)), 0),
    ("expansive_species", player("PFBS", "POBF", "PSB"), 10),  # T13
    ("expansive_species", player("PP", "PP", "FP"), 5),
    ("expansive_species", player("PP", "PP", ""), 0),
    ("expansive_species", player("PF", "FP", "PF"), 0),
    ("untrodden_path", player(flags=(3, 4, 4)), 6),  # T14: values 3, 4 and 5
    ("untrodden_path", player(flags=(4, 4, 5)), 8),  # ruling 24: the middle flag's 4, not the outer 5
    ("untrodden_path", player(flags=(7, 0, 7)), 0),
    (
        "farewell_party",
        player(places=(Team(1), Team(1, 2, 1), Team(1), Team(0, 1, 1), Team(0, 0, 1))),
        8,
    ),  # T15
    ("farewell_party", player(places=(Team(3, 3, 3), N, N, N, N)), 0),
    ("interspecies_relationships", player("BBB", "BFBF", "BFO"), 3),  # T16
    ("interspecies_relationships", player("", "B", "BFO"), 0),  # ruling 27
    ("interspecies_relationships", player("BF", "OSS", "PPB"), 9),
    ("safe_return", player(places=(Team(1, 1), N, N, Team(1, 1, 2), Team(1, 1, 1))), 15),  # T17
    ("safe_return", player(), 0),
    ("mating_season", player("FFBBBFF"), 4),  # T18, ruling 28
    ("mating_season", player("FFF", "BFB", "O"), 0),
    ("mating_season", player("FF", "FFOFF", "BBFF"), 10),
    ("outer_lands", player("BBBBB", "BBBBB", "BBBBBB"), 7),  # T19
    ("outer_lands", player("BB", "B", "BB"), 14),
    ("outer_lands", player("BB", "BBB", "BBB"), 0),
    (
        "popular_vehicle",
        player(
            cards_with_vehicles(sleigh=1, zeppelin=3),
            cards_with_vehicles(kayak=4, skis=1),
            cards_with_vehicles(submarine=3, skis=3),
        ),
        8,
    ),  # T20, ruling 29
    ("popular_vehicle", player(), 0),
]


def test_every_score_card_has_a_case_for_and_a_case_against() -> None:
    for key in SCORE_CARDS:
        given = [expected for card_key, _, expected in CASES if card_key == key]
        assert any(given)
        assert 0 in given or key == "popular_vehicle"


@pytest.mark.parametrize(("key", "board", "expected"), CASES)
def test_score_card(key: ScoreCardKey, board: Player, expected: int) -> None:
    assert points(key, board) == expected


def test_ruling_34_rows_are_counted_from_the_first_card_played() -> None:
    assert points("expansive_species", player("FP", "OP", "P")) == 0
    assert points("expansive_species", player("PF", "PO", "P")) == 5


def tied_outcome(first: Player, second: Player) -> Outcome:
    """Neither score card gives anything to either."""
    return outcome_of(first, second, score_cards=("safe_return", "outer_lands"))


def test_the_best_total_wins() -> None:
    assert tied_outcome(player(stars=5), player(stars=9)).ranking == ((1,), (0,))


def test_ruling_30_equal_totals_the_farthest_flag_wins() -> None:
    # 5 points by one flag on the fourth space, or by flags on the third and second space.
    outcome = tied_outcome(player(flags=(3, 2, 0), stars=4), player(flags=(4, 0, 0), stars=4))
    assert outcome.totals == (9, 9)
    assert outcome.ranking == ((1,), (0,))
    assert outcome.sheet[-1] == ScoreRow("farthest_flag", (3, 4))


def test_ruling_30_the_position_counts_not_the_points() -> None:
    # The middle flag is farther on its fifth space (6) than the outer one on its fourth (5).
    outcome = tied_outcome(player(flags=(0, 5, 0), stars=2), player(flags=(4, 0, 0), stars=3))
    assert outcome.totals == (8, 8)
    assert outcome.ranking == ((0,), (1,))


def test_ruling_31_then_the_tokens_decide() -> None:
    outcome = tied_outcome(player("", "BBB", flags=(2, 0, 0), stars=4), player(flags=(2, 0, 0), stars=7))
    assert outcome.totals == (9, 9)
    assert outcome.ranking == ((1,), (0,))


def test_ruling_31_then_the_victory_is_shared() -> None:
    outcome = tied_outcome(player(flags=(2, 0, 0), stars=4), player(flags=(0, 2, 0), stars=4))
    assert outcome.ranking == ((0, 1),)


def test_ranking_of_four_with_a_tie_in_the_middle() -> None:
    boards = (player(stars=3), player(stars=8), player(stars=5), player(stars=5))
    assert outcome_of(*boards).ranking == ((1,), (2, 3), (0,))


def test_ruling_32_spent_stars_are_gone() -> None:
    state = table(player(stars=1))
    after = GAME.apply(state, 0, GAME.parse("observe 1 left")).state
    refreshed = GAME.apply(after, 0, GAME.parse("refresh")).state
    assert score(refreshed, 0, COMPONENTS).tokens == 0


def last_round_state(seats: int) -> State:
    """The first seat is about to put its seventh card on a site."""
    return table(player("BFOSPB"), *[player()] * (seats - 1))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_t23_the_round_is_played_out_after_the_seventh_card(seats: int) -> None:
    state = last_round_state(seats)
    state = GAME.apply(state, 0, GAME.parse("observe 1 left")).state
    assert state.last_round
    for seat in range(1, seats):
        assert GAME.to_act(state) == {seat}
        assert GAME.outcome(state) is None
        state = GAME.apply(state, seat, GAME.parse("regroup none")).state
    assert GAME.to_act(state) == frozenset()
    outcome = final_outcome(GAME, state)
    assert outcome.reason == "seventh_card"


def test_the_last_seat_ends_the_game_with_its_seventh_card() -> None:
    state = table(player(), player("", "BFOSPB"), active=1)
    done = GAME.apply(state, 1, GAME.parse("observe 1 middle"))
    assert done.state.phase == "over"
    assert [event.kind for event in done.events][-2:] == ["scored", "scored"]


def test_nobody_takes_or_changes_a_card_in_the_last_round() -> None:
    state = GAME.apply(last_round_state(2), 0, GAME.parse("observe 1 left")).state
    assert len(state.players[0].hand) == 3
    others = [str(move) for move in GAME.legal(state, 1) if move.kind != "observe"]
    assert others == ["regroup none"]


def test_six_cards_do_not_end_the_game() -> None:
    assert not GAME.apply(table(player("BFOSP")), 0, GAME.parse("observe 1 left")).state.last_round


def test_the_view_shows_what_everybody_would_score_now() -> None:
    view = GAME.view(table(britta(), score_cards=("interspecies_relationships", "mating_season")), None)
    now = view.players[0].score
    assert (now.species, now.exploration, now.bonus, now.score_cards, now.tokens, now.total) == (
        14,
        12,
        2,
        (6, 6),
        16,
        56,
    )
    assert view.score_cards[0].points == (6, 0)
    assert [site.species_points for site in view.players[0].sites] == [3, 10, 1]
