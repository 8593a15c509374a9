import { Link } from '@tanstack/react-router'
import Inbox from 'lucide-react/icons/inbox'
import { PendingBadge } from '../../components/feedback/pending-badge.tsx'
import { questionRoutes } from '../../pages/questions/routes.ts'
import { usePendingQuestionCount } from './use-pending-questions.ts'

/** Where the sidebar is closed, the number of pending questions still has to be visible. */
export function PendingQuestionsLink() {
  const count = usePendingQuestionCount()
  if (!count) return null
  return (
    <Link to={questionRoutes.list} className="phone-pending" aria-label={`Questions: ${count} pending`}>
      <Inbox size={18} aria-hidden />
      <PendingBadge count={count} />
    </Link>
  )
}
