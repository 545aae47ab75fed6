"""The levels of instructions that the processor and the operating system can run.

https://gitlab.com/x86-psABIs/x86-64-ABI defines the levels of x86-64. Other processors have one level, "generic".
"""

from __future__ import annotations

import ctypes
import platform
import sys
from contextlib import suppress
from pathlib import Path

X86 = ("x86-64-v2", "x86-64-v3", "x86-64-v4")

# The features that each level adds. Linux lists the features that the processor has and the system supports. There,
# pni is SSE3, and abm is LZCNT.
_LINUX = (
    "pni ssse3 sse4_1 sse4_2 popcnt cx16 lahf_lm",
    "avx avx2 bmi1 bmi2 f16c fma abm movbe xsave",
    "avx512f avx512bw avx512cd avx512dq avx512vl",
)
_MACOS = (
    "sse3 supplementalsse3 sse4_1 sse4_2",
    "avx1_0 avx2_0 bmi1 bmi2 f16c fma",
    "avx512f avx512bw avx512cd avx512dq avx512vl",
)
_WINDOWS = ("38", "40")  # PF_SSE4_2 and PF_AVX2; Windows does not tell about all of AVX-512
CPUINFO = Path("/proc/cpuinfo")


def levels(cpuinfo: Path = CPUINFO) -> list[str]:
    """The levels of code that this processor runs, the best first; empty if it is too old or has 32 bits."""
    if sys.maxsize < 1 << 32:
        return []
    machine = platform.machine().lower()
    if machine not in ("x86_64", "amd64"):
        return [f"{machine}-generic"]
    if sys.platform == "darwin":
        added, has = _MACOS, _macos_has
    elif sys.platform == "win32":
        added, has = _WINDOWS, _windows_has
    else:
        added, has = _LINUX, _linux_features(cpuinfo).__contains__
    found: list[str] = []
    for level, words in zip(X86, added, strict=False):
        if not all(map(has, words.split())):
            break
        found.insert(0, level)
    return found


def folder(level: str) -> str:
    """The name of the folder with the modules compiled for a level."""
    return level.replace("-", "_")


def _linux_features(cpuinfo: Path) -> set[str]:
    with suppress(OSError):
        for line in cpuinfo.read_text("utf-8", "replace").splitlines():
            if line.startswith("flags"):
                return set(line.partition(":")[2].split())
    return set()


def _macos_has(feature: str) -> bool:
    value, size = ctypes.c_int32(), ctypes.c_size_t(4)
    name = f"hw.optional.{feature}".encode()
    failed = ctypes.CDLL(None).sysctlbyname(name, ctypes.byref(value), ctypes.byref(size), None, ctypes.c_size_t(0))
    return not failed and value.value == 1


def _windows_has(number: str) -> bool:
    kernel: ctypes.CDLL = ctypes.CDLL("kernel32")
    return bool(kernel.IsProcessorFeaturePresent(int(number)))
