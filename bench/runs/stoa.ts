import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { systemClock } from '../../server/src/kernel/clock.ts'
import { createDb } from '../../server/src/kernel/db/create-db.ts'
import { createListener } from '../../server/src/kernel/db/listen.ts'
import { openPostgres } from '../../server/src/kernel/db/postgres.ts'
import { createIds } from '../../server/src/kernel/ids.ts'
import { createLog } from '../../server/src/kernel/log.ts'
import { createRuns } from '../../server/src/kernel/runs/runs.ts'
import { systemScope } from '../../server/src/kernel/scope.ts'
import { concurrency, poolSize, serve } from './contestant.ts'

serve(async (database) => {
  const db = createDb(
    openPostgres({ settings: database, applicationName: 'bench', poolSize, onError: () => undefined }),
  )
  const listener = createListener({ settings: database, onNotice: () => undefined })
  await listener.start()
  const runs = createRuns({
    db,
    clock: systemClock,
    newId: createIds(systemClock),
    log: createLog({ level: 'warn', secrets: [] }),
    listener,
    pools: { work: { concurrency } },
  })
  let ended = 0
  let expected = 0
  let finish = () => {}
  runs.register({
    kind: 'bench',
    handle: async ({ run, step }) => {
      const { steps } = run.input as { steps: number }
      for (let i = 0; i < steps; i++) await step(`step-${i}`, async () => ({ done: true }))
      if (++ended === expected) finish()
      return { done: true }
    },
  })
  runs.start()
  const scope = systemScope(randomUUID())
  return {
    async work({ runs: count, steps }) {
      const { promise, resolve } = Promise.withResolvers<void>()
      ended = 0
      expected = count
      finish = resolve
      await Promise.all(
        Array.from({ length: count }, () =>
          db.tx((tx) => runs.enqueue(tx, scope, { kind: 'bench', input: { steps } })),
        ),
      )
      await promise
      // Their ends are still being written.
      while (runs.activeCount() > 0) await pause(1)
    },
  }
})
