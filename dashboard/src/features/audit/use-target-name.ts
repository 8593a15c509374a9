import type { AuditEntry } from '@stoa/sdk'
import { useQuery } from '@tanstack/react-query'
import { useProject } from '../../project.ts'
import { useEndUserNames } from '../end-users/use-end-user-names.ts'
import { isDeletion, targetName } from './action-text.ts'
import { targetKinds } from './target-kinds.ts'

// Names hardly change; a log that is read every few seconds need not ask for them every time.
const freshMs = 60_000

export type Targeted = Pick<AuditEntry, 'action' | 'target' | 'details'>

/** What the object of an entry is called: then, where the entry says so, and otherwise now. */
export function useTargetName({ action, target: { type, id }, details }: Targeted): string | null {
  const { api, project } = useProject()
  const kind = targetKinds[type]
  const known = targetName(details) ?? (kind?.isNamedById ? id : null)
  const isThere = known === null && !isDeletion(action)
  const userNameOf = useEndUserNames([isThere && type === 'external_user' ? id : null])
  const { data } = useQuery({
    queryKey: [project.id, 'audit', 'name', type, id],
    // What was deleted since has no name, and is not requested again.
    queryFn: ({ signal }) => kind!.nameNow!(api, id, signal).catch(() => null),
    enabled: isThere && kind?.nameNow !== undefined,
    staleTime: freshMs,
  })
  return known ?? userNameOf(id) ?? data ?? (type === 'project' && id === project.id ? project.name : null)
}
