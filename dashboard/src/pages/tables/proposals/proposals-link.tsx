import type { TableCollection } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import GitPullRequest from 'lucide-react/icons/git-pull-request'
import { formatAmount } from '../../../components/text/format-number.ts'
import { proposalsUrl } from '../../../features/tables/proposals-api.ts'
import {
  useAllPendingProposals,
  usePendingProposals,
} from '../../../features/tables/use-pending-proposals.ts'
import { tableRoutes } from '../routes.ts'

const LinkWithCount = ({ to, waiting }: { to: string; waiting: number }) => (
  <Link to={to} className="button">
    <GitPullRequest size={15} aria-hidden />
    {waiting === 0 ? 'Approvals' : `Approvals (${formatAmount(waiting)})`}
  </Link>
)

/** Shown where writes require approval, or where a proposal exists. */
export function ProposalsLink({ table }: { table: TableCollection }) {
  const { data } = usePendingProposals(table.id, 10_000)
  const waiting = data?.total ?? 0
  if (waiting === 0 && table.writes === 'direct') return null
  return <LinkWithCount to={proposalsUrl(table.id)} waiting={waiting} />
}

/** The same for all tables together. */
export function AllProposalsLink() {
  const { data } = useAllPendingProposals()
  return <LinkWithCount to={tableRoutes.allProposals} waiting={data?.total ?? 0} />
}
