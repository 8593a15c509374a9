import type { UsageBalance } from '@stoa/sdk'
import { Failure } from '../../../components/feedback/error-alert.tsx'
import { StaleNote } from '../../../components/feedback/stale-notice.tsx'
import { Status } from '../../../components/feedback/status.tsx'
import { Figure, Figures } from '../../../components/layout/stat.tsx'
import { amount } from '../../../components/text/format-number.ts'
import { Ago } from '../../../components/text/time-ago.tsx'
import { useBalance, useRecentUsage } from '../../../features/usage/use-recent-usage.ts'
import { usageAddresses } from '../addresses.ts'
import { lastsFor } from './forecast.ts'

/** What there is to spend, and how long it lasts. */
export function BalanceCard() {
  const { data: balance, error, refetch } = useBalance()
  const { summary, recentDays } = useRecentUsage()
  if (!balance && error) return <Failure error={error} retry={() => void refetch()} />
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
            The balance is low: less than {amount(balance.lowBalanceAt ?? 0)} credits are available. Requests
            that cost more than the available balance will be rejected.
          </Status>
        </p>
      )}
      {balance?.unlimited && (
        <p className="muted">
          No credits have been granted yet, so usage is metered but unlimited. After the first grant, only
          granted credits can be used.
        </p>
      )}
      {balance && error && <StaleNote error={error} />}
    </section>
  )
}

type Pace = { perDay: number | undefined }

const paceNote = (perDay: number | undefined) =>
  perDay === undefined ? undefined : `${amount(Math.max(0, perDay))} /day average`

const Unlimited = ({ held, perDay }: Pace & { held: number }) => (
  <Figures label="Credits">
    <Figure label="Available" value="Unlimited" note="until the first grant" />
    <Figure label="Held" value={amount(held)} note="for work in progress" to={usageAddresses.holds} />
    <Figure label="Runway" value="Unlimited" note={paceNote(perDay)} />
  </Figures>
)

const Limited = ({ balance, perDay }: Pace & { balance: UsageBalance | undefined }) => (
  <Figures label="Credits">
    <Figure
      label="Available"
      value={balance && amount(balance.available ?? 0)}
      note={balance && `warning below ${amount(balance.lowBalanceAt ?? 0)}`}
    />
    <Figure label="Balance" value={balance && amount(balance.balance ?? 0)} note="including held credits" />
    <Figure
      label="Held"
      value={balance && amount(balance.held)}
      note="for work in progress"
      to={usageAddresses.holds}
    />
    <Figure
      label="Monthly grant"
      value={balance && (balance.monthlyGrant === null ? 'None' : amount(balance.monthlyGrant))}
      note={
        balance?.renewsAt ? (
          <>
            next <Ago at={balance.renewsAt} />
          </>
        ) : (
          'no renewal'
        )
      }
    />
    <Figure
      label="Runway"
      value={balance && perDay !== undefined ? lastsFor(balance.available ?? 0, perDay) : undefined}
      note={paceNote(perDay)}
    />
  </Figures>
)
