import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Tx } from '../../../kernel/db/db.ts'
import { whenTaken } from '../../../kernel/db/rows/unique-violation.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { NewId } from '../../../kernel/ids.ts'
import type { Page } from '../../../kernel/page.ts'
import { checkIfMatch } from '../../../kernel/preconditions.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Audit } from '../../audit/index.ts'
import type { Files } from '../../files/index.ts'
import type { CreateServerBody, McpServer, ServerQuery, UpdateServerBody } from '../schema/server.ts'
import { listFileContents } from '../store/content.ts'
import {
  countServers,
  deleteServer,
  insertServer,
  isNameTaken,
  listServers,
  lockServer,
  replaceExternal,
  type ServerContent,
  type ServerRow,
  updateServer,
} from '../store/server.ts'
import type { ServerChecks } from './check-server.ts'
import { fileReferrer } from './contents/contents.ts'
import type { ExternalServers, PreparedExternal } from './external-servers.ts'
import { getServer, serverNotFound } from './get-server.ts'
import type { ServerViews } from './view-server.ts'

const maxServers = 100

export type ServerDeps = {
  db: Db
  clock: Clock
  newId: NewId
  audit: Audit
  checks: ServerChecks
  views: ServerViews
  external: Pick<ExternalServers, 'prepare'>
  files: Pick<Files, 'forgetReferrers'>
}

export function createServers(deps: ServerDeps) {
  const { db, clock, newId, audit, checks, views, external } = deps

  const record = (
    tx: Tx,
    scope: Scope,
    { id, name }: Pick<ServerRow, 'id' | 'name'>,
    what: 'created' | 'updated' | 'deleted',
    fields?: string[],
  ) =>
    audit.record(tx, scope, {
      action: `mcp_server.${what}`,
      targetType: 'mcp_server',
      targetId: id,
      details: { name, ...(fields ? { fields } : {}) },
    })

  async function storeExternal(tx: Tx, scope: Scope, id: string, chosen: readonly PreparedExternal[]) {
    for (const each of chosen) await each.store(tx)
    await replaceExternal(tx, scope, id, chosen)
  }

  /** What `change` makes of it, checked outside of the transaction that stores it. */
  async function change(
    scope: Scope,
    id: string,
    ifMatch: readonly string[] | null,
    fields: string[],
    changed: (was: ServerRow) => ServerContent | Promise<ServerContent>,
    configs?: UpdateServerBody['externalMcpConfigs'],
  ): Promise<McpServer> {
    const was = await getServer(db, scope, id)
    const content = await changed(was)
    const chosen = configs && (await external.prepare(scope, configs))
    const counted = chosen?.map(({ toolCount }) => toolCount) ?? was.external.map(({ slugs }) => slugs.length)
    await checks.check(scope, content, was, sumOf(counted))
    const change = db.tx(async (tx) => {
      const locked = await lockServer(tx, scope, id)
      if (!locked) throw serverNotFound()
      checkIfMatch(ifMatch, locked.version)
      if (locked.version !== was.version)
        throw new AppError('version_conflict', 'The server was changed by a concurrent request', {
          hint: 'Send the request again.',
        })
      if (await isNameTaken(tx, scope, content.name, id)) throw nameTaken(content.name)
      if (chosen) await storeExternal(tx, scope, id, chosen)
      const row = await updateServer(tx, scope, id, content, clock.now())
      await record(tx, scope, row, 'updated', fields)
      return views.show(scope, row)
    })
    return change.catch(whenTaken('mcp_server_project_id_name_key', () => nameTaken(content.name)))
  }

  return {
    async list(scope: Scope, query: ServerQuery): Promise<Page<McpServer>> {
      const found = await listServers(db, scope, query)
      return { ...found, items: found.items.map((row) => views.show(scope, row)) }
    },
    get: async (scope: Scope, id: string): Promise<McpServer> =>
      views.show(scope, await getServer(db, scope, id)),
    async create(scope: Scope, body: CreateServerBody): Promise<McpServer> {
      const { discoveryToolsWhitelist: hasWhitelist, connectionCallbackUrl = null, ...rest } = body
      const { externalMcpConfigs, ...given } = rest
      const content: ServerContent = { ...given, hasWhitelist, connectionCallbackUrl, authConfigs: {} }
      const chosen = await external.prepare(scope, externalMcpConfigs)
      await checks.check(scope, content, null, sumOf(chosen.map(({ toolCount }) => toolCount)))
      return db.tx(async (tx) => {
        if ((await countServers(tx, scope)) >= maxServers)
          throw new AppError('mcp_server_limit_reached', `A project can have ${maxServers} MCP servers`, {
            hint: 'Delete an unused one.',
          })
        const row = await insertServer(tx, scope, { ...content, id: newId() }, clock.now())
        if (!row) throw nameTaken(body.name)
        await storeExternal(tx, scope, row.id, chosen)
        await record(tx, scope, row, 'created')
        return views.show(scope, await getServer(tx, scope, row.id))
      })
    },
    update: (scope: Scope, id: string, body: UpdateServerBody, ifMatch: readonly string[] | null) =>
      change(
        scope,
        id,
        ifMatch,
        Object.keys(body),
        (was) => {
          const { discoveryToolsWhitelist: hasWhitelist = was.hasWhitelist, ...rest } = body
          const { externalMcpConfigs: _, ...given } = rest
          const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
          return { ...was, ...set, hasWhitelist }
        },
        body.externalMcpConfigs,
      ),
    remove: (scope: Scope, id: string, ifMatch: readonly string[] | null): Promise<void> =>
      db.tx(async (tx) => {
        const row = await lockServer(tx, scope, id)
        if (!row) throw serverNotFound()
        checkIfMatch(ifMatch, row.version)
        await deps.files.forgetReferrers(tx, scope, fileReferrer, await listFileContents(tx, scope, id))
        await deleteServer(tx, scope, id)
        await record(tx, scope, row, 'deleted')
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

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)

const nameTaken = (name: string) =>
  new AppError('slug_conflict', `There is already an MCP server named ${name}`, { hint: 'Use another name.' })
