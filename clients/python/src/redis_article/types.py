"""The types of arguments and replies. mypy, pyright and pydantic accept all of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, Literal, NamedTuple, TypeAlias, TypeVar

from typing_extensions import NotRequired, TypedDict, final

T = TypeVar("T")

# Arguments

Text: TypeAlias = str | bytes
# Not Sequence: a str is one, too.
Texts: TypeAlias = list[str] | list[bytes] | list[Text] | tuple[Text, ...]
Ids: TypeAlias = list[int] | tuple[int, ...]
Fields: TypeAlias = Mapping[str, Text] | Mapping[bytes, Text]
# A user and names of the user's lists: ("ann", ["read", "hidden"]).
UserLists: TypeAlias = tuple[Text, Texts]

CommentBy = Literal[
    "score", "time", "votes", "best", "controversy", "gravity",
    "SCORE", "TIME", "VOTES", "BEST", "CONTROVERSY", "GRAVITY",
]
By = Literal[CommentBy, "bumped", "comments", "active", "BUMPED", "COMMENTS", "ACTIVE"]
RankBy = Literal["score", "time", "SCORE", "TIME"]
Order = Literal["asc", "desc", "ASC", "DESC"]
Direction = Literal["up", "down", "UP", "DOWN"]
Vote = Literal[Direction, "none", "NONE"]
Kind = Literal["articles", "comments", "ARTICLES", "COMMENTS"]
Action = Literal[
    "hide", "show", "lock", "unlock", "pin", "unpin",
    "HIDE", "SHOW", "LOCK", "UNLOCK", "PIN", "UNPIN",
]
YesNo = Literal["yes", "no", "YES", "NO"]
Formula = Literal["linear", "log", "LINEAR", "LOG"]

# Options. None counts as not given.


class Settings(TypedDict, total=False):
    votescore: int | None
    window: int | None
    pagesize: int | None
    selfvote: YesNo | None
    formula: Formula | None
    downvotes: YesNo | None
    dedupe: int | None
    bumpwindow: int | None
    keepvotes: YesNo | None


class CommentOptions(TypedDict, total=False):
    fields: Fields | None
    id: int | None
    time: int | None


class PostOptions(CommentOptions, total=False):
    groups: Texts | None


class EditOptions(TypedDict, total=False):
    title: Text | None
    link: Text | None
    text: Text | None
    fields: Fields | None
    unset: Texts | None


class BumpOptions(TypedDict, total=False):
    time: int | None
    comments: int | None


class Span(TypedDict, total=False):
    since: int | None
    until: int | None


class CountSpan(Span, total=False):
    below: int | None


class View(TypedDict, total=False):
    """The reader, and the lists of the reader that `marks` is about."""

    viewer: Text | None
    marks: Texts | None


class Paging(View, total=False):
    after: str | None
    size: int | None


class CommentListing(Span, Paging, total=False):
    """What selects and orders comments."""

    by: CommentBy | None
    order: Order | None
    minvotes: int | None
    from_: Texts | None
    notfrom: Texts | None
    unvoted: Text | None
    marked: UserLists | None
    unmarked: UserLists | None
    except_: Ids | None
    hidden: bool
    below: int | None


class Listing(Span, Paging, total=False):
    """What selects and orders articles."""

    by: By | None
    order: Order | None
    minvotes: int | None
    anyof: Texts | None
    allof: Texts | None
    noneof: Texts | None
    from_: Texts | None
    notfrom: Texts | None
    unvoted: Text | None
    marked: UserLists | None
    unmarked: UserLists | None
    except_: Ids | None
    hidden: bool


class ThreadListing(Paging, total=False):
    """What limits and orders a thread."""

    by: CommentBy | None
    order: Order | None
    notfrom: Texts | None
    depth: int | None
    children: int | None


class VotedListing(Paging, total=False):
    """What selects votes of a user."""

    vote: Direction | None
    kind: Kind | None


class MarkedListing(Paging, total=False):
    """What selects entries of a list of a user."""

    kind: Kind | None


class AnswersListing(Paging, total=False):
    """What selects answers to a user."""

    unseen: bool
    notfrom: Texts | None


class Query(Listing, total=False):
    withcursor: bool


class CommentQuery(CommentListing, total=False):
    withcursor: bool


class ThreadQuery(ThreadListing, total=False):
    withcursor: bool


class VotedQuery(VotedListing, total=False):
    withcursor: bool


class MarkedQuery(MarkedListing, total=False):
    withcursor: bool


class AnswersQuery(AnswersListing, total=False):
    withcursor: bool


class ChangesOptions(View, total=False):
    count: int | None
    block: int | None


class LoadVoters(TypedDict, total=False):
    up: Texts | None
    down: Texts | None
    silentup: Texts | None
    silentdown: Texts | None
    keptup: Texts | None
    keptdown: Texts | None
    score: int | None


class LoadPlace(TypedDict, total=False):
    counts: tuple[int, int] | None
    score: int | None
    boost: int | None


class LoadComment(LoadVoters, LoadPlace, total=False):
    hidden: bool
    locked: bool
    pinned: bool
    fields: Fields | None


class LoadArticle(LoadComment, total=False):
    comments: int | None
    bumped: int | None
    groups: Texts | None


# Replies

# A viewer's vote. None: the window has passed, and the site keeps no votes.
ViewerVote = Literal[1, 0, -1] | None
VoterVote = Literal[1, -1]


class Article(TypedDict):
    """`vote` is present with `viewer`, and `marks` if `marks` is given, too.

    Custom fields are in `fields`, if there are any.
    """

    id: int
    title: str
    link: str
    poster: str
    time: int
    closes: int
    votes: int
    upvotes: int
    downvotes: int
    score: int
    comments: int
    bumped: int
    groups: list[str]
    vote: NotRequired[ViewerVote]
    marks: NotRequired[list[str]]
    boost: NotRequired[int]
    hidden: NotRequired[Literal[1]]
    locked: NotRequired[Literal[1]]
    pinned: NotRequired[Literal[1]]
    fields: NotRequired[dict[str, str]]


class PartialArticle(TypedDict, total=False):
    """With `return_`: the entries and custom fields that it names."""

    id: int
    title: str
    link: str
    poster: str
    time: int
    closes: int
    votes: int
    upvotes: int
    downvotes: int
    score: int
    comments: int
    bumped: int
    groups: list[str]
    vote: ViewerVote
    marks: list[str]
    boost: int
    hidden: Literal[1]
    locked: Literal[1]
    pinned: Literal[1]
    fields: dict[str, str]


class Comment(TypedDict):
    """`vote` is present with `viewer`, and `marks` if `marks` is given, too.

    Custom fields are in `fields`, if there are any.
    """

    id: int
    parent: int
    article: int
    text: str
    poster: str
    time: int
    closes: int
    votes: int
    upvotes: int
    downvotes: int
    score: int
    comments: int
    vote: NotRequired[ViewerVote]
    marks: NotRequired[list[str]]
    boost: NotRequired[int]
    hidden: NotRequired[Literal[1]]
    locked: NotRequired[Literal[1]]
    pinned: NotRequired[Literal[1]]
    fields: NotRequired[dict[str, str]]


@final
class ThreadComment(Comment):
    """A comment in a thread. A direct answer to the id that was named has the depth 1.

    `"text" in entry` is true of this, and not of a placeholder.
    """

    depth: int


@final
class Placeholder(TypedDict):
    """A hidden or deleted comment in a thread, with comments below it."""

    id: int
    parent: int
    article: int
    depth: int
    comments: int
    hidden: NotRequired[Literal[1]]
    muted: NotRequired[Literal[1]]
    deleted: NotRequired[Literal[1]]


Removed = Literal["hidden", "muted", "deleted"]


class DeletedItem(TypedDict):
    """A deleted article or comment in a path, with comments below it."""

    id: int
    parent: NotRequired[int]
    article: NotRequired[int]
    comments: int
    deleted: Literal[1]


class PartialComment(TypedDict, total=False):
    """With `return_`: the entries and custom fields that it names. May be a placeholder."""

    id: int
    parent: int
    article: int
    text: str
    poster: str
    time: int
    closes: int
    votes: int
    upvotes: int
    downvotes: int
    score: int
    comments: int
    depth: int
    vote: ViewerVote
    marks: list[str]
    boost: int
    hidden: Literal[1]
    locked: Literal[1]
    pinned: Literal[1]
    deleted: Literal[1]
    fields: dict[str, str]


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


class Posted(TypedDict):
    id: int
    created: Literal[0, 1]
    votes: int
    upvotes: int
    downvotes: int
    score: int


class Voted(TypedDict):
    changed: Literal[0, 1]
    votes: int
    upvotes: int
    downvotes: int
    score: int
    previous: Literal[1, 0, -1]
    poster: str


class User(TypedDict):
    articles: int
    karma: int
    comments: int
    comment_karma: int
    unseen: int


class Info(TypedDict):
    articles: int
    last_id: int
    open: int
    groups: int
    votes: int
    vote_score: int
    vote_window: int
    page_size: int
    self_vote: Literal["yes", "no"]
    memory: int
    formula: Literal["linear", "log"]
    downvotes: Literal["yes", "no"]
    dedupe: int
    hidden: int
    users: int
    bump_window: int
    comments: int
    version: str
    keep_votes: Literal["yes", "no"]
    marks: int
