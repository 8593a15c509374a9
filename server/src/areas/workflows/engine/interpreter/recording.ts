import type { StepClass } from '../../../../kernel/runs/run.ts'
import { strongestTaint, type Taint } from '../../../../kernel/text/taint.ts'
import type { NodeRecord } from '../../graph/record.ts'
import type { NodeFailure } from '../failure.ts'
import { type Attempt, type Done, type EffectPlan, optionsOf } from '../nodes/kind.ts'
import type { ExecutionState, Flow } from './state.ts'

/** The outcome of one attempt of a node: what is recorded, and the output, which may be in a file instead. */
export type Tried = { record: NodeRecord; output: unknown }

export async function succeeded(attempt: Attempt, done: Done): Promise<Tried> {
  const { state, context, step } = attempt
  const { value, bytes, fileId } = await state.outputs.store(context.scope, step, done.output)
  state.counters.bytes(step, fileId === null ? bytes : 0)
  const where = fileId === null ? (value === null ? {} : { o: value }) : { f: fileId }
  const { lines, creditsMicro, logId, mark, j, v, r, stopped = [] } = done
  return {
    output: value,
    record: {
      s: 'ok',
      ...where,
      ...(lines && lines.length > 0 ? { l: lines } : {}),
      ...(creditsMicro ? { c: creditsMicro } : {}),
      ...(logId ? { x: logId } : {}),
      ...(mark ? { t: mark } : {}),
      ...from(attempt, done.taint),
      ...(j ? { j } : {}),
      ...(stopped.length > 0 ? { p: stopped } : {}),
      ...(v === undefined ? {} : { v }),
      ...(r ? { r } : {}),
    },
  }
}

/** With whether and when another try follows, as the node's `retry` says and as far as that does no harm. */
export function failed(
  attempt: Attempt,
  failure: NodeFailure,
  { class: stepClass, taint: planned = null }: Partial<Pick<EffectPlan, 'class' | 'taint'>> = {},
): Tried {
  const { creditsMicro, logId, lines } = failure.facts
  return {
    output: null,
    record: {
      s: 'error',
      e: failure.toError(),
      ...from(attempt, failure.facts.taint === undefined ? planned : failure.facts.taint),
      ...(lines && lines.length > 0 ? { l: lines } : {}),
      ...(creditsMicro ? { c: creditsMicro } : {}),
      ...(logId ? { x: logId } : {}),
      ...nextTry(attempt, failure, stepClass),
    },
  }
}

function nextTry(
  { node, attempt, state }: Attempt,
  { facts }: NodeFailure,
  stepClass: StepClass | undefined,
): Pick<NodeRecord, 's' | 'w' | 'u'> | undefined {
  const { retry, onUncertain } = optionsOf(node)
  if (attempt >= retry.max || !facts.isRetryable) return undefined
  const mayHaveHadEffect = stepClass === 'once' && !facts.hadNoEffect
  if (mayHaveHadEffect && onUncertain === 'fail') return undefined
  const backoffMs = Math.min(retry.maxBackoff, retry.backoff * retry.factor ** attempt)
  const waitMs = Math.max(backoffMs, facts.retryAfterMs ?? 0)
  return {
    s: 'retry',
    w: new Date(state.clock.now().getTime() + waitMs).toISOString(),
    ...(mayHaveHadEffect && onUncertain === 'ask' ? { u: true } : {}),
  }
}

/** The strongest of what it could read and what it got from elsewhere. */
function from({ taint }: Attempt, got: Taint): Pick<NodeRecord, 'from'> {
  const strongest = strongestTaint([taint, got])
  return strongest === null ? {} : { from: strongest }
}

/** Notifies the followers of the execution. Within a step, so that it is sent once, and only with its record. */
export function emitEnded(
  { state, node, step, attempt }: Attempt,
  record: NodeRecord,
  startedMs: number,
): void {
  const durationMs = Math.max(0, Math.round(performance.now() - startedMs))
  const about = { nodeId: node.id, step, attempt: attempt + 1, durationMs }
  if (record.s === 'ok')
    state.root.emit('node.completed', {
      ...about,
      ...(record.c ? { creditsMicro: record.c } : {}),
      ...(record.p?.[0] ? { stoppedBy: record.p[0].stoppedBy } : {}),
    })
  else state.root.emit('node.failed', { ...about, error: record.e, willRetry: record.s === 'retry' })
}

export const emitStarted = ({ state, node, step, attempt }: Attempt): void =>
  state.root.emit('node.started', { nodeId: node.id, step, attempt: attempt + 1 })

export function emitSkipped(
  { root, skipped }: ExecutionState,
  { prefix }: Pick<Flow, 'prefix'>,
  nodeId: string,
  step: string,
): void {
  const key = `${prefix}${nodeId}`
  if (skipped.has(key)) return
  skipped.add(key)
  root.emit('node.skipped', { nodeId, step })
}
