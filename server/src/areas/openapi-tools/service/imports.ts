import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import { idOfName, type NewId } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type {
  ImportOutcome,
  ProjectToolkit,
  RefreshToolkitBody,
  Selection,
  ToolEntry,
  ToolkitRow,
  Toolkits,
} from '../../toolkits/index.ts'
import type { Digest } from '../digest/digest.ts'
import type { DigestWorkerClient } from '../digest/digest-worker-client.ts'
import type { OpenOptions } from '../document/open-document.ts'
import type { ImportOpenApiBody } from '../schema/import.ts'
import { insertDocument, pruneDocuments, sumContent } from '../store/document.ts'
import { replaceTools } from '../store/tool.ts'
import { fetchDescription, type SourceDeps, sourceOf } from './import-source.ts'
import {
  copyRow,
  groundAfter,
  groundOf,
  importedRow,
  refuseUseless,
  schemesDeclaredBy,
  selectionOf,
  versionFor,
} from './imported.ts'
import { packed } from './opened-documents.ts'
import type { RenewedDigest } from './renewed-digest.ts'

// Of every toolkit: enough to go back to, few enough that a daily refresh does not fill the disk.
const retainedVersions = 10
const maxContentBytes = 200 * 1024 * 1024

export type ImportDeps = SourceDeps & {
  db: Db
  clock: Clock
  newId: NewId
  toolkits: Pick<Toolkits, 'find' | 'records' | 'toolIdOf'>
  digest: DigestWorkerClient
  renewedDigest: RenewedDigest
}

type StoredDocument = { version: string; content: Buffer; sizeBytes: number; sha256: string }

export function createImports(deps: ImportDeps) {
  const { db, clock, newId, toolkits, digest } = deps
  const { records } = toolkits

  async function keep(
    tx: Tx,
    scope: Scope,
    row: ToolkitRow,
    read: Digest,
    stored: StoredDocument,
  ): Promise<string[]> {
    if ((await sumContent(tx, scope)) + stored.content.length > maxContentBytes) {
      throw new AppError(
        'toolkit_limit_reached',
        'The API descriptions of the project exceed their storage limit',
        {
          hint: 'Delete unused toolkits, or import fewer operations.',
        },
      )
    }
    const { popularity_score: popularityScore, is_copy: isCopy } = row
    const entries = read.entries.map(
      (entry): ToolEntry => ({ ...entry, popularityScore, version: stored.version }),
    )
    const { version, content, sizeBytes, sha256 } = stored
    const document = { version, content, sha256, size_bytes: sizeBytes, tool_count: entries.length }
    await insertDocument(tx, scope, row.id, { ...document, changes: read.changes }, clock.now())
    // What the product ships has the same ids in every project, no matter who describes it.
    const idOf = (slug: string) => (isCopy ? toolkits.toolIdOf(slug) : toolIdIn(row.id, slug))
    const tools = entries.map((entry) => ({ id: idOf(entry.slug), entry }))
    if (!(await replaceTools(tx, scope, row.id, tools))) throw records.slugTaken(row.slug)
    return pruneDocuments(tx, scope, row.id, retainedVersions)
  }

  async function storedAs(version: string, { json, sha256 }: Digest): Promise<StoredDocument> {
    const content = await packed(json)
    return { version, content, sizeBytes: json.length, sha256 }
  }

  async function addNew(scope: Scope, body: ImportOpenApiBody, read: Digest): Promise<ImportOutcome> {
    const declared = groundOf(records, body, read)
    refuseUseless(read, declared.baseUrl)
    const version = versionFor(read.apiVersion, [])
    const about = { version, declared, changes: null, isChanged: true }
    if (body.dryRun) return outcomeOf(read, about, null)
    records.refuseUnreviewed(body.sha256, read.sha256)
    const id = newId()
    const stored = await storedAs(version, read)
    await db.tx(async (tx) => {
      const row = await records.insert(tx, scope, importedRow(id, body, read, declared, version, clock.now()))
      await keep(tx, scope, row, read, stored)
    })
    return outcomeOf(read, about, await records.show(scope, id))
  }

  type Renewal = {
    dryRun: boolean
    acceptNewHosts: boolean
    sha256?: string | undefined
    sourceUrl: string | null
    selection: Selection
  }

  /** The row of the toolkit as it was when the description was read; one that the product ships gets its first. */
  async function takeRow(tx: Tx, scope: Scope, toolkit: ProjectToolkit): Promise<ToolkitRow> {
    const row = await records.lock(tx, scope, toolkit.id)
    if ((row?.revision ?? 0) !== toolkit.ownRevision) throw changedConcurrently()
    if (row) return row
    if (toolkit.isOwn) throw records.notFound()
    return records.insert(tx, scope, copyRow(toolkit))
  }

  async function addVersion(scope: Scope, toolkit: ProjectToolkit, read: Digest, renewal: Renewal) {
    refuseUseless(read, toolkit.baseUrl)
    const version = versionFor(read.apiVersion, toolkit.availableVersions)
    const about = { version, declared: read.declared, changes: read.changes, isChanged: true }
    if (renewal.dryRun) return outcomeOf(read, about, null)
    const stored = await storedAs(version, read)
    await db.tx(async (tx) => {
      const row = await takeRow(tx, scope, toolkit)
      const declared = groundAfter(records, scope, row, read, renewal.acceptNewHosts)
      const versions = await keep(tx, scope, row, read, stored)
      await records.renew(tx, scope, {
        ...row,
        ...declared,
        version,
        available_versions: versions,
        source_url: renewal.sourceUrl,
        selection: renewal.selection,
        tool_count: read.entries.length,
        no_auth: read.entries.every(({ noAuth }) => noAuth),
        described_at: clock.now().toISOString(),
      })
    })
    return outcomeOf(read, about, await records.show(scope, toolkit.id))
  }

  async function renew(
    scope: Scope,
    toolkit: ProjectToolkit,
    text: string,
    renewal: Renewal,
  ): Promise<ImportOutcome> {
    const { sourceUrl, selection } = renewal
    const { read, isSame } = await deps.renewedDigest(scope, toolkit, { text, sourceUrl, selection })
    if (!renewal.dryRun) records.refuseUnreviewed(renewal.sha256, read.sha256)
    if (!isSame) return addVersion(scope, toolkit, read, renewal)
    const about = {
      version: toolkit.version,
      declared: read.declared,
      changes: read.changes,
      isChanged: false,
    }
    return outcomeOf(read, about, renewal.dryRun ? null : await records.show(scope, toolkit.id))
  }

  return {
    async importOpenApi(scope: Scope, body: ImportOpenApiBody): Promise<ImportOutcome> {
      const known = await toolkits.find(db, scope, body.slug)
      if (known && !(body.replace && known.isOwn && known.provider === 'OPENAPI'))
        throw records.slugTaken(body.slug)
      const output = schemesDeclaredBy(records, body)
      const text = await sourceOf(deps, scope, body)
      const selection = selectionOf(body)
      if (known) {
        const { dryRun, sha256, url = null } = body
        return renew(scope, known, text, {
          dryRun,
          sha256,
          acceptNewHosts: scope.role === 'admin',
          sourceUrl: url,
          selection,
        })
      }
      const options: OpenOptions = {
        toolkitSlug: body.slug,
        version: '1.0.0',
        selection,
        origin: body.url ?? null,
        ...(body.baseUrl === undefined ? {} : { baseUrl: body.baseUrl }),
        ...(output ? { authSchemes: output } : {}),
      }
      return addNew(scope, body, await digest(scope.projectId, { text, options, previous: null }))
    },

    async refresh(
      scope: Scope,
      toolkit: ProjectToolkit,
      options: RefreshToolkitBody,
    ): Promise<ImportOutcome> {
      const text = await fetchDescription(deps, toolkit.sourceUrl!)
      const { sourceUrl, selection } = toolkit
      return renew(scope, toolkit, text, { ...options, sourceUrl, selection })
    },
  }
}

export type Imports = ReturnType<typeof createImports>

/** The same through all versions, and another in every project. */
const toolIdIn = (toolkitId: string, slug: string): string =>
  idOfName(Buffer.from(toolkitId.replaceAll('-', ''), 'hex'), slug)

const changedConcurrently = () =>
  new AppError('version_conflict', 'The toolkit was changed during the import', {
    hint: 'Try again.',
  })

type About = Pick<ImportOutcome, 'version' | 'changes' | 'isChanged'> & {
  declared: Pick<Digest['declared'], 'baseUrl' | 'allowedHosts' | 'authSchemes'>
}

const outcomeOf = (
  { entries, sha256 }: Digest,
  { declared, ...about }: About,
  toolkit: ImportOutcome['toolkit'],
): ImportOutcome => ({
  ...about,
  sha256,
  isDryRun: toolkit === null,
  toolkit,
  baseUrl: declared.baseUrl,
  allowedHosts: [...declared.allowedHosts],
  authSchemes: declared.authSchemes.map(({ name }) => name),
  toolCount: entries.length,
  tools: entries.map((entry) => ({
    ...entry,
    scopes: [...entry.scopes],
    tags: [...entry.tags],
    version: about.version,
  })),
})
