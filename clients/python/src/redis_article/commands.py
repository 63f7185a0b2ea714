"""The commands of the module: what each sends, and how its reply is read.

The methods of Site, AsyncSite, and their pipelines are generated from these functions, with the same
names and arguments. In place of `Command[T]`, they return `T`, a coroutine of `T`, or `Reply[T]`.
"""

from typing import Any, Literal, overload

from typing_extensions import Unpack

from . import replies
from .command import Command, words_of
from .types import (
    Action, AnswersQuery, Article, BumpOptions, Changes, ChangesOptions, Comment, CommentOptions,
    CommentQuery, CountSpan, DeletedItem, Direction, EditOptions, Ids, Info, LoadArticle, LoadComment, LoadPlace,
    LoadVoters, MarkedQuery, Order, Page, PartialArticle, PartialChanges, PartialComment,
    Placeholder, Posted, PostOptions, Query, RankBy, Settings, Text, Texts, ThreadComment,
    ThreadQuery, User, View, Vote, Voted, VotedQuery, VoterVote,
)


def _write(name: str, *args: Any, read: Any = replies.same, **options: Any) -> Command[Any]:
    return Command(name, (*args, *words_of(options)), read)


def _read(name: str, *args: Any, read: Any = replies.same, **options: Any) -> Command[Any]:
    return Command(name, (*args, *words_of(options)), read, is_read=True)


def _view(name: str, *args: Any, read: Any, **options: Any) -> Command[Any]:
    """Returns a command whose reply may be of either kind: ids are one sequence.

    Has RETURN name the entry that only comments have.
    """
    names = options.get("return_")
    if isinstance(names, (list, tuple)):
        options["return_"] = [*names, "parent"]
    return _read(name, *args, read=read, **options)


def _page(name: str, *args: Any, **options: Any) -> Command[Any]:
    read = replies.page_with_cursor if options.get("withcursor") else Page
    return _read(name, *args, read=read, **options)


def create(*, nx: bool = False, **settings: Unpack[Settings]) -> Command[bool]:
    """Creates an empty site. With `nx`, returns False if there is one, which stays as it is."""
    return _write("CREATE", read=replies.is_there, nx=nx, **settings)


def alter(**settings: Unpack[Settings]) -> Command[None]:
    """Changes settings of the site."""
    return _write("ALTER", read=replies.nothing, **settings)


def info() -> Command[Info | None]:
    """Returns the numbers and settings of the site."""
    return _read("INFO")


def post(
    user: Text, title: Text, link: Text = "", **options: Unpack[PostOptions]
) -> Command[int]:
    """Posts an article and returns its id. Not idempotent."""
    return _write("POST", user, title, link, **options)


def post_withcounts(
    user: Text, title: Text, link: Text = "", **options: Unpack[PostOptions]
) -> Command[Posted]:
    """Posts an article and returns its id and votes. With DEDUPE, `created` may be 0."""
    return _write("POST", user, title, link, "WITHCOUNTS", read=replies.entries, **options)


def comment(
    user: Text, parent: int, text: Text, **options: Unpack[CommentOptions]
) -> Command[int]:
    """Posts an answer to an article or a comment and returns its id. Not idempotent."""
    return _write("COMMENT", user, parent, text, **options)


def comment_withcounts(
    user: Text, parent: int, text: Text, **options: Unpack[CommentOptions]
) -> Command[Posted]:
    """Posts an answer to an article or a comment and returns its id and votes."""
    return _write("COMMENT", user, parent, text, "WITHCOUNTS", read=replies.entries, **options)


def edit(id: int, **changes: Unpack[EditOptions]) -> Command[None]:
    """Changes an article or a comment."""
    return _write("EDIT", id, read=replies.nothing, **changes)


def incrby(id: int, field: Text, increment: int = 1) -> Command[int]:
    """Adds to the integer in a custom field and returns the sum."""
    return _write("INCRBY", id, field, increment)


def bump(id: int, **activity: Unpack[BumpOptions]) -> Command[int]:
    """Sets when something last happened on an article. Returns its number of comments."""
    return _write("BUMP", id, **activity)


def delete(*ids: int) -> Command[int]:
    """Deletes articles and comments and returns how many."""
    return _write("DEL", *ids)


@overload
def get(id: int, **view: Unpack[View]) -> Command[Article | None]: ...
@overload
def get(
    id: int, *, return_: Texts, **view: Unpack[View]
) -> Command[PartialArticle | None]: ...
def get(id: int, **view: Any) -> Command[Any]:
    """Returns an article, or None if there is none of this id."""
    return _view("GET", id, read=replies.article, **view)


@overload
def get_comment(id: int, **view: Unpack[View]) -> Command[Comment | None]: ...
@overload
def get_comment(
    id: int, *, return_: Texts, **view: Unpack[View]
) -> Command[PartialComment | None]: ...
def get_comment(id: int, **view: Any) -> Command[Any]:
    """Returns a comment, or None if there is none of this id."""
    return _view("GET", id, read=replies.comment, **view)


@overload
def mget(ids: Ids, **view: Unpack[View]) -> Command[list[Article | None]]: ...
@overload
def mget(
    ids: Ids, *, return_: Texts, **view: Unpack[View]
) -> Command[list[PartialArticle | None]]: ...
def mget(ids: Ids, **view: Any) -> Command[Any]:
    """Returns articles in the order of the ids."""
    return _view("MGET", len(ids), *ids, read=replies.articles, **view)


@overload
def mget_comments(ids: Ids, **view: Unpack[View]) -> Command[list[Comment | None]]: ...
@overload
def mget_comments(
    ids: Ids, *, return_: Texts, **view: Unpack[View]
) -> Command[list[PartialComment | None]]: ...
def mget_comments(ids: Ids, **view: Any) -> Command[Any]:
    """Returns comments in the order of the ids."""
    return _view("MGET", len(ids), *ids, read=replies.comments, **view)


def vote(user: Text, id: int, vote: Vote = "up", *, silent: bool = False) -> Command[bool]:
    """Sets the vote of a user and returns whether it changed. The user comes before the id."""
    return _write("VOTE", user, id, vote, read=bool, silent=silent)


def vote_withcounts(
    user: Text, id: int, vote: Vote = "up", *, silent: bool = False
) -> Command[Voted]:
    """Sets the vote of a user and returns the votes. The user comes before the id."""
    return _write("VOTE", user, id, vote, "WITHCOUNTS", read=replies.entries, silent=silent)


def votes(user: Text, *ids: int) -> Command[list[Literal[1, 0, -1] | None]]:
    """Returns the votes of a user in the order of the ids."""
    return _read("VOTES", user, *ids)


def voters(
    id: int, cursor: str = "0", vote: Direction | None = None, *, silent: bool = False,
    count: int | None = None,
) -> Command[tuple[str, dict[str, VoterVote]]]:
    """Returns the next cursor, "0" at the end, and votes by user. See voters_iter."""
    direction = () if vote is None else (vote,)
    return _read("VOTERS", id, cursor, *direction, read=replies.voters, silent=silent,
                    count=count)


@overload
def voted(
    user: Text, page: int = 1, **query: Unpack[VotedQuery]
) -> Command[Page[Article | Comment]]: ...
@overload
def voted(
    user: Text, page: int = 1, *, return_: Texts, **query: Unpack[VotedQuery]
) -> Command[Page[PartialArticle | PartialComment]]: ...
def voted(user: Text, page: int = 1, **query: Any) -> Command[Any]:
    """Returns a page of what a user has voted on. To read all of it, see voted_iter."""
    return _page("VOTED", user, page, **query)


@overload
def answers(
    user: Text, page: int = 1, **query: Unpack[AnswersQuery]
) -> Command[Page[Comment]]: ...
@overload
def answers(
    user: Text, page: int = 1, *, return_: Texts, **query: Unpack[AnswersQuery]
) -> Command[Page[PartialComment]]: ...
def answers(user: Text, page: int = 1, **query: Any) -> Command[Any]:
    """Returns a page of the answers to a user. To read all of them, see answers_iter."""
    return _page("ANSWERS", user, page, **query)


def seen(user: Text, id: int) -> Command[bool]:
    """Notes the last answer that a user has seen. Returns whether it is a later one."""
    return _write("SEEN", user, id, read=bool)


def mark(user: Text, list: Text, *ids: int) -> Command[int]:
    """Puts articles and comments on a list of a user. Returns how many are new to it."""
    return _write("MARK", user, list, *ids)


def unmark(user: Text, list: Text, *ids: int) -> Command[int]:
    """Takes articles and comments off a list of a user. Returns how many were on it."""
    return _write("UNMARK", user, list, *ids)


def unmark_all(user: Text, list: Text) -> Command[int]:
    """Removes a list of a user. Returns how many articles and comments were on it."""
    return _write("UNMARK", user, list, "ALL")


@overload
def marked(
    user: Text, list: Text, page: int = 1, **query: Unpack[MarkedQuery]
) -> Command[Page[Article | Comment]]: ...
@overload
def marked(
    user: Text, list: Text, page: int = 1, *, return_: Texts, **query: Unpack[MarkedQuery]
) -> Command[Page[PartialArticle | PartialComment]]: ...
def marked(user: Text, list: Text, page: int = 1, **query: Any) -> Command[Any]:
    """Returns a page of a list of a user. To read all of it, see marked_iter."""
    return _page("MARKED", user, list, page, **query)


def lists(user: Text) -> Command[dict[str, int]]:
    """Returns the lists of a user with their numbers of articles and comments."""
    return _read("LISTS", user, read=dict)


def groupadd(id: int, *groups: Text) -> Command[int]:
    """Adds an article to groups and returns how many it joined."""
    return _write("GROUPADD", id, *groups)


def grouprem(id: int, *groups: Text) -> Command[int]:
    """Removes an article from groups and returns how many it left."""
    return _write("GROUPREM", id, *groups)


def groups(offset: int = 0, count: int = -1) -> Command[dict[str, int]]:
    """Returns the groups with their sizes, largest first."""
    return _read("GROUPS", read=dict, limit=(offset, count))


def count(group: Text | None = None, **span: Unpack[CountSpan]) -> Command[int]:
    """Returns the number of articles of the site or of a group, or of comments below an id."""
    return _read("COUNT", *(() if group is None else (group,)), **span)


@overload
def page(page: int = 1, **query: Unpack[Query]) -> Command[Page[Article]]: ...
@overload
def page(
    page: int = 1, *, return_: Texts, **query: Unpack[Query]
) -> Command[Page[PartialArticle]]: ...
def page(page: int = 1, **query: Any) -> Command[Any]:
    """Returns a page of the site's articles. To read all of them, see articles."""
    return _page("PAGE", page, **query)


@overload
def grouppage(
    group: Text, page: int = 1, **query: Unpack[Query]
) -> Command[Page[Article]]: ...
@overload
def grouppage(
    group: Text, page: int = 1, *, return_: Texts, **query: Unpack[Query]
) -> Command[Page[PartialArticle]]: ...
def grouppage(group: Text, page: int = 1, **query: Any) -> Command[Any]:
    """Returns a page of a group's articles."""
    return _page("GROUPPAGE", group, page, **query)


@overload
def userpage(user: Text, page: int = 1, **query: Unpack[Query]) -> Command[Page[Article]]: ...
@overload
def userpage(
    user: Text, page: int = 1, *, return_: Texts, **query: Unpack[Query]
) -> Command[Page[PartialArticle]]: ...
def userpage(user: Text, page: int = 1, **query: Any) -> Command[Any]:
    """Returns a page of the articles that a user posted."""
    return _page("USERPAGE", user, page, **query)


@overload
def comments(page: int = 1, **query: Unpack[CommentQuery]) -> Command[Page[Comment]]: ...
@overload
def comments(
    page: int = 1, *, return_: Texts, **query: Unpack[CommentQuery]
) -> Command[Page[PartialComment]]: ...
def comments(page: int = 1, **query: Any) -> Command[Any]:
    """Returns a page of the site's comments. To read all of them, see comments_iter."""
    return _page("COMMENTS", page, **query)


@overload
def thread(
    id: int, **query: Unpack[ThreadQuery]
) -> Command[Page[ThreadComment | Placeholder]]: ...
@overload
def thread(
    id: int, *, return_: Texts, **query: Unpack[ThreadQuery]
) -> Command[Page[PartialComment]]: ...
def thread(id: int, **query: Any) -> Command[Any]:
    """Returns what is below an article or a comment, depth first. To nest it, see tree."""
    return _page("THREAD", id, **query)


@overload
def path(
    id: int, **view: Unpack[View]
) -> Command[list[Article | Comment | DeletedItem]]: ...
@overload
def path(
    id: int, *, return_: Texts, **view: Unpack[View]
) -> Command[list[PartialArticle | PartialComment]]: ...
def path(id: int, **view: Any) -> Command[Any]:
    """Returns what is above an article or a comment, and itself, from the article down."""
    return _read("PATH", id, read=replies.same, **view)


@overload
def changes_once(version: str = "0", **options: Unpack[ChangesOptions]) -> Command[Changes]: ...
@overload
def changes_once(
    version: str = "0", *, return_: Texts, **options: Unpack[ChangesOptions]
) -> Command[PartialChanges]: ...
def changes_once(version: str = "0", **options: Any) -> Command[Any]:
    """Returns what has changed since a version. See changes, which waits for more.

    With `return_`, comments also have their `parent`.
    `block` is in milliseconds. The `socket_timeout` of the client must be longer.
    """
    read = replies.changes if options.get("return_") is None else replies.partial_changes
    return _view("CHANGES", version, read=read, **options)


def user(user: Text) -> Command[User | None]:
    """Returns a user's numbers of articles, comments, and unseen answers, and the karma."""
    return _read("USER", user)


def rank(
    id: int, *, by: RankBy | None = None, order: Order | None = None, group: Text | None = None
) -> Command[int | None]:
    """Returns the number of articles ahead of an article."""
    return _read("RANK", id, by=by, order=order, group=group)


def find(link: Text) -> Command[int | None]:
    """Returns the highest id of an article with this link."""
    return _read("FIND", link)


def find_all(link: Text, count: int = 1000) -> Command[list[int]]:
    """Returns the ids of articles with this link, the highest first."""
    return _read("FIND", link, count=count)


def moderate(action: Action, *ids: int) -> Command[int]:
    """Hides, locks or pins articles and comments, or reverses that. Returns how many changed."""
    return _write("MODERATE", action, *ids)


def boost(id: int, seconds: int, *, incr: bool = False) -> Command[int]:
    """Sets or adds to the seconds that a moderator adds to a score. Returns the boost."""
    return _write("BOOST", id, seconds, incr=incr)


def unvote(user: Text, cursor: str = "0", *, count: int | None = None) -> Command[tuple[str, int]]:
    """Withdraws votes of a user. Returns the next cursor, "0" at the end, and how many."""
    return _write("UNVOTE", user, cursor, read=replies.with_cursor, count=count)


def transfer(user: Text, newuser: Text, *, count: int | None = None) -> Command[int]:
    """Gives articles and comments of a user to another. Returns how many, 0 at the end."""
    return _write("TRANSFER", user, newuser, count=count)


def forget(user: Text, *, count: int | None = None) -> Command[int]:
    """Removes a user's lists and kept votes, and which answers the user has seen.

    Returns how many entries of lists and kept votes there were, of these at most `count`: call it
    until it returns 0.
    """
    return _write("FORGET", user, read=int, count=count)


def load_article(
    id: int, user: Text, title: Text, link: Text, *, time: int, closes: int,
    **options: Unpack[LoadArticle],
) -> Command[None]:
    """Adds an article exactly as it was."""
    return _write("LOAD", "ARTICLE", id, user, title, link, read=replies.nothing, time=time,
                    closes=closes, **options)


def load_comment(
    id: int, user: Text, parent: int, text: Text, *, time: int, closes: int,
    **options: Unpack[LoadComment],
) -> Command[None]:
    """Adds a comment exactly as it was."""
    return _write("LOAD", "COMMENT", id, user, parent, text, read=replies.nothing, time=time,
                    closes=closes, **options)


def load_place(
    id: int, parent: int, *, time: int, **options: Unpack[LoadPlace]
) -> Command[None]:
    """Adds the place of a deleted article or comment below which there are comments."""
    return _write("LOAD", "PLACE", id, parent, read=replies.nothing, time=time, **options)


def load_voters(id: int, **voters: Unpack[LoadVoters]) -> Command[None]:
    """Adds voters to an article or a comment that was loaded before."""
    return _write("LOAD", "VOTERS", id, read=replies.nothing, **voters)


def load_lastid(lastid: int) -> Command[None]:
    """Marks all ids up to this one as assigned."""
    return _write("LOAD", "LASTID", lastid, read=replies.nothing)


def load_seen(user: Text, id: int) -> Command[None]:
    """Loads the last answer that a user has seen, unless a later one is known."""
    return _write("LOAD", "SEEN", user, id, read=replies.nothing)


def load_marks(user: Text, list: Text, ids: Ids) -> Command[None]:
    """Puts articles and comments on a list of a user."""
    return _write("LOAD", "MARKS", user, list, len(ids), *ids, read=replies.nothing)
