import { Link } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Coins from 'lucide-react/icons/coins'
import GitPullRequest from 'lucide-react/icons/git-pull-request'
import Inbox from 'lucide-react/icons/inbox'
import UserCheck from 'lucide-react/icons/user-check'
import { Skeleton } from '../../components/feedback/skeleton.tsx'
import { Card } from '../../components/layout/page.tsx'
import { pluralize } from '../../components/text/pluralize.ts'
import { usePendingQuestions } from '../../features/questions/use-pending-questions.ts'
import { useAllPendingProposals } from '../../features/tables/use-pending-proposals.ts'
import { usePendingPauses } from '../../features/workflows/use-pending-pauses.ts'
import { useIsAdmin, useRead } from '../../project.ts'
import { questionRoutes } from '../questions/routes.ts'
import { tableRoutes } from '../tables/routes.ts'
import { usageRoutes } from '../usage/routes.ts'
import { AttentionList } from './attention-list.tsx'

/** What continues only after a decision of the user. */
export function NeedsAttention() {
  const isAdmin = useIsAdmin()
  const questions = usePendingQuestions(10_000)
  const pauses = usePendingPauses()
  const proposals = useAllPendingProposals({ isEnabled: isAdmin })
  const requests = useRead(
    ['usage', 'requests', 'waiting'],
    (api, signal) =>
      api.page('/api/v1/usage/caps/requests', { query: { status: 'pending', limit: 1 }, signal }),
    { refetchInterval: 10_000, isEnabled: isAdmin },
  )
  return (
    <Card title="Needs attention">
      <ul className="needs-attention">
        <AttentionLink
          Icon={Inbox}
          to={questionRoutes.list}
          count={questions.data?.total}
          nouns={['pending question']}
        />
        <AttentionLink
          Icon={UserCheck}
          to={tableRoutes.allProposals}
          count={pauses.data?.total}
          nouns={['pending approval']}
        />
        {isAdmin && (
          <>
            <AttentionLink
              Icon={GitPullRequest}
              to={tableRoutes.allProposals}
              count={proposals.data?.total}
              nouns={['pending table change']}
            />
            <AttentionLink
              Icon={Coins}
              to={`${usageRoutes.caps}?requests=pending`}
              count={requests.data?.total}
              nouns={['credit request']}
            />
          </>
        )}
      </ul>
      {isAdmin && <AttentionList />}
    </Card>
  )
}

type AttentionLinkProps = {
  Icon: LucideIcon
  to: string
  /** Undefined while it loads. */
  count: number | undefined
  nouns: [string, string?]
}

/** Rendered from the start, with or without content: what is below it does not move. */
const AttentionLink = ({ Icon, to, count, nouns }: AttentionLinkProps) => (
  <li>
    <Link to={to} data-waits={count ? '' : undefined}>
      <Icon size={16} aria-hidden />
      {count === undefined ? <Skeleton width="96px" /> : pluralize(count, ...nouns).replace(/^0 /, 'No ')}
      {count ? <ChevronRight size={14} aria-hidden /> : null}
    </Link>
  </li>
)
