"""Files that live in the memory of the interpreter.

A sealed process cannot open anything. Scripts still read and write files, list folders and use pathlib; what they find
is this. It is a convenience and no wall: whatever a script does to it, it does to its own session.
"""

import builtins
import errno
import hashlib
import io
import os
import posixpath
import stat as modes

MOST_FILES = 1000
MOST_BYTES = 32 * 1024 * 1024
# The script and its result must fit also when the workspace is full.
DRIVER_BYTES = 8 * 1024 * 1024
WORKSPACE = "/workspace"

contents = {}
folders = {"/", WORKSPACE, "/tmp", "/sandbox"}
place = WORKSPACE


def fail(number, path):
    raise OSError(number, os.strerror(number), path)


def resolve(path):
    text = os.fspath(path)
    if isinstance(text, bytes):
        text = text.decode("utf-8", "surrogateescape")
    if "\0" in text:
        raise ValueError("embedded null byte")
    return posixpath.normpath(posixpath.join(place, text))


def check_room(path, size):
    mine = 0 if path not in contents else len(contents[path])
    if path not in contents and len(contents) >= MOST_FILES:
        fail(errno.ENOSPC, path)
    limit = MOST_BYTES + (DRIVER_BYTES if path.startswith("/sandbox/") else 0)
    if size > mine and sum(map(len, contents.values())) - mine + size > limit:
        fail(errno.ENOSPC, path)


class MemoryFile(io.RawIOBase):
    def __init__(self, path, mode, is_read, is_write, is_append):
        self.name, self.mode = path, mode
        self._path, self._at = path, 0
        self._is_read, self._is_write, self._is_append = is_read, is_write, is_append

    def readable(self):
        return self._is_read

    def writable(self):
        return self._is_write

    def seekable(self):
        return True

    def _bytes(self):
        return contents.get(self._path, bytearray())

    def readinto(self, buffer):
        if not self._is_read:
            raise io.UnsupportedOperation("not readable")
        piece = self._bytes()[self._at:self._at + len(buffer)]
        buffer[:len(piece)] = piece
        self._at += len(piece)
        return len(piece)

    def write(self, piece):
        if not self._is_write:
            raise io.UnsupportedOperation("not writable")
        piece = bytes(piece)
        content = self._bytes()
        at = len(content) if self._is_append else self._at
        end = at + len(piece)
        check_room(self._path, end)
        if at > len(content):
            content.extend(bytes(at - len(content)))
        content[at:end] = piece
        contents[self._path] = content
        self._at = end
        return len(piece)

    def seek(self, offset, whence=0):
        base = (0, self._at, len(self._bytes()))[whence]
        self._at = max(0, base + offset)
        return self._at

    def tell(self):
        return self._at

    def truncate(self, size=None):
        size = self._at if size is None else size
        check_room(self._path, size)
        content = self._bytes()
        del content[size:]
        content.extend(bytes(size - len(content)))
        contents[self._path] = content
        return size


def open_file(file, mode="r", buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None):
    if isinstance(file, int):
        fail(errno.EPERM, str(file))
    path = resolve(file)
    kinds = set(mode)
    if len(kinds & set("rwax")) != 1 or kinds - set("rwaxbt+") or {"b", "t"} <= kinds:
        raise ValueError(f"invalid mode: {mode!r}")
    if path in folders:
        fail(errno.EISDIR, path)
    if posixpath.dirname(path) not in folders:
        fail(errno.ENOENT, path)
    is_there = path in contents
    if "r" in kinds and not is_there:
        fail(errno.ENOENT, path)
    if "x" in kinds and is_there:
        fail(errno.EEXIST, path)
    if "w" in kinds or not is_there:
        check_room(path, 0)
        contents[path] = bytearray()
    is_both = "+" in kinds
    raw = MemoryFile(path, mode, "r" in kinds or is_both, "r" not in kinds or is_both, "a" in kinds)
    if "a" in kinds:
        raw.seek(0, 2)
    if "b" in kinds and buffering == 0:
        return raw
    if is_both:
        buffered = io.BufferedRandom(raw)
    else:
        buffered = io.BufferedReader(raw) if "r" in kinds else io.BufferedWriter(raw)
    if "b" in kinds:
        return buffered
    text = io.TextIOWrapper(buffered, encoding or "utf-8", errors, newline, line_buffering=buffering == 1)
    text.mode = mode
    return text


def names_in(folder):
    start = folder.rstrip("/") + "/"
    found = {path[len(start):].split("/")[0] for path in [*contents, *folders] if path.startswith(start)}
    return sorted(found - {""})


def listdir(path="."):
    folder = resolve(path)
    if folder in contents:
        fail(errno.ENOTDIR, folder)
    if folder not in folders:
        fail(errno.ENOENT, folder)
    return names_in(folder)


def stat(path, *, dir_fd=None, follow_symlinks=True):
    full = resolve(path) if not isinstance(path, int) else fail(errno.EPERM, str(path))
    if full in folders:
        return os.stat_result((modes.S_IFDIR | 0o755, 1, 1, 1, 0, 0, 0, 0, 0, 0))
    if full in contents:
        return os.stat_result((modes.S_IFREG | 0o644, 1, 1, 1, 0, 0, len(contents[full]), 0, 0, 0))
    return fail(errno.ENOENT, full)


class Entry:
    def __init__(self, folder, name):
        self.name, self.path = name, posixpath.join(folder, name)

    def is_dir(self, *, follow_symlinks=True):
        return resolve(self.path) in folders

    def is_file(self, *, follow_symlinks=True):
        return resolve(self.path) in contents

    def is_symlink(self):
        return False

    def stat(self, *, follow_symlinks=True):
        return stat(self.path)

    def __fspath__(self):
        return self.path


class Entries:
    def __init__(self, entries):
        self._entries = iter(entries)

    def __iter__(self):
        return self._entries

    def __next__(self):
        return next(self._entries)

    def __enter__(self):
        return self

    def __exit__(self, *_error):
        pass

    def close(self):
        pass


def scandir(path="."):
    return Entries([Entry(os.fspath(path), name) for name in listdir(path)])


def mkdir(path, mode=0o777, *, dir_fd=None):
    full = resolve(path)
    if full in folders or full in contents:
        fail(errno.EEXIST, full)
    if posixpath.dirname(full) not in folders:
        fail(errno.ENOENT, full)
    if len(folders) > MOST_FILES:
        fail(errno.ENOSPC, full)
    folders.add(full)


def remove(path, *, dir_fd=None):
    full = resolve(path)
    if full in folders:
        fail(errno.EISDIR, full)
    if full not in contents:
        fail(errno.ENOENT, full)
    del contents[full]


def rmdir(path, *, dir_fd=None):
    full = resolve(path)
    if full not in folders:
        fail(errno.ENOENT, full)
    if names_in(full) or full in ("/", WORKSPACE):
        fail(errno.ENOTEMPTY, full)
    folders.discard(full)


def rename(src, dst, *, src_dir_fd=None, dst_dir_fd=None):
    old, new = resolve(src), resolve(dst)
    if posixpath.dirname(new) not in folders:
        fail(errno.ENOENT, new)
    if old in contents and new not in folders:
        contents[new] = contents.pop(old)
        return
    if old not in folders or new in contents or (new in folders and names_in(new)):
        fail(errno.ENOENT if old not in folders else errno.EEXIST, old)
    moved = lambda path: new + path[len(old):] if path == old or path.startswith(old + "/") else path
    folders.update(map(moved, [folder for folder in folders]))
    folders.difference_update([path for path in folders if path == old or path.startswith(old + "/")])
    for path in [path for path in contents if path.startswith(old + "/")]:
        contents[moved(path)] = contents.pop(path)


def chdir(path):
    global place
    full = resolve(path)
    if full not in folders:
        fail(errno.ENOENT, full)
    place = full


def access(path, mode, *, dir_fd=None, effective_ids=False, follow_symlinks=True):
    return resolve(path) in folders or resolve(path) in contents


def not_here(path, *_args, **_options):
    fail(errno.EPERM, str(path))


def readlink(path, *, dir_fd=None):
    return fail(errno.EINVAL, str(path))


def take_over():
    """From here on the interpreter sees these files and no others."""
    builtins.open = io.open = open_file
    instead = {
        "listdir": listdir, "scandir": scandir, "stat": stat, "lstat": stat, "mkdir": mkdir, "remove": remove,
        "unlink": remove, "rmdir": rmdir, "rename": rename, "replace": rename, "chdir": chdir,
        "getcwd": lambda: place, "access": access, "readlink": readlink, "open": not_here,
    }
    for name, function in instead.items():
        setattr(os, name, function)
    # Functions that say whether a call knows an option look their subject up here.
    for known in (os.supports_dir_fd, os.supports_fd, os.supports_follow_symlinks):
        known.clear()


def put(path, body):
    """Called by the host: a file of the workspace with all its parent folders."""
    full = posixpath.join(WORKSPACE, path)
    check_room(full, len(body))
    folder = posixpath.dirname(full)
    while folder not in folders:
        folders.add(folder)
        folder = posixpath.dirname(folder)
    contents[full] = bytearray(body)


def is_in_the_way(path):
    """Whether the path is a folder, or has a file where it needs a folder."""
    full = posixpath.join(WORKSPACE, path)
    above = posixpath.dirname(full)
    while above != WORKSPACE and above not in contents:
        above = posixpath.dirname(above)
    return full in folders or above in contents


def fingerprints():
    """Of every file in the workspace: equal as long as it is unchanged."""
    return {path: hashlib.blake2b(content).digest() for path, content in workspace_files()}


def workspace_files():
    start = WORKSPACE + "/"
    return sorted((path[len(start):], content) for path, content in contents.items() if path.startswith(start))


def clear_workspace():
    for path, _content in workspace_files():
        del contents[f"{WORKSPACE}/{path}"]
    folders.difference_update([folder for folder in folders if folder.startswith(WORKSPACE + "/")])
