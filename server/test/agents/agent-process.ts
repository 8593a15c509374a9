import { systemClock } from '../../src/kernel/clock.ts'
import { createDb } from '../../src/kernel/db/create-db.ts'
import { sql } from '../../src/kernel/db/db.ts'
import { createListener } from '../../src/kernel/db/listen.ts'
import { type ConnectionSettings, openPostgres } from '../../src/kernel/db/postgres.ts'
import { createEvents } from '../../src/kernel/events/events.ts'
import { createIds } from '../../src/kernel/ids.ts'
import { createLog } from '../../src/kernel/log.ts'
import { createRuns } from '../../src/kernel/runs/runs.ts'
import { scriptedAgents } from './kind.ts'

/** A node that works on agents in a separate process, made to be killed. Each tool call leaves a mark outside. */
const settings = JSON.parse(process.argv[2]!) as ConnectionSettings
const db = createDb(openPostgres({ settings, applicationName: 'stoa-agents', onError: () => undefined }))
const listener = createListener({ settings, onNotice: () => undefined })
await listener.start()
const clock = systemClock
const newId = createIds(clock)
const log = createLog({ level: 'silent', secrets: [] })
const runs = createRuns({ db, clock, newId, log, listener, leaseMs: 1_000, pollMs: 100 })
const events = createEvents({ db, clock, newId, log, listener })
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const { kind } = scriptedAgents(
  { db, clock, newId, log, events, runs },
  ({ results }) =>
    results === 0
      ? { calls: [{ name: 'once_send', arguments: { to: 'ada' } }] }
      : { text: 'one two three four five' },
  async ({ runId, step, slug }) => {
    await db.rows(sql`insert into mark (run_id, step) values (${runId}, ${step})`)
    const [slow] = await db.rows(sql`select from slow where place = 'tool'`)
    if (slow) await pause(60_000)
    return { from: slug }
  },
  async () => {
    const [slow] = await db.rows(sql`select from slow where place = 'stream'`)
    await pause(slow ? 2_000 : 5)
  },
)
runs.register({ ...kind, maxLosses: 100 })
runs.start()
process.send?.('ready')
