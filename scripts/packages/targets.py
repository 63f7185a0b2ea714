"""The kinds of machines that packages are built for."""

import platform
from dataclasses import dataclass

# The newest glibc that a binary may need. Debian 10 and RHEL 8 have it.
GLIBC = "2.28"

# Debian's names of the architectures.
DEBIAN = {"x86_64": "amd64", "aarch64": "arm64"}


@dataclass(frozen=True)
class Target:
    """A processor architecture and a C library."""

    machine: str
    is_musl: bool

    @property
    def name(self):
        return f"{self.machine}-musl" if self.is_musl else self.machine

    @property
    def triple(self):
        return f"{self.machine}-unknown-linux-{'musl' if self.is_musl else 'gnu'}"

    @property
    def debian_architecture(self):
        return DEBIAN[self.machine]


TARGETS = {target.name: target for target in [
    Target(machine, is_musl) for machine in DEBIAN for is_musl in (False, True)]}


def own_target():
    """Returns the target of this machine, which must have glibc, as Debian has."""
    return TARGETS[platform.machine()]
