import type { Db } from '../../../kernel/db/db.ts'
import type { ServerEvent } from '../../../kernel/http/endpoint.ts'
import type { Threads } from '../../threads/index.ts'
import type { JoinQuery, Run, StatelessRunBody } from '../schema/run.ts'
import type { Deletion } from './deletion.ts'
import type { AgentRuns } from './ports.ts'
import { runNotFound } from './refusals.ts'
import type { Caller, RunStream, RunStreams } from './run-streams.ts'

export type StatelessDeps = {
  db: Db
  threads: Pick<Threads, 'create'>
  agentRuns: Pick<AgentRuns, 'find'>
  runStreams: RunStreams
  deletion: Pick<Deletion, 'temporaryThread'>
}

// One whose client has left, or that was started in the background, can be joined for as long after its end.
const ttlMinutes = 60

/** Runs for clients that have no thread: each has a temporary one, which is deleted when the run has ended. */
export function createStatelessRuns({ db, threads, agentRuns, runStreams, deletion }: StatelessDeps) {
  async function newThread({ scope }: Caller, { on_completion: completion }: StatelessRunBody) {
    const isKept = completion === 'keep'
    const { id } = await threads.create(db, scope, isKept ? {} : { ttlMinutes })
    return { id, end: async () => (isKept ? undefined : deletion.temporaryThread(scope, id)) }
  }

  /** A run that could not be started leaves no thread. */
  async function within<T>(thread: { end(): Promise<void> }, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      await thread.end()
      throw error
    }
  }

  async function* endedAfter(
    source: AsyncIterable<ServerEvent>,
    signal: AbortSignal,
    end: () => Promise<void>,
  ): AsyncGenerator<ServerEvent> {
    yield* source
    if (!signal.aborted) await end()
  }

  const create = async (caller: Caller, body: StatelessRunBody): Promise<Run> => {
    const thread = await newThread(caller, body)
    return within(thread, () => runStreams.create(caller, thread.id, body))
  }

  return {
    create,
    async createBatch(caller: Caller, bodies: readonly StatelessRunBody[]): Promise<Run[]> {
      const runs: Run[] = []
      for (const body of bodies) runs.push(await create(caller, body))
      return runs
    },
    async stream(caller: Caller, body: StatelessRunBody): Promise<RunStream> {
      const thread = await newThread(caller, body)
      const { source, contentLocation, location } = await within(thread, () =>
        runStreams.stream(caller, thread.id, body),
      )
      return {
        source: endedAfter(source, caller.signal, thread.end),
        contentLocation: withoutThread(contentLocation),
        location: withoutThread(location),
      }
    },
    async wait(caller: Caller, body: StatelessRunBody) {
      const thread = await newThread(caller, body)
      const { values, runId } = await within(thread, () => runStreams.wait(caller, thread.id, body))
      if (!caller.signal.aborted) await thread.end()
      return { values, runId }
    },
    async joinStream(
      caller: Caller,
      runId: string,
      query: JoinQuery,
      lastEventId: string | null,
    ): Promise<RunStream> {
      const run = await agentRuns.find(caller.scope, runId)
      if (!run) throw runNotFound()
      const joined = { threadId: run.threadId, runId }
      return runStreams.joinStream(caller, joined, query, lastEventId)
    },
  }
}

export type StatelessRuns = ReturnType<typeof createStatelessRuns>

/** The client knows no thread: the run is found by its id alone. */
const withoutThread = (path: string | null): string | null =>
  path === null ? null : path.replace(/^\/threads\/[^/]+/, '')
