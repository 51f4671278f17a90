"""The examples in docstrings of the drawing kit."""

import doctest
from types import ModuleType

import pytest

from render.kit import faces, palette, transliteration
from render.kit import type as text_layout


@pytest.mark.parametrize("module", [faces, palette, transliteration, text_layout])
def test_examples_in_docstrings_hold(module: ModuleType) -> None:
    result = doctest.testmod(module)
    assert result.attempted
    assert not result.failed
