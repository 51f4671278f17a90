"""The question on a panel and its answers: buttons, a paged list, or a multi-select."""

from collections.abc import Iterable

import discord

from bot.chat.messages import PRIMARY, SECONDARY, SELECT_LIMIT, MessageBuilder, button, choice_id, option
from bot.chat.messages.custom_id import answer_id
from bot.views.choices import SHORTCUT_PREFIX, Answer, Choices, Question, shared_facts
from bot.views.reader_view import ReaderView

MAX_EXPLAINED_CARDS = 3


def add_question(builder: MessageBuilder, choices: Choices, question: Question, page: int) -> None:
    locale, game_text = choices.reader.locale, choices.reader.game_text
    builder.text(
        *(
            locale.t("-# {kind}: {why}.", kind=game_text.kind_label(kind), why=game_text.phrase_text(why))
            for kind, why in question.blocked_reasons.items()
        )
    )
    builder.text(f"**{question.text}**" if question.text else "")
    builder.text(*(f"> {text}" for text in _card_texts(choices, question)))
    if question.pieces:
        _add_multi_select(builder, choices, question)
        return
    if question.list_entries:
        _add_paged_list(builder, choices, question, page)
    builder.buttons(
        *(
            button(
                answer_id(choices, answer),
                answer.numbered_label,
                _button_style(question, answer),
                emoji=answer.label.emoji,
                disabled=answer.is_blocked,
            )
            for answer in question.buttons
        )
    )


def component_texts(reader: ReaderView, subjects: Iterable[str | int]) -> list[str]:
    """Returns the help texts of the subjects that are visible cards or pieces."""
    visible = set(reader.visible_components())
    keys = [subject for subject in subjects if isinstance(subject, str) and subject in visible]
    return [
        reader.locale.t("**{name}**: {text}", name=name, text=text)
        for name, text in map(reader.game_text.component_help, dict.fromkeys(keys))
    ]


def _button_style(question: Question, answer: Answer) -> discord.ButtonStyle:
    """Returns the style of an answer. Main actions at the start of a turn stand out."""
    is_secondary = answer.is_blocked or all(move.is_side_action for move in answer.offer.moves)
    return SECONDARY if question.text or is_secondary else PRIMARY


def _card_texts(choices: Choices, question: Question) -> list[str]:
    """Returns the texts of the cards to choose from, if these are few and nothing else is offered."""
    reader, answers = choices.reader, question.buttons
    moves = [answer.offer.moves[0] for answer in answers if len(answer.offer.moves) == 1]
    if question.list_entries or not 1 < len(moves) == len(answers) <= MAX_EXPLAINED_CARDS:
        return []
    subjects = (
        reader.plain_text.label_subjects(move, shared_facts(reader, choices.seat, (move,))) for move in moves
    )
    texts_by_move = [component_texts(reader, each) for each in subjects]
    texts = [text for texts in texts_by_move for text in texts]
    return texts if all(texts_by_move) and len(set(texts)) == len(moves) else []


def _add_multi_select(builder: MessageBuilder, choices: Choices, question: Question) -> None:
    """Add a list of which any number can be chosen, and a button for none."""
    chosen, entries = question.prompt.chosen, [_entry(choices, question, each) for each in question.pieces]
    custom_id = choice_id(choices, "several", *chosen)
    builder.select(custom_id, question.text, entries, max_values=min(len(entries), SELECT_LIMIT))
    builder.buttons(button(choice_id(choices, "pick", *chosen, "none"), choices.reader.locale.t("None")))


def _add_paged_list(builder: MessageBuilder, choices: Choices, question: Question, page: int) -> None:
    t, answers, chosen = choices.reader.locale.t, question.list_entries, question.prompt.chosen
    last = (len(answers) - 1) // SELECT_LIMIT
    page = min(max(page, 0), last)
    entries = [_entry(choices, question, answer) for answer in answers[page * SELECT_LIMIT :]]
    builder.select(choice_id(choices, "choose", *chosen), question.text or t("What do you do?"), entries)
    if last > 0:
        earlier, later = (choice_id(choices, "page", str(page + step), *chosen) for step in (-1, 1))
        builder.buttons(
            button(earlier, t("Previous"), disabled=page == 0),
            button(later, t("Next"), disabled=page == last),
        )


def _entry(choices: Choices, question: Question, answer: Answer) -> discord.SelectOption:
    """Returns an entry of a list. Its value holds the tokens after those chosen so far."""
    known = len(choices.token_prefix) + len(question.prompt.chosen)
    is_shortcut = answer.verb == "short"
    value = f"{SHORTCUT_PREFIX}{answer.tokens[-1]}" if is_shortcut else " ".join(answer.tokens[known:])
    return option(value, answer.numbered_label, emoji=answer.label.emoji)
