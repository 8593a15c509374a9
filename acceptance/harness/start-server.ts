import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Environment, runCommand, type ServerProcess, startServer } from './server-process.ts'

/** Where tests run a fake service: the server may reach this address, and no other private one. */
export const outsideAddress = '127.0.0.2'

type Started = { server: ServerProcess; dataDir: string; key: string }
let started: Started | null = null

/** Starts our own server when there is no `STOA_BASE_URL`, and passes its URL to the test files. */
export async function globalSetup(): Promise<void> {
  if (process.env.STOA_BASE_URL) return
  const { STOA_API_KEY, STOA_ACCEPTANCE_DATABASE_URL } = process.env
  const dataDir = await mkdtemp(join(tmpdir(), 'stoa-acceptance-'))
  try {
    const env: Environment = {
      STOA_RATE_LIMIT: '1000000',
      STOA_ALLOW_PRIVATE: `${outsideAddress}/32`,
      ...(STOA_ACCEPTANCE_DATABASE_URL ? { DATABASE_URL: STOA_ACCEPTANCE_DATABASE_URL } : {}),
      ...(STOA_API_KEY ? { STOA_API_KEY } : {}),
    }
    const server = await startServer(dataDir, env)
    const key = server.block.apiKey ?? STOA_API_KEY
    if (!key) {
      await server.stop()
      throw new Error(
        'The database has a project already: give an empty one, or its admin key in STOA_API_KEY',
      )
    }
    started = { server, dataDir, key }
    process.env.STOA_ACCEPTANCE_OTHER_API_KEY = await newKey(dataDir, env, ['project', 'create', 'Neighbour'])
    const operator = ['key', 'create', 'neighbour', '--operator']
    process.env.STOA_ACCEPTANCE_OTHER_OPERATOR_KEY = await newKey(dataDir, env, operator)
    process.env.STOA_BASE_URL = server.baseUrl
    process.env.STOA_API_KEY = key
    process.env.STOA_ACCEPTANCE_SETUP_TOKEN = new URL(server.block.dashboard).hash.replace(/^#token=/, '')
    // What needs more than a URL, such as a second node, runs only with our own server.
    process.env.STOA_ACCEPTANCE_AT_HOME = '1'
  } catch (error) {
    await started?.server.stop()
    started = null
    await rm(dataDir, { recursive: true, force: true })
    throw error
  }
}

/** The key that a command makes: of a second project, for tests that must not see it from the first. */
async function newKey(dataDir: string, env: Environment, command: string[]): Promise<string> {
  const { code, lines } = await runCommand(command, dataDir, env)
  if (code !== 0) throw new Error(`${command.join(' ')} failed:\n${lines.join('\n')}`)
  return (JSON.parse(lines.join('\n')) as { apiKey: string }).apiKey
}

/**
 * Stops what `globalSetup` started and looks at what it leaves behind. The runner calls this again and again while it
 * throws, so a fault is printed and reported by the exit code instead.
 */
export async function globalTeardown(): Promise<void> {
  if (!started) return
  const { server, dataDir, key } = started
  started = null
  const code = await server.stop()
  await rm(dataDir, { recursive: true, force: true })
  const faults = [
    ...(code === 0 ? [] : [`The server ended with ${code}:\n${server.lines.slice(-20).join('\n')}`]),
    ...server.lines
      .filter((line) => /^\{"level":"(error|fatal)"/.test(line))
      .map((line) => `The server logged an internal error:\n${line}`),
    ...server.lines
      .filter((line) => line.includes(key) && !line.includes('"apiKey"'))
      .map((line) => `The server logged the API key:\n${line}`),
  ]
  if (faults.length === 0) return
  console.error(faults.join('\n'))
  process.exitCode = 1
}
