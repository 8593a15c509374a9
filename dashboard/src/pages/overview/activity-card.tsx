import { BarChart } from '../../components/charts/bar-chart.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { StaleNotice } from '../../components/feedback/stale-notice.tsx'
import { SegmentedControl } from '../../components/form/segmented-control.tsx'
import { TimeZoneSelect } from '../../components/form/time-zone-select.tsx'
import { Card } from '../../components/layout/page.tsx'
import { UrlSelect } from '../../components/list/filter-bar.tsx'
import { useFilters } from '../../filters.ts'
import { useRead } from '../../project.ts'
import { useTimeZone } from '../../state/time-zone.ts'
import { columnsOf, metrics, seriesOf } from './activity-metrics.ts'

const ranges = [
  { value: '24h', label: 'Last 24 hours' },
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
  { value: '90d', label: 'Last 90 days' },
] as const

const pollMs = 30_000

/** What happened, by hour or by day: one chart, in which the metric is chosen. */
export function ActivityCard() {
  const { filters, set } = useFilters()
  const timeZone = useTimeZone()
  const range = ranges.find(({ value }) => value === filters.range)?.value ?? '24h'
  const metric = metrics.find(({ value }) => value === filters.metric) ?? metrics[0]!
  const { data, error, refetch, isPlaceholderData } = useRead(
    ['overview', 'activity', range, timeZone],
    (api, signal) => api.get('/api/v1/overview/activity', { query: { range, timeZone }, signal }),
    { refetchInterval: pollMs, keepsPrevious: true },
  )
  return (
    <Card
      title="Activity"
      actions={
        <div className="row activity-range">
          <UrlSelect label="Range" value={range} onChange={(next) => set({ range: next })}>
            {ranges.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </UrlSelect>
          <TimeZoneSelect />
        </div>
      }
    >
      <div className="activity-metrics">
        <SegmentedControl
          label="Metric"
          value={metric.value}
          choices={metrics}
          onChange={(next) => set({ metric: next })}
        />
        {data && (
          <strong className="number" role="status">
            {metric.total(data.points)}
          </strong>
        )}
      </div>
      {error && data && <StaleNotice error={error} />}
      {data ? (
        <>
          <BarChart
            label={metric.title}
            columns={columnsOf(data)}
            series={seriesOf(metric, data.points)}
            format={metric.format}
            isStale={isPlaceholderData}
          />
          {data.isPartial && (
            <p className="muted small">
              There was more: of each kind of record, the newest 20,000 are counted.
            </p>
          )}
        </>
      ) : error ? (
        <ErrorAlert error={error} retry={() => void refetch()} />
      ) : (
        <div className="overview-chart-loading skeleton" role="status" aria-label="Loading" />
      )}
    </Card>
  )
}
