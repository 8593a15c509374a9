import { Link } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import Coins from 'lucide-react/icons/coins'
import GitPullRequest from 'lucide-react/icons/git-pull-request'
import Inbox from 'lucide-react/icons/inbox'
import { addresses } from '../../addresses.ts'
import { Skeleton } from '../../components/feedback/skeleton.tsx'
import { Card } from '../../components/layout/page.tsx'
import { counted } from '../../components/text/pluralize.ts'
import { useWaiting } from '../../features/questions/use-pending-questions.ts'
import { useAllPending } from '../../features/tables/use-pending-proposals.ts'
import { useIsAdmin, useRead } from '../../project.tsx'

/** What goes on only once a person has decided. */
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
  return (
    <Card title="Needs attention">
      <ul className="waiting">
        <WaitingLink
          Icon={Inbox}
          to={addresses.questions}
          count={questions.data?.total}
          nouns={['pending question']}
        />
        {isAdmin && (
          <>
            <WaitingLink
              Icon={GitPullRequest}
              to={addresses.proposals}
              count={proposals.data?.total}
              nouns={['pending approval']}
            />
            <WaitingLink
              Icon={Coins}
              to={`${addresses.caps}?requests=pending`}
              count={requests.data?.total}
              nouns={['credit request']}
            />
          </>
        )}
      </ul>
    </Card>
  )
}

type WaitingProps = {
  Icon: LucideIcon
  to: string
  /** Undefined while it is on its way. */
  count: number | undefined
  nouns: [string, string?]
}

/** There from the beginning, with nothing to do or with much: what stands below it need not move. */
const WaitingLink = ({ Icon, to, count, nouns }: WaitingProps) => (
  <li>
    <Link to={to} data-waits={count ? '' : undefined}>
      <Icon size={16} aria-hidden />
      {count === undefined ? <Skeleton width="96px" /> : counted(count, ...nouns).replace(/^0 /, 'No ')}
    </Link>
  </li>
)
