import { useRead } from '../../project.tsx'
import { actAs } from '../end-users/act-as.ts'
import { allProposalsPath, proposalsPath } from './proposals-api.ts'

/** The proposals of a table that wait, the newest first: as many as are needed to offer the next one. */
export const usePending = (tableId: string, refetchInterval: number) =>
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
export const useAllPending = ({ isEnabled = true } = {}) =>
  useRead(
    ['proposals', 'of all', 'pending'],
    (api, signal) => actAs(api).page(allProposalsPath, { query: { status: 'pending', limit: 1 }, signal }),
    { refetchInterval: 10_000, isEnabled },
  )
