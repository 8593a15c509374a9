import { type CallToolResult, ProtocolError, SERVER_INFO_META_KEY } from '@modelcontextprotocol/server'
import type { RawReply } from '../../../../kernel/http/endpoint.ts'
import type { Exchange } from '../incoming.ts'
import { listCache } from '../server.ts'
import type { CallEnd } from '../to-result.ts'
import type { DirectRequest } from './direct-request.ts'

// As clients of the protocol say it of a connection that has ended.
const connectionClosed = { code: -32_000, message: 'Connection closed' }
const contentType = 'application/json'

/** Has the protocol's server make the response from what came of a call. */
export type ByServer = (end: CallEnd) => Promise<RawReply>

/**
 * Responds with the very bytes that the protocol's server would send, without making one, with its schemas, for each request:
 * that took a tenth of the time of a call. Results that it would check or change are left to it.
 */
export async function serveDirect(
  exchange: Exchange,
  request: DirectRequest,
  byServer: ByServer,
): Promise<RawReply> {
  const { signal } = exchange
  if (signal.aborted) return leftReply(request)
  const left = Promise.withResolvers<RawReply>()
  // Also when it is not the client that left, but its key that was revoked: it is not to get the result.
  const leave = () => left.resolve(leftReply(request))
  signal.addEventListener('abort', leave, { once: true })
  try {
    return await Promise.race([replyTo(exchange, request, byServer), left.promise])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

const leftReply = ({ id, isModern }: DirectRequest): RawReply =>
  isModern
    ? { status: 499, contentType, body: '' }
    : reply(JSON.stringify({ jsonrpc: '2.0', id, error: connectionClosed }))

const reply = (body: string): RawReply => ({ status: 200, contentType, body })

async function replyTo(
  { tools, serverInfo, signal }: Exchange,
  request: DirectRequest,
  byServer: ByServer,
): Promise<RawReply> {
  const { id, isModern, client } = request
  const complete = (result: object, hint: object = {}): RawReply => {
    const meta = { [SERVER_INFO_META_KEY]: serverInfo }
    const output = isModern ? { ...result, resultType: 'complete', ...hint, _meta: meta } : result
    return reply(JSON.stringify({ result: output, jsonrpc: '2.0', id }))
  }
  try {
    if (request.method === 'ping') return complete({})
    if (request.method === 'tools/list') return complete(await tools.list(), listCache)
    const { params, method } = request
    const end = await tools.call(params, { signal, client, method, startedAt: performance.now() })
    const result = end.connectUrl && client.opensUrls ? null : plainResult(end.result)
    return result ? complete(result) : await byServer(end)
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error
    const { code, message, data } = error
    return reply(
      JSON.stringify({
        jsonrpc: '2.0',
        id,
        error: { code, message, ...(data === undefined ? {} : { data }) },
      }),
    )
  }
}

const plainFields = new Set(['content', 'structuredContent', 'isError'])

/** In the order of the protocol's schema, whose check changes nothing of it; null where it might. */
function plainResult(result: CallToolResult): CallToolResult | null {
  const { content, structuredContent, isError } = result
  const texts = content.flatMap((block) =>
    block.type === 'text' && Object.keys(block).length === 2 ? [{ type: block.type, text: block.text }] : [],
  )
  const isPlain =
    texts.length === content.length &&
    Object.keys(result).every((field) => plainFields.has(field)) &&
    (structuredContent === undefined || isPlainObject(structuredContent))
  if (!isPlain) return null
  return {
    content: texts,
    ...(structuredContent === undefined ? {} : { structuredContent }),
    ...(isError === undefined ? {} : { isError }),
  }
}

const isPlainObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !Object.hasOwn(value, '__proto__')
