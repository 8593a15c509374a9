import { useMemo } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { CreateButton } from '../../../components/actions/create-button.tsx'
import { Chip } from '../../../components/feedback/status.tsx'
import { Page } from '../../../components/layout/page.tsx'
import { DayFilter, FilterBar, UrlSelect } from '../../../components/list/filter-bar.tsx'
import { formatAmount } from '../../../components/text/format-number.ts'
import { useEndUserNames } from '../../../features/end-users/use-end-user-names.ts'
import { BlockingCaps } from '../../../features/usage/blocking-caps.tsx'
import { type DayRange, presets, rangeOf } from '../../../features/usage/date-range.ts'
import { useBalance } from '../../../features/usage/use-recent-usage.ts'
import { useFilters } from '../../../filters.ts'
import { useIsAdmin, useRead } from '../../../project.ts'
import { UsageTabs } from '../usage-tabs.tsx'
import { AdjustBalance } from './adjust-balance.tsx'
import { BalanceCard } from './balance-card.tsx'
import { Breakdown } from './breakdown.tsx'
import { GrantCredits } from './grant-credits.tsx'
import { splits } from './read-usage-series.ts'
import { UsageChart } from './usage-chart.tsx'
import './usage-page.css'

export function UsagePage() {
  const { filters, set } = useFilters()
  const isAdmin = useIsAdmin()
  const { data: balance } = useBalance()
  const { from, to, days, eUID } = filters
  const range = useMemo(() => rangeOf({ from, to, days }, new Date()), [from, to, days])
  // In the URL, so that the palette and links lead to it.
  const close = () => set({ new: undefined })
  const query = { from: range.from, to: range.to, eUID }
  return (
    <Page
      title="Usage"
      about="Credits used, cost and remaining balance. Days are in UTC."
      actions={
        isAdmin && (
          <>
            <Button onClick={() => set({ new: 'correction' })}>Adjust balance</Button>
            <CreateButton onClick={() => set({ new: 'grant' })}>Grant credits</CreateButton>
          </>
        )
      }
      calls={[
        { title: 'Balance', call: { method: 'GET', path: '/api/v1/usage/balance' } },
        { title: 'Usage by day', call: { method: 'GET', path: '/api/v1/usage/summary', query } },
        {
          title: 'Usage by model',
          call: { method: 'GET', path: '/api/v1/usage', query: { ...query, groupBy: 'model' } },
        },
        {
          title: 'Grant credits',
          call: {
            method: 'POST',
            path: '/api/v1/usage/grants',
            body: { credits: 1000, reason: 'Q1 budget' },
          },
        },
      ]}
    >
      <UsageTabs />
      <BlockingCaps />
      <BalanceCard />
      <RangeBar range={range} />
      <Totals range={range} eUID={eUID} />
      <UsageChart range={range} eUID={eUID} />
      <div className="breakdowns">
        {splits
          .filter((split) => split !== 'eUID' || !eUID)
          .map((split) => (
            <Breakdown key={split} split={split} range={range} eUID={eUID} />
          ))}
      </div>
      {isAdmin && filters.new === 'grant' && <GrantCredits balance={balance} onClose={close} />}
      {isAdmin && filters.new === 'correction' && <AdjustBalance onClose={close} />}
    </Page>
  )
}

function RangeBar({ range }: { range: DayRange }) {
  const { filters, set } = useFilters()
  const { from, to, days, eUID } = filters
  const names = useEndUserNames(eUID ? [eUID] : [])
  return (
    <FilterBar
      hasFilters={Boolean(from || to || days || eUID)}
      onClear={() => set({ from: undefined, to: undefined, days: undefined, eUID: undefined })}
    >
      <UrlSelect
        label="Range"
        isMain
        value={range.preset ?? 'own'}
        onChange={(days) =>
          set(
            days === 'own'
              ? { from: range.from, to: range.to, days: undefined }
              : { from: undefined, to: undefined, days },
          )
        }
      >
        {presets.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
        <option value="own">Custom range</option>
      </UrlSelect>
      {range.preset === null && (
        <>
          <DayFilter label="From" value={range.from} onChange={(day) => set({ from: day, to: range.to })} />
          <DayFilter label="Before" value={range.to} onChange={(day) => set({ from: range.from, to: day })} />
        </>
      )}
      {eUID && <Chip>Only {names(eUID) ?? `…${eUID.slice(-8)}`}</Chip>}
    </FilterBar>
  )
}

function Totals({ range, eUID }: { range: DayRange; eUID: string | undefined }) {
  const query = { from: range.from, to: range.to, eUID }
  const { data } = useRead(
    ['usage', 'total', query],
    (api, signal) => api.get('/api/v1/usage/summary', { query, signal }),
    { keepsPrevious: true, refetchInterval: 30_000 },
  )
  return (
    <p role="status">
      {data ? (
        <>
          <strong className="number">{formatAmount(data.credits)} credits</strong>{' '}
          <span className="muted number">
            in {range.days.length} {range.days.length === 1 ? 'day' : 'days'} · ${formatAmount(data.usdCost)}{' '}
            · {formatAmount(data.entries)} {data.entries === 1 ? 'entry' : 'entries'}
          </span>
        </>
      ) : (
        <span className="muted">Loading…</span>
      )}
    </p>
  )
}
