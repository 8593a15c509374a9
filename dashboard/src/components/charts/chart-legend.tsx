import type { ChartSeries } from './chart-series.ts'
import './bar-chart.css'

type ChartLegendProps = { series: readonly ChartSeries[]; format?(value: number): string }

/** Which colour is which, and what each amounts to in all columns where that is a number to know. */
export const ChartLegend = ({ series, format }: ChartLegendProps) => (
  <ul className="legend">
    {series.map(({ id, label, color, values }) => (
      <li key={id}>
        <i className="swatch" data-color={color} />
        <span className="truncate">{label}</span>
        {format && (
          <span className="muted number">&nbsp;{format(values.reduce((sum, value) => sum + value, 0))}</span>
        )}
      </li>
    ))}
  </ul>
)
