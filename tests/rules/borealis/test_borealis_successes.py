"""The success sheet: each of the nineteen successes won and just missed, the ceilings, the five titles."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.borealis.pieces import ScoreCardKey, Team
from rules.borealis.score_cards import SCORE_FUNCTIONS
from rules.borealis.state import Player
from rules.borealis.successes import SUCCESSES
from tests.rules.borealis.states import COMPONENTS, GAME, cards_with_vehicles, player, table

N = Team()
OTHERS: tuple[ScoreCardKey, ScoreCardKey] = ("expansive_species", "popular_vehicle")


def successes_of(board: Player, *cards: ScoreCardKey, rival: Player | None = None) -> tuple[str, ...]:
    """Return the successes of seat 0 against a rival who has won, unless another is given."""
    first, second, *_ = (*cards, *(key for key in OTHERS if key not in cards))
    state = table(board, rival or player(stars=500), score_cards=(first, second), phase="over")
    return GAME.successes(state, 0)


def with_scientists_in_camps(count: int) -> Player:
    """Return a player with `count` scientists in the camps, the others spread over the sites."""
    left = Team(min(count, 3), min(max(count - 3, 0), 3), max(count - 6, 0))
    return player(places=(left, Team(3 - left.yellow), Team(0, 3 - left.pink), Team(0, 0, 3 - left.blue), N))


def with_scientists_together(count: int) -> Player:
    """Return a player with `count` scientists on one site, the others in a camp."""
    return player(places=(Team(blue=9 - count), N, Team(yellow=count), N, N))


CARD_CASES: list[tuple[ScoreCardKey, Player, Player]] = [
    ("common_destination", player(flags=(1, 1, 1)), player(flags=(1, 1, 0))),
    ("expansive_species", player("BFO", "BFO", "BFO"), player("BFO", "BFO", "BFP")),
    ("farewell_party", with_scientists_together(6), with_scientists_together(5)),
    ("interspecies_relationships", player("BF", "OS", "PB"), player("BF", "OS", "PPP")),
    (
        "mating_season",
        player("BBFFBB", "BBFFBB", "SS"),
        player("BBFFBB", "BBFFBB", "SSS"),
    ),
    ("outer_lands", player("BB", "F", "SS"), player("BB", "F", "S")),
    ("popular_vehicle", player(cards_with_vehicles(kayak=6)), player(cards_with_vehicles(kayak=5, skis=2))),
    ("safe_return", with_scientists_in_camps(5), with_scientists_in_camps(4)),
    ("territorial_animals", player("BF", "FB", "BF"), player("BF", "FB", "BB")),
    ("untrodden_path", player(flags=(4, 5, 4)), player(flags=(4, 4, 4))),
]


@pytest.mark.parametrize(("card", "enough", "short"), CARD_CASES, ids=[case[0] for case in CARD_CASES])
def test_success_by_a_score_card(card: ScoreCardKey, enough: Player, short: Player) -> None:
    assert card in successes_of(enough, card)
    assert card not in successes_of(short, card)


@pytest.mark.parametrize(("card", "enough"), [case[:2] for case in CARD_CASES])
def test_no_success_by_a_card_that_is_not_on_the_table(card: ScoreCardKey, enough: Player) -> None:
    first, second = [key for key in ("safe_return", "outer_lands", "mating_season") if key != card][:2]
    assert card not in successes_of(enough, first, second)  # type: ignore[arg-type]


def test_more_scientists_at_the_farewell_party_are_as_good() -> None:
    assert "farewell_party" in successes_of(with_scientists_together(7), "farewell_party")


@pytest.mark.parametrize("points", [50, 60, 70, 80])
def test_success_by_points(points: int) -> None:
    assert f"score_{points}" in successes_of(player(stars=points))
    assert f"score_{points}" not in successes_of(player(stars=points - 1))


def test_eighty_points_are_also_fifty_sixty_and_seventy() -> None:
    assert successes_of(player(stars=80)) == ("score_50", "score_60", "score_70", "score_80")


def test_success_by_the_last_space_of_a_track() -> None:
    assert "last_space" in successes_of(player(flags=(0, 7, 0)))
    assert "last_space" not in successes_of(player(flags=(6, 6, 6)))


def test_success_by_seven_animals_of_one_species_on_one_site() -> None:
    assert "seven_alike" in successes_of(player("BBBBBBB"))
    assert "seven_alike" not in successes_of(player("BBBBBBF", "BB"))


def test_success_by_all_three_objectives() -> None:
    three = ("balanced_ecosystem", "morning_shift", "bold_explorers")
    assert "three_objectives" in successes_of(player(objectives=three))
    assert "three_objectives" not in successes_of(player(objectives=three[:2]))


def test_success_by_winning() -> None:
    winner = player(stars=20, objectives=("morning_shift",))
    assert successes_of(winner, rival=player()) == ("win",)
    assert successes_of(winner, rival=player(stars=21)) == ()


def test_success_by_winning_without_an_objective() -> None:
    assert successes_of(player(stars=20), rival=player()) == ("win", "win_without_objective")
    assert successes_of(player(stars=20), rival=player(stars=21)) == ()


def test_a_shared_victory_is_a_victory() -> None:
    assert "win" in successes_of(player(stars=20), rival=player(stars=20))


def test_nothing_is_achieved_before_the_end() -> None:
    assert GAME.successes(table(player(stars=100, flags=(7, 7, 7))), 0) == ()


sites = st.lists(st.sampled_from("BFOSP"), max_size=7).map("".join)
boards = st.tuples(sites, sites, sites).map(lambda stacks: player(*stacks))


@given(boards)
def test_t25_no_animals_give_more_than_the_ceilings(board: Player) -> None:
    assert SCORE_FUNCTIONS["interspecies_relationships"](board, COMPONENTS) <= 9
    assert SCORE_FUNCTIONS["outer_lands"](board, COMPONENTS) <= 14
    assert SCORE_FUNCTIONS["territorial_animals"](board, COMPONENTS) <= 18
    assert SCORE_FUNCTIONS["mating_season"](board, COMPONENTS) <= 18
    assert SCORE_FUNCTIONS["expansive_species"](board, COMPONENTS) <= 35


def test_t25_no_flags_give_more_than_the_ceilings() -> None:
    flags = [player(flags=flags) for flags in product(range(8), repeat=3)]
    assert max(SCORE_FUNCTIONS["common_destination"](each, COMPONENTS) for each in flags) == 12
    assert max(SCORE_FUNCTIONS["untrodden_path"](each, COMPONENTS) for each in flags) == 22


def test_t25_the_ceilings_of_scientists() -> None:
    assert SCORE_FUNCTIONS["farewell_party"](with_scientists_together(9), COMPONENTS) == 18
    assert SCORE_FUNCTIONS["safe_return"](with_scientists_in_camps(9), COMPONENTS) == 27


def test_t25_seven_of_one_species_on_a_site_are_worth_twenty_one() -> None:
    assert GAME.view(table(player("BBBBBBB")), None).players[0].sites[0].species_points == 21


def test_there_are_nineteen_successes() -> None:
    assert len(set(SUCCESSES)) == 19


@pytest.mark.parametrize(
    ("snowflakes", "title"),
    [
        (0, "tundra_tourist"),
        (4, "tundra_tourist"),
        (5, "arctic_amateur"),
        (8, "arctic_amateur"),
        (9, "boreal_backpacker"),
        (12, "boreal_backpacker"),
        (13, "polar_professional"),
        (16, "polar_professional"),
        (17, "exemplary_explorer"),
        (19, "exemplary_explorer"),
    ],
)
def test_t26_titles_by_snowflakes(snowflakes: int, title: str) -> None:
    assert GAME.success_sheet.title(tuple(SUCCESSES)[:snowflakes]) == title


def test_a_success_counts_once_for_a_title() -> None:
    assert GAME.success_sheet.title(["win"] * 9) == "tundra_tourist"
