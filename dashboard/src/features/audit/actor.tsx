import type { AuditEntry } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import { CopyId } from '../../components/actions/copy-id.tsx'
import { href } from '../../href.ts'
import { keyRoutes } from '../../pages/keys/routes.ts'
import { useProject } from '../../project.ts'
import { useKeys } from '../keys/use-keys.ts'

const kinds: Record<AuditEntry['actor']['kind'], string> = {
  key: 'API key',
  session: 'User',
  'end-user-token': 'End-user token',
  system: 'System',
}

/** Who did it, by name where there is one. A session is short-lived, so a user is shown by the account behind it. */
export function Actor({ actor }: { actor: AuditEntry['actor'] }) {
  const { session } = useProject()
  const { data: keys } = useKeys()
  const id = actor.kind === 'session' ? actor.accountId : actor.id
  if (actor.kind === 'session' && id === session.account.id) return 'You'
  const key = actor.kind === 'key' ? keys?.data.find((each) => each.id === id) : undefined
  if (key) {
    return (
      <span className="row">
        API key <Link to={href(keyRoutes.detail, { id: key.id })}>{key.name}</Link>
      </span>
    )
  }
  return (
    <span className="row">
      {kinds[actor.kind]}
      {id && <CopyId id={id} label="actor" isShort />}
    </span>
  )
}
