"""The types of article.py: pydantic accepts them, and mypy refuses mistakes.

`mypy --strict` reports a comment that ignores nothing, so the comments assert that it finds these.
"""

from typing import Any

import article as types
from article import Article, Comment, Page, PartialArticle, Query, Site
from pydantic import TypeAdapter, ValidationError

ENTRIES = (
    "title link poster time closes votes upvotes downvotes score comments bumped groups".split()
)
NUMBERS = {name: 0 for name in ENTRIES[3:11]}
COMPLETE: dict[str, Any] = {
    "id": 1, "title": "Hello", "link": "", "poster": "alice", **NUMBERS, "groups": [], "fields": {}}


def is_valid(kind: Any, value: Any) -> bool:
    try:
        return bool(TypeAdapter(kind).validate_python(value) == value)
    except ValidationError:
        return False


def test_pydantic() -> None:
    kinds = [kind for kind in vars(types).values() if hasattr(kind, "__total__")]
    assert Query in kinds and all(TypeAdapter(kind).json_schema() for kind in kinds)
    article = TypeAdapter(Article).validate_python(COMPLETE)
    page = TypeAdapter(list[Article]).dump_python(Page([article]), mode="json")
    assert page == [COMPLETE]
    for name in ["vote", "boost", "hidden", "locked", "pinned"]:
        assert is_valid(Article, COMPLETE | {name: 1})
    assert is_valid(Article, COMPLETE | {"vote": None})
    for name in ENTRIES:
        without = {key: value for key, value in COMPLETE.items() if key != name}
        assert not is_valid(Article, without) and is_valid(PartialArticle, without), name
    assert not is_valid(Article, COMPLETE | {"votes": "many"})


def wrong(site: Site) -> None:
    """Is not called: only mypy reads it."""
    incomplete: Article = {"id": 1, "fields": {}}  # type: ignore[typeddict-item]
    complete: Article = site.page(names=["id"])[0]  # type: ignore[assignment]
    query: Query = {"anyof": "rust"}  # type: ignore[typeddict-item]
    site.post("alice", "Hello", "", groups="rust")  # type: ignore[arg-type]
    site.page(allof="rust")  # type: ignore[call-overload]
    site.mget([1], names=b"title")  # type: ignore[call-overload]
    site.page(by="NEWEST")  # type: ignore[call-overload]
    print(incomplete, complete, query)


def comments(site: Site) -> None:
    """Is not called."""
    site.comment(1, "bob", "text")  # type: ignore[arg-type]
    site.comments(anyof=["rust"])  # type: ignore[call-overload]
    site.thread(1, by="COMMENTS")  # type: ignore[call-overload]
    comment: Comment = site.thread(1)[0]  # type: ignore[assignment]
    print(comment, site.thread(1)[0]["depth"], site.comments(names=["id"])[0]["text"])


def right(site: Site, viewer: str | None, groups: list[str]) -> tuple[str, str, int | None]:
    """Is not called either."""
    site.post("alice", "Hello", b"", groups=("rust", b"redis"), fields={"f": "v"})
    partial: PartialArticle = site.page(names=["id"], viewer=viewer)[0]
    query: Query = {"anyof": groups, "noneof": [b"a"], "viewer": None}
    article: Article = site.page(2, **query)[0]
    return article["title"], partial["title"], article.get("vote")


test_pydantic()
print("pydantic accepts the types")
