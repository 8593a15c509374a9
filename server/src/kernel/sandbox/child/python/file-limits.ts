import { sandboxLimits } from '../../protocol/limits.ts'
import { filesBelow, nodeAt } from './file-nodes.ts'
import type { FileNode, FileSystem } from './host-device.ts'

const writableFolders = ['/workspace', '/tmp', '/home', '/sandbox']
const noSpace = 51
// The script and its result must fit also when the workspace is full.
const driverBytes = 8 * 1024 * 1024

export type FileLimits = {
  /** From now on whatever of these is written to is copied first. */
  protect(isOriginal: (contents: unknown) => boolean): void
  /** Nothing is held any more. */
  forget(): void
  /** Work of ours, which is neither counted nor denied access by the permissions that a script set. */
  asHost<T>(work: () => T): T
  /** Grows with every change to the bytes of the file. */
  versionOf(file: FileNode): number
}

/**
 * Files in memory lie outside of the interpreter's own memory and its limit, so they get a separate limit. What is
 * written is counted; only when the count passes the limit it is looked up how much there really is.
 */
export function limitFiles(files: FileSystem): FileLimits {
  const { stream, node } = files.filesystems.MEMFS.ops_table.file
  const { write, msync } = stream
  const { setattr } = node
  const versions = new WeakMap<FileNode, number>()
  let counted = 0
  let isHost = false
  let isOriginal: (contents: unknown) => boolean = () => false

  const versionOf = (file: FileNode) => versions.get(file) ?? 0

  /** Only a write changes bytes in their place; cutting and growing make new ones. */
  function makeOwn(file: FileNode): void {
    versions.set(file, versionOf(file) + 1)
    if (isOriginal(file.contents)) file.contents = (file.contents as Uint8Array).slice()
  }

  function claim(file: FileNode, size: number): void {
    const more = size - (file.usedBytes ?? 0)
    if (more <= 0 || isHost) return
    counted += more
    const limit = sandboxLimits.workspaceBytes + (file.parent?.name === 'sandbox' ? driverBytes : 0)
    if (counted <= limit) return
    counted = memoryBudget(files) + more
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
    if (attributes.size !== undefined) {
      claim(file, attributes.size)
      versions.set(file, versionOf(file) + 1)
    }
    setattr(file, attributes)
  }
  return {
    versionOf,
    protect(predicate) {
      isOriginal = predicate
    },
    forget() {
      counted = 0
    },
    asHost(work) {
      const before = files.ignorePermissions
      isHost = files.ignorePermissions = true
      try {
        return work()
      } finally {
        isHost = false
        files.ignorePermissions = before
      }
    },
  }
}

function memoryBudget(files: FileSystem): number {
  let sum = 0
  for (const path of writableFolders) {
    const folder = nodeAt(files, path)
    if (folder !== null) for (const [, { usedBytes = 0 }] of filesBelow(files, folder)) sum += usedBytes
  }
  return sum
}
