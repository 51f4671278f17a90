"""The play page: the board with tappable answers, the question, the hand, and what to do beside it."""

import asyncio
import secrets
from collections.abc import Iterator, Sequence
from urllib.parse import urlencode

from bot.play.core import Denied
from bot.play.turns import delayed_moves, shortcuts
from bot.play.turns.choosing import NOTHING_SELECTED, Selection
from bot.views.answers_text import blocked_lines
from bot.views.choices import Answer, Question
from bot.views.panel import PanelState, load_panel_state, owed_line, selection_from_args, shown_decision
from bot.views.picture_file import PictureFile
from bot.views.reader_view import ReaderView
from bot.views.saga import result_heading
from bot.web.access import Visit
from bot.web.context import WebContext
from bot.web.html import Content, Html, tag
from bot.web.layout import WebPage, outline_text
from bot.web.live import view_mark
from bot.web.markdown import to_html
from bot.web.table_parts import load_board, players_list, show, table_header, table_title

FORM = "moves"
MAX_TOKENS_CHARS = 400
TAP_BYTES = 9


async def load_play_page(
    context: WebContext,
    visit: Visit,
    selection: Selection = NOTHING_SELECTED,
    *,
    note: str | None = None,
    refusal: str = "",
) -> WebPage:
    """Build the play page of the visitor's seat.

    A note of None stands for what happened since the player's last move. A refusal is shown instead of the
    answers, so that a second tap at the same position does not hit an answer the player never read.

    :raises Denied: If the visitor has no seat, or the game cannot be shown.
    """
    snapshot, seat = visit.snapshot, visit.seat
    if seat is None:
        raise Denied("web_seat_only")
    if snapshot.state is None:
        raise Denied("not_started" if snapshot.row.started is None else "not_readable")
    store = context.service.store
    if selection.is_empty and not snapshot.is_over:
        delayed = await delayed_moves.find_pending(store, snapshot, seat)
        selection = Selection.of_delayed(delayed) if delayed else selection
    reader = context.reader(visit, seat)
    state = await load_panel_state(store, reader, seat, selection, note)
    parts = _PlayParts(context, visit, state)
    main = await (parts.ending() if snapshot.is_over else parts.decision(refusal))
    return WebPage(
        title=table_title(reader),
        main=main,
        kind="play",
        scripts=("play.js",),
        live=f"{visit.path}/events?seat={seat}",
        mark=view_mark(snapshot, seat),
        header=table_header(reader, visit, here="play"),
    )


def selection_of(visit: Visit, tokens: str, seen: str, page: str) -> Selection:
    """Returns the selection in the query of a play page, or none if the decision has changed since."""
    assert visit.seat is not None
    args = tuple(tokens[:MAX_TOKENS_CHARS].split())
    number = int(page) if page.isascii() and page.isdecimal() and len(page) < 4 else 0
    selection = selection_from_args(visit.snapshot, visit.seat, args, seen)
    if number and visit.snapshot.is_unchanged(visit.seat, seen):
        return Selection(selection.chosen, selection.shortcut, selection.ambiguous, page=number)
    return selection


def move_form(visit: Visit, seen: str) -> Html:
    """Returns the form that every answer on a page submits: the decision it belongs to, and a number.

    The number is used once, so that a request which is sent twice is harmless.
    """
    return tag(
        "form",
        tag("input", type="hidden", name="seen", value=seen),
        tag("input", type="hidden", name="tap", value=secrets.token_urlsafe(TAP_BYTES)),
        id=FORM,
        method="post",
        action=f"{visit.path}/play",
        hidden=True,
    )


class _PlayParts:
    """Builds the sections of one play page."""

    def __init__(self, context: WebContext, visit: Visit, state: PanelState) -> None:
        self.context = context
        self.visit = visit
        self.state = state
        self.reader: ReaderView = state.reader
        self.t = visit.locale.t
        self.here = "play" + self._query()
        self.outlines: dict[str, tuple[str, str]] = {}
        """Picture and outline of each answer that has a region, by the token of its offer."""
        self.asked_beside = False
        """True if all these answers lie in the pictures beside the main one."""

    def _query(self, **more: str) -> str:
        state = self.state
        values = {
            "chosen": " ".join(state.selection_args),
            "seen": state.choices.fingerprint if state.selection_args or state.selection.page else "",
            "page": str(state.selection.page or ""),
            **more,
        }
        filled = {name: value for name, value in values.items() if value}
        return f"?{urlencode(filled)}" if filled else ""

    def html(self, text: str) -> Html:
        return to_html(text, self.visit.locale, self.context.service.now())

    async def decision(self, refusal: str) -> Content:
        """The pictures with the answers in them, then the question, then what to do beside it."""
        state = self.state
        pictures = await self.pictures()
        if refusal:
            panel: Content = [
                tag("div", self.html(refusal), class_="refusal", role="alert", tabindex=-1),
                tag("a", self.t("Back to the table"), href=f"{self.visit.path}/play", class_="button main"),
            ]
        else:
            panel = self.intent() if state.intended else self.question()
        aside = [
            tag("div", self.html(state.note), class_="note", role="status") if state.note else None,
            tag("div", panel, class_="question"),
            [tag("blockquote", self.html(text)) for text in self.explanations()],
        ]
        form = move_form(self.visit, state.choices.fingerprint)
        status = tag("div", self.html(owed_line(self.reader, state.seat)), class_="status")
        main_picture, *others = pictures
        panel_class = "panel" if self.reader.text_only else "panel dock"
        beside_class = "beside asked" if self.asked_beside else "beside"
        return [
            form,
            tag("section", status, aside, class_=panel_class, aria_label=self.t("Your decision")),
            tag("section", main_picture, class_="table", aria_label=self.t("Board")),
            tag("section", others, class_=beside_class, aria_label=self.t("Your hand")) if others else None,
            tag("nav", self.looks(), class_="looks", aria_label=self.t("Look and learn")),
        ]

    def explanations(self) -> list[str]:
        state = self.state
        return [*dict.fromkeys((*state.introduction, *state.card_texts, *state.explanations))]

    async def pictures(self) -> list[Html]:
        """The board and the hand, and first the part that is decided where these do not show all answers."""
        state, reader = self.state, self.reader
        shown = shown_decision(reader, state.seat, state.intended, state.question)
        after, intention, prompt = shown.get("state"), shown.get("intention"), shown.get("prompt")
        drawn = await asyncio.gather(
            load_board(reader, state=after, since=shown.get("since"), intention=intention, prompt=prompt),
            reader.hand(state=after, intention=intention, prompt=prompt),
        )
        files = [file for file in drawn if file is not None]
        offers = prompt.offers if prompt is not None else ()
        numbered = [offer.token for offer in offers if offer.number is not None]
        regions = {region.token for file in files for region in file.picture.regions}
        if not (reader.text_only or regions.issuperset(numbered)):
            files.insert(0, await reader.focus(prompt=prompt))
        for file in files:
            for region in file.picture.regions:
                self.outlines.setdefault(region.token, (file.name, outline_text(region)))
        asked = {name for name, _ in self.outlines.values()}
        self.asked_beside = bool(asked) and files[0].name not in asked
        return [self.show(file) for file in files]

    def show(self, file: PictureFile) -> Html:
        return show(self.context, self.visit, self.state.seat, file, self.here)

    # The question and its answers

    def question(self) -> Content:
        question = self.state.question
        if question is None:
            return [
                tag("p", self.t("You can close this page. Skald pings you when it's your turn.")),
                tag("p", self.buttons(), class_="row tools"),
            ]
        heading = tag("h2", self.html(question.text or self.t("What do you do?")), id="question", tabindex=-1)
        answers, listed = [*question.buttons], [*question.list_entries]
        if not answers or question.lists_first:
            answers, listed = [*listed, *answers], []
        answers.sort(key=lambda answer: answer.offer.number is None)
        reasons = [tag("p", self.html(line)) for line in blocked_lines(self.reader, question)]
        return [
            heading,
            self.pieces(question) if question.pieces else None,
            tag("div", map(self.answer, answers), class_="answers", role="group", aria_labelledby="question"),
            self.listed(listed),
            self.page_buttons(question),
            tag("details", tag("summary", self.t("Not possible now")), reasons) if reasons else None,
            tag("p", self.buttons(), class_="row tools"),
        ]

    def listed(self, answers: Sequence[Answer]) -> Content:
        """What a panel has in a list below its buttons: closed at first, but for a reader of words."""
        if not answers:
            return None
        are_shortcuts = all(answer.offer.is_sequence for answer in answers)
        heading = self.t("Play a complete move…") if are_shortcuts else self.t("Choose something else…")
        group = tag("div", map(self.answer, answers), class_="answers", role="group", aria_label=heading)
        return tag("details", tag("summary", heading), group, class_="listed", open=self.reader.text_only)

    def answer(self, answer: Answer) -> Html:
        style = "side" if answer.is_blocked or answer.is_side_action else "main"
        number = answer.offer.number
        picture, outline = self.outlines.get(answer.offer.token, (None, None))
        return tag(
            "button",
            tag("span", str(number), class_="number") if number is not None else None,
            tag("span", answer.label.text, class_="label"),
            type="submit",
            form=FORM,
            name="do",
            value=" ".join((answer.verb, *answer.tokens)),
            class_=f"answer {style}",
            disabled=answer.is_blocked,
            data_on=picture,
            data_outline=outline,
        )

    def pieces(self, question: Question) -> Content:
        """Any number of pieces, and a button for those chosen or for none."""
        chosen = question.prompt.chosen
        boxes = [
            tag(
                "label",
                tag("input", type="checkbox", name="piece", form=FORM, value=answer.tokens[-1]),
                tag("span", answer.numbered_label, class_="label"),
                class_="piece",
                data_on=self.outlines.get(answer.offer.token, (None, None))[0],
                data_outline=self.outlines.get(answer.offer.token, (None, None))[1],
            )
            for answer in question.pieces
        ]
        return [
            tag("div", boxes, class_="answers pieces", role="group", aria_labelledby="question"),
            tag(
                "p",
                self.submit(self.t("Choose these"), "several", *chosen, style="main"),
                self.submit(self.t("None"), "pick", *chosen, "none"),
                class_="row",
            ),
        ]

    def page_buttons(self, question: Question) -> Content:
        if question.pages == 1:
            return None
        page, last = question.page, question.pages - 1
        chosen = question.prompt.chosen
        number = tag("span", f"{page + 1} / {last + 1}")
        back = self.submit(self.t("Previous"), "page", str(page - 1), *chosen, disabled=page == 0)
        on = self.submit(self.t("Next"), "page", str(page + 1), *chosen, disabled=page == last)
        return tag("p", back, number, on, class_="row pages")

    def intent(self) -> Content:
        """The intended moves in words, and the button that plays them."""
        state = self.state
        shortcut = state.selection.shortcut
        if shortcut is not None:
            offered = shortcuts.shortcuts_at(self.reader.snapshot, state.seat)
            order: tuple[str, ...] = ("short-go", str(offered.index(shortcut)))
        else:
            order = ("go", *state.intended[0].tokens())
        lines = [*state.intent_lines, state.finality_text]
        return [
            tag(
                "div",
                [self.html(line) for line in lines if line],
                id="question",
                class_="intent",
                tabindex=-1,
            ),
            tag("p", self.submit(state.confirm_label, *order, style="confirm"), self.buttons(), class_="row"),
        ]

    def submit(self, label: str, verb: str, *args: str, style: str = "side", disabled: bool = False) -> Html:
        value = " ".join((verb, *args))
        attributes = {"type": "submit", "form": FORM, "name": "do", "value": value}
        return tag("button", label, **attributes, class_=f"button {style}", disabled=disabled)

    def buttons(self) -> Iterator[Html]:
        """Back or Undo, and the way back from the caretaker."""
        state, t = self.state, self.t
        player = self.reader.snapshot.players[state.seat]
        if player.has_caretaker:
            yield self.submit(t("I'm back"), "back", style="main")
        if state.selection.delayed is not None:
            yield self.submit(t("Back"), "unhold")
        elif not state.selection.is_empty:
            yield self.submit(t("Back"), "pick", *state.previous_tokens)
        elif state.since_last.undos:
            yield self.submit(t("Undo"), "undo")
            if state.since_last.undos > 1:
                yield self.submit(t("Reset my turn"), "reset")

    def looks(self) -> Iterator[Html]:
        """Links to pages that lead back to this question."""
        snapshot, t = self.reader.snapshot, self.t
        may_ask_coach = not snapshot.row.rated and snapshot.row.sealed_until is None
        is_owing = self.state.seat in snapshot.owing_seats()
        for name, label, is_shown in (
            ("advice", t("Get advice"), may_ask_coach and is_owing),
            ("rules", t("Read the rules"), True),
            ("legend", t("What is this?"), True),
            ("look", t("Look closer"), bool(self.reader.closeups())),
            ("since", t("See what changed"), self.state.since_last.missed),
        ):
            if is_shown:
                href = f"{self.visit.path}/{name}{self._query()}"
                yield tag("a", label, href=href, class_="button side")

    async def ending(self) -> Content:
        """The result, the score sheet, and the way to the story."""
        reader, snapshot = self.reader, self.reader.snapshot
        outcome = snapshot.outcome()
        assert outcome is not None
        file = await reader.score_sheet() or await reader.board()
        return [
            tag("section", self.show(file), class_="table", aria_label=self.t("Score sheet")),
            tag(
                "section",
                tag("h2", result_heading(reader)),
                self.html(reader.game_text.outcome_text(outcome)),
                players_list(reader),
                tag("a", self.t("Watch it again"), href=self.visit.path, class_="button main"),
                class_="panel",
            ),
        ]
