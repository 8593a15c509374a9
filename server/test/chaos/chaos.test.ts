import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { inLongRun, someOf } from '../size.ts'
import { playChaos } from './chaos.ts'
import type { Stage } from './faults.ts'
import { assertNothingLost } from './nothing-lost.ts'
import type { Resources } from './resources.ts'
import { stageElsewhere, stageEmbedded } from './stage.ts'

const skip = process.platform !== 'linux' && 'reads /proc'
const isLong = Boolean(process.env.STOA_TEST_SLOW)

// What a server that has warmed up may still take on top: connections, caches, compiled code.
const moreDescriptors = 60
const moreMegabytes = 250

function assertNoLeak(before: Resources, samples: readonly Resources[]): void {
  const last = samples.at(-1)!
  assert.ok(last.descriptors - before.descriptors < moreDescriptors, JSON.stringify(samples))
  assert.ok(
    last.megabytes - before.megabytes < moreMegabytes,
    `${before.megabytes} MB became ${last.megabytes} MB`,
  )
}

async function play(t: TestContext, stage: Stage) {
  const say = (line: string) => t.diagnostic(line)
  const goesOn = (round: number) => round < stage.faults.length
  const report = await playChaos(stage, { goesOn, paceMs: 0, hasBrowsers: isLong, say })
  say(`${report.acknowledged} acknowledged, ${report.failedRequests} failed`)
  assertNothingLost(report)
  assertNoLeak(report.before, report.samples)
}

test('all areas under load while storage, models, the database and the clock fail: what was acknowledged is there', {
  skip,
}, async (t) => {
  const stage = await stageElsewhere(t)
  // Kills have separate tests in the short run, where a start costs more than everything else.
  if (!isLong) stage.faults = [...someOf(stage.faults.slice(0, -1), 3)]
  await play(t, stage)
})

test(
  'all areas under load while server and database are killed and the disk is full: what was acknowledged is there',
  {
    skip: skip || inLongRun.skip,
  },
  async (t) => play(t, await stageEmbedded(t)),
)
