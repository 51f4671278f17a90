"""Imports every feature: a button, a slash command or a delivery is declared when its module is imported."""

from importlib import import_module
from pkgutil import iter_modules

from bot.chat import club, lobby, outbox, settings, table

for _package in (outbox, settings, table, lobby, club):
    for _module in iter_modules(_package.__path__, f"{_package.__name__}."):
        import_module(_module.name)
