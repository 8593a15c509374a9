import { eventsReply, type ServerEvent } from '../../../kernel/http/endpoint.ts'
import { ExecutionResult } from '../schema/execution.ts'
import type { Follower } from '../service/one-shot.ts'
import { createOutputLine } from '../service/output-line.ts'

type Perform = (follower: Follower) => Promise<ExecutionResult>

/**
 * Streams the id of a script, by which it can be cancelled, its output while it runs, and then its result. One
 * that is refused never begins: its caller gets an error status, not an event of a stream.
 */
export async function streamed(perform: Perform) {
  const line = createOutputLine()
  const started = Promise.withResolvers<string>()
  const done = perform({ onStarted: started.resolve, onOutput: line.push })
  done.then(line.end, line.end)
  done.catch(started.reject)
  return eventsReply(follow(await started.promise, line, done))
}

async function* follow(
  id: string,
  line: ReturnType<typeof createOutputLine>,
  done: Promise<ExecutionResult>,
): AsyncGenerator<ServerEvent> {
  yield { event: 'started', data: { id } }
  for await (const { stream, text, skipped } of line.read())
    yield { event: stream, data: skipped ? { text, truncated: true } : { text } }
  yield { event: 'result', data: ExecutionResult.parse(await done) }
}
