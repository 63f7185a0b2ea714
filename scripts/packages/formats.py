"""Writes the archives and the Debian packages."""

import gzip
import os
import tarfile
from pathlib import Path

from . import toolchain
from .common import OUT, output


def archive(name, files):
    """Writes an archive whose bytes depend only on the bytes of the files. Returns its path."""
    path = OUT / f"{name}.tar.gz"
    with open(path, "wb") as raw, gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as out:
        with tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as tar:
            for inside, file in sorted(files.items()):
                entry = tarfile.TarInfo(f"{name}/{inside}")
                entry.size = file.stat().st_size
                # Servers load only modules that are executable.
                entry.mode = 0o755 if os.access(file, os.X_OK) else 0o644
                entry.mtime = int(os.environ["SOURCE_DATE_EPOCH"])
                with open(file, "rb") as content:
                    tar.addfile(entry, content)
    return path


def debian(target):
    """Builds the Debian package, as Cargo.toml describes it. Returns its path."""
    return Path(output(toolchain.cargo_deb(), "--quiet", "--no-build", "--no-strip", "--no-dbgsym",
                       "--locked", "--target", target.triple, "--profile", "dist", "--output", OUT,
                       env=toolchain.environment()).splitlines()[-1])
