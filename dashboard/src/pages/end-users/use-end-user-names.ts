import { isStoaError, type Stoa } from '@stoa/sdk'
import { useRead } from '../../project.tsx'

/** What end users are called, for lists that carry their ids alone. One who was erased has no name any more. */
export function useEndUserNames(ids: readonly (string | null)[]): (id: string) => string | undefined {
  const asked = [...new Set(ids.filter((id) => id !== null))].sort()
  const { data } = useRead(
    ['end-users', 'names', asked],
    async (api, signal) =>
      new Map(await Promise.all(asked.map(async (id) => [id, await nameOf(api, id, signal)] as const))),
    { isEnabled: asked.length > 0, keepsPrevious: true },
  )
  return (id) => data?.get(id)
}

async function nameOf(api: Stoa, id: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    return (await api.get('/api/v1/external-users/{id}', { params: { id }, signal })).name
  } catch (error) {
    if (isStoaError(error) && error.status === 404) return undefined
    throw error
  }
}

const idForm = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** Whom somebody means who types a name or an id. Throws what the server says when there is nobody. */
export async function endUserIdOf(api: Stoa, text: string): Promise<string> {
  if (idForm.test(text)) return text.toLowerCase()
  const path = '/api/v1/external-users/username/{username}'
  return (await api.get(path, { params: { username: text } }))!.id
}
