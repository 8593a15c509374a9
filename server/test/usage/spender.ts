import { createAudit } from '../../src/areas/audit/index.ts'
import { createUsage } from '../../src/areas/usage/index.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { createDb } from '../../src/kernel/db/create-db.ts'
import { createListener } from '../../src/kernel/db/listen.ts'
import { type ConnectionSettings, openPostgres } from '../../src/kernel/db/postgres.ts'
import { AppError } from '../../src/kernel/errors.ts'
import { createEvents } from '../../src/kernel/events/events.ts'
import { createIds } from '../../src/kernel/ids.ts'
import { createLog } from '../../src/kernel/log.ts'
import { createRuns } from '../../src/kernel/runs/runs.ts'
import { systemScope } from '../../src/kernel/scope.ts'

/** A process that spends, made to be killed: it holds one credit for each work, then settles or releases it. */
const { settings, projectId, works } = JSON.parse(process.argv[2]!) as {
  settings: ConnectionSettings
  projectId: string
  works: string[]
}
const driver = openPostgres({ settings, applicationName: 'stoa-spender', onError: () => undefined })
const db = createDb(driver)
const [clock, newId] = [systemClock, createIds(systemClock)]
const log = createLog({ level: 'silent', secrets: [] })
// Never started: this process publishes and does not listen.
const listener = createListener({ settings, onNotice: () => undefined })
const usage = createUsage({
  db,
  clock,
  newId,
  log,
  creditsPerUsd: 1000,
  events: createEvents({ db, clock, newId, log, listener }),
  audit: createAudit({ db, newId, clock }),
  projects: { onMonthlyCap: () => undefined, onCreated: () => undefined, registerKeyCaps: () => undefined },
  runs: createRuns({ db, clock, newId, log, listener }),
})
const scope = systemScope(projectId)

async function spend(workId: string, index: number): Promise<'held' | 'refused'> {
  try {
    await usage.hold(db, scope, { workId, type: 'tool', microCredits: 1_000_000 })
  } catch (error) {
    if (error instanceof AppError && error.code === 'insufficient_credits') return 'refused'
    throw error
  }
  process.send?.({ workId, is: 'held' })
  // Every third stays open, as if the work were still in progress when the process is killed.
  if (index % 3 === 0) await db.tx((tx) => usage.settle(tx, scope, workId, { microCredits: 1_000_000 }))
  return 'held'
}

process.send?.('ready')
process.once('message', async () => {
  await Promise.all(
    works.map(async (workId, index) =>
      process.send?.({ workId, is: 'done', result: await spend(workId, index) }),
    ),
  )
  await driver.close()
  process.disconnect?.()
})
