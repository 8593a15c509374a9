import { Link } from '@tanstack/react-router'
import { addresses } from '../../addresses.ts'
import { amount } from '../../parts/amounts.ts'
import { Failure } from '../../parts/failure.tsx'
import { Card } from '../../parts/page.tsx'
import { SkeletonLines } from '../../parts/skeleton.tsx'
import { UsageSpark } from '../usage/usage-spark.tsx'
import { useRecentUsage } from '../usage/use-recent-usage.ts'

/** How fast credits have gone of late. */
export function RecentUsage() {
  const {
    summary: { data, error, refetch },
    recentDays,
  } = useRecentUsage()
  return (
    <Card title="Usage" actions={<Link to={`${addresses.usage}?days=${recentDays}`}>Usage</Link>}>
      {data ? (
        <>
          <p>
            <strong className="number">{amount(data.credits)} credits</strong>{' '}
            <span className="muted">in the last {recentDays} days</span>
          </p>
          <UsageSpark series={data.series} />
        </>
      ) : error ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : (
        <SkeletonLines count={3} />
      )}
    </Card>
  )
}
