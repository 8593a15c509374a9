import type { Clock } from '../../../../kernel/clock.ts'
import type { Db, Tx } from '../../../../kernel/db/db.ts'
import { storableJson } from '../../../../kernel/db/json.ts'
import { createRequestCoalescer } from '../../../../kernel/db/request-coalescer.ts'
import { AppError } from '../../../../kernel/errors.ts'
import { isUuid, type NewId } from '../../../../kernel/ids.ts'
import type { LostWork } from '../../../../kernel/leases/lost-work.ts'
import type { NodeLease } from '../../../../kernel/leases/node-lease.ts'
import { createProjectSlots } from '../../../../kernel/leases/project-slots.ts'
import type { Log } from '../../../../kernel/log.ts'
import { type Scope, userScope } from '../../../../kernel/scope.ts'
import type { Usage, Work } from '../../../usage/index.ts'
import {
  abandonExecution,
  abandonedExecutions,
  type ExecutionEnd,
  endExecution,
  endExecutionStatement,
  executionTable,
  insertExecution,
  insertingExecution,
  type NewExecution,
} from '../../store/execution.ts'

export type ExecutionDeps = {
  db: Db
  clock: Clock
  log: Log
  newId: NewId
  usage: Usage
  lease: NodeLease
  lostWork: Pick<LostWork, 'register'>
  maxConcurrentPerProject: number
}

/** For whom and in what it is executed; whatever is known. */
export type Origin = {
  workflowId?: string | undefined
  runId?: string | undefined
  threadId?: string | undefined
  mcpServerId?: string | undefined
}

export type ExecutionRequest = Origin & {
  toolSlug: string
  toolkitSlug: string
  version: string
  connectedAccountId: string | null
  /** Already without secrets. */
  arguments: unknown
  priceMicro: number
  timeoutMs: number
}

export type StartedExecution = { id: string; scope: Scope; priceMicro: number }

// What comes behind the last byte: files, checks, the books.
const slackMs = 60_000
const { workIdOf } = executionTable

/**
 * The books of what is executed. An execution is written down and its credits are held before it starts; its end and
 * what it cost are written in one transaction. That of a process that died is given up later, and its credits with it.
 */
export function createExecutions(deps: ExecutionDeps) {
  const { db, clock, log, newId, usage, lease, lostWork, maxConcurrentPerProject } = deps
  const coalesce = createRequestCoalescer(db)
  const refusal = () => tooMany(maxConcurrentPerProject)
  const slots = createProjectSlots({
    db,
    log,
    lease,
    kind: 'tool',
    perProject: maxConcurrentPerProject,
    refusal,
  })

  function newExecutionOf(request: ExecutionRequest): NewExecution {
    const at = clock.now()
    return {
      id: newId(),
      toolSlug: request.toolSlug,
      toolkitSlug: request.toolkitSlug,
      version: request.version,
      connectedAccountId: uuidOr(request.connectedAccountId),
      workflowId: uuidOr(request.workflowId),
      runId: uuidOr(request.runId),
      threadId: request.threadId ?? null,
      mcpServerId: uuidOr(request.mcpServerId),
      arguments: storableJson(request.arguments),
      heldMicro: request.priceMicro,
      at,
      maxMs: request.timeoutMs + slackMs,
      nodeId: lease.nodeId,
    }
  }

  async function tryEnd({ id, scope, priceMicro }: StartedExecution, end: ExecutionEnd): Promise<boolean> {
    const row = endExecutionStatement(scope, id, end, true)
    const fastPath = coalesce(`end:${scope.projectId}`, id)
    if (priceMicro === 0) return (await fastPath.tryInOneRoundTrip([row])) !== null
    const how = end.isSuccess ? { cost: costOf(priceMicro) } : { releasedBecause: failedAs(end) }
    return (await usage.tryEnd(fastPath, scope, row, workIdOf(id), how)) !== null
  }

  const settle = (tx: Tx, scope: Scope, id: string, microCredits: number, end: ExecutionEnd) =>
    end.isSuccess
      ? usage.settle(tx, scope, workIdOf(id), costOf(microCredits))
      : usage.release(tx, scope, workIdOf(id), failedAs(end))

  async function end(
    started: StartedExecution,
    ended: Omit<ExecutionEnd, 'chargedMicro' | 'at'>,
  ): Promise<number> {
    const { id, scope, priceMicro } = started
    const chargedMicro = ended.isSuccess ? priceMicro : 0
    const end = { ...ended, chargedMicro, at: clock.now() }
    if (await tryEnd(started, end)) return chargedMicro
    return db.tx(async (tx) => {
      // One that was given up meanwhile was released with that, and then nothing is charged here.
      const [, settled] = await Promise.all([
        endExecution(tx, scope, id, end),
        priceMicro > 0 ? settle(tx, scope, id, priceMicro, end) : null,
      ])
      return settled?.chargedMicroCredits ?? 0
    })
  }

  // Nobody saw its end, so nobody pays for it.
  lostWork.register({
    name: 'tools',
    list: () => abandonedExecutions.list(db),
    giveUp: (work) =>
      db.tx(async (tx) => {
        if (!(await abandonExecution(tx, work, clock.now(), serverGone))) return
        await usage.release(tx, userScope(work), workIdOf(work.id), 'the server stopped while it ran')
      }),
  })

  return {
    /** Holds a slot among those that run at once for as long as the work takes: 429 when there is none. */
    sequentially: <T>({ projectId }: Scope, work: () => Promise<T>): Promise<T> =>
      slots.during(projectId, work),
    stop: slots.stop,
    /** 402 when it cannot be paid: then nothing is left behind. */
    async begin(scope: Scope, request: ExecutionRequest): Promise<StartedExecution> {
      const execution = newExecutionOf(request)
      const trip = coalesce(`begin:${scope.projectId}`, execution.id)
      await usage.begin({ trip, db }, scope, {
        work: execution.heldMicro > 0 ? workOf(execution) : null,
        row: insertingExecution(scope, execution, slots, true),
        async insert(tx) {
          if (!(await insertExecution(tx, scope, execution, slots))) throw refusal()
        },
      })
      return { id: execution.id, scope, priceMicro: request.priceMicro }
    },
    /**
     * Says what was charged: the price of a success, nothing else. The tool has done what it does, so that its end is
     * tried again if it cannot be written; the second try finds what the first has done.
     */
    end: (started: StartedExecution, ended: Omit<ExecutionEnd, 'chargedMicro' | 'at'>): Promise<number> =>
      end(started, ended).catch(() => end(started, ended)),
  }
}

export type Executions = ReturnType<typeof createExecutions>

const serverGone = 'The server stopped while the tool ran; whether it took effect is not known.'
const failedAs = ({ errorCode }: ExecutionEnd) => `the tool did not succeed: ${errorCode}`
const costOf = (microCredits: number) => ({ microCredits, quantity: { calls: 1 } })

const workOf = (execution: NewExecution): Work => ({
  workId: workIdOf(execution.id),
  type: 'tool',
  microCredits: execution.heldMicro,
  subject: {
    toolSlug: execution.toolSlug,
    executionId: execution.id,
    workflowId: execution.workflowId,
    runId: execution.runId,
    threadId: execution.threadId,
  },
})
const uuidOr = (id: string | null | undefined): string | null => (id && isUuid(id) ? id.toLowerCase() : null)

const tooMany = (most: number) =>
  new AppError(
    'concurrency_limited',
    `The project has reached its limit of ${most} concurrent tool executions`,
    {
      hint: 'Wait for some of them to finish and try again.',
      headers: { 'retry-after': '1' },
    },
  )
