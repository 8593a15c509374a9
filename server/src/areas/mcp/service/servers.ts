import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Queryable, Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { NewId } from '../../../kernel/ids.ts'
import type { Page } from '../../../kernel/page.ts'
import { checkIfMatch } from '../../../kernel/preconditions.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Audit } from '../../audit/index.ts'
import type { CreateServerBody, McpServer, ServerQuery, UpdateServerBody } from '../schema/server.ts'
import {
  countServers,
  deleteServer,
  findServer,
  insertServer,
  isNameTaken,
  listServers,
  lockServer,
  type ServerContent,
  type ServerRow,
  updateServer,
} from '../store/server.ts'
import type { ServerChecks } from './check-server.ts'
import type { ServerViews } from './view-server.ts'

const maxServers = 100

export type ServerDeps = {
  db: Db
  clock: Clock
  newId: NewId
  audit: Audit
  checks: ServerChecks
  views: ServerViews
}

export const serverNotFound = () => new AppError('mcp_server_not_found', 'MCP server not found')

export async function getServer(q: Queryable, scope: Scope, idOrName: string): Promise<ServerRow> {
  const row = await findServer(q, scope, idOrName)
  if (!row) throw serverNotFound()
  return row
}

export function createServers({ db, clock, newId, audit, checks, views }: ServerDeps) {
  const record = (
    tx: Tx,
    scope: Scope,
    id: string,
    what: 'created' | 'updated' | 'deleted',
    fields?: string[],
  ) =>
    audit.record(tx, scope, {
      action: `mcp_server.${what}`,
      targetType: 'mcp_server',
      targetId: id,
      ...(fields ? { details: { fields } } : {}),
    })

  /** What `change` makes of it, checked outside of the transaction that stores it. */
  async function change(
    scope: Scope,
    id: string,
    ifMatch: readonly string[] | null,
    fields: string[],
    changed: (was: ServerRow) => ServerContent | Promise<ServerContent>,
  ): Promise<McpServer> {
    const was = await getServer(db, scope, id)
    const content = await changed(was)
    await checks.check(scope, content, was)
    return db.tx(async (tx) => {
      const locked = await lockServer(tx, scope, id)
      if (!locked) throw serverNotFound()
      checkIfMatch(ifMatch, locked.version)
      if (locked.version !== was.version)
        throw new AppError('version_conflict', 'The server was changed by a concurrent request', {
          hint: 'Send the request again.',
        })
      if (await isNameTaken(tx, scope, content.name, id)) throw nameTaken(content.name)
      const row = await updateServer(tx, scope, id, content, clock.now())
      await record(tx, scope, id, 'updated', fields)
      return views.show(row)
    })
  }

  return {
    async list(scope: Scope, query: ServerQuery): Promise<Page<McpServer>> {
      const found = await listServers(db, scope, query)
      return { ...found, items: found.items.map(views.show) }
    },
    get: async (scope: Scope, id: string): Promise<McpServer> => views.show(await getServer(db, scope, id)),
    async create(scope: Scope, body: CreateServerBody): Promise<McpServer> {
      const { discoveryToolsWhitelist: hasWhitelist, connectionCallbackUrl = null, ...rest } = body
      const content: ServerContent = { ...rest, hasWhitelist, connectionCallbackUrl, authConfigs: {} }
      await checks.check(scope, content, null)
      return db.tx(async (tx) => {
        if ((await countServers(tx, scope)) >= maxServers)
          throw new AppError('mcp_server_limit_reached', `A project can have ${maxServers} MCP servers`, {
            hint: 'Delete an unused one.',
          })
        const row = await insertServer(tx, scope, { ...content, id: newId() }, clock.now())
        if (!row) throw nameTaken(body.name)
        await record(tx, scope, row.id, 'created')
        return views.show(row)
      })
    },
    update: (scope: Scope, id: string, body: UpdateServerBody, ifMatch: readonly string[] | null) =>
      change(scope, id, ifMatch, Object.keys(body), (was) => {
        const { discoveryToolsWhitelist: hasWhitelist = was.hasWhitelist, ...given } = body
        const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
        return { ...was, ...set, hasWhitelist }
      }),
    remove: (scope: Scope, id: string, ifMatch: readonly string[] | null): Promise<void> =>
      db.tx(async (tx) => {
        const row = await lockServer(tx, scope, id)
        if (!row) throw serverNotFound()
        checkIfMatch(ifMatch, row.version)
        await deleteServer(tx, scope, id)
        await record(tx, scope, id, 'deleted')
      }),
    /** From now on tools of the toolkit use accounts of this auth config alone. */
    setAuthConfig: (scope: Scope, id: string, toolkitSlug: string, authConfigId: string) =>
      change(scope, id, null, ['authConfigs'], async (was) => {
        await checks.checkAuthConfig(scope, toolkitSlug, authConfigId)
        return { ...was, authConfigs: { ...was.authConfigs, [toolkitSlug]: authConfigId } }
      }),
    clearAuthConfig: (scope: Scope, id: string, toolkitSlug: string) =>
      change(scope, id, null, ['authConfigs'], (was) => {
        const { [toolkitSlug]: _, ...authConfigs } = was.authConfigs
        return { ...was, authConfigs }
      }),
  }
}

export type Servers = ReturnType<typeof createServers>

const nameTaken = (name: string) =>
  new AppError('slug_conflict', `There is already an MCP server named ${name}`, { hint: 'Use another name.' })
