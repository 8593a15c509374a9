import type { JsonSchema } from '../../toolkits/index.ts'
import type { Json } from './clean-tree.ts'
import type { SchemaCopy } from './copy-schema.ts'
import type { Operation } from './operation.ts'
import { entriesOf, isJson, listOf, memberOf, resolve, textOf } from './pointer.ts'

/** Where an argument of a tool is placed in the request. */
export type Binding = {
  readonly argument: string
  readonly in: 'path' | 'query' | 'header' | 'cookie'
  readonly name: string
  readonly style: string
  readonly explode: boolean
  readonly allowReserved: boolean
  /** The value is written as a whole in this form instead of by style. */
  readonly contentType: string | null
}

export type BodyBinding = {
  readonly contentType: string
  readonly isRequired: boolean
  /** The arguments that are members of the body; null when one argument is all of it. */
  readonly members:
    | readonly { readonly argument: string; readonly name: string; readonly isBinary: boolean }[]
    | null
  readonly argument: string | null
  readonly isBinary: boolean
}

export type Inputs = {
  readonly schema: JsonSchema
  readonly bindings: readonly Binding[]
  readonly body: BodyBinding | null
}

type Candidate = {
  location: 'path' | 'query' | 'header' | 'cookie' | 'body'
  name: string
  isRequired: boolean
  schema: JsonSchema
}

const locations = ['path', 'query', 'header', 'cookie'] as const
// Set by the transport, or by the body: OpenAPI says to ignore them as parameters.
const ownHeaders = new Set(['accept', 'authorization', 'content-type', 'content-length', 'host'])
const defaultStyle = { path: 'simple', query: 'form', header: 'simple', cookie: 'form' } as const

/**
 * All inputs of an operation as one flat object, because models fill flat objects best. Every argument remembers where
 * it came from; names that occur twice are distinguished by their place, and those that models must not use are fixed.
 */
export function inputsOf(
  document: Json,
  operation: Operation,
  copy: SchemaCopy,
  isCredential: (location: string, name: string) => boolean,
): Inputs {
  const parameters = operation.parameters.filter((parameter) => {
    const [location, name] = [textOf(parameter.in), textOf(parameter.name)]
    if (location === 'header' && ownHeaders.has(name.toLowerCase())) return false
    return (locations as readonly string[]).includes(location) && !isCredential(location, name)
  })
  const body = bodyOf(document, operation, copy)
  const candidates = [
    ...parameters.map((each) => candidateOf(document, each, copy)),
    ...(body?.candidates ?? []),
  ]
  const names = argumentNames(candidates)
  const properties = Object.fromEntries(candidates.map(({ schema }, i) => [names[i]!, schema]))
  const required = candidates.flatMap(({ isRequired }, i) => (isRequired ? [names[i]!] : []))
  const definitions = copy.definitions()
  return {
    schema: {
      type: 'object',
      properties,
      ...(required.length > 0 ? { required } : {}),
      additionalProperties: false,
      ...(Object.keys(definitions).length > 0 ? { $defs: definitions } : {}),
    },
    bindings: parameters.map((parameter, i) => bindingOf(parameter, names[i]!)),
    body: body?.bind(names.slice(parameters.length)) ?? null,
  }
}

function candidateOf(document: Json, parameter: Json, copy: SchemaCopy): Candidate {
  const location = parameter.in as Candidate['location']
  const [content] = entriesOf(parameter.content)
  const input = content ? memberOf(content[1], 'schema') : parameter.schema
  const copied = copy.copy(input ?? {})
  const text = textOf(parameter.description)
  const description =
    text !== '' ? text.slice(0, 1000) : textOf(memberOf(resolve(document, input), 'description'))
  return {
    location,
    name: textOf(parameter.name),
    isRequired: location === 'path' || parameter.required === true,
    schema: described(copied, description),
  }
}

const described = (schema: JsonSchema, description: string): JsonSchema =>
  description === '' ? schema : { ...schema, description }

function bindingOf(parameter: Json, argument: string): Binding {
  const location = parameter.in as Binding['in']
  const style = textOf(parameter.style) || defaultStyle[location]
  const [content] = entriesOf(parameter.content)
  return {
    argument,
    in: location,
    name: textOf(parameter.name),
    style,
    explode: typeof parameter.explode === 'boolean' ? parameter.explode : style === 'form',
    allowReserved: parameter.allowReserved === true,
    contentType: content ? content[0] : null,
  }
}

/** Names a model may use, each once: `filter[status]` becomes `filter_status`. */
function argumentNames(candidates: readonly Candidate[]): string[] {
  const plain = candidates.map(({ name }) =>
    name
      .replace(/[^A-Za-z0-9_.-]+/g, '_')
      .replace(/^_+|_+$/g, '')
      .slice(0, 55),
  )
  const taken = new Set<string>(['__proto__'])
  return candidates.map(({ location }, i) => {
    const preferred = plain[i] || 'value'
    const isFirst = plain.indexOf(plain[i]!) === i
    let name = isFirst ? preferred : `${location}_${preferred}`
    for (let n = 2; taken.has(name); n++) name = `${location}_${preferred}_${n}`
    taken.add(name)
    return name
  })
}

type Body = { candidates: Candidate[]; bind(names: readonly string[]): BodyBinding }

/** Forms of a body, the one that says most first. */
const preference = [
  /^application\/json\b/i,
  /^application\/[\w.+-]*json\b/i,
  /^application\/x-www-form-urlencoded\b/i,
  /^multipart\/form-data\b/i,
  /^text\//i,
  /./,
]

function bodyOf(document: Json, operation: Operation, copy: SchemaCopy): Body | null {
  const contents = entriesOf(operation.requestBody?.content)
  const chosen = preference
    .map((form) => contents.find(([type]) => form.test(type)))
    .find((content) => content !== undefined)
  if (!chosen) return null
  const [contentType, media] = chosen
  const isRequired = operation.requestBody?.required === true
  const input = memberOf(media, 'schema')
  const isWhole = !/json|form/i.test(contentType)
  const members = isWhole ? null : membersOf(document, input)
  if (members) return flatBody({ contentType, isRequired }, members, copy, document)
  const isBinary = isWhole && !/^text\/|xml/i.test(contentType)
  const description = textOf(operation.requestBody?.description) || 'The content of the request.'
  const schema = isBinary
    ? fileSchema(description)
    : described(copy.copy(input ?? {}), description.slice(0, 1000))
  return {
    candidates: [{ location: 'body', name: 'body', isRequired, schema }],
    bind: ([argument = 'body']) => ({ contentType, isRequired, members: null, argument, isBinary }),
  }
}

function flatBody(
  { contentType, isRequired }: { contentType: string; isRequired: boolean },
  { properties, required }: Members,
  copy: SchemaCopy,
  document: Json,
): Body {
  const isForm = /form/i.test(contentType)
  const visible = properties.filter(([, schema]) => memberOf(resolve(document, schema), 'readOnly') !== true)
  const binary = visible.map(([, schema]) => isForm && isBinarySchema(document, schema))
  return {
    candidates: visible.map(([name, schema], i) => ({
      location: 'body',
      name,
      isRequired: isRequired && required.has(name),
      schema: binary[i] ? fileSchema(textOf(memberOf(schema, 'description'))) : copy.copy(schema),
    })),
    bind: (names) => ({
      contentType,
      isRequired,
      argument: null,
      isBinary: false,
      members: visible.map(([name], i) => ({ argument: names[i]!, name, isBinary: binary[i]! })),
    }),
  }
}

type Members = { properties: [string, unknown][]; required: ReadonlySet<string> }

const maxMergeDepth = 8

/** The members of a body that is a plain object, also one put together of several; null where it may be something else. */
function membersOf(document: Json, input: unknown, depth = 0): Members | null {
  const schema = resolve(document, input)
  if (!schema || depth > maxMergeDepth) return null
  if (['oneOf', 'anyOf', 'not', 'if', 'patternProperties'].some((key) => memberOf(schema, key) !== undefined))
    return null
  if (isJson(memberOf(schema, 'additionalProperties'))) return null
  const types = [memberOf(schema, 'type')].flat()
  if (types[0] !== undefined && !types.includes('object')) return null
  const merged = new Map(entriesOf(memberOf(schema, 'properties')))
  const required = new Set(listOf(memberOf(schema, 'required')).map(textOf))
  for (const part of listOf(memberOf(schema, 'allOf'))) {
    const members = membersOf(document, part, depth + 1)
    if (!members) return null
    for (const [name, child] of members.properties) if (!merged.has(name)) merged.set(name, child)
    for (const name of members.required) required.add(name)
  }
  merged.delete('__proto__')
  return merged.size > 0 || depth > 0 ? { properties: [...merged], required } : null
}

function isBinarySchema(document: Json, input: unknown): boolean {
  const schema = resolve(document, input)
  if (!schema) return false
  const items = resolve(document, memberOf(schema, 'items'))
  const media = textOf(memberOf(schema, 'contentMediaType'))
  return (
    memberOf(schema, 'format') === 'binary' ||
    (media !== '' && memberOf(schema, 'contentEncoding') === undefined && !/^text|json/.test(media)) ||
    (items !== null && isBinarySchema(document, items))
  )
}

const fileSchema = (description: string): JsonSchema => ({
  type: 'string',
  description: `${description} The id of a file, or a data: URL.`.trim(),
})
