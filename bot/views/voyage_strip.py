"""A voyage's result as one line of emoji that can be pasted anywhere. It tells nothing about the deal."""

PAR_STEPS = (-10, -4, 0, 4, 10)  # Points over par from which one more square is filled.


def voyage_strip(
    title: str,
    week: str,
    score: int,
    *,
    over_par: int | None = None,
    place: tuple[int, int] | None = None,
    streak: int = 0,
) -> str:
    """Returns the line. `place` is the place and the number of those who arrived.

    >>> voyage_strip("Lofoten", "47/2026", 52, over_par=5, place=(3, 12), streak=4)
    '⛵ Skald 47/2026 · Lofoten 52 · 🟦🟦🟦🟦⬜ +5 · 🏅 3/12 · 🔥 4'
    """
    parts = [f"⛵ Skald {week}", f"{title} {score}"]
    if over_par is not None:
        filled = sum(over_par >= step for step in PAR_STEPS)
        parts.append("🟦" * filled + "⬜" * (len(PAR_STEPS) - filled) + f" {over_par:+}")
    if place is not None:
        parts.append("🏅 {}/{}".format(*place))
    if streak > 1:
        parts.append(f"🔥 {streak}")
    return " · ".join(parts)
