"""The types of arguments and replies. mypy, pyright and pydantic accept all of them."""

from dataclasses import dataclass, field
from typing import Generic, Literal, NamedTuple, TypeVar

from .basics import *
from .signatures import *

T = TypeVar("T")

# A page of answers, or a position among them.
Position = str | list[Comment] | list[PartialComment]

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

    At the end of the listing, the cursor is None. `positions`, with `withpositions`, are what
    cursors after its entries would be, or None without a site.
    """

    cursor: str | None = None
    positions: list[str] | None = None


class Voters(NamedTuple):
    """Some of the voters of an article or comment. At the end, the cursor is "0"."""

    cursor: str
    voters: dict[str, VoterVote]


class Step(NamedTuple):
    """The votes that a step has withdrawn or changed. At the end, the cursor is "0"."""

    cursor: str
    votes: int


class Affinity(NamedTuple):
    """A voter: votes on what the poster has posted, and on anything of others, up to 1,000."""

    user: str
    up: int
    down: int
    given: int


class Export(NamedTuple):
    """Commands that create a site again. At the end, the cursor is "0"."""

    cursor: str
    commands: list[list[str]]


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
