"""Closes this process forever, as seal.ts does for the other engines: the same limits, the same filter.

The filter of system calls is created by the supervisor and passed in; here it is only installed.
"""

import base64
import ctypes
import os
import re
import resource
import signal
import struct

SET_PARENT_DEATH_SIGNAL, SET_DUMPABLE, SET_NO_NEW_PRIVILEGES = 1, 4, 38
INSTALL_FILTER, ON_ALL_THREADS = 1, 1
NOBODY = 65534


def mapped_bytes():
    with open("/proc/self/status", encoding="ascii") as status:
        return int(re.search(r"^VmData:\s+(\d+) kB$", status.read(), re.M)[1]) * 1024


def drop_rights():
    if os.getuid() != 0:
        return
    os.setgroups([])
    os.setgid(NOBODY)
    os.setuid(NOBODY)
    if os.getuid() == 0 or os.geteuid() == 0:
        raise RuntimeError("root privileges were not dropped")


def seal(settings):
    libc = ctypes.CDLL(None, use_errno=True)
    mapped = mapped_bytes()
    drop_rights()

    def must(name, result):
        if result != 0:
            raise RuntimeError(f"{name} was refused with errno {ctypes.get_errno()}")

    # After the rights are dropped: changing the user clears both.
    must("the death with the parent", libc.prctl(SET_PARENT_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0))
    if os.getppid() != settings["parentPid"]:
        raise RuntimeError("the parent has exited")
    must("non-dumpable", libc.prctl(SET_DUMPABLE, 0, 0, 0, 0))
    limits = {
        resource.RLIMIT_DATA: mapped + settings["extraBytes"],
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_FSIZE: 0,
        resource.RLIMIT_MEMLOCK: 0,
        resource.RLIMIT_MSGQUEUE: 0,
        resource.RLIMIT_NPROC: 0,
        resource.RLIMIT_NOFILE: 5,
    }
    for kind, most in limits.items():
        resource.setrlimit(kind, (most, most))
    must("no_new_privs", libc.prctl(SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0))
    program = ctypes.create_string_buffer(base64.b64decode(settings["filter"]))
    count = (len(program) - 1) // 8
    pointer = ctypes.create_string_buffer(struct.pack("HxxxxxxQ", count, ctypes.addressof(program)))
    call = settings["seccompNumber"]
    must("the filter of system calls", libc.syscall(call, INSTALL_FILTER, ON_ALL_THREADS, pointer))
    prove_sealed()


def prove_sealed():
    """A filter that was accepted and does nothing would look the same."""
    try:
        os.close(os.open("/", os.O_RDONLY))
    except PermissionError:
        return
    raise RuntimeError("the filter of system calls does not hold")
