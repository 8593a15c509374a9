import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Tx } from '../../../kernel/db/db.ts'
import { storableJson } from '../../../kernel/db/json.ts'
import { AppError } from '../../../kernel/errors.ts'
import { isUuid, type NewId } from '../../../kernel/ids.ts'
import type { Log } from '../../../kernel/log.ts'
import { oneByOne } from '../../../kernel/one-by-one.ts'
import { type Scope, systemScope } from '../../../kernel/scope.ts'
import type { Usage } from '../../usage/index.ts'
import {
  abandonExecution,
  type ExecutionEnd,
  endExecution,
  insertExecution,
  listAbandoned,
} from '../store/execution.ts'

export type ExecutionDeps = {
  db: Db
  clock: Clock
  log: Log
  newId: NewId
  usage: Usage
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
export const workId = (id: string) => `tool:${id}`
const batch = 1_000

/**
 * The books of what is executed. An execution is written down and its credits are held before it starts; its end and
 * what it cost are written in one transaction. That of a process that died is given up later, and its credits with it.
 */
export function createExecutions({ db, clock, log, newId, usage, atOncePerProject }: ExecutionDeps) {
  // Exact for this process; the database says what the others do.
  const running = new Map<string, number>()

  function enter(projectId: string): void {
    const count = running.get(projectId) ?? 0
    if (count >= atOncePerProject) throw tooMany(atOncePerProject)
    running.set(projectId, count + 1)
  }
  function leave(projectId: string): void {
    const count = (running.get(projectId) ?? 1) - 1
    if (count === 0) running.delete(projectId)
    else running.set(projectId, count)
  }

  const holdFor = (tx: Tx, scope: Scope, id: string, asked: Asked) =>
    usage.hold(tx, scope, {
      workId: workId(id),
      type: 'tool',
      microCredits: asked.priceMicro,
      subject: {
        toolSlug: asked.toolSlug,
        executionId: id,
        workflowId: uuidOr(asked.workflowId),
        runId: uuidOr(asked.runId),
        threadId: asked.threadId ?? null,
      },
    })

  const settle = (
    tx: Tx,
    scope: Scope,
    id: string,
    microCredits: number,
    end: Pick<ExecutionEnd, 'isSuccess' | 'errorCode'>,
  ) =>
    end.isSuccess
      ? usage.settle(tx, scope, workId(id), { microCredits, quantity: { calls: 1 } })
      : usage.release(tx, scope, workId(id), `the tool did not succeed: ${end.errorCode}`)

  return {
    /** Holds a place among those that run at once for as long as the work takes: 429 when there is none. */
    async inTurn<T>({ projectId }: Scope, work: () => Promise<T>): Promise<T> {
      enter(projectId)
      try {
        return await work()
      } finally {
        leave(projectId)
      }
    },
    /** 402 when it cannot be paid: then nothing is left behind. */
    begin: (scope: Scope, asked: Asked): Promise<Begun> =>
      db.tx(async (tx) => {
        const id = newId()
        const at = clock.now()
        const execution = {
          id,
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
        }
        // Both travel together, and are undone together when one of them cannot be.
        const [isInserted] = await Promise.all([
          insertExecution(tx, scope, execution, atOncePerProject),
          asked.priceMicro > 0 ? holdFor(tx, scope, id, asked) : null,
        ])
        if (!isInserted) throw tooMany(atOncePerProject)
        return { id, scope, priceMicro: asked.priceMicro }
      }),
    /** Says what was charged: the price of a success, nothing else. */
    end: (
      { id, scope, priceMicro }: Begun,
      end: Omit<ExecutionEnd, 'chargedMicro' | 'at'>,
    ): Promise<number> =>
      db.tx(async (tx) => {
        const at = clock.now()
        const chargedMicro = end.isSuccess ? priceMicro : 0
        // One that was given up meanwhile was released with that, and then nothing is charged here.
        const [, settled] = await Promise.all([
          endExecution(tx, scope, id, { ...end, chargedMicro, at }),
          priceMicro > 0 ? settle(tx, scope, id, priceMicro, end) : null,
        ])
        return settled?.chargedMicroCredits ?? 0
      }),
    /** Gives up what processes that died have left behind: nobody saw its end, so nobody pays for it. */
    async giveUpAbandoned(): Promise<void> {
      await oneByOne(
        await listAbandoned(db, clock.now(), batch),
        ({ projectId, id, userId }) =>
          db.tx(async (tx) => {
            const scope = { ...systemScope(projectId), externalUser: { id: userId, name: '' } }
            if (!(await abandonExecution(tx, projectId, id, clock.now(), serverGone))) return
            await usage.release(tx, scope, workId(id), 'the server stopped while it ran')
          }),
        { log, failed: 'some abandoned tools were not given up' },
      )
    },
  }
}

export type Executions = ReturnType<typeof createExecutions>

const serverGone = 'The server stopped while the tool ran; whether it took effect is not known.'
const uuidOr = (id: string | null | undefined): string | null => (id && isUuid(id) ? id.toLowerCase() : null)

const tooMany = (most: number) =>
  new AppError('concurrency_limited', `More than ${most} tools of the project run at once`, {
    hint: 'Wait for some of them to end and try again.',
    headers: { 'retry-after': '1' },
  })
