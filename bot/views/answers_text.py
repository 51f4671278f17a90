"""Texts about the answers to a question: the cards they name, and why some moves are not possible."""

from collections.abc import Iterable

from bot.views.choices import Choices, Question, shared_facts
from bot.views.reader_view import ReaderView

MAX_EXPLAINED_CARDS = 3


def blocked_lines(reader: ReaderView, question: Question) -> list[str]:
    """Returns a line per kind of move that is not possible now, with the reason."""
    t, game_text = reader.locale.t, reader.game_text
    return [
        t("{kind}: {why}.", kind=game_text.kind_label(kind), why=game_text.phrase_text(why))
        for kind, why in question.blocked_reasons.items()
    ]


def component_texts(reader: ReaderView, subjects: Iterable[str | int]) -> list[str]:
    """Returns the help texts of the subjects that are visible cards or pieces."""
    visible = set(reader.visible_components())
    keys = [subject for subject in subjects if isinstance(subject, str) and subject in visible]
    return [
        reader.locale.t("**{name}**: {text}", name=name, text=text)
        for name, text in map(reader.game_text.component_help, dict.fromkeys(keys))
    ]


def card_texts(choices: Choices, question: Question) -> list[str]:
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
