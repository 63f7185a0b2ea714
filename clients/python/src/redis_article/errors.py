"""The errors of the module's commands."""

import re
from typing import TYPE_CHECKING

from .libraries import RESPONSE_ERRORS

if TYPE_CHECKING:
    from redis import ResponseError  # The same in valkey-py.
else:
    ResponseError = type("ResponseError", RESPONSE_ERRORS, {})


class ArticleError(ResponseError):
    """An error of a command. `code` is its first word, such as VOTECLOSED, or ERR.

    `status` is the HTTP status that suits it, and `text` is for visitors.
    """

    code = "ERR"
    status = 400
    text = "This request is not valid."


# Other codes, and the error of a server without the module. redis-py removes ERR, after which
# `ERR SELFVOTE must be yes or no` seems to have another code.
_CODE = re.compile("([A-Z]+) (?!must be )")
_OTHERS = ("MISCONF", "NOREPLICAS")
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
    for kind in ArticleError.__subclasses__():
        if kind.code == code:
            return kind(str(error))
    found = ArticleError(str(error))
    if code in _OTHERS:
        found.code, found.status = code, 503
        found.text = "This does not work at the moment. Try again later."
    return found
