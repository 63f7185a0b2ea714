"""Functions that turn replies, parsed from JSON, into what the methods return."""

from typing import Any

from . import types
from .types import Changes, Node, PartialChanges, ThreadComment


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


def article(reply: Any) -> Any:
    """Returns None for a comment, as commands for articles do."""
    return None if _is_comment(reply) else reply


def comment(reply: Any) -> Any:
    return reply if _is_comment(reply) else None


def articles(reply: Any) -> Any:
    return [entry and article(entry) for entry in reply]


def comments(reply: Any) -> Any:
    return [entry and comment(entry) for entry in reply]


def page_with_cursor(reply: Any) -> Any:
    page: types.Page[Any] = types.Page(reply[0])
    page.cursor = reply[1]
    return page


def with_cursor(reply: Any) -> Any:
    """Returns a cursor, and the number that comes with it."""
    return tuple(reply)


def rows(reply: Any) -> Any:
    return [tuple(row) for row in reply]


def voters(reply: Any) -> Any:
    cursor, votes = reply
    return cursor, entries(votes)


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
