import type { Db } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { deleteUserRows, exportUserRows, moveUserRows } from '../../../kernel/user-rows.ts'
import type { CallQuery } from '../schema/call.ts'
import type { McpReport } from '../schema/lint.ts'
import { advisedTools, type McpServerConfig } from '../schema/server.ts'
import { listCalls, listCallsOf } from '../store/call.ts'
import { getServer } from './get-server.ts'
import { reportOn } from './report.ts'
import type { ServingService } from './serving.ts'
import { snippetsFor } from './snippets.ts'
import { renamedTools, type ServerViews, servedServer, warningsOf } from './view-server.ts'

export type DescribeDeps = { db: Db; serving: ServingService; views: ServerViews }

/** What a client of a server needs, and what clients have called. */
export function createDescriptions({ db, serving, views }: DescribeDeps) {
  return {
    async config(scope: Scope, id: string): Promise<McpServerConfig> {
      const row = await getServer(db, scope, id)
      const { name, mode } = row
      const { url } = views.show(scope, row)
      const tools = await serving.listTools(scope, row)
      const gone = servedServer(row).selectedTools.length - tools.length
      return {
        name,
        url,
        headers: { 'x-api-key': '<API key>' },
        mode,
        tools,
        warnings: [
          ...warningsOf(row),
          ...(tools.length > advisedTools
            ? [
                `${tools.length} tools fill the context of a model: select at most ${advisedTools}, or use mode META.`,
              ]
            : []),
          ...(mode === 'NORMAL' && gone > 0
            ? [`${gone} of the selected tools do not exist or are disabled.`]
            : []),
        ],
        clients: snippetsFor({ name, url }),
      }
    },
    async lint(scope: Scope, id: string): Promise<McpReport> {
      const row = await getServer(db, scope, id)
      return reportOn(await serving.listTools(scope, row), renamedTools(row))
    },
    async calls(scope: Scope, id: string, query: CallQuery) {
      const { id: serverId } = await getServer(db, scope, id)
      return listCalls(db, scope, serverId, query)
    },
  }
}

export type Descriptions = ReturnType<typeof createDescriptions>

export const callUserData = {
  countedAs: null,
  permission: 'mcp:read',
  erase: deleteUserRows('mcp_call'),
  move: moveUserRows('mcp_call'),
  export: exportUserRows('mcp_call', listCallsOf, (row) => row),
} as const
