import type { Change } from '../../protocol/workspace-archive.ts'
import { checkCapacity, checkPath, Refusal, type Workspace } from '../workspace.ts'
import type { FileLimits } from './file-limits.ts'
import { directory, filesBelow, nodeAt } from './file-nodes.ts'
import type { FileNode, FileSystem } from './host-device.ts'

export const workspaceFolder = '/workspace'
// A file is written here and then moved to its place, so that it is replaced as a whole or not at all.
const incoming = '/sandbox/incoming'

type Seen = { node: FileNode; version: number }

/** The folder in the interpreter's own file system, seen from outside. Links are not followed and not shown. */
export function createPythonWorkspace(files: FileSystem, limits: FileLimits): Workspace {
  const { asHost, versionOf } = limits
  let seen = new Map<string, Seen>()

  const root = () => directory(files, workspaceFolder)

  const find = (path: string) => nodeAt(files, path, root())
  const isFile = (node: FileNode | null): node is FileNode => node !== null && files.isFile(node.mode)
  const list = () =>
    [...filesBelow(files, root())].map(([path, { usedBytes = 0 }]) => ({ path, sizeBytes: usedBytes }))

  /** Throws where the path is a folder, or one of its parents is a file or a link. */
  function checkInWorkspace(path: string): void {
    const segments = path.split('/')
    for (let length = 1; length <= segments.length; length++) {
      const node = find(segments.slice(0, length).join('/'))
      if (node !== null && files.isDir(node.mode) === (length === segments.length))
        throw new Refusal('path_taken', `"${path.slice(0, 80)}" leads over what is there already`)
    }
  }

  function write(path: string, bytes: Uint8Array): void {
    const full = `${workspaceFolder}/${path}`
    directory(files, '/sandbox')
    files.writeFile(incoming, bytes)
    files.mkdirTree(full.slice(0, full.lastIndexOf('/')))
    files.rename(incoming, full)
  }

  const look = () =>
    new Map([...filesBelow(files, root())].map(([path, node]) => [path, { node, version: versionOf(node) }]))

  return {
    list: () => asHost(list),
    get: (path) =>
      asHost(() => (isFile(find(path)) ? Buffer.from(files.readFile(`${workspaceFolder}/${path}`)) : null)),
    put(path, bytes) {
      checkPath(path)
      asHost(() => {
        checkInWorkspace(path)
        checkCapacity({ list }, path, bytes.length)
        write(path, bytes)
      })
    },
    delete: (path) =>
      asHost(() => {
        const node = find(path)
        if (node === null || files.isDir(node.mode)) return false
        files.unlink(`${workspaceFolder}/${path}`)
        return true
      }),
    restore: (stored) =>
      asHost(() => {
        root()
        empty(files, workspaceFolder)
        for (const [path, bytes] of stored) write(path, bytes)
        seen = look()
      }),
    takeChanges: () =>
      asHost(() => {
        const now = look()
        const deleted = [...seen.keys()].filter((path) => !now.has(path)).map((path): Change => [path, null])
        const isSame = (path: string, { node, version }: Seen) =>
          seen.get(path)?.node === node && seen.get(path)?.version === version
        const written = [...now]
          .filter(([path, file]) => !isSame(path, file))
          .map(([path]): Change => [path, Buffer.from(files.readFile(`${workspaceFolder}/${path}`))])
        seen = now
        return [...deleted, ...written]
      }),
  }
}

/** Everything in a folder, also links, goes. */
export function empty(files: FileSystem, folder: string): void {
  const folders = [folder]
  for (let at = 0; at < folders.length; at++)
    for (const [name, { mode }] of Object.entries((nodeAt(files, folders[at]!)?.contents ?? {}) as Entries)) {
      const path = `${folders[at]}/${name}`
      if (files.isDir(mode)) folders.push(path)
      else files.unlink(path)
    }
  for (const path of folders.slice(1).reverse()) files.rmdir(path)
}

type Entries = Record<string, FileNode>
