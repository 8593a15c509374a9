import type { Run, RunContext } from '../../../kernel/runs/run.ts'

/** What the deltas of a message belong to. */
type Delta = { id: string; call?: string; name?: string; d: string }

export type Emitter = {
  emit(type: string, data: Record<string, unknown>): void
  /** A piece of a message; pieces that follow one another become one event. */
  delta(type: 'text' | 'reasoning' | 'args', delta: Delta): void
}

/** Which delta was emitted last in a run: agents at work side by side in it must not continue those of others. */
const lastDeltas = new WeakMap<Run, string>()

/** Adds to the log of the run. What belongs to an agent inside of another says so. */
export function createEmitter(context: RunContext, namespace: readonly string[]): Emitter {
  const { run } = context
  const started = new Set<string>()
  const place = namespace.length > 0 ? { ns: namespace } : {}
  return {
    emit: (type, data) => {
      lastDeltas.delete(run)
      context.emit(type, { ...data, ...place })
    },
    delta(type, delta) {
      const key = `${type} ${delta.id} ${delta.call ?? ''}`
      const isSame = lastDeltas.get(run) === key
      lastDeltas.set(run, key)
      // The first word is seen immediately; those behind it, and the arguments of calls, wait for one another.
      const isUrgent = type !== 'args' && !started.has(delta.id)
      if (type !== 'args') started.add(delta.id)
      context.emit(type, { ...delta, ...place }, isSame ? { isUrgent, merge: joined } : { isUrgent })
    },
  }
}

function joined(earlier: unknown, later: unknown): unknown {
  const { d } = later as Delta
  return { ...(earlier as Delta), d: (earlier as Delta).d + d }
}
