"""Installs all packages below `skald_bot`; everything else is in pyproject.toml."""

from setuptools import find_namespace_packages, setup

FOLDERS = ("bot", "db", "harbour", "opponents", "render", "rules")
PACKAGES = find_namespace_packages(include=[f"{folder}*" for folder in FOLDERS])

setup(
    packages=["skald_bot", *(f"skald_bot.{name}" for name in PACKAGES)],
    package_dir={f"skald_bot.{folder}": folder for folder in FOLDERS},
)
