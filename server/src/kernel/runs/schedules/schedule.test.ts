import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCron } from './cron.ts'
import { decide, type Misfire, maxSlotsPerFiring, runIdOf } from './schedule.ts'

const at = (text: string) => new Date(`2026-05-01T${text}Z`)
const short = (date: Date | null) => date?.toISOString().slice(11, 19) ?? null

function decided(misfire: Misfire, nextAt: string, now: string, endsAt: string | null = null) {
  const decision = decide(
    { misfire, nextAt: at(nextAt).toISOString(), endsAt: endsAt && at(endsAt).toISOString() },
    openCron('*/10 * * * *', 'UTC'),
    at(now),
  )
  return {
    slots: decision.slots.map(short),
    skipped: decision.skipped && [short(decision.skipped.from), short(decision.skipped.before)],
    next: short(decision.next),
  }
}

test('a slot in time is started under every rule', () => {
  for (const misfire of ['skip', 'once', 'all'] as const)
    assert.deepEqual(decided(misfire, '10:00:00', '10:00:02'), {
      slots: ['10:00:00'],
      skipped: null,
      next: '10:10:00',
    })
})

test('after a stop of half an hour each rule does as it says', () => {
  assert.deepEqual(decided('skip', '10:00:00', '10:35:00'), {
    slots: [],
    skipped: ['10:00:00', '10:30:01'],
    next: '10:40:00',
  })
  // The last one is still in time.
  assert.deepEqual(decided('skip', '10:00:00', '10:30:30').slots, ['10:30:00'])
  assert.deepEqual(decided('once', '10:00:00', '10:35:00'), {
    slots: ['10:30:00'],
    skipped: ['10:00:00', '10:30:00'],
    next: '10:40:00',
  })
  assert.deepEqual(decided('all', '10:00:00', '10:35:00'), {
    slots: ['10:00:00', '10:10:00', '10:20:00', '10:30:00'],
    skipped: null,
    next: '10:40:00',
  })
})

test('nothing comes at the end or behind it', () => {
  assert.deepEqual(decided('all', '10:00:00', '10:35:00', '10:20:00'), {
    slots: ['10:00:00', '10:10:00'],
    skipped: null,
    next: null,
  })
})

test('making up for everything has a limit, and the rest is named', () => {
  const { slots, skipped, next } = decide(
    { misfire: 'all', nextAt: '2026-01-01T00:00:00.000Z', endsAt: null },
    openCron('* * * * * *', 'UTC'),
    new Date('2026-05-01T00:00:00.500Z'),
  )
  assert.equal(slots.length, maxSlotsPerFiring)
  assert.equal(slots.at(-1)!.toISOString(), '2026-01-01T00:01:39.000Z')
  assert.deepEqual(skipped, {
    from: new Date('2026-01-01T00:01:40.000Z'),
    before: new Date('2026-05-01T00:00:01.000Z'),
  })
  assert.equal(next!.toISOString(), '2026-05-01T00:00:01.000Z')
})

test('the id of a run follows from its slot', () => {
  const [project, schedule] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']
  const id = runIdOf(project, schedule, at('10:00:00'))
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.equal(runIdOf(project, schedule, at('10:00:00')), id)
  assert.notEqual(runIdOf(project, schedule, at('10:10:00')), id)
  assert.notEqual(runIdOf(schedule, project, at('10:00:00')), id)
})
