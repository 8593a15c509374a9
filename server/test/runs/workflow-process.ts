import { randomUUID } from 'node:crypto'
import { systemClock } from '../../src/kernel/clock.ts'
import { createDb } from '../../src/kernel/db/create-db.ts'
import { sql } from '../../src/kernel/db/db.ts'
import { createListener } from '../../src/kernel/db/listen.ts'
import { type ConnectionSettings, openPostgres } from '../../src/kernel/db/postgres.ts'
import { createIds } from '../../src/kernel/ids.ts'
import { createLog } from '../../src/kernel/log.ts'
import type { RunContext } from '../../src/kernel/runs/run.ts'
import { createRuns } from '../../src/kernel/runs/runs.ts'

/** A node with a workflow that asks a human, starts children for the answer, and sums up their results. */
const settings = JSON.parse(process.argv[2]!) as ConnectionSettings
const db = createDb(openPostgres({ settings, applicationName: 'stoa-workflow', onError: () => undefined }))
const listener = createListener({ settings, onNotice: () => undefined })
await listener.start()
const runs = createRuns({
  db,
  clock: systemClock,
  newId: createIds(systemClock),
  log: createLog({ level: 'silent', secrets: [] }),
  listener,
  leaseMs: 1_000,
  pollMs: 100,
})

/** Outside of the records, like a call to a service. */
const mark = (context: RunContext, step: string) =>
  db.rows(
    sql`insert into mark (run_id, step, attempt) values (${context.run.id}, ${step}, ${context.run.attempt})`,
  )

async function workflow(context: RunContext): Promise<number> {
  const { run, step, emit, waitFor, startChild, join } = context
  await step('prepare', async () => {
    await mark(context, 'prepare')
    emit('prepared', null)
  })
  const { items } = (await waitFor<{ items: number[] }>('approval', `approval:${run.id}`))!
  emit('approved', items.length)
  const ids: string[] = []
  for (const item of items) ids.push(await startChild(`item ${item}`, { kind: 'item', input: item }))
  const results = await join('items', ids)
  return step('sum', async () => {
    await mark(context, 'sum')
    const sum = results.reduce((total, { output }) => total + (output as number), 0)
    emit('summed', sum)
    return sum
  })
}

runs.register({ kind: 'workflow', pool: 'executions', maxLosses: 100, handle: workflow })
runs.register({
  kind: 'item',
  pool: 'executions',
  maxLosses: 100,
  handle: async (context) => {
    await context.step('look up', async () => {
      await mark(context, 'look up')
      await new Promise((resolve) => setTimeout(resolve, 150))
      return randomUUID()
    })
    return (context.run.input as number) * 10
  },
})
runs.start()
process.send?.('ready')
