import type { FeedbackStatistics } from '@stoa/sdk'
import { BarChart } from '../../../components/charts/bar-chart.tsx'
import { ChartLegend } from '../../../components/charts/chart-legend.tsx'
import type { ChartSeries } from '../../../components/charts/chart-series.ts'
import { Card } from '../../../components/layout/page.tsx'
import { Stat, Stats } from '../../../components/layout/stat.tsx'
import { type Column, Table } from '../../../components/list/table.tsx'
import { formatAmount } from '../../../components/text/format-number.ts'
import { type DayRange, longDay, shortDay } from '../../../features/usage/date-range.ts'

type Counts = { positive: number; negative: number }

const shareOf = ({ positive, negative }: Counts): string =>
  positive + negative === 0 ? '–' : `${Math.round((positive / (positive + negative)) * 100)}%`

export const FeedbackTotals = ({ statistics }: { statistics: FeedbackStatistics | undefined }) => (
  <Stats label="Feedback in this range">
    <Stat label="Good" value={statistics && formatAmount(statistics.positive)} />
    <Stat label="Bad" value={statistics && formatAmount(statistics.negative)} />
    <Stat label="Positive ratings" value={statistics && shareOf(statistics)} />
    <Stat label="Comments" value={statistics && formatAmount(statistics.comments)} />
  </Stats>
)

type ChartProps = { statistics: FeedbackStatistics; range: DayRange }

export function FeedbackChart({ statistics, range }: ChartProps) {
  const byDay = new Map(statistics.days.map((day) => [day.day, day]))
  const valuesOf = (name: keyof Counts) => range.days.map((day) => byDay.get(day)?.[name] ?? 0)
  const series: ChartSeries[] = [
    { id: 'positive', label: 'Good', color: 2, values: valuesOf('positive') },
    { id: 'negative', label: 'Bad', color: 5, values: valuesOf('negative') },
  ]
  return (
    <Card title="Ratings by day">
      <BarChart
        label="Feedback by day"
        columns={range.days.map((day) => ({ id: day, short: shortDay(day), long: longDay(day) }))}
        series={series}
        format={formatAmount}
      />
      <ChartLegend series={series} format={formatAmount} />
    </Card>
  )
}

type AgentRow = FeedbackStatistics['agents'][number]

const columns: Column<AgentRow>[] = [
  { id: 'agent', header: 'Agent', cell: ({ workflowName }) => workflowName ?? 'Unknown' },
  { id: 'version', header: 'Version', cell: ({ version }) => version ?? '–' },
  { id: 'positive', header: 'Good', align: 'end', cell: ({ positive }) => formatAmount(positive) },
  { id: 'negative', header: 'Bad', align: 'end', cell: ({ negative }) => formatAmount(negative) },
  { id: 'share', header: 'Positive ratings', align: 'end', rank: 3, cell: shareOf },
  {
    id: 'comments',
    header: 'Comments',
    align: 'end',
    rank: 3,
    cell: ({ comments }) => formatAmount(comments),
  },
]

export const AgentVersions = ({ statistics }: { statistics: FeedbackStatistics }) => (
  <Table
    label="By version of the agent"
    columns={columns}
    rows={statistics.agents}
    keyOf={({ workflowId, version }) => `${workflowId} ${version}`}
  />
)
