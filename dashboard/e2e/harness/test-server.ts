import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '../../../acceptance/harness/server-process.ts'
import { copyInstallationTemplate, createSecondProject } from './installation-template.ts'
import { writeOperatorFiles } from './operator-files.ts'
import { startPieceRegistry } from './piece-registry.ts'

export const owner = { email: 'ada@example.com', password: 'a long password', name: 'Ada Lovelace' }

export type TestServer = {
  baseUrl: string
  apiKey: string
  /** Where the first account is made. */
  setUpLink: string
  /** Of the second project, in which nothing has happened. */
  secondKey: string
  dataDir: string
  /** Ends the server and leaves its data and its URL alone. */
  stop(): Promise<void>
  /** Starts it again where it was. */
  restart(): Promise<void>
  close(): Promise<void>
}

/** A separate server with two projects, started as an operator would start it. */
export async function startTestServer(): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stoa-dashboard-'))
  const registry = await startPieceRegistry()
  const known = await copyInstallationTemplate(dataDir)
  const operatorFiles = await writeOperatorFiles(dataDir)
  const env = {
    ...operatorFiles,
    STOA_RATE_LIMIT: '1000000',
    // Webhooks of the tests are received on this machine.
    STOA_ALLOW_PRIVATE: '127.0.0.1/32',
    STOA_NPM_REGISTRY: registry.url,
  }
  const tidyUp = async () => {
    registry.close()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
  let server = await startServer(dataDir, env).catch(async (error) => {
    // What still listens would keep the process of the tests alive.
    await tidyUp()
    throw error
  })
  const close = async () => {
    await server.stop()
    await tidyUp()
  }
  const secondKey =
    known?.secondKey ??
    (await createSecondProject(dataDir, env).catch(async (error) => {
      await close()
      throw error
    }))
  const { apiKey, dashboard } = server.block
  const { baseUrl } = server
  return {
    baseUrl,
    apiKey: known?.apiKey ?? apiKey!,
    setUpLink: dashboard,
    secondKey,
    dataDir,
    stop: async () => void (await server.stop()),
    async restart() {
      server = await startServer(dataDir, { ...env, PORT: new URL(baseUrl).port })
    },
    close,
  }
}

/** Makes the first account without a browser, for those who do not look at how that is done. */
export async function setUpOwner({ baseUrl, setUpLink }: TestServer): Promise<void> {
  const token = new URLSearchParams(new URL(setUpLink).hash.slice(1)).get('token')
  const response = await fetch(`${baseUrl}/api/v1/auth/set-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...owner, token }),
  })
  if (!response.ok) throw new Error(await response.text())
}
