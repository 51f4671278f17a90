"""The table of a cup: points per opponent beaten, Sonneborn-Berger, and withdrawals."""

from bot.standings.cups import Score, cup_table

A, B, C, D = 1, 2, 3, 4


def test_a_win_is_a_point_and_a_tie_half_of_one() -> None:
    lines = cup_table([A, B, C], frozenset(), [{A: 1, B: 2}, {A: 1, C: 1}, {B: None, C: None}])
    assert [(line.user_id, line.halves, line.place) for line in lines] == [(A, 3, 1), (C, 1, 2), (B, 0, 3)]
    assert [(line.played, line.games) for line in lines] == [(2, 2), (1, 2), (1, 2)]
    assert lines[0].against == {B: Score(2, 1, 1), C: Score(1, 1, 1)}
    assert lines[1].against[B] == Score(0, 0, 1)


def test_at_a_table_of_four_the_places_bring_three_two_one_and_none() -> None:
    lines = cup_table([A, B, C, D], frozenset(), [{A: 4, B: 2, C: 3, D: 1}])
    assert {line.user_id: line.halves // 2 for line in lines} == {D: 3, B: 2, C: 1, A: 0}
    shared = cup_table([A, B, C, D], frozenset(), [{A: 1, B: 2, C: 2, D: 4}])
    assert {line.user_id: line.halves for line in shared} == {A: 6, B: 3, C: 3, D: 0}


def test_among_equals_the_one_who_beat_the_better_is_ahead() -> None:
    # Everybody but D won as often; what C took came from A, who has most.
    tables = [{A: 1, B: 2}, {A: 2, C: 1}, {A: 1, D: 2}, {B: 1, C: 2}, {B: 2, D: 1}, {C: 2, D: 1}]
    lines = {line.user_id: line for line in cup_table([A, B, C, D], frozenset(), tables)}
    assert {one: line.halves for one, line in lines.items()} == {A: 4, D: 4, B: 2, C: 2}
    # In points: A beat B (1) and D (2), D beat B (1) and C (1); C beat A (2), B beat C (1).
    assert {one: line.quarters / 4 for one, line in lines.items()} == {A: 3, D: 2, C: 2, B: 1}
    assert {one: line.place for one, line in lines.items()} == {A: 1, D: 2, C: 3, B: 4}


def test_those_whom_nothing_parts_share_a_place() -> None:
    lines = cup_table([A, B, C], frozenset(), [{A: 1, B: 2}, {B: 1, C: 2}, {C: 1, A: 2}])
    assert [line.place for line in lines] == [1, 1, 1]


def test_nothing_counts_that_was_played_with_somebody_who_is_struck() -> None:
    lines = cup_table([A, B, C], frozenset({C}), [{A: 1, C: 2}, {B: 2, C: 1}, {A: 2, B: 1}])
    assert [(line.user_id, line.halves, line.struck) for line in lines] == [
        (B, 2, False),
        (A, 0, False),
        (C, 0, True),
    ]
