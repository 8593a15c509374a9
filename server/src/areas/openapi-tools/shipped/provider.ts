import { lazily } from '../../../kernel/async/lazily.ts'
import { createByteCache } from '../../../kernel/byte-cache.ts'
import type { Outbound } from '../../../kernel/net/outbound.ts'
import type { ToolkitEntry, ToolProvider } from '../../toolkits/index.ts'
import type { ApiDocument } from '../document/api-document.ts'
import { createDocumentThread, largeBytes } from '../document/document-thread.ts'
import { type ResolvedTool, resolveOperation } from '../document/resolve-tool.ts'
import { createOperationExecutor, dryRunOperation, type Signing } from '../request/execute.ts'
import { type CatalogueFiles, openCatalogueFiles, type ShippedToolkit } from './catalogue-files.ts'
import { fromRow } from './catalogue-format.ts'
import { rowNamed, rowsIn } from './tool-rows.ts'

// In bytes of JSON; what is made of it takes several times as much.
const documentCacheBytes = 4 * 1024 * 1024
const toolCacheBytes = 4 * 1024 * 1024
// A third of all there are: those of well-known services, which most searches end at.
const rowCacheBytes = 8 * 1024 * 1024

/** The operations of well-known APIs that come with the product. */
export function createShippedProvider({
  outbound,
  signing,
  files = openCatalogueFiles(),
}: {
  outbound: Pick<Outbound, 'request'>
  signing: Signing
  files?: CatalogueFiles
}): ToolProvider & { readonly name: 'openapi-catalogue' } {
  const execute = createOperationExecutor({ outbound, signing })
  const large = createDocumentThread()
  const documents = createByteCache<ApiDocument>(documentCacheBytes)
  const tools = createByteCache<ResolvedTool>(toolCacheBytes)
  const rows = createByteCache<Buffer>(rowCacheBytes)
  const opening = new Map<string, Promise<Buffer>>()
  const reading = new Map<string, Promise<ApiDocument>>()

  const entries = lazily(
    async (): Promise<readonly ToolkitEntry[]> =>
      [...(await files.toolkits()).bySlug.values()].map(({ entry }) => entry),
  )
  const toolkitOf = async (slug: string): Promise<ShippedToolkit | null> =>
    (await files.toolkits()).bySlug.get(slug) ?? null

  async function rowsOf(toolkit: ShippedToolkit): Promise<Buffer> {
    const { slug } = toolkit.entry
    const known = rows.get(slug) ?? opening.get(slug)
    if (known) return known
    const bytes = files.toolRows(toolkit)
    // A caller that needs another of its tools meanwhile waits for the same read.
    opening.set(slug, bytes)
    try {
      rows.set(slug, await bytes, toolkit.tools.opened)
      return await bytes
    } finally {
      opening.delete(slug)
    }
  }

  async function findRow(toolSlug: string) {
    // No slug of a toolkit has an underscore.
    const slug = toolSlug.split('_', 1)[0]!
    const toolkit = await toolkitOf(slug)
    const row = toolkit && rowNamed(await rowsOf(toolkit), toolSlug.slice(slug.length + 1))
    return row && { toolkit, ...fromRow(row, toolkit.entry) }
  }

  async function read(toolkit: ShippedToolkit): Promise<ApiDocument> {
    const document: ApiDocument = JSON.parse((await files.document(toolkit)).toString())
    documents.set(toolkit.entry.slug, document, toolkit.document.opened)
    return document
  }

  /** Of concurrent callers for the same the first reads it. */
  async function documentOf(toolkit: ShippedToolkit): Promise<ApiDocument> {
    const { slug } = toolkit.entry
    const known = documents.get(slug) ?? reading.get(slug)
    if (known) return known
    const document = read(toolkit).finally(() => reading.delete(slug))
    reading.set(slug, document)
    return document
  }

  async function resolve(toolSlug: string): Promise<ResolvedTool | null> {
    const known = tools.get(toolSlug)
    if (known) return known
    const row = await findRow(toolSlug)
    if (!row) return null
    const { toolkit } = row
    const { slug: toolkitSlug, version } = toolkit.entry
    const target = { slug: toolSlug, toolkitSlug, version, ...row.route }
    const found =
      toolkit.document.opened > largeBytes
        ? await large.resolve(toolkitSlug, target, () => files.document(toolkit))
        : resolveOperation(await documentOf(toolkit), target)
    if (!found) throw new Error(`The shipped description has no operation for ${toolSlug}`)
    const { popularityScore, noAuth } = row.entry
    const tool = { ...found, definition: { ...found.definition, popularityScore, noAuth } }
    tools.set(toolSlug, tool, JSON.stringify(tool).length)
    return tool
  }

  return {
    name: 'openapi-catalogue',
    listToolkits: entries,
    findToolkit: async (slug) => (await toolkitOf(slug))?.entry ?? null,
    async readDescription(slug) {
      const toolkit = await toolkitOf(slug)
      return toolkit && (await files.document(toolkit)).toString()
    },
    async listTools(slug) {
      const toolkit = await toolkitOf(slug)
      return toolkit ? rowsIn(await rowsOf(toolkit)).map((row) => fromRow(row, toolkit.entry).entry) : []
    },
    findEntry: async (slug) => (await findRow(slug))?.entry ?? null,
    findTool: async (slug) => (await resolve(slug))?.definition ?? null,
    async execute(call) {
      const tool = await resolve(call.tool.slug)
      if (!tool)
        return { successful: false, errorCode: 'not_found', error: 'The operation no longer exists.' }
      return execute(tool.plan, call)
    },
    async dryRun(call) {
      const tool = await resolve(call.tool.slug)
      return tool && dryRunOperation(signing, tool.plan, call)
    },
    async close() {
      await large.close()
      await files.close()
    },
  }
}
