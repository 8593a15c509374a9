import type { Clock } from '../../../kernel/clock.ts'
import type { NewId } from '../../../kernel/ids.ts'
import type { Log } from '../../../kernel/log.ts'
import type { RowCommits } from '../../../kernel/runs/commit-rows.ts'
import { deferRows, type RowBatch, type RowWriter } from '../../../kernel/runs/deferred-rows.ts'
import { type DecidedCall, insertingCalls } from '../store/call.ts'
import type { ClientFacts } from './client-facts.ts'
import type { Serving } from './surface.ts'

export type CallLogDeps = { clock: Clock; newId: NewId; log: Log; commitRows: RowCommits }

export type LoggedCall = ClientFacts & {
  method: string
  target: string | null
  error: string | null
  logId: string | null
  durationMs: number
}

const maxError = 1_000
const maxTarget = 300

const writer: RowWriter<DecidedCall> = {
  statements: (calls) =>
    [...Map.groupBy(calls, ({ projectId }) => projectId)].map(([projectId, all]) =>
      insertingCalls(projectId, all),
    ),
}

/** Rows of the log, to be committed with what the call did, or alone. */
export function createCallLog({ clock, newId, log, commitRows }: CallLogDeps) {
  function rowsOf({ scope, server }: Serving, call: LoggedCall, serverVersion: number | null): RowBatch {
    const { opensUrls: _, target, error, ...facts } = call
    return deferRows(writer, {
      ...facts,
      projectId: scope.projectId,
      externalUserId: scope.externalUser.id,
      id: newId(),
      serverId: server.id,
      serverVersion,
      target: target?.slice(0, maxTarget) ?? null,
      successful: error === null,
      error: error?.slice(0, maxError) ?? null,
      at: clock.now(),
    })
  }

  return {
    rowsOf,
    /** A call that could not be logged is still answered: what it did is in the log of executions. */
    async write(serving: Serving, call: LoggedCall): Promise<void> {
      const { projectId } = serving.scope
      try {
        const isWritten = await commitRows(projectId, [rowsOf(serving, call, null)])
        if (!isWritten) log.warn({ projectId }, 'an MCP call could not be logged')
      } catch (failure) {
        log.warn({ err: failure, projectId }, 'an MCP call could not be logged')
      }
    },
  }
}

export type CallLog = ReturnType<typeof createCallLog>
