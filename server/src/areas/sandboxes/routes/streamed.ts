import { AppError } from '../../../kernel/errors.ts'
import { eventsReply, type ServerEvent } from '../../../kernel/http/endpoint.ts'
import type { Output } from '../../../kernel/sandbox/wire/messages.ts'
import { ExecutionResult } from '../schema/execution.ts'
import { createOutputLine } from '../service/output-line.ts'

type Perform = (onOutput: (output: Output) => void) => Promise<ExecutionResult>

/** A stream cannot be given a second time, so an intention that is named once would be answered by nothing. */
export function refuseKeyed({ headers }: { headers: { [name: string]: unknown } }): void {
  if (headers['idempotency-key'] !== undefined)
    throw new AppError('invalid_parameter', 'A stream does not take an Idempotency-Key', {
      hint: 'Leave the header out, or stream=true.',
    })
}

/** Answers with what a script prints while it runs, and then with its result. */
export const streamed = (perform: Perform) => eventsReply(follow(perform))

async function* follow(perform: Perform): AsyncGenerator<ServerEvent> {
  const line = createOutputLine()
  const done = perform(line.push)
  done.then(line.end, line.end)
  for await (const { stream, text, skipped } of line.read())
    yield { event: stream, data: skipped ? { text, truncated: true } : { text } }
  yield { event: 'result', data: ExecutionResult.parse(await done) }
}
