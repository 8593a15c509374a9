import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { nobodyId } from '../ids.ts'
import type { RateLimit } from '../limits/rate-limit.ts'
import { systemScope } from '../scope.ts'
import { resolveScope } from './acting-user.ts'
import { answerOf, etagsIn } from './answer.ts'
import { authorize, rateHeaders, refuseOverLimit } from './authorize.ts'
import { readCredentials } from './credentials.ts'
import type { Endpoint, Input, RawReply, ServerEvent } from './endpoint.ts'
import { errorAnswer, toAppError, wantsProblem } from './envelope.ts'
import { type Answer, type Idempotency, RefusedAnswer } from './idempotency.ts'
import type { Identity, Principal } from './identity.ts'
import type { OpenStreams } from './open-streams.ts'
import { headerList, parseQuery, resolveAliases } from './query.ts'
import { restParamOf, routerPath } from './route-table.ts'
import { eventStream } from './sse.ts'
import { noUpload, readUpload } from './upload.ts'
import { validate } from './validate.ts'

export type MountDeps = {
  identity: Identity
  rateLimit: RateLimit
  idempotency: Idempotency
  openStreams: OpenStreams
}

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null
  }
}

/**
 * Gives every endpoint its route. The order is the same for all: authenticate, authorise and count before a byte of
 * the body is read, then parse, then find out for whom the call acts, then handle, then check the answer.
 */
export function mount(server: FastifyInstance, endpoints: readonly Endpoint[], deps: MountDeps): void {
  server.decorateRequest('principal', null)
  for (const endpoint of endpoints) {
    server.route({
      method: endpoint.method,
      url: routerPath(endpoint.path),
      ...(endpoint.bodyLimitBytes === undefined ? {} : { bodyLimit: endpoint.bodyLimitBytes }),
      ...(endpoint.access === 'public' ? {} : { onRequest: admit(endpoint, deps) }),
      handler: (request, reply) => serve(endpoint, deps, request, reply),
    })
  }
}

function admit(endpoint: Endpoint, { identity, rateLimit }: MountDeps) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const principal = await identity.authenticate(
      readCredentials(request.headers, request.method, request.ip),
    )
    request.principal = principal
    request.facts.projectId = principal.projectId
    request.facts.actor = principal.rateKey
    const verdict = rateLimit.take(principal.rateKey)
    reply.headers(rateHeaders(verdict))
    refuseOverLimit(verdict)
    authorize(endpoint, principal)
  }
}

async function serve(endpoint: Endpoint, deps: MountDeps, request: FastifyRequest, reply: FastifyReply) {
  const input = readInput(endpoint, request, reply)
  const key = request.headers['idempotency-key']
  if (typeof key === 'string' && endpoint.method !== 'GET' && request.principal) {
    return serveOnce(endpoint, deps, request, reply, input, key)
  }
  const result = await run(endpoint, deps, request, input)
  switch (endpoint.response.kind) {
    case 'raw':
      return sendRaw(endpoint.response.contentType, result as RawReply, reply)
    case 'events':
      return sendEvents(result as AsyncIterable<ServerEvent>, deps, request, reply, input.controller)
    default: {
      const answer = answerOf(endpoint, result, request.headers['x-raw-response'] === 'true')
      const known = answer.headers.etag && etagsIn(request.headers['if-none-match'])
      if (known?.includes(answer.headers.etag!.slice(1, -1)))
        return reply.code(304).header('etag', answer.headers.etag).send()
      return send(answer, reply)
    }
  }
}

type ReadInput = Omit<Input, 'scope'> & { controller: AbortController }

/** Everything the handler gets but the scope, checked against the endpoint's shapes. */
function readInput(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): ReadInput {
  const isStrict = /\bhandling=strict\b/.test(String(request.headers.prefer ?? ''))
  const params = readParams(endpoint, request)
  const query = readQuery(endpoint, request, reply)
  const controller = new AbortController()
  const input: ReadInput = {
    params,
    query,
    body: undefined,
    upload: noUpload,
    ifMatch: etagsIn(request.headers['if-match']),
    lastEventId: (request.headers['last-event-id'] as string | undefined) ?? null,
    controller,
    signal: controller.signal,
    headers: request.headers as Record<string, string | undefined>,
    setHeader: (name, value) => void reply.header(name, value),
  }
  request.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new Error('the client went away'))
  })
  if (endpoint.upload) {
    if (!request.headers['content-type']?.startsWith('multipart/form-data')) {
      throw new AppError('unsupported_media_type', 'This endpoint takes multipart/form-data')
    }
    input.upload = readUpload(request.raw, request.headers, endpoint.upload)
  } else if (endpoint.body) {
    const body = readBody(endpoint, request)
    const { value, ignored } = validate(endpoint.body, body, 'body', isStrict)
    if (ignored.length > 0) reply.header('x-ignored-fields', headerList(ignored.map((path) => path.slice(1))))
    input.body = value
  }
  return input
}

function readBody(endpoint: Endpoint, request: FastifyRequest): unknown {
  if (request.body !== undefined && request.body !== null) return request.body
  if (endpoint.isBodyOptional && request.body === undefined) return {}
  if (request.body === null) return null
  throw new AppError('invalid_json', 'This endpoint needs a JSON body', {
    hint: 'Send content-type: application/json and a body.',
  })
}

function readParams(endpoint: Endpoint, request: FastifyRequest): unknown {
  if (!endpoint.params) return undefined
  const params = { ...(request.params as Record<string, string>) }
  const rest = restParamOf(endpoint.path)
  if (rest !== null) {
    params[rest] = params['*'] ?? ''
    delete params['*']
  }
  if (Object.values(params).some((value) => value.includes('\0'))) {
    throw new AppError('invalid_id', 'The path has a NUL character')
  }
  return validate(endpoint.params, params, 'path', false).value
}

function readQuery(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): unknown {
  const at = request.url.indexOf('?')
  if (at < 0 && !endpoint.query) return undefined
  const given = at < 0 ? Object.create(null) : parseQuery(request.url.slice(at + 1))
  const query = endpoint.queryAliases ? resolveAliases(given, endpoint.queryAliases) : given
  const { value, ignored } = endpoint.query
    ? validate(endpoint.query, { ...query }, 'query', false)
    : { value: undefined, ignored: Object.keys(query).map((name) => `/${name}`) }
  if (ignored.length > 0) reply.header('x-ignored-params', headerList(ignored.map((path) => path.slice(1))))
  return value
}

async function run(
  endpoint: Endpoint,
  { identity }: MountDeps,
  request: FastifyRequest,
  { controller: _, ...input }: ReadInput,
): Promise<unknown> {
  if (!request.principal) {
    // Public endpoints get a scope that owns nothing.
    return endpoint.handle({
      ...input,
      scope: {
        ...systemScope(nobodyId),
        role: 'member',
        acrossUsers: false,
        requestId: request.id,
        ip: request.ip,
      },
    })
  }
  const acting = await resolveScope(identity, request.principal, endpoint, {
    username: request.headers['x-username'] as string | undefined,
    wantsAllUsers: request.headers['x-act-across-users'] === 'true',
    requestId: request.id,
    ip: request.ip,
  })
  request.facts.externalUserId = acting.scope.externalUser.id
  if (acting.isNewUser) input.setHeader('x-external-user-created', 'true')
  if (acting.didYouMean !== null) input.setHeader('x-did-you-mean', acting.didYouMean)
  return endpoint.handle({ ...input, scope: acting.scope })
}

async function serveOnce(
  endpoint: Endpoint,
  deps: MountDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  input: ReadInput,
  key: string,
) {
  if (key.length < 1 || key.length > 255) {
    throw new AppError('invalid_parameter', 'Idempotency-Key must be 1 to 255 characters long')
  }
  if (endpoint.response.kind === 'raw' || endpoint.response.kind === 'events' || endpoint.upload) {
    throw new AppError('invalid_parameter', 'This endpoint does not take an Idempotency-Key', {
      hint: 'Leave the header out.',
    })
  }
  const principal = request.principal!
  const [path = '', search = ''] = request.url.split('?')
  const answer = await deps.idempotency.once(
    {
      projectId: principal.projectId,
      caller: principal.rateKey,
      method: request.method,
      path,
      actingUser: String(request.headers['x-username'] ?? ''),
      key,
      content: Buffer.concat([Buffer.from(`${search}\n`), request.rawBody ?? Buffer.alloc(0)]),
    },
    () => finalAnswer(endpoint, deps, request, input),
    endpoint.leavesHouse !== true,
  )
  if (answer.isReplay) {
    request.facts.isReplay = true
    reply.header('idempotent-replayed', 'true')
  }
  return send(answer, reply)
}

/** Refusals are answers too and are kept; what may go differently next time is thrown on. */
async function finalAnswer(
  endpoint: Endpoint,
  deps: MountDeps,
  request: FastifyRequest,
  input: ReadInput,
): Promise<Answer> {
  try {
    return answerOf(
      endpoint,
      await run(endpoint, deps, request, input),
      request.headers['x-raw-response'] === 'true',
    )
  } catch (failure) {
    const error = toAppError(failure)
    if (error.status >= 500 || error.status === 429) throw failure
    request.facts.errorCode = error.code
    const { status, headers, contentType, body } = errorAnswer(
      error,
      request.id,
      wantsProblem(request.headers.accept),
    )
    throw new RefusedAnswer({ status, headers: { ...headers, 'content-type': contentType }, body })
  }
}

const send = (answer: Answer, reply: FastifyReply) =>
  reply.code(answer.status).headers(answer.headers).send(answer.body)

const sendRaw = (contentType: string, result: RawReply, reply: FastifyReply) =>
  reply
    .code(result.status ?? 200)
    .header('content-type', result.contentType ?? contentType)
    .headers(result.headers ?? {})
    .send(result.body)

function sendEvents(
  source: AsyncIterable<ServerEvent>,
  { openStreams }: MountDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  controller: AbortController,
) {
  const release = openStreams.add(request.principal?.rateKey ?? 'public', controller)
  request.raw.once('close', release)
  const stream = eventStream(source, controller.signal, (failure) => {
    const error = toAppError(failure)
    request.facts.errorCode = error.code
    return { event: 'error', data: JSON.parse(errorAnswer(error, request.id, false).body) as unknown }
  })
  return reply.headers({ 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' }).send(stream)
}
