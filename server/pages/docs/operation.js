import { exampleOf, isBinary, lookUp, resolve } from './schema.js'

/** Everything the page shows about one operation. */
export function describeOperation(spec, { id, method, path }) {
  const { document } = spec
  const item = document.paths[path]
  const raw = item[method.toLowerCase()]
  const parameters = mergeParameters(document, item.parameters, raw.parameters)
  const isOwn = ({ name, in: place }) =>
    place === 'header' && /^(x-api-key|authorization|x-username|x-csrf-token|content-type)$/i.test(name)
  const responses = readResponses(document, raw.responses)
  const access = raw['x-access'] ?? (isPublic(document, raw) ? 'public' : 'project')
  return {
    id,
    method,
    path,
    area: raw.tags?.[0] ?? 'Other',
    summary: raw.summary ?? path,
    description: raw.description ?? '',
    isDeprecated: raw.deprecated === true,
    access,
    takesEndUserTokens: raw['x-accepts-end-user-tokens'] === true,
    takesUsername: access === 'end-user' || parameters.some(({ name }) => /^x-username$/i.test(name)),
    permission: raw['x-permission'] ?? '',
    isAdminOnly: raw['x-admin-only'] === true,
    cookieName: cookieNameOf(document),
    parameters: parameters.filter((parameter) => !isOwn(parameter)),
    body: readBody(document, raw.requestBody),
    responses,
    answer: answerOf(responses),
    errors: readErrors(spec.errorCodes, raw['x-errors'] ?? []),
  }
}

const deref = (document, node) => (node?.$ref ? (lookUp(document, node.$ref) ?? {}) : node)

function mergeParameters(document, shared = [], own = []) {
  const byKey = new Map()
  for (const given of [...shared, ...own]) {
    const parameter = deref(document, given)
    byKey.set(`${parameter.in} ${parameter.name}`, { schema: {}, ...parameter })
  }
  return [...byKey.values()]
}

function isPublic(document, raw) {
  const security = raw.security ?? document.security ?? []
  return security.length === 0
}

function cookieNameOf(document) {
  const schemes = Object.values(document.components?.securitySchemes ?? {})
  return schemes.find((scheme) => scheme.in === 'cookie')?.name ?? 'session'
}

/** The example of the media type; generated from the schema when there is none. */
function exampleIn(document, media, isWhole) {
  if (media.example !== undefined) return media.example
  const [first] = Object.values(media.examples ?? {})
  if (first) return deref(document, first).value
  return media.schema ? exampleOf(document, media.schema, isWhole) : undefined
}

function readBody(document, given) {
  const body = deref(document, given)
  const [entry] = Object.entries(body?.content ?? {})
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

const multipart = 'multipart/form-data'
const isJson = (mediaType) => /[/+]json/.test(mediaType)

function bodyKindOf(mediaType) {
  if (mediaType === multipart) return 'form'
  return isJson(mediaType) ? 'json' : 'text'
}

/** The inputs of a multipart body: one per property, files apart from texts. */
function formFields(document, given) {
  const { schema } = resolve(document, given)
  return Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const own = resolve(document, property).schema
    const held = own.items ? resolve(document, own.items).schema : own
    return { name, schema: own, isFile: isBinary(held), isRequired: schema.required?.includes(name) ?? false }
  })
}

/** How a successful response is to be read. */
function answerOf(responses) {
  const mediaType = responses.find((response) => response.status.startsWith('2'))?.mediaType ?? ''
  if (mediaType === 'text/event-stream') return 'events'
  return mediaType === '' || isJson(mediaType) ? 'json' : 'bytes'
}

function readResponses(document, given = {}) {
  return Object.entries(given).map(([status, item]) => {
    const response = deref(document, item)
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

function readErrors(known, codes) {
  return codes
    .map((code) => ({ code, status: known[code]?.status ?? 0, type: known[code]?.type ?? '' }))
    .toSorted((a, b) => a.status - b.status || a.code.localeCompare(b.code))
}
