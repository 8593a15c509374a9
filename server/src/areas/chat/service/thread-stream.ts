import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../../../kernel/db/db.ts'
import type { ServerEvent } from '../../../kernel/http/endpoint.ts'
import { isUuid } from '../../../kernel/ids.ts'
import type { ThreadRow, Threads } from '../../threads/index.ts'
import type { StreamMode, ThreadStreamQuery } from '../schema/run.ts'
import type { AgentRuns, Execution } from './ports.ts'
import { type Caller, deltaModes, type RunStreams } from './run-streams.ts'
import type { RunViews } from './runs.ts'

export type ThreadStreamDeps = {
  db: Db
  threads: Pick<Threads, 'get' | 'find'>
  agentRuns: Pick<AgentRuns, 'list' | 'find'>
  runs: Pick<RunViews, 'find'>
  runStreams: Pick<RunStreams, 'frames'>
}

// How soon a run that another request starts is seen.
const lookEveryMs = 200
// Of a reader that was away for longer, older runs are left out.
const newestRuns = { limit: 100, offset: 0 }

const lifecycle = new Set(['metadata', 'error', 'usage', 'end'])

/** A reader's place: the run that it reads, the last event of it that it has seen, and whether it waited for a human then. */
type Place = { runId: string; seq: number; isInterrupted?: boolean }

/**
 * Everything that happens in a thread, run after run, for as long as the reader stays. One that comes back with the last
 * id that it has seen continues in that run, and with those behind it.
 */
export function createThreadStreams({ db, threads, agentRuns, runs, runStreams }: ThreadStreamDeps) {
  async function* runFrames(
    caller: Caller,
    thread: ThreadRow,
    place: Place,
    modes: readonly StreamMode[],
  ): AsyncGenerator<ServerEvent> {
    const options = { modes, hasSubgraphs: !caller.isBare, after: place.seq, cancelsOnLeave: false }
    for await (const frame of runStreams.frames(caller, thread, place.runId, options)) {
      const seq = Number(frame.id?.slice(-12) ?? Number.NaN)
      if (seq >= 0) place.seq = seq
      if (frame.event === 'end')
        place.isInterrupted = (frame.data as { status: string }).status === 'interrupted'
      yield frame
    }
  }

  /** The runs behind the one that was read last, oldest first. */
  async function runsBehind({ scope }: Caller, threadId: string, seen: ReadonlySet<string>) {
    const { items: newest } = await agentRuns.list(scope, threadId, newestRuns)
    const known = newest.findIndex(({ id }) => seen.has(id))
    return newest.slice(0, known < 0 ? newest.length : known).toReversed()
  }

  /** Whether a run that waited for a human was resumed, and perhaps ended, between two looks at its thread. */
  async function hasContinued({ scope }: Caller, { runId, isInterrupted }: Place): Promise<boolean> {
    if (!isInterrupted) return false
    const run = await agentRuns.find(scope, runId)
    return run !== null && run.status !== 'paused' && run.status !== 'cancelled'
  }

  /** Where a reader begins that has seen nothing: at the runs that have not ended. */
  const endedOf = (runs: readonly Execution[]) =>
    runs.filter(({ completedAt }) => completedAt !== null).map(({ id }) => id)

  async function* follow(
    caller: Caller,
    first: ThreadRow,
    from: Place | null,
    modes: readonly StreamMode[],
  ): AsyncGenerator<ServerEvent> {
    const { scope, signal } = caller
    let isResumed = from !== null
    const seen = new Set(
      from ? [from.runId] : endedOf((await agentRuns.list(scope, first.id, newestRuns)).items),
    )
    // The run that may continue: one that waits for a human.
    let place: Place | null = from
    let thread: ThreadRow | null = first
    let changedAt = ''
    while (thread && !signal.aborted) {
      if (place && (isResumed || isContinued(thread, place))) {
        isResumed = false
        yield* runFrames(caller, thread, place, modes)
      } else if (thread.updatedAt !== changedAt) {
        changedAt = thread.updatedAt
        if (place && (await hasContinued(caller, place))) yield* runFrames(caller, thread, place, modes)
        for (const { id } of await runsBehind(caller, thread.id, seen)) {
          seen.add(id)
          place = { runId: id, seq: 0 }
          yield* runFrames(caller, thread, place, modes)
          if (signal.aborted) return
        }
      } else await delay(lookEveryMs, undefined, { signal }).catch(() => undefined)
      thread = await threads.find(db, scope, first.id)
    }
  }

  return {
    async stream(
      caller: Caller,
      threadId: string,
      { stream_mode: input }: ThreadStreamQuery,
      lastEventId: string | null,
    ): Promise<AsyncIterable<ServerEvent>> {
      const thread = await threads.get(db, caller.scope, threadId)
      const place = placeOf(lastEventId)
      if (place) await runs.find(caller.scope, threadId, place.runId)
      const { modes, isShown } = selectionOf(input, caller)
      return filtered(follow(caller, thread, place, modes), isShown)
    },
  }
}

export type ThreadStreams = ReturnType<typeof createThreadStreams>

const isContinued = ({ status, currentExecutionId }: ThreadRow, { runId }: Place): boolean =>
  status === 'busy' && currentExecutionId === runId

const idLength = 36

const seqForm = /^\d{0,12}(?:\.5)?$/

function placeOf(lastEventId: string | null): Place | null {
  const runId = lastEventId?.slice(0, idLength) ?? ''
  const seq = lastEventId?.slice(idLength + 1) ?? ''
  return isUuid(runId) && seqForm.test(seq) ? { runId: runId.toLowerCase(), seq: Number(seq) } : null
}

function selectionOf(
  input: readonly string[] | undefined,
  { isBare }: Pick<Caller, 'isBare'>,
): {
  modes: readonly StreamMode[]
  isShown(event: string): boolean
} {
  const names = new Set((input ?? []).flatMap((each) => each.split(/[\s,[\]"]+/).filter(Boolean)))
  const hasState = names.has('state_update')
  if (names.size === 0 || names.has('run_modes'))
    return {
      modes: isBare || hasState ? ['values', ...deltaModes] : deltaModes,
      isShown: () => true,
    }
  return {
    modes: hasState ? ['values'] : [],
    isShown: (event) => lifecycle.has(event) || event.startsWith('values'),
  }
}

async function* filtered(
  source: AsyncIterable<ServerEvent>,
  isShown: (event: string) => boolean,
): AsyncGenerator<ServerEvent> {
  for await (const frame of source) if (isShown(frame.event ?? '')) yield frame
}
