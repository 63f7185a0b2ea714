"""Functions that turn replies, parsed from JSON, into what the methods return."""

from typing import Any

from . import types
from .types import (
    Affinity, Changes, Export, Node, PartialChanges, Step, ThreadComment, Voters,
)


def nothing(reply: Any) -> None:
    """Reads OK."""


def is_there(reply: Any) -> bool:
    """Returns whether a reply is not nil."""
    return reply is not None


def same(reply: Any) -> Any:
    return reply


def entries(reply: Any) -> Any:
    """Returns a map of a command that writes. In RESP2, it is a list of names and values."""
    kind: Any = reply.__class__
    return dict(zip(reply[::2], reply[1::2], strict=True)) if kind is list else reply


def counts(reply: Any) -> Any:
    """Returns such a map, with booleans for what is yes or no."""
    return {name: bool(value) if name in ("created", "changed") else value
            for name, value in entries(reply).items()}


def switches(reply: Any) -> Any:
    """Returns a map with booleans for settings that are yes or no."""
    return reply and {name: value == "yes" if value in ("yes", "no") else value
                      for name, value in reply.items()}


def article(reply: Any) -> Any:
    """Returns None for a comment, as commands for articles do."""
    return None if reply is None or _is_comment(reply) else reply


def comment(reply: Any) -> Any:
    return reply if reply and _is_comment(reply) else None


def articles(reply: Any) -> Any:
    return [*map(article, reply)]


def comments(reply: Any) -> Any:
    return [*map(comment, reply)]


def page(reply: Any) -> Any:
    """Returns a page. With WITHCURSOR, the reply is its entries and the cursor, and with
    WITHPOSITIONS, these with the positions between them, or nil."""
    kind: Any = reply[0].__class__ if reply else None
    if kind is not list:
        return types.Page(reply or ())
    entries, *positions, cursor = reply
    page: types.Page[Any] = types.Page(entries)
    page.cursor, page.positions = cursor, positions[0] if positions else None
    return page


def step(reply: Any) -> Step:
    return Step(*reply)


def export(reply: Any) -> Export:
    return Export(*reply)


def affinity(reply: Any) -> list[Affinity]:
    return [Affinity(*row) for row in reply]


def voters(reply: Any) -> Voters:
    cursor, votes = reply
    return Voters(cursor, entries(votes))


def changes(reply: Any) -> Changes:
    return Changes(*_changes(reply))


def partial_changes(reply: Any) -> PartialChanges:
    return PartialChanges(*_changes(reply))


def nest(thread: list[ThreadComment | types.Placeholder], id: int) -> list[Node]:
    """Returns the answers to an id, with the answers to these, and so on."""
    below: dict[int, list[Node]] = {id: []}
    for entry in thread:
        if entry["id"] in below:
            continue  # A vote moved it between two commands.
        if "text" in entry:
            node = Node(entry["id"], entry["depth"], entry)
        else:
            removed: types.Removed = (
                "hidden" if "hidden" in entry else "muted" if "muted" in entry else "deleted")
            node = Node(entry["id"], entry["depth"], None, removed)
        below[node.id] = node.answers
        below[entry["parent"]].append(node)
    return below[id]


def _is_comment(item: dict[str, Any]) -> bool:
    """With `binary`, an article can have a custom field `parent` here, but it is a text."""
    return isinstance(item.get("parent"), int)


def _changes(reply: Any) -> Any:
    version, items, deleted = reply
    of_kind: tuple[list[Any], list[Any]] = [], []
    for item in items:
        of_kind[_is_comment(item)].append(item)
    return version, *of_kind, deleted
