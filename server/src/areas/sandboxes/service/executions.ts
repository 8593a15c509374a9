import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Tx } from '../../../kernel/db/db.ts'
import type { NewId } from '../../../kernel/ids.ts'
import type { AbandonedWork } from '../../../kernel/leases/abandoned.ts'
import type { LostWork } from '../../../kernel/leases/lost-work.ts'
import type { NodeLease } from '../../../kernel/leases/node-lease.ts'
import type { Sandboxes as Engine } from '../../../kernel/sandbox/sandboxes.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Cost, Hold, Subject, Usage, Work } from '../../usage/index.ts'
import type { ExecutionResult } from '../schema/execution.ts'
import type { EgressRequest, ExecutionOutcome, Language, NewExecution } from '../schema/stored-execution.ts'
import {
  abandonExecution,
  abandonedExecutions,
  type Ended,
  endExecution,
  endExecutionStatement,
  executionTable,
  insertExecution,
  insertingEnded,
  insertingExecution,
  refuseExecution,
} from '../store/execution.ts'
import { creditsOf, sha256, storable, wrapResult } from './outcome.ts'
import { type Ran, toResponse, toStored } from './result.ts'

export type ExecutionDeps = {
  db: Db
  clock: Clock
  newId: NewId
  usage: Usage
  engine: Pick<Engine, 'health'>
  lease: Pick<NodeLease, 'nodeId' | 'hold'>
  lostWork: Pick<LostWork, 'register'>
}

/** One script as it was requested. */
export type ExecutionRequest = {
  language: Language
  source: string
  state: object
  timeoutMs: number
  allowedHosts: readonly string[]
  env: Readonly<Record<string, string>>
  sessionId?: string | null
  rerunOf?: string | null
  /** What it is done for, where that is not itself. */
  subject?: Subject
}

/** One script as it is recorded: nothing of that has happened yet. */
export type Planned = {
  id: string
  scope: Scope
  request: ExecutionRequest
  execution: NewExecution
  work: Work
}
/** The same once it is. */
export type StartedExecution = Planned

type Closed = Ended & { chargedMicro: number }

export type Finished = { result: ExecutionResult; outputSha256: string }

// The engine stops a script that does not stop by itself a little after its deadline.
const overrunMs = 1_000
const { workIdOf } = executionTable

/**
 * The billing of what is run. A script is recorded and its credits are held before it can have any effect; its end and
 * what it cost are written in one transaction. That of a process that died is given up later, and its credits with it.
 */
export function createExecutions(deps: ExecutionDeps) {
  const { db, clock, newId, usage, engine, lease, lostWork } = deps
  const engines = new Map<Language, string>()

  async function engineOf(language: Language): Promise<string | null> {
    const { engine: name } = (await engine.health()).languages[language]
    if (name !== null) engines.set(language, name)
    return name
  }

  function newExecutionOf(id: string, request: ExecutionRequest): NewExecution {
    const at = clock.now()
    const state = JSON.stringify(request.state)
    return {
      id,
      sessionId: request.sessionId ?? null,
      rerunOf: request.rerunOf ?? null,
      language: request.language,
      source: storable(request.source),
      state,
      sourceSha256: sha256(request.source),
      stateSha256: sha256(state),
      timeoutMs: request.timeoutMs,
      allowedHosts: request.allowedHosts,
      envNames: Object.keys(request.env).sort(),
      at,
      nodeId: lease.nodeId,
    }
  }

  function workOf({ id, timeoutMs }: NewExecution, subject: Subject = { executionId: id }): Work {
    const microCredits = usage.priceOf('sandbox.second', (timeoutMs + overrunMs) / 1000)
    return { workId: workIdOf(id), type: 'sandbox', microCredits, subject }
  }

  function plan(scope: Scope, request: ExecutionRequest, id = newId()): Planned {
    const execution = newExecutionOf(id, request)
    return { id, scope, request, execution, work: workOf(execution, request.subject) }
  }

  async function beginPlanned(tx: Tx, planned: Planned, hold: Hold): Promise<StartedExecution> {
    insertExecution(tx, planned.scope, planned.execution)
    await hold(planned.scope, planned.work)
    return planned
  }

  async function begin(planned: Planned): Promise<StartedExecution> {
    const { scope, work, execution } = planned
    await lease.hold()
    const row = insertingExecution(scope, execution)
    await usage.begin({ roundTrip: db, db }, scope, {
      workId: work.workId,
      work,
      row,
      insert: async (tx) => insertExecution(tx, scope, execution),
      disown: () => abandonedExecutions.disown(db, { projectId: scope.projectId, id: planned.id }),
    })
    return planned
  }

  const refOf = ({ id, request }: Planned) => ({ id, sessionId: request.sessionId ?? null })

  const costOf = ({ usedMicro, durationMs }: ExecutionOutcome): Cost => ({
    microCredits: usedMicro,
    quantity: { seconds: durationMs / 1000 },
    priceRef: 'sandbox.second',
  })

  /** Says what was charged; one that was given up meanwhile is not paid. */
  async function close(started: StartedExecution, result: ExecutionOutcome): Promise<Closed> {
    const { scope, work } = started
    const { row, chargedMicro } = await usage.finish<Ended>({ roundTrip: db, db }, scope, {
      workId: work.workId,
      result: { cost: costOf(result) },
      row: endExecutionStatement(scope, refOf(started), result, true),
      end: (tx) => endExecution(tx, scope, refOf(started), result),
    })
    return { chargedMicro, stateLost: row?.stateLost ?? result.stateLost }
  }

  /** Its beginning and its end in one round trip. Null, and nothing was written, when that cannot be. */
  async function closeUnstarted(
    { scope, execution, work }: Planned,
    result: ExecutionOutcome,
  ): Promise<Closed | null> {
    const cost = costOf(result)
    const row = insertingEnded(scope, execution, result)
    const closed = await usage.trySpend(db, scope, row, work, cost)
    return closed && { chargedMicro: cost.microCredits, stateLost: result.stateLost }
  }

  async function resultFor({ request, work }: Planned, ran: Ran, requests: readonly EgressRequest[]) {
    return toStored(toResponse(ran), ran.result, request.env, {
      requests,
      engine: engines.get(request.language) ?? (await engineOf(request.language)),
      usedMicro: Math.min(work.microCredits, usage.priceOf('sandbox.second', ran.durationMs / 1000)),
      at: clock.now(),
    })
  }

  function finished({ id, request }: Planned, ran: Ran, outcome: ExecutionOutcome, closed: Closed): Finished {
    const result: ExecutionResult = {
      id,
      language: request.language,
      ...toResponse(ran),
      stateLost: closed.stateLost,
      result: ran.failure ? null : wrapResult(ran.result),
      creditsUsed: creditsOf(closed.chargedMicro),
    }
    return { result, outputSha256: outcome.outputSha256 }
  }

  const abandon = (tx: Tx, work: AbandonedWork) => abandonExecution(tx, work, clock.now(), serverStopped)
  lostWork.register(
    usage.abandonedWork({ name: 'scripts', list: abandonedExecutions.list, end: abandon, workIdOf }),
  )

  return {
    plan,
    /** 402 when it cannot be paid: then nothing is left behind. */
    begin,
    /** In a session, whose lock prevents the erasure of its user meanwhile. */
    beginIn: beginPlanned,
    /** Whether one that was not begun can be recorded in a single round trip, as far as is known. */
    isFastPathLikely: (scope: Scope): boolean => usage.isFastPathLikely(scope),
    async finish(started: StartedExecution, ran: Ran, requests: readonly EgressRequest[]): Promise<Finished> {
      const result = await resultFor(started, ran, requests)
      return finished(started, ran, result, await close(started, result))
    },
    /** The same for one of which nothing is recorded yet; null when it must be begun first. */
    async finishUnstarted(planned: Planned, ran: Ran): Promise<Finished | null> {
      const result = await resultFor(planned, ran, [])
      const closed = await closeUnstarted(planned, result)
      return closed && finished(planned, ran, result, closed)
    },
    /** It could not be started: its credits go back. */
    refuse: ({ id, scope, work }: StartedExecution): Promise<void> =>
      db.tx(async (tx) => {
        await refuseExecution(tx, scope, id, clock.now())
        await usage.release(tx, scope, work.workId, 'the execution could not be started')
      }),
  }
}

export type Executions = ReturnType<typeof createExecutions>

const serverStopped = 'The server stopped while the script ran.'
