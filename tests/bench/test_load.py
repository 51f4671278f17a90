"""The benchmark of the whole bot under load."""

import pytest

from bench import load


@pytest.mark.parametrize("own", [0, 10])
def test_drawing_is_told_from_thinking_also_if_everything_runs_at_low_priority(
    monkeypatch: pytest.MonkeyPatch, own: int
) -> None:
    monkeypatch.setattr(load, "nice", lambda _: own)
    assert not load.is_thinking(own)
    assert load.is_thinking(min(19, own + 15))
