import ChartColumn from 'lucide-react/icons/chart-column'
import { Button } from '../../../components/actions/button.tsx'
import { BarChart } from '../../../components/charts/bar-chart.tsx'
import { ChartLegend } from '../../../components/charts/chart-legend.tsx'
import type { ChartSeries } from '../../../components/charts/chart-series.ts'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { StaleNotice } from '../../../components/feedback/stale-notice.tsx'
import { Card } from '../../../components/layout/page.tsx'
import { UrlSelect } from '../../../components/list/filter-bar.tsx'
import { Table } from '../../../components/list/table.tsx'
import { formatAmount } from '../../../components/text/format-number.ts'
import { useEndUserNames } from '../../../features/end-users/use-end-user-names.ts'
import { type DayRange, longDay, shortDay } from '../../../features/usage/date-range.ts'
import { typeNameOf } from '../../../features/usage/usage-types.ts'
import { useFilters } from '../../../filters.ts'
import { useProject, useRead } from '../../../project.ts'
import { type ChartData, readChart, type Split, splits } from './read-usage-series.ts'

const splitNames: Record<Split, string> = {
  type: 'By type',
  eUID: 'By end user',
  model: 'By model',
  tool: 'By tool',
}

const credits = (value: number) => `${formatAmount(value)} credits`

/** Credits by day over a range, as columns or as a table, all in one colour or split. */
export function UsageChart({ range, eUID }: { range: DayRange; eUID: string | undefined }) {
  const { filters, set } = useFilters()
  const { project } = useProject()
  const requestedSplit = splits.find((each) => each === (filters.by ?? 'type')) ?? null
  // One end user is not split by end users.
  const split = requestedSplit === 'eUID' && eUID ? null : requestedSplit
  const chart = useRead(
    ['usage', 'chart', range.from, range.to, split, eUID],
    (api, signal) => readChart(api, range, split, eUID, signal),
    { keepsPrevious: true, refetchInterval: 30_000 },
  )
  const isTable = filters.view === 'table'
  const names = useEndUserNames(split === 'eUID' ? (chart.data?.groups.map(({ name }) => name) ?? []) : [])
  const series =
    chart.data &&
    seriesOf(chart.data, (name) => (name === project.id ? 'The project itself' : labelOf(split, name, names)))
  return (
    <Card
      title="Credits by day"
      actions={
        <div className="row">
          <UrlSelect label="Group by" value={split ?? 'none'} onChange={(by) => set({ by })}>
            {splits
              .filter((each) => each !== 'eUID' || !eUID)
              .map((each) => (
                <option key={each} value={each}>
                  {splitNames[each]}
                </option>
              ))}
            <option value="none">No grouping</option>
          </UrlSelect>
          <Button onClick={() => set({ view: isTable ? undefined : 'table' })}>
            {isTable ? 'Chart' : 'Table'}
          </Button>
        </div>
      }
    >
      {chart.error && chart.data && <StaleNotice error={chart.error} />}
      {chart.error && !chart.data ? (
        <ErrorAlert error={chart.error} retry={() => void chart.refetch()} />
      ) : !series ? (
        <div className="chart-loading skeleton" role="status" aria-label="Loading" />
      ) : series.every(({ values }) => values.every((value) => value === 0)) ? (
        <EmptyState
          icon={<ChartColumn size={24} aria-hidden />}
          title="No usage in this period"
          call={{ method: 'GET', path: '/api/v1/usage/summary', query: { from: range.from, to: range.to } }}
        >
          Models, tools, sandboxes and browsers are billed in credits. Usage appears here immediately.
        </EmptyState>
      ) : isTable ? (
        <DayTable days={range.days} series={series} isStale={chart.isPlaceholderData} />
      ) : (
        <>
          <BarChart
            label="Credits by day"
            columns={range.days.map((day) => ({ id: day, short: shortDay(day), long: longDay(day) }))}
            series={series}
            format={credits}
            isStale={chart.isPlaceholderData}
          />
          {series.length > 1 && <ChartLegend series={series} format={formatAmount} />}
        </>
      )}
    </Card>
  )
}

const sum = (values: readonly number[]) => values.reduce((left, right) => left + right, 0)

function labelOf(split: Split | null, name: string, names: (id: string) => string | undefined): string {
  if (split === 'type') return typeNameOf(name)
  return split === 'eUID' ? (names(name) ?? `…${name.slice(-8)}`) : name
}

function seriesOf({ total, groups, rest }: ChartData, label: (name: string) => string): ChartSeries[] {
  if (groups.length === 0) return [{ id: 'all', label: 'Total', color: 1, values: total }]
  const named = groups.map(({ name, values }, index) => ({
    id: name,
    label: label(name),
    color: (index + 1) as ChartSeries['color'],
    values,
  }))
  if (rest.every((value) => value === 0)) return named
  return [...named, { id: 'rest', label: 'Other', color: 'rest', values: rest }]
}

type DayRow = { day: string; index: number }
type DayTableProps = { days: readonly string[]; series: readonly ChartSeries[]; isStale: boolean }

const DayTable = ({ days, series, isStale }: DayTableProps) => (
  <Table
    label="Credits by day"
    rows={days.map((day, index) => ({ day, index })).reverse()}
    keyOf={({ day }) => day}
    isStale={isStale}
    columns={[
      { id: 'day', header: 'Day (UTC)', cell: ({ day }) => longDay(day) },
      ...(series.length > 1
        ? series.map(({ id, label, values }) => ({
            id,
            header: label,
            align: 'end' as const,
            rank: 2 as const,
            cell: ({ index }: DayRow) => <span className="number">{formatAmount(values[index]!)}</span>,
          }))
        : []),
      {
        id: 'total',
        header: 'Total',
        align: 'end',
        cell: ({ index }) => (
          <span className="number">{formatAmount(sum(series.map(({ values }) => values[index]!)))}</span>
        ),
      },
    ]}
  />
)
