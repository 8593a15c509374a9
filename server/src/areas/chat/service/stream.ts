import { creditsOf } from '../../../kernel/credits.ts'
import type { Db, Queryable } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import { isPermitted } from '../../../kernel/http/auth/authorize.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Message, ThreadRow, Threads } from '../../threads/index.ts'
import type { Usage } from '../../usage/index.ts'
import { isLogEvent, type LogEvent, type Protocol, type Stop } from '../protocols/log.ts'
import type { AgentRuns, Execution, FindOptions, RunEvent } from './ports.ts'
import { runNotFound } from './refusals.ts'
import { statusOf } from './runs.ts'

export type StreamDeps = { db: Db; threads: Threads; agentRuns: AgentRuns; usage: Pick<Usage, 'available'> }

/**
 * Where a reader is behind a frame: the number of an event with its last frame, half of one less with one of its frames that
 * must not be repeated, and null with others.
 */
export type Numbered<Frame> = { frame: Frame; seq: number | null }

export type FollowOptions = {
  /** The last event that the reader has seen, and half of one more when it has seen a part of the next. */
  after: number
  signal: AbortSignal
}

// While a run may be about to be suspended, its status is looked at as often.
const lookEveryMs = 25

/**
 * The log of a run as a stream in one of the protocols. A run that ended is replayed; one that waits for a human ends the
 * stream, and continues in that of the request that answers. The translation sees the log from its beginning, wherever the
 * reader is, so that it never depends on the node.
 */
export function createStreams({ db, threads, agentRuns, usage: ledger }: StreamDeps) {
  const get = async (scope: Scope, runId: string, options?: FindOptions): Promise<Execution> => {
    const found = await agentRuns.find(scope, runId, options)
    if (!found) throw runNotFound()
    return found
  }

  /** Known events of the log until the run has ended or waits for a human. */
  async function* logOf(
    scope: Scope,
    runId: string,
    signal: AbortSignal,
    options?: { waitsForEnd: boolean },
  ): AsyncGenerator<{ seq: number; event: LogEvent }> {
    const stopped = new AbortController()
    const source = agentRuns.follow(scope, runId, 0, AbortSignal.any([signal, stopped.signal]), options)
    const iterator = source[Symbol.asyncIterator]()
    let mayBePaused = false
    try {
      for (;;) {
        const next = iterator.next()
        const read = mayBePaused ? await nextUnlessPaused(scope, runId, next) : await next
        if (read === 'paused' || read.done) return
        const { seq, ...event }: RunEvent = read.value
        if (event.type === 'pause') mayBePaused = true
        if (event.type === 'resumed') mayBePaused = false
        if (isLogEvent(event)) yield { seq, event }
      }
    } finally {
      stopped.abort()
    }
  }

  async function nextUnlessPaused<T>(scope: Scope, runId: string, next: Promise<T>): Promise<T | 'paused'> {
    for (;;) {
      const timer = Promise.withResolvers<null>()
      const handle = setTimeout(() => timer.resolve(null), lookEveryMs)
      const read = await Promise.race([next, timer.promise]).finally(() => clearTimeout(handle))
      if (read !== null) return read
      const found = await agentRuns.find(scope, runId)
      if (found?.status === 'paused') {
        next.catch(() => undefined)
        return 'paused'
      }
    }
  }

  const before = async (scope: Scope, threadId: string, runId: string): Promise<Message[]> =>
    threads.entries.before(db, await threads.get(db, scope, threadId), runId)

  async function stopOf(
    scope: Scope,
    threadId: string,
    runId: string,
    { failure, usage }: LogFacts,
  ): Promise<Stop> {
    const reads = db.batched()
    const [run, thread, available] = await Promise.all([
      get(scope, runId, { reads, readsLedger: usage === null }),
      threads.find(reads, scope, threadId),
      mayReadBalance(scope) ? ledger.available(reads, scope) : null,
    ])
    const status = statusOf(run)
    return {
      status: status === 'pending' || status === 'running' ? 'interrupted' : status,
      error: failureOf(run, failure),
      stoppedBy: run.stoppedBy,
      usage: {
        runCredits: (usage ?? run.usage)?.credits ?? 0,
        threadCreditsTotal: creditsOf(thread?.creditsMicro ?? 0),
        ...(available !== null && { balanceRemaining: available }),
        executionId: runId,
        breakdown: (usage ?? run.usage)?.breakdown ?? {},
      },
    }
  }

  return {
    get,
    stopOf,
    async *frames<Frame>(
      scope: Scope,
      { id: threadId }: ThreadRow,
      runId: string,
      protocol: Protocol<Frame>,
      { after, signal }: FollowOptions,
    ): AsyncGenerator<Numbered<Frame>> {
      const isOnce = (frame: Frame): boolean => protocol.isOnce?.(frame) ?? false
      const numbered = (frames: readonly Frame[], seq: number | null): Numbered<Frame>[] =>
        frames.map((frame, at) => {
          if (seq === null || at === frames.length - 1) return { frame, seq }
          return { frame, seq: isOnce(frame) ? seq - 0.5 : null }
        })
      yield* numbered(protocol.open(), null)
      let seen = 0
      const facts = noFacts()
      for await (const { seq, event } of logOf(scope, runId, signal)) {
        if (seen === 0) {
          const frames = await protocol.begin(
            protocol.needsHistory ? await before(scope, threadId, runId) : [],
          )
          if (after === 0) yield* numbered(frames, null)
        }
        seen = seq
        note(facts, event)
        const frames = protocol.event(event)
        const isSeenInPart = seq - after === 0.5
        if (seq > after)
          yield* numbered(isSeenInPart ? frames.slice(frames.findIndex(isOnce) + 1) : frames, seq)
      }
      if (signal.aborted) return
      yield* numbered(protocol.stop(await stopOf(scope, threadId, runId, facts)), Math.max(seen, after))
    },
    /** Resolves when the run has ended or waits for a human, with a read that finds why it failed; null if it did not. */
    async untilStopped(scope: Scope, runId: string, signal: AbortSignal) {
      const facts = noFacts()
      for await (const { event } of logOf(scope, runId, signal, { waitsForEnd: true })) note(facts, event)
      return async (reads: Queryable): Promise<Stop['error']> =>
        failureOf(await get(scope, runId, { reads, readsLedger: false }), facts.failure)
    },
  }
}

function failureOf(run: Execution, logged: Stop['error']): Stop['error'] {
  const status = statusOf(run)
  if (status !== 'error' && status !== 'timeout') return null
  return run.error ?? logged ?? { code: 'run_failed', message: 'The run failed.' }
}

export type Streams = ReturnType<typeof createStreams>

/** What the log says of an end: why the run failed, and what it cost, which need not be read from the ledger then. */
type LogFacts = { failure: Stop['error']; usage: Execution['usage'] }

const noFacts = (): LogFacts => ({ failure: null, usage: null })

function note(facts: LogFacts, { type, data }: LogEvent): void {
  if (type === 'error') facts.failure = data
  // One that continues behind it, in a later attempt, may cost more.
  if (type === 'run.start' || type === 'resumed') facts.usage = null
  if (type === 'usage' && !data.ns) facts.usage = { credits: data.credits, breakdown: data.breakdown }
}

/** What the project has left is not for its end users, nor for keys that may not read it elsewhere. */
const mayReadBalance = ({ actor, permissions }: Scope): boolean =>
  actor.kind !== 'end-user-token' && isPermitted(permissions, 'usage:read')

const idForm = /^(?:([0-9a-f-]{36})-)?(\d{1,12}(?:\.5)?)$/i

/** `<run>-000000000042`: of a fixed width, so that ids that are compared as texts are in the order of events. */
export function eventIdOf(runId: string, seq: number): string {
  const [whole = '', half] = String(seq).split('.')
  return `${runId}-${whole.padStart(12, '0')}${half ? `.${half}` : ''}`
}

/** Where a reader continues; LangGraph's clients send -1 for the start. */
export function seqOf(runId: string, lastEventId: string | null): number {
  if (lastEventId === null || lastEventId === '' || lastEventId === '-1') return 0
  const [, run = runId, seq] = idForm.exec(lastEventId) ?? []
  if (seq !== undefined && run.toLowerCase() === runId) return Number(seq)
  throw new AppError('invalid_parameter', 'Last-Event-ID is not an id of this stream', {
    details: [
      { in: 'header', path: 'last-event-id', rule: 'format', message: 'must be an event id of this run' },
    ],
  })
}
