import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useProject } from '../project.tsx'

export const keptKey = (projectId: string, name: string) => [projectId, 'kept', name]

/**
 * What a page keeps while others are looked at: until the window is closed, for this project alone, and never on disk,
 * since code may hold what is nobody else's business. Signing out forgets it.
 */
export function useKept<T>(name: string, initial: T): [T, (change: (before: T) => T) => void] {
  const { project } = useProject()
  const client = useQueryClient()
  const queryKey = keptKey(project.id, name)
  const { data } = useQuery<T>({
    queryKey,
    queryFn: skipToken,
    initialData: initial,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  return [
    data ?? initial,
    (change) => client.setQueryData<T>(queryKey, (before) => change(before ?? initial)),
  ]
}
