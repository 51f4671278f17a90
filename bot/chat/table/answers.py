"""The question on a panel and its answers: buttons, a paged list, or a multi-select."""

import discord

from bot.chat.messages import PRIMARY, SECONDARY, SELECT_LIMIT, MessageBuilder, button, choice_id, option
from bot.chat.messages.custom_id import answer_id
from bot.views.answers_text import blocked_lines
from bot.views.choices import SHORTCUT_PREFIX, Answer, Choices, Question
from bot.views.reader_view import ReaderView

MAX_REASONS_CHARS = 100  # About two lines on a phone.


def add_question(
    builder: MessageBuilder, choices: Choices, question: Question, *, is_explained: bool = False
) -> None:
    """Add the question, its answers, and below them what is not possible.

    The first question of a move has no line of its own where the sentence of a lesson above says what to do.
    """
    if question.text or question.pages > 1 or not is_explained:
        text = question.text or choices.reader.locale.t("What do you do?")
        text = text if question.list_entries else with_page(choices, question, text)
        builder.text(f"### {text}" if choices.reader.text_only else f"**{text}**")
    if question.pieces:
        _add_multi_select(builder, choices, question)
    else:
        parts = (_add_buttons, _add_list, add_page_buttons)
        if question.lists_first:
            parts = (_add_list, add_page_buttons, _add_buttons)
        for add_part in parts:
            add_part(builder, choices, question)
    builder.text(blocked_line(choices.reader, question))


def blocked_line(reader: ReaderView, question: Question) -> str:
    """Returns all reasons on one line if they are short, else only what is not possible."""
    reasons = " ".join(blocked_lines(reader, question))
    if len(reasons) <= MAX_REASONS_CHARS or reader.text_only:
        return f"-# {reasons}" if reasons else ""
    kinds = ", ".join(map(reader.game_text.kind_label, question.blocked_reasons))
    return reader.locale.t("-# Not possible now: {kinds}. More… says why.", kinds=kinds)


def _add_buttons(builder: MessageBuilder, choices: Choices, question: Question) -> None:
    builder.buttons(
        *(
            button(
                answer_id(choices, answer),
                answer.numbered_label,
                SECONDARY if answer.is_blocked or answer.is_side_action else PRIMARY,
                emoji=answer.label.emoji,
                disabled=answer.is_blocked,
            )
            for answer in question.buttons
        )
    )


def _add_multi_select(builder: MessageBuilder, choices: Choices, question: Question) -> None:
    """Add a list of which any number can be chosen, and a button for none."""
    chosen, entries = question.prompt.chosen, [_entry(choices, question, each) for each in question.pieces]
    custom_id = choice_id(choices, "several", *chosen)
    builder.select(custom_id, question.text, entries, max_values=min(len(entries), SELECT_LIMIT))
    none = choices.reader.locale.t("None")
    if choices.reader.text_only:
        none = f"{question.text} {none}"
    builder.buttons(button(choice_id(choices, "pick", *chosen, "none"), none))


def _add_list(builder: MessageBuilder, choices: Choices, question: Question) -> None:
    """Add one page of the list, if there is one."""
    if not question.list_entries:
        return
    t, chosen = choices.reader.locale.t, question.prompt.chosen
    entries = [_entry(choices, question, answer) for answer in question.list_entries]
    heading = t("Choose one of {n}…", n=len(entries))
    if question.buttons and not question.lists_first:
        are_shortcuts = all(answer.offer.is_sequence for answer in question.list_entries)
        heading = t("Play a complete move…") if are_shortcuts else t("Choose something else…")
    builder.select(choice_id(choices, "choose", *chosen), with_page(choices, question, heading), entries)


def with_page(choices: Choices, question: Question, heading: str) -> str:
    """Returns the heading of answers that are not complete with the number of their page."""
    if question.pages == 1:
        return heading
    page, pages = question.page + 1, question.pages
    return choices.reader.locale.t(
        "{heading} (page {page} of {pages})", heading=heading, page=page, pages=pages
    )


def add_page_buttons(builder: MessageBuilder, choices: Choices, question: Question) -> None:
    t, page, last = choices.reader.locale.t, question.page, question.pages - 1
    if last > 0:
        earlier, later = (
            choice_id(choices, "page", str(max(0, page + step)), *question.prompt.chosen) for step in (-1, 1)
        )
        labels = t("Previous"), t("Next")
        if choices.reader.text_only:
            labels = t("Previous page of answers"), t("Next page of answers")
        builder.buttons(
            button(earlier, labels[0], disabled=page == 0), button(later, labels[1], disabled=page == last)
        )


def _entry(choices: Choices, question: Question, answer: Answer) -> discord.SelectOption:
    """Returns an entry of a list. Its value holds the tokens after those chosen so far."""
    known = len(choices.token_prefix) + len(question.prompt.chosen)
    is_shortcut = answer.verb == "short"
    value = f"{SHORTCUT_PREFIX}{answer.tokens[-1]}" if is_shortcut else " ".join(answer.tokens[known:])
    return option(value, answer.numbered_label, emoji=answer.label.emoji)
