import type { TableProposal } from '@stoa/sdk'
import { KeyLink } from '../../../features/keys/key-link.tsx'
import { useIsAdmin } from '../../../project.ts'

const kinds = {
  key: 'API key',
  session: 'Dashboard user',
  'end-user-token': 'End user (token)',
  system: 'System',
} as const

/** The requester or decider; the key is named for roles that may see keys. */
export function RequestedBy({ actor }: { actor: TableProposal['requestedBy'] }) {
  const isAdmin = useIsAdmin()
  const words = kinds[actor.kind]
  return actor.kind === 'key' && actor.id && isAdmin ? (
    <span className="one-line">
      {words} <KeyLink id={actor.id} />
    </span>
  ) : (
    words
  )
}
