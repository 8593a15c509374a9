import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import type { NewId } from '../../../kernel/ids.ts'
import type { Log } from '../../../kernel/log.ts'
import { insertCall } from '../store/call.ts'
import type { ClientFacts } from './client-facts.ts'
import type { Serving } from './surface.ts'

export type CallLogDeps = { db: Db; clock: Clock; newId: NewId; log: Log }

export type LoggedCall = ClientFacts & {
  method: string
  target: string | null
  error: string | null
  logId: string | null
  durationMs: number
}

const maxError = 1_000
const maxTarget = 300

/** A call that could not be logged is still answered: what it did is in the log of executions. */
export function createCallLog({ db, clock, newId, log }: CallLogDeps) {
  return async ({ scope, server }: Serving, call: LoggedCall): Promise<void> => {
    const { opensUrls: _, target, error, ...facts } = call
    try {
      await insertCall(db, scope, {
        ...facts,
        id: newId(),
        serverId: server.id,
        target: target?.slice(0, maxTarget) ?? null,
        successful: error === null,
        error: error?.slice(0, maxError) ?? null,
        at: clock.now(),
      })
    } catch (failure) {
      log.warn({ err: failure, projectId: scope.projectId }, 'an MCP call could not be logged')
    }
  }
}

export type CallLog = ReturnType<typeof createCallLog>
