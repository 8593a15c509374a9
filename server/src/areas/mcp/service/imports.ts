import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { NewId } from '../../../kernel/ids.ts'
import { changedConcurrently } from '../../../kernel/preconditions.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type {
  AccountSource,
  Drift,
  ImportOutcome,
  NewToolkitRow,
  ProjectToolkit,
  RefreshToolkitBody,
  ToolkitChanges,
  Toolkits,
} from '../../toolkits/index.ts'
import type { Tools } from '../../tools/index.ts'
import { signedTarget } from '../external/account.ts'
import { approvedTools, hashOfTools, slugOfTool, type ToolkitOfTools } from '../external/approved-tools.ts'
import { compareTools, isChanged } from '../external/compare-tools.ts'
import { isStdio, type RemoteServers, type RemoteTarget, statusOf } from '../external/remote-server.ts'
import { type HeaderSeal, ownerOf } from '../external/secrets.ts'
import type { ImportMcpBody } from '../schema/import.ts'
import {
  type ApprovedTool,
  findRemote,
  insertRemote,
  listApproved,
  noteStatus,
  replaceApproved,
} from '../store/toolkit.ts'
import type { SignIn } from './sign-in.ts'

export type ImportDeps = {
  db: Db
  clock: Clock
  newId: NewId
  remotes: RemoteServers
  headers: HeaderSeal
  toolkits: Pick<Toolkits, 'find' | 'records' | 'sign' | 'providers'>
  tools: Pick<Tools, 'find'>
  connections: Pick<AccountSource, 'select'>
  signIn: SignIn
}

/** A toolkit that was listed and checked, and is not stored yet. */
export type PreparedImport = {
  toolkitId: string
  tools: readonly ApprovedTool[]
  authSchemes: string[]
  store(tx: Tx): Promise<void>
}

const listTimeoutMs = 20_000
const firstVersion = '1'

export function createImports(deps: ImportDeps) {
  const { db, clock, newId, remotes, headers, toolkits, connections } = deps
  const { records } = toolkits

  /** A server chooses the names of its tools, and must not take those of others: what agents call stays what it was. */
  async function reservedBy(scope: Scope, toolkit: ListedToolkit, tools: readonly { name: string }[]) {
    const reserved = new Set<string>()
    const requested = [
      ...tools.map((tool) => slugOfTool(toolkit, tool)),
      ...toolkit.was.map(({ slug }) => slug),
    ]
    for (const slug of new Set(requested)) {
      const shipped = await Promise.all(toolkits.providers.map((provider) => provider.findTool(slug)))
      const found = await deps.tools.find(db, scope, slug)
      if (shipped.some((tool) => tool !== null) || (found && found.toolkit?.id !== toolkit.id))
        reserved.add(slug)
    }
    return reserved
  }

  /** What the server says now, as tools of the toolkit under that version. */
  async function listed(
    scope: Scope,
    target: RemoteTarget,
    toolkit: ListedToolkit,
    include: readonly string[] | undefined,
  ) {
    const { tools, ...server } = await remotes
      .list(target, { timeoutMs: listTimeoutMs })
      .catch((error) => nothingWithoutAccount(error, toolkit))
    if (server.status === 'auth_required') return { ...server, tools: [] }
    const selected = include ? tools.filter(({ name }) => include.includes(name)) : tools
    if (selected.length === 0)
      throw new AppError('upstream_error', 'The MCP server has no such tools', {
        hint: 'Check its URL, and the names in tools.',
      })
    const reserved = await reservedBy(scope, toolkit, selected)
    return { ...server, tools: approvedTools(toolkit, selected, { reserved, was: toolkit.was }) }
  }

  /** Lists as the project itself where it has headers, else with the account of the acting user. */
  async function withAccount(scope: Scope, toolkit: ProjectToolkit, target: RemoteTarget) {
    if (toolkit.noAuth || Object.keys(target.headers).length > 0) return target
    const credentials = await connections.select(scope, toolkit, { toolSlug: toolkit.slug })
    return signedTarget(toolkits, target, credentials)
  }

  async function current(scope: Scope, toolkit: ProjectToolkit, version: string) {
    const remote = await findRemote(db, scope, toolkit.id)
    if (!remote) throw records.notFound()
    const target = await withAccount(scope, toolkit, headers.open(scope, remote))
    const was = await listApproved(db, scope, toolkit.id)
    const now = await listed(
      scope,
      target,
      { ...toolkit, version, isPending: false, was },
      toolkit.selection.include,
    ).catch(async (error) => {
      const status = statusOf(error)
      if (status) await noteStatus(db, scope, toolkit.id, status, clock.now())
      throw error
    })
    await noteStatus(db, scope, toolkit.id, 'healthy', clock.now())
    return { was, now: now.tools, changes: compareTools(was, now.tools) }
  }

  /** Lists and checks; what it returns stores the toolkit in the transaction of the caller. */
  async function prepare(scope: Scope, body: ImportMcpBody): Promise<PreparedImport> {
    if (await toolkits.find(db, scope, body.slug)) throw records.slugTaken(body.slug)
    refuseUnused(body)
    await remotes.check(body.url)
    const id = newId()
    const sent = body.headers ?? {}
    const schemes = records.authSchemesOf({ ...body, baseUrl: isStdio(body.url) ? null : body.url })
    const noAuth = schemes.every((scheme) => scheme.name === 'NO_AUTH')
    const { tools, transport, name, status } = await listed(
      scope,
      { url: body.url, headers: sent, owner: ownerOf(scope) },
      { id, slug: body.slug, version: firstVersion, noAuth, isPending: !noAuth, was: [] },
      body.tools,
    )
    return {
      toolkitId: id,
      tools,
      authSchemes: schemes.map((scheme) => scheme.name),
      async store(tx) {
        const at = clock.now()
        const auth = { auth_schemes: schemes, no_auth: noAuth }
        await records.insert(tx, scope, { ...rowOf(id, body, name, tools.length, at), ...auth })
        const sealed = headers.seal(scope, id, sent)
        const state = { status, checkedAt: at }
        await insertRemote(tx, scope, { toolkitId: id, url: body.url, transport, headers: sealed, ...state })
        if (!(await replaceApproved(tx, scope, id, tools))) throw records.slugTaken(body.slug)
      },
    }
  }

  return {
    prepare,

    async importMcp(scope: Scope, given: ImportMcpBody): Promise<ImportOutcome> {
      const { body, register } = await deps.signIn.prepare(scope, given)
      const { toolkitId, tools, authSchemes, store } = await prepare(scope, body)
      const first = { version: firstVersion, changes: null, isChanged: true }
      const outcome = { url: body.url, tools, authSchemes, ...first }
      if (body.dryRun) return outcomeOf(outcome, null)
      records.refuseUnreviewed(body.sha256, hashOfTools(tools))
      const addConfig = await register()
      // Together: a toolkit without the client that was registered for it could not be connected, nor imported again.
      await db.tx(async (tx) => {
        await store(tx)
        await addConfig(tx)
      })
      return outcomeOf(outcome, await records.show(scope, toolkitId))
    },

    /** Approves what the server says now; with a hash, only if that is what a dry run has shown. */
    async refresh(
      scope: Scope,
      toolkit: ProjectToolkit,
      { dryRun, sha256 }: Pick<RefreshToolkitBody, 'dryRun' | 'sha256'>,
    ): Promise<ImportOutcome> {
      const version = String(Number(toolkit.version) + 1)
      const { was, now, changes } = await current(scope, toolkit, version)
      const isNew = isChanged(changes)
      const outcome = {
        url: toolkit.sourceUrl!,
        authSchemes: toolkit.authSchemes.map(({ name }) => name),
        version: isNew ? version : toolkit.version,
        tools: now,
        changes,
        isChanged: isNew,
      }
      if (dryRun) return outcomeOf(outcome, null)
      records.refuseUnreviewed(sha256, hashOfTools(now))
      if (isNew || was.some(({ definition }) => definition === null))
        await db.tx(async (tx) => {
          const row = await records.lock(tx, scope, toolkit.id)
          if (row?.revision !== toolkit.ownRevision) throw changedConcurrently()
          if (!(await replaceApproved(tx, scope, toolkit.id, now))) throw records.slugTaken(toolkit.slug)
          await records.renew(tx, scope, {
            ...row,
            version: outcome.version,
            available_versions: [outcome.version],
            tool_count: now.length,
            described_at: clock.now().toISOString(),
          })
        })
      return outcomeOf(outcome, await records.show(scope, toolkit.id))
    },

    async findDrift(scope: Scope, toolkit: ProjectToolkit): Promise<Drift | null> {
      const { now, changes } = await current(scope, toolkit, toolkit.version)
      if (!isChanged(changes)) return null
      return { sha256: hashOfTools(now), apiVersion: toolkit.version, changes, newHosts: [] }
    },
  }
}

export type McpImports = ReturnType<typeof createImports>

/** A process gets what the operator gave it. */
function refuseUnused({ url, headers, authSchemes, authConfigDetails }: ImportMcpBody): void {
  if (!isStdio(url)) return
  for (const [name, value] of Object.entries({ headers, authSchemes, authConfigDetails }))
    if (value !== undefined)
      throw new AppError('invalid_parameter', `${name} must not be set for a stdio server`, {
        details: [
          { in: 'body', path: `/${name}`, rule: 'custom', message: 'must not be set for a stdio server' },
        ],
      })
}

type ListedToolkit = ToolkitOfTools & {
  /** New, and its tools may have to wait until an account is connected. */
  isPending: boolean
  /** Its tools as they were approved. */
  was: readonly ApprovedTool[]
}

function nothingWithoutAccount(error: unknown, { isPending }: ListedToolkit) {
  const status = statusOf(error)
  if (isPending && status === 'auth_required')
    return { status, transport: 'http' as const, name: '', tools: [] }
  throw error
}

const rowOf = (
  id: string,
  body: ImportMcpBody,
  serverName: string,
  toolCount: number,
  at: Date,
): NewToolkitRow => ({
  id,
  slug: body.slug,
  provider: 'MCP',
  name: body.name ?? (serverName.slice(0, 200) || body.slug),
  description: body.description ?? '',
  logo: body.logo ?? null,
  app_url: null,
  categories: body.categories ?? [],
  auth_schemes: [],
  no_auth: true,
  base_url: null,
  current_user_path: null,
  version: firstVersion,
  available_versions: [firstVersion],
  popularity_score: 0,
  regions: null,
  source_url: body.url,
  selection: body.tools ? { include: body.tools } : {},
  tool_count: toolCount,
  described_at: at.toISOString(),
  is_disabled: false,
  is_copy: false,
  drift_check: 'daily',
})

type Outcome = {
  url: string
  authSchemes: string[]
  version: string
  tools: readonly ApprovedTool[]
  changes: ToolkitChanges | null
  isChanged: boolean
}

const outcomeOf = (
  { url, version, tools, authSchemes, changes, isChanged: isNew }: Outcome,
  toolkit: ImportOutcome['toolkit'],
): ImportOutcome => ({
  isDryRun: toolkit === null,
  isChanged: isNew,
  toolkit,
  version,
  sha256: hashOfTools(tools),
  baseUrl: null,
  allowedHosts: isStdio(url) ? [] : [new URL(url).hostname],
  authSchemes,
  toolCount: tools.length,
  tools: tools.map(({ entry }) => ({ ...entry, scopes: [...entry.scopes], tags: [...entry.tags], version })),
  changes,
})
