import { Status } from '../../components/feedback/status.tsx'
import { Stat, Stats } from '../../components/layout/stat.tsx'
import { formatAmount } from '../../components/text/format-number.ts'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { useBalance } from '../../features/usage/use-recent-usage.ts'
import { useIsAdmin, useRead } from '../../project.ts'
import { endUserRoutes } from '../end-users/routes.ts'
import { keyRoutes } from '../keys/routes.ts'
import { modelRoutes } from '../models/routes.ts'
import { usageRoutes } from '../usage/routes.ts'

const pollMs = 5_000

/** Of what is counted, one row is enough: the total comes with it. */
function useCounts() {
  const isAdmin = useIsAdmin()
  const users = useRead(
    ['end-users', 'count'],
    (api, signal) => api.page('/api/v1/external-users', { query: { limit: 1 }, signal }),
    { refetchInterval: pollMs },
  )
  const keys = useRead(
    ['keys', 'live'],
    (api, signal) => api.page('/api/v1/api-keys', { query: { limit: 100 }, signal }),
    { refetchInterval: pollMs, isEnabled: isAdmin },
  )
  return {
    users: users.data?.total,
    keys: keys.data?.data.filter(({ state }) => state === 'active' || state === 'rotating').length,
  }
}

/** The numbers to know at a glance, each leading to what it counts. */
export function ProjectStats() {
  const isAdmin = useIsAdmin()
  const counts = useCounts()
  const spender = useRead(
    ['end-users', 'spender'],
    (api, signal) =>
      api.page('/api/v1/external-users', {
        query: { limit: 1, sortBy: 'creditsUsed', sortOrder: 'DESC', fields: ['name', 'creditsUsed'] },
        signal,
      }),
    { refetchInterval: pollMs },
  )
  const { data: balance } = useBalance()
  const models = useRead(['model-summary'], (api, signal) => api.get('/api/v1/ai/models/summary', { signal }))
  const most = spender.data?.data[0]
  return (
    <Stats label="Metrics">
      <Stat
        to={endUserRoutes.list}
        label="End users"
        value={counts.users === undefined ? undefined : formatAmount(counts.users)}
      />
      {isAdmin && (
        <Stat
          to={keyRoutes.list}
          label="Active API keys"
          value={counts.keys === undefined ? undefined : formatAmount(counts.keys)}
        />
      )}
      <Stat
        to={usageRoutes.overview}
        label="Credits available"
        value={balance && (balance.available === null ? 'Unlimited' : formatAmount(balance.available))}
        note={
          balance?.lowBalance ? (
            <Status kind="bad">low</Status>
          ) : balance?.renewsAt ? (
            <>
              {formatAmount(balance.monthlyGrant ?? 0)} more <TimeAgo at={balance.renewsAt} />
            </>
          ) : undefined
        }
      />
      <Stat
        to={modelRoutes.list}
        label="Available chat models"
        value={models.data && formatAmount(models.data.chat.available)}
        note={models.data && `of ${formatAmount(models.data.chat.active)} enabled`}
      />
      <Stat
        to={`${endUserRoutes.list}?sortBy=creditsUsed`}
        label="Highest usage"
        value={most && (most.creditsUsed > 0 ? formatAmount(most.creditsUsed) : 'None')}
        note={most && (most.creditsUsed > 0 ? `credits, ${most.name}` : 'no credits used yet')}
      />
    </Stats>
  )
}
