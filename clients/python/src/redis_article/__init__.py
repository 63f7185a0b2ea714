"""redis-article: `Site(redis.Redis(), "news").page(by="gravity", viewer="ann")`."""

from .async_broadcast import AsyncBroadcast
from .async_site import AsyncPipeline, AsyncSite
from .broadcast import Broadcast
from .command import Reply
from .errors import (
    ArticleError, BadCursor, BusyKey, Hidden, Locked, NoArticle, NoDownvote, Resync, SelfVote,
    TooLong, Unblocked, VoteClosed, WrongType,
)
from .site import Pipeline, Site
from .types import (
    Article, Changes, Comment, DeletedItem, Info, Node, Page, PartialArticle, PartialChanges,
    PartialComment, Placeholder, Posted, ThreadComment, User, Voted,
)

__all__ = [
    "Article", "ArticleError", "AsyncBroadcast", "AsyncPipeline", "AsyncSite",
    "Broadcast", "BadCursor", "BusyKey", "Changes", "Comment",
    "DeletedItem", "Hidden", "Info", "Locked", "NoArticle", "NoDownvote", "Node", "Page",
    "PartialArticle", "PartialChanges", "PartialComment", "Pipeline", "Placeholder",
    "Posted", "Reply", "Resync", "SelfVote", "Site", "ThreadComment",
    "TooLong", "Unblocked", "User", "VoteClosed", "Voted", "WrongType",
]
