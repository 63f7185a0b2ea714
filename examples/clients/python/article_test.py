"""Calls every method of article.py, with RESP2 and RESP3, with bytes and str."""

import json
import os
import time
from typing import Any

import redis
import redis.asyncio
from article import ArticleError, Comments, Page, PartialComments, PartialPage, Site, Thread

URL = os.environ.get("REDIS_URL", "redis://127.0.0.1:6379")


class Recorder:
    """A client that notes which commands were sent."""

    def __init__(self, client: Any) -> None:
        self.client = client
        self.commands: set[str] = set()

    def execute_command(self, *args: Any, **options: Any) -> Any:
        self.commands.add(args[0].split()[0].lower())
        return self.client.execute_command(*args, **options)


def code(call: Any, *args: Any, **options: Any) -> str:
    try:
        call(*args, **options)
    except ArticleError as error:
        assert isinstance(error, redis.ResponseError)
        return error.code
    return "no error"


def ids(page: Page) -> list[int]:
    return [article["id"] for article in page]


def test_articles(site: Site) -> None:
    site.create(votescore=100, window=3600, selfvote="no", formula="linear")
    site.alter(selfvote="yes", pagesize=10)
    info = site.info()
    assert info and info["vote_score"] == 100 and info["self_vote"] == "yes"

    content = {"author": "Ann", "year": "2026"}
    groups = ["b", "a"]
    assert site.post("alice", "Hello", "https://example.com", groups=groups, fields=content) == 1
    posted = site.post_withcounts("bob", "Zwei – 2", "", time=int(time.time()) - 60)
    assert posted["id"] == 2 and posted["created"] == 1 and posted["votes"] == 1
    assert site.post(b"bob", b"\xff", "", id=5) == 5

    article = site.get(1, viewer="carol")
    assert article is not None
    assert list(article) == (
        (
            "id title link poster time closes votes upvotes downvotes score comments bumped groups "
            "vote fields"
        ).split()
    )
    assert article["title"] == "Hello" and article["groups"] == ["a", "b"]
    assert article["fields"] == content and article["vote"] == 0
    site.edit(1, title="Hi", link="", fields={"year": "2027"}, unset=["author"])
    assert site.get(1, names=["year", "link", "title"]) == (
        {"link": "", "title": "Hi", "fields": {"year": "2027"}}
    )
    assert site.get(2, names=["boost"]) == {"fields": {}}
    assert site.get(99) is None
    titles = [article and article["title"] for article in site.mget([2, 99], names=["title"])]
    assert titles == ["Zwei – 2", None]
    assert site.find("https://example.com") is None
    site.edit(2, link="https://example.org/")
    assert site.find("https://example.org/") == 2
    assert site.find_all("https://example.org/") == [2] and site.find_all("x", count=5) == []
    assert site.delete(5, 99) == 1


def test_votes(site: Site) -> None:
    assert site.vote("carol", 1) is True and site.vote("carol", 1) is False
    voted = site.vote_withcounts("dave", 1, "DOWN")
    assert voted["changed"] == 1 and voted["votes"] == 1 and voted["poster"] == "alice"
    assert site.vote("dave", 1, "NONE") and site.vote("dave", 1, "DOWN")
    assert site.votes("dave", 1, 2, 99) == [-1, 0, None]
    voters: dict[str, int] = {}
    cursor = "0"
    while True:
        cursor, some = site.voters(1, cursor, count=1)
        voters |= some
        if cursor == "0":
            break
    assert voters == {"alice": 1, "carol": 1, "dave": -1}
    assert site.voters(1, "0", "DOWN")[1] == {"dave": -1}
    user = {"articles": 1, "karma": 1, "comments": 0, "comment_karma": 0}
    assert site.user("alice") == user and site.user("zoe") is None
    assert site.vote("eve", 1, silent=True) and site.votes("eve", 1) == [1]
    assert site.vote_withcounts("mal", 1, "DOWN", silent=True)["votes"] == 1
    assert site.voters(1, silent=True)[1] == {"eve": 1, "mal": -1}
    assert site.unvote("eve", count=1) == ("2", 1) and site.unvote("eve", "2") == ("0", 0)
    assert site.unvote("mal") == ("0", 1)
    assert site.transfer("bob", "zoe") == 1 and site.transfer("zoe", "bob", count=5) == 1


def test_listings(site: Site) -> None:
    assert site.groupadd(2, "a", "c") == 2 and site.grouprem(2, "c", "d") == 1
    assert site.groups() == {"a": 2, "b": 1} and site.groups(1, 1) == {"b": 1}
    assert site.count() == 2 and site.count("b") == 1 and site.count("a", since=-30) == 1
    assert ids(site.page()) == [1, 2] and ids(site.page(order="ASC")) == [2, 1]
    assert ids(site.page(anyof=["b", "x"], noneof=[])) == [1]
    assert ids(site.page(noneof=["b"], by="GRAVITY", minvotes=0)) == [2]
    assert site.page(anyof=[]) == [] and site.get(1, names=[]) == {"fields": {}}
    assert ids(site.grouppage("a", size=1, page=2)) == ids(site.userpage("bob")) == [2]
    first = site.page(size=1, withcursor=True, names=["id"])
    assert first == [{"id": 1, "fields": {}}] and first.cursor and type(first) is PartialPage
    page = site.page(size=1, withcursor=True, after=first.cursor, viewer="carol")
    assert type(page) is Page
    assert page.cursor is None and page[0]["id"] == 2 and page[0]["vote"] == 0
    assert site.page(2) == [] and site.page(2, withcursor=True) == []
    assert site.rank(2) == 1 and site.rank(2, by="TIME", order="ASC", group="a") == 0
    assert site.rank(99) is None


def test_activity_and_filters(site: Site) -> None:
    assert site.bump(1, comments=3) == 3 and site.bump(1, comments=-1) == 2
    time = site.page(names=["time"])[0]["time"]
    assert site.bump(1, time=time) == 2
    bumped = site.get(1, names=["bumped", "comments"])
    assert bumped == {"bumped": time, "comments": 2, "fields": {}}
    assert ids(site.page(by="COMMENTS")) == [1, 2] == ids(site.page(by="BUMPED"))
    assert sorted(ids(site.page(by="ACTIVE"))) == [1, 2]
    assert site.incrby(2, "views") == 1 and site.incrby(2, b"views", 41) == 42
    assert ids(site.page(from_=["alice", "zoe"])) == [1] and site.page(from_=[]) == []
    assert ids(site.page(notfrom=("alice",), except_=None)) == [2]
    assert ids(site.page(unvoted="dave")) == [2] and ids(site.page(except_=[2, 99])) == [1]
    assert site.page(hidden=True) == [] and ids(site.page(hidden=False)) == [1, 2]


def nest(thread: Thread, id: int) -> list[Any]:
    """As in docs/clients.md."""
    below: dict[int, list[Any]] = {id: []}
    for comment in thread:
        answers = below[comment["id"]] = []
        below[comment["parent"]].append((comment, answers))
    return below[id]


def test_comments(site: Site) -> None:
    id = site.post("alice", "Title", "", fields={"text": "t", "parent": "p"})
    article = site.get(id)
    assert article and article["fields"] == {"text": "t", "parent": "p"}
    first = site.comment("bob", id, "First", fields={"title": "x", "groups": "y"})
    posted = site.comment_withcounts(b"carol", first, b"\xff", time=int(time.time()) - 5)
    assert posted["created"] == 1 and posted["votes"] == 1
    second = posted["id"]
    third = site.comment("dave", id, "Third", id=second + 5)
    comment = site.get_comment(first, viewer="bob")
    assert comment and list(comment) == (
        "id parent article text poster time closes votes upvotes downvotes score comments vote "
        "fields"
    ).split()
    assert comment["fields"] == {"title": "x", "groups": "y"} and comment["vote"] == 1
    assert site.get_comment(second, names=["text"]) == {"text": "\\xff", "fields": {}}
    site.edit(second, text="Second", fields={"lang": "en"})
    found = site.mget_comments([second, 999], names=["text", "lang", "parent"])
    assert found == [{"text": "Second", "parent": first, "fields": {"lang": "en"}}, None]
    assert [comment and comment["votes"] for comment in site.mget_comments([third])] == [1]

    thread = site.thread(id, by="TIME", order="ASC", viewer="carol")
    assert type(thread) is Thread and thread.cursor is None
    assert [(entry["id"], entry["depth"]) for entry in thread] == (
        [(first, 1), (second, 2), (third, 1)])
    assert [entry["vote"] for entry in thread] == [0, 1, 0]
    nested = nest(thread, id)
    assert [comment["text"] for comment, _ in nested] == ["First", "Third"]
    assert [comment["text"] for comment, _ in nested[0][1]] == ["Second"]
    assert len(site.thread(id, depth=1)) == 2 and len(site.thread(id, children=1)) == 3
    assert code(site.thread, id, children=-1) == "ERR"
    part = site.thread(id, size=2, withcursor=True, names=["id"])
    assert type(part) is PartialComments and part.cursor and len(part) == 2
    rest = site.thread(id, size=2, withcursor=True, after=part.cursor)
    assert len(rest) == 1 and rest.cursor is None and site.thread(999) == []

    comments = site.comments(from_=["bob", "carol"], order="ASC", by="TIME")
    assert type(comments) is Comments
    assert [comment["text"] for comment in comments] == ["Second", "First"]
    latest = site.comments(size=1, withcursor=True, names=["poster"])
    assert len(latest) == 1 and latest.cursor
    assert site.comments(4, withcursor=True, size=1) == []
    user = site.user("bob")
    assert user and user["comments"] == 1 and user["comment_karma"] == 1
    info = site.info()
    assert info and info["comments"] == 3

    everything = site.changes(count=1000, viewer="bob")
    assert [article["id"] for article in everything.articles] == [id]
    assert {comment["id"]: comment["text"] for comment in everything.comments} == {
        first: "First", second: "Second", third: "Third"}
    assert not everything.deleted
    version = everything.version
    assert site.changes(version, block=1) == (version, [], [], []) and info["version"] == version
    assert code(site.changes, "1") == "ERR" and code(site.changes, f"{0:016}-1-1") == "RESYNC"

    assert site.delete(first) == 1 and site.debug_places(first, third)[1] is None
    changes = site.changes(version)
    assert changes.deleted == [first] and [comment["id"] for comment in changes.comments] == []
    place = site.debug_places(first)[0]
    assert place and place["parent"] == id and place["upvotes"] == 1
    deleted = next(entry for entry in site.thread(id) if entry["id"] == first)
    assert deleted == {
        "id": first, "parent": id, "article": id, "depth": 1, "deleted": 1, "fields": {}}
    site.moderate("LOCK", id)
    assert code(site.comment, "bob", id, "Late") == "LOCKED"
    assert code(site.comment, "bob", first, "Late") == "NOARTICLE"
    site.delete(id, second, third)


def test_moderation_and_errors(site: Site, other: Site) -> None:
    assert site.boost(2, 3600) == 3600 and site.boost(2, -600, incr=True) == 3000
    assert site.moderate("PIN", 2, 99) == 1
    article = site.get(2)
    assert article and article["pinned"] == 1 and article["boost"] == 3000
    assert site.moderate("HIDE", 2) == 1 and code(site.vote, "erin", 2) == "HIDDEN"
    assert site.moderate("LOCK", 1) == 1 and code(site.vote, "erin", 1) == "VOTECLOSED"
    assert code(site.vote, "erin", 99) == "NOARTICLE" and code(site.create) == "BUSYKEY"
    site.moderate("UNLOCK", 1)
    site.alter(selfvote="no", downvotes="no")
    assert code(site.vote, "alice", 1, "DOWN") == "NODOWNVOTE"
    assert code(site.vote, "alice", 1) == "SELFVOTE"
    # redis-py removes ERR from the text, which then begins with SELFVOTE.
    assert code(site.alter, selfvote="maybe") == "ERR" and code(site.page, 0) == "ERR"
    # --strict reports a comment that ignores nothing, so this asserts that mypy finds the mistake.
    assert code(lambda: site.vote(1, "erin")) == "ERR"  # type: ignore[arg-type]

    times = ("TIME", 1380000000, "CLOSES", 1380604800)
    other.load("ARTICLE", 7, "alice", b"\xff", "", *times, "COUNTS", 250, 3)
    old = other.get(7, viewer="erin")
    assert old and old["votes"] == 247 and old["vote"] is None and old["groups"] == []
    other.debug_check()
    assert Site(site.client, "nothing").info() is None
    assert code(Site(site.client, "text").page) == "WRONGTYPE"


def test_texts_of_any_bytes(site: Site, exact: Site) -> None:
    site.post(b"\xfe", b"\xff", b"\xfd", groups=[b"\xfc", b"\xfb"], fields={"f": b"\xfa"})
    site.post("ann", "ü", "", fields={"fields": "kept", "id2": "too"})
    page = site.page(order="ASC")
    assert [article["title"] for article in page] == ["\\xff", "ü"]
    assert json.dumps(page, ensure_ascii=False).encode()
    assert site.groups() == {"\\xfb": 1, "\\xfc": 1} and page[0]["fields"] == {"f": "\\xfa"}
    assert site.voters(1)[1] == {"\\xfe": 1}
    title = exact.page(order="ASC")[0]["title"]
    assert title.encode(errors="surrogateescape") == b"\xff"
    # An entry has the name of its dictionary, and a custom field may have it, too.
    assert page[1]["fields"] == {"fields": "kept", "id2": "too"}
    assert site.get(2, names=["fields"]) == {"fields": {"fields": "kept"}}


def test_options(site: Site) -> None:
    for viewer in (None, "carol"):
        article = site.get(1, viewer=viewer)
        assert article and ("vote" in article) == (viewer is not None)
    assert site.page(viewer=None, since=None, anyof=None, size=None, by=None) == site.page()
    assert site.post("bob", "a", "", groups=None, fields=None, id=None, time=None) == 3
    calls: list[Any] = [
        lambda: site.post("bob", "a", "", groups="rust"),  # type: ignore[arg-type]
        lambda: site.page(anyof="rust"),  # type: ignore[call-overload]
        lambda: site.page(from_="rust"),  # type: ignore[call-overload]
        lambda: site.edit(1, unset=b"f"),  # type: ignore[arg-type]
        lambda: site.get(1, names="title"),  # type: ignore[call-overload]
    ]
    for call in calls:
        assert "must be a list" in type_error(call)
    assert site.count() == 3


def type_error(call: Any, *args: Any) -> str:
    try:
        call(*args)
    except TypeError as error:
        return str(error)
    return "no error"


def without_connection(kind: Any) -> Any:
    return object.__new__(kind)


def test_other_clients_are_refused() -> None:
    asyncio = redis.asyncio
    classes = [redis.cluster.ClusterPipeline, asyncio.RedisCluster, asyncio.cluster.ClusterPipeline]
    clients = [without_connection(kind) for kind in classes]
    clients += [redis.Redis().pipeline(), asyncio.Redis(), asyncio.Redis().pipeline()]
    for client in clients:
        assert "without asyncio, and not a pipeline" in type_error(Site, client, "news"), client
    Site(without_connection(redis.RedisCluster), "news")


def main() -> None:
    test_other_clients_are_refused()
    for protocol in (2, 3):
        for decode in (False, True):
            client = redis.Redis.from_url(URL, protocol=protocol, decode_responses=decode)
            client.delete("news", "old", "texts", "threads")
            recorder = Recorder(client)
            site = Site(recorder, "news")
            test_articles(site)
            test_votes(site)
            test_listings(site)
            test_activity_and_filters(site)
            test_comments(Site(recorder, "threads"))
            test_moderation_and_errors(site, Site(recorder, "old"))
            texts = Site(recorder, "texts")
            test_texts_of_any_bytes(texts, Site(recorder, "texts", errors="surrogateescape"))
            test_options(texts)
            names = {str(name).lower() for name in client.command()}
            names = {name for name in names if name.startswith("article.")}
            missing = names - recorder.commands - {"article._reply"}  # The module's own.
            assert not missing, missing
            kind = "str" if decode else "bytes"
            print(f"RESP{protocol}, {kind}: {len(recorder.commands)} commands")


main()
