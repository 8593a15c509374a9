import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import type { Db } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { type OpenedDocument, type OpenOptions, openDocument } from '../openapi/open-document.ts'
import { type ApiDocument, maxDocumentBytes } from '../openapi/read-document.ts'
import { findContent } from '../store/document.ts'
import type { ProjectToolkit } from './registry.ts'

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

type Kept = { opened: Promise<OpenedDocument | null>; sizeBytes: number }

/** Opened descriptions, the last used of them, up to so many bytes of text. Those who ask at once wait for one reading. */
export function createOpenedDocuments({ maxBytes = 64 * 1024 * 1024 }: { maxBytes?: number } = {}) {
  const kept = new Map<string, Kept>()

  function makeRoom(): void {
    let total = [...kept.values()].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
    for (const [key, { sizeBytes }] of kept) {
      if (total <= maxBytes || kept.size === 1) return
      kept.delete(key)
      total -= sizeBytes
    }
  }

  async function load(
    db: Db,
    scope: Scope,
    toolkit: ProjectToolkit,
    version: string,
    entry: Kept,
  ): Promise<OpenedDocument | null> {
    const found = await findContent(db, scope, toolkit.id, version)
    if (!found) return null
    entry.sizeBytes = found.size_bytes
    makeRoom()
    const document = JSON.parse(await unpacked(found.content)) as ApiDocument
    const options = openOptionsFor(toolkit, version)
    const opened = openDocument(document, options)
    // Moved by hand: then it counts for every operation.
    return toolkit.baseUrl === opened.baseUrl
      ? opened
      : openDocument(document, { ...options, baseUrl: toolkit.baseUrl })
  }

  return {
    /** Null when the toolkit never had that version. */
    open(db: Db, scope: Scope, toolkit: ProjectToolkit, version: string): Promise<OpenedDocument | null> {
      // Every change makes a new revision, and with it another reading.
      const key = [scope.projectId, toolkit.id, version, toolkit.ownRevision].join('/')
      const known = kept.get(key)
      if (known) {
        kept.delete(key)
        kept.set(key, known)
        return known.opened
      }
      const entry: Kept = { opened: Promise.resolve(null), sizeBytes: 0 }
      entry.opened = load(db, scope, toolkit, version, entry)
      kept.set(key, entry)
      entry.opened.then(
        (opened) => opened === null && kept.delete(key),
        () => kept.delete(key),
      )
      return entry.opened
    },
  }
}

export type OpenedDocuments = ReturnType<typeof createOpenedDocuments>
