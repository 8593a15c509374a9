import type { Activity } from '@stoa/sdk'
import type { ChartColumn, ChartSeries } from '../../components/charts/chart-series.ts'
import { formatDuration } from '../../components/text/format-duration.ts'
import { formatAmount } from '../../components/text/format-number.ts'
import { pluralize } from '../../components/text/pluralize.ts'

type Point = Activity['points'][number]

export type Metric = {
  value: string
  label: string
  /** What the chart says it is. */
  title: string
  series: readonly { id: string; label: string; color: ChartSeries['color']; of(point: Point): number }[]
  format(value: number): string
  /** Over the whole range. */
  total(points: readonly Point[]): string
}

const sumOf = (points: readonly Point[], of: (point: Point) => number): number =>
  points.reduce((sum, point) => sum + of(point), 0)

/** Counts of what succeeded and what failed, one above the other. */
function counted(
  value: string,
  label: string,
  noun: [string, string?],
  all: (point: Point) => number,
  failed: (point: Point) => number,
): Metric {
  return {
    value,
    label,
    title: label,
    series: [
      { id: 'ok', label: 'Without failure', color: 1, of: (point) => all(point) - failed(point) },
      { id: 'failed', label: 'Failed', color: 5, of: failed },
    ],
    format: formatAmount,
    total: (points) => {
      const failures = sumOf(points, failed)
      return `${pluralize(sumOf(points, all), ...noun)}${failures > 0 ? `, ${formatAmount(failures)} failed` : ''}`
    },
  }
}

const highest = (points: readonly Point[]): number => Math.max(0, ...points.map(({ p95Ms }) => p95Ms ?? 0))

export const metrics: readonly Metric[] = [
  counted(
    'runs',
    'Runs',
    ['run'],
    ({ runs }) => runs,
    ({ failedRuns }) => failedRuns,
  ),
  counted(
    'calls',
    'Model calls',
    ['model call'],
    ({ calls }) => calls,
    ({ failedCalls }) => failedCalls,
  ),
  counted(
    'tools',
    'Tool runs',
    ['tool run'],
    ({ toolRuns }) => toolRuns,
    ({ failedToolRuns }) => failedToolRuns,
  ),
  {
    value: 'errors',
    label: 'Errors',
    title: 'Failed runs, model calls and tool runs',
    series: [
      { id: 'runs', label: 'Runs', color: 1, of: ({ failedRuns }) => failedRuns },
      { id: 'calls', label: 'Model calls', color: 2, of: ({ failedCalls }) => failedCalls },
      { id: 'tools', label: 'Tool runs', color: 3, of: ({ failedToolRuns }) => failedToolRuns },
    ],
    format: formatAmount,
    total: (points) =>
      pluralize(
        sumOf(points, (point) => point.failedRuns + point.failedCalls + point.failedToolRuns),
        'error',
      ),
  },
  {
    value: 'latency',
    label: 'Latency',
    title: 'Duration of model calls, 95th percentile',
    series: [{ id: 'p95', label: '95th percentile', color: 2, of: ({ p95Ms }) => p95Ms ?? 0 }],
    format: formatDuration,
    total: (points) =>
      highest(points) === 0 ? 'No model calls' : `Up to ${formatDuration(highest(points))}`,
  },
  {
    value: 'credits',
    label: 'Credits',
    title: 'Credits used',
    series: [{ id: 'credits', label: 'Credits', color: 1, of: ({ credits }) => credits }],
    format: formatAmount,
    total: (points) => `${formatAmount(sumOf(points, ({ credits }) => credits))} credits`,
  },
]

export const seriesOf = ({ series }: Metric, points: readonly Point[]): ChartSeries[] =>
  series.map(({ of, ...named }) => ({ ...named, values: points.map(of) }))

export function columnsOf({ unit, timeZone, points }: Activity): ChartColumn[] {
  const short = new Intl.DateTimeFormat(
    'en-GB',
    unit === 'hour'
      ? { hour: '2-digit', minute: '2-digit', timeZone }
      : { day: 'numeric', month: 'short', timeZone },
  )
  const long = new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(unit === 'hour'
      ? { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' }
      : { year: 'numeric' }),
    timeZone,
  })
  return points.map(({ at }) => {
    const time = new Date(at)
    return { id: at, short: short.format(time), long: long.format(time) }
  })
}
