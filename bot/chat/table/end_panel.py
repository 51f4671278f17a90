"""The panel of a finished game: who won, the score sheet, another round, what decided it, the saga."""

from collections.abc import Iterator

from bot.chat.messages import PRIMARY, Button, CustomId, MessageBuilder, button
from bot.i18n import N_
from bot.views.markup import relative_time
from bot.views.reader_view import ReaderView
from bot.views.saga import has_saga, result_heading

_SEALED_TEXT = N_(
    "-# Others are still playing this deal. The seed is revealed {when}; no spoilers until then."
)


async def build_end_panel(reader: ReaderView, note: str = "") -> MessageBuilder:
    """Build the last panel of a player: the result in large, the last turn, the score sheet, what comes next.

    A game that ended early has no score sheet, so the board is shown.
    """
    outcome = reader.snapshot.outcome()
    assert outcome is not None
    builder = MessageBuilder().text(f"# {result_heading(reader)}")
    builder.text(f"{reader.title} · {reader.game_text.outcome_text(outcome)}", note)
    builder.gallery(await reader.score_sheet() or await reader.board())
    sealed_until = reader.snapshot.row.sealed_until
    if sealed_until is not None:
        builder.text(reader.locale.t(_SEALED_TEXT, when=relative_time(sealed_until)))
    return builder.buttons(*end_buttons(reader))


def end_buttons(reader: ReaderView) -> Iterator[Button]:
    """Yields what a player can do after a game. While others play the same deal, nothing of it is shown."""
    t, snapshot = reader.locale.t, reader.snapshot
    code = snapshot.code
    if snapshot.row.continues is not None:
        yield button(CustomId("play-on-compare", code), t("Compare results"))
    if snapshot.row.sealed_until is not None:
        return
    yield button(CustomId("rematch", code), t("Play another round"), PRIMARY)
    if len(snapshot.players) > 1:
        yield button(CustomId("decided", code), t("What decided it?"))
    if has_saga(snapshot):
        yield button(CustomId("saga", code), t("Read the saga"))
    yield button(CustomId("board", code), t("See the board"))
