"""Sites that are spread over parts: together, these are as one site."""

from __future__ import annotations

import random
import threading
from binascii import crc_hqx
from collections.abc import Iterator
from typing import Any

import pytest
from conftest import MakeServer, Server, Sites, library, make_cluster, wait_until
from redis_article import BusyKey, Resync, UnreachablePart
from redis_article.parts import tag_of
from test_changes import until

USERS = ["ann", "bob", "carol", "dave", "erin"]
GROUPS = ["rust", "go", "c", "zig"]
ORDERS = ["score", "time", "votes", "best", "controversy", "gravity", "bumped", "comments",
          "active"]
NOW = 1_790_000_000
SETTINGS: dict[str, Any] = {"window": 3_000_000_000, "keepvotes": "yes", "pagesize": 10}


@pytest.fixture(params=[False, True], ids=["sync", "async"])
def sites(request: pytest.FixtureRequest) -> Iterator[Sites]:
    """Fewer kinds than elsewhere, because parts are asked in the same way as sites."""
    sites = Sites(request.param, {"protocol": 2, "decode_responses": request.param})
    yield sites
    sites.close()


class Twins:
    """A site and a spread one, to which the same happens."""

    def __init__(self, one: Any, spread: Any, seed: int) -> None:
        self.one, self.spread, self.random = one, spread, random.Random(seed)
        self.ids: list[int] = []
        self.parts = len(spread.keys)
        self.last = 0
        for site in (one, spread):
            site.create(**SETTINGS)

    def do(self, name: str, *args: Any, **options: Any) -> Any:
        """Calls a method of both, which return the same, or get the same error."""
        found: list[Any] = []
        for site in (self.spread, self.one):
            try:
                found.append(getattr(site, name)(*args, **options))
            except library.ResponseError as error:
                found.append(str(error))
        assert found[0] == found[1], (name, args, options)
        return found[0]

    def fill(self, count: int) -> None:
        for _ in range(count):
            self.happen()

    def happen(self) -> None:
        pick = self.random
        user, time = pick.choice(USERS), NOW - pick.randrange(100_000)
        what = pick.choice(["post"] * 4 + ["comment"] * 2 + ["vote"] * 4 + ["other"] * 2)
        if what == "post" or not self.ids:
            self.last += pick.choice([1, 1, 1, 2, self.parts])  # Some parts have more.
            groups = pick.sample(GROUPS, pick.randrange(3))
            self.do("post", user, f"Title <{self.last}>", f"link{pick.randrange(40)}",
                    groups=groups, id=self.last, time=time, fields={"n": str(self.last)})
            self.ids.append(self.last)
            return
        id = pick.choice(self.ids)
        if what == "comment":
            self.last += 1
            while (self.last - id) % self.parts:
                self.last += 1
            time = NOW - pick.randrange(9000)
            if self.do("comment", user, id, "text", id=self.last, time=time) == self.last:
                self.ids.append(self.last)
        elif what == "vote":
            self.do("vote", user, id, pick.choice(["up", "down", "none"]))
        else:
            action = pick.choice(["hide", "show", "pin", "pinlocal", "unpin"])
            self.do("moderate", action, *pick.sample(self.ids, min(2, len(self.ids))))
            self.do("mark", user, "saved", id)
            self.do("boost", id, pick.randrange(-5000, 5000)) if pick.random() < .3 else None


def query(pick: random.Random) -> dict[str, Any]:
    filters: list[dict[str, Any]] = [
        {"since": NOW - 50_000}, {"until": NOW - 10_000}, {"minvotes": 1},
        {"from_": ["ann", "bob"]}, {"notfrom": ["ann"]}, {"unvoted": "bob"}, {"hidden": True},
        {"marked": ("bob", ["saved"])}, {"unmarked": ("bob", ["saved"])}, {"unmuted": "ann"},
        {"except_": list(range(1, 200, 3))}, {"viewer": "ann", "marks": ["saved"]},
        {"per": ("user", 2)}, {"per": ("user", 1)}, {"return_": ["title", "votes"]},
        {"since": -60_000}, {},
    ]
    options: dict[str, Any] = {"size": pick.choice([1, 3, 10, 25, 40])}
    for each in pick.sample(filters, pick.randrange(3)):
        options |= each
    return options | {"at": NOW}


LISTINGS: list[tuple[str, list[str]]] = [
    ("page", []), ("grouppage", ["rust"]), ("userpage", ["ann"]), ("comments", [])]
ARTICLE_FILTERS: list[dict[str, Any]] = [
    {"anyof": ["rust", "go"]}, {"allof": ["rust", "c"]}, {"noneof": ["c"]}, {"feed": "ann"},
    {"per": ("link", 1)}, {}, {}]


def walk(site: Any, name: str, args: list[Any], options: dict[str, Any]) -> list[Any]:
    found: list[Any] = []
    page = getattr(site, name)(*args, **options, withcursor=True)
    while True:
        found.append((list(page), page.cursor))
        if page.cursor is None:
            return found
        page = getattr(site, name)(*args, **options | {"after": page.cursor}, withcursor=True)


@pytest.mark.parametrize("parts", [1, 4, 16])
def test_parts_equal_one_site(sites: Sites, server: Server, parts: int) -> None:
    twins = Twins(sites.on(server.url, "one"), sites.spread(server.url, parts=parts), parts)
    compare(twins)


def compare(twins: Twins) -> None:
    one, spread, pick = twins.one, twins.spread, twins.random
    twins.do("follow", "ann", "group", "go", "zig")
    twins.do("mute", "ann", "user", "erin")
    twins.fill(300)
    for order in ORDERS:
        for name, args in LISTINGS * 2:
            if name == "comments" and order in ("bumped", "comments", "active"):
                continue
            options = {"by": order} | query(pick)
            if name != "comments":
                options |= pick.choice(ARTICLE_FILTERS)
            if order in ("score", "time"):
                options["order"] = pick.choice(["asc", "desc"])
            pages = walk(spread, name, args, options)
            assert pages == walk(one, name, args, options), (name, args, options)
            if "per" not in options:
                for number in range(2, 2 + 4):
                    twins.do(name, *args, number, **options)
            assert getattr(spread, f"{name}_json")(*args, **options) == getattr(
                one, f"{name}_json")(*args, **options)
        twins.fill(20)
    for user in USERS:
        for name in ("voted", "answers"):
            options = {"size": 7, "return_": pick.choice([None, ["votes"]])}
            assert walk(spread, name, [user], options) == walk(one, name, [user], options)
        twins.do("user", user), twins.do("lists", user), twins.do("follows", user)
        assert sorted(map(str, spread.marked_iter(user, "saved", size=3))) == sorted(
            map(str, one.marked_iter(user, "saved")))
        assert sorted(spread.affinity(user))
    twins.do("groups"), twins.do("groups", 1, 2), twins.do("count"), twins.do("count", "rust")
    for id in pick.sample(twins.ids, 20):
        twins.do("rank", id), twins.do("rank", id, by="time", order="asc", group="rust")
        twins.do("get", id), twins.do("thread", id), twins.do("path", id)
    twins.do("mget", twins.ids), twins.do("mget_comments", twins.ids)
    twins.do("votes", "ann", *twins.ids)
    for link in range(40):
        twins.do("find", f"link{link}"), twins.do("find_all", f"link{link}", 2)
    numbers = [site.info() for site in (spread, one)]
    for name in ("articles", "last_id", "open", "votes", "comments", "hidden", "marks"):
        assert numbers[0][name] == numbers[1][name]


def test_parts_equal_one_site_in_a_cluster(sites: Sites, cluster: Server) -> None:
    name = f"{random.random()}"
    compare(Twins(sites.on_cluster(cluster.url, "one" + name),
                  sites.spread(cluster.url, name, in_cluster=True, parts=5), 1))


def test_what_adds_up(sites: Sites, server: Server) -> None:
    site = sites.spread(server.url, parts=3)
    assert site.info() is None and site.user("ann") is None and site.find("x") is None
    with pytest.raises(library.ResponseError, match="no such key"):
        site.post("ann", "One", "x")
    assert site.create(dedupe=1000, nx=True) and not site.create(nx=True)
    with pytest.raises(BusyKey):
        site.create()
    links = [f"https://example.com/{n}" for n in range(9)]
    ids = [site.post("ann", "Hello", link, groups=["a"]) for link in links]
    assert len({id % 3 for id in ids}) > 1 and len(set(ids)) == 9
    assert [site.post("bob", "Again", link) for link in links] == ids
    assert [site.find(link) for link in links] == ids
    answers = [site.comment("bob", id, "Hi") for id in ids]
    assert [answer % 3 for answer in answers] == [id % 3 for id in ids]
    info = site.info()
    assert (info["articles"], info["comments"], info["votes"]) == (9, 9, 27)
    assert (info["last_id"], info["ids_first"], info["ids_step"]) == (max(ids + answers), 1, 1)
    assert site.user("ann") == {
        "articles": 9, "karma": 18, "comments": 0, "comment_karma": 0, "unseen": 9}
    assert site.seen("ann", min(answers)) and site.user("ann")["unseen"] < 9
    assert site.seen("ann", max(ids + answers)) and not site.user("ann")["unseen"]
    with pytest.raises(library.ResponseError, match="id must be"):
        site.seen("ann", max(ids + answers) + 1)
    assert site.silence_all("bob", "yes") == 9 and site.user("bob")["silenced"] == 1
    assert site.silence_all("bob", "no") == 9 and "silenced" not in site.user("bob")
    cursor, withdrawn = site.unvote("bob", count=1)
    while cursor != "0":
        cursor, more = site.unvote("bob", cursor, count=1)
        withdrawn += more
    assert withdrawn == 18  # Those on his own comments, too.
    assert site.transfer("bob", "eve", count=4) == 4 and site.transfer_all("bob", "eve") == 5
    site.rename_user("eve", "bob")
    assert site.user("bob")["comments"] == 9 and not site.user("eve")["comments"]
    assert site.follow("ann", "user", "eve", "bob") == 2 == len(site.follows("ann")["users"])
    assert site.mark("ann", "saved", *ids) == 9 and site.unmark("ann", "saved", ids[0]) == 1
    marked = site.marked("ann", "saved", size=5, withcursor=True)
    rest = site.marked("ann", "saved", size=5, after=marked.cursor, withcursor=True)
    assert (len(marked), len(rest), rest.cursor) == (5, 3, None)
    assert site.marked("ann", "saved", 2, size=5) == rest
    assert site.lists("ann") == {"saved": 8} and site.unmark_all("ann", "saved") == 8
    assert site.forget("ann") >= 2 and site.forget("ann") == 0
    assert site.moderate("lock", *ids) == 9 == site.delete(*ids) and site.count() == 0
    site.alter(pagesize=2)
    assert len(site.comments()) == 0 and site.info()["page_size"] == 2


def test_routes_by_group(sites: Sites, server: Server) -> None:
    site = sites.spread(server.url, parts=4, route="group")
    site.create()
    ids = [site.post("ann", "Hello", groups=[f"g{n % 3}"]) for n in range(9)]
    assert [id % 4 for id in ids] == [id % 4 for id in ids[:3]] * 3
    assert len(site.grouppage("g1")) == 3 == site.count("g1")
    assert site.rank(ids[1], group="g1") == 2
    others = {f"h{n}": site.post("ann", "Hello", groups=[f"h{n}"]) for n in range(20)}
    other = next(group for group, id in others.items() if (id - ids[0]) % 4)
    with pytest.raises(ValueError, match="of the same part"):
        site.groupadd(ids[0], other)
    with pytest.raises(ValueError, match="of the same part"):
        site.post("ann", "Hello", groups=["g0", other])
    assert len({site.post("ann", "No group") % 4 for _ in range(4)}) == 4
    assert site.keys[3] == "spread:{3-2}"
    key: Any = b"spread"
    assert sites.spread(server.url, key, parts=16).keys[9] == b"spread:{9}"


def test_mistakes(sites: Sites, server: Server) -> None:
    for options in ({"parts": 0}, {"parts": 1025}, {"parts": 2, "route": "user"}):
        with pytest.raises(ValueError):
            sites.spread(server.url, **options)
    with pytest.raises(ValueError, match="must not contain"):
        sites.spread(server.url, "{a}", parts=2)
    site = sites.spread(server.url, parts=2)
    site.create()
    mistakes: list[tuple[Any, str]] = [
        (lambda: site.page(0), "page must be"), (lambda: site.page(size=0), "SIZE"),
        (lambda: site.page(after="x"), "BADCURSOR"),
        (lambda: site.marked("a", "b", after="x"), "BADCURSOR"),
        (lambda: site.page(2, per=("user", 1)), "PER needs page 1"),
        (lambda: site.page(per=("day", 1)), "GROUP, USER or LINK"),
        (lambda: site.changes_once("1-2"), "RESYNC"), (lambda: site.unvote("a", "x"), "cursor"),
    ]
    for call, text in mistakes:
        with pytest.raises(library.ResponseError, match=text):
            call()
    with pytest.raises(ValueError, match="10000 entries"):
        site.page(1002, size=10)
    with pytest.raises(TypeError, match="each of `sites`"):
        site.load_lastid(5)
    with site.pipeline() as p:
        first, second = p.post("ann", "One", id=1), p.post("ann", "Two", id=2)
        p.execute()
        assert (first.value, second.value) == (1, 2)
        with pytest.raises(TypeError, match="several parts"):
            p.page()


def test_slots() -> None:
    """The parts spread evenly over any number of servers with equal ranges of slots."""
    assert [tag_of(part, 4) for part in range(4)] == ["0-4", "1-2", "2-4", "3-2"]
    for parts in (2, 7, 16, 64):
        slots = [crc_hqx(tag_of(part, parts).encode(), 0) % 16384 for part in range(parts)]
        assert sorted(slots) == slots
        for servers in range(1, parts + 1):
            held = [sum(slot * servers // 16384 == server for slot in slots)
                    for server in range(servers)]
            assert max(held) <= 1 + -(-parts // servers)


def test_changes(sites: Sites, server: Server) -> None:
    site = sites.spread(server.url, parts=3)
    site.create()
    ids = [site.post("ann", str(n), f"link{n}") for n in range(6)]
    follower = site.changes(block=20)
    assert {article["id"] for article in until(follower, "changes").articles} == {*ids}
    version = until(follower, "empty").version
    assert version.count(",") == 2 and site.info()["version"] == version
    assert site.changes_once(version)[1:] == ([], [], [], False)
    site.delete(ids[0])
    changes = until(follower, "changes")
    assert changes.deleted == [ids[0]]
    assert site.changes_once(changes.version)[1:] == ([], [], [], False)
    assert len(site.changes_once().articles) == 5
    with library.Redis.from_url(server.url) as client:
        client.delete(site.keys[1])
    resync = until(follower, "resync")
    assert resync.version == "0"
    follower.close()
    with pytest.raises(Resync):
        site.changes_once(version)


def test_a_change_in_any_part_ends_the_wait(sites: Sites, server: Server) -> None:
    site, other = sites.spread(server.url, parts=3), Sites(False, sites.options)
    site.create()
    follower = site.changes(None, block=60_000)
    assert not next(follower).articles

    def post() -> None:
        posting = other.spread(server.url, parts=3)
        with library.Redis.from_url(server.url) as client:
            for id in (2, 4, 6):
                wait_until(lambda: client.info("clients")["blocked_clients"] == 3)
                posting.post("ann", str(id), id=id)

    poster = threading.Thread(target=post)
    poster.start()
    assert [until(follower, "changes").articles[0]["id"] for _ in range(3)] == [2, 4, 6]
    poster.join()
    follower.close()
    other.close()


def nodes_of(servers: list[Server]) -> list[Any]:
    return [library.Redis.from_url(server.url, decode_responses=True) for server in servers]


def test_binary(server: Server) -> None:
    sites = Sites(False, {"protocol": 3})
    site = sites.spread(server.url, parts=2, binary=True)
    site.create()
    for id in (1, 2):
        site.post("ann", b"\xff", id=id, time=id, fields={"f": "v"})
    for order in ("time", "best"):
        page = site.page(by=order)
        assert [(item["id"], item["title"], item["f"]) for item in page] == [
            (2, "\udcff", "v"), (1, "\udcff", "v")]
    assert site.page_json(return_=["title"]) == '[{"title":"\ufffd"},{"title":"\ufffd"}]'.encode()
    sites.close()


def test_a_broadcast(sites: Sites, server: Server) -> None:
    site = sites.spread(server.url, parts=2)
    site.create()
    broadcast = site.broadcast(block=20, return_=["title"])
    subscriber = broadcast.subscribe()
    assert not next(subscriber).articles
    for n in range(2):
        site.post("ann", str(n), id=n + 1)
        changes: Any = until(subscriber, "changes")
        assert changes.articles == [{"title": str(n)}]
    broadcast.close()


def test_the_first_page_while_its_parts_change(sites: Sites, server: Server) -> None:
    """Each part is asked for what it had last time, and again if that is too little."""
    twins = Twins(sites.on(server.url, "one"), sites.spread(server.url, parts=4), 3)
    for id in range(1, 61):
        twins.do("post", "ann", "Hello", id=id, time=NOW)
    for part in (1, 2, 1, 3):
        for id in range(part, 61, 4):
            twins.do("vote", f"user{part}", id, "up")
        for options in ({"by": "votes"}, {"by": "best"}, {"by": "score", "order": "asc"}):
            twins.do("page", size=12, **options)
            twins.do("page", size=12, return_=["id"], **options)


def test_per_group(sites: Sites, server: Server) -> None:
    """What has no room in one part may leave room for what is below it there."""
    twins = Twins(sites.on(server.url, "one"), sites.spread(server.url, parts=4), 7)
    for n in range(60):
        groups = twins.random.choices([["a"], ["b"], ["b", "a"], ["c", "b"], []], [8, 4, 4, 2, 1])[0]
        twins.do("post", "ann", "Hello", f"link{n}", groups=groups, id=n + 1, time=NOW + n % 7)
    for size in (5, 12, 30):
        options = {"size": size, "per": ("group", 3), "return_": ["id"]}
        assert walk(twins.spread, "page", [], options) == walk(twins.one, "page", [], options)


def test_a_slot_that_moves(sites: Sites, make_server: MakeServer) -> None:
    servers = make_cluster(make_server)
    site = sites.spread(servers[0].url, in_cluster=True, parts=3)
    site.create()
    ids = [site.post("ann", "Hello", f"link{n}") for n in range(9)]
    first, second, _ = nodes_of(servers)
    slot = first.cluster("keyslot", site.keys[0])
    names = [client.cluster("myid") for client in (first, second)]
    assert sorted(article["id"] for article in site.page()) == sorted(ids)
    follower = site.changes(block=2000)
    until(follower, "empty")
    second.cluster("setslot", slot, "importing", names[0])
    first.cluster("setslot", slot, "migrating", names[1])
    for step in range(3):
        if step == 1:
            first.migrate("127.0.0.1", servers[1].port, site.keys[0], 0, 5000)
        if step == 2:
            for client in (second, first):
                client.cluster("setslot", slot, "node", names[1])
        assert sorted(article["id"] for article in site.page()) == sorted(ids)
        assert site.vote("bob", ids[0], "down" if step == 1 else "up")
        assert site.info()["articles"] == 9
        while ids[0] not in [each["id"] for each in until(follower, "changes").articles]:
            pass
    follower.close()
    for client in (first, second):
        client.close()


def test_a_part_that_cannot_be_reached(sites: Sites, make_server: MakeServer) -> None:
    servers = make_cluster(make_server)
    site = sites.spread(servers[0].url, in_cluster=True, parts=3)
    site.create()
    ids = [site.post("ann", "Hello", f"link{n}", id=n + 1) for n in range(9)]
    servers[2].stop()
    for call in (site.page, site.count, lambda: site.get(2), lambda: site.vote("bob", 2)):
        with pytest.raises(UnreachablePart, match="part 2") as caught:
            call()
        assert (caught.value.part, caught.value.key) == (2, site.keys[2])
        assert isinstance(caught.value, library.ConnectionError)
    with pytest.raises(UnreachablePart, match="part 2"):
        next(site.changes())
    assert site.get(ids[0])
