import { useIsAdmin, useRead } from '../../project.ts'
import { actAs } from '../end-users/act-as.ts'
import { allProposalsPath, proposalsPath } from './proposals-api.ts'

/** The proposals of a table that wait, the newest first: as many as are needed to offer the next one. */
export const usePendingProposals = (tableId: string, refetchInterval: number) =>
  useRead(
    ['proposals', tableId, 'pending'],
    (api, signal) =>
      actAs(api).page(proposalsPath, {
        params: { id: tableId },
        query: { status: 'pending', limit: 2 },
        signal,
      }),
    { refetchInterval },
  )

/** How many wait in all tables together. */
export const useAllPendingProposals = ({ isEnabled = true } = {}) =>
  useRead(
    ['proposals', 'of all', 'pending'],
    (api, signal) => actAs(api).page(allProposalsPath, { query: { status: 'pending', limit: 1 }, signal }),
    { refetchInterval: 10_000, isEnabled },
  )

/** For admins alone: other roles cannot decide. */
export function usePendingProposalCount(): number | undefined {
  const isEnabled = useIsAdmin()
  return useAllPendingProposals({ isEnabled }).data?.total
}
