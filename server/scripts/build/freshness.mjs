// Read by every start before it does anything else: plain JavaScript, because to load what removes types takes
// longer than all of this. Its types are in `freshness.ts`.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const stampName = 'sources.json'
const testForm = /\.test\.tsx?$/

export const builtServer = {
  output: join(root, 'server/dist'),
  sources: ['server/src', 'server/scripts/build', 'server/package.json', 'markdown', 'package-lock.json'],
}

export const builtDashboard = {
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

/** Every start waits for it, with thousands of files: one call for each directory and one for each file. */
function addFiles(found, name, path, isDirectory) {
  if (!isDirectory) {
    const { size, mtimeMs } = statSync(path)
    found.push({ name, path, size, mtimeMs })
    return
  }
  const entries = readdirSync(path, { withFileTypes: true })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name === 'node_modules' || testForm.test(entry.name)) continue
    addFiles(found, `${name}/${entry.name}`, `${path}/${entry.name}`, entry.isDirectory())
  }
}

const fingerprint = (found) =>
  createHash('sha256')
    .update(found.map(({ name, size, mtimeMs }) => `${name} ${size} ${mtimeMs}`).join('\n'))
    .digest('hex')

function contentHash(found) {
  const hash = createHash('sha256')
  for (const { name, path, size } of found) hash.update(`${name}\0${size}\0`).update(readFileSync(path))
  return hash.digest('hex')
}

function list({ sources }) {
  const found = []
  for (const name of sources) {
    const path = resolve(root, name)
    addFiles(found, name, path, statSync(path).isDirectory())
  }
  return found
}

export function stampOf(built) {
  const found = list(built)
  return { files: fingerprint(found), contents: contentHash(found) }
}

function readStamp(output) {
  try {
    return JSON.parse(readFileSync(join(output, stampName), 'utf8'))
  } catch {
    return null
  }
}

export function writeStamp(output, stamp) {
  const draft = join(output, `${stampName}.${process.pid}`)
  writeFileSync(draft, JSON.stringify(stamp))
  renameSync(draft, join(output, stampName))
}

export const isUntouched = (built) => readStamp(built.output)?.files === fingerprint(list(built))

export function isFresh(built) {
  const stamp = readStamp(built.output)
  if (stamp === null) return false
  const found = list(built)
  const files = fingerprint(found)
  if (stamp.files === files) return true
  if (stamp.contents !== contentHash(found)) return false
  writeStamp(built.output, { ...stamp, files })
  return true
}

// Without a file there is no time, which is never the later one.
export const isBuiltSince = ({ output }, time) =>
  statSync(join(output, stampName), { throwIfNoEntry: false })?.mtimeMs >= time
