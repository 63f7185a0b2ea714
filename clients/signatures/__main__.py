"""Writes the signatures and types of the packages in clients/, or compares them with `--check`.

    python3 clients/signatures [--check]
"""

import ast
import sys
from pathlib import Path

import go
import methods
import node
import python
import rust

FOLDER = Path(__file__).resolve().parent.parent


def is_same(name: str, text: str, other: str) -> bool:
    """Returns whether two files say the same. Each Python writes some expressions in its own way."""
    return text == other or name.endswith(".py") and ast.dump(ast.parse(text)) == ast.dump(
        ast.parse(other))


def main() -> None:
    outdated = []
    made = python.files() | methods.files() | node.files() | rust.files() | go.files()
    for name, text in made.items():
        path = FOLDER / name
        if "--check" not in sys.argv:
            path.write_text(text)
        elif not is_same(name, path.read_text(), text):
            outdated.append(f"clients/{name}")
    if outdated:
        sys.exit(f"{', '.join(outdated)}: run python3 clients/signatures")


main()
