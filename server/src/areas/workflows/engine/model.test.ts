import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { until } from '../../../../test/until.ts'
import { graphOf } from '../../../../test/workflows/flows.ts'
import {
  approvedValue,
  interpret,
  type ModelOutcome,
  Stopped,
} from '../../../../test/workflows/model/model.ts'
import type { PlannedGraph, PlannedNode } from '../../../../test/workflows/model/plan.ts'
import { planGraph, type Random, randomOf, toGraph } from '../../../../test/workflows/model/random-graph.ts'
import { classOf, hooked, openEngine, type ScriptedCall } from '../../../../test/workflows/scripted.ts'
import { sql } from '../../../kernel/db/db.ts'
import { NodeFailure } from './failure.ts'

/** How many random graphs are executed; the first of them is that of `STOA_FLOW_SEED`. */
const seeds = Number(process.env.STOA_FLOW_SEEDS ?? 60)
const firstSeed = Number(process.env.STOA_FLOW_SEED ?? 1)
const atOnce = 12
const mostLosses = 5

const engine = await openEngine()
after(engine.close)

type Case = { random: Random; losses: number; calls: ScriptedCall[]; effects: Map<string, unknown[]> }
const cases = new Map<string, Case>()

/** A worker is lost here, with some probability. */
async function mayBeLost(runId: string, part: number): Promise<void> {
  const found = cases.get(runId)!
  if (found.losses >= mostLosses || !found.random.chance(part)) return
  found.losses++
  // One that is not stored is lost with everything that is known of it; its caller would start it again.
  if ((await engine.loseWorker(runId)).length === 0) return
  await new Promise(() => undefined)
}

/** A tool that adds one, fails for a given number of attempts, and may be lost before and after its effect. */
async function tool(call: ScriptedCall): Promise<unknown> {
  const found = cases.get(call.runId)!
  await mayBeLost(call.runId, 0.04)
  found.calls.push(call)
  const { n, fails } = call.arguments as { n: number; fails: number }
  const tried = Number(call.step.split('~')[1] ?? 0)
  if (tried < fails)
    throw new NodeFailure('broken', 'It is broken.', { isRetryable: true, hadNoEffect: true })
  const output = { n: n + 1 }
  if (classOf(call.slug) === 'once')
    found.effects.set(call.step, [...(found.effects.get(call.step) ?? []), output])
  await mayBeLost(call.runId, 0.04)
  return output
}
const newNode = () =>
  engine.node(tool, {
    leaseMs: 60_000,
    kind: (base) => ({ ...hooked((_when, _name, id) => mayBeLost(id, 0.015))(base), maxLosses: 1_000 }),
  })
const nodes = [newNode(), newNode()]
const scope = await engine.newScope()

/** Answers for people, who know what was done. */
async function answerPauses(id: string, rejected: ReadonlySet<string>): Promise<void> {
  for (const pause of await engine.pauses(id)) {
    const done = cases.get(id)!.effects.get(pause.step)
    const answer =
      pause.kind === 'uncertain'
        ? done
          ? { choice: 'done', output: done[0] }
          : { choice: 'again' }
        : { approved: !rejected.has(pause.node_id), value: approvedValue(pause.node_id) }
    await engine.answer(nodes[0]!, scope, pause.id, answer)
  }
}

const allNodes = ({ nodes: own }: PlannedGraph): PlannedNode[] =>
  own.flatMap((node) => [node, ...(node.body ? allNodes(node.body) : [])])

/** What the end shows of each node, in the form of the model. */
function expectedOf(plan: PlannedGraph): { status: string; nodes: Map<string, ModelOutcome> | null } {
  try {
    return { status: 'completed', nodes: interpret(plan, new Map()) }
  } catch (error) {
    if (error instanceof Stopped) return { status: 'failed', nodes: null }
    throw error
  }
}

async function play(seed: number): Promise<void> {
  const random = randomOf(seed)
  const plan = planGraph({ random, prefix: 'n', depth: 0, outer: [], human: seed % 3 === 0 })
  const { nodes: planned, edges } = toGraph(plan)
  const workflowId = await engine.save(scope, graphOf(planned, edges))
  const id = randomUUID()
  cases.set(id, { random, losses: 0, calls: [], effects: new Map() })
  const rejected = new Set(allNodes(plan).flatMap((node) => (node.isRejected ? [node.id] : [])))
  await engine.start(random.pick(nodes), scope, workflowId, {}, { id, isAhead: seed % 2 === 0 })
  const ended = await until(async () => {
    await answerPauses(id, rejected)
    const [row] = await engine.db.rows<{ status: string; output: Record<string, unknown>; error: unknown }>(
      sql`select status, output, error from workflow_execution where id = ${id} and status is not null`,
    )
    return row ?? null
  }, `seed ${seed} ending`).then((row) => row!)
  const about = `seed ${seed}, ${cases.get(id)!.losses} losses: ${JSON.stringify(ended)}`
  const expected = expectedOf(plan)
  assert.equal(ended.status, expected.status, about)
  if (expected.nodes && ended.output) assertSame(plan, ended.output, expected.nodes, about)
  await assertEffects(id, about)
}

type Shown = { status: string; output: unknown; error: { code: string } | null } | null

function assertSame(
  plan: PlannedGraph,
  output: Record<string, unknown>,
  expected: Map<string, ModelOutcome>,
  about: string,
): void {
  for (const { id, kind, isRaced } of plan.nodes) {
    if (!Object.hasOwn(output, id)) continue
    const shown = output[id] as Shown
    if (isRaced && (shown === null || shown.status === 'skipped')) continue
    const model = expected.get(id)!
    assert.equal(shown?.status, model.status, `${id}: ${about}`)
    if (shown?.error) assert.ok(model.errorCodes.has(shown.error.code), `${id}: ${about}`)
    // That of a join is what the branches gave that won.
    if (kind !== 'join') assertSameOutput(shown?.output, model.output, `${id}: ${about}`)
  }
}

function assertSameOutput(real: unknown, model: unknown, about: string): void {
  // Of what an iteration gives only how many of them there are is compared; nodes inside are compared by their effects.
  if (Array.isArray(real)) assert.equal(real.length, (model as unknown[]).length, about)
  else if (real !== null && 'value' in (real as object))
    assert.deepEqual((real as { value: unknown }).value, (model as { value: unknown }).value, about)
  else assert.deepEqual(real, model, about)
}

/** Nothing with side effects was done twice, and nothing else without its mark. */
async function assertEffects(id: string, about: string): Promise<void> {
  const { calls, effects } = cases.get(id)!
  for (const [step, done] of effects) assert.equal(done.length, 1, `${step} was done twice. ${about}`)
  const steps = await engine.db.rows<{ name: string; also: number | null }>(
    sql`select name, maybe_also_attempt as also from run_step where run_id = ${id}`,
  )
  const marks = new Map(steps.map(({ name, also }) => [name, also]))
  for (const [step, of] of Map.groupBy(calls, (call) => call.step))
    if (of.length > 1 && classOf(of[0]!.slug) === 'repeatable')
      assert.notEqual(marks.get(step), null, `${step} was done twice without a mark. ${about}`)
}

test('random graphs with random losses of workers give what a simple interpreter gives', {
  timeout: 600_000,
}, async () => {
  let next = firstSeed
  const last = firstSeed + seeds
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let seed = next++; seed < last; seed = next++) await play(seed)
    }),
  )
  const losses = [...cases.values()].reduce((sum, each) => sum + each.losses, 0)
  assert.ok(losses > seeds / 4, `${losses} losses`)
})
