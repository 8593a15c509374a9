import type { Clock } from '../../../../kernel/clock.ts'
import { createRequestCoalescer } from '../../../../kernel/db/batching/request-coalescer.ts'
import type { Db, Tx } from '../../../../kernel/db/db.ts'
import { storableJson } from '../../../../kernel/db/json.ts'
import { AppError } from '../../../../kernel/errors.ts'
import { isUuid, type NewId } from '../../../../kernel/ids.ts'
import type { AbandonedWork } from '../../../../kernel/leases/abandoned.ts'
import type { LostWork } from '../../../../kernel/leases/lost-work.ts'
import type { NodeLease } from '../../../../kernel/leases/node-lease.ts'
import { createProjectSlots } from '../../../../kernel/leases/project-slots.ts'
import type { Log } from '../../../../kernel/log.ts'
import type { Scope } from '../../../../kernel/scope.ts'
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
 * The billing of what is executed. An execution is recorded and its credits are held before it starts; its end and
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

  async function end(
    { id, scope, priceMicro }: StartedExecution,
    ended: Omit<ExecutionEnd, 'chargedMicro' | 'at'>,
  ): Promise<number> {
    const end = { ...ended, chargedMicro: ended.isSuccess ? priceMicro : 0, at: clock.now() }
    const roundTrip = coalesce(`end:${scope.projectId}`, id)
    const { chargedMicro } = await usage.finish({ roundTrip, db }, scope, {
      workId: workIdOf(id),
      result: end.isSuccess ? { cost: costOf(priceMicro) } : { releasedBecause: failedAs(end) },
      ...(priceMicro > 0 ? {} : { unheld: null }),
      row: endExecutionStatement(scope, id, end, true),
      end: async (tx) => (await endExecution(tx, scope, id, end)) || null,
    })
    return chargedMicro
  }

  const abandon = (tx: Tx, work: AbandonedWork) => abandonExecution(tx, work, clock.now(), serverStopped)
  lostWork.register(
    usage.abandonedWork({ name: 'tools', list: abandonedExecutions.list, end: abandon, workIdOf }),
  )

  return {
    /** Holds a concurrency slot for as long as the work takes: 429 when there is none. */
    inSlot: <T>({ projectId }: Scope, work: () => Promise<T>): Promise<T> => slots.during(projectId, work),
    stop: slots.stop,
    /** 402 when it cannot be paid: then nothing is left behind. */
    async begin(scope: Scope, request: ExecutionRequest): Promise<StartedExecution> {
      const now = { id: newId(), at: clock.now(), nodeId: lease.nodeId }
      const execution = newExecutionOf(request, now)
      const roundTrip = coalesce(`begin:${scope.projectId}`, execution.id)
      await usage.begin({ roundTrip, db }, scope, {
        workId: workIdOf(execution.id),
        work: execution.heldMicro > 0 ? workOf(execution) : null,
        row: insertingExecution(scope, execution, slots, true),
        async insert(tx) {
          if (!(await insertExecution(tx, scope, execution, slots))) throw refusal()
        },
        disown: () => abandonedExecutions.disown(db, { projectId: scope.projectId, id: execution.id }),
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

/** The row of an execution that begins. */
export const newExecutionOf = (
  request: ExecutionRequest,
  started: Pick<NewExecution, 'id' | 'at' | 'nodeId'>,
): NewExecution => ({
  ...started,
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
  maxMs: request.timeoutMs + slackMs,
})

const serverStopped = 'The server stopped while the tool ran; whether it took effect is not known.'
export const failedAs = ({ errorCode }: Pick<ExecutionEnd, 'errorCode'>) =>
  `the tool did not succeed: ${errorCode}`
export const costOf = (microCredits: number) => ({ microCredits, quantity: { calls: 1 } })

export const workOf = (execution: NewExecution): Work => ({
  workId: workIdOf(execution.id),
  type: 'tool',
  microCredits: execution.heldMicro,
  subject: {
    toolSlug: execution.toolSlug,
    // What a run executes is on the account of the execution that the run is.
    executionId: execution.runId ?? execution.id,
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
