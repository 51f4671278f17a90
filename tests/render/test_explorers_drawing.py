"""Curves of the pieces of Explorers."""

import numpy as np
import pytest

from render.explorers.drawing import smooth

WAVE = [(0, 0), (10, 8), (20, 3), (30, 12), (40, 0)]
RING = [(30, 0), (0, 30), (-30, 0), (0, -30)]


@pytest.mark.parametrize(("knots", "closed"), [(WAVE, False), (RING, True)])
def test_a_curve_goes_through_its_knots_without_a_jump(
    knots: list[tuple[float, float]], closed: bool
) -> None:
    curve = np.asarray(smooth(knots, closed, steps=20))
    assert np.allclose(curve[::20], knots)
    around = np.vstack([curve, curve[:1]]) if closed else curve
    steps = np.hypot(*np.diff(around, axis=0).T)
    assert steps.max() < 3 * np.median(steps)


def test_a_row_of_knots_is_a_straight_line() -> None:
    curve = np.asarray(smooth([(x, 2 * x + 5) for x in range(10, 60, 10)], closed=False))
    assert np.allclose(curve[:, 1], 2 * curve[:, 0] + 5)
    assert (np.diff(curve[:, 0]) > 0).all()


def test_a_round_of_knots_is_nearly_a_circle() -> None:
    radii = np.hypot(*np.asarray(smooth(RING)).T)
    assert radii.max() == pytest.approx(30)
    assert radii.min() > 0.85 * 30
