import { useRead } from '../../project.ts'
import { rangeOf } from './date-range.ts'

const recentDays = 14

/** What was used lately, by day, today included: for the pace at which credits go. */
export function useRecentUsage(eUID?: string) {
  const { from } = rangeOf({ days: String(recentDays) }, new Date())
  const query = { from, eUID }
  const summary = useRead(
    ['usage', 'recent', query],
    (api, signal) => api.get('/api/v1/usage/summary', { query, signal }),
    { refetchInterval: 15_000 },
  )
  return { summary, recentDays }
}

export const useBalance = () =>
  useRead(['usage', 'balance'], (api, signal) => api.get('/api/v1/usage/balance', { signal }), {
    refetchInterval: 5_000,
  })
