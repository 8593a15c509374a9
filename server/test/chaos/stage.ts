import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { sharesBelow } from '../memory-shares.ts'
import { createExternalDatabase } from '../process/external-database.ts'
import { apiKey, freePort, launcher, makeInstallation, makeTemplate, type Server } from '../process/stoa.ts'
import { clockFault, databaseFaults, fullDisk, killedServer, type Stage, troubleOf } from './faults.ts'
import { startFaultyProxy } from './faulty-proxy.ts'
import { type Outside, startOutside } from './outside.ts'
import { mountSmallDisk } from './small-disk.ts'

type Cleanup = Pick<TestContext, 'after'>

type Parts = { outside: Outside; directory: string; dataDir: string; env: Record<string, string> }

const shared = (outside: Outside) => ({
  STOA_API_KEY: apiKey,
  STOA_RATE_LIMIT: '1000000',
  STOA_ALLOW_PRIVATE: '127.0.0.0/8',
  STOA_ALLOW_UNSEALED: '1',
  STOA_PIECES: '0',
  LOG_LEVEL: 'fatal',
  ...outside.modelSettings,
})

async function stageOf(
  start: (env: Record<string, string>) => Promise<Server>,
  parts: Parts,
): Promise<Stage> {
  const clockFile = join(parts.directory, 'clock')
  const env = {
    ...parts.env,
    PORT: String(await freePort()),
    STOA_DATA_DIR: parts.dataDir,
    STOA_TEST_CLOCK_FILE: clockFile,
    NODE_OPTIONS: `--import=${join(import.meta.dirname, 'clock-preload.mjs')}`,
  }
  let server = await start(env)
  return {
    faults: [],
    outside: parts.outside,
    dataDir: parts.dataDir,
    clockFile,
    server: () => server,
    serverPid: () =>
      sharesBelow(server.pid).find(({ command }) => command.includes('--supervised'))?.pid ?? server.pid,
    async restart() {
      server = await start(env)
    },
    statuses: new Set(),
  }
}

const clockFaults = [
  clockFault('clock an hour ahead', 1),
  clockFault('clock set back', -1),
  clockFault('clock right', 0),
]

/** With a database server and a bucket elsewhere, both behind proxies. */
export async function stageElsewhere(t: Cleanup): Promise<Stage> {
  const outside = await startOutside()
  t.after(outside.stop)
  const url = new URL(await createExternalDatabase({ isMigrated: true }))
  const host = url.searchParams.get('host')!
  const port = Number(url.port)
  const database = await startFaultyProxy(
    host.startsWith('/') ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port },
  )
  t.after(database.stop)
  url.searchParams.delete('host')
  url.hostname = '127.0.0.1'
  url.port = String(database.port)
  const installation = await makeInstallation(t)
  const env = {
    ...shared(outside),
    ...outside.blobSettings,
    DATABASE_URL: url.href,
    STOA_SECRET_KEY: randomBytes(32).toString('base64'),
  }
  const stage = await stageOf(installation.start, { outside, ...installation, env })
  stage.faults = [
    ...troubleOf('storage', () => outside.objects),
    ...troubleOf('model provider', () => outside.models),
    ...troubleOf('database', () => database, ['refuses', 'hangs', 'breaks off']),
    ...clockFaults,
    killedServer,
  ]
  return stage
}

/** With the embedded database, on a disk that can be full where this user may mount one. */
export async function stageEmbedded(t: Cleanup): Promise<Stage> {
  const outside = await startOutside()
  t.after(outside.stop)
  const installation = await makeInstallation(t)
  const mountPoint = await mkdtemp(join(tmpdir(), 'stoa-chaos-'))
  const disk = await mountSmallDisk(mountPoint)
  t.after(async () => {
    await disk?.unmount()
    await rm(mountPoint, { recursive: true, force: true })
  })
  const dataDir = join(mountPoint, 'data')
  await (await makeTemplate()).copyTo(dataDir)
  const parts = { outside, directory: installation.directory, dataDir, env: shared(outside) }
  const stage = await stageOf(installation.start, parts)
  stage.faults = [killedServer, ...databaseFaults, ...(disk ? [fullDisk(disk)] : [])]
  return stage
}

/** As operators run it, with supervisor and embedded database: what fails leaves the process of the server alive. */
export async function stageSoak(t: Cleanup): Promise<Stage> {
  const outside = await startOutside()
  t.after(outside.stop)
  const installation = await makeInstallation(t, launcher)
  await (await makeTemplate()).copyTo(installation.dataDir)
  const env = { ...shared(outside), ...outside.blobSettings }
  const start = (settings: Record<string, string>) => installation.start(settings, { isSupervised: true })
  const stage = await stageOf(start, { outside, ...installation, env })
  stage.faults = [
    ...troubleOf('storage', () => outside.objects),
    ...troubleOf('model provider', () => outside.models),
    ...databaseFaults.filter(({ name }) => name !== 'server and database killed'),
    ...clockFaults,
  ]
  return stage
}
