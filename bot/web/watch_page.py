"""The watch page: the table as a spectator sees it now, or after any turn, and the story of the game."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

import db
from bot.play.core import Denied
from bot.play.history import story
from bot.play.history.story import Replay
from bot.play.turns import opponents
from bot.views.markup import clip
from bot.views.pace_text import LEVEL_LABELS
from bot.views.picture_file import PictureFile
from bot.views.reader_view import ReaderView
from bot.views.saga import has_saga, headline, load_saga, story_lines
from bot.views.story_text import turn_summaries
from bot.web.access import Visit
from bot.web.context import WebContext
from bot.web.html import Content, Html, tag
from bot.web.layout import LinkPreview, WebPage, icon
from bot.web.live import view_mark
from bot.web.markdown import plain_text, to_html
from bot.web.table_parts import load_board, picture_src, players_list, show, table_header, table_title
from rules.game import Seat

STORY_TURNS = 8
MAX_DESCRIPTION_CHARS = 200


@dataclass(frozen=True, slots=True)
class ShownTurn:
    """A turn of a game, shown from a seat: its number, the log of all turns, and the replay around it."""

    stops: Sequence[db.Entry]
    number: int
    seat: Seat | None

    @property
    def is_latest(self) -> bool:
        return self.number == len(self.stops) - 1

    @property
    def entry(self) -> db.Entry:
        return self.stops[self.number]


async def load_watch_page(
    context: WebContext, visit: Visit, ply: int | None = None, seat: Seat | None = None
) -> WebPage:
    """Build the page of the latest turn, or of the turn at a ply.

    :raises Denied: If the game cannot be shown, or not from this seat.
    """
    snapshot = visit.snapshot
    if seat not in visit.readable_seats:
        raise Denied("web_seat_only")
    if snapshot.state is None:
        return _lobby_page(context, visit)
    log = await db.entries.read_log(context.service.store, snapshot.code)
    stops = story.turn_ends(log, seats=len(snapshot.players), begins=snapshot.row.begins)
    number = len(stops) - 1
    if ply is not None:
        number = max((index for index, entry in enumerate(stops) if entry.ply <= ply), default=0)
    moment = ShownTurn(stops, number, seat)
    return await _WatchParts(context, visit, moment, is_live=ply is None).page()


def _lobby_page(context: WebContext, visit: Visit) -> WebPage:
    reader, t = context.reader(visit, None), visit.locale.t
    is_lobby = visit.snapshot.row.status == "lobby"
    text = t("The game hasn't begun yet.") if is_lobby else t("This game can't be shown.")
    return WebPage(
        title=table_title(reader),
        main=tag("section", tag("p", text), players_list(reader), class_="panel"),
        scripts=("watch.js",),
        live=f"{visit.path}/events",
        mark=view_mark(visit.snapshot, None),
        header=table_header(reader, visit, here="watch"),
    )


class _WatchParts:
    """Builds the sections of one watch page."""

    def __init__(self, context: WebContext, visit: Visit, moment: ShownTurn, *, is_live: bool) -> None:
        self.context = context
        self.visit = visit
        self.moment = moment
        self.is_live = is_live
        self.t = visit.locale.t
        self.now = context.reader(visit, moment.seat)
        self.here = self.turn_path(moment.number, moment.seat) if not is_live else self._seat_query("")

    def _seat_query(self, path: str) -> str:
        seat = self.moment.seat
        return path + ("" if seat is None else "?" + urlencode({"seat": seat}))

    def turn_path(self, number: int, seat: Seat | None) -> str:
        """Returns the permanent address of a turn, below that of the table."""
        query = "" if seat is None else "?" + urlencode({"seat": seat})
        return f"turn/{self.moment.stops[number].ply}{query}"

    def href(self, path: str) -> str:
        return f"{self.visit.path}/{path}".rstrip("/").replace("/?", "?")

    def show(self, seat: Seat | None, file: PictureFile, *, lazy: bool = False) -> Html:
        return show(self.context, self.visit, seat, file, self.here, lazy=lazy)

    def html(self, text: str) -> Html:
        return to_html(text, self.visit.locale, self.context.service.now())

    async def page(self) -> WebPage:
        moment, snapshot = self.moment, self.visit.snapshot
        replay = await self._replay(max(0, moment.number - STORY_TURNS), moment.number)
        shown = self.now
        if not self.is_live:
            shown = replace(self.now, snapshot=replace(snapshot, state=replay.after))
        before = replay.state_at(moment.stops[max(moment.number - 1, 0)].ply)
        board = await load_board(shown, since=before)
        hand = await shown.hand() if moment.seat is not None else None
        main: list[Content] = [
            tag(
                "section",
                self.show(moment.seat, board),
                self.slider(replay),
                class_="table",
                aria_label=self.t("Board"),
            ),
            tag("section", self.status(replay), players_list(shown), self.seats(), class_="panel"),
            await self.ending() if snapshot.is_over and moment.is_latest else None,
            tag("section", tag("h2", self.t("Story")), self.story(replay), class_="story"),
        ]
        if hand is not None:
            drawn = self.show(moment.seat, hand)
            main.append(tag("section", drawn, class_="beside", aria_label=self.t("Hand")))
        if snapshot.is_over:
            main.append(self.play_on(replay))
        main.append(tag("nav", self.looks(), class_="looks", aria_label=self.t("Look and learn")))
        title = table_title(self.now)
        return WebPage(
            title=title,
            main=main,
            kind="watch",
            scripts=("watch.js",),
            preview=None if self.visit.text_only else self.link_preview(replay, board),
            live=f"{self.visit.path}/events" if self.is_live and not snapshot.is_over else "",
            mark=view_mark(snapshot, None),
            header=table_header(self.now, self.visit, here="watch"),
        )

    def link_preview(self, replay: Replay, board: PictureFile) -> LinkPreview:
        src = picture_src(self.context, self.visit, self.moment.seat, board, self.here)
        return LinkPreview(
            url=self.context.base_url + self.href(self.here),
            description=clip(plain_text(self._status_text(replay)), MAX_DESCRIPTION_CHARS),
            image=self.context.base_url + src,
            image_alt=board.alt,
            width=board.picture.width,
            height=board.picture.height,
        )

    async def _replay(self, first: int, last: int) -> Replay:
        stops = self.moment.stops
        store, snapshot = self.context.service.store, self.visit.snapshot
        replay = await story.replay_range(store, snapshot, stops[first].ply, stops[last].ply)
        replay = replay.readable_part()
        if replay.before is None:
            raise Denied("not_readable")
        return replay

    # Sections

    def _status_text(self, replay: Replay) -> str:
        """Who won, or who owes what; for an earlier turn what happened in it."""
        snapshot, reader = self.visit.snapshot, self.now
        if not self.is_live:
            return self._turn_text(replay)
        outcome = snapshot.outcome()
        if outcome is not None:
            return headline(self.visit.locale, snapshot.names, outcome)
        names = reader.game_text.player_names
        owed = [f"{names[seat]}: {reader.owed_text(seat)}." for seat in sorted(snapshot.owing_seats())]
        return " ".join(owed) or self.t("The game is archived.")

    def status(self, replay: Replay) -> Html:
        return tag("div", self.html(self._status_text(replay)), class_="status", role="status")

    def _turn_text(self, replay: Replay) -> str:
        """The turn as the table counts it, and whose it was."""
        moment = self.moment
        if moment.number == 0:
            return self.t("The start")
        earlier = replay.since(moment.stops[moment.number - 1].ply)
        (label,) = story.turn_labels(self.visit.snapshot.game, earlier, (moment.entry,))
        turn = self.now.plain_text.turn_text(label, moment.number)
        return f"{turn} · {self.now.plain_text.player_names[moment.entry.seat or 0]}"

    def slider(self, replay: Replay) -> Content:
        """Steps through the turns: links that work without a script, and a slider with play and pause."""
        moment, t = self.moment, self.t
        last = len(moment.stops) - 1
        if last == 0:
            return None

        def step(number: int, label: str, sign: str) -> Html:
            is_here = number == moment.number or not 0 <= number <= last
            href = None if is_here else self.href(self.turn_path(number, moment.seat))
            return tag("a", icon(sign), href=href, class_=f"step {sign}", aria_label=label, title=label)

        paths = " ".join(self.href(self.turn_path(number, moment.seat)) for number in range(last + 1))
        return tag(
            "div",
            step(0, t("First turn"), "first"),
            step(moment.number - 1, t("Previous turn"), "back"),
            tag(
                "button",
                icon("play"),
                icon("pause"),
                type="button",
                class_="step play-pause",
                hidden=True,
                aria_label=t("Play"),
                data_pause=t("Pause"),
                data_play=t("Play"),
            ),
            tag(
                "input",
                type="range",
                min=0,
                max=last,
                value=moment.number,
                disabled=True,
                aria_label=t("Turn"),
                aria_valuetext=plain_text(self._turn_text(replay)),
                data_paths=paths,
            ),
            step(moment.number + 1, t("Next turn"), "on"),
            step(last, t("Last turn"), "last"),
            tag("output", plain_text(self._turn_text(replay))),
            class_="slider",
            role="group",
            aria_label=t("Turns"),
        )

    def story(self, replay: Replay) -> Html:
        """The latest turns up to this one, newest first, each with its address."""
        moment = self.moment
        entries = []
        for number in range(moment.number, max(0, moment.number - STORY_TURNS), -1):
            before, entry = moment.stops[number - 1], moment.stops[number]
            part = replay.since(before.ply).until(entry.ply)
            lines = [summary.text for summary in turn_summaries(self.now, part.entries)]
            if lines:
                href = self.href(self.turn_path(number, moment.seat))
                link = tag("a", f"{number}", href=href, class_="turn-number")
                entries.append(tag("li", link, tag("div", [self.html(line) for line in lines])))
        return tag("ol", entries or tag("li", self.t("Nobody has moved yet.")), class_="turns", reversed=True)

    def seats(self) -> Content:
        """Links to the other seats' views that the reader may see."""
        seats = self.visit.readable_seats
        if len(seats) == 1:
            return None
        moment, names = self.moment, self.now.plain_text.player_names
        links = []
        for seat in seats:
            if self.is_live:
                path = "" if seat is None else "?" + urlencode({"seat": seat})
            else:
                path = self.turn_path(moment.number, seat)
            label = self.t("Spectator") if seat is None else names[seat]
            current = "true" if seat == moment.seat else None
            links.append(tag("a", label, href=self.href(path), class_="button side", aria_current=current))
        return tag("nav", tag("span", self.t("Seen by")), links, class_="seats", aria_label=self.t("Seen by"))

    def looks(self) -> list[Html]:
        t, snapshot = self.t, self.visit.snapshot
        shown = [
            ("look", t("Look closer"), bool(self.now.closeups())),
            ("legend", t("What is this?"), True),
            ("rules", t("Read the rules"), True),
            ("review", t("What decided it?"), self._has_review()),
        ]
        links = [
            tag("a", label, href=self.href(name), class_="button side")
            for name, label, is_on in shown
            if is_on
        ]
        if not self.is_live and not snapshot.is_over:
            live = tag("a", t("Watch live"), href=self.visit.path, class_="button main")
            links.insert(0, live)
        return links

    def _has_review(self) -> bool:
        snapshot = self.visit.snapshot
        return snapshot.is_over and len(snapshot.players) > 1 and snapshot.row.sealed_until is None

    def play_on(self, replay: Replay) -> Content:
        """A game of one's own from this turn, for a player; for others, where to begin it."""
        snapshot, moment, t = self.visit.snapshot, self.moment, self.t
        if snapshot.row.sealed_until is not None or snapshot.game.outcome(replay.after) is not None:
            return None
        seat = self.visit.seat if moment.seat is None else moment.seat
        heading = tag("h2", t("Play on from here"), id="play-on")
        if self.visit.seat is None or seat is None:
            text = t("To play on from this turn, open the game's replay in the chat.")
            return tag("section", heading, tag("p", text), class_="play-on")
        text = t(
            "A game of your own from this position, against computer players. It doesn't "
            "count. Cards that {who} couldn't know are dealt anew.",
            who=self.now.game_text.player_names[seat],
        )
        levels = [
            tag("option", t(label), value=level, selected=level == opponents.CARETAKER_LEVEL)
            for level, label in LEVEL_LABELS.items()
        ]
        strength = t("How strong the computer players are")
        form = tag(
            "form",
            tag("input", type="hidden", name="ply", value=moment.entry.ply),
            tag("input", type="hidden", name="seat", value=seat),
            tag("select", levels, name="level", aria_label=strength)
            if len(snapshot.players) > 1
            else tag("input", type="hidden", name="level", value=opponents.CARETAKER_LEVEL),
            tag("button", t("Play"), type="submit", class_="button main"),
            method="post",
            action=f"{self.visit.path}/play-on",
            class_="row",
        )
        return tag("section", heading, self.html(text), form, class_="play-on")

    async def ending(self) -> list[Content]:
        """The score sheet, and the saga."""
        parts: list[Content] = []
        reader: ReaderView = replace(self.now, seat=None)
        sheet = await reader.score_sheet()
        if sheet is not None:
            drawn = self.show(None, sheet, lazy=True)
            parts.append(tag("section", drawn, class_="sheet-of-scores", aria_label=self.t("Score sheet")))
        saga = None
        if has_saga(self.visit.snapshot):
            saga = await load_saga(self.context.service.store, self.visit.snapshot)
        if saga is not None:
            lines = story_lines(reader, saga)
            parts.append(tag("section", [self.html(line) for line in lines], class_="saga"))
        return parts
