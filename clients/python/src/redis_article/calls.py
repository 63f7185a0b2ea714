"""How the functions of commands.py make commands."""

from typing import Any

from . import replies
from .command import Command, switch

__all__ = ["changes", "given", "page", "position", "read", "switch", "view", "write"]


def write(name: str, *args: Any, read: Any = replies.same, **options: Any) -> Command[Any]:
    return Command(name, args, read, options=options)


def read(name: str, *args: Any, read: Any = replies.same, **options: Any) -> Command[Any]:
    return Command(name, args, read, is_read=True, options=options)


def view(name: str, *args: Any, **options: Any) -> Command[Any]:
    """Returns a command whose reply may be of either kind: ids are one sequence.

    Has RETURN name the entry that only comments have.
    """
    names = options.get("return_")
    if isinstance(names, (list, tuple)):
        options["return_"] = [*names, "parent"]
    return read(name, *args, **options)


def page(name: str, *args: Any, **options: Any) -> Command[Any]:
    return read(name, *args, read=replies.page, **options)


def changes(name: str, version: str, **options: Any) -> Command[Any]:
    reader = replies.changes if options.get("return_") is None else replies.partial_changes
    return view(name, version, read=reader, **options)


def position(shown: Any) -> str:
    """Returns the position of the first answer of a page: without one, that nothing is seen."""
    if isinstance(shown, str):
        return shown
    return f"time:{shown[0]['time']}-{shown[0]['id']}" if shown else "time:0-0"


def given(value: Any) -> tuple[Any, ...]:
    """Returns an argument that can be left out."""
    return () if value is None else (value,)
