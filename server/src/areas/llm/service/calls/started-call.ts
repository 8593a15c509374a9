import { createPace } from '../../../../kernel/compute/pace.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { CallEvent, CallRequest } from '../../schema/call-request.ts'
import type { Calls } from './calls.ts'

/**
 * A call with a response that has begun, written event by event: an earlier failure is reported by the status, not
 * within a stream. What came together is written together.
 */
export async function startedCall(
  calls: Pick<Calls, 'listenTo'>,
  scope: Scope,
  request: CallRequest,
  signal: AbortSignal,
  write: (event: CallEvent) => string,
): Promise<{ id: string; frames: AsyncGenerator<string> }> {
  const events = calls.listenTo(scope, request, signal)
  const first = await events.next()
  const start = first.done ? undefined : first.value.find(({ type }) => type === 'start')
  return { id: start?.type === 'start' ? start.id : '', frames: written(first, events, write) }
}

async function* written(
  first: IteratorResult<readonly CallEvent[]>,
  rest: AsyncGenerator<readonly CallEvent[]>,
  write: (event: CallEvent) => string,
): AsyncGenerator<string> {
  // A provider may send faster, and in smaller pieces, than any model.
  const pace = createPace()
  try {
    for (let next = first; !next.done; next = await rest.next()) {
      let text = ''
      for (const event of next.value) text += write(event)
      yield text
      await pace()
    }
  } finally {
    await rest.return(undefined)
  }
}
