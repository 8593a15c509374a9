import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Environment, runCommand, startServer } from '../../../acceptance/harness/server-process.ts'

/** The keys of the two projects of an installation. */
export type ProjectKeys = { apiKey: string; secondKey: string }

const variable = 'STOA_E2E_TEMPLATE'

/** Makes an installation that every test file of the run copies: a first start and a command take seconds each. */
export async function makeInstallationTemplate(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'stoa-dashboard-template-'))
  process.env[variable] = directory
  const dataDir = join(directory, 'data')
  await promisify(execFile)('mkdir', ['-m', '700', dataDir])
  const server = await startServer(dataDir, {})
  const { apiKey } = server.block
  const secondKey = await createSecondProject(dataDir, {})
  await server.stop()
  await writeFile(join(directory, 'keys.json'), JSON.stringify({ apiKey, secondKey }))
}

export async function removeInstallationTemplate(): Promise<void> {
  if (process.env[variable]) await rm(process.env[variable], { recursive: true, force: true, maxRetries: 5 })
}

/** Null where no template was made: then the first start makes the installation. */
export async function copyInstallationTemplate(dataDir: string): Promise<ProjectKeys | null> {
  const directory = process.env[variable]
  if (!directory) return null
  await promisify(execFile)('cp', ['-a', `${join(directory, 'data')}/.`, dataDir])
  return JSON.parse(await readFile(join(directory, 'keys.json'), 'utf8')) as ProjectKeys
}

/** The key of a second project, in which nothing has happened. */
export async function createSecondProject(dataDir: string, env: Environment): Promise<string> {
  const { code, lines } = await runCommand(['project', 'create', 'Second project'], dataDir, env)
  const key = /stoa_[A-Za-z0-9_-]+/.exec(lines.join('\n'))?.[0]
  if (code !== 0 || key === undefined) throw new Error(lines.join('\n'))
  return key
}
