import { execFile } from 'node:child_process'
import { mkdir, readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const migrations = 'server/migrations'
// A rolling upgrade crosses all migrations between two releases.
const migrationsBetween = 4

const run = promisify(execFile)
const git = async (...words: string[]): Promise<string> =>
  (await run('git', words, { cwd: root, maxBuffer: 64 * 1024 * 1024 })).stdout.trim()

const migrationsOf = async (commit: string): Promise<string[]> =>
  (await git('ls-tree', commit, `${migrations}/`)).split('\n').filter((line) => line.endsWith('.sql'))

/**
 * The commit of an older version, from which an installation may be upgraded: `STOA_TEST_OLD_COMMIT`, or one with some
 * migrations less, which are the same as today. Null where there is no history: in a shallow clone or a package.
 */
export async function findOlderCommit(): Promise<string | null> {
  if (process.env.STOA_TEST_OLD_COMMIT) return process.env.STOA_TEST_OLD_COMMIT
  try {
    const present = await migrationsOf('HEAD')
    for (let fewer = migrationsBetween; fewer > 0; fewer--) {
      const name = present.at(-fewer)!.split('\t')[1]!
      const added = await git('log', '--no-renames', '--diff-filter=A', '--format=%H', '-1', '--', name)
      const before = await git('rev-parse', '--verify', '--quiet', `${added}^`).catch(() => null)
      if (before === null) continue
      const older = await migrationsOf(before)
      if (older.length > 0 && older.every((line, i) => line === present[i])) return before
    }
  } catch {
    // No git, or no repository.
  }
  return null
}

/** Its server, bundled with the packages that are installed; the program to start. */
export async function buildOlder(commit: string, directory: string): Promise<string> {
  await mkdir(directory, { recursive: true })
  const archive = join(directory, 'source.tar')
  await git('archive', '--output', archive, commit)
  await run('tar', ['-xf', archive, '-C', directory])
  await linkPackages(join(root, 'node_modules'), join(directory, 'node_modules'))
  const source = `const { bundleServer } = await import('./server/scripts/build/bundle-server.ts'); await bundleServer()`
  await run(process.execPath, ['--input-type=module', '--eval', source], { cwd: directory })
  return join(directory, 'server/dist/cli.main.js')
}

/** Those of the workspace are its own, the others the installed ones. */
async function linkPackages(from: string, to: string): Promise<void> {
  await mkdir(to)
  for (const name of await readdir(from))
    if (name !== '@stoa') await symlink(join(from, name), join(to, name))
  await mkdir(join(to, '@stoa'))
  for (const name of await readdir(join(from, '@stoa')))
    await symlink(join('../..', name), join(to, '@stoa', name))
}
