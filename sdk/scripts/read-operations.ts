import type { Schema } from './schema-text.ts'

type Content = Record<string, { schema?: Schema; 'x-events'?: Record<string, Schema> }>
type Parameter = { name: string; in: string; required?: boolean; schema: Schema; description?: string }
type Described = {
  operationId: string
  summary: string
  description?: string
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, { content?: Content }>
}
export type Document = {
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, Schema> }
}

export type Kind = 'data' | 'page' | 'none' | 'events' | 'raw'

/** One operation, reduced to what a client has to know. */
export type Operation = {
  path: string
  method: string
  operationId: string
  summary: string
  description: string
  params: string[]
  query: Schema | null
  body: { schema: Schema; isRequired: boolean } | null
  /** Takes a form with a file, and nothing else. */
  isUpload: boolean
  /** Takes such a form, perhaps beside JSON. */
  takesUpload: boolean
  kind: Kind
  /** The data, one item of the page, or the data of one event. */
  result: Schema | null
  /** The data of events by their names, where these differ. */
  events?: Record<string, Schema> | undefined
}

/** All but those that become a WebSocket: these are no calls. */
export function operationsOf(document: Document): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { responses }]) => responses['101'] === undefined)
      .map(([method, described]) => operationOf(path, method, described)),
  )
}

function operationOf(path: string, method: string, described: Described): Operation {
  const { operationId, summary, description = '', parameters = [], requestBody } = described
  const content = requestBody?.content ?? {}
  const body = (content['application/json'] ?? content['application/octet-stream'])?.schema
  return {
    path,
    method,
    operationId,
    summary,
    description,
    params: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    query: queryOf(parameters.filter((each) => each.in === 'query')),
    body: body ? { schema: body, isRequired: requestBody?.required === true } : null,
    takesUpload: content['multipart/form-data'] !== undefined,
    isUpload: content['multipart/form-data'] !== undefined && content['application/json'] === undefined,
    ...responseOf(described.responses['200']?.content ?? {}),
  }
}

function queryOf(parameters: Parameter[]): Schema | null {
  if (parameters.length === 0) return null
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  }
}

function responseOf(content: Content): Pick<Operation, 'kind' | 'result' | 'events'> {
  const schema = content['application/json']?.schema
  const stream = content['text/event-stream']
  // Beside JSON it is another form of the same response, for callers that request it.
  if (stream && !schema) return { kind: 'events', result: stream.schema ?? {}, events: stream['x-events'] }
  const isPage = schema?.allOf?.some(({ $ref }) => $ref?.endsWith('/Paging')) ?? false
  const envelope = isPage ? schema?.allOf?.[0] : schema
  if (!envelope?.properties?.success) return { kind: 'raw', result: null }
  const { data } = envelope.properties
  if (data === undefined) return { kind: 'none', result: null }
  return isPage ? { kind: 'page', result: data.items ?? {} } : { kind: 'data', result: data }
}
