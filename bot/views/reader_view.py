"""A table as one reader sees it: its words in their language, its pictures from their seat."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import render
from bot.i18n import GameText, Locale
from bot.play.core.snapshot import GameSnapshot
from bot.views.emoji import CustomEmoji, Emoji, Subject
from bot.views.markup import ALT_LIMIT, clip, plain_name
from bot.views.picture_file import PictureFile
from bot.views.pictures import Drawing, Pictures
from render.painter import Asking
from rules.game import Event, Move, Phrase, Seat

SEAT_COLOURS = (0x56B4E9, 0xFFFFFF, 0x004488, 0xDDAA33, 0x7A3E00)
NEUTRAL = 0x8B5A33


@dataclass(frozen=True)
class ReaderView:
    """Who reads (`seat` None is the thread, or a spectator) and what is there to see."""

    snapshot: GameSnapshot
    seat: Seat | None
    locale: Locale
    pictures: Pictures
    emoji: Emoji = field(default_factory=Emoji)

    @cached_property
    def game_text(self) -> GameText:
        """Tells in sentences, each person behind the shape of the seat."""
        people = (
            f"{self.emoji.seat(seat) or ''} {plain_name(name)}".lstrip()
            for seat, name in enumerate(self.snapshot.names)
        )
        return self.locale.game_text(self.snapshot.game, tuple(people), icon=self._icon)

    @cached_property
    def plain_text(self) -> GameText:
        """The same where nothing is formatted: on buttons, in selects, in the words for a picture."""
        return self.locale.game_text(self.snapshot.game, self.snapshot.names)

    def emoji_for(self, subjects: Iterable[Subject]) -> CustomEmoji | None:
        """What stands on a button or an entry whose label speaks of these."""
        return self.emoji.first(self.snapshot.game.info.key, subjects)

    def _icon(self, key: str) -> str:
        return str(self.emoji_for((key,)) or "")

    @property
    def colour(self) -> int:
        """The colour of the one seat that owes a move."""
        owing = self.snapshot.owing()
        return SEAT_COLOURS[min(owing)] if len(owing) == 1 else NEUTRAL

    @property
    def title(self) -> str:
        return f"**{self.game_text.game_name}** · `{self.snapshot.code}`"

    async def board(
        self,
        *,
        state: Any = None,
        since: Any = None,
        intention: Move | None = None,
        asking: Asking | None = None,
        legend: bool = False,
        name: str = "board",
    ) -> PictureFile:
        """The board of a state, or as it stands; with what changed, what is meant, what can be chosen."""
        game = self.snapshot.game
        view = game.view(self.snapshot.state if state is None else state, self.seat)
        earlier = None if since is None else game.view(since, self.seat)
        picture = await self._picture(
            "board",
            view=view,
            since=earlier,
            intention=intention,
            asking=asking,
            captions=self._captions if legend else (),
        )
        assert picture is not None
        turn = self._whose_turn() if state is None else ()
        return PictureFile(name, picture, self._in_words(self._painter.describe(view), turn))

    async def hand(
        self,
        *,
        state: Any = None,
        intention: Move | None = None,
        asking: Asking | None = None,
        legend: bool = False,
    ) -> PictureFile | None:
        """The reader's hand; None where they have none."""
        if self.seat is None:
            return None
        view = self.snapshot.game.view(self.snapshot.state if state is None else state, self.seat)
        picture = await self._picture(
            "hand",
            view=view,
            intention=intention,
            asking=asking,
            captions=self._captions if legend else (),
        )
        if picture is None:
            return None
        return PictureFile("hand", picture, self._in_words(self._painter.describe_hand(view)))

    def closeups(self) -> list[tuple[str, str]]:
        """What else can be looked at, each by its key, with its name."""
        return [
            (key, self._closeup_name(key)) for key in self._painter.closeups(self.snapshot.view(self.seat))
        ]

    def _closeup_name(self, key: str) -> str:
        what, _, seat = key.partition(".")
        return self.snapshot.names[int(seat)] if what == "seat" else self.plain_text.closeup(key)

    async def closeup(self, key: str) -> PictureFile:
        view = self.snapshot.view(self.seat)
        picture = await self._picture("closeup", view=view, closeup=key)
        assert picture is not None
        return PictureFile("closeup", picture, self._in_words(self._painter.describe_closeup(view, key)))

    def in_sight(self) -> tuple[str, ...]:
        """The cards and pieces in this reader's pictures that have a text."""
        return self._painter.in_sight(self.snapshot.view(self.seat))

    def points_at(self, asking: Asking) -> frozenset[str]:
        """The words of the answers that this reader's pictures point out."""
        return self._painter.points_at(self.snapshot.view(self.seat), asking)

    @cached_property
    def _captions(self) -> tuple[tuple[str, str], ...]:
        return tuple((part, self.plain_text.part(part)) for part in self._painter.parts)

    def _whose_turn(self) -> tuple[str, ...]:
        """Who owes what, as the words of a picture begin."""
        if not self.snapshot.running:
            return ()
        return tuple(
            self.locale.t("{who}: {owed}.", who=self.plain_text.people[seat], owed=self.owed_by(seat))
            for seat in sorted(self.snapshot.owing())
        )

    async def score_sheet(self) -> PictureFile | None:
        outcome = self.snapshot.outcome()
        if outcome is None or not outcome.sheet or self.snapshot.state is None:
            return None
        view = self.snapshot.view(self.seat)
        called = tuple(map(self.plain_text.category, outcome.sheet))
        picture = await self._picture("score_sheet", view=view, outcome=outcome, rows=called)
        assert picture is not None
        rows = [
            self.locale.t(
                "{what}: {values}", what=what, values=" – ".join(str(points) for points in row.points)
            )
            for what, row in zip(called, outcome.sheet, strict=True)
        ]
        names = " – ".join(self.snapshot.names)
        totals = " – ".join(str(total) for total in outcome.totals)
        return PictureFile("score", picture, clip("\n".join((names, *rows, totals)), ALT_LIMIT))

    def told(self, events: tuple[Event, ...], limit: int) -> str:
        """What this reader may hear, the latest lines, with the number of those left out."""
        lines = [self.game_text.event(event) for event in events if event.heard_by(self.seat)]
        lines = [line for line in lines if line]
        if len(lines) <= limit:
            return "\n".join(lines)
        left_out = len(lines) - limit
        folded = self.locale.tn(
            "-# {n} earlier step: /table log", "-# {n} earlier steps: /table log", n=left_out
        )
        return "\n".join((folded, *lines[-limit:]))

    def owed_by(self, seat: Seat) -> str:
        """What a seat owes, in words that tell nothing of what is in its hand."""
        snapshot = self.snapshot
        return self.game_text.owes(snapshot.owed(seat)) if seat in snapshot.owing() else ""

    def looks_at_hand(self, moves: Iterable[Move]) -> bool:
        """Whether one of these moves is chosen with a look at the hand."""
        return any(move.kind not in self._painter.apart_from_hand for move in moves)

    @property
    def _painter(self) -> render.Painter:
        return render.PAINTERS[self.snapshot.game.info.key]

    async def _picture(self, subject: Any, **shows: Any) -> render.Picture | None:
        key, names = self.snapshot.game.info.key, self.snapshot.names
        wanted = Drawing(game=key, subject=subject, names=names, language=self.locale.language, **shows)
        return await self.pictures.get(wanted)

    def _in_words(self, phrases: tuple[Phrase, ...], first: tuple[str, ...] = ()) -> str:
        return clip(" ".join((*first, self.plain_text.described(phrases))), ALT_LIMIT)
