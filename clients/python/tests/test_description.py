"""The commands of the package are those that the server documents."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, get_args

from conftest import Server, library
from redis_article import AsyncPipeline, AsyncSite, Pipeline, Site, commands, types
from redis_article.command import Command, Format

# Types of the package, so that mypy reports an option that these lack.
COMMENTS: types.CommentQuery = {
    "since": 1, "until": 2, "minvotes": 1, "from_": ["a"], "notfrom": ["a"], "unvoted": "a",
    "marked": ("a", ["l"]), "unmarked": ("a", ["l"]), "except_": [1], "hidden": True,
    "below": 1, "after": "1-1", "withcursor": True, "size": 1, "viewer": "a", "marks": ["l"]}
ARTICLES: types.Query = {
    "since": 1, "until": 2, "minvotes": 1, "anyof": ["g"], "allof": ["g"], "noneof": ["g"],
    "from_": ["a"], "notfrom": ["a"], "unvoted": "a", "marked": ("a", ["l"]),
    "unmarked": ("a", ["l"]), "except_": [1], "hidden": True, "after": "1-1", "withcursor": True,
    "size": 1, "viewer": "a", "marks": ["l"]}
THREAD: types.ThreadQuery = {
    "notfrom": ["a"], "depth": 1, "children": 1, "after": "1", "withcursor": True, "size": 1, "viewer": "a",
    "marks": ["l"]}
POST: types.CommentOptions = {"fields": {"a": "b"}, "id": 1, "time": 1}
MARKED: types.MarkedQuery = {
    "after": "1", "withcursor": True, "size": 1, "viewer": "a", "marks": ["l"]}
ANSWERS: types.AnswersQuery = {
    "unseen": True, "notfrom": ["a"], "after": "1", "withcursor": True, "size": 1, "viewer": "a",
    "marks": ["l"]}
VIEW: types.View = {"viewer": "a", "marks": ["l"]}
VOTERS: types.LoadVoters = {
    "up": ["a"], "down": ["b"], "silentup": ["c"], "silentdown": ["d"], "keptup": ["e"],
    "keptdown": ["f"], "score": 1}
LOADED: types.LoadComment = {
    **VOTERS, "boost": 1, "hidden": True, "locked": True, "pinned": True, "counts": (1, 2),
    "fields": {"a": "b"}}
NAMES = ["id"]


def upper(literal: Any) -> list[Any]:
    return [value for value in get_args(literal) if value.isupper()]


def every_call() -> Iterator[Command[Any]]:
    """Yields commands that together have all options with all of their words."""
    settings: types.Settings = {
        "votescore": 1, "window": 1, "pagesize": 1, "dedupe": 1, "bumpwindow": 1}
    for yes_no, formula in zip(upper(types.YesNo), upper(types.Formula), strict=True):
        settings |= {
            "selfvote": yes_no, "downvotes": yes_no, "formula": formula, "keepvotes": yes_no}
        yield commands.create(**settings)
        yield commands.alter(**settings)
    yield commands.create(nx=True)
    yield commands.info()
    yield commands.post("a", "t", groups=["g"], **POST)
    yield commands.post_withcounts("a", "t")
    yield commands.comment("a", 1, "t", **POST)
    yield commands.comment_withcounts("a", 1, "t")
    yield commands.edit(1, title="t", link="l", text="t", fields={"a": "b"}, unset=["c"])
    yield commands.incrby(1, "f")
    yield commands.bump(1, time=1, comments=1)
    yield commands.delete(1)
    yield commands.get(1, return_=NAMES, **VIEW)
    yield commands.path(1, return_=NAMES, **VIEW)
    yield commands.get_comment(1, return_=NAMES, **VIEW)
    yield commands.mget([1], return_=NAMES, **VIEW)
    yield commands.mget_comments([1], return_=NAMES, **VIEW)
    for vote in upper(types.Vote):
        yield commands.vote("a", 1, vote, silent=True)
    yield commands.vote_withcounts("a", 1)
    yield commands.votes("a", 1)
    for direction in upper(types.Direction):
        yield commands.voters(1, "0", direction, silent=True, count=1)
        for kind in upper(types.Kind):
            marked: types.MarkedQuery = {**MARKED, "kind": kind}
            yield commands.marked("a", "l", return_=NAMES, **marked)
            yield commands.voted("a", return_=NAMES, vote=direction, **marked)
    yield commands.answers("a", return_=NAMES, **ANSWERS)
    yield commands.seen("a", 1)
    yield commands.mark("a", "l", 1)
    yield commands.unmark("a", "l", 1)
    yield commands.unmark_all("a", "l")
    yield commands.lists("a")
    yield commands.groupadd(1, "g")
    yield commands.grouprem(1, "g")
    yield commands.groups(0, 1)
    yield commands.count("g", since=1, until=2)
    yield commands.count(below=1)
    for order in upper(types.Order):
        for by in upper(types.By):
            articles: types.Query = {**ARTICLES, "by": by, "order": order}
            yield commands.page(return_=NAMES, **articles)
            yield commands.grouppage("g", return_=NAMES, **articles)
            yield commands.userpage("a", return_=NAMES, **articles)
        for comment_by in upper(types.CommentBy):
            comments: types.CommentQuery = {**COMMENTS, "by": comment_by, "order": order}
            yield commands.comments(return_=NAMES, **comments)
            thread: types.ThreadQuery = {**THREAD, "by": comment_by, "order": order}
            yield commands.thread(1, return_=NAMES, **thread)
        for rank_by in upper(types.RankBy):
            yield commands.rank(1, by=rank_by, order=order, group="g")
    yield commands.changes_once(count=1, block=1, return_=NAMES, **VIEW)
    yield commands.user("a")
    yield commands.find("l")
    yield commands.find_all("l")
    for action in upper(types.Action):
        yield commands.moderate(action, 1)
    yield commands.boost(1, 1, incr=True)
    yield commands.unvote("a", count=1)
    yield commands.transfer("a", "b", count=1)
    yield commands.forget("a", count=1)
    yield commands.load_article(
        1, "a", "t", "l", time=1, closes=2, comments=1, bumped=1, groups=["g"], **LOADED)
    yield commands.load_comment(1, "a", 1, "t", time=1, closes=2, **LOADED)
    yield commands.load_place(1, 1, time=1, counts=(1, 2), score=1, boost=1)
    yield commands.load_voters(1, **VOTERS)
    yield commands.load_lastid(1)
    yield commands.load_seen("a", 1)
    yield commands.load_marks("a", "l", [1])


def tokens(arguments: Any) -> set[str]:
    """Returns the words of a command's syntax in COMMAND DOCS."""
    found: set[str] = set()
    for argument in arguments:
        found |= {argument["token"]} if "token" in argument else set()
        found |= tokens(argument.get("arguments", []))
    return found


def documented(server: Server) -> dict[str, set[str]]:
    """Returns the tokens of each command of the module."""
    with library.Redis.from_url(server.url, protocol=3, decode_responses=True) as client:
        names: Any = client.execute_command("COMMAND LIST", "FILTERBY", "MODULE", "article")
        docs: Any = client.execute_command("COMMAND DOCS", *names)
    return {name.upper().split(".")[1]: tokens(doc.get("arguments", []))
            for name, doc in docs.items()}


def test_every_command_and_option(server: Server) -> None:
    sent: defaultdict[str, set[str]] = defaultdict(set)
    for command in every_call():
        words = command.words("news", Format(json.loads))
        sent[command.name] |= {str(word, "utf-8") if isinstance(word, bytes) else str(word)
                               for word in (*words, "RESP")}  # RESP is the default of FORMAT.
    expected = documented(server)
    # DEBUG is for operators. _REPLY is the module's own.
    for name in ("DEBUG", "_REPLY"):
        expected.pop(name, None)
    assert len(expected) == 41
    missing = {name: words - sent[name] for name, words in expected.items()
               if name not in sent or words - sent[name]}
    assert not missing
    assert set(sent) == set(expected)


def test_every_function_is_a_method() -> None:
    functions = {name for name, value in vars(commands).items()
                 if getattr(value, "__module__", "") == commands.__name__ and name[0] != "_"}
    for kind in (Site, AsyncSite, Pipeline, AsyncPipeline):
        assert functions <= set(dir(kind))


def test_words_in_lower_case_are_as_good(server: Server) -> None:
    for literal in (types.By, types.Order, types.Vote, types.Kind, types.Action, types.YesNo,
                    types.Formula):
        words = get_args(literal)
        assert {word.upper() for word in words if word.islower()} == set(upper(literal))
    with library.Redis.from_url(server.url) as client:
        site = Site(client, "news")
        assert site.post("a", "t") == 1 and site.moderate("hide", 1) == 1
        assert site.page(by="best", hidden=True) == site.page(by="BEST", hidden=True) != []
