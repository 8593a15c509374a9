import type { FileNode, FileSystem } from './host-device.ts'

/**
 * Files in memory are objects of JavaScript. They are walked as such, and not by their names: links are not followed
 * then, rights do not matter, and no depth of folders is too much.
 */
type Entries = Record<string, FileNode>

const entriesOf = (files: FileSystem, node: FileNode): Entries =>
  files.isDir(node.mode) ? ((node.contents ?? {}) as Entries) : {}

/** The node at the path, relative to a folder; null when there is none, or when a link is on the path. */
export function nodeAt(files: FileSystem, path: string, from: FileNode = files.root): FileNode | null {
  let node: FileNode = from
  for (const name of path.split('/').filter((segment) => segment !== '')) {
    const entries = entriesOf(files, node)
    if (!Object.hasOwn(entries, name)) return null
    node = entries[name]!
  }
  return node
}

/** Every file below a folder, with its path from there on. */
export function* filesBelow(files: FileSystem, folder: FileNode): Generator<[path: string, node: FileNode]> {
  const folders: [string, FileNode][] = [['', folder]]
  for (let at = 0; at < folders.length; at++) {
    const [prefix, node] = folders[at]!
    for (const [name, child] of Object.entries(entriesOf(files, node))) {
      if (files.isDir(child.mode)) folders.push([`${prefix}${name}/`, child])
      else if (files.isFile(child.mode)) yield [`${prefix}${name}`, child]
    }
  }
}

/** Makes sure that a folder of ours is there, whatever a script has put in its place. */
export function directory(files: FileSystem, path: string): FileNode {
  const found = nodeAt(files, path)
  if (found !== null && files.isDir(found.mode)) return found
  if (found !== null) files.unlink(path)
  files.mkdirTree(path)
  return nodeAt(files, path)!
}
