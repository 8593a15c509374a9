import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * What a build was made from. Sizes and times of files are compared first, which takes a few milliseconds at every
 * start; a checkout that only touched them is recognised by the contents.
 */
export type Stamp = { files: string; contents: string }

/** Something that is built: where it goes, and the files and folders it is made from, below the repository. */
export type Built = { output: string; sources: readonly string[] }

const root = fileURLToPath(new URL('../../../', import.meta.url))
const stampName = 'sources.json'

export const builtServer: Built = {
  output: join(root, 'server/dist'),
  sources: ['server/src', 'server/scripts/build', 'server/package.json', 'markdown', 'package-lock.json'],
}

export const builtDashboard: Built = {
  output: join(root, 'dashboard/dist'),
  sources: [
    'dashboard/index.html',
    'dashboard/package.json',
    'dashboard/src',
    'dashboard/scripts/build.ts',
    'dashboard/scripts/vite-settings.ts',
    'sdk/package.json',
    'sdk/src',
    'markdown',
    'docs/guide',
    'docs/reference',
    'docs/operations',
    'docs/security',
    'server/pages/live-view.js',
  ],
}

type Found = { name: string; size: number; mtimeMs: number }

/** Every start waits for it, with thousands of files: one call for each directory and one for each file. */
function addFiles(found: Found[], name: string, isDirectory: boolean): void {
  if (!isDirectory) {
    const { size, mtimeMs } = statSync(resolve(root, name))
    found.push({ name, size, mtimeMs })
    return
  }
  const entries = readdirSync(resolve(root, name), { withFileTypes: true })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name === 'node_modules' || /\.test\.tsx?$/.test(entry.name)) continue
    addFiles(found, `${name}/${entry.name}`, entry.isDirectory())
  }
}

const fingerprint = (found: readonly Found[]): string =>
  createHash('sha256')
    .update(found.map(({ name, size, mtimeMs }) => `${name} ${size} ${mtimeMs}`).join('\n'))
    .digest('hex')

function contentHash(found: readonly Found[]): string {
  const hash = createHash('sha256')
  for (const { name, size } of found)
    hash.update(`${name}\0${size}\0`).update(readFileSync(resolve(root, name)))
  return hash.digest('hex')
}

function list({ sources }: Built): Found[] {
  const found: Found[] = []
  for (const name of sources) addFiles(found, name, statSync(resolve(root, name)).isDirectory())
  return found
}

/** Taken before a build, so that what is changed meanwhile makes it stale. */
export function stampOf(built: Built): Stamp {
  const found = list(built)
  return { files: fingerprint(found), contents: contentHash(found) }
}

function readStamp(output: string): Stamp | null {
  try {
    return JSON.parse(readFileSync(join(output, stampName), 'utf8')) as Stamp
  } catch {
    return null
  }
}

/** Replaced and not written over: a start beside this one reads the old stamp or the new one. */
export function writeStamp(output: string, stamp: Stamp): void {
  const draft = join(output, `${stampName}.${process.pid}`)
  writeFileSync(draft, JSON.stringify(stamp))
  renameSync(draft, join(output, stampName))
}

/** By sizes and times alone: false for a copy of the same files, which is built again or recognised by `isFresh`. */
export const isUntouched = (built: Built): boolean =>
  readStamp(built.output)?.files === fingerprint(list(built))

export function isFresh(built: Built): boolean {
  const stamp = readStamp(built.output)
  if (stamp === null) return false
  const found = list(built)
  const files = fingerprint(found)
  if (stamp.files === files) return true
  if (stamp.contents !== contentHash(found)) return false
  writeStamp(built.output, { ...stamp, files })
  return true
}
