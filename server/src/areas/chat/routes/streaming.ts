import { type EventFraming, eventsReply, type Input } from '../../../kernel/http/endpoint.ts'
import type { Caller, RunStream } from '../service/run-streams.ts'
import { isBareCall, type Surface } from './shared.ts'

/** As LangGraph's decoder needs it: a line that ends a ping, or a time to retry, would be an empty event to it. */
const framing = (isBare: boolean): EventFraming => ({
  ...(isBare
    ? {
        first: '',
        errorEvent: ({ code, message, status }, requestId) => ({
          event: 'error',
          data: { error: code, message, status, requestId },
        }),
      }
    : {}),
  ping: openingPing,
  isCutOnStop: true,
})

/** For streams that may be quiet for long: headers reach a client with the first bytes behind them. */
export const openingPing = ': ping\n'

export const callerOf = (
  surface: Surface,
  { scope, signal, headers, ignoreFields }: Pick<Input, 'scope' | 'signal' | 'headers' | 'ignoreFields'>,
): Caller => ({ scope, signal, ignoreFields, isBare: isBareCall(surface, headers) })

export function reply(
  { source, location, contentLocation }: RunStream,
  { setHeader }: Pick<Input, 'setHeader'>,
  isBare: boolean,
  more: Pick<EventFraming, 'first'> = {},
) {
  if (contentLocation !== null) setHeader('content-location', contentLocation)
  if (location !== null) setHeader('location', location)
  return eventsReply(source, { ...framing(isBare), ...more })
}

export const maxInputBytes = 1024 * 1024
export const startErrors = [
  'invalid_state',
  'thread_not_found',
  'assistant_not_found',
  'agent_required',
  'workflow_inactive',
  'checkpoint_not_found',
  'run_in_progress',
  'run_queue_full',
  'execution_not_paused',
  'approval_not_allowed',
  'approval_outdated',
  'workflow_input_invalid',
  'message_invalid',
] as const
export const streamed =
  'Server-sent events: `metadata`, `messages` (tokens), `updates` (new messages), `tool_call`, `tool_result`, `interrupt`, `custom`, `error`, `usage`, and `end`, after which the stream closes. `values`, the whole thread after every step, are sent on request (`stream_mode`), and to clients of LangGraph that name no mode. Every event is stored before it is sent; ids have a fixed width.'
