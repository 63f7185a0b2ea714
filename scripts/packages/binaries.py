"""Builds the module and the programs, and checks what they need."""

import os
import re
from pathlib import Path

from . import toolchain
from .common import PROJECT, TARGET, output, run, say, stop
from .targets import GLIBC

# The files to build, and how cargo selects them. The Debian package lists them in Cargo.toml.
BINARIES = {
    "libredis_article.so": ["--package", "redis-article-module", "--lib"],
    "article-migrate": ["--package", "article-migrate", "--bin", "article-migrate"],
    "article-proxy": ["--package", "article-proxy", "--bin", "article-proxy"],
}
PROGRAMS = ["article-migrate", "article-proxy"]


def folder(target):
    """Returns the folder in which cargo leaves the binaries."""
    return TARGET / target.triple / "dist"


def build(target):
    """Builds and checks the binaries. Returns their paths by name."""
    say(f"Building for {target.name}")
    environment = toolchain.environment()
    home = Path(os.environ.get("CARGO_HOME", Path.home() / ".cargo")).resolve()
    # Replaces flags of the environment and of the user's configuration, which may choose a CPU.
    # Messages of panics name source files: without the folders of this machine.
    sources = {PROJECT: ".", home: "cargo", toolchain.RUST_ROOT: "rust"}
    flags = [f"--remap-path-prefix={path}={name}" for path, name in sources.items()]
    triple, options = f"{target.triple}.{GLIBC}", []
    if target.is_musl:
        # A module is a shared library, and so needs the shared C library. Debian has no such
        # standard library, so cargo builds it from its source, which needs unstable options.
        flags += ["-Ctarget-feature=-crt-static"]
        triple, options = target.triple, ["-Zbuild-std=std,panic_unwind"]
        environment["RUSTC_BOOTSTRAP"] = "1"
    environment["RUSTFLAGS"] = " ".join(flags)
    # Not as `cargo zigbuild`, because that cargo would start another without its libraries. In the
    # root folder, because zig names its header files relative to the current folder, and bindgen
    # looks for them from another.
    run("cargo-zigbuild", "zigbuild", "--locked", "--manifest-path", PROJECT / "Cargo.toml", "--target-dir",
        TARGET, "--profile", "dist", "--target", triple, *options,
        *(word for words in BINARIES.values() for word in words), cwd="/", env=environment)
    built = {name: folder(target) / name for name in BINARIES}
    for binary in built.values():
        check(binary, target)
    return built


def check(binary, target):
    """Stops if a binary needs a newer C library, or other libraries."""
    libraries = re.findall(r"\(NEEDED\) .*\[(.*)\]", output("readelf", "-d", binary))
    if target.is_musl:
        # Programs have the C library in them.
        say(f"{binary.name}: needs {', '.join(libraries) or 'no library'}")
        if set(libraries) - {"libc.so"}:
            stop(f"{binary} needs more than the C library")
        return
    versions = re.findall(r"GLIBC_([\d.]+)", output("objdump", "-T", binary))
    newest = max(versions, key=numbers)
    say(f"{binary.name}: the highest symbol version is GLIBC_{newest}")
    if numbers(newest) > numbers(GLIBC):
        stop(f"{binary} needs a newer C library than {GLIBC}")


def numbers(version):
    return [int(part) for part in version.split(".")]
