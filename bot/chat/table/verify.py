"""/table verify: check a game against its commitment and replay its log."""

from collections.abc import Mapping

from bot.chat.interactions import Request
from bot.chat.interactions.commands import TABLE, game_command
from bot.chat.messages import MessageBuilder
from bot.i18n import N_, Locale
from bot.play.core import Denied, GameSnapshot
from bot.play.history.verify import VerificationReport, verify_game
from bot.views.markup import relative_time

MAX_PROBLEMS = 5
PROBLEM_TEXTS: Mapping[str, str] = {
    "seed_not_sealed": N_("The seed isn't the one that was sealed."),
    "opening_not_sealed": N_("Skald's opening isn't the one that was sealed."),
    "components_gone": N_(
        "It was played with rules or values that no longer exist, so it can't be replayed."
    ),
    "log_gaps": N_("The log has gaps."),
    "options_do_not_fit": N_("The log's record of the agreement doesn't fit the rules."),
    "entry_impossible": N_("Entry {ply} isn't possible at that point of the game."),
    "entry_leads_elsewhere": N_("Entry {ply} leads to a board that differs from the recorded one."),
    "board_not_of_log": N_("The board doesn't match its log."),
    "result_not_of_log": N_("The result doesn't match its log."),
}
"""Texts by the code of a problem."""


@game_command(N_("verify"), N_("Check the shuffle and the whole log of a game"), finished=True, group=TABLE)
async def verify_command(request: Request, snapshot: GameSnapshot) -> None:
    """Report the result of the check, and how users can check the commitment themselves."""
    report = await verify_game(request.store, request.games, snapshot.code)
    if report is None:
        raise Denied("not_started")
    title = request.reader_view(snapshot, None).title
    lines = report_lines(report, request.locale, request.service.now())
    await request.respond(MessageBuilder().text(title, *lines))


def report_lines(report: VerificationReport, locale: Locale, now: int) -> list[str]:
    """Returns the report in lines.

    Includes the seed only if the game is over and its deal is not played elsewhere any more.
    """
    t, row = locale.t, report.row
    lines = [
        _summary_text(report, locale),
        *(f"- {t(PROBLEM_TEXTS[flaw.code], **flaw.values)}" for flaw in report.flaws[:MAX_PROBLEMS]),
        t("Sealed at the start as `{commitment}`.", commitment=row.commitment or ""),
    ]
    if report.deal is not None and not any(flaw.code == "opening_not_sealed" for flaw in report.flaws):
        lines.append(
            t(
                "Skald's {n} opening moves are the ones sealed with the seed before the week began, as "
                "`{commitment}`: the SHA-256 of the seed and of the moves, a line for each.",
                n=row.begins - 1,
                commitment=report.deal.commitment,
            )
        )
    if row.status == "over" and row.seed is not None and now >= (row.sealed_until or 0):
        lines.append(t("The seed: `{seed}`. Its SHA-256, as bytes, is the seal.", seed=row.seed.hex()))
    elif row.status == "over" and row.sealed_until is not None:
        lines.append(
            t(
                "Others still play this deal. The seed is revealed {when}.",
                when=relative_time(row.sealed_until),
            )
        )
    else:
        lines.append(t("The seed is revealed when the game is over."))
    return lines


def _summary_text(report: VerificationReport, locale: Locale) -> str:
    if not report.is_valid:
        return locale.t("**This game doesn't match its seal or its log.**")
    if report.since > 1:
        return locale.t(
            "**Verified** from entry {ply} on, where today's rules took over: the seed is the one that was "
            "sealed, and the log, replayed from there, gives the recorded boards.",
            ply=report.since,
        )
    return locale.tn(
        "**Verified.** The seed is the one that was sealed, and {n} entry of the log, replayed, gives the "
        "recorded board.",
        "**Verified.** The seed is the one that was sealed, and all {n} entries of the log, replayed, give "
        "the recorded boards.",
        n=report.entries,
    )
