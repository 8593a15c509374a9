import type { Operation } from '../spec/operation.ts'
import type { Spec } from '../spec/spec.ts'

const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const isId = (text: string): boolean => idForm.test(text)

/** The list that holds what a path names: `/things` for `/things/{id}`; null when there is none. */
export function listOf({ document }: Pick<Spec, 'document'>, path: string, name: string): string | null {
  const [list = '', rest] = path.split(`/{${name}`)
  const isListed = rest !== undefined && !list.includes('{') && document.paths?.[list]?.get !== undefined
  return isListed ? list : null
}

/** Where the objects that a field of a body names are listed; fields that only label something are not among them. */
const listsByField: Readonly<Record<string, string>> = {
  authConfig: '/api/v1/auth_configs',
  authConfigId: '/api/v1/auth_configs',
  fileId: '/api/v1/file',
  ids: '/api/v1/file',
  intoId: '/api/v1/external-users',
  scopeId: '/api/v1/external-users',
  logId: '/api/v1/tools/execution-logs',
}

export type IdInBody = { id: string; list: string }

/** The ids in an example of a body, each with the list that holds such objects. */
export function idsInBody(value: unknown, field = ''): IdInBody[] {
  if (typeof value === 'string') {
    const list = isId(value) ? listsByField[field] : undefined
    return list === undefined ? [] : [{ id: value, list }]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) =>
    // A list of ids, and the id inside of an object, belong to the field around them.
    idsInBody(each, Array.isArray(value) || name === 'id' ? field : name),
  )
}

export type IdToFill = { list: string } & ({ in: 'path'; name: string } | { in: 'body'; id: string })

/** The ids that an operation takes and that can be looked up. */
export function idsToFill(spec: Spec, { path, parameters, body }: Operation): IdToFill[] {
  const inPath = parameters.flatMap(({ name, in: location }): IdToFill[] => {
    const list = location === 'path' ? listOf(spec, path, name) : null
    return list === null ? [] : [{ in: 'path', name, list }]
  })
  const inBody = body?.kind === 'json' ? idsInBody(body.example) : []
  return [...inPath, ...inBody.map((found): IdToFill => ({ in: 'body', ...found }))]
}
