import type { Scope } from '../../../kernel/scope.ts'
import type { CallEvent, CallRequest } from '../schema/call-request.ts'
import type { Calls } from './calls.ts'

/** A call that a model has begun to answer: whatever failed before is told by the status, not within a stream. */
export async function begunCall(
  calls: Pick<Calls, 'call'>,
  scope: Scope,
  request: CallRequest,
  signal: AbortSignal,
): Promise<{ id: string; events: AsyncGenerator<CallEvent> }> {
  const events = calls.call(scope, request, signal)
  const first = await events.next()
  const id = !first.done && first.value.type === 'start' ? first.value.id : ''
  return { id, events: withFirst(first, events) }
}

async function* withFirst(
  first: IteratorResult<CallEvent>,
  rest: AsyncGenerator<CallEvent>,
): AsyncGenerator<CallEvent> {
  if (first.done) return
  try {
    yield first.value
    yield* rest
  } finally {
    await rest.return(undefined)
  }
}
