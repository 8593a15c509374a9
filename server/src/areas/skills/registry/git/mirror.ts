import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { invalidPackage } from '../../package/refusal.ts'
import { registryNotFound, unavailable } from '../failures.ts'
import type { Snapshot, TreeEntry } from '../snapshot.ts'
import { openObjects } from './objects.ts'

const refForm = /^(?!.*\.\.)(?!\/)[A-Za-z0-9_./+-]{1,200}$/
const commitForm = /^[0-9a-f]{40}$/
const maxEntries = 50_000
const maxDepth = 12

/** A git repository on the disk of the server, bare or with a working tree; of a ref that is empty the current branch. */
export async function openMirror(root: string, ref: string): Promise<Snapshot> {
  const gitDirectory = await directoryOf(root)
  const objects = openObjects(gitDirectory)
  try {
    const commitSha = await commitOf(gitDirectory, objects, ref)
    const commit = (await objects.read(commitSha, 'commit')).toString('utf8')
    const tree = /^tree ([0-9a-f]{40})$/m.exec(commit)?.[1]
    if (!tree) throw new Error('the commit has no tree')
    const entries: TreeEntry[] = []
    await walk(objects, tree, '', entries, 0)
    return {
      ref: ref === '' ? 'HEAD' : ref,
      commitSha,
      entries,
      async read({ id, path }, maxBytes) {
        const bytes = await objects.read(id, 'blob')
        if (bytes.length > maxBytes)
          throw invalidPackage(`${JSON.stringify(path.slice(0, 80))} is larger than ${maxBytes} bytes`)
        return bytes
      },
    }
  } catch (error) {
    if (error instanceof Error && error.name === 'AppError') throw error
    throw unavailable(`The git mirror cannot be read: ${(error as Error).message.slice(0, 200)}`, error)
  }
}

async function directoryOf(root: string): Promise<string> {
  for (const path of [join(root, '.git'), root]) {
    const found = await stat(join(path, 'objects')).catch(() => null)
    if (found?.isDirectory()) return path
  }
  throw unavailable('The git mirror is not a repository')
}

type Objects = ReturnType<typeof openObjects>

async function commitOf(gitDirectory: string, objects: Objects, ref: string): Promise<string> {
  if (ref !== '' && !refForm.test(ref)) throw registryNotFound('There is no such branch, tag or commit')
  const id = commitForm.test(ref) ? ref : await resolve(gitDirectory, ref)
  if (id === null) throw registryNotFound(`There is no branch, tag or commit ${ref || 'HEAD'}`)
  if ((await objects.kindOf(id)) !== 'tag') return id
  const target = /^object ([0-9a-f]{40})$/m.exec((await objects.read(id, 'tag')).toString('utf8'))?.[1]
  return target ?? id
}

/** A branch before a tag of the same name, as a clone has them. */
async function resolve(gitDirectory: string, ref: string): Promise<string | null> {
  const packed = await readFile(join(gitDirectory, 'packed-refs'), 'utf8').catch(() => '')
  const find = async (name: string): Promise<string | null> => {
    const text = (await readFile(join(gitDirectory, name), 'utf8').catch(() => '')).trim()
    if (text.startsWith('ref: ')) {
      const target = text.slice(5).trim()
      return refForm.test(target) ? find(target) : null
    }
    if (commitForm.test(text)) return text
    const line = packed
      .split('\n')
      .find((each) => each.slice(41).trim() === name && commitForm.test(each.slice(0, 40)))
    return line ? line.slice(0, 40) : null
  }
  if (ref === '' || ref === 'HEAD') return find('HEAD')
  return (
    (await find(`refs/heads/${ref}`)) ??
    (await find(`refs/tags/${ref}`)) ??
    (await find(`refs/remotes/origin/${ref}`))
  )
}

/** Submodules are left out; links are named, so that a skill with one is refused. */
async function walk(
  objects: Objects,
  tree: string,
  prefix: string,
  entries: TreeEntry[],
  depth: number,
): Promise<void> {
  if (depth > maxDepth) return
  const bytes = await objects.read(tree, 'tree')
  for (let at = 0; at < bytes.length; ) {
    const blank = bytes.indexOf(0x20, at)
    const end = bytes.indexOf(0, blank)
    if (blank < 0 || end < 0 || end + 20 > bytes.length) throw new Error('a tree is damaged')
    const mode = bytes.subarray(at, blank).toString('latin1')
    const path = prefix + bytes.subarray(blank + 1, end).toString('utf8')
    const id = bytes.subarray(end + 1, end + 21).toString('hex')
    at = end + 21
    if (mode === '40000') await walk(objects, id, `${path}/`, entries, depth + 1)
    else if (mode.startsWith('100')) entries.push({ path, kind: 'file', sizeBytes: null, id })
    else if (mode === '120000') entries.push({ path, kind: 'link', sizeBytes: null, id })
    if (entries.length > maxEntries) throw new Error(`the repository has more than ${maxEntries} files`)
  }
}
