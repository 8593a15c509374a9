import { isStoaError, type Stoa } from '@stoa/sdk'
import { useQueries } from '@tanstack/react-query'
import { useProject } from '../../project.ts'

// Names hardly change; a list that is read every few seconds need not ask for them every time.
const freshMs = 60_000
// More than a page of a list has; a stream may have any number.
const nameLimit = 60

/** What end users are called, for lists that carry their ids alone. One who was erased has no name any more. */
export function useEndUserNames(ids: readonly (string | null)[]): (id: string) => string | undefined {
  const { api, project } = useProject()
  // Data without an end user belongs to the project, which has no name to load.
  const requested = [...new Set(ids)].filter((id) => id !== null && id !== project.id).slice(0, nameLimit)
  const names = useQueries({
    queries: requested.map((id) => ({
      queryKey: [project.id, 'end-users', 'name', id],
      queryFn: ({ signal }: { signal: AbortSignal }) => nameOf(api, id!, signal),
      staleTime: freshMs,
    })),
    combine: (read) => new Map(requested.map((id, at) => [id, read[at]?.data])),
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

/** The ID of an end user by name or ID. Throws the error of the server where there is none. */
export async function endUserIdOf(api: Stoa, text: string): Promise<string> {
  if (idForm.test(text)) return text.toLowerCase()
  const path = '/api/v1/external-users/username/{username}'
  return (await api.get(path, { params: { username: text } }))!.id
}
