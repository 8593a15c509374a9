import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { imageFile, memoryFile } from '../child/python/image-files.ts'
import type { Commands, PythonImage } from './commands.ts'

const run = promisify(execFile)
const longestBuildMs = 180_000

/**
 * The image of a started interpreter: made once per version of its programs, needs no network, kept beside them. Saves
 * name it by its content, so that none is ever laid over another image than its own.
 */
export async function findOrBuildImage(
  dataDir: string,
  programs: string,
  commands: Commands,
): Promise<PythonImage> {
  const folder = join(dataDir, basename(programs).replace('programs', 'python'))
  if (!isWhole(folder)) await build(folder, commands)
  const hash = createHash('sha256')
    .update(readFileSync(join(folder, imageFile)))
    .digest('hex')
  return { folder, key: `pyodide image ${hash.slice(0, 24)}` }
}

const isWhole = (folder: string) =>
  existsSync(join(folder, imageFile)) && existsSync(join(folder, memoryFile))

async function build(folder: string, commands: Commands): Promise<void> {
  const draft = `${folder}.${process.pid}.draft`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true })
  const { command, args } = commands.forImage(draft)
  try {
    await run(command, args, { env: {}, cwd: '/', timeout: longestBuildMs, killSignal: 'SIGKILL' })
    renameSync(draft, folder)
  } catch (error) {
    // Another process may have been faster.
    if (!isWhole(folder)) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

const unusedMs = 7 * 24 * 60 * 60 * 1000

/**
 * Programs and images that nobody started from for a week, and what builders left behind. Those of another version may
 * still be in use by a node that has not been upgraded yet.
 */
export function removeOutdated(dataDir: string, used: readonly string[]): void {
  const now = new Date()
  for (const path of used) utimesSync(path, now, now)
  for (const name of readdirSync(dataDir)) {
    const path = join(dataDir, name)
    if (!/^(programs|python)-[0-9a-f]{16}(\.\d+\.draft)?$/.test(name)) continue
    if (now.getTime() - statSync(path).mtimeMs > unusedMs) rmSync(path, { recursive: true, force: true })
  }
}
