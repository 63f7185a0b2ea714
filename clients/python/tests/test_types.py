"""The types: pydantic accepts them, and mypy and pyright refuse mistakes.

Both report a comment that ignores nothing, so the comments assert that they find these mistakes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import TypeAdapter, ValidationError
from redis_article import (
    Article, AsyncSite, Broadcast, Changes, Comment, Node, Page, PartialArticle, PartialChanges,
    PartialComment, Placeholder, Reply, Site, ThreadComment, types)
from typing_extensions import assert_type

if TYPE_CHECKING:
    import redis.asyncio
    import valkey.asyncio

    Clients = redis.Redis | redis.RedisCluster | valkey.Valkey | valkey.ValkeyCluster
    AsyncClients = (redis.asyncio.Redis | redis.asyncio.RedisCluster
                    | valkey.asyncio.Valkey | valkey.asyncio.ValkeyCluster)

ENTRIES = (
    "title link poster time closes votes upvotes downvotes score comments bumped groups".split())
NUMBERS = {name: 0 for name in ENTRIES[3:11]}
COMPLETE: dict[str, Any] = {
    "id": 1, "title": "Hello", "link": "", "poster": "ann", **NUMBERS, "groups": []}


def is_valid(kind: Any, value: Any) -> bool:
    try:
        return bool(TypeAdapter(kind).validate_python(value) == value)
    except ValidationError:
        return False


def test_pydantic() -> None:
    kinds = [kind for kind in vars(types).values() if hasattr(kind, "__total__")]
    kinds += [Node, Changes, PartialChanges]
    assert types.Query in kinds and all(TypeAdapter(kind).json_schema() for kind in kinds)
    article = TypeAdapter(Article).validate_python(COMPLETE)
    page = TypeAdapter(list[Article]).dump_python(Page([article]), mode="json")
    assert page == [COMPLETE]
    assert is_valid(Article, COMPLETE | {"marks": ["saved"]})
    assert not is_valid(Article, COMPLETE | {"marks": "saved"})
    for name in ["vote", "boost", "hidden", "locked", "pinned"]:
        assert is_valid(Article, COMPLETE | {name: 1})
    assert is_valid(Article, COMPLETE | {"vote": None})
    assert not is_valid(Article, COMPLETE | {"vote": 2})
    for name in ENTRIES:
        without = {key: value for key, value in COMPLETE.items() if key != name}
        assert not is_valid(Article, without) and is_valid(PartialArticle, without), name
    assert not is_valid(Article, COMPLETE | {"votes": "many"})


def wrong(site: Site, client: Clients, async_client: AsyncClients) -> None:
    """Is not called: only mypy and pyright read it."""
    Site(async_client, "news")  # type: ignore[arg-type]
    AsyncSite(client, "news")  # type: ignore[arg-type]
    Site("news", "news")  # type: ignore[arg-type]
    incomplete: Article = {"id": 1}  # type: ignore[typeddict-item]
    complete: Article = site.page(return_=["id"])[0]  # type: ignore[assignment]
    query: types.Query = {"anyof": "rust"}  # type: ignore[typeddict-item]
    site.page(unmarked=["ann", "read"])  # type: ignore[call-overload]
    site.mark("ann", 17)  # type: ignore[arg-type]
    site.post("ann", "Hello", "", groups="rust")  # type: ignore[arg-type]
    site.page(allof="rust")  # type: ignore[call-overload]
    site.mget([1], return_=b"title")  # type: ignore[call-overload]
    site.page(by="newest")  # type: ignore[call-overload]
    site.page(by="Score")  # type: ignore[call-overload]
    site.vote(1, "ann")  # type: ignore[arg-type]
    site.vote("ann", 1, "sideways")  # type: ignore[arg-type]
    site.comment(1, "bob", "text")  # type: ignore[arg-type]
    site.comments(anyof=["rust"])  # type: ignore[call-overload]
    site.thread(1, by="comments")  # type: ignore[call-overload]
    site.rank(1, by="best")  # type: ignore[arg-type]
    comment: Comment = site.thread(1)[0]  # type: ignore[assignment]
    article = site.page()[0]
    article["vot"]  # type: ignore[typeddict-item]
    print(incomplete, complete, query, comment)


def right_clients(client: Clients, async_client: AsyncClients) -> None:
    """Is not called either."""
    print(Site(client, "news"), AsyncSite(async_client, "news"))
    # As README.md says.
    print(redis.Redis.from_url(""))  # pyright: ignore[reportUnknownMemberType]
    print(redis.from_url(""))


def right(site: Site, viewer: str | None, groups: list[str]) -> None:
    """Is not called either."""
    site.post("ann", "Hello", b"", groups=("rust", b"redis"), fields={"f": "v"})
    query: types.Query = {"anyof": groups, "noneof": [b"a"], "viewer": viewer}
    assert_type(site.page(2, **query), Page[Article])
    assert_type(site.page(return_=["id"], viewer=viewer), Page[PartialArticle])
    assert_type(site.get(1), Article | None)
    assert_type(site.get_comment(1, return_=["id"]), PartialComment | None)
    assert_type(site.page()[0].get("vote"), Literal[1, 0, -1] | None)
    read = site.page(viewer=viewer, marks=groups, unmarked=("ann", groups))
    assert_type(read[0].get("marks"), list[str] | None)
    assert_type(site.marked("ann", "saved"), Page[Article | Comment])
    assert_type(site.changes().comments, list[Comment])
    assert_type(site.vote("ann", 1), bool)
    for entry in site.thread(1):
        assert_type(entry["depth"], int)
        if "text" in entry:
            assert_type(entry, ThreadComment)
        else:
            assert_type(entry, Placeholder)
    for node in site.tree(1):
        if node.comment is not None:
            assert_type(node.comment["text"], str)
        assert_type(node.answers, list[Node])
    for article in site.articles(by="votes", since=-86400):
        assert_type(article, Article)
    for changes in site.follow_changes(return_=["id"]):
        assert_type(changes, PartialChanges)
    for changes in site.broadcast(return_=["id"]).subscribe():
        assert_type(changes, PartialChanges)
    assert_type(site.broadcast(), Broadcast[Changes])
    site.broadcast(viewer="ann")  # type: ignore[call-overload]
    with site.pipeline() as p:
        assert_type(p.get(1), Reply[Article | None])
        assert_type(p.vote("ann", 1).value, bool)


async def right_with_asyncio(site: AsyncSite) -> None:
    """Is not called either."""
    assert_type(await site.page(by="best"), Page[Article])
    assert_type(await site.get(1, return_=["id"]), PartialArticle | None)
    async for article in site.articles(group="rust"):
        assert_type(article, Article)
    async for changes in site.follow_changes(None):
        assert_type(changes.articles, list[Article])
    async for changes in site.broadcast().subscribe():
        assert_type(changes, Changes)
    async with site.pipeline() as p:
        assert_type(p.page(return_=["id"]).value, Page[PartialArticle])
        await p.execute()
