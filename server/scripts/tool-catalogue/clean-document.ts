import { cleanSchema, type SchemaContext } from './clean-schema.ts'
import { atPointer, isObject, type JsonObject, listOr, mapValues, objectOr } from './json.ts'
import { plainText } from './prose.ts'

export const methods = ['get', 'put', 'post', 'delete', 'head', 'patch', 'options'] as const

const parameterLocations = ['path', 'query', 'header', 'cookie']

/** Headers that the executor writes itself; a parameter of that name would only be in its way. */
const ownHeaders = new Set([
  'accept',
  'content-type',
  'authorization',
  'user-agent',
  'content-length',
  'host',
])

type Use = 'input' | 'output'

/**
 * Rewrites a description of an API as OpenAPI 3.1 with nothing but what a tool is made of. Schemas that only responses
 * use lose their descriptions; shared ones keep them. What nothing leads to is left out.
 */
export function cleanDocument(
  source: JsonObject,
  isExcluded: (parameter: JsonObject) => boolean,
): JsonObject {
  const named = new Map<string, { pointer: string; use: Use; cleaned?: unknown }>()
  const names = new Set<string>()
  const queue: string[] = []

  /** Every schema that is referred to gets one name, wherever in the document it is. */
  const register = (pointer: string, use: Use): string | undefined => {
    if (!pointer.startsWith('#/')) return undefined
    const target = atPointer(source, pointer)
    if (typeof target !== 'boolean' && !isObject(target)) return undefined
    const known = nameOf(pointer)
    const entry = named.get(known)
    if (entry === undefined || (entry.use === 'output' && use === 'input')) {
      named.set(known, { pointer, use })
      queue.push(known)
    }
    return `#/components/schemas/${known}`
  }
  const nameByPointer = new Map<string, string>()
  const nameOf = (pointer: string): string => {
    const assignedName = nameByPointer.get(pointer)
    if (assignedName !== undefined) return assignedName
    const last = pointer.startsWith('#/components/') ? pointer.split('/').at(-1)! : 'part'
    const base = last.replace(/%[0-9A-F]{2}|~[01]/gi, '_').replace(/[^A-Za-z0-9_.-]/g, '_') || 'part'
    let name = base
    for (let again = 2; names.has(name); again++) name = `${base}_${again}`
    names.add(name)
    nameByPointer.set(pointer, name)
    return name
  }
  const contextFor = (use: Use): SchemaContext => ({
    resolve: (reference) => register(reference, use),
    follow: (value) => followIn(source, value),
    proseLimit: use === 'input' ? 240 : 0,
  })
  const parts = createParts(source, contextFor, isExcluded)
  const paths = mapValues(source.paths, (item, path) =>
    path.startsWith('/') ? cleanPath(item, path, parts) : undefined,
  )
  while (queue.length > 0) {
    const entry = named.get(queue.shift()!)!
    entry.cleaned = cleanSchema(atPointer(source, entry.pointer), contextFor(entry.use))
  }
  const schemas = Object.fromEntries(
    [...named].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, { cleaned }]) => [name, cleaned]),
  )
  return { paths, components: { schemas } }
}

function followIn(source: JsonObject, value: unknown): JsonObject {
  let at = value
  for (let hops = 0; hops < 10 && isObject(at) && typeof at.$ref === 'string'; hops++)
    at = at.$ref.startsWith('#/') ? atPointer(source, at.$ref) : undefined
  return isObject(at) && at.$ref === undefined ? at : {}
}

type Parts = ReturnType<typeof createParts>

function createParts(
  source: JsonObject,
  contextFor: (use: Use) => SchemaContext,
  isExcluded: (parameter: JsonObject) => boolean,
) {
  /** Parameters, bodies and responses are inlined where they are used; only schemas are shared. */
  const follow = (value: unknown): JsonObject => followIn(source, value)

  const parameter = (value: unknown): JsonObject | undefined => {
    const found = follow(value)
    const { name, in: location } = found
    if (typeof name !== 'string' || name === '' || !parameterLocations.includes(location as string))
      return undefined
    if (location === 'header' && ownHeaders.has(name.toLowerCase())) return undefined
    if (isExcluded(found)) return undefined
    const [mediaType, media] = Object.entries(objectOr(found.content))[0] ?? []
    const schema = cleanSchema(found.schema ?? objectOr(media).schema ?? {}, contextFor('input'))
    const description = plainText(found.description, 240)
    return {
      name,
      in: location,
      ...(found.required === true || location === 'path' ? { required: true } : {}),
      ...(typeof found.style === 'string' ? { style: found.style } : {}),
      ...(typeof found.explode === 'boolean' ? { explode: found.explode } : {}),
      ...(found.allowReserved === true ? { allowReserved: true } : {}),
      ...(description === '' ? {} : { description }),
      ...(mediaType === undefined ? { schema } : { content: { [mediaType]: { schema } } }),
    }
  }

  const media = (content: unknown, use: Use): JsonObject => {
    const [type, value] = preferredMedia(objectOr(content)) ?? []
    if (type === undefined) return {}
    const { schema, encoding } = objectOr(value)
    const stored = use === 'input' ? mapValues(encoding, cleanEncoding) : {}
    return {
      [type]: {
        ...(schema === undefined ? {} : { schema: cleanSchema(schema, contextFor(use)) }),
        ...(Object.keys(stored).length === 0 ? {} : { encoding: stored }),
      },
    }
  }

  const body = (value: unknown): JsonObject | undefined => {
    const found = follow(value)
    const content = media(found.content, 'input')
    if (Object.keys(content).length === 0) return undefined
    const description = plainText(found.description, 240)
    return {
      ...(found.required === true ? { required: true } : {}),
      ...(description === '' ? {} : { description }),
      content,
    }
  }

  const responses = (value: unknown): JsonObject => {
    const listed = Object.entries(objectOr(value))
    const [status, response] =
      listed.find(([code]) => /^2(\d\d|XX)$/.test(code)) ?? listed.find(([code]) => code === 'default') ?? []
    if (status === undefined) return { 200: { description: '' } }
    const content = media(follow(response).content, 'output')
    return { [status]: { description: '', ...(Object.keys(content).length === 0 ? {} : { content }) } }
  }
  return { parameter, body, answers: responses }
}

const cleanEncoding = (value: unknown): unknown => {
  const { contentType, style, explode } = objectOr(value)
  const retained = Object.entries({ contentType, style, explode }).filter(([, each]) => each !== undefined)
  return retained.length === 0 ? undefined : Object.fromEntries(retained)
}

/** One way to send a thing is enough: JSON if it is there, else a form, else what there is. */
function preferredMedia(content: JsonObject): [string, unknown] | undefined {
  const listed = Object.entries(content).filter(([type]) => type.includes('/'))
  const ranks = [
    /^application\/json\b/i,
    /^application\/([a-z0-9.-]+\+)?json\b/i,
    /^application\/x-www-form-urlencoded/i,
    /^multipart\/form-data/i,
    /^\*\/\*$/,
  ]
  for (const rank of ranks) {
    const found = listed.find(([type]) => rank.test(type))
    if (found !== undefined) return found[0] === '*/*' ? ['application/json', found[1]] : found
  }
  return listed[0]
}

function cleanPath(value: unknown, path: string, parts: Parts): JsonObject | undefined {
  const item = objectOr(value)
  const shared = listOr(item.parameters)
  const operations = methods.flatMap((method) =>
    isObject(item[method]) ? [[method, cleanOperation(item[method], path, shared, parts)] as const] : [],
  )
  return operations.length === 0 ? undefined : Object.fromEntries(operations)
}

function cleanOperation(operation: JsonObject, path: string, shared: unknown[], parts: Parts): JsonObject {
  const byLocation = new Map<string, JsonObject>()
  for (const each of [...shared, ...listOr(operation.parameters)]) {
    const parameter = parts.parameter(each)
    if (parameter !== undefined) byLocation.set(`${parameter.in} ${parameter.name}`, parameter)
  }
  const placeholders = new Set([...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name!))
  // A placeholder that no parameter fills would be sent unchanged; a parameter without one could not be sent.
  for (const name of placeholders)
    if (!byLocation.has(`path ${name}`))
      byLocation.set(`path ${name}`, { name, in: 'path', required: true, schema: { type: 'string' } })
  const parameters = [...byLocation.values()].filter(
    ({ in: location, name }) => location !== 'path' || placeholders.has(name as string),
  )
  const summary = plainText(operation.summary, 160)
  const description = plainText(operation.description, 800)
  const tags = listOr(operation.tags).filter((tag) => typeof tag === 'string')
  const body = parts.body(operation.requestBody)
  return {
    ...(typeof operation.operationId === 'string' ? { operationId: operation.operationId } : {}),
    ...(summary === '' ? {} : { summary }),
    ...(description === '' || description === summary ? {} : { description }),
    ...(tags.length === 0 ? {} : { tags }),
    ...(operation.deprecated === true ? { deprecated: true } : {}),
    ...(Array.isArray(operation.security) ? { security: operation.security } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: parts.answers(operation.responses),
  }
}
