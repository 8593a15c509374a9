import { type AuditEntry, StoaError } from '@stoa/sdk'
import { useQuery } from '@tanstack/react-query'
import { useProject } from '../../project.ts'
import { isDeletion, targetName } from './action-text.ts'
import { targetKinds } from './target-kinds.ts'

// Names hardly change; a log that is read every few seconds need not ask for them every time.
const freshMs = 60_000

export type Targeted = Pick<AuditEntry, 'action' | 'target' | 'details'>

type Target = {
  /** Then, where the entry says so, and otherwise now. */
  name: string | null
  /** Whether it was deleted since, as far as that is known. */
  isGone: boolean
}

/** What the object of an entry is called. */
export const useTargetName = (entry: Targeted): string | null => useTarget(entry, { isPointed: false }).name

/** The same for a link: whether what it leads to is still there is checked when someone points at it, not for each of a page. */
export function useTarget(
  { action, target: { type, id }, details }: Targeted,
  { isPointed }: { isPointed: boolean },
): Target {
  const { api, project } = useProject()
  const kind = targetKinds[type]
  const known = targetName(details) ?? kind?.nameIn?.(details) ?? (kind?.isNamedById ? id : null)
  const isDeleted = isDeletion(action)
  const { data } = useQuery({
    queryKey: [project.id, 'audit', 'name', type, id],
    queryFn: ({ signal }) => kind!.nameNow!(api, id, signal).catch(nullIfMissing),
    enabled: !isDeleted && kind?.nameNow !== undefined && (isPointed || known === null),
    staleTime: freshMs,
  })
  const ofProject = type === 'project' && id === project.id ? project.name : null
  return { name: known ?? data ?? ofProject, isGone: isDeleted || data === null }
}

// What was deleted since has no name, and is not requested again.
function nullIfMissing(error: unknown): null {
  if (error instanceof StoaError && error.status === 404) return null
  throw error
}
