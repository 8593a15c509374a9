import type { Db } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { deleteUserRows, exportUserRows, moveUserRows } from '../../../kernel/user-rows.ts'
import type { Audit } from '../../audit/index.ts'
import type { ClientQuery } from '../schema/client.ts'
import { findGrant, listClients, listClientsOf } from '../store/grant.ts'
import type { Tokens } from './tokens.ts'

export type AuthorizedClientDeps = { db: Db; audit: Audit; tokens: Pick<Tokens, 'end'> }

export const createAuthorizedClients = ({ db, audit, tokens }: AuthorizedClientDeps) => ({
  list: (scope: Scope, query: ClientQuery) => listClients(db, scope, query),
  revoke: (scope: Scope, id: string): Promise<{ id: string }> =>
    db.tx(async (tx) => {
      const grant = await findGrant(tx, scope, id)
      if (!grant) throw new AppError('mcp_client_not_found', 'MCP client not found')
      await tokens.end(tx, grant)
      await audit.record(tx, scope, {
        action: 'mcp_client.revoked',
        targetType: 'mcp_client',
        targetId: id,
        details: { serverId: grant.serverId },
      })
      return { id }
    }),
})

export type AuthorizedClients = ReturnType<typeof createAuthorizedClients>

export const clientUserData = {
  countedAs: null,
  permission: 'mcp:read',
  erase: deleteUserRows('mcp_grant'),
  move: moveUserRows('mcp_grant'),
  export: exportUserRows('mcp_client', listClientsOf, (row) => row),
} as const
