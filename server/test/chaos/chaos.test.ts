import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { inLongRun, someOf } from '../size.ts'
import { type ChaosOptions, playChaos } from './chaos.ts'
import type { Stage } from './faults.ts'
import type { Resources } from './resources.ts'
import { stageElsewhere, stageEmbedded } from './stage.ts'

const skip = process.platform !== 'linux' && 'reads /proc'
const isLong = Boolean(process.env.STOA_TEST_SLOW)
const minutes = Number(process.env.STOA_CHAOS_MINUTES ?? 0)

// What a server that has warmed up may still take on top: connections, caches, compiled code.
const moreDescriptors = 60
const moreMegabytes = 250
// In a soak the second quarter is compared with the last one.
const soakMegabytes = 60

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1]!

function assertNoLeak(before: Resources, samples: readonly Resources[], isSoak: boolean): void {
  const last = samples.at(-1)!
  assert.ok(last.descriptors - before.descriptors < moreDescriptors, JSON.stringify(samples))
  const megabytes = samples.map((sample) => sample.megabytes)
  const quarter = Math.floor(megabytes.length / 4)
  const [early, late, most] =
    isSoak && quarter > 0
      ? [median(megabytes.slice(quarter, 2 * quarter)), median(megabytes.slice(-quarter)), soakMegabytes]
      : [before.megabytes, last.megabytes, moreMegabytes]
  assert.ok(late - early < most, `${early} MB became ${late} MB`)
}

async function play(t: TestContext, stage: Stage, goesOn: ChaosOptions['goesOn'], isSoak = false) {
  const say = (line: string) => t.diagnostic(line)
  const report = await playChaos(stage, { goesOn, paceMs: isSoak ? 100 : 0, say })
  say(`${report.acknowledged} acknowledged, ${report.failedRequests} failed`)
  assert.deepEqual(report.lost, [])
  assert.deepEqual(report.stuck, [])
  assert.deepEqual(report.unmarked, [])
  assert.deepEqual(report.unannounced, [])
  assert.equal(report.ledger.isClean, true, report.ledger.text)
  assert.deepEqual(report.leftProcesses, [])
  assertNoLeak(report.before, report.samples, isSoak)
}

test('all areas under load while storage, models, the database and the clock fail: what was acknowledged is there', {
  skip,
}, async (t) => {
  const stage = await stageElsewhere(t)
  const withoutKills = stage.faults.slice(0, -1)
  // Kills have separate tests in the short run, where a start costs more than everything else; and a soak is to show
  // what one process holds in the end.
  if (!isLong) stage.faults = [...someOf(withoutKills, 6)]
  if (minutes > 0) stage.faults = withoutKills
  const end = Date.now() + minutes * 60_000
  const rounds = stage.faults.length
  await play(t, stage, (round) => round < rounds || Date.now() < end, minutes > 0)
})

test('all areas under load while server and database are killed and the disk is full: what was acknowledged is there', {
  skip: skip || inLongRun.skip,
}, async (t) => {
  const stage = await stageEmbedded(t)
  await play(t, stage, (round) => round < stage.faults.length)
})
