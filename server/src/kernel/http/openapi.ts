import { z } from 'zod'
import { createPace } from '../compute/pace.ts'
import { type ErrorCode, errorTypeOf, listErrorCodes, statusOf } from '../errors.ts'
import { usernamePattern } from '../text/username.ts'
import { acrossUsersParam, takesAcrossUsers } from './auth/across-users.ts'
import type { Endpoint } from './endpoint.ts'
import { takesNoBody } from './request/input.ts'
import { declaredMediaTypes } from './response/media-types.ts'
import { isFollowed } from './streams/follow-limit.ts'
import { describeSocket } from './websocket/describe.ts'

type Json = Record<string, unknown>

export type OpenApiInfo = { title: string; version: string; description: string }

/** The interface description, written from the same list that is served. It takes a while and lets requests in meanwhile. */
export async function openApiOf(endpoints: readonly Endpoint[], info: OpenApiInfo): Promise<Json> {
  const pace = createPace()
  const components: Json = {}
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace('+}', '}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint, components) }
    await pace()
  }
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: '/' }],
    tags: [...new Set(endpoints.map(({ area }) => area))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        'x-api-key': { type: 'apiKey', in: 'header', name: 'x-api-key' },
        bearer: { type: 'http', scheme: 'bearer' },
        session: { type: 'apiKey', in: 'cookie', name: 'stoa_session' },
      },
      'x-error-codes': Object.fromEntries(
        listErrorCodes().map((code) => [code, { status: statusOf(code), type: errorTypeOf(statusOf(code)) }]),
      ),
      schemas: { Error: errorSchema(), Paging: pagingSchema, ...components },
    },
  }
}

/** The same as it is served: megabytes, which are written part by part. */
export async function writeOpenApi(endpoints: readonly Endpoint[], info: OpenApiInfo): Promise<Buffer> {
  return Buffer.from(await jsonOf(await openApiOf(endpoints, info), 3, createPace()))
}

async function jsonOf(value: unknown, levels: number, pace: ReturnType<typeof createPace>): Promise<string> {
  if (levels === 0 || typeof value !== 'object' || value === null || Array.isArray(value))
    return JSON.stringify(value)
  const members: string[] = []
  for (const [key, member] of Object.entries(value)) {
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${await jsonOf(member, levels - 1, pace)}`)
    await pace()
  }
  return `{${members.join()}}`
}

function operationOf(endpoint: Endpoint, components: Json): Json {
  return {
    operationId: operationIdOf(endpoint),
    tags: [endpoint.area],
    summary: endpoint.summary,
    ...(endpoint.description === undefined ? {} : { description: endpoint.description }),
    ...securityOf(endpoint),
    ...(endpoint.permission === undefined ? {} : { 'x-permission': endpoint.permission }),
    ...(endpoint.adminOnly ? { 'x-admin-only': true } : {}),
    ...(endpoint.operatorOnly ? { 'x-operator-only': true } : {}),
    'x-access': endpoint.access,
    ...(endpoint.acceptsEndUserTokens ? { 'x-accepts-end-user-tokens': true } : {}),
    ...(endpoint.acceptsChatTokens ? { 'x-accepts-chat-tokens': endpoint.acceptsChatTokens } : {}),
    parameters: parametersOf(endpoint),
    ...requestBodyOf(endpoint, components),
    responses: responsesOf(endpoint, components),
    ...describeSocket(endpoint, (schema, io) => named(schema, io, components)),
    'x-errors': errorsOf(endpoint),
  }
}

/** `GET /api/v1/external-users/{id}` becomes `getExternalUsersById`. */
export function operationIdOf({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  const words = path
    .replace(/^\/api\/v1/, '')
    .split('/')
    .filter(Boolean)
    .map((part) => part.replace(/^\{(\w+)\+?\}$/, 'by-$1'))
  const camel = words.join('-').replace(/[-_.]+(\w)/g, (_, letter: string) => letter.toUpperCase())
  return `${method.toLowerCase()}${camel.charAt(0).toUpperCase()}${camel.slice(1)}`
}

function securityOf({ access }: Endpoint): Json {
  if (access === 'public') return { security: [] }
  if (access === 'session') return { security: [{ session: [] }] }
  return { security: [{ 'x-api-key': [] }, { bearer: [] }, { session: [] }] }
}

/** Errors that follow from what the endpoint is, so that no endpoint has to repeat them. */
function errorsOf(endpoint: Endpoint): ErrorCode[] {
  const codes: ErrorCode[] = [...(endpoint.errors ?? [])]
  if (endpoint.access !== 'public') codes.push('missing_api_key', 'invalid_api_key', 'rate_limited')
  if (endpoint.permission) codes.push('insufficient_scope')
  if (endpoint.adminOnly) codes.push('admin_only')
  if (endpoint.operatorOnly) codes.push('operator_only')
  if (endpoint.access === 'end-user') codes.push('invalid_username', 'external_user_inactive')
  if (endpoint.query) codes.push('invalid_parameter')
  if (endpoint.params) codes.push('invalid_id', 'invalid_parameter')
  if (endpoint.body || requiresQuery(endpoint)) codes.push('missing_field')
  // A body is read, unpacked and understood also where none is needed.
  if (endpoint.method !== 'GET') codes.push('invalid_parameter', 'unsupported_media_type')
  if (endpoint.method !== 'GET' && !endpoint.takesBytes) codes.push('invalid_json', 'payload_too_large')
  if (endpoint.response.kind === 'socket') codes.push('upgrade_required', 'concurrency_limited')
  if (isFollowed({ endpoint })) codes.push('concurrency_limited')
  if (endpoint.upload) codes.push('file_required', 'file_too_large', 'unsupported_media_type')
  if (endpoint.method !== 'GET' && endpoint.access !== 'public')
    codes.push('idempotency_key_reused', 'idempotency_key_in_use')
  return [...new Set(codes)].sort((a, b) => statusOf(a) - statusOf(b) || a.localeCompare(b))
}

const requiresQuery = ({ query }: Endpoint): boolean =>
  query !== undefined && ((jsonSchemaOf(query, 'input').required ?? []) as string[]).length > 0

const ofAllUsers = 'Resources of all end users; for admins, without effect for others.'
const acrossUsers = {
  name: acrossUsersParam,
  in: 'query',
  required: false,
  description: `${ofAllUsers} The same as the header.`,
  schema: { type: 'boolean' },
}
const actAcrossUsers = {
  name: 'x-act-across-users',
  in: 'header',
  required: false,
  description: ofAllUsers,
  schema: { type: 'string', enum: ['true', 'false'] },
}

function parametersOf(endpoint: Endpoint): Json[] {
  const fromShape = (
    shape: z.ZodType | undefined,
    location: string,
    examples: Record<string, string> = {},
  ) => {
    if (!shape) return []
    const { properties = {}, required = [] } = jsonSchemaOf(shape, 'input') as {
      properties?: Record<string, Json>
      required?: string[]
    }
    return Object.entries(properties).map(([name, schema]) => ({
      name,
      in: location,
      required: location === 'path' || required.includes(name),
      schema,
      ...(examples[name] === undefined ? {} : { example: exampleValue(examples[name], schema) }),
    }))
  }
  const username = {
    name: 'x-username',
    in: 'header',
    required: false,
    description: 'The end user the request acts as; defaults to the default user of the project.',
    schema: { type: 'string', pattern: usernamePattern },
  }
  return [
    ...fromShape(endpoint.params, 'path', endpoint.example.params),
    ...fromShape(endpoint.query, 'query', endpoint.example.query),
    ...(takesAcrossUsers(endpoint) ? [acrossUsers] : []),
    ...(endpoint.access === 'end-user' ? [username, actAcrossUsers] : []),
  ]
}

/** Examples are written as they appear in a URL; the document has them in the type of their parameter. */
function exampleValue(text: string, { type }: Json): unknown {
  if (type === 'integer' || type === 'number') return Number(text)
  if (type === 'boolean') return text === 'true'
  return type === 'array' ? text.split(',') : text
}

function requestBodyOf(endpoint: Endpoint, components: Json): Json {
  if (endpoint.upload) {
    const schema = {
      type: 'object',
      properties: { file: { type: 'string', format: 'binary' } },
      required: ['file'],
    }
    const form = { 'multipart/form-data': { schema } }
    return { requestBody: { required: true, content: { ...jsonContentOf(endpoint, components), ...form } } }
  }
  if (endpoint.takesBytes) {
    const schema = { type: 'string', format: 'binary' }
    return { requestBody: { required: true, content: { 'application/octet-stream': { schema } } } }
  }
  if (!endpoint.body) return {}
  return { requestBody: { required: !takesNoBody(endpoint), content: jsonContentOf(endpoint, components) } }
}

function jsonContentOf({ body, example }: Endpoint, components: Json): Json {
  if (!body) return {}
  const shown = example.body === undefined ? {} : { example: example.body }
  return { 'application/json': { schema: named(body, 'input', components), ...shown } }
}

function responsesOf(endpoint: Endpoint, components: Json): Json {
  const { errorForm, protocolErrors = {} } = endpoint
  const byStatus = Object.groupBy(errorsOf(endpoint), (code) =>
    String((errorForm?.statusOf ?? statusOf)(code)),
  )
  const schema = errorForm
    ? named(errorForm.schema, 'output', components)
    : { $ref: '#/components/schemas/Error' }
  const statuses = [...new Set([...Object.keys(byStatus), ...Object.keys(protocolErrors)])]
  const errors = statuses.map((status) => {
    const codes = byStatus[status] ?? []
    const ofProtocol = protocolErrors[Number(status)]
    const forms = [
      ...(codes.length > 0 ? [schema] : []),
      ...(ofProtocol ? [named(ofProtocol, 'output', components)] : []),
    ]
    return [
      status,
      {
        description: codes.join(', ') || 'Refused by the protocol',
        content: {
          'application/json': { schema: forms.length > 1 ? { anyOf: forms } : forms[0] },
          ...pageOf(endpoint),
        },
      },
    ]
  })
  if (endpoint.response.kind === 'socket')
    return {
      '101': { description: 'The connection is a WebSocket from here on' },
      ...Object.fromEntries(errors),
    }
  const success = withOtherForms(endpoint, successOf(endpoint, components))
  const others = Object.entries(endpoint.alsoReturns ?? {}).map(([status, { description, isEmpty }]) => [
    status,
    isEmpty ? { description } : { ...success, description },
  ])
  return { '200': success, ...Object.fromEntries(errors), ...Object.fromEntries(others) }
}

/** An endpoint for browsers shows most of its errors as a page as well. */
function pageOf({ response }: Endpoint): Json {
  const isPage = response.kind === 'raw' && response.contentType.startsWith('text/html')
  return isPage ? { [response.contentType]: { schema: { type: 'string' } } } : {}
}

/** What has no shape is text in an event stream or a table, and bytes otherwise. */
function withOtherForms(endpoint: Endpoint, success: { description: string; content: Json }): Json {
  const others = declaredMediaTypes(endpoint)
    .filter((type) => success.content[type] === undefined)
    .map((type) => [
      type,
      { schema: type.startsWith('text/') ? { type: 'string' } : { type: 'string', format: 'binary' } },
    ])
  return { ...success, content: { ...success.content, ...Object.fromEntries(others) } }
}

function successOf(endpoint: Endpoint, components: Json): { description: string; content: Json } {
  const description = endpoint.message ?? 'OK'
  const reply = endpoint.response
  if (reply.kind === 'socket') return { description, content: {} }
  if (reply.kind === 'raw') {
    const example = endpoint.example.response === undefined ? {} : { example: endpoint.example.response }
    const schema = reply.schema ? named(reply.schema, 'output', components) : {}
    return { description, content: { [reply.contentType]: { schema, ...(reply.schema ? example : {}) } } }
  }
  if (reply.kind === 'events') {
    const byName = Object.entries(reply.names ?? {}).map(([name, each]) => [
      name,
      named(each, 'output', components),
    ])
    const schema = named(reply.schema, 'output', components)
    const names = byName.length > 0 ? { 'x-events': Object.fromEntries(byName) } : {}
    return { description, content: { 'text/event-stream': { schema, ...names } } }
  }
  const envelope = {
    type: 'object',
    properties: { success: { const: true }, message: { type: 'string' } },
    required: ['success', 'message'],
  }
  const content = (schema: Json, extra: Json = {}) => ({
    description,
    content: {
      'application/json': {
        schema,
        ...(endpoint.example.response === undefined
          ? {}
          : { example: { success: true, message: description, data: endpoint.example.response, ...extra } }),
      },
    },
  })
  if (reply.kind === 'none') return content(envelope)
  const item = named(reply.schema, 'output', components)
  const isPage = reply.kind === 'page'
  const withData = {
    ...envelope,
    properties: { ...envelope.properties, data: isPage ? { type: 'array', items: item } : item },
    required: [...envelope.required, 'data'],
  }
  if (!isPage) return content(withData)
  const paging = { total: 1, page: 1, limit: 20, totalPages: 1, hasNextPage: false, hasPreviousPage: false }
  return content({ allOf: [withData, { $ref: '#/components/schemas/Paging' }] }, paging)
}

/** Shapes with an `id` in their `meta` are written once under that name, wherever they occur, and referenced. */
function named(schema: z.ZodType, io: 'input' | 'output', components: Json): Json {
  const { $defs = {}, ...json } = jsonSchemaOf(schema, io) as Json & { $defs?: Record<string, Json> }
  for (const [id, definition] of Object.entries($defs)) components[id] = inComponents(definition)
  return inComponents(json)
}

const inComponents = (schema: Json): Json =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json

/** Shapes that read text carry their JSON Schema in `meta`; everything else can be serialized by itself. */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
    override: ({ zodSchema, jsonSchema }) => {
      const described = (
        z.globalRegistry.get(zodSchema as unknown as z.ZodType) as { jsonSchema?: Json } | undefined
      )?.jsonSchema
      if (jsonSchema.type === 'object') hideAliases(jsonSchema as Json)
      if (!described) return
      for (const key of Object.keys(jsonSchema)) delete (jsonSchema as Json)[key]
      Object.assign(jsonSchema, described)
    },
  }) as Json
  return json
}

/** Other spellings of a field are taken but not described: generators give both the same name. */
function hideAliases(schema: Json): void {
  const properties = (schema.properties ?? {}) as Record<string, Json>
  for (const [name, property] of Object.entries(properties))
    if (property['x-alias-of'] !== undefined) delete properties[name]
}

const errorSchema = () => ({
  type: 'object',
  properties: {
    success: { const: false },
    message: { type: 'string' },
    requestId: { type: 'string' },
    error: {
      type: 'object',
      properties: {
        code: { type: 'string', enum: listErrorCodes() },
        type: { type: 'string' },
        status: { type: 'integer' },
        retryable: { type: 'boolean' },
        hint: { type: 'string' },
        details: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              in: { enum: ['body', 'query', 'path', 'header'] },
              path: { type: 'string' },
              rule: { type: 'string' },
              message: { type: 'string' },
              received: {},
            },
          },
        },
      },
      required: ['code', 'type', 'status', 'details', 'retryable'],
    },
  },
  required: ['success', 'message', 'error', 'requestId'],
})

const pagingSchema = {
  type: 'object',
  properties: {
    total: { type: 'integer' },
    page: { type: 'integer' },
    limit: { type: 'integer' },
    totalPages: { type: 'integer' },
    hasNextPage: { type: 'boolean' },
    hasPreviousPage: { type: 'boolean' },
    nextCursor: {
      type: ['string', 'null'],
      description: 'Only in lists that support `cursor`: pass it to get the next page.',
    },
    totalTools: {
      type: 'integer',
      description: 'Only in toolkit lists: the total number of tools of all matching toolkits.',
    },
  },
  required: ['total', 'page', 'limit', 'totalPages', 'hasNextPage', 'hasPreviousPage'],
}
