import { useRead } from '../../../project.tsx'
import { tablesOf } from '../tables-api.ts'
import { allProposalsPath, proposalsPath } from './proposal-paths.ts'

/** The proposals of a table that wait, the newest first: as many as are needed to offer the next one. */
export const usePending = (tableId: string, refetchInterval: number) =>
  useRead(
    ['proposals', tableId, 'pending'],
    (api, signal) =>
      tablesOf(api).page(proposalsPath, {
        params: { id: tableId },
        query: { status: 'pending', limit: 2 },
        signal,
      }),
    { refetchInterval },
  )

/** How many wait in all tables together. */
export const useAllPending = ({ isEnabled = true } = {}) =>
  useRead(
    ['proposals', 'of all', 'pending'],
    (api, signal) => tablesOf(api).page(allProposalsPath, { query: { status: 'pending', limit: 1 }, signal }),
    { refetchInterval: 10_000, isEnabled },
  )
