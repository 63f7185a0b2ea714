"""Writes the signatures and types of the packages in clients/, or compares them with `--check`.

    python3 clients/signatures [--check]
"""

import sys
from pathlib import Path

import go
import node
import python
import rust

FOLDER = Path(__file__).resolve().parent.parent


def main() -> None:
    outdated = []
    for name, text in (python.files() | node.files() | rust.files() | go.files()).items():
        path = FOLDER / name
        if "--check" not in sys.argv:
            path.write_text(text)
        elif path.read_text() != text:
            outdated.append(f"clients/{name}")
    if outdated:
        sys.exit(f"{', '.join(outdated)}: run python3 clients/signatures")


main()
