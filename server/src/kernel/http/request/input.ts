import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { AppError } from '../../errors.ts'
import { acrossUsersParam, takesAcrossUsers } from '../auth/across-users.ts'
import type { Endpoint, Input } from '../endpoint.ts'
import { etagsIn } from '../response/render.ts'
import { restParamOf } from '../route-table.ts'
import { knownFields } from './known-fields.ts'
import { headerList, parseQuery, resolveAliases } from './query.ts'
import { noUpload, readUpload } from './upload.ts'
import { type Refuses, validate } from './validate.ts'

/** Everything the handler gets but the scope. */
export type ReadInput = Omit<Input, 'scope'> & { controller: AbortController }

// Only endpoints that take bytes read them, so one empty stream does for all others.
const noBytes = Readable.from([])

/** Why the signal of a request is aborted, where its caller has left and not the server. */
export class ClientDisconnected extends Error {
  constructor() {
    super('the client disconnected')
  }
}

/** Without named fields the body is the content itself: where it was lost, it is not an empty content that is meant. */
const isContent = ({ def }: z.ZodType): boolean => def.type === 'record'

/** Where everything is optional, the input may be absent. */
export const takesNoBody = ({ body }: Pick<Endpoint, 'body'>): boolean =>
  body === undefined || (!isContent(body) && body.safeParse({}).success)

/** Reads and checks what came in against the endpoint's shapes; unknown fields and parameters are named in headers. */
export function readInput(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): ReadInput {
  const controller = new AbortController()
  const isStrict = /\bhandling=strict\b/.test(String(request.headers.prefer ?? ''))
  const ignoredFields: string[] = []
  const nameIgnored = (paths: readonly string[]) => {
    ignoredFields.push(...paths.map((path) => path.slice(1)))
    if (ignoredFields.length > 0) reply.header('x-ignored-fields', headerList(ignoredFields))
  }
  const input: ReadInput = {
    params: readParams(endpoint, request),
    query: readQuery(endpoint, request, reply),
    body: undefined,
    upload: noUpload,
    bytes: endpoint.takesBytes ? streamOf(request) : noBytes,
    ifMatch: etagsIn(request.headers['if-match']),
    lastEventId: (request.headers['last-event-id'] as string | undefined) ?? null,
    controller,
    signal: controller.signal,
    headers: headersOf(request),
    setHeader: (name, value) => void reply.header(name, retainedSecure(name, value, request)),
    ignoreFields(unknown, hint) {
      if (isStrict && unknown.length > 0)
        throw new AppError('unknown_field', `${unknown[0]!.path.slice(1)} ${unknown[0]!.message}`, {
          details: unknown.slice(0, 50),
          hint,
        })
      nameIgnored(unknown.map(({ path }) => path))
    },
  }
  // The response side of the connection: the request's own closes as soon as its body is read.
  const leave = () => {
    if (!reply.raw.writableFinished) controller.abort(new ClientDisconnected())
  }
  reply.raw.once('close', leave)
  // It may have left before anyone listened.
  if (reply.raw.closed) leave()
  const isForm = request.headers['content-type']?.toLowerCase().startsWith('multipart/form-data') === true
  if (endpoint.upload && (isForm || !endpoint.body)) {
    if (!isForm) {
      throw new AppError('unsupported_media_type', 'This endpoint requires multipart/form-data')
    }
    input.upload = readUpload(streamOf(request), request.headers, endpoint.upload)
  } else if (endpoint.body) {
    const { value, ignored } = validate(
      endpoint.body,
      readBody(endpoint, request),
      'body',
      isStrict || refusedBy(endpoint),
    )
    nameIgnored(ignored)
    input.body = value
  }
  return input
}

/** Read-only fields of a response are no typo: clients read an object, change a part and send it back. */
const refusedBy =
  ({ isExact = false, body, response }: Endpoint): Refuses =>
  (path) => {
    const isIn = (schema: z.ZodType) => knownFields(schema, path.slice(0, -1)).includes(String(path.at(-1)))
    const isReadOnly = response.kind === 'data' && isIn(response.schema) && !isIn(body!)
    return isExact && !isReadOnly
  }

/** A range is one of a body, which the response to `HEAD` does not have. */
function headersOf({ method, headers }: FastifyRequest): ReadInput['headers'] {
  const { range: _, ...others } = headers
  return (method === 'HEAD' ? others : headers) as ReadInput['headers']
}

/** A cookie that came over HTTPS, also by a proxy, must never go over HTTP. */
const retainedSecure = (name: string, value: string, { client }: FastifyRequest): string =>
  name === 'set-cookie' && client.isHttps && !/;\s*secure\b/i.test(value) ? `${value}; Secure` : value

/** The body as it comes, unpacked where it was compressed; the request itself where there is none. */
const streamOf = ({ body, raw }: FastifyRequest): Readable => (body instanceof Readable ? body : raw)

function readBody(endpoint: Endpoint, request: FastifyRequest): unknown {
  if (request.body !== undefined) return request.body
  if (takesNoBody(endpoint)) return {}
  throw new AppError('invalid_json', 'This endpoint requires a JSON body', {
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
  const rawQuery = at < 0 ? Object.create(null) : parseQuery(request.url.slice(at + 1))
  const { [acrossUsersParam]: acrossUsers, ...ownQuery } = rawQuery
  const isAcross = takesAcrossUsers(endpoint) && acrossUsers !== undefined
  if (isAcross && acrossUsers !== 'true' && acrossUsers !== 'false') throw notBoolean()
  const known = isAcross ? ownQuery : rawQuery
  const query = endpoint.queryAliases ? resolveAliases(known, endpoint.queryAliases) : known
  const { value, ignored } = endpoint.query
    ? validate(endpoint.query, { ...query }, 'query', false)
    : { value: undefined, ignored: Object.keys(query).map((name) => `/${name}`) }
  if (ignored.length > 0) reply.header('x-ignored-params', headerList(ignored.map((path) => path.slice(1))))
  return value
}

const notBoolean = () =>
  new AppError('invalid_parameter', `${acrossUsersParam} must be true or false`, {
    details: [{ in: 'query', path: `/${acrossUsersParam}`, rule: 'enum', message: 'must be true or false' }],
  })
