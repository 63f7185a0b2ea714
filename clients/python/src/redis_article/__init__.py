"""redis-article: `Site(redis.Redis(), "news").page(by="gravity", viewer="ann")`."""

from .async_broadcast import AsyncBroadcast
from .async_site import AsyncPipeline, AsyncSite
from .async_follow import AsyncFollower
from .broadcast import Broadcast
from .command import Reply
from .errors import ArticleError
from .codes import (
    BadCursorError, BusyKeyError, HiddenError, LockedError, NoArticleError, NoDownvoteError,
    ResyncError, SelfVoteError, TooLongError, UnblockedError, VoteClosedError, WrongTypeError,
)
from .follow import Follower
from .site import Pipeline, Site
from .types import (
    Affinity, Article, Changes, Comment, DeletedItem, Export, Info, Node, Page, PartialArticle, PartialChanges,
    PartialComment, Placeholder, Posted, Step, ThreadComment, User, Voted, Voters,
)

__all__ = [
    "Affinity", "Article", "ArticleError", "AsyncBroadcast", "AsyncFollower", "AsyncPipeline", "AsyncSite",
    "BadCursorError", "Broadcast", "BusyKeyError", "Changes", "Comment", "DeletedItem",
    "Export", "Follower", "HiddenError", "Info", "LockedError", "NoArticleError", "NoDownvoteError",
    "Node", "Page", "PartialArticle", "PartialChanges", "PartialComment", "Pipeline",
    "Placeholder", "Posted", "Reply", "ResyncError", "SelfVoteError", "Site", "Step",
    "ThreadComment", "TooLongError", "UnblockedError", "User", "VoteClosedError", "Voted",
    "Voters", "WrongTypeError",
]
