import type { Queryable } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { notFoundNear } from '../../../kernel/text/near-names.ts'
import { findServer, listServerNames, type ServerRow } from '../store/server.ts'

export const serverNotFound = () => new AppError('mcp_server_not_found', 'MCP server not found')

export async function getServer(q: Queryable, scope: Scope, idOrName: string): Promise<ServerRow> {
  const row = await findServer(q, scope, idOrName)
  if (row) return row
  const list = () => listServerNames(q, scope)
  throw await notFoundNear(serverNotFound(), idOrName, { scope, permission: 'mcp:read', list })
}
