import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { createByteCache } from '../../../kernel/byte-cache.ts'
import type { Db } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { ProjectToolkit } from '../../toolkits/index.ts'
import { type ApiDocument, maxDocumentBytes } from '../document/api-document.ts'
import { type DocumentThread, largeBytes } from '../document/document-thread.ts'
import type { OpenedDocument, OpenOptions } from '../document/open-document.ts'
import { openAsToolkit, type ResolvedTool, resolveIn, type ToolRef } from '../document/resolve-tool.ts'
import { findContent, findContentSize } from '../store/document.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

export const packed = (json: string): Promise<Buffer> => compress(json)

// Cleaning only takes away, but what was short in YAML may be longer in JSON.
const maxUnpackedBytes = 8 * maxDocumentBytes
export const unpacked = async (content: Buffer): Promise<string> =>
  (await decompress(content, { maxOutputLength: maxUnpackedBytes })).toString()

/** How a toolkit of the project reads its description: what was changed by hand counts more than the description. */
export const openOptionsFor = (toolkit: ProjectToolkit, version: string): OpenOptions => ({
  toolkitSlug: toolkit.slug,
  version,
  origin: toolkit.sourceUrl,
  authSchemes: toolkit.authSchemes,
})

/** In bytes of JSON; what is made of it takes several times as much. */
const openBytes = 4 * 1024 * 1024
const toolBytes = 4 * 1024 * 1024

type Key = { scope: Scope; toolkit: ProjectToolkit; version: string }

/**
 * The tools of descriptions that projects imported. Large descriptions are read in another thread; small ones stay
 * open for a while, and concurrent callers wait for one read.
 */
export function createOpenedDocuments({ thread }: { thread: DocumentThread }) {
  const opened = createByteCache<OpenedDocument>(openBytes)
  const tools = createByteCache<ResolvedTool>(toolBytes)
  const opening = new Map<string, Promise<OpenedDocument>>()

  // Every change makes a new revision, and with it another reading.
  const nameOf = ({ scope, toolkit, version }: Key) =>
    [scope.projectId, toolkit.id, version, toolkit.ownRevision].join('/')

  function openSmall(name: string, content: Buffer, how: Omit<ToolRef, 'slug'>): Promise<OpenedDocument> {
    const known = opening.get(name)
    if (known) return known
    const reading = unpacked(content)
      .then((json) => {
        const document = openAsToolkit(JSON.parse(json) as ApiDocument, how)
        opened.set(name, document, json.length)
        return document
      })
      .finally(() => opening.delete(name))
    opening.set(name, reading)
    return reading
  }

  async function resolve(db: Db, key: Key, slug: string): Promise<ResolvedTool | null> {
    const { scope, toolkit, version } = key
    const name = nameOf(key)
    const open = opened.get(name)
    if (open) return resolveIn(open, slug)
    const size = await findContentSize(db, scope, toolkit.id, version)
    if (size === null) return null
    const how = { options: openOptionsFor(toolkit, version), baseUrl: toolkit.baseUrl }
    const content = async () =>
      (await findContent(db, scope, toolkit.id, version))?.content ?? Buffer.alloc(0)
    if (size <= largeBytes) return resolveIn(await openSmall(name, await content(), how), slug)
    return thread.resolve(name, { slug, ...how }, async () => Buffer.from(await unpacked(await content())))
  }

  return {
    /** Null when the toolkit never had that version, or the version has no such tool. */
    async resolve(
      db: Db,
      scope: Scope,
      toolkit: ProjectToolkit,
      version: string,
      slug: string,
    ): Promise<ResolvedTool | null> {
      const key = { scope, toolkit, version }
      const name = `${nameOf(key)}/${slug}`
      const known = tools.get(name)
      if (known) return known
      const tool = await resolve(db, key, slug)
      if (tool) tools.set(name, tool, JSON.stringify(tool).length)
      return tool
    },
  }
}

export type OpenedDocuments = ReturnType<typeof createOpenedDocuments>
