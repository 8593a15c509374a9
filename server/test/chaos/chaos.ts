import { setTimeout as pause } from 'node:timers/promises'
import { until } from '../until.ts'
import { type Client, createClient } from './client.ts'
import { findLost, findStuck, findUnannounced, findUnmarked, reconcile } from './compare.ts'
import type { Stage } from './faults.ts'
import { dataOperations } from './load-data.ts'
import { eventPath, workOperations } from './load-work.ts'
import { create, type Fact, type Operation } from './operation.ts'
import { descendantsOf, isAlive, type Resources, resourcesOf } from './resources.ts'

export type ChaosOptions = {
  /** True as long as another round is to be played. */
  goesOn(round: number): boolean
  /** Between two requests of a client: a soak is to last, not to fill the disk. */
  paceMs: number
  say(line: string): void
}

const clients = 4
// A client that was refused comes back later.
const backOffMs = 50
// After an outage the breaker of a model provider lets nothing pass for 10 seconds, then for 20, then for 40.
const maxHealMs = 240_000

/** All areas under load, a fault in each round, and at the end a comparison of what was acknowledged with what is there. */
export async function playChaos(stage: Stage, options: ChaosOptions) {
  const send = createClient(
    () => stage.server().line.api,
    (status) => stage.statuses.add(status),
  )
  const { operations, effectWorkflowId } = await prepareLoad(send, stage)
  const load = startLoad(operations, stage, options)
  const { before, samples } = await playRounds(stage, load, options).finally(load.stop)
  const { facts } = load
  return {
    acknowledged: facts.length,
    failedRequests: load.failed(),
    lost: await findLost(send, facts),
    stuck: await findStuck(send),
    unmarked: await findUnmarked(send, stage.outside, effectWorkflowId),
    unannounced: await findUnannounced(stage.outside, facts),
    ledger: await reconcile(send),
    before,
    samples,
    leftProcesses: await leftAfterStop(stage),
  }
}

async function playRounds(stage: Stage, load: ReturnType<typeof startLoad>, { goesOn, say }: ChaosOptions) {
  await load.everyArea('before anything goes wrong')
  const before = await resourcesOf(stage.server().pid)
  const samples: Resources[] = []
  for (let round = 0; goesOn(round); round++) {
    const fault = stage.faults[round % stage.faults.length]!
    await fault.play(stage)
    await load.everyArea(`after: ${fault.name}`)
    const now = await resourcesOf(stage.server().pid)
    samples.push(now)
    say(`${round + 1}: ${fault.name}, ${load.facts.length} acknowledged, ${now.megabytes.toFixed(0)} MB`)
  }
  return { before, samples }
}

async function prepareLoad(send: Client, { outside }: Stage) {
  // A balance that can be wrong, instead of none.
  await send('POST', '/usage/grants', { credits: 10_000_000, reason: 'chaos' })
  const eventTypes = ['external_user.created']
  await create(send, '/webhooks', { url: outside.receiver.urlOf(eventPath), eventTypes })
  const work = await workOperations(send, outside.receiver.urlOf)
  return { ...work, operations: [...(await dataOperations(send)), ...work.operations] }
}

function startLoad(operations: readonly Operation[], { statuses }: Stage, { paceMs }: ChaosOptions) {
  const facts: Fact[] = []
  const acknowledged = new Map<string, number>()
  let failed = 0
  let isOver = false
  const running = Array.from({ length: clients }, async (_, client) => {
    // Each begins elsewhere in the list, so that all areas are at work at any moment.
    for (let i = Math.floor((client * operations.length) / clients); !isOver; i++) {
      const { area, run } = operations[i % operations.length]!
      const fact = await run(`chaos-${client}-${i}`).catch(() => null)
      if (fact) {
        facts.push(fact)
        acknowledged.set(area, (acknowledged.get(area) ?? 0) + 1)
      } else failed++
      await pause(fact ? paceMs : backOffMs)
    }
  })
  return {
    facts,
    failed: () => failed,
    /** Until every area has acknowledged something from now on. */
    async everyArea(when: string): Promise<void> {
      const seen = new Map(acknowledged)
      const silent = () =>
        operations.filter(({ area }) => (acknowledged.get(area) ?? 0) === (seen.get(area) ?? 0))
      await until(() => silent().length === 0, `a response of every area ${when}`, maxHealMs).catch(
        (error) => {
          throw new Error(`${error.message}: ${silent().map(({ area }) => area)} (${[...statuses]})`)
        },
      )
    },
    async stop(): Promise<void> {
      isOver = true
      await Promise.all(running)
    },
  }
}

/** Processes of the installation that are there after it was stopped. */
async function leftAfterStop(stage: Stage): Promise<number[]> {
  const { pid, stop } = stage.server()
  const all = [pid, ...(await descendantsOf(pid))]
  await stop()
  const alive = await Promise.all(all.map(isAlive))
  return all.filter((_, i) => alive[i])
}
