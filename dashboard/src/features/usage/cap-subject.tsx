import type { UsageCap } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import { CopyId } from '../../components/actions/copy-id.tsx'
import { href } from '../../href.ts'
import { keyRoutes } from '../../pages/keys/routes.ts'
import { EndUserLink } from '../end-users/end-user-link.tsx'
import { useEndUserNames } from '../end-users/use-end-user-names.ts'
import { useKeys } from '../keys/use-keys.ts'
import { WorkflowName } from '../workflows/workflow-name.tsx'
import { scopeNames } from './cap-labels.ts'

export type SubjectNames = {
  user(id: string): string | undefined
  key(id: string): string | undefined
}

export function useSubjectNames(caps: readonly UsageCap[]): SubjectNames {
  const keys = useKeys()
  const user = useEndUserNames(caps.map(({ scope, scopeId }) => (scope === 'external_user' ? scopeId : null)))
  return { user, key: (id) => keys.data?.data.find((key) => key.id === id)?.name }
}

/** The subject of a cap. */
export function CapSubject({ cap, names }: { cap: UsageCap; names: SubjectNames }) {
  const { scope, scopeId } = cap
  if (scopeId === null) return scopeNames[scope]
  if (scope === 'external_user') return <EndUserLink id={scopeId} name={names.user(scopeId)} />
  if (scope === 'key') {
    return (
      <Link to={href(keyRoutes.detail, { id: scopeId })} className="truncate">
        {names.key(scopeId) ?? `key …${scopeId.slice(-8)}`}
      </Link>
    )
  }
  if (scope === 'workflow') return <WorkflowName id={scopeId} />
  return (
    <span className="row">
      Thread <CopyId id={scopeId} label={scope} isShort />
    </span>
  )
}
