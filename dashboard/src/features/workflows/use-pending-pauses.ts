import { useRead } from '../../project.ts'
import { actAs } from '../end-users/act-as.ts'
import { usePendingProposalCount } from '../tables/use-pending-proposals.ts'

// Here and not with the other paths: the navigation counts them, and with it every page loads this file.
const pausesPath = '/api/v1/workflow/manager/pauses'
const shown = 20

/** Decisions that executions wait for. */
export const usePendingPauses = (refetchInterval = 10_000) =>
  useRead(
    ['workflows', 'pauses'],
    (api, signal) => actAs(api).page(pausesPath, { query: { limit: shown }, signal }),
    { refetchInterval },
  )

/** Everything that the page of approvals lists: changes of tables, and paused workflows. */
export function usePendingApprovalCount(): number | undefined {
  const proposals = usePendingProposalCount()
  const { data } = usePendingPauses()
  return proposals === undefined && data === undefined ? undefined : (proposals ?? 0) + (data?.total ?? 0)
}
