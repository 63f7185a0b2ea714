#!/usr/bin/env python3
"""Unpacks packages of any Debian suite, without installing them.

  scripts/debian.py SUITE FOLDER PACKAGE ...

The packages come from the mirror of this system. The configuration and lists of apt stay untouched.
Packages that the named ones depend on are not unpacked. A system has one version of a server, for one
processor, and a container of another would come from a registry of images, which not all machines
reach.
"""

import fcntl
import re
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
CACHE = PROJECT / "target" / "debian"

# The seconds after which package lists are downloaded again. A mirror deletes replaced packages.
LISTS_LIFETIME = 86400

# Where packages of glibc have the program that loads others with their libraries.
LOADERS = ["lib*/ld-linux*.so.*", "usr/lib*/ld-linux*.so.*"]


# What the scripts install from registries, by the names in the file.
VERSIONS = dict(re.findall(r"^(\w+)=(\S+)$", (Path(__file__).parent / "versions").read_text("ascii"),
                           re.MULTILINE))


def say(text):
    print(text, file=sys.stderr, flush=True)


def stop(text):
    sys.exit(f"{Path(sys.argv[0]).name}: {text}")


def apt_sources():
    """Yields (URI, suites, components, keyring) of each entry in this system's sources."""
    folder = Path("/etc/apt")
    for path in sorted(folder.glob("sources.list.d/*.sources")):
        for stanza in re.split(r"\n\s*\n", path.read_text()):
            lines = [line for line in stanza.splitlines() if not line.startswith("#")]
            pairs = [line.split(":", 1) for line in lines if ":" in line and line[0] != " "]
            entry = {name.strip().lower(): value.split() for name, value in pairs}
            if "deb" in entry.get("types", []) and entry.get("enabled") != ["no"]:
                keyring = " ".join(entry.get("signed-by", []))
                for uri in entry.get("uris", []):
                    yield uri, entry.get("suites", []), entry.get("components", []), keyring
    for path in [folder / "sources.list", *sorted(folder.glob("sources.list.d/*.list"))]:
        for line in path.read_text().splitlines() if path.exists() else []:
            match = re.match(r"deb\s+(?:\[(.*?)\]\s+)?(\S+)\s+(\S+)\s*(.*)", line)
            if match:
                options, uri, suite, components = match.groups()
                keyring = re.search(r"signed-by=(\S+)", options or "")
                yield uri, [suite], components.split(), keyring.group(1) if keyring else ""


def mirror(suites):
    """Returns the URI of this system's Debian mirror and its keyring."""
    release = Path("/etc/os-release").read_text()
    codename = re.search(r"^VERSION_CODENAME=(\w+)", release, re.MULTILINE)
    wanted = {"stable", "testing", "unstable", "sid", *suites}
    if codename and re.search(r"^ID=debian", release, re.MULTILINE):
        wanted.add(codename.group(1))
    for uri, offered, components, keyring in apt_sources():
        if "main" in components and wanted & set(offered):
            return uri, keyring
    stop("found no Debian mirror in /etc/apt; this script needs Debian")


def own_architecture():
    """Returns Debian's name of this machine's architecture."""
    done = subprocess.run(["dpkg", "--print-architecture"], stdout=subprocess.PIPE, text=True,
                          check=True)
    return done.stdout.strip()


class Apt:
    """Apt with its own package lists and no installed packages.

    Proxies, keys and other options come from the system's configuration. `kind` is an architecture,
    by default this machine's, or "source". The packages of the source package `newest` come from
    the last suite even if apt would avoid that, as it avoids experimental."""

    def __init__(self, suites, kind=None, newest=None):
        self.suites = suites
        self.kind = kind or own_architecture()
        self.newest = newest
        self.folder = CACHE / "-".join([*suites, self.kind])
        self.configuration = self.folder / "apt.conf"
        self.folder.mkdir(parents=True, exist_ok=True)
        with open(self.folder / "lock", "w", encoding="ascii") as lock:
            # Another run may be downloading the lists.
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not self.is_fresh():
                self.update()

    def is_fresh(self):
        written = self.configuration.stat().st_mtime if self.configuration.exists() else 0
        return time.time() - written < LISTS_LIFETIME

    def update(self):
        for name in ["lists/partial", "cache/archives/partial", "empty"]:
            (self.folder / name).mkdir(parents=True, exist_ok=True)
        (self.folder / "status").touch()
        uri, keyring = mirror(self.suites)
        options = f"[signed-by={keyring}] " if keyring.startswith("/") else ""
        line_type = "deb-src" if self.kind == "source" else "deb"
        lines = [f"{line_type} {options}{uri} {suite} main\n" for suite in self.suites]
        (self.folder / "sources.list").write_text("".join(lines))
        if self.newest:
            (self.folder / "preferences").write_text(
                f"Package: src:{self.newest}\nPin: release a={self.suites[-1]}\n"
                "Pin-Priority: 990\n")
        own = "" if self.kind == "source" else (
            f'APT::Architecture "{self.kind}";\nAPT::Architectures {{ "{self.kind}"; }};')
        unfinished = self.folder / "apt.conf.new"
        unfinished.write_text(f"""
Dir::State "{self.folder}";
Dir::State::status "{self.folder}/status";
Dir::State::lists "{self.folder}/lists";
Dir::Cache "{self.folder}/cache";
Dir::Etc::sourcelist "{self.folder}/sources.list";
Dir::Etc::sourceparts "{self.folder}/empty";
Dir::Etc::preferences "{self.folder}/preferences";
Dir::Etc::preferencesparts "{self.folder}/empty";
APT::Sandbox::User "";
{own}
Acquire::Languages "none";
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
#clear Acquire::IndexTargets::deb::DEP-11;
""")
        say(f"Downloading the package lists of {', '.join(self.suites)} ({self.kind})")
        self.run("get", "update", "-qq", configuration=unfinished)
        unfinished.rename(self.configuration)

    def run(self, tool, *arguments, configuration=None, **options):
        command = [f"apt-{tool}", "-c", str(configuration or self.configuration), *arguments]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, **options)
        if done.returncode != 0:
            stop(f"{shlex.join(command)}: exit status {done.returncode}")
        return done.stdout

    def with_libraries(self, packages):
        """Returns the packages and, transitively, the libraries that they depend on."""
        found, new = [], packages
        while new:
            found += new
            report = self.run("cache", "depends", "-i", *new)
            names = re.findall(r"(?:Pre)?Depends: (lib[^\s:<>]+|zlib1g)", report)
            new = sorted(set(names) - set(found))
        return found

    def unpack(self, packages, target):
        target.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            self.run("get", "download", "-qq", *packages, cwd=folder)
            for package in sorted(Path(folder).glob("*.deb")):
                subprocess.run(["dpkg", "-x", str(package), str(target)], check=True)

    def unpack_source(self, package, target):
        """Unpacks the source of a package as its authors released it, without Debian's changes."""
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            self.run("get", "source", "-qq", "--download-only", package, cwd=folder)
            [archive] = Path(folder).glob("*.orig.tar.*")
            target.mkdir(parents=True, exist_ok=True)
            subprocess.run(["tar", "-xf", str(archive), "-C", str(target),
                            "--strip-components=1"], check=True)


def loader(root, emulator=()):
    """Returns the command that runs programs with the unpacked libraries."""
    loaders = [file for pattern in LOADERS for file in root.glob(pattern)]
    folders = [*root.glob("lib/*-linux-*"), *root.glob("usr/lib/*-linux-*")]
    libraries = [folder for folder in folders if any(folder.glob("lib*.so*"))]
    if not (loaders and libraries):
        stop(f"found no loader or libraries in {root}")
    return [*emulator, loaders[0], "--library-path", ":".join(map(str, libraries))]


def write_script(path, command):
    """Writes a script that runs a command with the script's arguments."""
    # Because of exec, its process is the command's.
    path.write_text(f'#!/bin/sh\nexec {shlex.join(map(str, command))} "$@"\n')
    path.chmod(0o755)


def main(arguments):
    if len(arguments) < 3:
        stop(__doc__.strip())
    suite, folder, *packages = arguments
    Apt([suite]).unpack(packages, Path(folder))


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except subprocess.CalledProcessError as error:
        stop(error)
