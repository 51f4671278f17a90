"""A game as one reader sees it: texts in their language, pictures from their seat."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypedDict, Unpack

import render
from bot.i18n import GameText, Locale
from bot.play.core import GameSnapshot
from bot.views.emoji import CustomEmoji, EmojiRegistry, Subject
from bot.views.game_labels import name_with_level
from bot.views.markup import MAX_ALT_CHARS, clip, plain_name
from bot.views.picture_file import PictureFile, PictureText
from bot.views.pictures import PictureCache
from bot.views.text_only import TableText, pages, section_text
from render.painter import AnyPainter, PictureRequest, Prompt, closeup_seat
from render.painter import Subject as PictureSubject
from rules.game import Move, Outcome, Phrase, Seat

SEAT_COLOURS = (0x56B4E9, 0xFFFFFF, 0x004488, 0xDDAA33, 0x7A3E00)
NEUTRAL_COLOUR = 0x8B5A33
MAX_ZOOMED_NUMBERS = 25
NO_ANSWERS: Mapping[int, str] = {}
MIN_DESCRIPTION_CHARS = 300
"""Of the alt text of a question's picture, however many answers follow."""


class Shown(TypedDict, total=False):
    """What a picture shows: a state in place of the current one, the changes `since` an earlier state, the
    targets of a move, and numbered answers."""

    state: Any
    since: Any
    intention: Move | None
    prompt: Prompt | None


NOW: Shown = {}


@dataclass(frozen=True)
class ReaderView:
    """A snapshot, seen by one reader. `seat` is None for the thread and for spectators.

    With `text_only` every picture is replaced by words, and texts have neither emoji nor signs. Pictures that
    are `is_zoomable` have room for the numbers of a whole list.
    """

    snapshot: GameSnapshot
    seat: Seat | None
    locale: Locale
    pictures: PictureCache
    emoji: EmojiRegistry = field(default_factory=EmojiRegistry)
    text_only: bool = False
    is_zoomable: bool = False

    @cached_property
    def game_text(self) -> GameText:
        """Texts for messages: formatted, with emoji for seats and components."""
        if self.text_only:
            people = (plain_name(name) for name in self.snapshot.names)
            return self.locale.game_text(self.snapshot.game, tuple(people), spoken=True)
        people = (
            f"{self.emoji.seat(seat) or ''} {plain_name(name)}".lstrip()
            for seat, name in enumerate(self.snapshot.names)
        )
        return self.locale.game_text(self.snapshot.game, tuple(people), icon=self._icon)

    @cached_property
    def plain_text(self) -> GameText:
        """Texts for buttons, selects and alt texts: without markup or emoji."""
        return self.locale.game_text(self.snapshot.game, self.snapshot.names, spoken=self.text_only)

    def emoji_for(self, subjects: Iterable[Subject]) -> CustomEmoji | None:
        """Returns the emoji of the first subject that has one, for a button or list entry."""
        if self.text_only:
            return None
        return self.emoji.first_known(self.snapshot.game.info.key, subjects)

    def _icon(self, key: str) -> str:
        return str(self.emoji_for((key,)) or "")

    @property
    def colour(self) -> int:
        """The colour of the seat to move, or a neutral one if there are several or none."""
        owing = self.snapshot.owing_seats()
        return SEAT_COLOURS[min(owing)] if len(owing) == 1 else NEUTRAL_COLOUR

    @property
    def title(self) -> str:
        """The game and its code, with the computer players and their levels."""
        opponents = sorted(self.snapshot.opponent_seats)
        names = self.locale.join_list(name_with_level(self.snapshot, seat, self.locale) for seat in opponents)
        return f"**{self.game_text.game_name}** · `{self.snapshot.code}`" + (f" · {names}" if names else "")

    async def board(
        self, *, legend: bool = False, name: str = "board", **shown: Unpack[Shown]
    ) -> PictureFile:
        state = shown.get("state")
        if self.text_only:
            return PictureText.of(self.board_pages(state=state, since=shown.get("since"))[0])
        request = self._request("board", shown, captions=self._captions if legend else ())
        turn = self._turn_lines() if state is None else ()
        alt_text = self._alt_text(self._painter.describe(request.view), turn)
        return PictureFile(name, await self._draw(request), alt_text)

    async def drawn_board(self, state: Any, since: Any = None) -> PictureFile:
        """Draw the board at a moment, also for a reader who wants no pictures: as a part of another one."""
        return await replace(self, text_only=False).board(state=state, since=since)

    async def hand(self, *, legend: bool = False, **shown: Unpack[Shown]) -> PictureFile | None:
        """Draw the reader's hand. Returns None for spectators and games without hands."""
        if self.seat is None:
            return None
        if self.text_only:
            text = self.table_text.hand(self._view(shown.get("state")))
            return PictureText.of(text) if text else None
        request = self._request("hand", shown, captions=self._captions if legend else ())
        picture = await self.pictures.get(request)
        if picture is None:
            return None
        return PictureFile("hand", picture, self._alt_text(self._painter.describe_hand(request.view)))

    async def focus(
        self, *, moves: tuple[Move, ...] = (), answers: Mapping[int, str] = NO_ANSWERS, **shown: Unpack[Shown]
    ) -> PictureFile:
        """Draw the part of the table that a question or the chosen moves are about, in landscape.

        The alt text describes this part, and then the answers: their labels by number. In words it is the
        hand and the most important parts of the table; after moves, what they change.
        """
        request = self._request("focus", shown, focus_moves=moves)
        if self.text_only:
            offers = request.prompt.offers if request.prompt else ()
            asked = moves or [move for offer in offers for move in offer.moves]
            with_hand = not asked or (self.seat is not None and self.needs_hand(asked))
            return PictureText.of(self._focus_text(request.view, request.since, moves, with_hand=with_hand))
        turn = self._turn_lines() if shown.get("state") is None else ()
        described = self._alt_text(self._painter.describe_focus(request), turn)
        return PictureFile("focus", await self._draw(request), self._with_answers(described, answers))

    def _with_answers(self, described: str, answers: Mapping[int, str]) -> str:
        """Append a line per answer. The description is cut for them, and the last of very many are."""
        lines = [self.locale.t("{what}: {values}", what=number, values=answers[number]) for number in answers]
        listed = clip("\n".join(lines), MAX_ALT_CHARS - MIN_DESCRIPTION_CHARS - 1)
        return "\n".join(filter(None, (clip(described, MAX_ALT_CHARS - len(listed) - 1), listed)))

    def _focus_text(self, view: Any, since: Any | None, moves: tuple[Move, ...], *, with_hand: bool) -> str:
        if since is not None:
            lines = self.table_text.changes(view, since)
            return section_text(self.locale.t("What would change"), lines) if lines else ""
        return "" if moves else self.table_text.panel(view, with_hand=with_hand)

    @cached_property
    def table_text(self) -> TableText:
        return TableText(self.plain_text, self._painter)

    def board_pages(self, *, state: Any = None, since: Any = None, with_hand: bool = False) -> list[str]:
        """Returns the whole board in words, page by page: who owes what, the changes, hand and table."""
        view, earlier = self._view(state), None if since is None else self._view(since)
        turn = [] if state is not None else ["\n".join(self._turn_lines())]
        hand = [self.table_text.hand(view)] if with_hand else []
        return pages([*filter(None, (*turn, *hand)), *self.table_text.sections(view, earlier)])

    def closeups(self) -> list[tuple[str, str]]:
        """Returns (key, name) of each close-up that the game offers."""
        return [
            (key, self._closeup_name(key)) for key in self._painter.closeups(self.snapshot.view(self.seat))
        ]

    def _closeup_name(self, key: str) -> str:
        seat = closeup_seat(key)
        return self.plain_text.closeup_name(key) if seat is None else self.snapshot.names[seat]

    async def closeup(self, key: str) -> PictureFile:
        if self.text_only:
            return PictureText.of(self.table_text.closeup(self._view(None), key))
        request = self._request("closeup", closeup=key)
        alt_text = self._alt_text(self._painter.describe_closeup(request.view, key))
        return PictureFile("closeup", await self._draw(request), alt_text)

    def visible_components(self) -> tuple[str, ...]:
        """Returns the cards and pieces in this reader's pictures that have a help text."""
        return self._painter.visible_components(self.snapshot.view(self.seat))

    def points_at(self, prompt: Prompt) -> frozenset[str]:
        """Returns the tokens of the answers that the pictures can number."""
        return self._painter.points_at(self.snapshot.view(self.seat), prompt)

    @property
    def max_numbers(self) -> int:
        """The most answers that one picture numbers."""
        return MAX_ZOOMED_NUMBERS if self.is_zoomable else self._painter.max_numbers

    @cached_property
    def _captions(self) -> tuple[tuple[str, str], ...]:
        return tuple((part, self.plain_text.part_name(part)) for part in self._painter.legend_parts)

    def _turn_lines(self) -> tuple[str, ...]:
        """Returns who owes what, as the start of an alt text."""
        if not self.snapshot.is_running:
            return ()
        return tuple(
            self.locale.t("{who}: {owed}.", who=self.plain_text.player_names[seat], owed=self.owed_text(seat))
            for seat in sorted(self.snapshot.owing_seats())
        )

    async def score_sheet(self) -> PictureFile | None:
        outcome = self.snapshot.outcome()
        if outcome is None or not outcome.sheet or self.snapshot.state is None:
            return None
        categories = tuple(map(self.plain_text.score_category, outcome.sheet))
        if self.text_only:
            return PictureText.of(self._score_text(outcome, categories))
        picture = await self._draw(self._request("score_sheet", outcome=outcome, rows=categories))
        rows = [
            self.locale.t(
                "{what}: {values}", what=what, values=" – ".join(str(points) for points in row.points)
            )
            for what, row in zip(categories, outcome.sheet, strict=True)
        ]
        names = " – ".join(self.snapshot.names)
        totals = " – ".join(str(total) for total in outcome.totals)
        return PictureFile("score", picture, clip("\n".join((names, *rows, totals)), MAX_ALT_CHARS))

    def _score_text(self, outcome: Outcome, categories: tuple[str, ...]) -> str:
        """Returns the score sheet, a section per player in the order of their totals."""
        seats = sorted(self.snapshot.seats, key=lambda seat: -outcome.totals[seat])
        sections = []
        for seat in seats:
            heading = self.locale.t(
                "{who}: {n} {n:point|points}", who=self.plain_text.player_names[seat], n=outcome.totals[seat]
            )
            rows = zip(categories, outcome.sheet, strict=True)
            sections.append(section_text(heading, (f"{what}: {row.points[seat]}" for what, row in rows)))
        return "\n".join(sections)

    def owed_text(self, seat: Seat) -> str:
        """Returns what a seat owes, without information about its hand. Empty if it owes nothing."""
        snapshot = self.snapshot
        return self.game_text.owed_text(snapshot.owed(seat)) if seat in snapshot.owing_seats() else ""

    def needs_hand(self, moves: Iterable[Move]) -> bool:
        """True if choosing among these moves requires seeing the hand."""
        return any(move.kind not in self._painter.kinds_without_hand for move in moves)

    @property
    def _painter(self) -> AnyPainter:
        return render.PAINTERS[self.snapshot.game.info.key]

    def _view(self, state: Any) -> Any:
        return self.snapshot.view(self.seat) if state is None else self.snapshot.game.view(state, self.seat)

    def _request(self, subject: PictureSubject, shown: Shown = NOW, **more: Any) -> PictureRequest[Any]:
        """Returns the request for a picture with further fields of `PictureRequest`."""
        since = shown.get("since")
        return PictureRequest(
            game=self.snapshot.game.info.key,
            subject=subject,
            view=self._view(shown.get("state")),
            names=self.snapshot.names,
            language=self.locale.language,
            since=None if since is None else self._view(since),
            intention=shown.get("intention"),
            prompt=shown.get("prompt"),
            **more,
        )

    async def _draw(self, request: PictureRequest[Any]) -> render.Picture:
        picture = await self.pictures.get(request)
        assert picture is not None
        return picture

    def _alt_text(self, phrases: tuple[Phrase, ...], first: tuple[str, ...] = ()) -> str:
        return clip(" ".join((*first, self.plain_text.alt_text(phrases))), MAX_ALT_CHARS)
