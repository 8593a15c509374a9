import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { until } from '../until.ts'
import { playChaos } from './chaos.ts'
import type { Stage } from './faults.ts'
import { assertNothingLost } from './nothing-lost.ts'
import { growthOf, type Sample, sampleHead, sampleLine, sampleOf, startSampling } from './samples.ts'
import { stageSoak } from './stage.ts'

const minutes = Number(process.env.STOA_CHAOS_MINUTES ?? 0)
const skip =
  (process.platform !== 'linux' && 'reads /proc') ||
  (minutes === 0 && 'npm run chaos -- --minutes 60 plays it')
const everyMs = Math.min(60_000, Math.max(5_000, minutes * 1_000))
const paceMs = 600

// What the second half may take more than its beginning, of which a heap between two collections is most.
const moreMegabytes = 30
// Connections to the database and to services that were opened last and are not idle for long enough yet.
const moreDescriptors = 30
// At rest: processes that wait for the next script, and one browser that waits for the next session.
const moreProcesses = 4
const spareBrowserProcesses = 12
const maxRestMs = 180_000

/** What is left once nothing is sent any longer: sessions, pools and idle processes end by themselves. */
async function restOf(stage: Stage, before: Sample): Promise<Sample> {
  let last = sampleOf(stage.server().pid, 0)
  const isAtRest = () => {
    last = sampleOf(stage.server().pid, 0)
    const { all, browsers } = last.processes
    return browsers <= spareBrowserProcesses && all - browsers <= before.processes.all + moreProcesses
  }
  await until(isAtRest, 'as many processes as before', maxRestMs).catch((error) => {
    throw new Error(`${error.message}\n${sampleHead}\n${sampleLine(last)}`)
  })
  return last
}

async function soak(t: TestContext, stage: Stage) {
  const end = Date.now() + minutes * 60_000
  const say = (line: string) => t.diagnostic(line)
  const { pid } = stage.server()
  const before = sampleOf(pid, 0)
  const serverPid = stage.serverPid()
  const sampling = startSampling(pid, everyMs, (sample) => console.log(sampleLine(sample)))
  console.log(sampleHead)
  let rest = before
  const report = await playChaos(stage, {
    goesOn: () => Date.now() < end,
    paceMs,
    hasBrowsers: true,
    say,
    onCalm: sampling.stop,
    async onIdle() {
      rest = await restOf(stage, before)
      assert.equal(stage.serverPid(), serverPid, 'the server has crashed')
    },
  }).finally(sampling.stop)
  const growth = growthOf(sampling.samples, ({ megabytes }) => {
    // Scripts and browsers come and go with the requests of that moment.
    return megabytes.supervisor + megabytes.server + megabytes.database
  })
  say(`${report.acknowledged} acknowledged, ${report.failedRequests} failed, ${report.samples.length} faults`)
  say(`the second half grew by ${growth.toFixed(0)} MB; before, at the end and at rest:`)
  for (const each of [before, sampling.samples.at(-1)!, rest]) say(sampleLine(each))
  return { report, samples: sampling.samples, growth, rest }
}

test('all areas under load and faults for as long as asked: nothing is lost, and one process does not grow', {
  skip,
}, async (t) => {
  const { report, samples, growth, rest } = await soak(t, await stageSoak(t))
  assertNothingLost(report)
  assert.ok(growth < moreMegabytes, `the second half grew by ${growth} MB`)
  const descriptors = growthOf(samples, (sample) => sample.descriptors)
  assert.ok(descriptors < moreDescriptors, `the second half has ${descriptors} more descriptors`)
  assert.ok(rest.descriptors <= report.before.descriptors + moreDescriptors, sampleLine(rest))
})
