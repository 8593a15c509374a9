import { parentPort } from 'node:worker_threads'
import { createByteCache } from '../../../kernel/byte-cache.ts'
import type { OpenedDocument } from './open-document.ts'
import type { ApiDocument } from './read-document.ts'
import {
  type OperationWanted,
  openAsToolkit,
  type ResolvedTool,
  resolveIn,
  resolveOperation,
  type ToolWanted,
} from './resolve-tool.ts'

export type Wanted = OperationWanted | ToolWanted

/** What the thread is asked: with the text of the description when it may not have it. */
export type WorkerRequest = {
  readonly id: number
  /** Of the description; another text has another one. */
  readonly key: string
  readonly wanted: Wanted
  readonly text: Uint8Array | null
}
export type WorkerReply = {
  readonly id: number
  readonly missing?: true
  readonly fault?: string
  readonly tool?: unknown
}

type Kept = { readonly document: ApiDocument; opened?: OpenedDocument }

// In bytes of JSON; open it takes several times as much. The largest description, of fifteen million, is kept alone.
const documents = createByteCache<Kept>(8 * 1024 * 1024)

function resolved(kept: Kept, wanted: Wanted): ResolvedTool | null {
  if ('path' in wanted) return resolveOperation(kept.document, wanted)
  kept.opened ??= openAsToolkit(kept.document, wanted)
  return resolveIn(kept.opened, wanted.slug)
}

function answer({ id, key, wanted, text }: WorkerRequest): WorkerReply {
  let kept = documents.get(key)
  if (kept === undefined) {
    if (text === null) return { id, missing: true }
    kept = { document: JSON.parse(Buffer.from(text.buffer).toString()) as ApiDocument }
    documents.set(key, kept, text.byteLength)
  }
  return { id, tool: resolved(kept, wanted) }
}

parentPort!.on('message', (request: WorkerRequest) => {
  let reply: WorkerReply
  try {
    reply = answer(request)
  } catch (error) {
    reply = { id: request.id, fault: error instanceof Error ? error.message : String(error) }
  }
  parentPort!.postMessage(reply)
})
