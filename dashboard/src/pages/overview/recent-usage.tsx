import { Link } from '@tanstack/react-router'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { Card } from '../../components/layout/page.tsx'
import { formatAmount } from '../../components/text/format-number.ts'
import { UsageSparkline } from '../../features/usage/usage-sparkline.tsx'
import { useRecentUsage } from '../../features/usage/use-recent-usage.ts'
import { useUtcNote } from '../../features/usage/use-utc-note.ts'
import { usageRoutes } from '../usage/routes.ts'

/** How fast credits have been used recently. */
export function RecentUsage() {
  const {
    summary: { data, error, refetch },
    recentDays,
  } = useRecentUsage()
  const utcNote = useUtcNote()
  return (
    <Card title="Usage" actions={<Link to={`${usageRoutes.overview}?days=${recentDays}`}>Usage</Link>}>
      {data ? (
        <>
          <p>
            <strong className="number">{formatAmount(data.credits)} credits</strong>{' '}
            <span className="muted">
              in the last {recentDays} days{utcNote}
            </span>
          </p>
          <UsageSparkline series={data.series} />
        </>
      ) : error ? (
        <ErrorAlert error={error} retry={() => void refetch()} />
      ) : (
        <SkeletonLines count={3} />
      )}
    </Card>
  )
}
