import { Link } from '@tanstack/react-router'
import Inbox from 'lucide-react/icons/inbox'
import { addresses } from '../../addresses.ts'
import { amount } from '../../parts/amounts.ts'
import { useWaiting } from './use-waiting.ts'

const everyMs = 10_000

/** How many people are waited for, told on every page. */
export function WaitingCount() {
  const { data } = useWaiting(everyMs)
  if (!data || data.total === 0) return null
  return (
    <span className="side-count number">
      {amount(data.total)}
      <span className="away"> waiting</span>
    </span>
  )
}

/** Where the navigation is folded away, whoever is waited for must still see it. */
export function WaitingLink() {
  const { data } = useWaiting(everyMs)
  if (!data || data.total === 0) return null
  return (
    <Link to={addresses.questions} className="phone-waiting" aria-label={`Questions: ${data.total} waiting`}>
      <Inbox size={18} aria-hidden />
      <WaitingCount />
    </Link>
  )
}
