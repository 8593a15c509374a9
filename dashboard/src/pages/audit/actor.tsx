import type { AuditEntry } from '@stoa/sdk'
import { CopyId } from '../../parts/copy-id.tsx'

const kinds: Record<AuditEntry['actor']['kind'], string> = {
  key: 'API key',
  session: 'Person',
  'end-user-token': 'End-user token',
  system: 'The server',
}

/** Who did it. A session comes and goes, so a person is named by the account behind it. */
export function Actor({ actor }: { actor: AuditEntry['actor'] }) {
  const id = actor.kind === 'session' ? actor.accountId : actor.id
  return (
    <span className="row">
      {kinds[actor.kind]}
      {id && <CopyId id={id} label="actor" isShort />}
    </span>
  )
}
