import { createHash } from 'node:crypto'

// The longest name of a function that every vendor of models and MCP accept.
const maxLength = 64

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8)

/** `listPetsByID` and `list pets/by id` alike: `list_pets_by_id`. */
const snakeCase = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')

/** The slug of a tool: its toolkit's and its own name, cut with a hash of the whole when it is too long. */
export function toolSlugOf(toolkitSlug: string, operation: string): string {
  const whole = `${toolkitSlug}_${snakeCase(operation) || hashOf(operation)}`
  if (whole.length <= maxLength) return whole
  return `${whole.slice(0, maxLength - 9).replace(/_+$/, '')}_${hashOf(whole)}`
}

/** For those that would have the same slug: the path of the operation distinguishes them, independent of their order. */
export const distinctSlugOf = (toolkitSlug: string, operation: string, route: string): string =>
  toolSlugOf(toolkitSlug, `${operation}_${hashOf(route)}`)
