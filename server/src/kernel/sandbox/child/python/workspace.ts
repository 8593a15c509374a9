import { sandboxLimits } from '../../wire/limits.ts'
import type { FileEntry } from '../../wire/messages.ts'
import { checkPath, checkRoom, type Workspace } from '../workspace.ts'
import type { FileNode, FileSystem } from './host-device.ts'

export const workspaceFolder = '/workspace'
const writableFolders = [workspaceFolder, '/tmp', '/home', '/sandbox']
const noSpace = 51
// The script and its answer must pass also when the workspace is full.
const driverBytes = 8 * 1024 * 1024

/** The folder in the interpreter's own file system, seen from outside. Links are not followed and not shown. */
export function createPythonWorkspace(files: FileSystem): Workspace {
  const list = () =>
    filesBelow(files, workspaceFolder).map(({ path, sizeBytes }) => ({
      path: path.slice(workspaceFolder.length + 1),
      sizeBytes,
    }))
  const isFile = (path: string) => list().some((file) => file.path === path)
  return {
    list,
    get: (path) => (isFile(path) ? Buffer.from(files.readFile(`${workspaceFolder}/${path}`)) : null),
    put(path, bytes) {
      checkPath(path)
      checkRoom({ list }, path, bytes.length)
      const full = `${workspaceFolder}/${path}`
      files.mkdirTree(full.slice(0, full.lastIndexOf('/')))
      files.writeFile(full, bytes)
    },
    delete(path) {
      if (!isFile(path)) return false
      files.unlink(`${workspaceFolder}/${path}`)
      return true
    },
    clear: () => empty(files, workspaceFolder),
  }
}

/** Everything in a folder, also links, goes. */
export function empty(files: FileSystem, folder: string): void {
  for (const path of childrenOf(files, folder)) {
    if (files.isDir(files.lstat(path).mode)) {
      empty(files, path)
      files.rmdir(path)
    } else files.unlink(path)
  }
}

function childrenOf(files: FileSystem, folder: string): string[] {
  return files
    .readdir(folder)
    .filter((name) => name !== '.' && name !== '..')
    .map((name) => `${folder}/${name}`)
}

function filesBelow(files: FileSystem, folder: string): FileEntry[] {
  return childrenOf(files, folder).flatMap((path) => {
    const { mode, size } = files.lstat(path)
    if (files.isDir(mode)) return filesBelow(files, path)
    return files.isFile(mode) ? [{ path, sizeBytes: size }] : []
  })
}

export type FileLimits = {
  /** From now on whatever of these is written to is copied first. */
  protect(isOriginal: (contents: unknown) => boolean): void
  /** Nothing is held any more. */
  forget(): void
}

/**
 * Files in memory lie outside of the interpreter's own memory and its limit, so they get one of their own. What is
 * written is counted; only when the count passes the limit it is looked up how much there really is.
 */
export function limitFiles(files: FileSystem): FileLimits {
  const { stream, node } = files.filesystems.MEMFS.ops_table.file
  const { write, msync } = stream
  const { setattr } = node
  let counted = 0
  let isOriginal: (contents: unknown) => boolean = () => false

  /** Only a write changes bytes in their place; cutting and growing make new ones. */
  function makeOwn(file: FileNode): void {
    if (isOriginal(file.contents)) file.contents = (file.contents as Uint8Array).slice()
  }

  function claim(file: FileNode, size: number): void {
    const more = size - (file.usedBytes ?? 0)
    if (more <= 0) return
    counted += more
    const limit = sandboxLimits.workspaceBytes + (file.parent?.name === 'sandbox' ? driverBytes : 0)
    if (counted <= limit) return
    const folders = writableFolders.filter((folder) => files.analyzePath(folder).exists)
    const held = folders.flatMap((folder) => filesBelow(files, folder))
    counted = held.reduce((sum, { sizeBytes }) => sum + sizeBytes, more)
    if (counted > limit) throw new files.ErrnoError(noSpace)
  }

  stream.write = (open, buffer, offset, length, position, canOwn) => {
    claim(open.node, position + length)
    makeOwn(open.node)
    return write(open, buffer, offset, length, position, canOwn)
  }
  stream.msync = (open, buffer, offset, length, flags) => {
    claim(open.node, offset + length)
    makeOwn(open.node)
    return msync(open, buffer, offset, length, flags)
  }
  node.setattr = (file, attributes) => {
    if (attributes.size !== undefined) claim(file, attributes.size)
    setattr(file, attributes)
  }
  return {
    protect(given) {
      isOriginal = given
    },
    forget() {
      counted = 0
    },
  }
}
