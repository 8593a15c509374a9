import { createByteCache } from '../../../kernel/byte-cache.ts'
import { serveRequests } from '../../../kernel/compute/worker-server.ts'
import type { ApiDocument } from './api-document.ts'
import type { OpenedDocument } from './open-document.ts'
import {
  type OperationRef,
  openAsToolkit,
  type ResolvedTool,
  resolveIn,
  resolveOperation,
  type ToolRef,
} from './resolve-tool.ts'

export type DocumentTarget = OperationRef | ToolRef

/** With the text of the description when the thread may not have it. */
export type DocumentRequest = {
  /** Of the description; another text has another one. */
  readonly key: string
  readonly target: DocumentTarget
  readonly text: Uint8Array | null
}
export type DocumentReply = { readonly missing?: true; readonly tool?: ResolvedTool | null }

type CachedDocument = { readonly document: ApiDocument; opened?: OpenedDocument }

// In bytes of JSON; open it takes several times as much. The largest description, of fifteen million, is cached alone.
const documents = createByteCache<CachedDocument>(8 * 1024 * 1024)

function resolved(stored: CachedDocument, target: DocumentTarget): ResolvedTool | null {
  if ('path' in target) return resolveOperation(stored.document, target)
  stored.opened ??= openAsToolkit(stored.document, target)
  return resolveIn(stored.opened, target.slug)
}

serveRequests(({ key, target, text }: DocumentRequest): DocumentReply => {
  let stored = documents.get(key)
  if (stored === undefined) {
    if (text === null) return { missing: true }
    stored = { document: JSON.parse(Buffer.from(text.buffer).toString()) as ApiDocument }
    documents.set(key, stored, text.byteLength)
  }
  return { tool: resolved(stored, target) }
})
