"""A command that is ready to be sent, and its reply."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar, cast

from .errors import typed
from .signatures import BARE, LISTS, SWITCHES, USER_LISTS

T = TypeVar("T")
# Their versions and cursors are of one server's copy of a site.
_OF_ONE_COPY = ("CHANGES", "EXPORT", "INFO", "VOTERS")


@dataclass(frozen=True)
class Format:
    """How texts are sent, and how the replies of commands that read are received.

    `loads` parses JSON. Without it, replies are maps, and texts keep bytes that are not UTF-8.
    """

    loads: Callable[[bytes], Any] | None

    def encoded(self, word: str) -> bytes:
        return word.encode(errors="backslashreplace" if self.loads else "surrogateescape")


@dataclass(frozen=True)
class Command(Generic[T]):
    """The name, the arguments after the key, the options, and the function that reads the reply.

    Without this function, the reply is the JSON text itself.
    """

    name: str
    args: "tuple[str | bytes | int, ...]"
    read: Callable[[Any], T] | None
    is_read: bool = False
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])

    def words(self, key: str | bytes, format: Format) -> "list[bytes | int | str]":
        """Returns all arguments. Texts are UTF-8, also if the client has another encoding."""
        words = [format.encoded(word) if isinstance(word, str) else word
                 for word in (key, *self.args, *words_of(self.options))]
        is_json = self.is_read and (format.loads or not self.read)
        return [f"ARTICLE.{self.name}", *words, *(("FORMAT", "JSON") if is_json else ())]

    @property
    def is_for_replicas(self) -> bool:
        return self.is_read and self.name not in _OF_ONE_COPY

    def as_text(self) -> "Command[Any]":
        """Returns the command whose reply is the JSON text itself."""
        return replace(self, read=None)

    def read_reply(self, reply: Any, format: Format) -> T:
        if self.read is None:
            return cast(T, reply)
        if self.is_read and format.loads:
            return self.read(None if reply is None else format.loads(reply))
        return self.read(decoded(reply, "replace" if format.loads else "surrogateescape"))


class Reply(Generic[T]):
    """The reply to a command in a pipeline, once the pipeline has been executed."""

    def __init__(self, command: Command[T], format: Format) -> None:
        self._command, self._format = command, format
        self._value: T | None = None
        self._error: Exception | None = None
        self.is_set = False

    def set(self, reply: Any) -> "T | Exception":
        """Reads the reply of the server, which may be an error."""
        self.is_set = True
        if isinstance(reply, Exception):
            self._error = typed(reply)
            return self._error
        self._value = value = self._command.read_reply(reply, self._format)
        return value

    @property
    def error(self) -> Exception | None:
        return self._error

    @property
    def value(self) -> T:
        """The reply. Raises the error if it is one."""
        if not self.is_set:
            raise RuntimeError("the pipeline has not been executed")
        if self._error is not None:
            raise self._error
        return cast(T, self._value)


def decoded(reply: Any, errors: str) -> Any:
    """Returns a reply with str in place of bytes."""
    kind: Any = reply.__class__
    if kind is bytes:
        return reply.decode(errors=errors)
    if kind is dict:
        return {decoded(name, errors): decoded(value, errors) for name, value in reply.items()}
    return [decoded(entry, errors) for entry in reply] if kind is list else reply


def words_of(options: Mapping[str, Any]) -> list[Any]:
    """Returns the arguments for options."""
    return [word for option in options.items() for word in _option(*option)]


def switch(value: Any) -> str:
    """Returns the argument for a boolean. A text such as "no" would otherwise count as true."""
    if not isinstance(value, bool):
        raise TypeError("what is yes or no must be True or False")
    return "yes" if value else "no"


def _option(name: str, value: Any) -> list[Any]:
    name = name.rstrip("_")  # `from`, `except` and `return` are keywords of Python.
    token = name.upper()
    if name in SWITCHES and value is not None:
        return [token, switch(value)]
    if value is None or value is False:
        return []
    if value is True:
        return [token]
    if issubclass(type(value), Mapping):
        return [token, len(value), *(word for field in value.items() for word in field)]
    if name in LISTS:
        return [token, *_list(name, value)]
    if name in USER_LISTS:
        user, lists = value
        return [token, user, *_list(f"the second value of {name}", lists)]
    if isinstance(value, tuple):
        return [token, *value]
    return [value] if name in BARE else [token, value]


def _list(name: str, values: Any) -> list[Any]:
    """Returns a list with its length before it."""
    if isinstance(values, (str, bytes)):
        raise TypeError(f"{name} must be a list, not a single text")
    return [len(values), *values]
