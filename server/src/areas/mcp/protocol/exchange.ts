import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { AppError } from '../../../kernel/errors.ts'
import type { RawReply } from '../../../kernel/http/endpoint.ts'
import type { McpMessage } from '../schema/message.ts'
import { accepts } from './accepts.ts'
import { directRequestOf } from './direct/direct-request.ts'
import { serveDirect } from './direct/direct-response.ts'
import type { Exchange } from './incoming.ts'

const json = 'application/json'
const stream = 'text/event-stream'

/** Serves one request of either era of the protocol: what it says of itself decides. */
export async function serveExchange(exchange: Exchange): Promise<RawReply> {
  const { headers, tools } = exchange
  const takesJson = accepts(headers.accept, json)
  const takesStream = accepts(headers.accept, stream)
  if (!takesStream && !takesJson)
    throw new AppError('not_acceptable', `Accept must allow ${json} or ${stream}`)
  const body = takesStream ? completed(exchange.body) : withoutProgress(completed(exchange.body))
  const request = takesJson ? directRequestOf(headers, body) : null
  if (!request) return serveByServer({ ...exchange, body })
  return serveDirect(exchange, request, (end) =>
    serveByServer({ ...exchange, body, tools: { ...tools, call: async () => end } }),
  )
}

/** By the protocol's server and its transports, which know all that a request can be. */
export async function serveByServer(exchange: Exchange): Promise<RawReply> {
  const { headers, body, signal, url } = exchange
  const request = new Request(url, { method: 'POST', headers: passedOn(headers), signal })
  if (await isLegacyRequest(request, body)) return serveLegacy(exchange, request)
  return toReply(await modern(exchange).fetch(request, { parsedBody: body }))
}

// Its mode for clients that take no stream writes to the console for each of their requests: they have no progress instead.
const modern = ({ createServer, tools, headers }: Exchange) =>
  createMcpHandler(() => createServer(tools), {
    legacy: 'reject',
    responseMode: accepts(headers.accept, json) ? 'auto' : 'sse',
  })

/** Clients of 2025: without a session, so that a restart between two requests is not noticed. */
async function serveLegacy(
  { createServer, tools, signal, body, headers }: Exchange,
  request: Request,
): Promise<RawReply> {
  const server = createServer(tools)
  const enableJsonResponse = accepts(headers.accept, json) && !wantsProgress(body)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse })
  const close = () => void server.close().catch(() => undefined)
  await server.connect(transport)
  signal.addEventListener('abort', close, { once: true })
  const reply = await toReply(await transport.handleRequest(request, { parsedBody: body }))
  if (reply.body instanceof Readable) reply.body.once('close', close)
  else close()
  return reply
}

async function toReply(response: Response): Promise<RawReply> {
  const { status, headers } = response
  const contentType = headers.get('content-type') ?? json
  if (response.body !== null && contentType.startsWith(stream))
    return {
      status,
      contentType: stream,
      headers: { 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' },
      body: Readable.fromWeb(response.body as ReadableStream),
    }
  return { status, contentType: json, body: await response.text() }
}

// Credentials are of no use to the protocol, and must not reach anything that it calls.
const withheld =
  /^(?:authorization|cookie|x-api-key|x-csrf-token|content-length|host|connection|transfer-encoding)$/

/** The transports require both forms to be accepted; which one is sent is decided here. */
function passedOn(headers: Exchange['headers']): Headers {
  const passed = new Headers()
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !withheld.test(name)) passed.set(name, value)
  passed.set('accept', `${json}, ${stream}`)
  passed.set('content-type', json)
  return passed
}

/** What is no JSON-RPC yet is a request: the plainest client sends nothing but a method. */
function completed(body: McpMessage): McpMessage {
  if (body.jsonrpc !== undefined) return body
  const { method = 'tools/list', id = 0, ...rest } = body
  return { ...rest, jsonrpc: '2.0', method, id }
}

type Meta = { progressToken?: unknown }

const metaOf = ({ params }: McpMessage): Meta | undefined => ((params ?? {}) as { _meta?: Meta })._meta

const wantsProgress = (body: McpMessage): boolean => metaOf(body)?.progressToken !== undefined

function withoutProgress(body: McpMessage): McpMessage {
  if (!wantsProgress(body)) return body
  const { progressToken: _, ...meta } = metaOf(body)!
  return { ...body, params: { ...(body.params as object), _meta: meta } }
}
