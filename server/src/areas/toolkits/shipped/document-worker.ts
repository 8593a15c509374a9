import { parentPort } from 'node:worker_threads'
import { createByteCache } from '../../../kernel/byte-cache.ts'
import type { ApiDocument } from '../openapi/read-document.ts'
import { resolveTool, type ToolWanted } from './resolve-tool.ts'

/** What the thread is asked: with the text of the description when it may not have it. */
export type WorkerRequest = {
  readonly id: number
  readonly wanted: ToolWanted
  readonly text: Uint8Array | null
}
export type WorkerReply = {
  readonly id: number
  readonly missing?: true
  readonly fault?: string
  readonly tool?: unknown
}

// In bytes of JSON: the largest description has fifteen million, and takes a few times that when it is open.
const documents = createByteCache<ApiDocument>(24 * 1024 * 1024)

function answer({ id, wanted, text }: WorkerRequest): WorkerReply {
  const known = documents.get(wanted.toolkitSlug)
  if (known === undefined && text === null) return { id, missing: true }
  const document = known ?? (JSON.parse(Buffer.from(text!).toString()) as ApiDocument)
  if (known === undefined) documents.set(wanted.toolkitSlug, document, text!.byteLength)
  return { id, tool: resolveTool(document, wanted) }
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
