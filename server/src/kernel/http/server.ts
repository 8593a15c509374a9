import type { Readable } from 'node:stream'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { UnservedPath } from '../area.ts'
import type { Compute } from '../compute/compute.ts'
import { AppError, statusOf } from '../errors.ts'
import type { NewId } from '../ids.ts'
import type { Log } from '../log.ts'
import { didYouMean } from '../text/near-names.ts'
import { confirmedFailure, isUnconfirmed } from './auth/assumed-access.ts'
import type { Client, FindClient } from './auth/client.ts'
import type { Identity } from './auth/identity.ts'
import {
  corsHeaders,
  type OriginGuard,
  pagePolicy,
  preflightHeaders,
  securityHeaders,
} from './auth/origin-guard.ts'
import { createProjectOrigins } from './auth/project-origins.ts'
import { disconnection } from './connection/disconnected.ts'
import { createTurns } from './connection/in-turn.ts'
import { createRefusal } from './connection/unreadable.ts'
import type { Endpoint } from './endpoint.ts'
import type { Hop, Hops } from './nodes/hop.ts'
import type { Metrics } from './operations/metrics.ts'
import { defaultBodyBytes } from './request/body-limit.ts'
import { readJsonBody } from './request/large-body.ts'
import { decodeBody, encodingOf } from './request/request-encoding.ts'
import { addCompression } from './response/compression.ts'
import { errorResponse, formedErrorResponse, problemBase, toAppError } from './response/envelope.ts'
import type { ErrorForm } from './response/error-form.ts'
import { createLingering, type LingerBounds, type Lingering } from './response/lingering.ts'
import { createRouteTable } from './route-table.ts'
import { acceptUpgrades, createUpgradeTest } from './websocket/upgrade.ts'

/** What is known about a request by the time its log line is written. */
export type RequestFacts = {
  projectId?: string
  actor?: string
  externalUserId?: string
  errorCode?: string
  isReplay?: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    facts: RequestFacts
    /** Who is at the other end, behind the proxies that are trusted. */
    client: Client
    /** Of a request that another node has forwarded. */
    hop: Hop | null
    /** The exact bytes of a JSON body, for comparing repeated requests. */
    rawBody: Buffer | null
    /** An origin that some project allows, to be compared with that of the token; null for all others. */
    projectOrigin: string | null
  }
  interface FastifyContextConfig {
    /** A static file that pages of every origin may load. */
    isPublicAsset?: boolean
  }
}

export type ServerDeps = {
  endpoints: readonly Endpoint[]
  /** The directory of our own pages. */
  pagePaths: readonly string[]
  /** What a browser sees at a URL without a page; others get JSON. */
  notFoundPage: Buffer | null
  unservedPaths: readonly UnservedPath[]
  guard: OriginGuard
  isProjectOrigin: Identity['isProjectOrigin']
  findClient: FindClient
  /** How nodes forward requests to each other. */
  hops?: Hops
  /** True until everything is there that a request may need. */
  isStarting(): boolean
  newId: NewId
  log: Log
  metrics: Metrics
  compute: Compute
  /** How much of a request is still read after it was refused. */
  lingerBounds?: LingerBounds
}

const requestIdForm = /^[A-Za-z0-9._-]{8,128}$/

/** The web server without any endpoint: what is true for every request, known or not. */
export function createServer(deps: ServerDeps): FastifyInstance {
  const origins = createProjectOrigins(deps)
  const receive = createReception(deps, origins.isCandidate)
  const lingering = createLingering(deps.lingerBounds)
  const turns = createTurns()
  const failing = { ...deps, lingering }
  const server = Fastify({
    genReqId: ({ headers }) => {
      const requestId = headers['x-request-id']
      return typeof requestId === 'string' && requestIdForm.test(requestId) ? requestId : deps.newId()
    },
    schemaController: { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2048 },
    http: { shouldUpgradeCallback: createUpgradeTest(deps.endpoints) },
    trustProxy: false,
    bodyLimit: defaultBodyBytes,
    requestTimeout: 300_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    // Refused in our envelope instead, below.
    return503OnClosing: false,
    clientErrorHandler: createRefusal(turns),
    // The router refuses before any hook has run, so what every request gets is done here as well.
    frameworkErrors: (error, request, reply) => {
      try {
        receive(request, reply)
        sendError(fromFramework(error), request, reply, failing)
      } catch (refusal) {
        sendError(refusal, request, reply, failing)
      }
    },
  })
  server.decorateRequest('facts')
  server.decorateRequest('client')
  server.decorateRequest('hop', null)
  server.decorateRequest('rawBody', null)
  server.decorateRequest('projectOrigin', null)
  server.addHook('onRequest', ({ raw }, reply, done) => turns.wait(raw, reply.raw, done))
  acceptUpgrades(server, deps.guard)
  addBodyParsers(server, deps.compute)
  addCompression(server)
  let isStopping = false
  server.addHook('preClose', (done) => {
    isStopping = true
    done()
  })
  // Hooks that seldom have to wait take a callback: a promise for each of them is a tenth of a small request.
  server.addHook('onRequest', (request, reply, done) => {
    receive(request, reply)
    // On a connection that is still open for the response to another one.
    if (isStopping) return done(stoppingError())
    if (!origins.isCandidate(request)) return done()
    origins.admit(request, reply).then(() => done(), done)
  })
  const { hops } = deps
  if (hops)
    server.addHook('preHandler', ({ hop, rawBody }, _reply, done) => {
      if (hop) hops.checkBody(hop, rawBody)
      done()
    })
  addRequestLog(server, deps)
  const routes = createRouteTable([
    ...deps.endpoints,
    ...deps.pagePaths.map((path) => ({ method: 'GET', path })),
  ])
  server.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]!
    const methods = routes.methodsOf(path)
    const unserved = deps.unservedPaths.find((each) => each.path.test(path))
    if (
      request.method === 'OPTIONS' &&
      methods.length > 0 &&
      reply.getHeader('access-control-allow-origin')
    ) {
      return reply.code(204).headers(preflightHeaders).send()
    }
    throw methods.length > 0 && !unserved
      ? new AppError('method_not_allowed', `This path supports ${methods.join(', ')}`, {
          headers: { allow: methods.join(', ') },
        })
      : unserved
        ? new AppError('route_not_found', unserved.message, { hint: unserved.hint })
        : pathNotFound(routes.near(path))
  })
  server.addHook('preClose', (done) => {
    lingering.stop()
    done()
  })
  server.setErrorHandler((error, request, reply) => {
    const failure = disconnection(error, request) ?? fromFramework(error)
    if (!isUnconfirmed(request)) return sendError(failure, request, reply, failing)
    return confirmedFailure(failure, request, reply).then((each) => sendError(each, request, reply, failing))
  })
  return server
}

/** Endpoints check by their own shapes. The framework would load two compilers for those that it never sees. */
const refuseSchema = () => () => {
  throw new Error('a route brings a schema of the framework: say it as a shape of the endpoint')
}

/** Whether a browser navigates: API paths return JSON, whatever the `Accept` header says. */
const isNavigation = ({ method, url, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  !/^\/(?:api|openai|anthropic|mcp)(?:[/?]|$)/.test(url) &&
  headers.accept?.includes('text/html') === true

function addBodyParsers(server: FastifyInstance, compute: Compute): void {
  server.addHook('preParsing', (request, _reply, payload, done) => {
    const { headers } = request
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
    const encoding = hasBody ? encodingOf(headers) : null
    if (encoding === null) return done(null, payload)
    const { routeOptions } = request
    const { takesStream = false } = routeOptions.config
    // Handlers that read a stream enforce their own limits.
    const maxBytes = takesStream ? Number.POSITIVE_INFINITY : (routeOptions.bodyLimit ?? defaultBodyBytes)
    done(null, decodeBody(payload as Readable, encoding, maxBytes))
  })
  // Where there is no endpoint, that is the answer, whatever the body is.
  const read = async (request: FastifyRequest, body: Buffer) =>
    request.is404 || body.length === 0
      ? undefined
      : readJsonBody(compute, body, {
          projectId: request.principal?.projectId ?? `address ${request.client.ip}`,
        })
  server.removeAllContentTypeParsers()
  server.addContentTypeParser<Buffer>(
    /^application\/(?:[\w.-]+\+)?json\b/i,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      request.rawBody = body
      return read(request, body)
    },
  )
  // Sloppy clients leave the content type out. A form of another site cannot, and has no key either.
  server.addContentTypeParser<Buffer>(
    '*',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      if (request.headers['content-type'] !== undefined && !request.is404) throw unsupportedType()
      request.rawBody = body
      return read(request, body)
    },
  )
}

/** What every request gets and must pass, known path or not. */
function createReception(
  { guard, findClient, hops, isStarting }: ServerDeps,
  isOriginLookedUp: (request: FastifyRequest) => boolean,
) {
  const plain = { ...securityHeaders(false), 'cache-control': 'no-store' }
  const secure = { ...securityHeaders(true), 'cache-control': 'no-store' }
  function admitOrigin(request: FastifyRequest, reply: FastifyReply): void {
    const isForAll = request.routeOptions?.config?.isPublicAsset === true
    if (isForAll || isOriginLookedUp(request)) return
    const origin = guard.checkOrigin(request.headers.origin, request.headers.host)
    if (origin !== null) reply.headers(corsHeaders(origin))
  }
  return (request: FastifyRequest, reply: FastifyReply): void => {
    request.facts = {}
    request.client = findClient(request.raw)
    request.hop = hops?.read(request.raw) ?? null
    if (request.hop) request.client = request.hop.client
    reply.headers(request.client.isHttps ? secure : plain)
    reply.header('x-request-id', request.id)
    refuseTwice(request.raw.rawHeaders)
    // A probe uses whatever host name its orchestrator knows, and learns nothing but that the process is alive.
    // The node that forwarded a request has checked it.
    if (request.url !== '/healthz' && !request.hop) guard.checkHost(request.headers.host)
    if (request.headers.origin !== undefined) admitOrigin(request, reply)
    if (isStarting() && request.url !== '/healthz') {
      throw new AppError('starting', 'The server is starting', {
        hint: 'Try again in a second.',
        headers: { 'retry-after': '1' },
      })
    }
  }
}

/** Node uses the first of these and drops the rest; a proxy in front may have used another one. */
function refuseTwice(rawHeaders: readonly string[]): void {
  let hosts = 0
  let authorizations = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
    else if (name.length === 13 && name.toLowerCase() === 'authorization') authorizations++
  }
  if (hosts > 1) throw new AppError('malformed_request', 'Duplicate Host header')
  if (authorizations > 1) {
    throw new AppError('conflicting_credentials', 'Duplicate Authorization header')
  }
}

function addRequestLog(server: FastifyInstance, { log, metrics }: ServerDeps): void {
  const noted = new WeakSet<FastifyRequest>()
  const note = (request: FastifyRequest, status: number, ms: number) => {
    noted.add(request)
    const route = request.routeOptions.url ?? 'unmatched'
    const { method } = request
    metrics.observe({ method, route, status, seconds: ms / 1000 })
    log.info({
      requestId: request.id,
      method,
      route,
      status,
      ms: Math.round(ms * 10) / 10,
      ip: request.client.ip,
      ...request.facts,
    })
  }
  // The framework does not tell of responses that their client did not wait for: for a stream that is every one.
  server.addHook('onRequest', (request, reply, done) => {
    const { raw } = reply
    raw.once('close', () => {
      if (noted.has(request)) return
      if (!raw.headersSent) request.facts.errorCode = 'client_disconnected'
      note(request, raw.headersSent ? raw.statusCode : statusOf('client_disconnected'), reply.elapsedTime)
    })
    done()
  })
  server.addHook('onResponse', (request, reply, done) => {
    note(request, reply.statusCode, reply.elapsedTime)
    done()
  })
}

function sendError(
  failure: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { log, endpoints, notFoundPage, lingering }: ServerDeps & { lingering: Lingering },
) {
  const error = toAppError(failure)
  lingering.after(request.raw, reply.raw)
  request.facts ??= {}
  request.facts.errorCode = error.code
  // Also for a page that exists for some alone: a browser cannot tell it from a path that does not.
  if (error.status === 404 && notFoundPage && isNavigation(request))
    return reply
      .code(404)
      .headers({ 'content-security-policy': pagePolicy, 'content-type': 'text/html; charset=utf-8' })
      .send(notFoundPage)
  // Every stop of a busy server refuses some: the line of the request says so.
  if (error.status >= 500 && error.code !== 'stopping') {
    const level = error.code === 'internal_error' ? 'error' : 'warn'
    log[level]({ requestId: request.id, err: error.extras.cause ?? error }, error.message)
  }
  const form = request.routeOptions?.config?.errorForm ?? formUnder(endpoints, request.url)
  const response = form
    ? formedErrorResponse(form, error, request.id)
    : errorResponse(error, request.id, problemBase(request.headers, request.client?.isHttps ?? false))
  if (error.status === 401) reply.header('www-authenticate', challengeFor(request))
  return reply
    .code(response.status)
    .headers(response.headers)
    .header('content-type', response.contentType)
    .send(response.body)
}

const challengeFor = ({ routeOptions, url, headers }: FastifyRequest): string =>
  routeOptions?.config?.challenge?.(url.split('?', 1)[0]!, headers.host) ?? 'Bearer'

/** The form of the interface that a path without an endpoint would belong to. */
function formUnder(endpoints: readonly Endpoint[], url: string): ErrorForm | undefined {
  const path = `${url.split('?', 1)[0]!}/`
  return endpoints.find(({ errorForm }) => errorForm?.under && path.startsWith(`${errorForm.under}/`))
    ?.errorForm
}

function pathNotFound(nearMatches: readonly string[]): AppError {
  const all = 'GET /api/v1/openapi.json lists every path.'
  return new AppError('route_not_found', 'Path not found', {
    ...(nearMatches.length > 0 ? { facts: { nearMatches } } : {}),
    hint: nearMatches.length > 0 ? `${didYouMean(nearMatches)} ${all}` : all,
  })
}

const stoppingError = () =>
  new AppError('stopping', 'The server is stopping', { headers: { 'retry-after': '1' } })

/** The framework's own refusals, in our words and codes. */
function fromFramework(error: unknown): unknown {
  switch ((error as { code?: string }).code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('payload_too_large', 'The body is too large for this endpoint')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return unsupportedType()
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new AppError('invalid_parameter', 'The body length does not match Content-Length')
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new AppError('route_not_found', 'Path not found')
    case 'FST_ERR_BAD_URL':
      return new AppError('invalid_parameter', 'The path contains an invalid percent escape')
    default:
      return error
  }
}

const unsupportedType = () =>
  new AppError('unsupported_media_type', 'This endpoint does not accept that content type', {
    hint: 'Send content-type: application/json.',
  })
