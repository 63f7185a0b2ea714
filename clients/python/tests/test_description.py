"""The commands of the package are those that the server documents."""

from __future__ import annotations

import inspect
import json
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

from conftest import Server, library
from redis_article import AsyncPipeline, AsyncSite, Pipeline, Site, commands, types
from redis_article.command import Command, Format
from redis_article.types import Fields, Ids, Text, Texts, UserLists
from typing_extensions import get_type_hints

SIGNATURES = Path(__file__).parents[2] / "signatures"
FUNCTIONS = {name for name, value in vars(commands).items()
             if getattr(value, "__module__", "") == commands.__name__}
EXAMPLES: list[tuple[Any, Any]] = [
    (int, 1), (str, "0"), (types.Position, "time:1-1"), (Text, "a"), (Texts, ["a"]), (Ids, [1]),
    (Fields, {"a": "b"}), (UserLists, ("a", ["l"])), (tuple[int, int], (1, 2)),
]
# The most words from which to choose.
CHOICES = 9


def test_signatures_are_as_generated() -> None:
    subprocess.run([sys.executable, SIGNATURES, "--check"], check=True)


def upper(literal: Any) -> list[Any]:
    """Returns the words in upper case, also of an option, which can be None."""
    words = [word for part in (literal, *get_args(literal)) for word in get_args(part)]
    return [word for word in dict.fromkeys(words) if isinstance(word, str) and word.isupper()]


def example(hint: Any, choice: int) -> Any:
    if hint in (bool, bool | None):
        return choice % 2 == 0
    words = upper(hint)
    if words:
        return words[choice % len(words)]
    if hint == tuple[str, int] | None:
        return ("GROUP", "USER", "LINK")[choice % 3], 1
    return next(value for kind, value in EXAMPLES if hint in (kind, kind | None))


def every_call() -> Iterator[Command[Any]]:
    """Yields commands that together have all options with all of their words."""
    for name in FUNCTIONS:
        method = getattr(Site, f"{name}_json", getattr(Site, name))
        hints = get_type_hints(method)
        for choice in range(CHOICES):
            args: list[Any] = []
            options: dict[str, Any] = {}
            for parameter in list(inspect.signature(method).parameters.values())[1:]:
                hint = hints[parameter.name]
                if parameter.kind is parameter.VAR_KEYWORD:
                    fields = get_type_hints(get_args(hint)[0])
                    options |= {field: example(kind, choice) for field, kind in fields.items()}
                elif parameter.kind is parameter.KEYWORD_ONLY:
                    options[parameter.name] = example(hint, choice)
                else:
                    args.append(example(hint, choice))
            yield getattr(commands, name)(*args, **options)


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
        texts = [str(word, "utf-8") if isinstance(word, bytes) else str(word) for word in words]
        # Settings are in lower case. RESP is the default of FORMAT.
        sent[command.name] |= {*map(str.upper, texts), "RESP"}
    expected = documented(server)
    # DEBUG is for operators. _REPLY is the module's own.
    for name in ("DEBUG", "_REPLY"):
        expected.pop(name, None)
    missing = {name: words for name, words in expected.items()
               if {word.upper() for word in words} - sent[name]}
    assert not missing
    assert set(sent) == set(expected)


def test_every_function_is_a_method() -> None:
    for kind in (Site, AsyncSite, Pipeline, AsyncPipeline):
        assert FUNCTIONS <= set(dir(kind))


def test_words_in_lower_case_are_as_good(server: Server) -> None:
    for literal in (types.By, types.Order, types.Vote, types.Kind, types.Action, types.Formula):
        words = get_args(literal)
        assert {word.upper() for word in words if word.islower()} == set(upper(literal))
    with library.Redis.from_url(server.url) as client:
        site = Site(client, "news")
        assert site.post("a", "t") == 1 and site.moderate("hide", 1) == 1
        assert site.page(by="best", hidden=True) == site.page(by="BEST", hidden=True) != []
