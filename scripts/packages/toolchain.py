"""The tools that build the binaries, kept in target/package-tools.

Rust comes from Debian packages, because these have the standard library for other processors and
its sources, from which the one for musl is built. rustup would be simpler, but it downloads from a
server of its own, and not from a package registry as all else here. Zig is the linker, the C
compiler, and the source of every C library. It comes from PyPI, as does cargo-zigbuild.
"""

import os
import shutil

from debian import VERSIONS, Apt, loader, write_script

from .common import PROJECT, TOOLS, run, say
from .targets import TARGETS

SUITE = "forky"
FROM_PYPI = [f"cargo-zigbuild=={VERSIONS['CARGO_ZIGBUILD']}", f"ziglang=={VERSIONS['ZIGLANG']}"]
CARGO_DEB = VERSIONS["CARGO_DEB"]

RUST = TOOLS / f"rust-{SUITE}"
RUST_ROOT = RUST / "root"


def environment():
    """Returns the environment in which cargo is this toolchain's. Installs what is missing."""
    folders = [install_rust(), install_python().parent, os.environ["PATH"]]
    return {**os.environ, "PATH": os.pathsep.join(map(str, folders)),
            # Cargo cannot find itself, because it is started by a loader.
            "CARGO": str(folders[0] / "cargo"), "RUSTC": str(folders[0] / "rustc")}


def install_rust():
    """Returns the folder with cargo and rustc."""
    folder = RUST / "bin"
    if not folder.exists():
        say(f"Unpacking Rust from Debian {SUITE}")
        shutil.rmtree(RUST, ignore_errors=True)
        own = Apt([SUITE])
        own.unpack(own.with_libraries(["rustc", "cargo", "rust-src"]), RUST_ROOT)
        for architecture in {target.debian_architecture for target in TARGETS.values()}:
            Apt([SUITE], architecture).unpack(["libstd-rust-dev"], RUST_ROOT)
        for target in TARGETS.values():
            # The linker warns if it is missing. Debian has none for musl.
            (RUST_ROOT / "usr/lib/rustlib" / target.triple / "lib").mkdir(parents=True, exist_ok=True)
        unfinished = RUST / "unfinished"
        unfinished.mkdir()
        start, usr = loader(RUST_ROOT), RUST_ROOT / "usr"
        write_script(unfinished / "cargo", [*start, usr / "bin/cargo"])
        write_script(unfinished / "rustc", [*start, usr / "bin/rustc", "--sysroot", usr])
        # Last, because its presence says that everything is there.
        unfinished.rename(folder)
    return folder


def install_python():
    """Returns the Python that has the tools from PyPI."""
    run(PROJECT / "scripts/venv", TOOLS / "venv", *FROM_PYPI)
    return TOOLS / "venv" / "bin" / "python3"


def zig():
    """Returns the command that starts zig."""
    return [install_python(), "-m", "ziglang"]


def cargo_deb():
    """Returns the path of cargo-deb."""
    folder = TOOLS / f"cargo-deb-{CARGO_DEB}"
    binary = folder / "bin" / "cargo-deb"
    if not binary.exists():
        say(f"Installing cargo-deb {CARGO_DEB}")
        run("cargo", "install", "--quiet", "--locked", "--no-default-features", "--root", folder,
            "--target-dir", folder / "build", f"cargo-deb@{CARGO_DEB}", env=environment())
        shutil.rmtree(folder / "build")
    return binary
