import { createByteCache } from '../../../kernel/byte-cache.ts'
import { serveRequests } from '../../../kernel/compute/worker-server.ts'
import type { ApiDocument } from './api-document.ts'
import type { OpenedDocument } from './open-document.ts'
import {
  type OperationWanted,
  openAsToolkit,
  type ResolvedTool,
  resolveIn,
  resolveOperation,
  type ToolWanted,
} from './resolve-tool.ts'

export type Wanted = OperationWanted | ToolWanted

/** With the text of the description when the thread may not have it. */
export type DocumentRequest = {
  /** Of the description; another text has another one. */
  readonly key: string
  readonly wanted: Wanted
  readonly text: Uint8Array | null
}
export type DocumentReply = { readonly missing?: true; readonly tool?: ResolvedTool | null }

type CachedDocument = { readonly document: ApiDocument; opened?: OpenedDocument }

// In bytes of JSON; open it takes several times as much. The largest description, of fifteen million, is cached alone.
const documents = createByteCache<CachedDocument>(8 * 1024 * 1024)

function resolved(stored: CachedDocument, wanted: Wanted): ResolvedTool | null {
  if ('path' in wanted) return resolveOperation(stored.document, wanted)
  stored.opened ??= openAsToolkit(stored.document, wanted)
  return resolveIn(stored.opened, wanted.slug)
}

serveRequests(({ key, wanted, text }: DocumentRequest): DocumentReply => {
  let stored = documents.get(key)
  if (stored === undefined) {
    if (text === null) return { missing: true }
    stored = { document: JSON.parse(Buffer.from(text.buffer).toString()) as ApiDocument }
    documents.set(key, stored, text.byteLength)
  }
  return { tool: resolved(stored, wanted) }
})
