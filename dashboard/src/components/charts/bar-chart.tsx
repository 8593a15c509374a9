import { type KeyboardEvent, useState } from 'react'
import { namedColumns, type Part, stacked, ticksFor } from './chart-scale.ts'
import type { ChartColumn, ChartSeries } from './chart-series.ts'
import { ChartTooltip, totalOf } from './chart-tooltip.tsx'
import { useElementWidth } from './use-element-width.ts'
import './bar-chart.css'

type BarChartProps = {
  label: string
  columns: readonly ChartColumn[]
  series: readonly ChartSeries[]
  format(value: number): string
  isStale?: boolean
  /** What is said where nothing is drawn. */
  none?: string
}

const height = 220
const margin = { top: 10, right: 2, bottom: 24, left: 46 }
const nameWidth = 62
const widestColumn = 42

/** The layout of the chart. */
function planOf(width: number, columns: number, top: number) {
  const inner = Math.max(0, width - margin.left - margin.right)
  const slot = inner / Math.max(1, columns)
  return {
    width,
    inner,
    slot,
    bar: Math.max(1, Math.min(widestColumn, slot * (slot > 6 ? 0.72 : 0.9))),
    centre: (column: number) => margin.left + slot * (column + 0.5),
    y: (value: number) => margin.top + (height - margin.top - margin.bottom) * (1 - value / top),
  }
}
type Plan = ReturnType<typeof planOf>

/** Columns by day, stacked. The pointer or the arrow keys choose one, whose numbers are then shown and read aloud. */
export function BarChart({
  label,
  columns,
  series,
  format,
  isStale = false,
  none = 'No data in this period',
}: BarChartProps) {
  const { ref, width } = useElementWidth<HTMLDivElement>()
  const last = columns.length - 1
  const { at, choose, onKeyDown } = useChosen(last)
  const parts = stacked(series, columns.length)
  const ticks = ticksFor(Math.max(0, ...parts.map((column) => column.at(-1)?.to ?? 0)))
  const plan = planOf(width, columns.length, ticks.at(-1)!)
  return (
    <div
      ref={ref}
      className="bar-chart"
      data-stale={isStale ? '' : undefined}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={at ?? last}
      aria-valuetext={ariaText(columns, series, at ?? last, format)}
      onKeyDown={onKeyDown}
      onBlur={() => choose(null)}
      onPointerLeave={() => choose(null)}
    >
      <svg width={width} height={height} aria-hidden>
        <Lines ticks={ticks} plan={plan} />
        {parts.map((column, index) => (
          <g key={columns[index]!.id}>
            <Column parts={column} series={series} index={index} plan={plan} />
            <rect
              className="chart-catch"
              data-chosen={index === at ? '' : undefined}
              x={margin.left + plan.slot * index}
              width={plan.slot}
              y={0}
              height={height - margin.bottom}
              onPointerEnter={() => choose(index)}
              onPointerDown={() => choose(index)}
            />
          </g>
        ))}
        <Names columns={columns} plan={plan} />
      </svg>
      {parts.every((column) => column.length === 0) && <p className="chart-none muted">{none}</p>}
      {at !== null && (
        <ChartTooltip
          title={columns[at]!.long}
          series={series}
          column={at}
          format={format}
          x={plan.centre(at)}
          width={width}
        />
      )}
    </div>
  )
}

function useChosen(last: number) {
  const [chosen, choose] = useState<number | null>(null)
  const at = chosen !== null && chosen <= last ? chosen : null
  const onKeyDown = (event: KeyboardEvent) => {
    const next = {
      ArrowLeft: at === null ? last : Math.max(0, at - 1),
      ArrowRight: at === null ? last : Math.min(last, at + 1),
      Home: 0,
      End: last,
    }[event.key]
    if (event.key === 'Escape') choose(null)
    if (next === undefined) return
    event.preventDefault()
    choose(next)
  }
  return { at, choose, onKeyDown }
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 })

const Lines = ({ ticks, plan: { y, width } }: { ticks: readonly number[]; plan: Plan }) =>
  ticks.map((tick) => (
    <g key={tick}>
      <line className="chart-line" x1={margin.left} x2={width - margin.right} y1={y(tick)} y2={y(tick)} />
      <text className="chart-text" x={margin.left - 8} y={y(tick) + 4} textAnchor="end">
        {compact.format(tick)}
      </text>
    </g>
  ))

type ColumnProps = { parts: readonly Part[]; series: readonly ChartSeries[]; index: number; plan: Plan }

const Column = ({ parts, series, index, plan: { bar, centre, y } }: ColumnProps) =>
  parts.map((part) => (
    <rect
      key={series[part.series]!.id}
      className="chart-part"
      data-color={series[part.series]!.color}
      x={centre(index) - bar / 2}
      width={bar}
      y={y(part.to)}
      height={Math.max(0.75, y(part.from) - y(part.to))}
    />
  ))

const Names = ({ columns, plan }: { columns: readonly ChartColumn[]; plan: Plan }) =>
  namedColumns(columns.length, plan.inner, nameWidth).map((index) => (
    <text
      key={columns[index]!.id}
      className="chart-text"
      // The last name would reach over the edge.
      x={Math.min(plan.centre(index), plan.width - 22)}
      y={height - 6}
      textAnchor="middle"
    >
      {columns[index]!.short}
    </text>
  ))

function ariaText(
  columns: readonly ChartColumn[],
  series: readonly ChartSeries[],
  column: number,
  format: (value: number) => string,
): string {
  const named = series
    .filter(({ values }) => values[column])
    .map(({ label, values }) => `${label} ${format(values[column]!)}`)
  const total = `${columns[column]?.long ?? ''}: ${format(totalOf(series, column))}`
  return named.length > 1 ? `${total}. ${named.join(', ')}` : total
}
