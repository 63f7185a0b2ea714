"""Generates the modules of the package that follow from others.

`commands.py` describes each command once. `methods.py` has a method for each, three times: for
sites, for asyncio, and for pipelines. Those with overloads return articles and comments, and have
a second method, which returns the text of the reply. `site.py`, `broadcast.py`, and
`follow.py` are `async_site.py` and so on without `async` and `await`.
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HEADER = '"""Generated from {source} by hatch_build.py."""\n\n'
# In a method, `Command[T]` is replaced.
METHODS = {
    "Commands": "{}",
    "AsyncCommands": "Coroutine[Any, Any, {}]",
    "PipelineCommands": "Reply[{}]",
}
PLAIN = "return self._run(commands.{0}({1}))"
OVERLOADED = """
build: Any = commands.{0}
command: Command[Any] = build({1})
return self._run(command)
"""
TEXT = """
'''Returns the reply of `{0}` as JSON in UTF-8, to be passed on as it is.'''
build: Any = commands.{0}
command: Command[{2}] = build({1}).as_text()
return self._run(command)
"""
WITHOUT_ASYNC = {
    "ASYNC_CLIENTS": "CLIENTS",
    "AsyncBroadcast": "Broadcast",
    "AsyncClient": "Client",
    "AsyncCommands": "Commands",
    "AsyncEvent": "Event",
    "AsyncFeed": "Feed",
    "AsyncFollower": "Follower",
    "AsyncGenerator": "Generator",
    "AsyncLine": "Line",
    "AsyncPipeline": "Pipeline",
    "AsyncSite": "Site",
    "__aenter__": "__enter__",
    "__aexit__": "__exit__",
    "__aiter__": "__iter__",
    "__anext__": "__next__",
    "aclose": "close",
    "aclosing": "closing",
    "anext": "next",
    "async_broadcast": "broadcast",
    "async_disconnect": "disconnect",
    "async_follow": "follow",
    "async_loop": "loop",
    "async_site": "site",
    "async_start": "start",
    "async_wait": "wait",
}


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        generate(Path(self.root, "src/redis_article"))


def generate(folder: Path) -> None:
    def parse(name: str) -> ast.Module:
        return ast.parse((folder / name).read_text())

    (folder / "methods.py").write_text(
        HEADER.format(source="commands.py") + methods(parse("commands.py")))
    for name in ("site", "broadcast", "follow"):
        source = f"async_{name}.py"
        module = WithoutAsync().visit(parse(source))
        module.body.pop(0)
        (folder / f"{name}.py").write_text(HEADER.format(source=source) + ast.unparse(module))


def methods(module: ast.Module) -> str:
    """Returns a module with a class for each entry of METHODS."""
    imports = [node for node in module.body if isinstance(node, ast.ImportFrom)
               and node.module in ("typing", "typing_extensions", "types")]
    functions = [node for node in module.body
                 if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")]
    lines = [
        "from __future__ import annotations",
        "from collections.abc import Coroutine",
        "from typing import TypeVar",
        "from . import commands",
        "from .command import Command, Reply",
        *map(ast.unparse, imports),
        "T = TypeVar('T')",
    ]
    for name, result in METHODS.items():
        lines.append(f"class {name}:")
        lines.append(f"    def _run(self, command: Command[T]) -> {result.format('T')}:")
        lines.append("        raise NotImplementedError")
        methods = [method(function, result) for function in functions]
        methods += [text_method(function, result) for function in functions if has_view(function)]
        lines += ["    " + line for made in methods for line in made.splitlines()]
    return "\n".join(lines) + "\n"


def method(function: ast.FunctionDef, result: str) -> str:
    """Returns the method that runs the command of a function."""
    made = ast.parse(ast.unparse(function)).body[0]
    assert isinstance(made, ast.FunctionDef) and isinstance(made.returns, ast.Subscript)
    reply = ast.unparse(made.returns.slice)
    made.returns = ast.parse(result.format(reply), mode="eval").body
    made.args.args.insert(0, ast.arg("self"))
    if not made.decorator_list:
        template = OVERLOADED if reply == "Any" else PLAIN
        body = template.format(made.name, arguments(function.args))
        made.body = [made.body[0], *ast.parse(body).body]
    return ast.unparse(ast.fix_missing_locations(made))


def has_view(function: ast.FunctionDef) -> bool:
    """Returns whether this is the overload with `return_`."""
    return any(arg.arg == "return_" for arg in function.args.kwonlyargs)


def text_method(function: ast.FunctionDef, result: str) -> str:
    """Returns the method that returns the reply as text, given the overload with `return_`."""
    made = ast.parse(ast.unparse(function)).body[0]
    assert isinstance(made, ast.FunctionDef) and isinstance(made.returns, ast.Subscript)
    reply = "bytes | None" if isinstance(made.returns.slice, ast.BinOp) else "bytes"
    made.returns = ast.parse(result.format(reply), mode="eval").body
    made.body = ast.parse(TEXT.format(made.name, arguments(made.args), reply)).body
    made.name += "_json"
    made.decorator_list = []
    made.args.kwonlyargs[0].annotation = ast.parse("Texts | None", mode="eval").body
    made.args.kw_defaults = [ast.Constant(None)]
    made.args.args.insert(0, ast.arg("self"))
    return ast.unparse(ast.fix_missing_locations(made))


def arguments(args: ast.arguments) -> str:
    """Returns the arguments that pass on the parameters of a function."""
    words = [arg.arg for arg in args.args]
    words += [f"*{args.vararg.arg}"] if args.vararg else []
    words += [f"{arg.arg}={arg.arg}" for arg in args.kwonlyargs]
    words += [f"**{args.kwarg.arg}"] if args.kwarg else []
    return ", ".join(words)


class WithoutAsync(ast.NodeTransformer):
    """Turns code for asyncio into code that waits."""

    def generic_visit(self, node: ast.AST) -> ast.AST:
        for name, value in ast.iter_fields(node):
            if isinstance(value, str) and value in WITHOUT_ASYNC:
                setattr(node, name, WITHOUT_ASYNC[value])
        return super().generic_visit(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        return self.generic_visit(ast.FunctionDef(**vars(node)))

    def visit_AsyncWith(self, node: ast.AsyncWith) -> ast.AST:
        return self.generic_visit(ast.With(**vars(node)))

    def visit_AsyncFor(self, node: ast.AsyncFor) -> ast.AST:
        return self.generic_visit(ast.For(**vars(node)))

    def visit_Await(self, node: ast.Await) -> Any:
        return self.visit(node.value)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """`AsyncGenerator[T, None]` is `Generator[T, None, None]`."""
        if isinstance(node.value, ast.Name) and node.value.id == "AsyncGenerator":
            assert isinstance(node.slice, ast.Tuple)
            node.slice.elts.append(ast.Constant(None))
        return self.generic_visit(node)
