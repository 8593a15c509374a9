import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import type { NewId } from '../ids.ts'
import type { Log } from '../log.ts'
import type { Endpoint } from './endpoint.ts'
import { errorAnswer, toAppError, wantsProblem } from './envelope.ts'
import { parseJson } from './json.ts'
import type { Metrics } from './metrics.ts'
import { corsHeaders, type OriginGuard, preflightHeaders, securityHeaders } from './origin-guard.ts'
import { createRouteTable } from './route-table.ts'
import { refuseUnreadable } from './unreadable.ts'

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
    /** The exact bytes of a JSON body, for comparing repeated requests. */
    rawBody: Buffer | null
  }
}

export type ServerDeps = {
  endpoints: readonly Endpoint[]
  guard: OriginGuard
  isHttps: boolean
  newId: NewId
  log: Log
  metrics: Metrics
}

const requestIdForm = /^[A-Za-z0-9._-]{8,128}$/

/** The web server without any endpoint: what is true for every request, known or not. */
export function createServer(deps: ServerDeps): FastifyInstance {
  const server = Fastify({
    genReqId: ({ headers }) => {
      const given = headers['x-request-id']
      return typeof given === 'string' && requestIdForm.test(given) ? given : deps.newId()
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2048 },
    trustProxy: false,
    bodyLimit: 1024 * 1024,
    requestTimeout: 300_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    clientErrorHandler: refuseUnreadable,
    frameworkErrors: (error, request, reply) => sendError(fromFramework(error), request, reply, deps),
  })
  server.decorateRequest('facts')
  server.decorateRequest('rawBody', null)
  addBodyParsers(server)
  addGuards(server, deps)
  addRequestLog(server, deps)
  const routes = createRouteTable(deps.endpoints)
  server.setNotFoundHandler((request, reply) => {
    const methods = routes.methodsOf(request.url.split('?')[0]!)
    if (
      request.method === 'OPTIONS' &&
      methods.length > 0 &&
      reply.getHeader('access-control-allow-origin')
    ) {
      return reply.code(204).headers(preflightHeaders).send()
    }
    throw methods.length > 0
      ? new AppError('method_not_allowed', `This path takes ${methods.join(', ')}`, {
          headers: { allow: methods.join(', ') },
        })
      : new AppError('route_not_found', 'There is nothing at this path', {
          hint: 'GET /api/v1/openapi.json lists every path.',
        })
  })
  server.setErrorHandler((error, request, reply) => sendError(fromFramework(error), request, reply, deps))
  return server
}

function addBodyParsers(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser<Buffer>(
    /^application\/(?:[\w.-]+\+)?json\b/i,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      request.rawBody = body
      return body.length === 0 ? undefined : parseJson(body)
    },
  )
  // Not read here: an upload endpoint reads its parts as they come.
  server.addContentTypeParser(
    'multipart/form-data',
    async (_request: FastifyRequest, payload: unknown) => payload,
  )
}

function addGuards(server: FastifyInstance, { guard, isHttps }: ServerDeps): void {
  const fixed = { ...securityHeaders(isHttps), 'cache-control': 'no-store' }
  server.addHook('onRequest', async (request, reply) => {
    request.facts = {}
    reply.headers(fixed)
    reply.header('x-request-id', request.id)
    // A probe asks by whatever name its orchestrator knows, and learns nothing but that we live.
    if (request.url !== '/healthz') guard.checkHost(request.headers.host)
    const origin = guard.checkOrigin(request.headers.origin, request.headers.host)
    if (origin !== null) reply.headers(corsHeaders(origin))
  })
}

function addRequestLog(server: FastifyInstance, { log, metrics }: ServerDeps): void {
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unmatched'
    metrics.observe(request.method, route, reply.statusCode, reply.elapsedTime / 1000)
    log.info({
      requestId: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ip: request.ip,
      ...request.facts,
    })
  })
}

function sendError(failure: unknown, request: FastifyRequest, reply: FastifyReply, { log }: ServerDeps) {
  const error = toAppError(failure)
  request.facts ??= {}
  request.facts.errorCode = error.code
  if (error.status >= 500) {
    const level = error.code === 'internal_error' ? 'error' : 'warn'
    log[level]({ requestId: request.id, err: error.extras.cause ?? error }, error.message)
  }
  const answer = errorAnswer(error, request.id, wantsProblem(request.headers.accept))
  if (error.status === 401) reply.header('www-authenticate', 'Bearer')
  return reply
    .code(answer.status)
    .headers(answer.headers)
    .header('content-type', answer.contentType)
    .send(answer.body)
}

/** The framework's own refusals, in our words and codes. */
function fromFramework(error: unknown): unknown {
  switch ((error as { code?: string }).code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('payload_too_large', 'The body is larger than this endpoint takes')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError(
        'unsupported_media_type',
        'This endpoint does not take a body of that content type',
        {
          hint: 'Send content-type: application/json.',
        },
      )
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new AppError('invalid_parameter', 'The body is not as long as Content-Length says')
    case 'FST_ERR_BAD_URL':
      return new AppError('invalid_parameter', 'The path has a broken percent escape')
    default:
      return error
  }
}
