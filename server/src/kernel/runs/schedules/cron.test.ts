import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError } from '../../errors.ts'
import { nextTimes, openCron } from './cron.ts'

const times = (cron: string, zone: string, after: string, count: number) =>
  nextTimes(cron, zone, count, new Date(after)).map((time) => time.toISOString().slice(0, 16))

const refusal = (cron: string, zone = 'UTC') => {
  try {
    nextTimes(cron, zone, 1, new Date())
  } catch (error) {
    assert.ok(error instanceof AppError)
    return `${error.code}: ${error.message} ${error.extras.hint}`
  }
  return null
}

// For each zone: the hour that is skipped, the hour that is repeated, as they are seen from UTC.
describe('clocks that are put forward', () => {
  test('a slot in the skipped hour comes at the jump', () => {
    assert.deepEqual(times('30 2 * * *', 'Europe/Berlin', '2026-03-28T00:00Z', 3), [
      '2026-03-28T01:30',
      '2026-03-29T01:00',
      '2026-03-30T00:30',
    ])
    assert.deepEqual(times('30 2 * * *', 'America/New_York', '2026-03-07T00:00Z', 3), [
      '2026-03-07T07:30',
      '2026-03-08T07:00',
      '2026-03-09T06:30',
    ])
    // Half an hour only: from 02:00 to 02:30.
    assert.deepEqual(times('15 2 * * *', 'Australia/Lord_Howe', '2026-10-02T00:00Z', 3), [
      '2026-10-02T15:45',
      '2026-10-03T15:30',
      '2026-10-04T15:15',
    ])
  })

  test('several of them come once, also together with one at the jump', () => {
    assert.deepEqual(times('15,45 2 * * *', 'Europe/Berlin', '2026-03-28T20:00Z', 2), [
      '2026-03-29T01:00',
      '2026-03-30T00:15',
    ])
    assert.deepEqual(times('0 2-3 * * *', 'Europe/Berlin', '2026-03-28T20:00Z', 2), [
      '2026-03-29T01:00',
      '2026-03-30T00:00',
    ])
  })

  test('midnight that does not exist comes when the day begins', () => {
    assert.deepEqual(times('0 0 * * *', 'America/Sao_Paulo', '2018-11-03T12:00Z', 2), [
      '2018-11-04T03:00',
      '2018-11-05T02:00',
    ])
  })

  test('a whole day that does not exist comes at the jump', () => {
    assert.deepEqual(times('0 12 30 12 *', 'Pacific/Apia', '2011-01-01T00:00Z', 2), [
      '2011-12-30T10:00',
      '2012-12-29T22:00',
    ])
  })
})

describe('clocks that are put back', () => {
  test('a slot in the repeated hour comes the first time only', () => {
    assert.deepEqual(times('30 2 * * *', 'Europe/Berlin', '2026-10-24T00:00Z', 3), [
      '2026-10-24T00:30',
      '2026-10-25T00:30',
      '2026-10-26T01:30',
    ])
    assert.deepEqual(times('15,45 1 * * *', 'America/New_York', '2026-10-31T20:00Z', 3), [
      '2026-11-01T05:15',
      '2026-11-01T05:45',
      '2026-11-02T06:15',
    ])
    assert.deepEqual(times('45 1 * * *', 'Australia/Lord_Howe', '2026-04-03T00:00Z', 3), [
      '2026-04-03T14:45',
      '2026-04-04T14:45',
      '2026-04-05T15:15',
    ])
  })

  test('the caller that looks during the second pass finds the next day', () => {
    assert.deepEqual(times('30 2 * * *', 'Europe/Berlin', '2026-10-25T01:10Z', 1), ['2026-10-26T01:30'])
  })
})

test('an interval that covers both edges continues', () => {
  for (const [zone, edge] of [
    ['Europe/Berlin', '2026-03-29T00:00Z'],
    ['Europe/Berlin', '2026-10-25T00:00Z'],
    ['America/New_York', '2026-03-08T06:00Z'],
    ['America/New_York', '2026-11-01T05:00Z'],
    ['Australia/Lord_Howe', '2026-10-03T14:30Z'],
    ['Australia/Lord_Howe', '2026-04-04T13:30Z'],
  ] as const) {
    const minutes = nextTimes('* * * * *', zone, 180, new Date(edge)).map(Number)
    assert.deepEqual(
      minutes,
      Array.from({ length: 180 }, (_, i) => Date.parse(edge) + (i + 1) * 60_000),
      `${zone} ${edge}`,
    )
  }
})

describe('the last slot before a moment', () => {
  const last = (cron: string, after: string, at: string) =>
    openCron(cron, 'Europe/Berlin').last(new Date(after), new Date(at))?.toISOString() ?? null

  test('is found, over however many slots', () => {
    assert.equal(
      last('* * * * * *', '2016-01-01T00:00Z', '2026-01-01T00:00:00.700Z'),
      '2026-01-01T00:00:00.000Z',
    )
    assert.equal(last('0 9 1 * *', '2026-01-15T00:00Z', '2026-05-20T00:00Z'), '2026-05-01T07:00:00.000Z')
    assert.equal(
      last('* * 9-17 * * 1-5', '2026-01-01T00:00Z', '2026-11-16T05:00Z'),
      '2026-11-13T16:59:59.000Z',
    )
  })

  test('is none when none was due', () => {
    assert.equal(last('0 9 1 * *', '2026-01-15T00:00Z', '2026-01-20T00:00Z'), null)
  })
})

describe('what is refused', () => {
  test('expressions that cannot be read or never come', () => {
    assert.match(refusal('0 0 30 2 *')!, /^invalid_cron: The schedule "0 0 30 2 \*" never matches/)
    for (const cron of [
      '',
      '* * * *',
      '60 * * * *',
      '*/0 * * * *',
      'a b c d e',
      '* * * * * * 2030',
      'x'.repeat(300),
    ])
      assert.match(refusal(cron)!, /^invalid_cron: .* cannot be read: .* Use minute/, cron)
    for (const cron of ['@daily', '0 9 * * MON-FRI', '*/10 * * * * *', '0 0 29 2 *', '0 0 L * *'])
      assert.equal(refusal(cron), null, cron)
  })

  test('zones that do not exist, with the one that was meant', () => {
    assert.match(refusal('@daily', 'Europe/Berln')!, /^invalid_time_zone: .*Did you mean "Europe\/Berlin"/)
    assert.match(refusal('@daily', 'new york')!, /Did you mean "America\/New_York"/)
    assert.match(refusal('@daily', '+02:00')!, /Use an IANA name/)
    assert.match(refusal('@daily', 'qqqqqqqqqqqqqqqqqq')!, /Use an IANA name/)
  })
})
