"""redis-article: `Site(redis.Redis(), "news").page(by="gravity", viewer="ann")`."""

from .async_broadcast import AsyncBroadcast
from .async_site import AsyncPipeline, AsyncSite
from .async_spread import AsyncSpreadSite
from .broadcast import Broadcast
from .command import Reply
from .errors import (
    ArticleError, BadCursor, BusyKey, Hidden, Locked, NoArticle, NoDownvote, Resync, SelfVote,
    TooLong, Unblocked, UnreachablePart, VoteClosed, WrongType,
)
from .site import Pipeline, Site
from .spread import SpreadSite
from .types import (
    Article, Changes, Comment, DeletedItem, Info, Node, Page, PartialArticle, PartialChanges,
    PartialComment, Placeholder, Posted, ThreadComment, User, Voted,
)

__all__ = [
    "Article", "ArticleError", "AsyncBroadcast", "AsyncPipeline", "AsyncSite",
    "AsyncSpreadSite", "Broadcast", "BadCursor", "BusyKey", "Changes", "Comment",
    "DeletedItem", "Hidden", "Info", "Locked", "NoArticle", "NoDownvote", "Node", "Page",
    "PartialArticle", "PartialChanges", "PartialComment", "Pipeline", "Placeholder",
    "Posted", "Reply", "Resync", "SelfVote", "Site", "SpreadSite", "ThreadComment",
    "TooLong", "Unblocked", "UnreachablePart", "User", "VoteClosed", "Voted", "WrongType",
]
