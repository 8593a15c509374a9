import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, before, describe, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { until } from '../../../../test/until.ts'
import { systemClock } from '../../clock.ts'
import { sql } from '../../db/db.ts'
import { createListener, type Listener } from '../../db/listen.ts'
import { createLog } from '../../log.ts'
import { type Scope, systemScope } from '../../scope.ts'
import type { NewSchedule, ScheduledInput } from './schedule.ts'
import { createSchedules } from './schedules.ts'

type Schedules = ReturnType<typeof createSchedules>

let database: TestDatabase
let listener: Listener
let scope: Scope
let nowText = ''
const started: Schedules[] = []

before(async () => {
  database = await createTestDatabase(20)
  listener = createListener({ settings: database.settings, onNotice: () => undefined })
  await listener.start()
})
afterEach(async () => {
  for (const schedules of started.splice(0)) await schedules.stop()
  await database.db.rows(sql`delete from run_schedule`)
})
after(async () => {
  await listener.close()
  await database.drop()
})

/** On a clock that does not move until it is set. */
function node(time: string): Schedules {
  nowText = time
  scope = systemScope(randomUUID())
  return createSchedules({
    db: database.db,
    clock: systemClock,
    log: createLog({ level: 'silent', secrets: [] }),
    listener,
    pollMs: 20,
    onStarted: async () => undefined,
    timeOf: async () => new Date(nowText),
  })
}

function start(schedules: Schedules) {
  schedules.start()
  started.push(schedules)
}

const hourly = (changes: Partial<NewSchedule> = {}): NewSchedule => ({
  id: randomUUID(),
  cron: '0 * * * *',
  timeZone: 'UTC',
  kind: 'tick',
  input: { a: 1 },
  misfire: 'once',
  isActive: true,
  ...changes,
})
const put = (schedules: Schedules, schedule: NewSchedule) =>
  database.db.tx((tx) => schedules.put(tx, scope, schedule))
const slots = async () => {
  const rows = await database.db.rows<{ input: ScheduledInput }>(
    sql`select input from run where project_id = ${scope.projectId} order by input->'schedule'->>'slotAt'`,
  )
  return rows.map(({ input }) => input.schedule.slotAt.slice(0, 16))
}
const nextOf = async (schedules: Schedules, id: string) =>
  (await schedules.find(database.db, scope, id))!.nextAt?.slice(0, 16) ?? null
/** All that is due has been dealt with. */
const settled = () =>
  until(
    async () =>
      (await database.db.rows(sql`select 1 from run_schedule where next_at <= ${new Date(nowText)} limit 1`))
        .length === 0,
    'the schedules being settled',
  )

test('a slot starts one run, which gets its slot and its input', async () => {
  const schedules = node('2026-05-01T09:30:00Z')
  const { id } = await put(schedules, hourly())
  start(schedules)
  nowText = '2026-05-01T10:00:01Z'
  await settled()
  const rows = await database.db.rows(
    sql`select kind, input, status from run where project_id = ${scope.projectId}`,
  )
  assert.deepEqual(rows, [
    {
      kind: 'tick',
      input: { schedule: { id, slotAt: '2026-05-01T10:00:00.000Z' }, input: { a: 1 } },
      status: 'queued',
    },
  ])
  assert.equal(await nextOf(schedules, id), '2026-05-01T11:00')
})

describe('a clock that jumps', () => {
  test('back starts no slot again', async () => {
    const schedules = node('2026-05-01T09:30:00Z')
    await put(schedules, hourly({ cron: '*/30 * * * *' }))
    start(schedules)
    nowText = '2026-05-01T11:00:01Z'
    await settled()
    nowText = '2026-05-01T10:00:00Z'
    await settled()
    nowText = '2026-05-01T11:30:00Z'
    await settled()
    assert.deepEqual(await slots(), ['2026-05-01T11:00', '2026-05-01T11:30'])
  })

  test('ten years forward and back again waits for no ten years, and doubles nothing', async () => {
    const schedules = node('2026-05-01T09:30:00Z')
    const { id } = await put(schedules, hourly())
    start(schedules)
    nowText = '2026-05-01T10:00:00Z'
    await settled()
    nowText = '2036-05-01T10:00:00Z'
    await settled()
    await schedules.stop()
    const later = node('2026-05-01T09:59:00Z')
    scope = systemScope(
      (await database.db.rows<{ project: string }>(sql`select project_id as project from run_schedule`))[0]!
        .project,
    )
    start(later)
    await until(async () => (await nextOf(later, id)) === '2026-05-01T10:00')
    nowText = '2026-05-01T11:00:00Z'
    await settled()
    assert.deepEqual(await slots(), ['2026-05-01T10:00', '2026-05-01T11:00', '2036-05-01T10:00'])
  })
})

describe('changing a schedule', () => {
  test('makes a new plan without doubling the slot that has come', async () => {
    const schedules = node('2026-05-01T09:30:00Z')
    const schedule = hourly()
    await put(schedules, schedule)
    start(schedules)
    nowText = '2026-05-01T10:00:00Z'
    await settled()
    await put(schedules, { ...schedule, cron: '0 10,12 * * *' })
    assert.equal(await nextOf(schedules, schedule.id), '2026-05-01T12:00')
    await put(schedules, { ...schedule, cron: '0 10,12 * * *', timeZone: 'Europe/Berlin' })
    assert.equal(await nextOf(schedules, schedule.id), '2026-05-02T08:00')
    assert.deepEqual(await slots(), ['2026-05-01T10:00'])
  })

  test('does not lose a slot that is due and was not started yet', async () => {
    const schedules = node('2026-05-01T09:30:00Z')
    const schedule = hourly()
    await put(schedules, schedule)
    nowText = '2026-05-01T10:00:01Z'
    await put(schedules, { ...schedule, cron: '30 * * * *' })
    assert.deepEqual(await slots(), ['2026-05-01T10:00'])
    assert.equal(await nextOf(schedules, schedule.id), '2026-05-01T10:30')
  })

  test('of its input leaves the plan alone', async () => {
    const schedules = node('2026-05-01T09:30:00Z')
    const schedule = hourly()
    await put(schedules, schedule)
    const changed = await put(schedules, { ...schedule, input: { a: 2 } })
    assert.deepEqual([changed.input, changed.nextAt?.slice(0, 16)], [{ a: 2 }, '2026-05-01T10:00'])
  })

  test('pausing loses what comes meanwhile, removing ends it', async () => {
    const schedules = node('2026-05-01T09:30:00Z')
    const { id } = await put(schedules, hourly({ misfire: 'all' }))
    start(schedules)
    assert.equal((await database.db.tx((tx) => schedules.pause(tx, scope, id)))!.nextAt, null)
    nowText = '2026-05-01T12:30:00Z'
    await settled()
    const resumed = await database.db.tx((tx) => schedules.resume(tx, scope, id))
    assert.deepEqual([resumed!.isActive, resumed!.nextAt?.slice(0, 16)], [true, '2026-05-01T13:00'])
    assert.deepEqual(await slots(), [])
    assert.equal(await database.db.tx((tx) => schedules.remove(tx, scope, id)), true)
    assert.equal(await database.db.tx((tx) => schedules.remove(tx, scope, id)), false)
    assert.equal(await schedules.find(database.db, scope, id), null)
  })

  test('is refused when it would never come', async () => {
    const schedules = node('2026-05-01T09:30:00Z')
    await assert.rejects(put(schedules, hourly({ cron: '0 0 31 6 *' })), { code: 'invalid_cron' })
    await assert.rejects(put(schedules, hourly({ endsAt: new Date('2026-05-01T10:00:00Z') })), {
      code: 'invalid_parameter',
    })
    assert.deepEqual(await schedules.list(database.db, scope), [])
  })
})

test('a schedule begins and ends when it says', async () => {
  const schedules = node('2026-05-01T09:30:00Z')
  const { id } = await put(
    schedules,
    hourly({
      misfire: 'all',
      startsAt: new Date('2026-05-01T12:00:00Z'),
      endsAt: new Date('2026-05-01T14:00:00Z'),
    }),
  )
  start(schedules)
  nowText = '2026-05-01T11:59:00Z'
  await settled()
  nowText = '2026-05-01T20:00:00Z'
  await settled()
  assert.deepEqual(await slots(), ['2026-05-01T12:00', '2026-05-01T13:00'])
  assert.equal(await nextOf(schedules, id), null)
})

test('one that cannot be read holds up no one, says why and is tried again', async () => {
  const schedules = node('2026-05-01T09:30:00Z')
  const [bad, good] = [await put(schedules, hourly()), await put(schedules, hourly())]
  await database.db.rows(sql`update run_schedule set time_zone = 'Mars/Olympus' where id = ${bad.id}`)
  start(schedules)
  nowText = '2026-05-01T10:00:00Z'
  await settled()
  assert.deepEqual(await slots(), ['2026-05-01T10:00'])
  assert.equal(
    (await schedules.find(database.db, scope, good.id))!.lastSlotAt?.slice(0, 16),
    '2026-05-01T10:00',
  )
  assert.match((await schedules.find(database.db, scope, bad.id))!.fault!, /no time zone "Mars\/Olympus"/)
  assert.equal(await nextOf(schedules, bad.id), '2026-05-01T10:05')
})

test('a project sees its own', async () => {
  const schedules = node('2026-05-01T09:30:00Z')
  const { id } = await put(schedules, hourly())
  assert.equal((await schedules.list(database.db, scope)).length, 1)
  const other = systemScope(randomUUID())
  assert.equal(await schedules.find(database.db, other, id), null)
  assert.deepEqual(await schedules.list(database.db, other), [])
  assert.equal(await database.db.tx((tx) => schedules.remove(tx, other, id)), false)
})
