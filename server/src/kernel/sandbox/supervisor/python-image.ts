import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { imageFile, memoryFile } from '../child/python/image-files.ts'
import type { Commands, PythonImage } from './commands.ts'
import { locatePackage } from './packages.ts'
import { findOrMake } from './stored-folders.ts'

const run = promisify(execFile)
const maxBuildMs = 180_000
// As guests have: the caller that starts the server waits for other things first.
const niceness = 5

/**
 * The image of a started interpreter: made once per version of what goes into it, without a network. Saves name it by
 * its content, so that none is ever laid over another image than its own.
 */
export async function findOrBuildImage(
  roots: readonly string[],
  programs: string,
  commands: Pick<Commands, 'forImage'>,
  maxMs = maxBuildMs,
): Promise<PythonImage> {
  const folder = await findOrMake({
    roots,
    name: nameOf(programs),
    isWhole: (found) => existsSync(join(found, imageFile)) && existsSync(join(found, memoryFile)),
    fill: (draft) => build(draft, commands, maxMs),
  })
  const hash = createHash('sha256')
    .update(readFileSync(join(folder, imageFile)))
    .digest('hex')
  return { folder, key: `pyodide image ${hash.slice(0, 24)}` }
}

/** After everything that the image is made from; the other programs may change without it. */
function nameOf(programs: string): string {
  const folder = join(programs, 'child/python')
  const texts = globSync('*', { cwd: folder })
    .sort()
    .map((file) => [file, readFileSync(join(folder, file), 'utf8')])
  const sources = [process.version, locatePackage('pyodide').version, texts]
  return `python-${createHash('sha256').update(JSON.stringify(sources)).digest('hex').slice(0, 16)}`
}

async function build(folder: string, commands: Pick<Commands, 'forImage'>, maxMs: number): Promise<void> {
  const { command, args } = commands.forImage(folder)
  // Its standard input stays open as long as we live; it ends with that.
  const building = run(command, args, { env: {}, cwd: '/', timeout: maxMs, killSignal: 'SIGKILL' })
  try {
    setPriority(building.child.pid!, niceness)
  } catch {
    // Where that is not allowed, or it has ended already, nothing is lost.
  }
  await building.catch((error: Error) => {
    throw new Error(reasonOf(error, maxMs))
  })
}

/** In words: the error itself repeats the whole command line, and says nothing of the time that was up. */
function reasonOf(error: Error & { killed?: boolean; stderr?: string }, maxMs: number): string {
  if (error.killed) return `it was not done after ${maxMs / 1000} seconds`
  const errorOutput = error.stderr?.split('\n').find((line) => /^\w*Error\b/.test(line))
  return errorOutput ?? 'its process ended without a word'
}
