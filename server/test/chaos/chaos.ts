import { setTimeout as pause } from 'node:timers/promises'
import { until } from '../until.ts'
import { type Client, createClient } from './client.ts'
import { findLost, findStuck, findUnannounced, findUnmarked, reconcile } from './compare.ts'
import type { Stage } from './faults.ts'
import { dataOperations } from './load-data.ts'
import { peopleOperations } from './load-people.ts'
import { viewOperations } from './load-view.ts'
import { eventPath, workOperations } from './load-work.ts'
import { create, type Fact, type Operation } from './operation.ts'
import { descendantsOf, isAlive, type Resources, resourcesOf } from './resources.ts'

export type ChaosOptions = {
  /** True as long as another round is to be played. */
  goesOn(round: number): boolean
  /** Between two requests of a client: a soak is to last, not to fill the disk. */
  paceMs: number
  /** A browser costs more than everything else together. */
  hasBrowsers: boolean
  say(line: string): void
  /** The load has ended, and what was acknowledged is compared from now on. */
  onCalm?(): void
  /** Everything has been compared, and nothing is sent any longer. */
  onIdle?(): Promise<void>
}

type Load = ReturnType<typeof startLoad>

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
  const { operations, effectWorkflowId } = await prepareLoad(send, stage, options)
  const load = startLoad(operations, stage, options)
  const rounds = await playRounds(stage, load, options).finally(load.stop)
  options.onCalm?.()
  const { facts } = load
  return {
    acknowledged: facts.length,
    failedRequests: load.failed(),
    lost: await findLost(send, facts),
    stuck: await findStuck(send),
    unmarked: await findUnmarked(send, stage.outside, effectWorkflowId),
    unannounced: await findUnannounced(stage.outside, facts),
    ledger: await reconcile(send),
    ...rounds,
    leftProcesses: await leftAfterStop(stage, options),
  }
}

async function playRounds(stage: Stage, load: Load, { goesOn, say }: ChaosOptions) {
  await load.everyArea('before anything goes wrong')
  const before = await resourcesOf(stage.serverPid())
  const samples: Resources[] = []
  for (let round = 0; goesOn(round); round++) {
    const fault = stage.faults[round % stage.faults.length]!
    await fault.play(stage)
    await load.everyArea(`after: ${fault.name}`)
    const now = await resourcesOf(stage.serverPid())
    samples.push(now)
    say(`${round + 1}: ${fault.name}, ${load.facts.length} acknowledged, ${now.megabytes.toFixed(0)} MB`)
  }
  return { before, samples }
}

async function prepareLoad(send: Client, { outside, server }: Stage, { hasBrowsers }: ChaosOptions) {
  // A balance that can be wrong, instead of none.
  await send('POST', '/usage/grants', { credits: 10_000_000, reason: 'chaos' })
  const eventTypes = ['external_user.created']
  await create(send, '/webhooks', { url: outside.receiver.urlOf(eventPath), eventTypes })
  const work = await workOperations(send, outside.receiver.urlOf)
  const { api, dashboard: setUpUrl } = server().line
  const origin = outside.receiver.urlOf('')
  const people = await peopleOperations(send, { origin, agentId: work.agentId, api, setUpUrl })
  const views = hasBrowsers ? viewOperations(send, () => server().line.api) : []
  return { ...work, operations: [...(await dataOperations(send)), ...work.operations, ...people, ...views] }
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
async function leftAfterStop(stage: Stage, { onIdle }: ChaosOptions): Promise<number[]> {
  await onIdle?.()
  const { pid, stop } = stage.server()
  const all = [pid, ...(await descendantsOf(pid))]
  await stop()
  const alive = await Promise.all(all.map(isAlive))
  return all.filter((_, i) => alive[i])
}
