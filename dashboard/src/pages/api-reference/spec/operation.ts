import { atPointer } from '../../../features/json-schema/at-pointer.ts'
import type {
  ErrorCode,
  MediaType,
  Method,
  OpenApiDocument,
  Parameter,
  RawOperation,
  Reference,
  RequestBody,
  Response,
  Schema,
  SchemaOrBoolean,
} from './document.ts'
import { exampleOf } from './example.ts'
import { heldBy, isBinary, resolve } from './schema.ts'
import type { ListedOperation, Spec } from './spec.ts'

export type Access = 'public' | 'project' | 'end-user' | 'session'

export type FormField = { name: string; schema: Schema; isFile: boolean; isRequired: boolean }

export type OperationBody = {
  mediaType: string
  kind: 'json' | 'text' | 'form'
  /** The inputs of a form. */
  fields: FormField[]
  isRequired: boolean
  description: string
  schema: SchemaOrBoolean
  example: unknown
}

export type OperationResponse = {
  status: string
  description: string
  mediaType: string
  schema: SchemaOrBoolean | undefined
  example: unknown
}

export type OperationError = ErrorCode & { code: string }
export type OperationParameter = Parameter & { schema: SchemaOrBoolean }

/** Everything the reference shows about one operation. */
export type Operation = Omit<ListedOperation, 'searchText'> & {
  description: string
  access: Access
  takesEndUserTokens: boolean
  takesUsername: boolean
  permission: string
  isAdminOnly: boolean
  /** The cookie of a signed-in browser. */
  cookieName: string
  parameters: OperationParameter[]
  body: OperationBody | null
  responses: OperationResponse[]
  /** How a successful response is read. */
  responseKind: 'json' | 'events' | 'bytes'
  errors: OperationError[]
}

// Sent by the form itself: the reference has separate inputs for them.
const ownHeaders = /^(x-api-key|authorization|x-username|x-csrf-token|content-type)$/i

export function describeOperation(
  { document, errorCodes }: Spec,
  { searchText: _, ...listed }: ListedOperation,
): Operation {
  const item = document.paths?.[listed.path] ?? {}
  const raw = item[listed.method.toLowerCase() as Method] ?? {}
  const parameters = mergeParameters(document, [...(item.parameters ?? []), ...(raw.parameters ?? [])])
  const responses = readResponses(document, raw.responses ?? {})
  const access = (raw['x-access'] ?? (isPublic(document, raw) ? 'public' : 'project')) as Access
  return {
    ...listed,
    description: raw.description ?? '',
    access,
    takesEndUserTokens: raw['x-accepts-end-user-tokens'] === true,
    takesUsername: access === 'end-user' || parameters.some(({ name }) => /^x-username$/i.test(name)),
    permission: raw['x-permission'] ?? '',
    isAdminOnly: raw['x-admin-only'] === true,
    cookieName: cookieNameOf(document),
    parameters: parameters.filter((each) => each.in !== 'header' || !ownHeaders.test(each.name)),
    body: readBody(document, raw.requestBody),
    responses,
    responseKind: responseKindOf(responses),
    errors: readErrors(errorCodes, raw['x-errors'] ?? []),
  }
}

const deref = <T extends object>(document: OpenApiDocument, node: T | Reference): T =>
  '$ref' in node ? ((atPointer(document, node.$ref) ?? {}) as T) : node

/** Those of the operation replace those of its path. */
function mergeParameters(
  document: OpenApiDocument,
  operationParameters: readonly (Parameter | Reference)[],
): OperationParameter[] {
  const parameters = operationParameters.map((each) => deref(document, each))
  const byKey = new Map(parameters.map((each) => [`${each.in} ${each.name}`, { schema: {}, ...each }]))
  return [...byKey.values()]
}

const isPublic = ({ security = [] }: OpenApiDocument, raw: RawOperation) =>
  (raw.security ?? security).length === 0

function cookieNameOf({ components }: OpenApiDocument): string {
  const schemes = Object.values(components?.securitySchemes ?? {})
  return schemes.find((scheme) => scheme.in === 'cookie')?.name ?? 'session'
}

/** The example of the media type; generated from the schema when there is none. */
function exampleIn(document: OpenApiDocument, media: MediaType, isWhole = false): unknown {
  if (media.example !== undefined) return media.example
  const [first] = Object.values(media.examples ?? {})
  if (first) return deref<{ value?: unknown }>(document, first).value
  return media.schema === undefined ? undefined : exampleOf(document, media.schema, isWhole)
}

const multipart = 'multipart/form-data'
const isJson = (mediaType: string) => /[/+]json/.test(mediaType)

function bodyKindOf(mediaType: string): OperationBody['kind'] {
  if (mediaType === multipart) return 'form'
  return isJson(mediaType) ? 'json' : 'text'
}

function readBody(
  document: OpenApiDocument,
  requestBody: RequestBody | Reference | undefined,
): OperationBody | null {
  const body = requestBody === undefined ? {} : deref<RequestBody>(document, requestBody)
  const [entry] = Object.entries(body.content ?? {})
  if (!entry) return null
  const [mediaType, media] = entry
  return {
    mediaType,
    kind: bodyKindOf(mediaType),
    fields: mediaType === multipart ? formFields(document, media.schema) : [],
    isRequired: body.required === true,
    description: body.description ?? '',
    schema: media.schema ?? {},
    example: exampleIn(document, media),
  }
}

/** The inputs of a multipart body: one per property, files apart from texts. */
function formFields(document: OpenApiDocument, input: SchemaOrBoolean | undefined): FormField[] {
  const { schema } = resolve(document, input)
  return Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const own = resolve(document, property).schema
    const isFile = isBinary(heldBy(document, own))
    return { name, schema: own, isFile, isRequired: schema.required?.includes(name) ?? false }
  })
}

function readResponses(
  document: OpenApiDocument,
  responses: Record<string, Response | Reference>,
): OperationResponse[] {
  return Object.entries(responses).map(([status, item]) => {
    const response = deref<Response>(document, item)
    const [mediaType = '', media = {}] = Object.entries(response.content ?? {})[0] ?? []
    return {
      status,
      description: response.description ?? '',
      mediaType,
      schema: media.schema,
      example: exampleIn(document, media, true),
    }
  })
}

export const isSuccess = ({ status }: OperationResponse): boolean => status.startsWith('2')

function responseKindOf(responses: readonly OperationResponse[]): Operation['responseKind'] {
  const mediaType = responses.find(isSuccess)?.mediaType ?? ''
  if (mediaType === 'text/event-stream') return 'events'
  return mediaType === '' || isJson(mediaType) ? 'json' : 'bytes'
}

const readErrors = (known: Spec['errorCodes'], codes: readonly string[]): OperationError[] =>
  codes
    .map((code) => ({ code, status: known[code]?.status ?? 0, type: known[code]?.type ?? '' }))
    .toSorted((a, b) => a.status - b.status || a.code.localeCompare(b.code))
