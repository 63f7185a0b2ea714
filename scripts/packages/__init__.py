"""Builds the packages for each kind of machine. See scripts/package."""
