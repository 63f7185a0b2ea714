"""Pipelines and transactions."""

from __future__ import annotations

import pytest
from conftest import MakeServers, Server, Sites, library
from redis_article import NoArticleError, Site


@pytest.fixture(params=[None, False, True], ids=["default", "pipeline", "MULTI"])
def transaction(request: pytest.FixtureRequest) -> bool | None:
    value: bool | None = request.param
    return value


def test_typed_replies(site: Site, transaction: bool | None) -> None:
    site.post("ann", b"\xff", groups=["a"])
    with site.pipeline(transaction) as p:
        voted = p.vote("bob", 1)
        article = p.get(1, viewer="bob")
        answered = p.comment("bob", 1, "text")
        tree = p.thread(1)
        assert len(p) == 4
        with pytest.raises(RuntimeError, match="has not been executed"):
            print(voted.value)
        values = p.execute()
    assert values == [voted.value, article.value, answered.value, tree.value]
    assert voted.value is True and voted.error is None
    assert article.value and article.value["title"] == "\ufffd" and article.value.get("vote") == 1
    assert answered.value == 2 and tree.value[0]["id"] == 2


def test_an_error_affects_no_other_command(site: Site, transaction: bool | None) -> None:
    site.post("ann", "One")
    with site.pipeline(transaction) as p:
        first, wrong, last = p.vote("bob", 1), p.vote("bob", 99), p.vote("carol", 1)
        with pytest.raises(NoArticleError) as caught:
            p.execute()
        assert caught.value.code == "NOARTICLE" and wrong.error is caught.value
        with pytest.raises(NoArticleError):
            print(wrong.value)
        assert first.value and last.value and site.votes("carol", 1) == [1]

        p.get(99), p.vote("dave", 99), p.count()
        none, error, count = p.execute(raise_on_error=False)
        assert none is None and isinstance(error, NoArticleError) and count == 1


def test_a_transaction_is_one(site: Site, server: Server) -> None:
    """No other command comes between: MONITOR shows MULTI and EXEC around them."""
    with library.Redis.from_url(server.url) as client, client.monitor() as monitor:
        with site.pipeline(transaction=True) as p:
            p.post("ann", "One"), p.info()
            _, info = p.execute()
        assert info["articles"] == 1
        seen: list[str] = []
        while seen[-1:] != ["EXEC"]:
            seen.append(str(monitor.next_command()["command"]).split()[0])
    assert seen[-4:] == ["MULTI", "ARTICLE.POST", "ARTICLE.INFO", "EXEC"]


def test_what_is_not_executed_is_discarded(site: Site) -> None:
    with site.pipeline() as p:
        p.post("ann", "One")
    assert len(p) == 0 and site.count() == 0
    with site.pipeline() as p:
        assert p.execute() == []


def test_a_server_that_cannot_be_reached(
    sites: Sites, make_servers: MakeServers, transaction: bool | None
) -> None:
    """What was not sent is not sent later."""
    [server] = make_servers()
    site = sites.on(server.url)
    with site.pipeline(transaction) as p:
        server.stop()
        posted = p.post("ann", "One")
        with pytest.raises(library.ConnectionError):
            p.execute()
        with pytest.raises(RuntimeError, match="has not been executed"):
            print(posted.value)
        server.start()
        assert len(p) == 0 and p.execute() == []
        count = p.count()
        assert p.execute() == [count.value] == [0]


def test_clusters(sites: Sites, cluster: Server) -> None:
    for n in range(6):
        # Keys in different slots, so that each node has some.
        site = sites.on_cluster(cluster.url, f"site{n}")
        assert site.post("ann", b"\xff", groups=["a"]) >= 1
        assert [article["title"] for article in site.articles(group="a")][0] == "\ufffd"
        with site.pipeline() as p:
            voted, wrong, page = p.vote("bob", 1), p.vote("bob", 99), p.page(order="asc")
            with pytest.raises(NoArticleError):
                p.execute()
        assert isinstance(voted.value, bool) and isinstance(wrong.error, NoArticleError)
        assert page.value[0]["title"] == "\ufffd"
        follower = site.follow_changes(block=1)
        assert next(follower).articles and not next(follower).articles
        follower.close()
