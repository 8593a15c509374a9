import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Tx } from '../../../kernel/db/db.ts'
import { storableJson } from '../../../kernel/db/json.ts'
import { createSharedTrips } from '../../../kernel/db/shared-trips.ts'
import { AppError } from '../../../kernel/errors.ts'
import { isUuid, type NewId } from '../../../kernel/ids.ts'
import type { NodeLease } from '../../../kernel/leases/node-lease.ts'
import { createProjectSlots } from '../../../kernel/leases/project-slots.ts'
import type { Log } from '../../../kernel/log.ts'
import { oneByOne } from '../../../kernel/one-by-one.ts'
import { type Scope, systemScope } from '../../../kernel/scope.ts'
import type { Usage, Work } from '../../usage/index.ts'
import {
  abandonExecution,
  type ExecutionEnd,
  endExecution,
  endingExecution,
  executionTable,
  insertExecution,
  insertingExecution,
  listAbandoned,
  type NewExecution,
} from '../store/execution.ts'

export type ExecutionDeps = {
  db: Db
  clock: Clock
  log: Log
  newId: NewId
  usage: Usage
  lease: NodeLease
  atOncePerProject: number
}

/** For whom and in what it is executed; whatever is known. */
export type Origin = {
  workflowId?: string | undefined
  runId?: string | undefined
  threadId?: string | undefined
  mcpServerId?: string | undefined
}

export type Asked = Origin & {
  toolSlug: string
  toolkitSlug: string
  version: string
  connectedAccountId: string | null
  /** Already without secrets. */
  arguments: unknown
  priceMicro: number
  timeoutMs: number
}

export type Begun = { id: string; scope: Scope; priceMicro: number }

// What comes behind the last byte: files, checks, the books.
const slackMs = 60_000
const batch = 1_000
const { workIdOf } = executionTable

/**
 * The books of what is executed. An execution is written down and its credits are held before it starts; its end and
 * what it cost are written in one transaction. That of a process that died is given up later, and its credits with it.
 */
export function createExecutions(deps: ExecutionDeps) {
  const { db, clock, log, newId, usage, lease, atOncePerProject } = deps
  const trips = createSharedTrips(db)
  const refusal = () => tooMany(atOncePerProject)
  const slots = createProjectSlots({ db, log, lease, kind: 'tool', perProject: atOncePerProject, refusal })

  function newExecutionOf(asked: Asked): NewExecution {
    const at = clock.now()
    return {
      id: newId(),
      toolSlug: asked.toolSlug,
      toolkitSlug: asked.toolkitSlug,
      version: asked.version,
      connectedAccountId: uuidOr(asked.connectedAccountId),
      workflowId: uuidOr(asked.workflowId),
      runId: uuidOr(asked.runId),
      threadId: asked.threadId ?? null,
      mcpServerId: uuidOr(asked.mcpServerId),
      arguments: storableJson(asked.arguments),
      heldMicro: asked.priceMicro,
      at,
      aliveUntil: new Date(at.getTime() + asked.timeoutMs + slackMs),
      nodeId: lease.nodeId,
    }
  }

  async function endAtOnce({ id, scope, priceMicro }: Begun, end: ExecutionEnd): Promise<boolean> {
    const row = endingExecution(scope, id, end, true)
    const way = trips(`end:${scope.projectId}`, id)
    if (priceMicro === 0) return (await way.atOnce([row])) !== null
    const how = end.isSuccess ? { cost: costOf(priceMicro) } : { releasedBecause: failedAs(end) }
    return (await usage.endAtOnce(way, scope, row, workIdOf(id), how)) !== null
  }

  const settle = (tx: Tx, scope: Scope, id: string, microCredits: number, end: ExecutionEnd) =>
    end.isSuccess
      ? usage.settle(tx, scope, workIdOf(id), costOf(microCredits))
      : usage.release(tx, scope, workIdOf(id), failedAs(end))

  async function end(begun: Begun, ended: Omit<ExecutionEnd, 'chargedMicro' | 'at'>): Promise<number> {
    const { id, scope, priceMicro } = begun
    const chargedMicro = ended.isSuccess ? priceMicro : 0
    const end = { ...ended, chargedMicro, at: clock.now() }
    if (await endAtOnce(begun, end)) return chargedMicro
    return db.tx(async (tx) => {
      // One that was given up meanwhile was released with that, and then nothing is charged here.
      const [, settled] = await Promise.all([
        endExecution(tx, scope, id, end),
        priceMicro > 0 ? settle(tx, scope, id, priceMicro, end) : null,
      ])
      return settled?.chargedMicroCredits ?? 0
    })
  }

  return {
    /** Holds a slot among those that run at once for as long as the work takes: 429 when there is none. */
    inTurn: <T>({ projectId }: Scope, work: () => Promise<T>): Promise<T> => slots.during(projectId, work),
    stop: slots.stop,
    /** 402 when it cannot be paid: then nothing is left behind. */
    async begin(scope: Scope, asked: Asked): Promise<Begun> {
      const execution = newExecutionOf(asked)
      const trip = trips(`begin:${scope.projectId}`, execution.id)
      await usage.begin({ trip, db }, scope, {
        work: execution.heldMicro > 0 ? workOf(execution) : null,
        row: insertingExecution(scope, execution, slots, true),
        async insert(tx) {
          if (!(await insertExecution(tx, scope, execution, slots))) throw refusal()
        },
      })
      return { id: execution.id, scope, priceMicro: asked.priceMicro }
    },
    /**
     * Says what was charged: the price of a success, nothing else. The tool has done what it does, so that its end is
     * tried again if it cannot be written; the second try finds what the first has done.
     */
    end: (begun: Begun, ended: Omit<ExecutionEnd, 'chargedMicro' | 'at'>): Promise<number> =>
      end(begun, ended).catch(() => end(begun, ended)),
    /** Gives up what processes that died have left behind: nobody saw its end, so nobody pays for it. */
    async giveUpAbandoned(): Promise<void> {
      await oneByOne(
        await listAbandoned(db, clock.now(), batch),
        ({ projectId, id, userId }) =>
          db.tx(async (tx) => {
            const scope = { ...systemScope(projectId), externalUser: { id: userId, name: '' } }
            if (!(await abandonExecution(tx, projectId, id, clock.now(), serverGone))) return
            await usage.release(tx, scope, workIdOf(id), 'the server stopped while it ran')
          }),
        { log, failed: 'some abandoned tools were not given up' },
      )
    },
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
  new AppError('concurrency_limited', `More than ${most} tools of the project run at once`, {
    hint: 'Wait for some of them to end and try again.',
    headers: { 'retry-after': '1' },
  })
