import { Status } from '../../components/feedback/status.tsx'
import { Figure, Figures } from '../../components/layout/stat.tsx'
import { amount } from '../../components/text/format-number.ts'
import { Ago } from '../../components/text/time-ago.tsx'
import { useBalance } from '../../features/usage/use-recent-usage.ts'
import { useIsAdmin, useRead } from '../../project.ts'
import { endUserAddresses } from '../end-users/addresses.ts'
import { keyAddresses } from '../keys/addresses.ts'
import { modelAddresses } from '../models/addresses.ts'
import { usageAddresses } from '../usage/addresses.ts'

const everyMs = 5_000

/** The numbers to know at a glance, each leading to what it counts. */
export function ProjectFigures() {
  const isAdmin = useIsAdmin()
  const users = useRead(
    ['end-users', 'count'],
    (api, signal) => api.page('/api/v1/external-users', { query: { limit: 1 }, signal }),
    { refetchInterval: everyMs },
  )
  const keys = useRead(
    ['keys', 'live'],
    (api, signal) => api.page('/api/v1/api-keys', { query: { limit: 100 }, signal }),
    {
      refetchInterval: everyMs,
      isEnabled: isAdmin,
    },
  )
  const spender = useRead(
    ['end-users', 'spender'],
    (api, signal) =>
      api.page('/api/v1/external-users', {
        query: { limit: 1, sortBy: 'creditsUsed', sortOrder: 'DESC', fields: ['name', 'creditsUsed'] },
        signal,
      }),
    { refetchInterval: everyMs },
  )
  const { data: balance } = useBalance()
  const models = useRead(['model-summary'], (api, signal) => api.get('/api/v1/ai/models/summary', { signal }))
  const live = keys.data?.data.filter(({ state }) => state === 'active' || state === 'rotating')
  const most = spender.data?.data[0]
  return (
    <Figures label="Metrics">
      <Figure to={endUserAddresses.list} label="End users" value={users.data && amount(users.data.total)} />
      {isAdmin && (
        <Figure to={keyAddresses.list} label="Active API keys" value={live && amount(live.length)} />
      )}
      <Figure
        to={usageAddresses.overview}
        label="Credits available"
        value={balance && (balance.available === null ? 'Unlimited' : amount(balance.available))}
        note={
          balance?.lowBalance ? (
            <Status kind="bad">low</Status>
          ) : balance?.renewsAt ? (
            <>
              {amount(balance.monthlyGrant ?? 0)} more <Ago at={balance.renewsAt} />
            </>
          ) : undefined
        }
      />
      <Figure
        to={modelAddresses.list}
        label="Available chat models"
        value={models.data && amount(models.data.chat.available)}
        note={models.data && `of ${amount(models.data.chat.active)} enabled`}
      />
      <Figure
        to={`${endUserAddresses.list}?sortBy=creditsUsed`}
        label="Highest usage"
        value={most && amount(most.creditsUsed)}
        note={most && most.creditsUsed > 0 ? most.name : 'no usage yet'}
      />
    </Figures>
  )
}
