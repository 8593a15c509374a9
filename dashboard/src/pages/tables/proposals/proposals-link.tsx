import type { TableCollection } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import GitPullRequest from 'lucide-react/icons/git-pull-request'
import { amount } from '../../../parts/amounts.ts'
import { proposalsAddress } from './proposal-paths.ts'
import { usePending } from './use-pending.ts'

/** Stands where writes wait for a person, or where one was asked to wait. */
export function ProposalsLink({ table }: { table: TableCollection }) {
  const { data } = usePending(table.id, 10_000)
  const waiting = data?.total ?? 0
  if (waiting === 0 && table.writes === 'direct') return null
  return (
    <Link to={proposalsAddress(table.id)} className="button">
      <GitPullRequest size={15} aria-hidden />
      {waiting === 0 ? 'Proposals' : `Proposals (${amount(waiting)})`}
    </Link>
  )
}
