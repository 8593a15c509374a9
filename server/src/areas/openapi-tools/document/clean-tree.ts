import { AppError } from '../../../kernel/errors.ts'

export type Json = { readonly [key: string]: unknown }

const maxDepth = 100
// The largest description of a public service there is has under a million; YAML aliases may expand to many more.
const maxNodes = 3_000_000

/** Keys under which every key is a name that the author chose, not a word of the format. */
const nameMaps = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'paths',
  'schemas',
  'responses',
  'parameters',
  'requestBodies',
  'headers',
  'securitySchemes',
  'securityDefinitions',
  'content',
  'variables',
  'scopes',
  'callbacks',
  'encoding',
])

/** Keywords that no tool needs. Their content is data and may have any shape. */
const dropped = new Set(['example', 'examples', 'externalDocs', 'links', 'xml', 'webhooks', 'callbacks'])

// Read by what brings old descriptions to the newest form.
const retainedExtensions = new Set(['x-nullable'])

export const invalidDescription = (message: string, hint: string, cause?: unknown): AppError =>
  new AppError('invalid_api_description', message, { hint, cause })

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * A copy of a description without what no tool needs, made by someone who trusts nothing in it: it must not refer to
 * anything outside itself, nor be deeper or larger than any real one, nor reach for the prototype of objects.
 */
export function cleanTree(document: Json): Json {
  let nodes = 0
  const copy = (value: unknown, depth: number, isNameMap: boolean): unknown => {
    if (++nodes > maxNodes) throw tooLarge('It has too many parts.')
    if (depth > maxDepth) throw tooLarge(`It is nested deeper than ${maxDepth} levels.`)
    if (Array.isArray(value)) return value.map((item) => copy(item, depth + 1, false))
    if (!isObject(value)) return typeof value === 'bigint' ? Number(value) : value
    const retained: Record<string, unknown> = {}
    for (const [key, child] of Object.entries(value)) {
      if (key === '__proto__')
        throw invalidDescription('The description has a key __proto__.', 'Take the key out.')
      if (!isNameMap && isDropped(key)) continue
      if (key === '$ref' && typeof child === 'string' && !child.startsWith('#')) throw remote(child)
      retained[key] = copy(child, depth + 1, !isNameMap && nameMaps.has(key))
    }
    return retained
  }
  return copy(document, 0, false) as Json
}

const isDropped = (key: string) => dropped.has(key) || (key.startsWith('x-') && !retainedExtensions.has(key))

const tooLarge = (message: string) =>
  invalidDescription(`The description is too large. ${message}`, 'Import a smaller part of it.')

const remote = (target: string) =>
  invalidDescription(
    `The description refers to ${JSON.stringify(target.slice(0, 100))}, which is outside of it.`,
    'Bundle it into one document first: nothing else is fetched.',
  )
