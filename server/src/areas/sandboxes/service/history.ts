import { cursorOf, positionOf } from '../../../kernel/cursor.ts'
import type { Db } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Page } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import {
  findExecution,
  type ListedExecution,
  listExecutions,
  listHistory,
  type StoredExecution,
} from '../read-executions.ts'
import type {
  Execution,
  ExecutionQuery,
  ExecutionSummary,
  HistoryQuery,
  Rerun,
  SessionExecution,
} from '../schema/execution.ts'
import type { OneShot } from './one-shot.ts'
import { creditsOf, toExecution } from './outcome.ts'
import { executionNotFound } from './refusals.ts'
import type { SessionService } from './sessions.ts'

export type HistoryDeps = { db: Db; sessions: SessionService; oneShot: OneShot }

/** What was run, and whether it comes out the same when it is run again. */
export function createHistory({ db, sessions, oneShot }: HistoryDeps) {
  async function find(scope: Scope, id: string): Promise<StoredExecution> {
    const stored = await findExecution(db, scope, id)
    if (!stored) throw executionNotFound()
    return stored
  }

  return {
    async list(scope: Scope, sessionId: string, query: ExecutionQuery): Promise<Page<SessionExecution>> {
      await sessions.get(scope, sessionId)
      const page = await listExecutions(db, scope, sessionId, query)
      return { ...page, items: page.items.map(toSummary) }
    },
    /** In sessions and without. */
    async listAll(scope: Scope, query: HistoryQuery): Promise<Page<ExecutionSummary>> {
      const position = query.cursor === undefined ? null : positionOf(query.cursor)
      const page = await listHistory(db, scope, query, position)
      const last = page.items.length === query.limit ? page.items.at(-1) : undefined
      return { ...page, items: page.items.map(toSummary), nextCursor: last ? cursorOf(last) : null }
    },
    get: async (scope: Scope, id: string): Promise<Execution> => toExecution(await find(scope, id)),
    async getOf(scope: Scope, sessionId: string, id: string): Promise<Execution> {
      await sessions.get(scope, sessionId)
      const stored = await find(scope, id)
      if (stored.sessionId !== sessionId) throw executionNotFound()
      return toExecution(stored)
    },
    /** The same source, state and limits in a new interpreter. Secrets are not passed to it: none are stored. */
    async rerun(scope: Scope, id: string, signal: AbortSignal): Promise<Rerun> {
      const stored = await find(scope, id)
      if (stored.source === null || stored.state === null)
        throw new AppError('invalid_state', 'The source and state of this execution were not stored', {
          hint: 'Executions can only be rerun in projects that store payloads.',
        })
      const { language, source, timeoutMs, allowedHosts } = stored
      const state = JSON.parse(stored.state) as object
      const request = { language, source, state, timeoutMs, allowedHosts, env: {}, rerunOf: id }
      const owner = { ...scope, externalUser: { id: stored.userId, name: '' } }
      const { result, outputSha256 } = await oneShot.run(owner, request, signal)
      return {
        verdict: outputSha256 === stored.outputSha256 ? 'same' : 'different',
        original: { id, outputSha256: stored.outputSha256 },
        execution: result,
        outputSha256,
        isFreshState: stored.sessionId !== null,
      }
    },
  }
}

function toSummary<T extends ListedExecution>({ userId, usedMicro, durationMs, ...stored }: T) {
  return { ...stored, eUID: userId, durationMs: durationMs ?? 0, creditsUsed: creditsOf(usedMicro) }
}

export type History = ReturnType<typeof createHistory>
