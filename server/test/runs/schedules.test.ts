import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { systemClock } from '../../src/kernel/clock.ts'
import { sql } from '../../src/kernel/db/db.ts'
import { createListener, type Listener } from '../../src/kernel/db/listen.ts'
import { createIds } from '../../src/kernel/ids.ts'
import { createLog } from '../../src/kernel/log.ts'
import { createRuns, type Runs } from '../../src/kernel/runs/runs.ts'
import type { Misfire, NewSchedule, ScheduledInput } from '../../src/kernel/runs/schedules/schedule.ts'
import { systemScope } from '../../src/kernel/scope.ts'
import { startTestApp, type TestApp, type TestProject } from '../harness.ts'
import { sizeOf } from '../size.ts'
import { createProcesses } from './processes.ts'

let app: TestApp
let workers: ReturnType<typeof createProcesses>
let listener: Listener
let runs: Runs

before(async () => {
  app = await startTestApp()
  workers = createProcesses(app.settings)
  listener = createListener({ settings: app.settings, onNotice: () => undefined })
  runs = createRuns({
    db: app.db,
    clock: systemClock,
    newId: createIds(systemClock),
    log: createLog({ level: 'silent', secrets: [] }),
    listener,
  })
})
after(async () => {
  await workers.killAll()
  await listener.close()
  await app.stop()
})

const schedule = (cron: string, changes: Partial<NewSchedule> = {}): NewSchedule => ({
  id: randomUUID(),
  cron,
  timeZone: 'UTC',
  kind: 'tick',
  input: null,
  misfire: 'once',
  isActive: true,
  ...changes,
})
const put = (projectId: string, schedule: NewSchedule) =>
  app.db.tx((tx) => runs.schedules.put(tx, systemScope(projectId), schedule))

/** Waits without a separate timeout: the machine may be slow, and the run of the test as a whole is bounded. */
async function waitForRuns(projects: string[], count: number): Promise<void> {
  while (true) {
    const [row] = await app.db.rows<{ ended: number }>(sql`
      select count(*)::int as ended from run where project_id = any(${projects}) and ended_at is not null`)
    if (row!.ended >= count) return
    await pause(50)
  }
}

/** Milliseconds that the API took for each call, one after the other, until stopped. */
async function timeCalls({ admin }: TestProject, isOver: () => boolean): Promise<number[]> {
  const times: number[] = []
  while (!isOver()) {
    const startedAt = performance.now()
    assert.equal((await admin.get('/api/v1/external-users')).status, 200)
    times.push(performance.now() - startedAt)
    await pause(20)
  }
  return times
}

const shareOf = (values: readonly number[], share: number): number =>
  values.toSorted((left, right) => left - right)[Math.floor((values.length - 1) * share)]!

test('a thousand slots in the same second: none missed, none doubled, and nothing queues behind them', {
  timeout: 300_000,
}, async (t) => {
  const crowdSize = sizeOf({ short: 1_000, long: 5_000 })
  const crowd = Array.from({ length: 5 }, () => randomUUID())
  const small = randomUUID()
  const caller = await app.newProject()
  await workers.startMany(3)
  let calls = 0
  const calm = await timeCalls(caller, () => calls++ === 50)
  const slot = new Date(Math.ceil(Date.now() / 1000) * 1000 + 4_000)
  const cron = `${slot.getUTCSeconds()} ${slot.getUTCMinutes()} ${slot.getUTCHours()} ${slot.getUTCDate()} ${slot.getUTCMonth() + 1} *`
  // The last to be found among those that are due together.
  await put(small, schedule(cron, { id: 'ffffffff-ffff-4fff-bfff-ffffffffffff' }))
  await app.db.rows(sql`
    insert into run_schedule
    select (${crowd}::uuid[])[1 + n % 5], gen_random_uuid(), external_user_id, kind, input, cron, time_zone, misfire,
           is_active, starts_at, ends_at, next_at, null, null, null, null, null, created_at, updated_at
    from run_schedule, generate_series(1, ${crowdSize}) as n where project_id = ${small}`)
  let isOver = false
  const busyTimes = timeCalls(caller, () => isOver)
  await waitForRuns([...crowd, small], crowdSize + 1)
  isOver = true
  const busy = await busyTimes

  const started = await app.db.rows<{ project: string; input: ScheduledInput; delay: number }>(sql`
    select project_id as project, input,
           (extract(epoch from started_at) - extract(epoch from ${slot}::timestamptz))::float as delay
    from run where kind = 'tick' order by started_at`)
  assert.equal(started.length, crowdSize + 1)
  assert.equal(new Set(started.map(({ input }) => input.schedule.id)).size, crowdSize + 1)
  assert.deepEqual([...new Set(started.map(({ input }) => input.schedule.slotAt))], [slot.toISOString()])
  const position = started.findIndex(({ project }) => project === small)
  assert.ok(position < crowdSize / 2, `the small project came as number ${position}`)
  const delays = started.map(({ delay }) => delay)
  const at = (share: number) => `${shareOf(delays, share).toFixed(2)} s`
  const ms = (times: number[], share: number) => shareOf(times, share).toFixed(1)
  t.diagnostic(
    `${crowdSize} slots in one second on 3 processes: start delay p50 ${at(0.5)}, p99 ${at(0.99)}, last ${at(1)}; the small project's run after ${started[position]!.delay.toFixed(2)} s as number ${position}`,
  )
  t.diagnostic(
    `a list over the API took ${ms(calm, 0.5)} ms (p95 ${ms(calm, 0.95)}) before and ${ms(busy, 0.5)} ms (p95 ${ms(busy, 0.95)}) meanwhile`,
  )
  await workers.killAll()
})

test('after a time without a server, each rule is followed exactly', {
  timeout: 120_000,
}, async () => {
  const project = randomUUID()
  // Two slots an hour, one of which lies at least five minutes from now in either direction.
  const minute = new Date().getUTCMinutes()
  const cron = `${(minute + 15) % 60} * * * *`
  const ids = new Map<Misfire, string>()
  for (const misfire of ['skip', 'once', 'all'] as const)
    ids.set(misfire, (await put(project, schedule(cron, { misfire }))).id)
  await app.db.rows(
    sql`update run_schedule set next_at = next_at - interval '5 hours' where project_id = ${project}`,
  )
  const first = Date.parse(
    (await runs.schedules.find(app.db, systemScope(project), ids.get('all')!))!.nextAt!,
  )
  const missed = Array.from({ length: 5 }, (_, hours) => new Date(first + hours * 3_600_000).toISOString())
  await workers.startMany(2)
  await waitForRuns([project], 6)

  const slotsOf = async (misfire: Misfire) => {
    const rows = await app.db.rows<{ slot: string }>(sql`
      select input->'schedule'->>'slotAt' as slot from run
      where project_id = ${project} and input->'schedule'->>'id' = ${ids.get(misfire)} order by slot`)
    return rows.map(({ slot }) => slot)
  }
  assert.deepEqual(await slotsOf('skip'), [])
  assert.deepEqual(await slotsOf('once'), missed.slice(-1))
  assert.deepEqual(await slotsOf('all'), missed)
  const all = await runs.schedules.list(app.db, systemScope(project))
  assert.deepEqual(
    all.map(({ nextAt }) => nextAt),
    all.map(() => new Date(first + 5 * 3_600_000).toISOString()),
  )
})
