"""Functions that read the replies of the server, in RESP2 and RESP3."""

from functools import partial
from typing import Any, Literal

from . import types
from .types import Changes, Node, PartialChanges, ThreadComment

# Every other entry is a custom field, which can have the name `fields`.
_ARTICLE = frozenset(types.PartialArticle.__annotations__) - {"fields"}
_COMMENT = frozenset(types.PartialComment.__annotations__) - {"fields"}


def nothing(reply: Any) -> None:
    """Reads OK."""


def is_there(reply: Any) -> bool:
    """Returns whether a reply is not nil."""
    return reply is not None


def same(reply: Any) -> Any:
    return reply


def entries(reply: Any) -> Any:
    """Returns a map, which is a list of pairs, or of names and values in turn, in RESP2."""
    kind: Any = reply.__class__
    if kind is not list:
        return reply
    is_flat = reply and not isinstance(reply[0], list)
    return dict(zip(reply[::2], reply[1::2], strict=True) if is_flat else reply)


def article(reply: Any, added: tuple[str, ...]) -> Any:
    """Returns None for a comment. `added` is as in partial_changes."""
    return _of_kind(reply, added, is_comment=False)


def comment(reply: Any, added: tuple[str, ...]) -> Any:
    return _of_kind(reply, added, is_comment=True)


def articles(reply: Any, added: tuple[str, ...]) -> Any:
    return [article(entry, added) for entry in reply]


def comments(reply: Any, added: tuple[str, ...]) -> Any:
    return [comment(entry, added) for entry in reply]


def article_page(reply: Any) -> Any:
    return _page(reply, partial(_item, names=_ARTICLE))


def comment_page(reply: Any) -> Any:
    return _page(reply, partial(_item, names=_COMMENT))


def mixed_page(reply: Any, added: tuple[str, ...]) -> Any:
    """Reads articles and comments. `added` is as in partial_changes."""
    def read(item: Any) -> Any:
        return _either(item, added)[1]

    return _page(reply, read)


def thread_page(reply: Any) -> Any:
    page: Any = comment_page(reply)
    for entry in page:
        if "text" not in entry:
            del entry["fields"]
    return page


def with_cursor(reply: Any) -> Any:
    """Returns a cursor, and the map or number that comes with it."""
    cursor, value = reply
    return cursor, value if isinstance(value, int) else entries(value)


def changes(reply: Any) -> Changes:
    return Changes(*_changes(reply, ()))


def partial_changes(reply: Any, added: tuple[str, ...]) -> PartialChanges:
    """`added` are entries that the command asked for and its caller did not."""
    return PartialChanges(*_changes(reply, added))


def nest(thread: list[ThreadComment | types.Placeholder], id: int) -> list[Node]:
    """Returns the answers to an id, with the answers to these, and so on."""
    below: dict[int, list[Node]] = {id: []}
    for entry in thread:
        if entry["id"] in below:
            continue  # A vote moved it between two commands.
        if "text" in entry:
            node = Node(entry["id"], entry["depth"], entry)
        else:
            removed: Literal["hidden", "deleted"] = "hidden" if "hidden" in entry else "deleted"
            node = Node(entry["id"], entry["depth"], None, removed)
        below[node.id] = node.answers
        below[entry["parent"]].append(node)
    return below[id]


def _item(reply: Any, names: frozenset[str]) -> Any:
    """Moves custom fields into `fields`. One from before 0.4 can have the name `marks`."""
    item = entries(reply)
    custom = {name: item.pop(name) for name in list(item)
              if name not in names or name == "marks" and isinstance(item[name], str)}
    return item | {"fields": custom}


def _is_comment(item: dict[str, Any]) -> bool:
    """An article can have a custom field `parent`, but it is a text."""
    return isinstance(item.get("parent"), int)


def _either(reply: Any, added: tuple[str, ...]) -> tuple[bool, Any]:
    """Returns whether it is a comment, and the article or comment."""
    item = entries(reply)
    is_comment = _is_comment(item)
    for name in added:
        item.pop(name, None)
    return is_comment, _item(item, _COMMENT if is_comment else _ARTICLE)


def _of_kind(reply: Any, added: tuple[str, ...], is_comment: bool) -> Any:
    if reply is None:
        return None
    found, item = _either(reply, added)
    return item if found == is_comment else None


def _page(reply: Any, read: Any) -> Any:
    has_cursor = len(reply) == 2 and not isinstance(reply[1], (list, dict))
    page: types.Page[Any] = types.Page(read(item) for item in (reply[0] if has_cursor else reply))
    page.cursor = reply[1] if has_cursor else None
    return page


def _changes(reply: Any, added: tuple[str, ...]) -> Any:
    version, items, deleted = reply
    articles: list[Any] = []
    comments: list[Any] = []
    for item in items:
        is_comment, item = _either(item, added)
        (comments if is_comment else articles).append(item)
    return version, articles, comments, deleted
