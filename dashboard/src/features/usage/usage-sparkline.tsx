import type { UsageSummary } from '@stoa/sdk'
import { Sparkline } from '../../components/charts/sparkline.tsx'
import { formatAmount } from '../../components/text/format-number.ts'
import { shortDay } from './date-range.ts'

/** Credits by day in small; the exact ones on hover and on the page of usage. */
export function UsageSparkline({ series }: { series: UsageSummary['series'] }) {
  const first = series[0]
  const last = series.at(-1)
  if (!first || !last) return null
  return (
    <figure className="spark">
      <Sparkline
        label={`Credits by day from ${shortDay(first.from)} to ${shortDay(last.from)}`}
        values={series.map(({ credits }) => credits)}
        nameOf={(index) =>
          `${shortDay(series[index]!.from)}: ${formatAmount(series[index]!.credits)} credits`
        }
      />
      <figcaption className="spark-ends muted small">
        <span>{shortDay(first.from)}</span>
        <span>{shortDay(last.from)}</span>
      </figcaption>
    </figure>
  )
}
