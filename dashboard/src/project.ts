import type { Session, Stoa } from '@stoa/sdk'
import {
  keepPreviousData,
  type QueryKey,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { createContext, useContext } from 'react'

export type ProjectAccess = {
  session: Session
  project: Session['projects'][number]
  /** Every call of a page goes through this: it acts in the project that is switched to. */
  api: Stoa
  switchTo(projectId: string): void
}

export const ProjectContext = createContext<ProjectAccess | null>(null)

export function useProject(): ProjectAccess {
  const access = useContext(ProjectContext)
  if (!access) throw new Error('This component is outside of a signed-in page')
  return access
}

type ReadOptions<T> = {
  /** As a function it gets the latest data, to stop polling once something has finished. */
  refetchInterval?: number | false | ((read: T | undefined) => number | false)
  isEnabled?: boolean
  keepsPrevious?: boolean
}

/**
 * Reads from the API and caches the response under a key that begins with the project: data of one project is
 * never shown in another.
 */
export function useRead<T>(
  key: QueryKey,
  read: (api: Stoa, signal: AbortSignal) => Promise<T>,
  { refetchInterval = false, isEnabled = true, keepsPrevious = false }: ReadOptions<T> = {},
): UseQueryResult<T> {
  const { api, project } = useProject()
  return useQuery<T>({
    queryKey: [project.id, ...key],
    queryFn: ({ signal }) => read(api, signal),
    refetchInterval:
      typeof refetchInterval === 'function' ? ({ state }) => refetchInterval(state.data) : refetchInterval,
    enabled: isEnabled,
    ...(keepsPrevious ? { placeholderData: keepPreviousData } : {}),
  })
}

/** Invalidates the data that a change has made stale. */
export function useRefresh() {
  const { project } = useProject()
  const client = useQueryClient()
  return (...keys: QueryKey[]) =>
    Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [project.id, ...key] })))
}

/** Whether the user is the owner of the whole server, with all of its projects. */
export const useIsOwner = (): boolean => useProject().session.account.isOwner

export const useIsAdmin = (): boolean => useProject().project.role === 'admin'

/** The project that was chosen in this browser, or the first one. */
export const projectOf = (
  session: Session,
  chosenId: string | null,
): Session['projects'][number] | undefined =>
  session.projects.find(({ id }) => id === chosenId) ?? session.projects[0]
