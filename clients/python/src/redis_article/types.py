"""The types of arguments and replies. mypy, pyright and pydantic accept all of them."""

from dataclasses import dataclass, field
from typing import Generic, Literal, NamedTuple, TypeVar

from .basics import *
from .signatures import *

T = TypeVar("T")

VoterVote = Literal[1, -1]
Removed = Literal["hidden", "muted", "deleted"]


@dataclass(frozen=True)
class Node:
    """A comment of a thread, and the answers to it.

    The comment is None if only a placeholder is left of it. `removed` says why.
    """

    id: int
    depth: int
    comment: ThreadComment | None
    removed: Removed | None = None
    answers: "list[Node]" = field(default_factory=list["Node"])


class Page(list[T], Generic[T]):
    """A page of a listing. `cursor`, with `withcursor`, is the `after` of the next page.

    At the end of the listing, the cursor is None.
    """

    cursor: str | None = None


class Changes(NamedTuple):
    """Changes of a site. If the lists are empty, nothing is left."""

    version: str
    articles: list[Article]
    comments: list[Comment]
    deleted: list[int]
    resync: bool = False


class PartialChanges(NamedTuple):
    version: str
    articles: list[PartialArticle]
    comments: list[PartialComment]
    deleted: list[int]
    resync: bool = False
