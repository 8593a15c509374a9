import type { StepInput } from '../../../kernel/runs/run.ts'
import type { CallEvent, CallOptions, CallRequest, PreparedCall } from '../../llm/index.ts'
import type { Loop } from './loop.ts'

/** A call of a model that begins with its step, in the flush that marks the step and has all records before it. */
export function stepCall({ turn: { effects } }: Pick<Loop, 'turn'>, request: CallRequest) {
  let prepared: PreparedCall | null = null
  return {
    async before() {
      prepared = await effects.prepareCall(request)
      return prepared ? [prepared.rows] : []
    },
    /** A call without rows begins by itself, and says why it cannot. */
    events(
      signal: AbortSignal,
      { hasRows, ...options }: Pick<StepInput, 'hasRows'> & CallOptions,
    ): AsyncIterable<CallEvent> {
      if (prepared && hasRows) return prepared.make(signal, options)
      prepared?.close()
      return effects.callModel(request, signal, options)
    },
    close: () => prepared?.close(),
  }
}

export type StepCall = ReturnType<typeof stepCall>
