import type { FileNode, FileStream, FileSystem } from './host-device.ts'

/** The file system as it was before the first script, and the way back to it. */
export type FileOrigin = {
  restore(): void
  /** Bytes of a file that the way back leads to: the caller that writes must write to a copy. */
  isOriginal(contents: unknown): boolean
}

type SavedState<T> = { thing: T; own: Record<string, unknown> }

/**
 * Files live in objects of JavaScript, outside of the interpreter's memory. Every node and every open stream is saved
 * with all that it holds, also times and numbers: a script could leave data for the next one in any of them.
 */
export function storeFiles(files: FileSystem): FileOrigin {
  const { nextInode, currentPath } = files
  const table = [...files.nameTable]
  const originals = new WeakSet<object>()
  const nodes: (SavedState<FileNode> & { entries: object | null })[] = []
  for (const first of table)
    for (let node = first; node; node = node.name_next) {
      const entries = files.isDir(node.mode) && node.contents ? { ...node.contents } : null
      if (entries === null && node.contents) originals.add(node.contents)
      nodes.push({ thing: node, own: { ...node }, entries })
    }
  const streams = files.streams.map((stream): (SavedState<FileStream> & { shared: object }) | null =>
    stream ? { thing: stream, own: { ...stream }, shared: { ...stream.shared } } : null,
  )

  return {
    isOriginal: (contents) => typeof contents === 'object' && contents !== null && originals.has(contents),
    restore() {
      Object.assign(files, { nextInode, currentPath })
      for (const [index, first] of table.entries()) files.nameTable[index] = first
      for (const { thing, own, entries } of nodes) {
        put(thing, own)
        if (entries !== null) thing.contents = { ...entries }
      }
      files.streams.length = 0
      for (const stored of streams) {
        if (stored !== null) {
          put(stored.thing, stored.own)
          put(stored.thing.shared, { ...stored.shared })
        }
        files.streams.push(stored?.thing ?? null)
      }
    },
  }
}

function put(thing: object, own: Record<string, unknown>): void {
  for (const name of Object.keys(thing)) if (!Object.hasOwn(own, name)) Reflect.deleteProperty(thing, name)
  Object.assign(thing, own)
}
