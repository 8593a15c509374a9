import type { Stoa } from '@stoa/sdk'
import { useQueries } from '@tanstack/react-query'
import { useProject } from '../../project.ts'

// Names hardly change; a list that is read every few seconds need not ask for them every time.
const freshMs = 60_000
// More than a page of a list has; a stream may have any number.
const nameLimit = 60
// Of one request.
const maxIds = 100

/** What end users are called, for lists that carry their ids alone. One who was erased has no name any more. */
export function useEndUserNames(ids: readonly (string | null)[]): (id: string) => string | undefined {
  const { api, project } = useProject()
  // Data without an end user belongs to the project, which has no name to load.
  const requested = [...new Set(ids)].filter((id) => id !== null && id !== project.id).slice(0, nameLimit)
  const names = useQueries({
    queries: requested.map((id) => ({
      queryKey: [project.id, 'end-users', 'name', id],
      queryFn: () => endUserName(api, id!),
      staleTime: freshMs,
    })),
    combine: (read) => new Map(requested.map((id, at) => [id, read[at]?.data])),
  })
  return (id) => names.get(id) ?? undefined
}

const requests = new WeakMap<Stoa, NameRequest>()
type NameRequest = { ids: Set<string>; names: Promise<ReadonlyMap<string, string>> }

/** Null where there is none. Names that are requested together, as those of a page of a list, are read by one request. */
export async function endUserName(api: Stoa, id: string): Promise<string | null> {
  let request = requests.get(api)
  if (!request || request.ids.size === maxIds) {
    const ids = new Set<string>()
    const names = Promise.resolve().then(() => {
      if (requests.get(api)?.ids === ids) requests.delete(api)
      return readNames(api, [...ids])
    })
    request = { ids, names }
    requests.set(api, request)
  }
  request.ids.add(id)
  return (await request.names).get(id) ?? null
}

async function readNames(api: Stoa, ids: string[]): Promise<ReadonlyMap<string, string>> {
  const query = { ids, limit: ids.length, fields: ['id', 'name'] }
  const users = await api.get('/api/v1/external-users', { query })
  return new Map(users.map(({ id, name }) => [id, name]))
}

const idForm = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** The ID of an end user by name or ID. Throws the error of the server where there is none. */
export async function endUserIdOf(api: Stoa, text: string): Promise<string> {
  if (idForm.test(text)) return text.toLowerCase()
  const path = '/api/v1/external-users/username/{username}'
  return (await api.get(path, { params: { username: text } }))!.id
}
