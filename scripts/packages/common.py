"""Paths, output, and commands."""

import os
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent.parent
TARGET = (PROJECT / os.environ.get("CARGO_TARGET_DIR", "target")).resolve()
TOOLS = TARGET / "package-tools"
OUT = TARGET / "package"


def say(text):
    """Prints to stderr, because some programs print a path for others to read."""
    print(text, file=sys.stderr, flush=True)


def stop(text):
    sys.exit(f"{Path(sys.argv[0]).name}: {text}")


def run(*command, **options):
    options.setdefault("cwd", PROJECT)
    return subprocess.run([str(word) for word in command], check=True, **options)


def output(*command, **options):
    return run(*command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
               **options).stdout
