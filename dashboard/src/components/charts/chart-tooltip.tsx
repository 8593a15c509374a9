import type { ChartSeries } from './chart-series.ts'

export const totalOf = (series: readonly ChartSeries[], column: number): number =>
  series.reduce((sum, { values }) => sum + (values[column] ?? 0), 0)

type ChartTooltipProps = {
  title: string
  series: readonly ChartSeries[]
  column: number
  format(value: number): string
  x: number
  width: number
}

const noteWidth = 248

/** The values of a column, beside it on the side that has space. */
export function ChartTooltip({ title, series, column, format, x, width }: ChartTooltipProps) {
  const isLeft = x + noteWidth + 16 > width && x > noteWidth + 16
  const left = isLeft ? x - noteWidth - 12 : Math.min(x + 12, Math.max(0, width - noteWidth))
  const shown = series.filter(({ values }) => values[column])
  return (
    <div className="chart-tooltip" style={{ left, width: noteWidth }} aria-hidden>
      <p className="chart-tooltip-row">
        <span className="muted">{title}</span>
        <strong className="number">{format(totalOf(series, column))}</strong>
      </p>
      {series.length > 1 &&
        shown.toReversed().map(({ id, label, color, values }) => (
          <p key={id} className="chart-tooltip-row">
            <span className="truncate">
              <i className="swatch" data-color={color} />
              {label}
            </span>
            <span className="number">{format(values[column]!)}</span>
          </p>
        ))}
    </div>
  )
}
