import type { Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import { idOfName } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { toolIdOf } from '../catalogue/platform-ids.ts'
import type { Digest } from '../openapi/digest.ts'
import type { DigestApart } from '../openapi/digest-apart.ts'
import type { OpenOptions } from '../openapi/open-document.ts'
import type { ToolEntry } from '../providers/provider.ts'
import type {
  ImportOpenApiBody,
  ImportOutcome,
  RefreshToolkitBody,
  ToolkitVersion,
} from '../schema/import.ts'
import { insertDocument, listDocuments, pruneDocuments, sumContent } from '../store/document.ts'
import { noteCheck } from '../store/drift.ts'
import { replaceTools } from '../store/tool.ts'
import { lockToolkit, type Selection, type ToolkitRow, updateToolkit } from '../store/toolkit.ts'
import { fetchDescription, type SourceDeps, sourceOf } from './import-source.ts'
import {
  copyRow,
  groundAfter,
  groundOf,
  importedRow,
  refuseUseless,
  schemesSaidBy,
  selectionOf,
  sha256Of,
  versionFor,
} from './imported.ts'
import { packed } from './opened-documents.ts'
import { type ProjectToolkit, toolkitNotFound } from './registry.ts'
import type { RenewedDigest } from './renewed-digest.ts'
import { shownTool } from './shown.ts'
import { slugTaken, type ToolkitDeps, type ToolkitService } from './toolkits.ts'

// Of every toolkit: enough to go back to, few enough that a daily refresh does not fill the disk.
const keptVersions = 10
const maxContentBytes = 200 * 1024 * 1024

export type ImportDeps = ToolkitDeps &
  SourceDeps & { toolkits: ToolkitService; digest: DigestApart; renewedDigest: RenewedDigest }

type Kept = { version: string; content: Buffer; sizeBytes: number; sha256: string }

export function createImports(deps: ImportDeps) {
  const { db, clock, newId, registry, toolkits, digest, audit, drift } = deps

  async function keep(tx: Tx, scope: Scope, row: ToolkitRow, read: Digest, kept: Kept): Promise<string[]> {
    if ((await sumContent(tx, scope)) + kept.content.length > maxContentBytes) {
      throw new AppError('toolkit_limit_reached', 'The API descriptions of the project take too much room', {
        hint: 'Delete toolkits that are not used, or import fewer operations.',
      })
    }
    const { popularity_score: popularityScore, is_copy: isCopy } = row
    const entries = read.entries.map(
      (entry): ToolEntry => ({ ...entry, popularityScore, version: kept.version }),
    )
    const { version, content, sizeBytes, sha256 } = kept
    const document = { version, content, sha256, size_bytes: sizeBytes, tool_count: entries.length }
    await insertDocument(tx, scope, row.id, { ...document, changes: read.changes }, clock.now())
    // What the product ships keeps its ids in every project, whoever describes it.
    const idOf = (slug: string) => (isCopy ? toolIdOf(slug) : toolIdIn(row.id, slug))
    const tools = entries.map((entry) => ({ id: idOf(entry.slug), entry }))
    if (!(await replaceTools(tx, scope, row.id, tools))) throw slugTaken(row.slug)
    return pruneDocuments(tx, scope, row.id, keptVersions)
  }

  async function keptAs(version: string, { json }: Digest): Promise<Kept> {
    const content = await packed(json)
    return { version, content, sizeBytes: json.length, sha256: sha256Of(json) }
  }

  async function addNew(scope: Scope, body: ImportOpenApiBody, read: Digest): Promise<ImportOutcome> {
    const ground = groundOf(body, read)
    refuseUseless(read, ground.baseUrl)
    const version = versionFor(read.apiVersion, [])
    const about = { version, ground, changes: null, isChanged: true }
    if (body.dryRun) return outcomeOf(read, about, null)
    const id = newId()
    const kept = await keptAs(version, read)
    await db.tx(async (tx) => {
      const row = await toolkits.insert(tx, scope, importedRow(id, body, read, ground, version, clock.now()))
      await keep(tx, scope, row, read, kept)
      await drift.plan(tx, scope, row)
    })
    return outcomeOf(read, about, await toolkits.get(scope, id))
  }

  type Renewal = {
    dryRun: boolean
    acceptNewHosts: boolean
    sourceUrl: string | null
    selection: Selection
  }

  /** The row of the toolkit as it was when the description was read; one that the product ships gets its first. */
  async function takeRow(tx: Tx, scope: Scope, toolkit: ProjectToolkit): Promise<ToolkitRow> {
    const row = await lockToolkit(tx, scope, toolkit.id)
    if ((row?.revision ?? 0) !== toolkit.ownRevision) throw changedMeanwhile()
    if (row) return row
    if (toolkit.isOwn) throw toolkitNotFound()
    return toolkits.insert(tx, scope, copyRow(toolkit))
  }

  async function addVersion(scope: Scope, toolkit: ProjectToolkit, read: Digest, renewal: Renewal) {
    refuseUseless(read, toolkit.baseUrl)
    const version = versionFor(read.apiVersion, toolkit.availableVersions)
    const about = { version, ground: read.declared, changes: read.changes, isChanged: true }
    if (renewal.dryRun) return outcomeOf(read, about, null)
    const kept = await keptAs(version, read)
    await db.tx(async (tx) => {
      const row = await takeRow(tx, scope, toolkit)
      const ground = groundAfter(scope, row, read, renewal.acceptNewHosts)
      const versions = await keep(tx, scope, row, read, kept)
      const written = await updateToolkit(
        tx,
        scope,
        {
          ...row,
          ...ground,
          version,
          available_versions: versions,
          source_url: renewal.sourceUrl,
          selection: renewal.selection,
          tool_count: read.entries.length,
          no_auth: read.entries.every(({ noAuth }) => noAuth),
          described_at: clock.now().toISOString(),
        },
        clock.now(),
      )
      await noteCheck(tx, scope, row.id, nothingDrifted, clock.now())
      await drift.plan(tx, scope, written)
      const target = { action: 'toolkit.refreshed', targetType: 'toolkit', targetId: row.id } as const
      await audit.record(tx, scope, { ...target, details: { slug: row.slug, version } })
    })
    return outcomeOf(read, about, await toolkits.get(scope, toolkit.id))
  }

  async function renew(
    scope: Scope,
    toolkit: ProjectToolkit,
    text: string,
    renewal: Renewal,
  ): Promise<ImportOutcome> {
    const { sourceUrl, selection } = renewal
    const { read, isSame } = await deps.renewedDigest(scope, toolkit, { text, sourceUrl, selection })
    if (!isSame) return addVersion(scope, toolkit, read, renewal)
    const about = { version: toolkit.version, ground: read.declared, changes: read.changes, isChanged: false }
    return outcomeOf(read, about, renewal.dryRun ? null : await toolkits.get(scope, toolkit.id))
  }

  return {
    async importOpenApi(scope: Scope, body: ImportOpenApiBody): Promise<ImportOutcome> {
      const known = await registry.find(db, scope, body.slug)
      if (known && !(body.replace && known.isOwn && known.provider === 'OPENAPI')) throw slugTaken(body.slug)
      const said = schemesSaidBy(body)
      const text = await sourceOf(deps, scope, body)
      const selection = selectionOf(body)
      if (known) {
        const { dryRun, url = null } = body
        return renew(scope, known, text, {
          dryRun,
          acceptNewHosts: scope.role === 'admin',
          sourceUrl: url,
          selection,
        })
      }
      const options: OpenOptions = {
        ...{ toolkitSlug: body.slug, version: '1.0.0', selection, origin: body.url ?? null },
        ...(body.baseUrl === undefined ? {} : { baseUrl: body.baseUrl }),
        ...(said ? { authSchemes: said } : {}),
      }
      return addNew(scope, body, await digest(scope.projectId, { text, options, previous: null }))
    },

    async refresh(scope: Scope, slugOrId: string, body: RefreshToolkitBody): Promise<ImportOutcome> {
      const toolkit = await registry.get(db, scope, slugOrId)
      if (toolkit.provider !== 'OPENAPI' || toolkit.sourceUrl === null) {
        throw new AppError('invalid_state', `${toolkit.slug} was not read from an address`, {
          hint: 'Only a toolkit that was imported by url, or whose sourceUrl is known, can be refreshed.',
        })
      }
      if (!body.dryRun) toolkits.refuseChange(scope, toolkit)
      const text = await fetchDescription(deps, toolkit.sourceUrl)
      const { sourceUrl, selection } = toolkit
      return renew(scope, toolkit, text, { ...body, sourceUrl, selection })
    },

    /** Newest first. What was made by hand, or comes with the product, has the version that is in force. */
    async changelog(scope: Scope, slugOrId: string): Promise<ToolkitVersion[]> {
      const toolkit = await registry.get(db, scope, slugOrId)
      const rows = toolkit.isOwn || toolkit.isRefreshed ? await listDocuments(db, scope, toolkit.id) : []
      if (rows.length === 0)
        return toolkit.availableVersions.map((version) => ({
          ...{ version, isCurrent: version === toolkit.version, toolCount: toolkit.toolCount },
          ...{ sizeBytes: null, sha256: null, changes: null, createdAt: toolkit.createdAt },
        }))
      return rows.map((row) => ({
        version: row.version,
        isCurrent: row.version === toolkit.version,
        toolCount: row.tool_count,
        sizeBytes: row.size_bytes,
        sha256: row.sha256,
        changes: row.changes,
        createdAt: row.created_at,
      }))
    },
  }
}

export type Imports = ReturnType<typeof createImports>

/** The same through all versions, and another in every project. */
const toolIdIn = (toolkitId: string, slug: string): string =>
  idOfName(Buffer.from(toolkitId.replaceAll('-', ''), 'hex'), slug)

const nothingDrifted = { fault: null, drift: null, driftedAt: null }

const changedMeanwhile = () =>
  new AppError('version_conflict', 'The toolkit was changed while its description was read', {
    hint: 'Repeat the call.',
  })

type About = Pick<ImportOutcome, 'version' | 'changes' | 'isChanged'> & {
  ground: Pick<Digest['declared'], 'baseUrl' | 'allowedHosts' | 'authSchemes'>
}

const outcomeOf = (
  { entries }: Digest,
  { ground, ...about }: About,
  toolkit: ImportOutcome['toolkit'],
): ImportOutcome => ({
  ...about,
  isDryRun: toolkit === null,
  toolkit,
  baseUrl: ground.baseUrl,
  allowedHosts: [...ground.allowedHosts],
  authSchemes: ground.authSchemes.map(({ name }) => name),
  toolCount: entries.length,
  tools: entries.map((entry) => ({ ...shownTool(entry), version: about.version })),
})
