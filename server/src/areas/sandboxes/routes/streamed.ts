import { AppError } from '../../../kernel/errors.ts'
import { eventsReply, type ServerEvent } from '../../../kernel/http/endpoint.ts'
import { ExecutionResult } from '../schema/execution.ts'
import type { Follower } from '../service/one-shot.ts'
import { createOutputLine } from '../service/output-line.ts'

type Perform = (follower: Follower) => Promise<ExecutionResult>

/** A stream cannot be given a second time, so an intention that is named once would be answered by nothing. */
export function refuseKeyed({ headers }: { headers: { [name: string]: unknown } }): void {
  if (headers['idempotency-key'] !== undefined)
    throw new AppError('invalid_parameter', 'A stream does not take an Idempotency-Key', {
      hint: 'Leave the header out, or stream=true.',
    })
}

/** Answers with the id of a script, by which it can be cancelled, what it prints while it runs, and then its result. */
export const streamed = (perform: Perform) => eventsReply(follow(perform))

async function* follow(perform: Perform): AsyncGenerator<ServerEvent> {
  const line = createOutputLine()
  const begun = Promise.withResolvers<string>()
  const done = perform({ onBegun: begun.resolve, onOutput: line.push })
  done.then(line.end, line.end)
  // One that is refused never begins.
  done.catch(begun.reject)
  yield { event: 'started', data: { id: await begun.promise } }
  for await (const { stream, text, skipped } of line.read())
    yield { event: stream, data: skipped ? { text, truncated: true } : { text } }
  yield { event: 'result', data: ExecutionResult.parse(await done) }
}
