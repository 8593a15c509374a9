import type { Db } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Page } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { exportUserRows } from '../../../kernel/user-rows.ts'
import { findLog, type LogDetailRow, type LogRow, listLogs, listLogsOf } from '../read-logs.ts'
import type { ExecutionLog, ExecutionLogDetail } from '../schema/execution.ts'
import type { LogQuery } from '../schema/log-query.ts'
import { executionTable } from '../store/execution.ts'
import { creditsOf } from './to-response.ts'

export function createLogs({ db }: { db: Db }) {
  async function find(scope: Scope, id: string): Promise<LogDetailRow> {
    const row = await findLog(db, scope, id)
    if (!row) throw new AppError('tool_log_not_found', 'Execution not found')
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

/** What happens to the executions of an end user who is erased, merged or exported. */
export const executionUserData = {
  countedAs: null,
  permission: 'tools:read',
  erase: executionTable.forgetUser,
  move: executionTable.moveUser,
  export: exportUserRows('tool_execution', listLogsOf, toLogDetail),
} as const
