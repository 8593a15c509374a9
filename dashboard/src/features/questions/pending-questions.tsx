import { Link } from '@tanstack/react-router'
import Inbox from 'lucide-react/icons/inbox'
import { addresses } from '../../addresses.ts'
import { WaitingBadge } from '../../components/feedback/pending-badge.tsx'
import { useWaiting } from './use-pending-questions.ts'

const everyMs = 10_000

/** How many people are waited for, told on every page. */
export const WaitingCount = () => <WaitingBadge count={useWaiting(everyMs).data?.total} />

/** Where the navigation is folded away, whoever is waited for must still see it. */
export function WaitingLink() {
  const { data } = useWaiting(everyMs)
  if (!data || data.total === 0) return null
  return (
    <Link to={addresses.questions} className="phone-waiting" aria-label={`Questions: ${data.total} pending`}>
      <Inbox size={18} aria-hidden />
      <WaitingBadge count={data.total} />
    </Link>
  )
}
