import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { NIL_UUID } from '../ids.ts'
import type { MemoryBudget } from '../limits/memory-budget.ts'
import type { RateLimit } from '../limits/rate-limit.ts'
import { type Scope, systemScope } from '../scope.ts'
import { resolveScope, withActingHint } from './auth/acting-user.ts'
import { admit } from './auth/admit.ts'
import { confirmAccess } from './auth/assumed-access.ts'
import { refuseOverLimit } from './auth/authorize.ts'
import type { Principal } from './auth/identity.ts'
import { actingHeaders, type Call } from './call.ts'
import {
  type ConnectionLimit,
  type ConnectionLimits,
  createConnectionLimit,
  defaultConnectionLimits,
} from './connection/connection-limit.ts'
import {
  type Endpoint,
  type EventsReply,
  eventsReply,
  isEventsReply,
  isRawReply,
  type RawReply,
  type ServerEvent,
} from './endpoint.ts'
import { type HttpResponse, type Idempotency, RefusedResponse } from './idempotency.ts'
import type { Forwarding } from './nodes/forward.ts'
import { bodyLimitOf, holdBody } from './request/body-limit.ts'
import { readInput } from './request/input.ts'
import { noteContent } from './request/streamed-content.ts'
import { noteVariants } from './response/compression.ts'
import { errorResponse, formedErrorResponse, problemBase, toAppError } from './response/envelope.ts'
import type { ErrorForm } from './response/error-form.ts'
import { encodeInPieces, isLongText } from './response/in-pieces.ts'
import { assertDeclared, declaredMediaTypes } from './response/media-types.ts'
import { isKnown, type RenderOptions, renderResponse } from './response/render.ts'
import { routerPath } from './route-table.ts'
import { countFollower, isFollowed } from './streams/follow-limit.ts'
import { type FrameStream, isFrameStream } from './streams/frame-stream.ts'
import { openRequestOf } from './streams/open-request.ts'
import type { Registration } from './streams/open-streams.ts'
import { eventStream } from './streams/sse.ts'
import {
  createSocketServing,
  isSocketCall,
  type ServeSocket,
  type SocketDeps,
} from './websocket/serve-socket.ts'

export type MountDeps = Omit<SocketDeps, 'connections'> & {
  connectionLimits?: ConnectionLimits
  rateLimit: RateLimit
  idempotency: Idempotency
  memoryBudget: MemoryBudget
  /** To nodes that have what a request is about. */
  forwarding?: Forwarding
}

type Serving = MountDeps & { connections: ConnectionLimit; serveSocket: ServeSocket }

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null
  }
  interface FastifyContextConfig {
    errorForm?: ErrorForm
    challenge?: Endpoint['challenge']
    /** The handler reads the body as it comes. */
    takesStream?: boolean
  }
}

/**
 * Gives every endpoint its route. The order is the same for all: authenticate, authorise and count before a byte of
 * the body is read, then parse, then find out for whom the call acts, then handle, then validate the response.
 */
export function mount(server: FastifyInstance, endpoints: readonly Endpoint[], deps: MountDeps): void {
  server.decorateRequest('principal', null)
  server.decorateRequest('assumed', null)
  const connections = createConnectionLimit(deps.connectionLimits ?? defaultConnectionLimits)
  const serving = { ...deps, connections, serveSocket: createSocketServing(server, { ...deps, connections }) }
  for (const endpoint of endpoints)
    if (!takesStream(endpoint) && !takesEither(endpoint)) addRoute(server, endpoint, serving)
  // JSON is parsed by default; a form is left to the handler.
  server.register(async (either) => {
    either.addContentTypeParser(
      'multipart/form-data',
      async (_request: FastifyRequest, payload: unknown) => payload,
    )
    for (const endpoint of endpoints) if (takesEither(endpoint)) addRoute(either, endpoint, serving)
  })
  // In a separate context, in which no body is read before the handler reads it.
  server.register(async (streaming) => {
    streaming.removeAllContentTypeParsers()
    streaming.addContentTypeParser('*', async (_request: FastifyRequest, payload: unknown) => payload)
    acceptAnyType(streaming)
    for (const endpoint of endpoints) if (takesStream(endpoint)) addRoute(streaming, endpoint, serving)
  })
}

/**
 * The framework refuses a content type that is empty or malformed before it calls anything of ours, and services send such. It
 * does not see the header while it chooses how to read the body; handlers get it as it came.
 */
function acceptAnyType(server: FastifyInstance): void {
  const hidden = new WeakMap<FastifyRequest, string>()
  server.addHook('preParsing', async (request) => {
    const { headers } = request.raw
    if (headers['content-type'] === undefined) return
    hidden.set(request, headers['content-type'])
    delete headers['content-type']
  })
  server.addHook('preValidation', async (request) => {
    const type = hidden.get(request)
    if (type !== undefined) request.raw.headers['content-type'] = type
  })
}

const takesEither = ({ upload, body }: Endpoint): boolean => upload !== undefined && body !== undefined
const takesStream = (endpoint: Endpoint): boolean =>
  !takesEither(endpoint) && (endpoint.upload !== undefined || endpoint.takesBytes === true)

function addRoute(server: FastifyInstance, endpoint: Endpoint, deps: Serving): void {
  server.route({
    method: endpoint.method,
    url: routerPath(endpoint.path),
    bodyLimit: bodyLimitOf(endpoint),
    config: {
      ...(endpoint.errorForm ? { errorForm: endpoint.errorForm } : {}),
      ...(endpoint.challenge ? { challenge: endpoint.challenge } : {}),
      takesStream: takesStream(endpoint),
    },
    onRequest: [
      endpoint.access === 'public' ? admitPublic(endpoint, deps) : admit(endpoint, deps),
      ...(endpoint.body === undefined || takesStream(endpoint)
        ? []
        : [holdBody(endpoint, deps.memoryBudget)]),
    ],
    handler: (request, reply) =>
      serve(endpoint, deps, request, reply).catch((error) =>
        forward(withActingHint(error, endpoint, request), endpoint, deps, request, reply),
      ),
  })
}

/** Rate-limits by IP address what comes without a key, before a byte of it is read: reading it is work as well. */
function admitPublic({ method }: Endpoint, { rateLimit }: MountDeps) {
  return async ({ client }: FastifyRequest) => {
    if (method !== 'GET') refuseOverLimit(rateLimit.take(`address:${client.ip}`))
  }
}

function callsExternalService({ endpoint: { callsExternalService: calls }, input }: Call): boolean {
  return typeof calls === 'function' ? calls(input.body) : calls === true
}

async function serve(endpoint: Endpoint, deps: Serving, request: FastifyRequest, reply: FastifyReply) {
  const input = readInput(endpoint, request, reply)
  const call: Call = {
    endpoint,
    request,
    reply,
    input,
    scope: await scopeOf(endpoint, deps, request, reply, input.body),
  }
  if (isSocketCall(call)) return deps.serveSocket(call)
  if (isFollowed(call)) countFollower(call, deps.connections)
  if (callsExternalService(call)) call.open = keepOpen(call, deps, { isStream: false, canResume: false })
  const key = request.headers['idempotency-key']
  if (typeof key === 'string' && endpoint.method !== 'GET' && request.principal)
    return serveOnce(call, deps, key)
  const result = await handle(call)
  await confirmAccess(request)
  if (isEventsReply(result)) return sendEvents(call, result, deps)
  if (isEventStream(result)) call.open?.becomesStream()
  if (isRawReply(result)) return sendRaw(endpoint, result, reply)
  switch (endpoint.response.kind) {
    case 'raw':
      return sendRaw(endpoint, result as RawReply, reply)
    case 'events':
      return sendEvents(call, eventsReply(result as AsyncIterable<ServerEvent>), deps)
    default: {
      const response = await renderResponse(endpoint, result, optionsOf(call))
      const { etag } = response.headers
      if (endpoint.method === 'GET' && isKnown(request.headers['if-none-match'], etag)) {
        return reply.code(304).header('etag', etag).send()
      }
      return send(response, reply)
    }
  }
}

/** Where the handler says which node can do it; once, and then that node's response is the response. */
async function forward(
  error: unknown,
  endpoint: Endpoint,
  { forwarding }: MountDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const nodeId = nodeOf(error)
  if (nodeId === null || !forwarding || request.hop || takesStream(endpoint)) throw error
  const isUpgrade = endpoint.response.kind === 'socket'
  const forwarded = await forwarding.request(nodeId, request, reply, isUpgrade)
  if (!forwarded) throw error
  return forwarded
}

const nodeOf = (error: unknown): string | null =>
  error instanceof AppError ? (error.extras.nodeId ?? null) : null

/**
 * Before the idempotent part, and committed by itself: who is acting is a fact of the request and not of its outcome,
 * and holding the user's row through the whole request would let two of them wait for each other.
 */
async function scopeOf(
  endpoint: Endpoint,
  deps: MountDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  body: unknown,
): Promise<Scope> {
  const { id: requestId, client, principal } = request
  const { ip } = client
  // Public endpoints get a scope that owns nothing.
  if (!principal) return { ...systemScope(NIL_UUID), role: 'member', acrossUsers: false, requestId, ip }
  const { scope, isNewUser, didYouMean } = await resolveScope(deps.identity, principal, endpoint, {
    ...actingHeaders(request),
    body,
  })
  request.facts.externalUserId = scope.externalUser.id
  if (isNewUser) reply.header('x-external-user-created', 'true')
  if (didYouMean !== null) reply.header('x-did-you-mean', didYouMean)
  return request.assumed ? { ...scope, assumed: request.assumed } : scope
}

function handle({ endpoint, input: { controller: _, ...input }, scope }: Call): unknown {
  return endpoint.handle({ ...input, scope })
}

const optionsOf = ({ request, input }: Call): RenderOptions => ({
  isRaw: request.headers['x-raw-response'] === 'true',
  fields: (input.query as { fields?: string[] } | undefined)?.fields,
})

async function serveOnce(call: Call, deps: MountDeps, key: string) {
  const { endpoint, request, reply } = call
  if (key.length < 1 || key.length > 255) {
    throw new AppError('invalid_parameter', 'Idempotency-Key must be 1 to 255 characters long')
  }
  const isRaw = endpoint.response.kind === 'raw' || endpoint.response.kind === 'events'
  if (isRaw && !endpoint.isReplayable) {
    throw new AppError('invalid_parameter', 'This endpoint does not support Idempotency-Key', {
      hint: 'Remove the header.',
    })
  }
  const principal = request.principal!
  const at = request.url.indexOf('?')
  const [path, search] = at < 0 ? [request.url, ''] : [request.url.slice(0, at), request.url.slice(at)]
  const isStreamed = takesStream(endpoint) || (takesEither(endpoint) && call.input.body === undefined)
  const streamed = isStreamed ? noteContent(call.input, endpoint.takesBytes === true, search) : null
  Object.assign(call.input, streamed?.streams)
  const response = await deps.idempotency.once(
    {
      projectId: principal.projectId,
      caller: principal.rateKey,
      method: request.method,
      path,
      actingUser: String(request.headers['x-username'] ?? ''),
      key,
      content: streamed ?? Buffer.concat([Buffer.from(`${search}\n`), request.rawBody ?? Buffer.alloc(0)]),
    },
    () => finalResponse(call),
    !callsExternalService(call),
  )
  if (response.isReplay) {
    request.facts.isReplay = true
    reply.header('idempotent-replayed', 'true')
  }
  return send(response, reply)
}

/** Client errors are responses too and are stored; what may differ next time is rethrown. */
async function finalResponse(call: Call): Promise<HttpResponse> {
  const { endpoint, request } = call
  try {
    const result = await handle(call)
    if (endpoint.response.kind === 'raw') return wholeText(endpoint, result as RawReply)
    return await renderResponse(endpoint, result, optionsOf(call))
  } catch (failure) {
    const error = toAppError(failure)
    if (error.status >= 500 || error.status === 429 || nodeOf(error) !== null) throw failure
    request.facts.errorCode = error.code
    const base = problemBase(request.headers, request.client.isHttps)
    const { status, headers, contentType, body } = endpoint.errorForm
      ? formedErrorResponse(endpoint.errorForm, error, request.id)
      : errorResponse(error, request.id, base)
    throw new RefusedResponse({ status, headers: { ...headers, 'content-type': contentType }, body })
  }
}

/** The response of a replayable endpoint. */
function wholeText(endpoint: Endpoint, { status = 200, body, contentType, headers }: RawReply): HttpResponse {
  if (typeof body !== 'string') throw new Error(`${endpoint.path} returned a stream to an idempotency key`)
  return {
    status,
    headers: { 'content-type': contentType ?? declaredMediaTypes(endpoint)[0]!, ...headers },
    body,
  }
}

function send({ status, headers, body }: HttpResponse, reply: FastifyReply) {
  reply.code(status).headers(headers)
  return isLongText(body) ? encodeInPieces(body).then((bytes) => reply.send(bytes)) : reply.send(body)
}

function sendRaw(endpoint: Endpoint, { body, ...result }: RawReply, reply: FastifyReply) {
  const contentType = result.contentType ?? declaredMediaTypes(endpoint)[0]!
  if ((result.status ?? 200) < 300) assertDeclared(endpoint, contentType)
  reply
    .code(result.status ?? 200)
    .header('content-type', contentType)
    .headers(result.headers ?? {})
  const isStream = typeof body !== 'string' && !Buffer.isBuffer(body)
  if (isStream && isFrameStream(body)) return sendFrames(body, reply)
  // Without a body to count: a length of 0 would be that of the content which the caller has.
  if (result.status === 304) return reply.send()
  if (!isStream || reply.request.method !== 'HEAD') return reply.send(body)
  // The framework would read the whole stream and throw it away.
  body.destroy()
  noteVariants(reply, body)
  reply.hijack()
  reply.raw.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>).end()
  return reply
}

/** Without the framework, which would put two more streams between the frames and the client. */
function sendFrames(frames: FrameStream, reply: FastifyReply): FastifyReply {
  reply.hijack()
  const head = reply.raw.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>)
  if (reply.request.method !== 'HEAD') frames.sendTo(head)
  else {
    frames.destroy()
    head.end()
  }
  return reply
}

/** Registers the request until its response is sent, so that it ends when its caller loses access. */
function keepOpen(
  call: Call,
  { identity, openStreams }: MountDeps,
  { isStream, canResume }: { isStream: boolean; canResume: boolean },
): Registration {
  const open = openStreams.add(openRequestOf(call, identity, canResume), { isStream })
  // The client may have left while the handler was still running: then the event below has already fired.
  const { raw } = call.reply
  if (raw.closed) open.release()
  raw.once('close', open.release)
  return open
}

const isEventStream = (result: unknown): boolean =>
  (result as { contentType?: string } | undefined)?.contentType === 'text/event-stream'

function sendEvents(call: Call, { source, framing }: EventsReply, deps: MountDeps) {
  const { request, reply, input } = call
  assertDeclared(call.endpoint, 'text/event-stream')
  // A call to an external service is not repeated for a caller that comes back.
  if (call.open) call.open.becomesStream()
  else keepOpen(call, deps, { isStream: true, canResume: true })
  const stream = eventStream(source, input.signal, {
    ...framing,
    errorEvent(failure) {
      const error = toAppError(failure)
      request.facts.errorCode = error.code
      if (framing.errorEvent) return framing.errorEvent(error, request.id)
      return { event: 'error', data: JSON.parse(errorResponse(error, request.id, null).body) as unknown }
    },
  })
  reply.headers({ 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' })
  return sendFrames(stream, reply)
}
