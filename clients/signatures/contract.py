"""The functions of the packages, as they follow from docs/commands.json.

Most commands are one function. A command is several if an option changes the type of its reply, if
it begins with one of several words, or if it finds an id of either kind.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

Schema = dict[str, Any]
DOCUMENTS = Path(__file__).resolve().parent.parent.parent / "docs"
COMMANDS, REPLIES = (
    json.loads((DOCUMENTS / name).read_text()) for name in ("commands.json", "schema.json"))

# What the packages send if these arguments are left out.
DEFAULTS = {
    "page": 1, "cursor": "0", "version": "0", "POST link": "", "INCRBY increment": 1,
    "VOTE vote": "UP", "FIND count": 1000,
}
# An option that is a function of its own has this suffix, and otherwise its name.
SUFFIXES = {"COUNT": "all"}
# The names of errors, without the word Error, and what they mean in an application.
ERRORS = {
    "NOARTICLE": ("NoArticle", "The article, comment, or parent does not exist."),
    "HIDDEN": ("Hidden", "A moderator has hidden the article or comment."),
    "LOCKED": ("Locked", "A moderator has locked the article or comment: it takes no answers."),
    "VOTECLOSED": ("VoteClosed", "The window has passed, or the article or comment is locked."),
    "NODOWNVOTE": ("NoDownvote", "The site does not accept downvotes."),
    "SELFVOTE": ("SelfVote", "The site does not accept votes of posters on their own posts."),
    "BADCURSOR": ("BadCursor", "The text is not a cursor of this listing, in this order."),
    "TOOLONG": ("TooLong", "The command would read, or its reply hold, more than a limit allows."),
    "RESYNC": ("Resync", "The version is not of this copy of the site. Start again from 0."),
    "UNBLOCKED": ("Unblocked", "The server ended the wait of CHANGES."),
    "BUSYKEY": ("BusyKey", "The key exists."),
    "WRONGTYPE": ("WrongType", "The key holds a value of another type."),
}
# The names of replies that are maps.
MAPS = {"INFO": "Info", "USER": "User", "POST": "Posted", "COMMENT": "Posted", "VOTE": "Voted"}
# For functions that the summary of their command does not describe.
DOCS = {
    "create": "Creates an empty site. With NX, one that exists stays as it is.",
    "find": "Returns the highest id of an article with a link.",
    "changes": "Returns the articles and comments that were changed or deleted since a version. "
               "With RETURN, comments also have their `parent`. BLOCK is in milliseconds: the "
               "timeouts of the client must be longer.",
    "get": "Returns an article. A comment counts as missing.",
    "get comment": "Returns a comment. An article counts as missing.",
    "mget": "Returns several articles, in the order of the ids. Comments count as missing.",
    "mget comments": "Returns several comments, in the order of the ids. Articles count as "
                     "missing.",
    "export": "Returns the commands that create a site again, a step at a time: each is the words "
              "after ARTICLE.LOAD and the key, or of ARTICLE.CREATE. In JSON, texts that are not "
              "UTF-8 become U+FFFD.",
    "seen": "Marks the answers to a user as seen, up to the first of a page of them, or up to a "
            "position. Returns whether the mark is now later.",
    "unmark all": "Removes a list of a user. Returns the number of ids that were on it.",
    "load article": "Adds an article exactly as it was.",
    "load comment": "Adds a comment exactly as it was.",
    "load place": "Adds the place of a deleted article, whose parent is 0, or comment.",
    "load voters": "Adds voters to an article or a comment that was loaded before.",
    "load lastid": "Marks all ids up to this one as assigned.",
    "load seen": "Loads up to where a user has seen the answers, unless a later mark is known.",
    "load silenced": "Silences a user's later votes.",
    "load follows": "Follows groups or users for a user.",
    "load mutes": "Mutes groups, users, articles, or comments for a user.",
    "load marks": "Puts articles and comments on a list of a user.",
}


def errors() -> list[tuple[str, str, int, str, str]]:
    """Returns the code, name, HTTP status, text for visitors, and meaning of each error."""
    page = (DOCUMENTS / "commands/errors.md").read_text()
    rows = [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("| `")]
    said = {code: (int(row[1]), row[2]) for row in rows if len(row) == 4
            for code in re.findall("[A-Z]+", row[0])}
    return [(code, name, *said[code], doc) for code, (name, doc) in ERRORS.items()]


@dataclass(frozen=True)
class Arg:
    """An argument. Its kind is literal, flag, switch, word, integer, text, cursor, position, pair,
    integers, texts, fields, share, which is a word and an integer, or lists, which are a user and texts."""

    name: str
    kind: str
    token: str | None = None
    words: tuple[str, ...] = ()
    is_optional: bool = False
    is_repeated: bool = False  # Without its length before it.

    @staticmethod
    def of(data: Schema) -> Arg:
        token, parts = data.get("token"), data.get("arguments", [])
        words = tuple(part.get("token", "") for part in parts) if data["type"] == "oneof" else ()
        kind = _kind(data)
        if {word.upper() for word in words} == {"YES", "NO"}:
            kind, words = "switch", ()
        return Arg((token or data["name"]).lower(), kind, token, words,
                   data.get("optional", False), data.get("multiple", False))


def _kind(data: Schema) -> str:
    kinds = {"pure-token": "flag", "oneof": "word", "string": "text", "unix-time": "integer"}
    if data["name"] in ("cursor", "version"):
        return "cursor"
    if data["name"] == "position":
        return "position"
    if data["type"] != "block":
        return kinds.get(data["type"]) or str(data["type"])
    *first, last = data["arguments"]
    if not last.get("multiple"):
        return "share" if first[0]["type"] == "oneof" else "pair"
    if last["type"] == "block":
        return "fields"
    return "lists" if len(first) == 2 else f"{_kind(last)}s"


@dataclass(frozen=True)
class Function:
    """A function. Its options follow the positional arguments."""

    command: str
    words: tuple[str, ...]
    args: tuple[Arg, ...]
    reply: Schema
    doc: str
    is_read: bool
    needs_options: bool
    kind: str | None = None  # The articles or comments that it finds by id.

    @property
    def key(self) -> str:
        return " ".join(self.words)

    def option(self, name: str) -> Arg | None:
        return next((arg for arg in self.args if arg.token == name), None)

    def default(self, arg: Arg) -> Any:
        return DEFAULTS.get(f"{self.command} {arg.name}", DEFAULTS.get(arg.name))

    def is_positional(self, arg: Arg) -> bool:
        is_plain = arg.token is None and not arg.is_optional or arg.is_repeated
        return is_plain or arg.kind == "literal" or f"{self.command} {arg.name}" in DEFAULTS

    @property
    def positional(self) -> list[Arg]:
        return [arg for arg in self.args if self.is_positional(arg)]

    @property
    def options(self) -> list[Arg]:
        return [arg for arg in self.args if not self.is_positional(arg)]


def functions(separate: set[str]) -> list[Function]:
    """Returns all functions. These options, which change the reply, are functions of their own."""
    return [function for name, data in COMMANDS["commands"].items()
            if "admin" not in data["acl_categories"]
            for variant in _by_word(name.split(".")[1], data)
            for chosen in _by_option(variant, separate)
            for function in _by_kind(chosen)]


def _by_word(command: str, data: Schema) -> Iterator[Function]:
    """Yields a function for each word from which to choose, unless all of them are mere words."""
    choices = data["reply_schema"].get("anyOf", [])
    chosen = {choice["option"] for choice in choices if "option" in choice}

    def split(args: list[Schema]) -> list[Schema]:
        """Has each word be an option of its own if it changes the reply, or names a state."""
        found: list[Schema] = []
        for arg in args:
            words = arg.get("arguments", [])
            tokens = {word.get("token") for word in words}
            is_split = words and (tokens <= chosen or tokens == {"HIDDEN", "HELD"})
            found += [{**word, "optional": True} for word in words] if is_split else [arg]
        return [arg for arg in found if arg["name"] != "format"]

    args = split(data["arguments"][1:])

    def function(parsed: list[Arg], *words: str) -> Function:
        required = sum(arg.token is None and not arg.is_optional for arg in parsed)
        needs_options = abs(data["arity"]) > required + 2 or any(
            arg.token and not arg.is_optional for arg in parsed)
        doc: str = DOCS.get(" ".join((command.lower(), *words))) or data["summary"]
        return Function(command, (command.lower(), *words), tuple(parsed), data["reply_schema"],
                        doc, "readonly" in data["command_flags"], needs_options)

    for index, arg in enumerate(args):
        parts = arg.get("arguments", [])
        if arg["type"] != "oneof" or all(part["type"] == "pure-token" for part in parts):
            continue
        for part in parts:
            token = part.get("token")
            inner = {"block": split(part.get("arguments", [])), "pure-token": []}.get(
                part["type"], [{**part, "token": None}])
            parsed = [Arg.of(each) for each in (*args[:index], *inner, *args[index + 1:])]
            if token:
                parsed.insert(index, Arg(token, "literal"))
            yield function(parsed, *([token.lower()] if token else []))
        return
    yield function([Arg.of(arg) for arg in args])


def _by_option(function: Function, separate: set[str]) -> Iterator[Function]:
    """Yields the function without the options that are separate, and one with each."""
    choices = function.reply.get("anyOf", [function.reply])
    found = [choice for choice in choices if choice.get("option") in separate]
    named = {choice["option"] for choice in found}
    rest = tuple(arg for arg in function.args if arg.token not in named)
    plain = [choice for choice in choices if choice not in found]
    yield replace(function, args=rest, doc=function.doc + _returns(function, plain[0]),
                  reply={"anyOf": plain} if len(plain) > 1 else plain[0])
    for choice in found:
        option = function.option(choice["option"])
        assert option
        if option.kind == "flag":
            option = Arg(choice["option"], "literal")
        suffix = SUFFIXES.get(choice["option"], choice["option"].lower())
        yield replace(function, words=(*function.words, suffix), args=(*rest, option),
                      reply=choice, doc=_returns(function, choice, is_variant=True))


def _returns(function: Function, reply: Schema, is_variant: bool = False) -> str:
    """Returns a sentence about the reply to a command whose summary does not say it."""
    parts = [part.get("description", "") for part in reply.get("prefixItems", [])]
    parts = parts if all(parts) and parts else [reply.get("description", "")]
    text = ", and ".join(part[:1].lower() + part[1:].rstrip(".") for part in parts)
    sentence = re.sub("^1 if (.*), else 0$", r"whether \1", text)
    sentence = f"Returns {sentence}."
    if function.doc.startswith("Returns") or " Returns " in function.doc:
        return sentence if is_variant else ""
    if reply.get("status"):
        return ""
    return f"{function.doc} {sentence}" if is_variant else f" {sentence}"


def _by_kind(function: Function) -> Iterator[Function]:
    """Yields functions for each kind of what a command finds by id, if it can be missing."""
    is_list = isinstance(function.reply.get("items"), dict)
    choices = (function.reply["items"] if is_list else function.reply).get("anyOf", [])
    can_be_missing = any(choice.get("type") == "null" for choice in choices)
    if not can_be_missing or not {"Article", "Comment"} <= references(choices):
        yield function
        return
    for kind, other in (("Article", "Comment"), ("Comment", "Article")):
        left = {"anyOf": [choice for choice in choices if references(choice) != {other}]}
        words = () if kind == "Article" else ("comments" if is_list else "comment",)
        key = " ".join((*function.words, *words))
        yield replace(function, words=(*function.words, *words), kind=kind, doc=DOCS[key],
                      reply={"type": "array", "items": left} if is_list else left)


def references(schema: Any) -> set[str]:
    """Returns the names of the articles, comments and so on within a schema."""
    if isinstance(schema, list):
        return set().union(*map(references, schema))
    if not isinstance(schema, dict):
        return set()
    own = {schema["$ref"].rpartition("/")[2]} if "$ref" in schema else set()
    return own | references(list(schema.values()))
