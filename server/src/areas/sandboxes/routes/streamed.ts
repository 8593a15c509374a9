import { AppError } from '../../../kernel/errors.ts'
import { rawReply, type ServerEvent } from '../../../kernel/http/endpoint.ts'
import { errorAnswer, toAppError } from '../../../kernel/http/envelope.ts'
import { eventStream } from '../../../kernel/http/sse.ts'
import type { Output } from '../../../kernel/sandbox/wire/messages.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { ExecutionResult } from '../schema/execution.ts'
import { createOutputLine } from '../service/output-line.ts'

type Perform = (onOutput: (output: Output) => void) => Promise<ExecutionResult>

type Asked = { scope: Scope; signal: AbortSignal; headers: { [name: string]: unknown } }

/** A stream cannot be given a second time, so an intention that is named once would be answered by nothing. */
export function refuseKeyed({ headers }: Pick<Asked, 'headers'>): void {
  if (headers['idempotency-key'] !== undefined)
    throw new AppError('invalid_parameter', 'A stream does not take an Idempotency-Key', {
      hint: 'Leave the header out, or stream=true.',
    })
}

/** Answers with what a script prints while it runs, and then with its result. */
export function streamed({ scope, signal }: Asked, perform: Perform) {
  const onError = (failure: unknown): ServerEvent => ({
    event: 'error',
    data: JSON.parse(errorAnswer(toAppError(failure), scope.requestId, null).body) as unknown,
  })
  return rawReply({
    body: eventStream(follow(perform), signal, onError),
    contentType: 'text/event-stream',
    headers: { 'x-accel-buffering': 'no' },
  })
}

async function* follow(perform: Perform): AsyncGenerator<ServerEvent> {
  const line = createOutputLine<Output>()
  const done = perform(line.push)
  done.then(line.end, line.end)
  for await (const { stream, text } of line.read()) yield { event: stream, data: { text } }
  yield { event: 'result', data: ExecutionResult.parse(await done) }
}
