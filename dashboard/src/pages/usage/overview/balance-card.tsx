import type { UsageBalance } from '@stoa/sdk'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { StaleNotice } from '../../../components/feedback/stale-notice.tsx'
import { Status } from '../../../components/feedback/status.tsx'
import { Stat, Stats } from '../../../components/layout/stat.tsx'
import { formatAmount } from '../../../components/text/format-number.ts'
import { TimeAgo } from '../../../components/text/time-ago.tsx'
import { useBalance, useRecentUsage } from '../../../features/usage/use-recent-usage.ts'
import { usageRoutes } from '../routes.ts'
import { runwayText } from './forecast.ts'

/** What there is to spend, and how long it lasts. */
export function BalanceCard() {
  const { data: balance, error, refetch } = useBalance()
  const { summary, recentDays } = useRecentUsage()
  if (!balance && error) return <ErrorAlert error={error} retry={() => void refetch()} />
  const perDay = summary.data && summary.data.credits / recentDays
  return (
    <section className="stack" aria-label="Balance">
      {balance?.unlimited ? (
        <Unlimited held={balance.held} perDay={perDay} />
      ) : (
        <Limited balance={balance} perDay={perDay} />
      )}
      {balance?.lowBalance && (
        <p role="status">
          <Status kind="bad">
            The balance is low: less than {formatAmount(balance.lowBalanceAt ?? 0)} credits are available.
            Requests that cost more than the available balance will be rejected.
          </Status>
        </p>
      )}
      {balance?.unlimited && (
        <p className="muted">
          No credits have been granted yet, so usage is metered but unlimited. After the first grant, only
          granted credits can be used.
        </p>
      )}
      {balance && error && <StaleNotice error={error} />}
    </section>
  )
}

type Pace = { perDay: number | undefined }

const paceNote = (perDay: number | undefined) =>
  perDay === undefined ? undefined : `${formatAmount(Math.max(0, perDay))}/day average`

const Unlimited = ({ held, perDay }: Pace & { held: number }) => (
  <Stats label="Credits">
    <Stat label="Available" value="Unlimited" note="until the first grant" />
    <Stat label="Held" value={formatAmount(held)} note="for work in progress" to={usageRoutes.holds} />
    <Stat label="Runway" value="Unlimited" note={paceNote(perDay)} />
  </Stats>
)

const Limited = ({ balance, perDay }: Pace & { balance: UsageBalance | undefined }) => (
  <Stats label="Credits">
    <Stat
      label="Available"
      value={balance && formatAmount(balance.available ?? 0)}
      note={balance && `warning below ${formatAmount(balance.lowBalanceAt ?? 0)}`}
    />
    <Stat
      label="Balance"
      value={balance && formatAmount(balance.balance ?? 0)}
      note="including held credits"
    />
    <Stat
      label="Held"
      value={balance && formatAmount(balance.held)}
      note="for work in progress"
      to={usageRoutes.holds}
    />
    <Stat
      label="Monthly grant"
      value={balance && (balance.monthlyGrant === null ? 'None' : formatAmount(balance.monthlyGrant))}
      note={
        balance?.renewsAt ? (
          <>
            next <TimeAgo at={balance.renewsAt} />
          </>
        ) : (
          balance && 'no renewal'
        )
      }
    />
    <Stat
      label="Runway"
      value={balance && perDay !== undefined ? runwayText(balance.available ?? 0, perDay) : undefined}
      note={paceNote(perDay)}
    />
  </Stats>
)
