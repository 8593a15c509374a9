import { isStoaError, type Stoa } from '@stoa/sdk'
import { useQueries } from '@tanstack/react-query'
import { useProject } from '../../project.ts'

// Names hardly change; a list that is read every few seconds need not ask for them every time.
const freshMs = 60_000
// More than a page of a list has; a stream may have any number.
const mostAsked = 60

/** What end users are called, for lists that carry their ids alone. One who was erased has no name any more. */
export function useEndUserNames(ids: readonly (string | null)[]): (id: string) => string | undefined {
  const { api, project } = useProject()
  // What is nobody's is the project's, which is no end user.
  const asked = [...new Set(ids)].filter((id) => id !== null && id !== project.id).slice(0, mostAsked)
  const names = useQueries({
    queries: asked.map((id) => ({
      queryKey: [project.id, 'end-users', 'name', id],
      queryFn: ({ signal }: { signal: AbortSignal }) => nameOf(api, id!, signal),
      staleTime: freshMs,
    })),
    combine: (read) => new Map(asked.map((id, at) => [id, read[at]?.data])),
  })
  return (id) => names.get(id) ?? undefined
}

async function nameOf(api: Stoa, id: string, signal: AbortSignal): Promise<string | null> {
  try {
    return (await api.get('/api/v1/external-users/{id}', { params: { id }, signal })).name
  } catch (error) {
    if (isStoaError(error) && error.status === 404) return null
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
