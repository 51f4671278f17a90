"""Advice: of equally good moves, one that can be explained comes first."""

from opponents import BY_TRIAL
from opponents.review import Advice, best_explained_first
from rules.game import Phrase


def advice_of(value: float, key: str) -> Advice:
    return Advice((), Phrase(key=key), value)


def test_advice_that_is_as_good_and_explained_comes_first() -> None:
    silent, told, worse = advice_of(2.0, BY_TRIAL), advice_of(1.95, "lead"), advice_of(1.5, "level")
    assert best_explained_first([silent, worse, told]) == [told, silent, worse]
    assert best_explained_first([silent, worse]) == [silent, worse]
    assert best_explained_first([told, silent]) == [told, silent]
