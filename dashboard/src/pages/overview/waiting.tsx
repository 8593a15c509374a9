import { Link } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Coins from 'lucide-react/icons/coins'
import GitPullRequest from 'lucide-react/icons/git-pull-request'
import Inbox from 'lucide-react/icons/inbox'
import { addresses } from '../../addresses.ts'
import { counted } from '../../parts/counted.ts'
import { Card } from '../../parts/page.tsx'
import { useIsAdmin, useRead } from '../../project.tsx'
import { useWaiting } from '../questions/use-waiting.ts'
import { useAllPending } from '../tables/proposals/use-pending.ts'

/** What goes on only once a person has decided. It is not there while nobody is waited for. */
export function Waiting() {
  const isAdmin = useIsAdmin()
  const questions = useWaiting(10_000)
  const proposals = useAllPending({ isEnabled: isAdmin })
  const requests = useRead(
    ['usage', 'requests', 'waiting'],
    (api, signal) =>
      api.page('/api/v1/usage/caps/requests', { query: { status: 'pending', limit: 1 }, signal }),
    { refetchInterval: 10_000, isEnabled: isAdmin },
  )
  const all: WaitingProps[] = [
    { Icon: Inbox, to: addresses.questions, count: questions.data?.total, nouns: ['question'] },
    {
      Icon: GitPullRequest,
      to: addresses.proposals,
      count: proposals.data?.total,
      nouns: ['proposed write'],
    },
    {
      Icon: Coins,
      to: `${addresses.caps}?requests=pending`,
      count: requests.data?.total,
      nouns: ['request for more credits', 'requests for more credits'],
    },
  ]
  const waiting = all.filter(({ count }) => count)
  if (waiting.length === 0) return null
  return (
    <Card title="Waiting for a person">
      <ul className="waiting">
        {waiting.map((each) => (
          <li key={each.to}>
            <WaitingLink {...each} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

type WaitingProps = { Icon: LucideIcon; to: string; count: number | undefined; nouns: [string, string?] }

const WaitingLink = ({ Icon, to, count = 0, nouns }: WaitingProps) => (
  <Link to={to}>
    <Icon size={16} className="waiting-mark" aria-hidden />
    {counted(count, ...nouns)}
    <ChevronRight size={14} aria-hidden />
  </Link>
)
