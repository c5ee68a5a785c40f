"""What the system says of a process: its time, its memory, what it has open."""

import os
from pathlib import Path


def cpu_s(pid: int) -> float:
    """What a process has used of a core, in seconds."""
    stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")


def memory_mib(pid: int) -> float:
    """What a process has in memory."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def anonymous_mib(pid: int) -> float:
    """What a process has in memory that is no file: what it has allocated itself."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    return int(status.partition("RssAnon:")[2].split()[0]) / 1024


def pss_mib(pid: int) -> float:
    """What a process has in memory, where pages that several share are shared out among them."""
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="utf-8")
    return int(rollup.partition("Pss:")[2].split()[0]) / 1024


def descriptors(pid: int) -> int:
    """How many files and connections a process has open."""
    return sum(1 for _ in Path(f"/proc/{pid}/fd").iterdir())
