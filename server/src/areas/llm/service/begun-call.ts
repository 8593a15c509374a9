import type { Scope } from '../../../kernel/scope.ts'
import type { CallEvent, CallRequest } from '../schema/call-request.ts'
import type { Calls } from './calls.ts'

/** A call that a model has begun to answer: whatever failed before is told by the status, not within a stream. */
export async function begunCall(
  calls: Pick<Calls, 'call'>,
  scope: Scope,
  request: CallRequest,
  signal: AbortSignal,
): Promise<AsyncGenerator<CallEvent>> {
  const events = calls.call(scope, request, signal)
  return withFirst(await events.next(), events)
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
