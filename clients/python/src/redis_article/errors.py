"""The errors of the module's commands."""

import re
from typing import TYPE_CHECKING

from .libraries import RESPONSE_ERRORS

if TYPE_CHECKING:
    from redis import ResponseError
else:
    ResponseError = type("ResponseError", RESPONSE_ERRORS, {})


class ArticleError(ResponseError):
    """An error of a command. `code` is its first word, such as VOTECLOSED, or ERR."""

    code = "ERR"


class NoArticle(ArticleError):
    """The article, comment or parent does not exist."""

    code = "NOARTICLE"


class Hidden(ArticleError):
    """A moderator has hidden the article or comment."""

    code = "HIDDEN"


class Locked(ArticleError):
    """A moderator has locked the article or comment: it takes no answers."""

    code = "LOCKED"


class VoteClosed(ArticleError):
    """The window has passed, or the article or comment is locked."""

    code = "VOTECLOSED"


class NoDownvote(ArticleError):
    """The site does not accept downvotes."""

    code = "NODOWNVOTE"


class SelfVote(ArticleError):
    """The site does not accept votes of posters on their own articles and comments."""

    code = "SELFVOTE"


class BusyKey(ArticleError):
    """The key exists."""

    code = "BUSYKEY"


class Resync(ArticleError):
    """The version is not of this copy of the site. Start again from "0"."""

    code = "RESYNC"


class BadCursor(ArticleError):
    """The text after `after` is not a cursor of this listing, in this order."""

    code = "BADCURSOR"


class TooLong(ArticleError):
    """The command would read more than `article.read-limit` allows."""

    code = "TOOLONG"


class Unblocked(ArticleError):
    """The server ended the wait of CHANGES with BLOCK, for example because it became a replica."""

    code = "UNBLOCKED"


class WrongType(ArticleError):
    """The key holds a value of another type."""

    code = "WRONGTYPE"


_CLASSES = {kind.code: kind for kind in ArticleError.__subclasses__()}
# redis-py removes ERR, after which `ERR SELFVOTE must be yes or no` seems to have another code.
_CODE = re.compile(rf"({'|'.join(_CLASSES)}|MISCONF|NOREPLICAS) (?!must be )")
# The server does not have the module.
_UNKNOWN = re.compile("unknown command", re.IGNORECASE)


def typed(error: Exception) -> Exception:
    """Returns an error of the module as the class of its code.

    Other errors have classes of the library, such as NoPermissionError, and are returned as they
    are.
    """
    if type(error) not in RESPONSE_ERRORS or _UNKNOWN.match(str(error)):
        return error
    match = _CODE.match(str(error))
    code = match[1] if match else "ERR"
    found = _CLASSES.get(code, ArticleError)(str(error))
    found.code = code
    return found
