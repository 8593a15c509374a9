import { strongestTaint, type Taint } from '../../../../kernel/text/taint.ts'
import type { StoppedPart } from '../../../agents/index.ts'
import { type Roots, rootsOf } from '../../graph/node-input.ts'
import { stepNameOf } from '../../graph/record.ts'
import type { Node } from '../../schema/graph.ts'
import { NodeFailure, toNodeFailure } from '../failure.ts'
import { executionLimits } from '../limits.ts'
import { createNodeKinds } from '../nodes/all.ts'
import { type Attempt, type NodeKind, optionsOf } from '../nodes/kind.ts'
import { type AttemptEnd, attemptNode } from './attempt.ts'
import type { RunNode } from './level.ts'
import { emitSkipped } from './recording.ts'
import type { NodeResult, NodeRun } from './state.ts'
import { NodeStopped } from './stop.ts'
import { stoppedParts } from './stopped-parts.ts'
import { resolveUncertain } from './uncertain.ts'

/** Executes one node: whether it runs at all, for each item, with its retries, and what its failure means. */
export const runNode: RunNode = async (run) => {
  const { state, pass, nodeId } = run
  await state.pace()
  const compiled = pass.flow.compiled.nodes.get(nodeId)!
  const { node } = compiled
  const isNew = run.sources.some(({ result }) => result.isNew) || state.root.run.attempt === 1
  if (node.type === 'start') return startResult(run, isNew)
  const roots = rootsOf(pass.flow.compiled.structure, pass, nodeId)
  const ran = await execute(run, node, roots).catch((error) => {
    if (run.signal.aborted) throw run.signal.reason
    throw error
  })
  if (ran === 'skipped') {
    if (isNew) emitSkipped(state, pass.flow, nodeId, stepNameOf(pass.flow.prefix, nodeId, pass.labels))
    const { context, now } = run
    return { status: 'skipped', output: null, error: null, taint: null, context, now, isNew }
  }
  return toResult(run, node, ran)
}

const nodeKinds = createNodeKinds((run) => runNode(run))

function startResult({ state, pass, context, now }: NodeRun, isNew: boolean): NodeResult {
  if (pass.flow.depth === 0) state.counters.ended('start', null)
  if (isNew) state.root.emit('node.completed', { nodeId: 'start', step: `${pass.flow.prefix}start` })
  const { taint } = pass.flow
  return { status: 'completed', output: pass.values.input, error: null, taint, context, now, isNew }
}

function toResult({ state, pass }: NodeRun, node: Node, ended: AttemptEnd): NodeResult {
  const { record, output, step, context, now, isNew } = ended
  const isFailed = record.s !== 'ok'
  if (pass.flow.depth === 0)
    state.counters.ended(
      node.id,
      isFailed ? { nodeId: node.id, nodeType: node.type, error: record.e!.message, step } : null,
    )
  const taint = record.from ?? null
  const { r: response, p: stopped } = record
  if (!isFailed)
    return { status: 'completed', output, error: null, taint, context, now, isNew, response, stopped }
  const error = record.e!
  if (optionsOf(node).onError === 'stop') throw new NodeStopped(error, step, taint)
  return { status: 'failed', output: null, error, taint, context, now, isNew }
}

async function execute(run: NodeRun, node: Node, roots: Roots): Promise<AttemptEnd | 'skipped'> {
  const { runIf, forEach } = run.pass.flow.compiled.nodes.get(node.id)!
  const kind = nodeKinds[node.type] as NodeKind
  const tries = { run, node, labels: run.pass.labels, roots }
  try {
    if (runIf && !runIf.evaluate({ roots, now: run.now })) return 'skipped'
  } catch (error) {
    const failure = toNodeFailure(error)
    if (!failure) throw error
    return attemptNode({ ...tries, attempt: 0 }, failing(failure))
  }
  return forEach ? attemptNode({ ...tries, attempt: 0 }, itemsKind(kind)) : withRetries(tries, kind)
}

const failing = (failure: NodeFailure): NodeKind => ({
  takesNoInput: true,
  run: () => Promise.reject(failure),
})

type Tries = { run: NodeRun; node: Node; labels: readonly string[]; roots: Roots }

/** Tries again as long as the record of the last try says so, after its pause. */
async function withRetries(tries: Tries, kind: NodeKind): Promise<AttemptEnd> {
  const { run } = tries
  for (let attempt = 0; ; attempt++) {
    const ended = await attemptNode({ ...tries, attempt }, kind)
    spend(run, ended)
    if (ended.record.s !== 'retry') return ended
    if (ended.record.u) {
      const kindOfAnswer = await answeredKind({ ...tries, attempt }, ended)
      if (kindOfAnswer) return attemptNode({ ...tries, attempt: attempt + 1 }, kindOfAnswer)
    }
    await run.state.waits.wait(null, new Date(ended.record.w!), run.signal)
  }
}

const spend = ({ state }: NodeRun, { record }: AttemptEnd) => {
  if (record.c) state.counters.spend(record.c)
}

/** A try may have had its effect although it failed: null when it is to be tried again. */
async function answeredKind(
  { run, ...tries }: Tries & { attempt: number },
  { record, step }: AttemptEnd,
): Promise<NodeKind | null> {
  const attempt = { ...run, ...tries, step, input: {} } as Attempt
  const reason = `The last try failed (${record.e!.code}: ${record.e!.message}), and it is not known whether it had an effect.`
  const answer = await resolveUncertain(attempt, `${step}:uncertain`, reason)
  if (answer === 'again') return null
  const { s, e, from = null } = answer.record
  if (s === 'ok') return { takesNoInput: true, run: async () => ({ output: answer.output, taint: from }) }
  return failing(NodeFailure.of(e!))
}

/** Runs a node for each item of its `forEach`; the output is the list of theirs, and the first failure is its own. */
const itemsKind = (kind: NodeKind): NodeKind => ({
  takesNoInput: true,
  async run(attempt) {
    const { state, node, roots, pass, now, context, labels } = attempt
    const items = pass.flow.compiled.nodes.get(node.id)!.forEach!.evaluate({ roots, now })
    if (!Array.isArray(items)) throw new NodeFailure('not_a_list', 'The value of `forEach` is not a list.')
    if (items.length > executionLimits.items)
      throw new NodeFailure(
        'items_limit',
        `The list of \`forEach\` has ${items.length} items, and at most ${executionLimits.items} are allowed.`,
      )
    const outputs: unknown[] = new Array(items.length).fill(null)
    const stop = new AbortController()
    const onAbort = () => stop.abort(attempt.signal.reason)
    attempt.signal.addEventListener('abort', onAbort, { once: true })
    const lanes = Math.min(optionsOf(node).concurrency, Math.max(1, items.length))
    let next = 0
    let latest = now
    let taint: Taint = null
    const stopped: StoppedPart[] = []
    const lane = async () => {
      const run: NodeRun = {
        ...attempt,
        context,
        signal: stop.signal,
      }
      state.waits.enter()
      try {
        for (let index = next++; index < items.length && !stop.signal.aborted; index = next++) {
          await state.pace()
          const ended = await withRetries(
            {
              run,
              node,
              labels: [...labels, String(index)],
              roots: { ...roots, item: items[index], index },
            },
            kind,
          )
          const { s, e, from = null, p = [] } = ended.record
          if (s !== 'ok') throw NodeFailure.of(e!, { taint: from })
          stopped.push(...p)
          taint = strongestTaint([taint, from])
          outputs[index] = ended.output
          latest = Math.max(latest, ended.now)
          run.context = ended.context
        }
        return run.context
      } catch (error) {
        stop.abort(error)
        throw error
      } finally {
        state.waits.leave()
      }
    }
    try {
      const contexts = await state.waits.outside(() => Promise.all(Array.from({ length: lanes }, lane)))
      return {
        output: outputs,
        taint,
        stopped: stoppedParts(stopped),
        now: latest,
        context: contexts[0]!,
      }
    } finally {
      attempt.signal.removeEventListener('abort', onAbort)
    }
  },
})
