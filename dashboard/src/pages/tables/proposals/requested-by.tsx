import type { TableProposal } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import { href } from '../../../href.ts'
import { useIsAdmin } from '../../../project.ts'
import { keyRoutes } from '../../keys/routes.ts'

const kinds = {
  key: 'API key',
  session: 'Dashboard user',
  'end-user-token': 'End user (token)',
  system: 'System',
} as const

/** The requester or decider; the key is linked for roles that may see keys. */
export function RequestedBy({ actor }: { actor: TableProposal['requestedBy'] }) {
  const isAdmin = useIsAdmin()
  const words = kinds[actor.kind]
  return actor.kind === 'key' && actor.id && isAdmin ? (
    <Link to={href(keyRoutes.detail, { id: actor.id })}>{words}</Link>
  ) : (
    words
  )
}
