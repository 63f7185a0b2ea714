"""Typed access to redis-article: `Site(redis.Redis(), "news").page(by="GRAVITY", viewer="carol")`.

Copy this file into your project. Needs Python 3.11 and redis-py 5 or later; works with Redis and
RedisCluster, RESP2 and RESP3, bytes and decode_responses. Bytes that are not UTF-8 become \\udcXX.
"""

import re
from typing import Any, Literal, Mapping, Sequence, TypedDict, Unpack, cast

from redis.exceptions import ResponseError

Text = str | bytes
Texts = Sequence[Text]
Fields = Mapping[str, Text]
Action = Literal["HIDE", "SHOW", "LOCK", "UNLOCK", "PIN", "UNPIN"]
By = Literal["SCORE", "TIME", "VOTES", "BEST", "CONTROVERSY", "GRAVITY"]
Vote = Literal["UP", "DOWN", "NONE"]
Settings = TypedDict("Settings", {
    "votescore": int, "window": int, "pagesize": int, "selfvote": Literal["yes", "no"],
    "formula": Literal["linear", "log"], "downvotes": Literal["yes", "no"], "dedupe": int,
}, total=False)
Info = TypedDict("Info", {
    "articles": int, "last_id": int, "open": int, "groups": int, "votes": int, "vote_score": int,
    "vote_window": int, "page_size": int, "self_vote": str, "memory": int, "formula": str,
    "downvotes": str, "dedupe": int, "hidden": int, "users": int})
Post = TypedDict("Post", {"groups": Texts, "fields": Fields, "id": int, "time": int}, total=False)
Edit = TypedDict("Edit", {
    "title": Text, "link": Text, "fields": Fields, "unset": Texts}, total=False)
Posted = TypedDict("Posted", {
    "id": int, "created": int, "votes": int, "upvotes": int, "downvotes": int, "score": int})
Voted = TypedDict("Voted", {
    "changed": int, "votes": int, "upvotes": int, "downvotes": int, "score": int,
    "previous": int, "poster": str})
# Without `viewer`, there is no `vote`; once voting has closed, it is None. `boost`, `hidden`,
# `locked`, and `pinned` are absent unless set. `fields` holds the custom fields.
Article = TypedDict("Article", {
    "id": int, "title": str, "link": str, "poster": str, "time": int, "closes": int, "votes": int,
    "upvotes": int, "downvotes": int, "score": int, "groups": list[str], "vote": int | None,
    "boost": int, "hidden": int, "locked": int, "pinned": int, "fields": dict[str, str],
}, total=False)
# `names` is RETURN: the entries and custom fields that articles are limited to.
View = TypedDict("View", {"viewer": Text, "names": Texts}, total=False)
Span = TypedDict("Span", {"since": int, "until": int}, total=False)
Rank = TypedDict("Rank", {"by": By, "order": Literal["ASC", "DESC"], "group": Text}, total=False)
Query = TypedDict("Query", {
    "by": By, "order": Literal["ASC", "DESC"], "since": int, "until": int, "minvotes": int,
    "anyof": Texts, "allof": Texts, "noneof": Texts, "after": str | None, "withcursor": bool,
    "size": int, "viewer": Text, "names": Texts}, total=False)
Voters = tuple[str, dict[str, int]]  # The next cursor, "0" at the end, and votes by user.
User = TypedDict("User", {"articles": int, "karma": int})


class Page(list[Article]):
    cursor: str | None = None  # With `withcursor`, to be passed as `after`. None: nothing follows.


class ArticleError(ResponseError):
    """An error of a command. `code` is NOARTICLE, HIDDEN, ..., or ERR for all others."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        codes = "(NOARTICLE|HIDDEN|VOTECLOSED|NODOWNVOTE|SELFVOTE(?! must)|BUSYKEY|WRONGTYPE) "
        match = re.match(codes, text)  # redis-py removes ERR from the text.
        self.code = match[1] if match else "ERR"


class Site:
    """A site. Each method is the command of its name. In votes, the user is before the id."""

    def __init__(self, client: Any, key: Text) -> None:
        self.client, self.key = client, key

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

    def edit(self, id: int, **changes: Unpack[Edit]) -> None:
        self._call("EDIT", id, **changes)

    def delete(self, *ids: int) -> int:
        return cast(int, self._call("DEL", *ids))

    def get(self, id: int, **view: Unpack[View]) -> Article | None:
        return _article(self._call("GET", id, **view))

    def mget(self, ids: Sequence[int], **view: Unpack[View]) -> list[Article | None]:
        return [_article(reply) for reply in self._call("MGET", len(ids), *ids, **view)]

    def vote(self, user: Text, id: int, vote: Vote = "UP") -> bool:
        return bool(self._call("VOTE", user, id, vote))

    def vote_withcounts(self, user: Text, id: int, vote: Vote = "UP") -> Voted:
        return cast(Voted, _map(self._call("VOTE", user, id, vote, "WITHCOUNTS")))

    def votes(self, user: Text, *ids: int) -> list[int | None]:
        return cast(list[int | None], self._call("VOTES", user, *ids))

    def voters(self, id: int, cursor: str = "0", *vote: Vote, count: int = 10) -> Voters:
        cursor, voters = self._call("VOTERS", id, cursor, *vote, count=count)
        return cursor, _map(voters)

    def groupadd(self, id: int, *groups: Text) -> int:
        return cast(int, self._call("GROUPADD", id, *groups))

    def grouprem(self, id: int, *groups: Text) -> int:
        return cast(int, self._call("GROUPREM", id, *groups))

    def groups(self, offset: int = 0, count: int = -1) -> dict[str, int]:
        return cast(dict[str, int], _map(self._call("GROUPS", "LIMIT", offset, count)))

    def count(self, *group: Text, **span: Unpack[Span]) -> int:
        return cast(int, self._call("COUNT", *group, **span))

    def page(self, page: int = 1, **query: Unpack[Query]) -> Page:
        return _page(self._call("PAGE", page, **query))

    def grouppage(self, group: Text, page: int = 1, **query: Unpack[Query]) -> Page:
        return _page(self._call("GROUPPAGE", group, page, **query))

    def userpage(self, user: Text, page: int = 1, **query: Unpack[Query]) -> Page:
        return _page(self._call("USERPAGE", user, page, **query))

    def user(self, user: Text) -> User | None:
        return cast(User | None, _map(self._call("USER", user)))

    def rank(self, id: int, **query: Unpack[Rank]) -> int | None:
        return cast(int | None, self._call("RANK", id, **query))

    def find(self, link: Text) -> int | None:
        return cast(int | None, self._call("FIND", link))

    def moderate(self, action: Action, *ids: int) -> int:
        return cast(int, self._call("MODERATE", action, *ids))

    def boost(self, id: int, seconds: int, *, incr: bool = False) -> int:
        return cast(int, self._call("BOOST", id, seconds, incr=incr))

    def load(self, *args: Text | int) -> None:
        self._call("LOAD", *args)

    def debug_check(self) -> None:
        self._call("DEBUG CHECK")  # redis-py splits it.

    def _call(self, command: str, *args: object, **options: object) -> Any:
        args += tuple(word for option in options.items() for word in _option(*option))
        try:
            return _text(self.client.execute_command("ARTICLE." + command, self.key, *args))
        except ResponseError as error:
            # Subclasses are errors of the server, such as NoPermissionError.
            raise ArticleError(str(error)) if type(error) is ResponseError else error


def _option(name: str, value: Any) -> list[Any]:
    if value is None or value is False or (value in ([], (), {}) and name != "anyof"):
        return []
    if isinstance(value, Mapping):
        return [name, len(value), *(word for field in value.items() for word in field)]
    if isinstance(value, (list, tuple)):
        return ["RETURN" if name == "names" else name, len(value), *value]
    return [value] if name == "order" else [name] if value is True else [name, value]


def _text(reply: Any) -> Any:
    if isinstance(reply, bytes):
        return reply.decode(errors="surrogateescape")
    if isinstance(reply, dict):
        return {_text(name): _text(value) for name, value in reply.items()}
    return [_text(entry) for entry in reply] if isinstance(reply, list) else reply


def _map(reply: Any) -> Any:
    """Returns a RESP3 map, a list of pairs, or a flat list of names and values as a dictionary."""
    if reply and isinstance(reply, list) and not isinstance(reply[0], list):
        return dict(zip(reply[::2], reply[1::2]))
    return None if reply is None else dict(reply)


def _article(reply: Any) -> Article | None:
    if (entries := _map(reply)) is not None:
        custom = [name for name in entries if name not in Article.__annotations__]
        entries["fields"] = {name: entries.pop(name) for name in custom}
    return cast(Article | None, entries)


def _page(reply: Any) -> Page:
    withcursor = len(reply) == 2 and not isinstance(reply[1], (list, dict))
    page = Page(cast(Article, _article(entry)) for entry in (reply[0] if withcursor else reply))
    page.cursor = reply[1] if withcursor else None
    return page
