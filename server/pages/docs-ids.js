import { send } from './http.js'
import { tabMemory } from './keep.js'

/** The list that holds what a path names: `/things` for `/things/{id}`; null when there is none. */
export function listOf(spec, operation, name) {
  const [list, rest] = operation.path.split(`/{${name}`)
  const isListed = rest !== undefined && !list.includes('{') && spec.document.paths[list]?.get
  return isListed ? list : null
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
