"""Every command and what its method returns, on Site and AsyncSite, with each kind of client."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from conftest import Server, Sites, library
from redis_article import (
    Article, ArticleError, BadCursorError, BusyKeyError, HiddenError, Info, LockedError,
    NoArticleError, NoDownvoteError, Page, ResyncError, SelfVoteError, Site, VoteClosedError,
    WrongTypeError, commands, replies)
from redis_article.errors import typed


def ids(page: list[Article]) -> list[int]:
    return [article["id"] for article in page]


def test_settings(site: Site) -> None:
    assert site.info() is None
    assert site.create(votescore=100, window=3600, selfvote=False, formula="LINEAR")
    assert not site.create(nx=True)
    site.alter(selfvote=True, pagesize=10, dedupe=None)
    info = site.info()
    assert info and info["vote_score"] == 100 and info["self_vote"] is True
    assert list(info) == list(Info.__annotations__)


def test_articles(site: Site) -> None:
    content = {"author": "Ann", "year": "2026"}
    assert site.post("ann", "Hello", "https://example.com", groups=["b", "a"], fields=content) == 1
    posted = site.post_withcounts("bob", "Zwei – 2", time=int(time.time()) - 60)
    assert posted["id"] == 2 and posted["created"] is True and posted["votes"] == 1
    assert site.post(b"bob", b"\xff", "", id=5, groups=None, fields={}, time=None) == 5

    article = site.get(1, viewer="carol")
    assert article is not None
    assert list(article) == (
        "id title link poster time closes votes upvotes downvotes score comments bumped groups "
        "vote fields"
    ).split()
    assert article["title"] == "Hello" and article["groups"] == ["a", "b"]
    assert article.get("fields") == content and article.get("vote") == 0
    site.edit(1, title="Hi", link="", fields={"year": "2027"}, unset=["author"])
    assert site.get(1, return_=["year", "link", "title"]) == (
        {"link": "", "title": "Hi", "fields": {"year": "2027"}})
    states = ["listed", "votable", "answerable"]
    assert site.get(2, return_=states) == dict.fromkeys(states, 1)
    assert site.get(2, return_=["boost"]) == {} and site.get(99) is None
    titles = [article and article.get("title") for article in site.mget([2, 99], return_=["title"])]
    assert titles == ["Zwei – 2", None]
    assert [article and article["id"] for article in site.mget((5, 1))] == [5, 1]
    assert site.find("https://example.com") is None
    site.edit(2, link="https://example.org/")
    assert site.find("https://example.org/") == 2
    assert site.find_all("https://example.org/") == [2] and site.find_all("x", count=5) == []
    assert site.incrby(2, "views") == 1 and site.incrby(2, b"views", 41) == 42
    assert site.delete(5, 99) == 1 and site.count() == 2


def test_votes(site: Site) -> None:
    site.post("ann", "Hello")
    site.post("bob", "Two")
    assert site.vote("carol", 1) is True and site.vote("carol", 1) is False
    voted = site.vote_withcounts("dave", 1, "down")
    assert voted == voted | {"changed": True, "votes": 1, "previous": 0, "poster": "ann"}
    assert site.vote("dave", 1, "NONE") and site.vote("dave", 1, "DOWN")
    assert site.votes("dave", 1, 2, 99) == [-1, 0, None] and site.votes("dave") == []
    assert site.voters(1) == ("0", {"ann": 1, "carol": 1, "dave": -1})
    assert site.voters(1, "0", "down")[1] == {"dave": -1}
    assert dict(site.voters_iter(1, count=1)) == {"ann": 1, "carol": 1, "dave": -1}
    user = {"articles": 1, "karma": 0, "comments": 0, "comment_karma": 0, "unseen": 0}
    zeros = dict.fromkeys(user, 0)
    silenced = {**zeros, "silenced": 1}
    assert site.user("ann") == user and site.user("zoe") == zeros
    assert site.vote("eve", 1, silent=True) and site.votes("eve", 1) == [1]
    assert site.vote_withcounts("mal", 1, "down", silent=True)["votes"] == 1
    assert dict(site.voters_iter(1, silent=True)) == {"eve": 1, "mal": -1}
    assert site.vote("eve", 2, silent=True)
    voters = [("carol", 1, 0, 1), ("dave", 0, 1, 1), ("eve", 1, 0, 2), ("mal", 0, 1, 1)]
    assert site.affinity("ann") == voters and site.affinity("ann")[2].given == 2
    assert site.affinity("ann", of=["zoe", "dave"]) == [("zoe", 0, 0, 0), ("dave", 0, 1, 1)]
    assert site.silence("carol", True, count=1) == ("0", 1)
    assert site.silence_all("carol", False) == 1 and site.silence_all("dave", True) == 1
    assert site.user("dave") == silenced and site.silence_all("dave", False) == 1
    assert site.affinity("ann", count=1) == [("carol", 1, 0, 1)]
    assert site.unvote("eve", count=1) == ("2", 1) and site.unvote("eve", "2") == ("0", 1)
    assert site.unvote_all("mal") == 1 and site.unvote_all("mal") == 0
    assert site.vote("eve", 2) and site.comment("eve", 1, "Hi") == 3
    own = site.voted("eve", viewer="eve")
    assert [(item["id"], "text" in item, item.get("vote")) for item in own] == [
        (3, True, 1), (2, False, 1)]
    assert site.voted("eve", kind="comments", return_=["text"]) == [{"text": "Hi"}]
    assert site.voted("eve", vote="down") == [] and site.voted("zoe") == []
    part = site.voted("eve", size=1, withcursor=True, return_=["id", "parent"])
    assert part == [{"id": 3, "parent": 1}] and part.cursor == "id:3"
    assert [item["id"] for item in site.voted_iter("eve", size=1)] == [3, 2]
    assert site.unvote_all("eve") == 2 and site.delete(3) == 1
    assert site.transfer("bob", "zoe") == 1 and site.transfer("zoe", "bob", count=5) == 1
    assert site.transfer_all("bob", "zoe") == 1 and site.transfer_all("bob", "zoe") == 0
    site.rename_user("zoe", "bob")
    assert site.transfer("zoe", "bob", all=True) == 0
    site.rename_user("bob", "zoe")
    assert site.seen("eve", "time:1-1") is True and site.forget("eve") == 0
    assert site.seen("eve", "time:1-1") is True


def test_answers(site: Site) -> None:
    site.post("ann", "Hello")
    answers = [site.comment(user, 1, user) for user in ("bob", "cleo", "ann")]
    assert answers == [2, 3, 4] and site.comment("ann", 2, "To bob") == 5
    assert [(item["id"], item["parent"], item["text"]) for item in site.answers("ann")] == [
        (3, 1, "cleo"), (2, 1, "bob")]
    assert site.answers("bob", viewer="ann", return_=["id", "vote"]) == [
        {"id": 5, "vote": 1}]
    part = site.answers("ann", size=1, withcursor=True, return_=["id"])
    assert part == [{"id": 3}] and part.cursor
    assert [item["id"] for item in site.answers("ann", after=part.cursor)] == [2]
    assert [item["id"] for item in site.answers_iter("ann", size=1)] == [3, 2]
    assert [item["id"] for item in site.answers_iter("ann", notfrom=["cleo"])] == [2]
    before = site.user("ann")
    assert before and before["unseen"] == 2
    bob = site.answers("ann", after=part.cursor)
    assert site.seen("ann", []) is False
    assert site.seen("ann", bob) is True and site.seen("ann", f"time:{bob[0]['time']}-2") is False
    assert [item["id"] for item in site.answers("ann", unseen=True)] == [3]
    after = site.user("ann")
    assert after and after["unseen"] == 1 and len(site.answers("ann", unseen=False)) == 2
    with pytest.raises(ArticleError):
        site.seen("ann", "99")
    assert site.answers("zoe") == []


def test_follows(site: Site) -> None:
    site.post("ann", "Hello", groups=["go"])
    site.post("bob", "Two")
    assert site.follow("zoe", "user", "ann", "bob") == 2 and site.unfollow("zoe", "user", "bob") == 1
    assert [item["id"] for item in site.page(feed="zoe")] == [1]
    assert site.mute("zoe", "group", "go", "x") == 2 and site.unmute("zoe", "group", "x") == 1
    assert site.page(feed="zoe") == [] and len(site.page(unmuted="zoe")) == 1
    follows = site.follows("zoe")
    assert follows and follows["groups"] == [] and follows["users"] == ["ann"]
    assert follows["muted_groups"] == ["go"] and follows["muted_users"] == []
    assert site.thread(1, unmuted="zoe") == [] and site.forget("zoe") == 2


def test_lists(site: Site) -> None:
    site.post("ann", "Hello")
    site.post("bob", "Two")
    assert site.comment("cleo", 1, "Hi", fields={"lang": "en"}) == 3
    assert site.mark("zoe", "saved", 1, 3, 99) == 2 and site.mark("zoe", "saved", 3) == 0
    assert site.mark("zoe", b"\xff", 2) == 1 and site.lists("ann") == {}
    assert site.lists("zoe") == {"saved": 2, "\ufffd": 1}
    saved = site.marked("zoe", "saved", viewer="zoe", marks=["read", "saved"])
    found = [(item["id"], "text" in item, item.get("marks"), item.get("fields")) for item in saved]
    assert found == [(3, True, ["saved"], {"lang": "en"}), (1, False, ["saved"], None)]
    assert site.marked("zoe", "saved", kind="comments", return_=["text"]) == [
        {"text": "Hi"}]
    part = site.marked("zoe", "saved", size=1, withcursor=True, return_=["id", "parent"])
    assert part == [{"id": 3, "parent": 1}] and part.cursor == "marked:2-3"
    assert [item["id"] for item in site.marked_iter("zoe", "saved", size=1)] == [3, 1]
    assert site.marked("zoe", "read") == [] == site.marked("ann", "saved")

    assert ids(site.page(marked=("zoe", ["saved", "read"]))) == [1]
    assert ids(site.page(unmarked=("zoe", ("saved",)))) == [2] and site.page(marked=None)
    assert site.page(marked=("zoe", [])) == [] and len(site.page(unmarked=("zoe", []))) == 2
    assert site.comments(unmarked=("zoe", ["saved"])) == []
    article = site.get(1, viewer="zoe", marks=["saved"], return_=["id", "marks", "vote"])
    assert article == {"id": 1, "marks": ["saved"], "vote": 0}
    assert site.mget([2], viewer="zoe", marks=[], return_=["marks"]) == [
        {"marks": []}]
    whole = site.get(1, marks=["saved"])
    assert whole and "marks" not in whole
    [node] = site.tree(1, viewer="zoe", marks=["saved"])
    assert node.comment and node.comment.get("marks") == ["saved"]
    changed = site.changes(viewer="zoe", marks=["saved"], return_=["marks"]).comments
    assert changed == [{"parent": 1, "marks": ["saved"]}]

    info = site.info()
    assert info and info["marks"] == 3
    assert site.unmark("zoe", "saved", 1, 2) == 1 and site.lists("zoe")["saved"] == 1
    assert site.mark("zoe", "saved", 1, 2) == 2 and site.unmark_all("zoe", "saved") == 3
    assert site.lists("zoe") == {"\ufffd": 1} and site.forget("zoe") == 1
    assert site.lists("zoe") == {}
    with pytest.raises(ArticleError):
        site.unmark("zoe", "saved")


def test_listings(site: Site) -> None:
    site.post("ann", "Hello", groups=["b", "a"])
    site.post("bob", "Two", time=int(time.time()) - 60)
    assert site.groupadd(2, "a", "c") == 2 and site.grouprem(2, "c", "d") == 1
    assert site.groups() == {"a": 2, "b": 1} and site.groups(limit=(1, 1)) == {"b": 1}
    assert site.count() == 2 and site.count("b") == 1 and site.count("a", since=-30) == 1
    assert ids(site.page()) == [1, 2] and ids(site.page(order="asc")) == [2, 1]
    assert ids(site.page(anyof=["b", "x"], noneof=[])) == [1] and site.page(anyof=[]) == []
    assert ids(site.page(noneof=["b"], by="gravity", minvotes=0)) == [2]
    assert ids(site.page(from_=["ann", "zoe"])) == [1] and site.page(from_=[]) == []
    assert ids(site.page(notfrom=("ann",), except_=None)) == [2]
    assert ids(site.page(unvoted="ann")) == [2] and ids(site.page(except_=[2, 99])) == [1]
    assert site.page(hidden=True) == [] and ids(site.page(hidden=False)) == [1, 2]
    assert ids(site.grouppage("a", size=1, page=2)) == ids(site.userpage("bob")) == [2]
    assert site.rank(2) == 1 and site.rank(2, by="TIME", order="ASC", group="a") == 0
    assert site.rank(99) is None

    first = site.page(size=1, withcursor=True, return_=["id"])
    assert first == [{"id": 1}] and first.cursor and type(first) is Page
    page = site.page(size=1, withcursor=True, after=first.cursor, viewer="carol")
    assert page.cursor is None and page[0]["id"] == 2 and page[0].get("vote") == 0
    assert site.page(2) == [] and site.page(2, withcursor=True) == []
    assert site.page(viewer=None, since=None, anyof=None, size=None, by=None) == site.page()


def test_activity(site: Site) -> None:
    site.post("ann", "Hello", time=1000)
    site.post("bob", "Two")
    assert site.bump(1, comments=3) == 3 and site.bump(1, comments=-1) == 2
    assert site.bump(1, time=1060) == 2
    assert site.get(1, return_=["bumped", "comments"]) == (
        {"bumped": 1060, "comments": 2})
    assert ids(site.page(by="comments")) == [1, 2] and ids(site.page(by="BUMPED")) == [2, 1]
    assert sorted(ids(site.page(by="active"))) == [1, 2]


def test_iterators(site: Site) -> None:
    posted = [site.post("ann" if n % 2 else "bob", "t", groups=["g"] if n < 5 else [])
              for n in range(9)]
    assert ids(list(site.articles(size=2, by="time"))) == posted[::-1]
    assert ids(list(site.articles(order="asc", after=None))) == posted
    assert ids(list(site.articles(group="g", size=2, order="asc"))) == posted[:5]
    assert ids(list(site.articles(user="ann", size=1, order="asc"))) == posted[1::2]
    assert [article.get("vote") for article in site.articles(viewer="ann", user="ann")] == [1] * 4
    parts = list(site.articles(return_=["poster"], order="asc", minvotes=1))
    assert parts[:2] == [{"poster": "bob"}, {"poster": "ann"}]
    page = site.page(by="time", size=2, withpositions=True)
    assert page.positions == [f"time:{entry['time']}-{entry['id']}" for entry in page]
    assert page.cursor == page.positions[1] and site.page().positions is None
    with pytest.raises(TypeError, match="exclude each other"):
        site.articles(group="g", user="ann")

    for n in range(5):
        site.comment("carol", 1, str(n))
    texts = [comment["text"] for comment in site.comments_iter(order="asc", by="time", size=2)]
    assert texts == list("01234")
    assert list(site.comments_iter(return_=["text"], size=1))[0] == {"text": "4"}
    assert len(list(site.thread_iter(1, size=2))) == 5
    assert [entry["id"] for entry in site.thread_iter(1, by="time", order="asc", size=2)] == (
        [10, 11, 12, 13, 14])


def test_comments(site: Site) -> None:
    id = site.post("ann", "Title", fields={"text": "t", "parent": "p"})
    article = site.get(id)
    assert article and article.get("fields") == {"text": "t", "parent": "p"}
    first = site.comment("bob", id, "First", fields={"title": "x", "groups": "y"})
    posted = site.comment_withcounts(b"carol", first, b"\xff", time=int(time.time()) - 5)
    assert posted["created"] is True and posted["votes"] == 1
    second = posted["id"]
    third = site.comment("dave", id, "Third", id=second + 5)
    comment = site.get_comment(first, viewer="bob")
    assert comment and list(comment) == (
        "id parent article text poster time closes votes upvotes downvotes score comments vote "
        "fields"
    ).split()
    assert comment.get("fields") == {"title": "x", "groups": "y"} and comment.get("vote") == 1
    assert site.get_comment(second, return_=["text"]) == {"text": "\ufffd", "parent": first}
    site.edit(second, text="Second", fields={"lang": "en"})
    found = site.mget_comments([second, 999], return_=["text", "lang", "parent"])
    assert found == [{"text": "Second", "parent": first, "fields": {"lang": "en"}}, None]
    assert [comment and comment["votes"] for comment in site.mget_comments([third])] == [1]
    # An article is not a comment.
    assert site.get(first) is None and site.get_comment(id) is None
    assert site.mget([first]) == [None] == site.mget_comments([id])
    names = ["id", "title", "lang"]
    assert site.get(first, return_=names) is None and site.get_comment(id, return_=names) is None
    whole = {"id": id, "fields": {"parent": "p"}}
    assert site.mget([first, id], return_=["id"]) == [None, whole]
    found = site.mget_comments([first, id], return_=["id"])
    assert found == [{"id": first, "parent": id}, None]

    thread = site.thread(id, by="time", order="asc", viewer="carol")
    assert [(entry["id"], entry["depth"]) for entry in thread] == (
        [(first, 1), (second, 2), (third, 1)])
    assert [entry.get("vote") for entry in thread] == [0, 1, 0] and thread.cursor is None
    assert len(site.thread(id, depth=1)) == 2 and len(site.thread(id, children=1)) == 3
    path = site.path(thread[1]["id"], return_=["id"])
    assert [entry["id"] for entry in path] == [id, thread[0]["id"], thread[1]["id"]]
    part = site.thread(id, size=2, withcursor=True, return_=["id"])
    assert part.cursor and part[0] == {"id": part[0].get("id")}
    rest = site.thread(id, size=2, withcursor=True, after=part.cursor)
    assert len(rest) == 1 and rest.cursor is None and site.thread(999) == []

    comments = site.comments(from_=["bob", "carol"], order="asc", by="TIME")
    assert [comment["text"] for comment in comments] == ["Second", "First"]
    latest = site.comments(size=1, withcursor=True, return_=["poster"])
    assert len(latest) == 1 and latest.cursor
    assert site.comments(4, withcursor=True, size=1) == []


def test_trees_of_one_moment(site: Site, server: Server) -> None:
    """A tree of up to 1,000 comments is read by one command, so votes cannot change it meanwhile."""
    id = site.post("ann", "Title")
    with site.pipeline() as p:
        answers = [p.comment("bob", id, "text") for _ in range(101)]
        p.execute()
    with library.Redis.from_url(server.url) as client:
        client.config_resetstat()
        assert {node.id for node in site.tree(id)} == {answer.value for answer in answers}
        assert len(site.tree(id, limit=50)) == 50
        assert client.info("commandstats")["cmdstat_article.thread"]["calls"] == 2
    thread = [*site.thread(id, size=10)]
    assert replies.nest(thread * 2, id) == replies.nest(thread, id)


def test_trees(site: Site) -> None:
    id = site.post("ann", "Title")
    first = site.comment("bob", id, "First")
    second = site.comment("carol", first, "Second")
    third = site.comment("bob", second, "Third")
    site.comment("dave", id, "Fourth")
    nodes = site.tree(id, by="time", order="asc", size=1)
    assert [node.comment and node.comment["text"] for node in nodes] == ["First", "Fourth"]
    assert [node.id for node in nodes[0].answers] == [second]
    assert nodes[0].answers[0].answers[0].id == third and nodes[0].depth == 1
    assert site.tree(id, by="time", order="asc", limit=2)[0].answers[0].answers == []
    assert [node.id for node in site.tree(second)] == [third] and site.tree(third) == []
    assert site.tree(id, limit=0) == []
    cursor = site.thread(id, size=1, withcursor=True).cursor
    with pytest.raises(TypeError, match="after"):
        site.tree(id, after=cursor)  # type: ignore[call-arg]

    assert site.delete(first) == 1 and site.moderate("hide", second) == 1
    entry = site.thread(id, by="time", order="asc")[0]
    assert entry == {
        "id": first, "parent": id, "article": id, "depth": 1, "comments": 1, "deleted": 1}
    node = site.tree(id, by="time", order="asc")[0]
    assert node.comment is None and node.removed == "deleted"
    assert node.answers[0].comment is None and node.answers[0].removed == "hidden"
    answer = node.answers[0].answers[0]
    assert answer.comment and answer.comment["text"] == "Third" and answer.removed is None


def test_changes(site: Site) -> None:
    assert site.changes() == ("0", [], [], [], False)
    site.post("ann", "One", fields={"parent": "7"})
    site.comment("bob", 1, "Two", fields={"title": "t"})
    everything = site.changes(count=1000, viewer="bob")
    assert ids(everything.articles) == [1] and not everything.deleted
    assert [comment["text"] for comment in everything.comments] == ["Two"]
    assert everything.comments[0].get("vote") == 1
    version = everything.version
    info = site.info()
    assert info and info["version"] == version
    assert site.changes(version, block=1) == (version, [], [], [], False)
    # With RETURN, too, articles and comments are told apart.
    parts = site.changes(return_=["id", "title"])
    assert parts.articles == [{"id": 1, "title": "One", "fields": {"parent": "7"}}]
    assert parts.comments == [{"id": 2, "parent": 1, "fields": {"title": "t"}}]
    site.delete(2)
    changes = site.changes(version)
    assert changes.deleted == [2] and changes.comments == []
    with pytest.raises(ResyncError):
        site.changes(f"{0:016}-1-1")


def test_moderation(site: Site) -> None:
    site.post("ann", "One")
    assert site.boost(1, 3600) == 3600 and site.boost(1, -600, incr=True) == 3000
    assert site.moderate("pin", 1, 99) == 1
    article = site.get(1)
    assert article and article.get("pinned") == 1 and article.get("boost") == 3000


def test_errors(site: Site, sites: Sites, server: Server) -> None:
    site.post("ann", "One")
    with library.Redis.from_url(server.url) as client:
        client.set("text", "hello")
    calls: list[tuple[type[ArticleError], str, Any]] = [
        (NoArticleError, "NOARTICLE", lambda: site.vote("erin", 99)),
        (BusyKeyError, "BUSYKEY", lambda: site.create()),
        (WrongTypeError, "WRONGTYPE", lambda: sites.on(server.url, "text").page()),
        (BadCursorError, "BADCURSOR", lambda: site.page(after="time:1-1")),
        (ResyncError, "RESYNC", lambda: site.changes(f"{0:016}-1-1")),
        (NoDownvoteError, "NODOWNVOTE", lambda: site.vote("ann", 1, "down")),
        (SelfVoteError, "SELFVOTE", lambda: site.vote("ann", 1)),
        # redis-py removes ERR from the text, which then begins with VOTESCORE.
        (ArticleError, "ERR", lambda: site.alter(votescore=0)),
        (ArticleError, "ERR", lambda: site.page(0)),
        (ArticleError, "ERR", lambda: site.vote(1, "erin")),  # type: ignore[arg-type]
        (ArticleError, "ERR", lambda: site.page(limit=5)),  # type: ignore[call-overload]
        (LockedError, "LOCKED", lambda: site.moderate("lock", 1) and site.comment("bob", 1, "x")),
        (VoteClosedError, "VOTECLOSED", lambda: site.vote("erin", 1)),
        (HiddenError, "HIDDEN", lambda: site.moderate("hide", 1) and site.vote("erin", 1)),
    ]
    site.alter(selfvote=False, downvotes=False)
    for kind, code, call in calls:
        with pytest.raises(library.ResponseError) as caught:
            call()
        assert type(caught.value) is kind and caught.value.code == code
        assert 400 <= caught.value.status <= 503 and caught.value.text.endswith(".")
    site.moderate("show", 1)
    site.post("bob", "Two")


def test_errors_of_the_server_keep_their_classes(site: Site, server: Server) -> None:
    with library.Redis.from_url(server.url) as client:
        client.execute_command("ACL", "SETUSER", "default", "-article.post")
        try:
            with pytest.raises(library.exceptions.NoPermissionError):
                site.post("ann", "One")
        finally:
            client.execute_command("ACL", "SETUSER", "default", "+article.post")
        with pytest.raises(library.ResponseError) as unknown:
            client.execute_command("ARTICLE.NONE", "news")
        assert typed(unknown.value) is unknown.value


def test_loading(site: Site, sites: Sites, server: Server) -> None:
    time, closes = 1380000000, 4380000000
    site.load_article(7, "ann", "Old", "", time=time, closes=closes, counts=(250, 3),
                      groups=["a"], pinned=True, comments=2, bumped=1380000600)
    site.load_article(8, "ann", "Open", "", time=time, closes=closes, fields={"a": "b"},
                      boost=5)
    site.load_voters(8, up=["ann", "bob"], down=["carol"], silentup=["eve"])
    site.load_place(9, 8, time=1380000001)
    site.load_comment(12, "bob", 9, "text", time=time, closes=closes, up=["bob"], score=None,
                      hidden=False)
    site.alter(keepvotes=True)
    site.load_comment(13, "bob", 12, "old", time=time, closes=time + 1, counts=(1, 0),
                      keptup=["dave"])
    assert site.votes("dave", 7, 13) == [0, 1]
    site.load_lastid(100)
    site.load_seen("bob", "time:9-12")
    assert site.seen("bob", "time:9-12") is False and site.seen("bob", "time:9-13") is True
    site.load_marks("bob", "saved", [7, 12, 50])
    assert site.lists("bob") == {"saved": 2}
    old = site.get(7, viewer="erin")
    assert old and old["votes"] == 247 and old.get("pinned") == 1 and old["groups"] == ["a"]
    assert site.votes("carol", 8) == [-1] and site.tree(8)[0].answers[0].id == 12
    assert site.post("ann", "New") == 101
    cursor, words = "", list[list[str]]()
    while cursor != "0":
        cursor, some = site.export(cursor or "0", count=3)
        words += some
    with library.Redis.from_url(server.url) as client:
        for first, *rest in words:
            of_load = ["ARTICLE.LOAD", "copy", first]
            start = ["ARTICLE.CREATE", "copy"] if first == "CREATE" else of_load
            client.execute_command(*start, *rest)
    assert len(words) > 9 and sites.on(server.url, "copy").export() == site.export()
    with library.Redis.from_url(server.url) as client:
        assert client.execute_command("ARTICLE.DEBUG CHECK", "news")


def test_texts_of_any_bytes(site: Site, sites: Sites, server: Server) -> None:
    site.post(b"\xfe", b"\xff", b"\xfd", groups=[b"\xfc"], fields={"f": b"\xfa"})
    site.post("ann", "ü\ud800", fields={"fields": "kept", "id2": "too"})
    page = site.page(order="asc")
    assert [article["title"] for article in page] == ["\ufffd", "ü\\ud800"]
    assert site.groups() == {"\ufffd": 1} and page[0].get("fields") == {"f": "\ufffd"}
    assert site.voters(1)[1] == {"\ufffd": 1}
    assert site.vote_withcounts("bob", 1)["poster"] == "\ufffd"
    # An entry has the name of its dictionary, and a custom field may have it, too.
    assert page[1].get("fields") == {"fields": "kept", "id2": "too"}
    assert site.get(2, return_=["fields"]) == {"fields": {"fields": "kept"}}


def test_maps_with_exact_texts(server: Server, sites: Sites) -> None:
    sites.options |= {"protocol": 3}
    site = sites.on(server.url, binary=True)
    site.post(b"\xfe", b"\xff", fields={"f": b"\xfa", "parent": b"too"}, groups=["a"])
    title = site.page()[0]["title"]
    assert title.encode(errors="surrogateescape") == b"\xff"
    assert site.comment("ann", 1, title) == 2 and site.thread(1)[0].get("text") == title
    changes = site.changes()
    assert ids(changes.articles) == [1] and changes.comments[0]["text"] == title
    article: Any = site.get(1, return_=["title", "f"])
    assert article == {"title": title, "f": "\udcfa", "parent": "too"} and site.get(2) is None
    assert site.groups() == {"a": 1} and site.voters(1) == ("0", {"\udcfe": 1})
    assert site.page(size=1, withcursor=True).cursor is None and site.get(9) is None
    text = site.get_json(1, return_=["title"])
    assert text == '{"title":"\ufffd","fields":{"parent":"too"}}'.encode()


def test_texts_of_replies(site: Site, sites: Sites, server: Server) -> None:
    site.post("ann", "</script>", fields={"lang": "en"})
    site.comment("bob", 1, "ü")
    page = site.page_json(viewer="ann", return_=["title", "vote"])
    assert page == b'[{"title":"\\u003c/script\\u003e","vote":1}]'
    assert json.loads(site.page_json()) == site.page() == json.loads(site.userpage_json("ann"))
    assert json.loads(site.thread_json(1)) == site.thread(1)
    article = site.get_json(1)
    assert article and json.loads(article) == site.get(1) and site.get_json(9) is None
    with site.pipeline() as p:
        assert p.comments_json(size=1, withcursor=True).set(b"[]") == b"[]"
        assert p.execute() == [site.comments_json(size=1, withcursor=True)]

    def loads(text: bytes) -> Any:
        return text

    text: Any = sites.on(server.url, loads=loads).page(return_=["title"])
    assert text == list(site.page_json(return_=["title"]))


def test_texts_are_not_booleans(site: Site) -> None:
    site.post("ann", "One")
    calls: list[Any] = [
        lambda: site.silence("ann", "no"),  # type: ignore[arg-type]
        lambda: site.alter(selfvote="no"),  # type: ignore[arg-type]
    ]
    for call in calls:
        with pytest.raises(TypeError, match="True or False"):
            call()
    about, info = site.user("ann"), site.info()
    assert about and "silenced" not in about and info and info["self_vote"] is True


def test_single_texts_are_not_lists(site: Site) -> None:
    site.post("ann", "One")
    calls: list[Any] = [
        lambda: site.post("bob", "a", "", groups="rust"),  # type: ignore[arg-type]
        lambda: site.page(anyof="rust"),  # type: ignore[call-overload]
        lambda: site.page(from_="rust"),  # type: ignore[call-overload]
        lambda: site.edit(1, unset=b"f"),  # type: ignore[arg-type]
        lambda: site.get(1, return_="title"),  # type: ignore[call-overload]
        lambda: site.voted("ann", return_="title"),  # type: ignore[call-overload]
        lambda: site.get(1, viewer="ann", marks="saved"),  # type: ignore[call-overload]
        lambda: site.page(marked=("ann", "saved")),  # type: ignore[arg-type]
    ]
    for call in calls:
        with pytest.raises(TypeError, match="must be a list"):
            call()
    assert site.count() == 1
