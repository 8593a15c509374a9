import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { systemClock } from '../../../src/kernel/clock.ts'
import { createDb } from '../../../src/kernel/db/create-db.ts'
import { type Db, sql, type Tx } from '../../../src/kernel/db/db.ts'
import { embeddedPaths, joinEmbedded } from '../../../src/kernel/db/embedded/index.ts'
import { createListener } from '../../../src/kernel/db/listen.ts'
import { migrate } from '../../../src/kernel/db/migrate.ts'
import { openPostgres } from '../../../src/kernel/db/postgres.ts'
import { createIds } from '../../../src/kernel/ids.ts'
import { createLog } from '../../../src/kernel/log.ts'
import { createRuns } from '../../../src/kernel/runs/runs.ts'
import { createProcesses } from '../processes.ts'

/** A separate database server that can be made to crash, and workers that can be killed. */
export async function openStage() {
  const directory = await mkdtemp(join(tmpdir(), 'stoa-model-'))
  const dataDir = join(directory, 'data')
  const markDir = join(directory, 'marks')
  await mkdir(markDir)
  const server = await joinEmbedded({ dataDir, onNotice: () => undefined })
  const { settings } = server
  await migrate(settings, { directory: new URL('../../../migrations', import.meta.url) })
  const driver = openPostgres({
    settings,
    applicationName: 'stoa-model',
    poolSize: 10,
    onError: () => undefined,
  })
  const db = createDb(driver)
  await db.rows(sql`create table effect (run_id uuid not null, step text not null)`)
  const listener = createListener({ settings, onNotice: () => undefined })
  const runs = createRuns({
    db,
    clock: systemClock,
    newId: createIds(systemClock),
    log: createLog({ level: 'silent', secrets: [] }),
    listener,
  })
  const workers = createProcesses({ settings, markDir }, 'model/worker.ts')

  return {
    db,
    runs,
    workers,
    /** Until it has worked: clients retry, too. */
    insist: <T>(work: (tx: Tx) => Promise<T>) => insist(db, work),
    /** Ends the server without a word, as a crash does; its launcher starts it again. */
    async crashDatabase(): Promise<void> {
      const { cluster } = embeddedPaths(dataDir)
      const [pid] = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')
      process.kill(Number(pid), 'SIGQUIT')
    },
    /** Each line: run, step, attempt, try. */
    async marks(): Promise<string[][]> {
      const files = await Promise.all(
        (await readdir(markDir)).map((name) => readFile(join(markDir, name), 'utf8')),
      )
      return files.flatMap((text) => text.split('\n').filter(Boolean)).map((line) => line.split(' '))
    },
    async close(): Promise<void> {
      await workers.killAll()
      await driver.close()
      await server.leave()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

export type Stage = Awaited<ReturnType<typeof openStage>>

async function insist<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  while (true) {
    try {
      return await db.tx(work)
    } catch {
      await pause(50)
    }
  }
}
