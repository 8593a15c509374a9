import { systemClock } from '../../src/kernel/clock.ts'
import { createDb } from '../../src/kernel/db/create-db.ts'
import { sql } from '../../src/kernel/db/db.ts'
import { createListener } from '../../src/kernel/db/listen.ts'
import { type ConnectionSettings, openPostgres } from '../../src/kernel/db/postgres.ts'
import { createIds } from '../../src/kernel/ids.ts'
import { createLog } from '../../src/kernel/log.ts'
import { createRuns } from '../../src/kernel/runs/runs.ts'
import { systemScope } from '../../src/kernel/scope.ts'

/**
 * A worker in a separate process, made to be killed: each step leaves a mark outside its record, like a call to a
 * service.
 */
const { leaseMs = 1_000, ...settings } = JSON.parse(process.argv[2]!) as ConnectionSettings & {
  leaseMs?: number
}
const driver = openPostgres({ settings, applicationName: 'stoa-worker', onError: () => undefined })
const db = createDb(driver)
const listener = createListener({ settings, onNotice: () => undefined })
await listener.start()
const runs = createRuns({
  db,
  clock: systemClock,
  newId: createIds(systemClock),
  log: createLog({ level: 'silent', secrets: [] }),
  listener,
  leaseMs,
  pollMs: 200,
})
runs.register({
  kind: 'five-steps',
  handle: async ({ run, step, emit }) => {
    for (let i = 0; i < 5; i++) {
      await step(`s${i}`, async () => {
        await db.rows(
          sql`insert into mark (run_id, step, attempt) values (${run.id}, ${`s${i}`}, ${run.attempt})`,
        )
        await new Promise((resolve) => setTimeout(resolve, 25))
      })
      emit('done', i)
    }
    return 'all five'
  },
})
runs.register({ kind: 'tick', handle: async ({ step }) => step('s', async () => 'tock') })
runs.start()
process.on('SIGTERM', async () => {
  process.disconnect?.()
  await runs.stop(500)
  await listener.close()
  await driver.close()
})
/** Starts runs here for as long as it lives, and reports each when it is acknowledged. */
process.on('message', async (projectId: string) => {
  const startMany = async () => {
    while (true) {
      const started = await runs.startHere(systemScope(projectId), { kind: 'five-steps', input: null })
      process.send?.({ id: started!.id, isHere: started!.isHere })
      await started!.outcome
    }
  }
  await Promise.all(Array.from({ length: 8 }, startMany))
})
process.send?.('ready')
