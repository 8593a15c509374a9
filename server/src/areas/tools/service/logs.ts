import type { Db, Queryable, Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import { nobodyId } from '../../../kernel/ids.ts'
import type { Page } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { findLog, type LogDetailRow, type LogRow, listLogs, listLogsOf } from '../read-logs.ts'
import type { ExecutionLog, ExecutionLogDetail } from '../schema/execution.ts'
import type { LogQuery } from '../schema/log-query.ts'
import { forgetExecutionsOf, moveExecutions } from '../store/execution.ts'
import { creditsOf } from './to-response.ts'

export function createLogs({ db }: { db: Db }) {
  async function find(scope: Scope, id: string): Promise<LogDetailRow> {
    const row = await findLog(db, scope, id)
    if (!row) throw new AppError('tool_log_not_found', 'There is no such execution')
    return row
  }
  return {
    find,
    async list(scope: Scope, query: LogQuery): Promise<Page<ExecutionLog>> {
      const page = await listLogs(db, scope, query)
      return { ...page, items: page.items.map(toLog) }
    },
    get: async (scope: Scope, id: string): Promise<ExecutionLogDetail> => toLogDetail(await find(scope, id)),
  }
}

export type Logs = ReturnType<typeof createLogs>

export const parsed = (json: string | null): unknown => (json === null ? null : (JSON.parse(json) as unknown))

const toLog = ({ userId, kind, isTruncated, chargedMicro, ...row }: LogRow): ExecutionLog => ({
  ...row,
  logId: row.id,
  eUID: userId,
  logKind: kind === 'action' ? 'actions' : 'triggers',
  successful: row.status === 'succeeded',
  truncated: isTruncated,
  creditsCharged: creditsOf(chargedMicro),
})

const toLogDetail = (row: LogDetailRow): ExecutionLogDetail => ({
  ...toLog(row),
  arguments: parsed(row.arguments),
  result: parsed(row.result),
})

const exportedAtOnce = 200

/** What happens to the executions of an end user who is erased, merged or exported. */
export const ownedExecutions = {
  countedAs: null,
  count: async () => 0,
  erase: (tx: Tx, scope: Scope, userId: string) => forgetExecutionsOf(tx, scope, userId),
  move: (tx: Tx, scope: Scope, fromId: string, intoId: string) => moveExecutions(tx, scope, fromId, intoId),
  async *export(q: Queryable, scope: Scope, userId: string): AsyncGenerator<Record<string, unknown>> {
    for (let after = nobodyId; ; ) {
      const rows = await listLogsOf(q, scope, userId, after, exportedAtOnce)
      for (const row of rows) yield { type: 'tool_execution', ...toLogDetail(row) }
      if (rows.length < exportedAtOnce) return
      after = rows.at(-1)!.id
    }
  },
} as const
