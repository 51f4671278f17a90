"""The coach in words: which reasons say something."""

from bot.i18n import locale_for
from bot.views.coach import reason_text, says_something
from opponents import BY_TRIAL, ONLY_MOVE
from rules import GAMES
from rules.game import Phrase


def test_a_stored_reason_of_an_older_version_reads_as_one_by_trial() -> None:
    game_text = locale_for("en").game_text(GAMES["lofoten"], ("Astrid", "Bjørn"))
    by_trial, old = Phrase(key=BY_TRIAL), Phrase(key="told_long_ago")
    assert not says_something(game_text, by_trial)
    assert not says_something(game_text, old)
    assert says_something(game_text, Phrase(key=ONLY_MOVE))
    assert says_something(game_text, Phrase(key="lead", values={"warehouse": 2}))
    assert reason_text(game_text, old) == reason_text(game_text, by_trial)
