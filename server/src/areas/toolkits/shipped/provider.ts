import type { Outbound } from '../../../kernel/net/outbound.ts'
import { createOperationExecutor } from '../openapi/execute.ts'
import type { ApiDocument } from '../openapi/read-document.ts'
import type { ToolEntry, ToolkitEntry, ToolProvider } from '../providers/provider.ts'
import { createByteCache } from './byte-cache.ts'
import { type CatalogueFiles, lazily, openCatalogueFiles, type ShippedToolkit } from './catalogue-files.ts'
import { fromRow, type ToolPlace } from './catalogue-format.ts'
import { createLargeDocuments } from './large-documents.ts'
import { type ResolvedTool, resolveTool } from './resolve-tool.ts'

/** Above this, reading a description would be felt by everybody who waits for an answer. */
const largeBytes = 1024 * 1024
const documentCacheBytes = 24 * 1024 * 1024
const toolCacheBytes = 16 * 1024 * 1024
// Opened they take three times as much, and reading those of a toolkit again takes a millisecond.
const rowCacheBytes = 2 * 1024 * 1024

type Rows = ReadonlyMap<string, { entry: ToolEntry; place: ToolPlace }>

/** The operations of well-known APIs that come with the product. */
export function createShippedProvider({
  outbound,
  files = openCatalogueFiles(),
}: {
  outbound: Pick<Outbound, 'request'>
  files?: CatalogueFiles
}): ToolProvider & { readonly name: 'openapi-catalogue' } {
  const execute = createOperationExecutor({ outbound })
  const large = createLargeDocuments()
  const documents = createByteCache<ApiDocument>(documentCacheBytes)
  const tools = createByteCache<ResolvedTool>(toolCacheBytes)
  const rowsBySlug = createByteCache<Rows>(rowCacheBytes)

  const entries = lazily(
    async (): Promise<readonly ToolkitEntry[]> =>
      [...(await files.toolkits()).bySlug.values()].map(({ entry }) => entry),
  )
  const toolkitOf = async (slug: string): Promise<ShippedToolkit | null> =>
    (await files.toolkits()).bySlug.get(slug) ?? null

  async function rowsOf(toolkit: ShippedToolkit): Promise<Rows> {
    const { slug } = toolkit.entry
    const known = rowsBySlug.get(slug)
    if (known) return known
    const rows = new Map(
      (await files.toolRows(toolkit)).map((row) => {
        const read = fromRow(row, toolkit.entry)
        return [read.entry.slug, read]
      }),
    )
    rowsBySlug.set(slug, rows, toolkit.tools.opened)
    return rows
  }

  async function documentOf(toolkit: ShippedToolkit): Promise<ApiDocument> {
    const { slug } = toolkit.entry
    const known = documents.get(slug)
    if (known) return known
    const document: ApiDocument = JSON.parse((await files.document(toolkit)).toString())
    documents.set(slug, document, toolkit.document.opened)
    return document
  }

  async function resolve(toolSlug: string): Promise<ResolvedTool | null> {
    const known = tools.get(toolSlug)
    if (known) return known
    // No slug of a toolkit has an underscore.
    const toolkit = await toolkitOf(toolSlug.split('_', 1)[0]!)
    const row = toolkit && (await rowsOf(toolkit)).get(toolSlug)
    if (!row) return null
    const { slug: toolkitSlug, version } = toolkit.entry
    const wanted = { slug: toolSlug, toolkitSlug, version, ...row.place }
    const found =
      toolkit.document.opened > largeBytes
        ? await large.resolve(wanted, () => files.document(toolkit))
        : resolveTool(await documentOf(toolkit), wanted)
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
      return toolkit ? [...(await rowsOf(toolkit)).values()].map(({ entry }) => entry) : []
    },
    findTool: async (slug) => (await resolve(slug))?.definition ?? null,
    async execute(call) {
      const tool = await resolve(call.tool.slug)
      if (!tool)
        return { successful: false, errorCode: 'not_found', error: 'There is no such operation any more.' }
      return execute(tool.plan, call)
    },
    async close() {
      await large.close()
      await files.close()
    },
  }
}
