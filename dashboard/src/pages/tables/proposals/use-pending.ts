import { useRead } from '../../../project.tsx'
import { tablesOf } from '../tables-api.ts'
import { proposalsPath } from './proposal-paths.ts'

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
