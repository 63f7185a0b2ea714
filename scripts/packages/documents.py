"""Documents that are generated for the packages."""

import email.utils
import os
import re
from datetime import datetime

from .common import PROJECT, output


def man_page(program):
    """Returns a manual page with the help of a program and its commands."""
    def help_of(*command):
        # The default width of a terminal, less the margin of a manual page.
        environment = {**os.environ, "COLUMNS": "72"}
        return output(program, *command, "--help", env=environment)

    overall = help_of()
    summary = " ".join(overall.partition("\n\n")[0].split()).rstrip(".")
    listed = overall.partition("\nCommands:\n")[2].partition("\n\n")[0]
    # Lines that go on with a summary are indented further.
    commands = re.findall(r"^  (\S+)", listed, re.MULTILINE)
    lines = [f'.TH {program.name.upper()} 1 "" "redis-article" "User Commands"', ".SH NAME",
             rf"{program.name} \- {summary[0].lower()}{summary[1:]}"]
    sections = [("DESCRIPTION", overall)]
    sections += [(command.upper(), help_of(command)) for command in commands if command != "help"]
    for title, text in sections:
        lines += [f".SH {title}", ".nf"]
        for line in text.splitlines():
            line = line.replace("\\", "\\e").replace("-", "\\-")
            is_heading = line.endswith(":") and not line.startswith(" ")
            lines += [".fi", f".SS {line[:-1]}", ".nf"] if is_heading else [rf"\&{line}"]
        lines.append(".fi")
    return "\n".join(lines) + "\n"


def debian_changelog():
    """Returns a changelog of the Debian package, with the versions of CHANGELOG.md."""
    maintainer = re.search(r'^maintainer = "(.*)"', (PROJECT / "Cargo.toml").read_text(), re.M)[1]
    versions = re.findall(r"^## (\S+) - (\S+)$", (PROJECT / "CHANGELOG.md").read_text(), re.M)
    entries = []
    for version, day in versions:
        time = int(os.environ["SOURCE_DATE_EPOCH"])
        if day != "unreleased":
            time = datetime.fromisoformat(f"{day} 00:00+00:00").timestamp()
        entries.append(f"redis-article ({version}-1) unstable; urgency=medium\n\n"
                       "  * New version. CHANGELOG.md describes what changed.\n\n"
                       f" -- {maintainer}  {email.utils.formatdate(time)}\n")
    return "\n".join(entries)
