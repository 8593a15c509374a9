import { z } from 'zod'
import { AppError } from '../../../kernel/errors.ts'
import type { Outbound } from '../../../kernel/net/outbound.ts'
import type { HttpReply } from '../protocol/messages.ts'
import type { HostReply, ServeRequest } from './piece-process.ts'

/** What a piece stores between calls: for one user and one key, such as a trigger. */
export type PieceStore = {
  get(key: string, isShared: boolean): Promise<unknown>
  put(key: string, isShared: boolean, value: unknown): Promise<void>
  delete(key: string, isShared: boolean): Promise<void>
}

export type HostRequestDeps = {
  outbound: Outbound
  allowedHosts: readonly string[]
  store: PieceStore
  saveFile(file: { name: string; mimeType: string; bytes: Uint8Array }): Promise<string>
  timeoutMs: number
  signal: AbortSignal
}

/** What was seen of the outside while a piece worked. It is believed rather than what the piece says about it. */
export type Seen = {
  refusal: { code: string; message: string } | null
  failedStatus: number | null
  lastStatus: number | null
  retryAfter: string | null
}

const HttpRequestForm = z.object({
  method: z.string().max(20),
  url: z.string().max(16_384),
  headers: z.record(z.string(), z.string()),
  isManual: z.boolean(),
})
const StoreRequestForm = z.object({
  key: z.string().min(1).max(512),
  scope: z.string(),
  value: z.unknown().optional(),
})
const FileRequestForm = z.object({ fileName: z.string().max(1000) })

/** Larger responses are of no use to a model, and smaller files than this are what tools exchange. */
const maxResponseLength = 25 * 1024 * 1024

/** Each may be as large as a response may be, all of which is in memory for a moment. */
const maxConcurrentRequests = 4

export function createHostRequests(deps: HostRequestDeps): { serve: ServeRequest; seen: Seen } {
  const semaphore = createSemaphore(maxConcurrentRequests)
  const seen: Seen = { refusal: null, failedStatus: null, lastStatus: null, retryAfter: null }

  async function http(args: unknown, body: Buffer | null): Promise<HostReply> {
    const request = HttpRequestForm.parse(args)
    // Redirects of reads are followed here, where credentials stay behind when they lead to another host.
    const mayFollow = !request.isManual && /^(GET|HEAD)$/i.test(request.method)
    const response = await deps.outbound.request({
      method: request.method,
      url: request.url,
      headers: request.headers,
      ...(body === null || body.length === 0 ? {} : { body }),
      allowedHosts: deps.allowedHosts,
      maxRedirects: mayFollow ? 5 : 0,
      maxBytes: maxResponseLength,
      timeoutMs: deps.timeoutMs,
      idleTimeoutMs: deps.timeoutMs,
      signal: deps.signal,
    })
    const bytes = await response.bytes()
    seen.lastStatus = response.status
    if (response.status >= 400) {
      seen.failedStatus = response.status
      seen.retryAfter = [response.headers['retry-after']].flat()[0] ?? null
    }
    const headers: Record<string, string | string[]> = {}
    for (const [name, value] of Object.entries(response.headers))
      if (value !== undefined) headers[name] = value
    const value: HttpReply = { status: response.status, url: response.url, headers }
    return { ok: true, value, body: bytes }
  }

  async function serve(method: string, args: unknown, body: Buffer | null): Promise<HostReply> {
    if (method === 'http') return semaphore(() => http(args, body))
    if (method === 'file.write') {
      const { fileName } = FileRequestForm.parse(args)
      const bytes = body ?? Buffer.alloc(0)
      return {
        ok: true,
        value: await deps.saveFile({ name: fileName, mimeType: 'application/octet-stream', bytes }),
      }
    }
    const { key, scope, value } = StoreRequestForm.parse(args)
    const isShared = scope === 'COLLECTION' || scope === 'PROJECT'
    if (method === 'store.get') return { ok: true, value: await deps.store.get(key, isShared) }
    if (method === 'store.put') await deps.store.put(key, isShared, value)
    else await deps.store.delete(key, isShared)
    return { ok: true, value: null }
  }

  return {
    seen,
    async serve(method, args, body) {
      try {
        return await serve(method, args, body)
      } catch (error) {
        if (!(error instanceof AppError) && !(error instanceof z.ZodError) && !deps.signal.aborted)
          throw error
        const refusal =
          error instanceof AppError
            ? { code: error.code as string, message: error.message }
            : {
                code: 'invalid_parameter',
                message: 'The piece sent an invalid request.',
              }
        if (method === 'http') seen.refusal = refusal
        return { ok: false, value: refusal }
      }
    },
  }
}

/** Limits concurrency, the others wait; they end with their process at the latest. */
function createSemaphore(maxConcurrent: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= maxConcurrent) await new Promise<void>((resolve) => waiting.push(resolve))
    running++
    try {
      return await work()
    } finally {
      running--
      waiting.shift()?.()
    }
  }
}
