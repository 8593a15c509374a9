import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand, type ServerProcess, startServer } from '../../acceptance/server-process.ts'
import { build, isFresh } from '../scripts/build.ts'
import { startPieceRegistry } from './piece-registry.ts'

export const owner = { email: 'ada@example.com', password: 'a long password', name: 'Ada Lovelace' }

let server: ServerProcess | null = null
let dataDir: string | null = null
let registry: Awaited<ReturnType<typeof startPieceRegistry>> | null = null

/** A built dashboard on a server of its own, as an operator would start it; the test files are told where. */
export async function globalSetup(): Promise<void> {
  if (!(await isFresh())) await build()
  dataDir = await mkdtemp(join(tmpdir(), 'stoa-dashboard-'))
  // Webhooks of the tests are received on this machine.
  registry = await startPieceRegistry()
  const env = {
    STOA_RATE_LIMIT: '1000000',
    STOA_ALLOW_PRIVATE: '127.0.0.1/32',
    STOA_NPM_REGISTRY: registry.url,
  }
  server = await startServer(dataDir, env)
  const { code, lines } = await runCommand(['project', 'create', 'Second project'], dataDir, env)
  if (code !== 0) throw new Error(lines.join('\n'))
  process.env.STOA_DASHBOARD_DATA = dataDir
  process.env.STOA_BASE_URL = server.baseUrl
  process.env.STOA_API_KEY = server.block.apiKey!
  process.env.STOA_SETUP_LINK = server.block.dashboard
}

export async function globalTeardown(): Promise<void> {
  await server?.stop()
  registry?.close()
  if (dataDir) await rm(dataDir, { recursive: true, force: true })
}
