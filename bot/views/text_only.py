"""The table in words, for readers who chose *Words first*: sections with headings, changes first.

Built from a view, so it says nothing that the reader's pictures would not show.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from bot.i18n import GameText
from render.painter import AnyPainter, Line, TextSection

HEADING = "### "
MAX_PANEL_CHARS = 1800
"""Of the table on a panel, which has a question and its answers besides. The board page has the rest."""
MAX_PAGE_CHARS = 3000
"""Of a page of the board; Discord takes 4,000 characters in one message."""


@dataclass(frozen=True, slots=True)
class TableText:
    """Describes views of one game to one reader."""

    game_text: GameText
    painter: AnyPainter

    def sections(self, view: Any, since: Any = None) -> list[str]:
        """Returns the table, a text per section; before it what changed since an earlier view, if given."""
        sections = [self._section(part) for part in self.painter.text_only_board(view)]
        return [*self._changes(view, since), *sections] if since is not None else sections

    def hand(self, view: Any) -> str:
        """Returns the reader's hand, or an empty string if there is none."""
        lines = [*self._lines(self.painter.text_only_hand(view))]
        return section_text(self.game_text.locale.t("Your hand"), lines) if lines else ""

    def panel(self, view: Any, *, with_hand: bool) -> str:
        """Returns as much of hand and table as a panel has room for, the most important first."""
        hand = [self.hand(view)] if with_hand else []
        parts = self.painter.text_only_board(view)
        sections = [*filter(None, hand), *(self._section(part) for part in parts if not part.detail)]
        first, *more = pages(sections, MAX_PANEL_CHARS) or [""]
        if not more and not any(part.detail for part in parts):
            return first
        t = self.game_text.locale.t
        return f"{first}\n{t('-# The rest: {button}.', button=t('See the board'))}"

    def closeup(self, view: Any, key: str) -> str:
        phrases = self.painter.describe_closeup(view, key)
        return "\n".join(f"- {self.game_text.phrase_text(phrase)}" for phrase in phrases)

    def changes(self, view: Any, since: Any) -> list[str]:
        """Returns the lines of hand and table that differ from an earlier view, each after its heading."""
        before = {*self._headed_lines(since)}
        changed = (headed for headed in self._headed_lines(view) if headed not in before)
        t = self.game_text.locale.t
        return [t("{what}: {values}", what=heading, values=line) for heading, line in changed]

    def _changes(self, view: Any, since: Any) -> Iterator[str]:
        if lines := self.changes(view, since):
            yield section_text(self.game_text.locale.t("What changed"), lines)

    def _headed_lines(self, view: Any) -> Iterator[tuple[str, str]]:
        hand = self.game_text.locale.t("Your hand")
        yield from ((hand, line) for line in self._lines(self.painter.text_only_hand(view)))
        for part in self.painter.text_only_board(view):
            heading = self.game_text.phrase_text(part.heading)
            yield from ((heading, line) for line in self._lines(part.lines))

    def _section(self, part: TextSection) -> str:
        return section_text(self.game_text.phrase_text(part.heading), self._lines(part.lines))

    def _lines(self, lines: Iterable[Line]) -> Iterator[str]:
        for line in lines:
            yield " ".join(map(self.game_text.phrase_text, line))


def section_text(heading: str, lines: Iterable[str]) -> str:
    """Returns a heading, which screen readers jump to, and a list."""
    return "\n".join((f"{HEADING}{heading}", *(f"- {line}" for line in lines)))


def headings(page: str) -> list[str]:
    return [line.removeprefix(HEADING) for line in page.split("\n") if line.startswith(HEADING)]


def pages(sections: Sequence[str], max_chars: int = MAX_PAGE_CHARS) -> list[str]:
    """Distribute sections over pages, in order. Only a section longer than a page is split, between lines."""
    pieces = [piece for section in sections for piece in _split(section, max_chars)]
    filled: list[str] = []
    for piece in pieces:
        if filled and len(filled[-1]) + len(piece) < max_chars:
            filled[-1] += f"\n{piece}"
        else:
            filled.append(piece)
    return filled


def _split(section: str, max_chars: int) -> Iterator[str]:
    heading, *lines = section.split("\n")
    piece = heading
    for line in lines:
        if len(piece) + len(line) + 1 > max_chars:
            yield piece
            piece = f"{heading}\n{line}"
        else:
            piece += f"\n{line}"
    yield piece
