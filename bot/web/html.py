"""Builds HTML. Every text and attribute is escaped unless it is HTML already."""

from collections.abc import Iterable
from html import escape

VOID = frozenset(("meta", "link", "img", "input", "br", "hr"))
Attribute = str | int | bool | None


class Html(str):
    """Text that is HTML already."""

    __slots__ = ()


Content = str | Iterable["Content"] | None


def render(content: Content) -> Html:
    """Returns content as HTML: plain text is escaped, None is left out."""
    if content is None:
        return Html("")
    if isinstance(content, Html):
        return content
    if isinstance(content, str):
        return Html(escape(content))
    return Html("".join(map(render, content)))


def tag(element: str, /, *content: Content, **attributes: Attribute) -> Html:
    """Returns an element. An attribute of False or None is left out; `class_` and `data_x` stand for
    `class` and `data-x`.

    >>> tag("a", "this & that", href="/?a=1&b=2", class_="link")
    '<a href="/?a=1&amp;b=2" class="link">this &amp; that</a>'
    >>> tag("input", type="checkbox", checked=True, disabled=False)
    '<input type="checkbox" checked>'
    """
    parts = [f"<{element}"]
    for key, value in attributes.items():
        attribute = key.rstrip("_").replace("_", "-")
        if value is True:
            parts.append(f" {attribute}")
        elif value is not None and value is not False:
            parts.append(f' {attribute}="{escape(str(value))}"')
    parts.append(">")
    if element not in VOID:
        parts += [render(content), f"</{element}>"]
    return Html("".join(parts))
