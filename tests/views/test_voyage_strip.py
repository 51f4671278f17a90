"""A voyage's result in one line."""

import pytest

from bot.views.voyage_strip import voyage_strip


@pytest.mark.parametrize(
    ("over_par", "squares"),
    [
        (-11, "⬜⬜⬜⬜⬜ -11"),
        (-10, "🟦⬜⬜⬜⬜ -10"),
        (-4, "🟦🟦⬜⬜⬜ -4"),
        (0, "🟦🟦🟦⬜⬜ +0"),
        (3, "🟦🟦🟦⬜⬜ +3"),
        (10, "🟦🟦🟦🟦🟦 +10"),
    ],
)
def test_a_square_more_is_filled_with_every_step_over_par(over_par: int, squares: str) -> None:
    line = voyage_strip("Lofoten", "47/2026", 52, over_par=over_par)
    assert line == f"⛵ Skald 47/2026 · Lofoten 52 · {squares}"


@pytest.mark.parametrize(("streak", "end"), [(0, ""), (1, ""), (2, " · 🔥 2")])
def test_one_voyage_is_no_streak(streak: int, end: str) -> None:
    assert voyage_strip("Lofoten", "47/2026", 52, streak=streak) == f"⛵ Skald 47/2026 · Lofoten 52{end}"
