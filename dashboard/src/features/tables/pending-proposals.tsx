import { WaitingBadge } from '../../components/feedback/pending-badge.tsx'
import { useIsAdmin } from '../../project.tsx'
import { useAllPending } from './use-pending-proposals.ts'

/** How many proposals wait, told to those who decide. */
export function PendingCount() {
  const isAdmin = useIsAdmin()
  const { data } = useAllPending({ isEnabled: isAdmin })
  return <WaitingBadge count={data?.total} />
}
