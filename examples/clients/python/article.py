"""Typed access to redis-article: `Site(redis.Redis(), "news").page(by="GRAVITY", viewer="carol")`.

Copy this file into your project. Needs Python 3.11 and redis-py 5 or later. Works with Redis and
RedisCluster, RESP2 and RESP3, bytes and decode_responses, but not with asyncio and pipelines. The
types work with pydantic, before Python 3.12 with typing_extensions, which pydantic installs.
"""

import re
from collections.abc import Set
from typing import (
    Any, Literal, Mapping, NamedTuple, NotRequired, Required, Sequence, Unpack, cast, overload)

from redis.exceptions import ResponseError

try:
    from typing_extensions import TypedDict
except ImportError:
    from typing import TypedDict

Text = str | bytes
Texts = list[str] | list[bytes] | list[Text] | tuple[Text, ...]  # Not Sequence: str is one, too.
Ids = list[int] | tuple[int, ...]
Fields = Mapping[str, Text]
Action = Literal["HIDE", "SHOW", "LOCK", "UNLOCK", "PIN", "UNPIN"]
By = Literal[
    "SCORE", "TIME", "VOTES", "BEST", "CONTROVERSY", "GRAVITY", "BUMPED", "COMMENTS", "ACTIVE"]
CommentBy = Literal["SCORE", "TIME", "VOTES", "BEST", "CONTROVERSY", "GRAVITY"]
Order = Literal["ASC", "DESC"]
Vote = Literal["UP", "DOWN", "NONE"]
Settings = TypedDict("Settings", {
    "votescore": int, "window": int, "pagesize": int, "selfvote": Literal["yes", "no"],
    "formula": Literal["linear", "log"], "downvotes": Literal["yes", "no"], "dedupe": int,
    "bumpwindow": int,
}, total=False)
Info = TypedDict("Info", {
    "articles": int, "last_id": int, "open": int, "groups": int, "votes": int, "vote_score": int,
    "vote_window": int, "page_size": int, "self_vote": str, "memory": int, "formula": str,
    "downvotes": str, "dedupe": int, "hidden": int, "users": int,
    "bump_window": int, "comments": int, "version": str})
Posted = TypedDict("Posted", {
    "id": int, "created": int, "votes": int, "upvotes": int, "downvotes": int, "score": int})
Voted = TypedDict("Voted", {
    "changed": int, "votes": int, "upvotes": int, "downvotes": int, "score": int,
    "previous": int, "poster": str})
User = TypedDict("User", {
    "articles": int, "karma": int, "comments": int, "comment_karma": int})
Voters = tuple[str, dict[str, int]]  # The next cursor, "0" at the end, and votes by user.

# `vote` is there with `viewer`, and None once voting has closed. `fields` has the custom fields.
Article = TypedDict("Article", {
    "id": int, "title": str, "link": str, "poster": str, "time": int, "closes": int, "votes": int,
    "upvotes": int, "downvotes": int, "score": int, "comments": int, "bumped": int,
    "groups": list[str], "vote": NotRequired[int | None], "boost": NotRequired[int],
    "hidden": NotRequired[int], "locked": NotRequired[int], "pinned": NotRequired[int],
    "fields": dict[str, str]})
# With `names`, which is RETURN: the entries and custom fields that articles are limited to.
PartialArticle = TypedDict("PartialArticle", {
    "id": int, "title": str, "link": str, "poster": str, "time": int, "closes": int, "votes": int,
    "upvotes": int, "downvotes": int, "score": int, "comments": int, "bumped": int,
    "groups": list[str], "vote": int | None, "boost": int, "hidden": int, "locked": int,
    "pinned": int, "fields": Required[dict[str, str]],
}, total=False)

Comment = TypedDict("Comment", {
    "id": int, "parent": int, "article": int, "text": str, "poster": str, "time": int,
    "closes": int, "votes": int, "upvotes": int, "downvotes": int, "score": int, "comments": int,
    "vote": NotRequired[int | None], "boost": NotRequired[int], "hidden": NotRequired[int],
    "locked": NotRequired[int], "pinned": NotRequired[int], "fields": dict[str, str]})
# In a thread, or with `names`. A hidden or deleted comment with others below it has only its place,
# and `hidden` or `deleted`.
PartialComment = TypedDict("PartialComment", {
    "id": int, "parent": int, "article": int, "text": str, "poster": str, "time": int,
    "closes": int, "votes": int, "upvotes": int, "downvotes": int, "score": int, "comments": int,
    "depth": int, "vote": int | None, "boost": int, "hidden": int, "locked": int, "pinned": int,
    "deleted": int, "fields": Required[dict[str, str]],
}, total=False)
ThreadComment = TypedDict("ThreadComment", {
    "id": int, "parent": int, "article": int, "depth": int, "text": NotRequired[str],
    "poster": NotRequired[str], "time": NotRequired[int], "closes": NotRequired[int],
    "votes": NotRequired[int], "upvotes": NotRequired[int], "downvotes": NotRequired[int],
    "score": NotRequired[int], "comments": NotRequired[int], "vote": NotRequired[int | None],
    "boost": NotRequired[int], "hidden": NotRequired[int], "locked": NotRequired[int],
    "pinned": NotRequired[int], "deleted": NotRequired[int], "fields": dict[str, str]})

# What is kept of a deleted article or comment below which there are comments.
Place = TypedDict("Place", {
    "id": int, "parent": int, "time": int, "upvotes": int, "downvotes": int, "score": int,
    "boost": int})

# Options. None counts as not given.
Post = TypedDict("Post", {
    "groups": Texts | None, "fields": Fields | None, "id": int | None, "time": int | None,
}, total=False)
Edit = TypedDict("Edit", {
    "title": Text | None, "link": Text | None, "text": Text | None, "fields": Fields | None,
    "unset": Texts | None,
}, total=False)
Answer = TypedDict("Answer", {
    "fields": Fields | None, "id": int | None, "time": int | None}, total=False)
View = TypedDict("View", {"viewer": Text | None}, total=False)
Bump = TypedDict("Bump", {"time": int | None, "comments": int | None}, total=False)
Span = TypedDict("Span", {"since": int | None, "until": int | None}, total=False)
Rank = TypedDict("Rank", {
    "by": By | None, "order": Order | None, "group": Text | None}, total=False)
Query = TypedDict("Query", {
    "by": By | None, "order": Order | None, "since": int | None, "until": int | None,
    "minvotes": int | None, "anyof": Texts | None, "allof": Texts | None, "noneof": Texts | None,
    "from_": Texts | None, "notfrom": Texts | None, "unvoted": Text | None, "except_": Ids | None,
    "hidden": bool, "after": str | None, "withcursor": bool, "size": int | None,
    "viewer": Text | None,
}, total=False)
CommentQuery = TypedDict("CommentQuery", {
    "by": CommentBy | None, "order": Order | None, "since": int | None, "until": int | None,
    "minvotes": int | None, "from_": Texts | None, "notfrom": Texts | None,
    "unvoted": Text | None, "except_": Ids | None, "hidden": bool, "after": str | None,
    "withcursor": bool, "size": int | None, "viewer": Text | None,
}, total=False)
Follow = TypedDict("Follow", {
    "count": int | None, "block": int | None, "viewer": Text | None}, total=False)
ThreadQuery = TypedDict("ThreadQuery", {
    "by": CommentBy | None, "order": Order | None, "depth": int | None, "children": int | None,
    "after": str | None, "withcursor": bool, "size": int | None, "viewer": Text | None,
}, total=False)

# A custom field can have the name `fields`, and those of the other kind.
_ARTICLE = Article.__annotations__.keys() - {"fields"}
_COMMENT = PartialComment.__annotations__.keys() - {"fields"}
_LISTS = {"groups", "unset", "anyof", "allof", "noneof", "from", "notfrom", "except", "names"}


class Page(list[Article]):
    cursor: str | None = None  # With `withcursor`, to be passed as `after`. None: nothing follows.


class PartialPage(list[PartialArticle]):
    cursor: str | None = None


class Comments(list[Comment]):
    cursor: str | None = None


class PartialComments(list[PartialComment]):
    cursor: str | None = None


class Thread(list[ThreadComment]):
    cursor: str | None = None


class Changes(NamedTuple):
    version: str  # To be passed to the next call. If the lists are empty, nothing is left.
    articles: list[Article]
    comments: list[Comment]
    deleted: list[int]


class ArticleError(ResponseError):
    """An error of a command. `code` is NOARTICLE, HIDDEN, ..., or ERR for all others."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        codes = (
            "(NOARTICLE|HIDDEN|LOCKED|VOTECLOSED|NODOWNVOTE|SELFVOTE(?! must)|BUSYKEY|RESYNC"
            "|WRONGTYPE) "
        )
        match = re.match(codes, text)  # redis-py removes ERR from the text.
        self.code = match[1] if match else "ERR"


class Site:
    """A site. Each method is the command of its name. In votes, the user is before the id.

    `errors` is how to decode bytes that are not UTF-8. By default, they become \\xff and the like,
    so that every page can be encoded again. "surrogateescape" keeps them exactly.
    """

    def __init__(self, client: Any, key: Text, errors: str = "backslashreplace") -> None:
        # Neither would run a command before its method returns.
        if hasattr(client, "__aenter__") or hasattr(client, "execute"):
            name = f"{type(client).__module__}.{type(client).__qualname__}"
            raise TypeError(f"Site needs a client without asyncio, and not a pipeline: got {name}")
        self.client, self.key, self.errors = client, key, errors

    def create(self, **settings: Unpack[Settings]) -> None:
        self._call("CREATE", **settings)

    def alter(self, **settings: Unpack[Settings]) -> None:
        self._call("ALTER", **settings)

    def info(self) -> Info | None:
        return cast(Info | None, _map(self._call("INFO")))

    def post(self, user: Text, title: Text, link: Text, **opts: Unpack[Post]) -> int:
        return cast(int, self._call("POST", user, title, link, **opts))

    def post_withcounts(self, user: Text, title: Text, link: Text, **opts: Unpack[Post]) -> Posted:
        return cast(Posted, _map(self._call("POST", user, title, link, "WITHCOUNTS", **opts)))

    def comment(self, user: Text, parent: int, text: Text, **opts: Unpack[Answer]) -> int:
        return cast(int, self._call("COMMENT", user, parent, text, **opts))

    def comment_withcounts(
        self, user: Text, parent: int, text: Text, **opts: Unpack[Answer]
    ) -> Posted:
        reply = self._call("COMMENT", user, parent, text, "WITHCOUNTS", **opts)
        return cast(Posted, _map(reply))

    def edit(self, id: int, **changes: Unpack[Edit]) -> None:
        self._call("EDIT", id, **changes)

    def incrby(self, id: int, field: Text, increment: int = 1) -> int:
        return cast(int, self._call("INCRBY", id, field, increment))

    def bump(self, id: int, **activity: Unpack[Bump]) -> int:
        return cast(int, self._call("BUMP", id, **activity))

    def delete(self, *ids: int) -> int:
        return cast(int, self._call("DEL", *ids))

    @overload
    def get(self, id: int, **view: Unpack[View]) -> Article | None: ...
    @overload
    def get(self, id: int, *, names: Texts, **view: Unpack[View]) -> PartialArticle | None: ...
    def get(self, id: int, **view: Any) -> Any:
        return _item(self._call("GET", id, **view), _ARTICLE)

    @overload
    def mget(self, ids: Sequence[int], **view: Unpack[View]) -> list[Article | None]: ...
    @overload
    def mget(
        self, ids: Sequence[int], *, names: Texts, **view: Unpack[View]
    ) -> list[PartialArticle | None]: ...
    def mget(self, ids: Sequence[int], **view: Any) -> Any:
        replies = self._call("MGET", len(ids), *ids, **view)
        return [_item(reply, _ARTICLE) for reply in replies]

    @overload
    def get_comment(self, id: int, **view: Unpack[View]) -> Comment | None: ...
    @overload
    def get_comment(
        self, id: int, *, names: Texts, **view: Unpack[View]
    ) -> PartialComment | None: ...
    def get_comment(self, id: int, **view: Any) -> Any:
        return _item(self._call("GET", id, **view), _COMMENT)

    @overload
    def mget_comments(self, ids: Sequence[int], **view: Unpack[View]) -> list[Comment | None]: ...
    @overload
    def mget_comments(
        self, ids: Sequence[int], *, names: Texts, **view: Unpack[View]
    ) -> list[PartialComment | None]: ...
    def mget_comments(self, ids: Sequence[int], **view: Any) -> Any:
        replies = self._call("MGET", len(ids), *ids, **view)
        return [_item(reply, _COMMENT) for reply in replies]

    def vote(self, user: Text, id: int, vote: Vote = "UP", *, silent: bool = False) -> bool:
        return bool(self._call("VOTE", user, id, vote, silent=silent))

    def vote_withcounts(
        self, user: Text, id: int, vote: Vote = "UP", *, silent: bool = False
    ) -> Voted:
        reply = self._call("VOTE", user, id, vote, "WITHCOUNTS", silent=silent)
        return cast(Voted, _map(reply))

    def votes(self, user: Text, *ids: int) -> list[int | None]:
        return cast(list[int | None], self._call("VOTES", user, *ids))

    def voters(
        self, id: int, cursor: str = "0", *vote: Vote, silent: bool = False, count: int = 10
    ) -> Voters:
        cursor, voters = self._call("VOTERS", id, cursor, *vote, silent=silent, count=count)
        return cursor, _map(voters)

    def groupadd(self, id: int, *groups: Text) -> int:
        return cast(int, self._call("GROUPADD", id, *groups))

    def grouprem(self, id: int, *groups: Text) -> int:
        return cast(int, self._call("GROUPREM", id, *groups))

    def groups(self, offset: int = 0, count: int = -1) -> dict[str, int]:
        return cast(dict[str, int], _map(self._call("GROUPS", "LIMIT", offset, count)))

    def count(self, *group: Text, **span: Unpack[Span]) -> int:
        return cast(int, self._call("COUNT", *group, **span))

    @overload
    def page(self, page: int = 1, **query: Unpack[Query]) -> Page: ...
    @overload
    def page(self, page: int = 1, *, names: Texts, **query: Unpack[Query]) -> PartialPage: ...
    def page(self, page: int = 1, **query: Any) -> Any:
        return _page(self._call("PAGE", page, **query), _page_of(query))

    @overload
    def grouppage(self, group: Text, page: int = 1, **query: Unpack[Query]) -> Page: ...
    @overload
    def grouppage(
        self, group: Text, page: int = 1, *, names: Texts, **query: Unpack[Query]
    ) -> PartialPage: ...
    def grouppage(self, group: Text, page: int = 1, **query: Any) -> Any:
        return _page(self._call("GROUPPAGE", group, page, **query), _page_of(query))

    @overload
    def userpage(self, user: Text, page: int = 1, **query: Unpack[Query]) -> Page: ...
    @overload
    def userpage(
        self, user: Text, page: int = 1, *, names: Texts, **query: Unpack[Query]
    ) -> PartialPage: ...
    def userpage(self, user: Text, page: int = 1, **query: Any) -> Any:
        return _page(self._call("USERPAGE", user, page, **query), _page_of(query))

    @overload
    def comments(self, page: int = 1, **query: Unpack[CommentQuery]) -> Comments: ...
    @overload
    def comments(
        self, page: int = 1, *, names: Texts, **query: Unpack[CommentQuery]
    ) -> PartialComments: ...
    def comments(self, page: int = 1, **query: Any) -> Any:
        kind = Comments if query.get("names") is None else PartialComments
        return _page(self._call("COMMENTS", page, **query), kind)

    @overload
    def thread(self, id: int, **query: Unpack[ThreadQuery]) -> Thread: ...
    @overload
    def thread(
        self, id: int, *, names: Texts, **query: Unpack[ThreadQuery]
    ) -> PartialComments: ...
    def thread(self, id: int, **query: Any) -> Any:
        kind = Thread if query.get("names") is None else PartialComments
        return _page(self._call("THREAD", id, **query), kind)

    def changes(self, version: str = "0", **follow: Unpack[Follow]) -> Changes:
        """`block` is in milliseconds; the socket_timeout of the client must be longer."""
        version, items, deleted = self._call("CHANGES", version, **follow)
        articles, comments = [], []
        for entries in map(_map, items):
            # Custom fields come last, so the second entry tells them apart.
            if list(entries)[1] == "parent":
                comments.append(_item(entries, _COMMENT))
            else:
                articles.append(_item(entries, _ARTICLE))
        return Changes(version, articles, comments, deleted)

    def user(self, user: Text) -> User | None:
        return cast(User | None, _map(self._call("USER", user)))

    def rank(self, id: int, **query: Unpack[Rank]) -> int | None:
        return cast(int | None, self._call("RANK", id, **query))

    def find(self, link: Text) -> int | None:
        return cast(int | None, self._call("FIND", link))

    def find_all(self, link: Text, count: int = 1000) -> list[int]:
        return cast(list[int], self._call("FIND", link, count=count))

    def moderate(self, action: Action, *ids: int) -> int:
        return cast(int, self._call("MODERATE", action, *ids))

    def boost(self, id: int, seconds: int, *, incr: bool = False) -> int:
        return cast(int, self._call("BOOST", id, seconds, incr=incr))

    def unvote(self, user: Text, cursor: str = "0", *, count: int = 1000) -> tuple[str, int]:
        next_cursor, withdrawn = self._call("UNVOTE", user, cursor, count=count)
        return next_cursor, withdrawn

    def transfer(self, user: Text, newuser: Text, *, count: int = 1000) -> int:
        return cast(int, self._call("TRANSFER", user, newuser, count=count))

    def load(self, *args: Text | int) -> None:
        self._call("LOAD", *args)

    def debug_check(self) -> None:
        self._call("DEBUG CHECK")  # redis-py splits it.

    def debug_places(self, *ids: int) -> list[Place | None]:
        replies = self._call("DEBUG PLACES", len(ids), *ids)
        return [cast(Place | None, _map(reply)) for reply in replies]

    def _call(self, command: str, *args: object, **options: object) -> Any:
        args += tuple(word for option in options.items() for word in _option(*option))
        try:
            # With decode_responses, redis-py would raise if any text is not UTF-8.
            command = "ARTICLE." + command
            reply = self.client.execute_command(command, self.key, *args, NEVER_DECODE=True)
        except ResponseError as error:
            # Subclasses are errors of the server, such as NoPermissionError.
            raise ArticleError(str(error)) if type(error) is ResponseError else error
        return self._text(reply)

    def _text(self, reply: Any) -> Any:
        if isinstance(reply, bytes):
            return reply.decode(errors=self.errors)
        if isinstance(reply, dict):
            return {self._text(name): self._text(value) for name, value in reply.items()}
        return [self._text(entry) for entry in reply] if isinstance(reply, list) else reply


def _option(name: str, value: Any) -> list[Any]:
    name = name.rstrip("_")  # `from` and `except` are keywords of Python.
    if name in _LISTS and isinstance(value, (str, bytes)):
        raise TypeError(f"{name} must be a list, not a single text")
    if value is None or value is False:
        return []
    if isinstance(value, Mapping):
        return [name, len(value), *(word for field in value.items() for word in field)]
    if name in _LISTS:
        return ["RETURN" if name == "names" else name, len(value), *value]
    return [value] if name == "order" else [name] if value is True else [name, value]


def _map(reply: Any) -> Any:
    """Returns a RESP3 map, a list of pairs, or a flat list of names and values as a dictionary."""
    if reply and isinstance(reply, list) and not isinstance(reply[0], list):
        return dict(zip(reply[::2], reply[1::2]))
    return None if reply is None else dict(reply)


def _item(reply: Any, names: Set[str]) -> Any:
    """Returns an article or a comment. Every entry but those with these names is a custom field."""
    if (entries := _map(reply)) is None:
        return None
    custom = {name: entries.pop(name) for name in list(entries) if name not in names}
    return entries | {"fields": custom}


def _page_of(query: dict[str, Any]) -> type[Page] | type[PartialPage]:
    return Page if query.get("names") is None else PartialPage


def _page(reply: Any, kind: Any) -> Any:
    names = _ARTICLE if kind in (Page, PartialPage) else _COMMENT
    withcursor = len(reply) == 2 and not isinstance(reply[1], (list, dict))
    page = kind(_item(entry, names) for entry in (reply[0] if withcursor else reply))
    page.cursor = reply[1] if withcursor else None
    return page
