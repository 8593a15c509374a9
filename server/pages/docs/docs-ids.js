import { send } from '../http.js'
import { tabMemory } from '../keep.js'

export const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The list that holds what a path names: `/things` for `/things/{id}`; null when there is none. */
export function listOf(spec, operation, name) {
  const [list, rest] = operation.path.split(`/{${name}`)
  const isListed = rest !== undefined && !list.includes('{') && spec.document.paths[list]?.get
  return isListed ? list : null
}

/** Where what a field of a body names is listed; fields that only label something are not among them. */
const listsByField = {
  authConfig: '/api/v1/auth_configs',
  authConfigId: '/api/v1/auth_configs',
  fileId: '/api/v1/file',
  ids: '/api/v1/file',
  intoId: '/api/v1/external-users',
  scopeId: '/api/v1/external-users',
  logId: '/api/v1/tools/execution-logs',
}

/** The ids in an example of a body, each with the list that it would be found in: `[{ id, list }]`. */
export function idsInBody(value, field = '') {
  if (typeof value === 'string') {
    const list = idForm.test(value) ? listsByField[field] : undefined
    return list === undefined ? [] : [{ id: value, list }]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) =>
    // A list of ids, and the id inside of an object, go by the name of the field around them.
    idsInBody(each, Array.isArray(value) || name === 'id' ? field : name),
  )
}

/** The id of the first of a list, with the credentials that the page has; null when there is none to be had. */
export async function firstId(list) {
  const key = (tabMemory.get('apiKey') ?? '').trim()
  const username = (tabMemory.get('username') ?? '').trim()
  const options = {
    headers: [...(key ? [['x-api-key', key]] : []), ...(username ? [['x-username', username]] : [])],
    credentials: key ? 'omit' : 'same-origin',
    cache: 'no-store',
  }
  try {
    const answer = await send(`${location.origin}${list}?limit=1`, options)
    const { data } = JSON.parse(await answer.text())
    return typeof data?.[0]?.id === 'string' ? data[0].id : null
  } catch {
    // Without credentials, or with too few: it is typed in then.
    return null
  }
}
