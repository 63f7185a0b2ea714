"""The examples of README.md work, in their order."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from conftest import Server, library


def test_examples(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    text = (Path(__file__).parent.parent / "README.md").read_text()
    names: dict[str, Any] = {}
    for example in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        example = example.replace("Redis()", f"Redis(port={server.port})")
        # valkey-py has the same names.
        exec(re.sub(r"\bredis\b", library.__name__, example), names)
    printed = capsys.readouterr().out
    assert printed.startswith("Hello 2 1\n")
    lines = ["['Hello']", "b'[{\"id\"'", "NOARTICLE 404 This does not exist any more.", "dave 1", " [deleted]\n   alice I did.",
             "changed 1"]
    for line in lines:
        assert f"{line}\n" in printed
    events = names["events"]()
    assert next(events) == ":\n\n"
    names["site"].vote("erin", 1)
    assert next(event for event in events if event != ":\n\n").startswith('data: {"id": 1, "votes": ')
    events.close()
