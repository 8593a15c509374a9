import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { buildOlder } from '../../server/test/nodes/older-build.ts'
import { changedPackages, type Lock } from './packages.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const run = promisify(execFile)

/** Builds the server of a commit in a temporary directory, with the packages that are installed; its launcher. */
export async function buildBase(cleanup: AsyncDisposableStack, commit: string): Promise<URL> {
  const git = async (...words: string[]) =>
    (await run('git', words, { cwd: root, maxBuffer: 64 * 1024 * 1024 })).stdout
  const hash = await git('rev-parse', '--verify', '--quiet', `${commit}^{commit}`).catch(() => '')
  if (hash === '') throw new Error(`--against ${commit}: this repository has no such commit`)
  const changed = changedPackages(
    JSON.parse(await git('show', `${hash.trim()}:package-lock.json`)) as Lock,
    JSON.parse(await readFile(join(root, 'node_modules/.package-lock.json'), 'utf8')) as Lock,
  )
  if (changed.length > 0)
    throw new Error(
      `--against ${commit}: its server needs other packages than the installed ones (${changed.slice(0, 3).join(', ')})`,
    )
  const directory = await mkdtemp(join(tmpdir(), 'stoa-base-'))
  cleanup.defer(() => rm(directory, { recursive: true, force: true }))
  // Processes without rights load files from it.
  await chmod(directory, 0o755)
  await buildOlder(hash.trim(), directory)
  return pathToFileURL(join(directory, 'server/bin/stoa.mjs'))
}
