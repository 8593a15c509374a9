import type { ExternalUser } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { Chip } from '../../components/feedback/status.tsx'
import { Card } from '../../components/layout/page.tsx'
import { formatAmount } from '../../components/text/format-number.ts'
import { UsageSparkline } from '../../features/usage/usage-sparkline.tsx'
import { typeNameOf } from '../../features/usage/usage-types.ts'
import { useRecentUsage } from '../../features/usage/use-recent-usage.ts'
import { useUtcNote } from '../../features/usage/use-utc-note.ts'
import { usageRoutes } from '../usage/routes.ts'

/** What was spent for this user: in total, and by day of late. */
export function EndUserCredits({ user }: { user: ExternalUser }) {
  const {
    summary: { data, error, refetch },
    recentDays,
  } = useRecentUsage(user.id)
  const utcNote = useUtcNote()
  return (
    <Card
      title="Credits"
      actions={
        <span className="row">
          <Link to={`${usageRoutes.overview}?eUID=${user.id}`}>Usage</Link>
          <Link to={`${usageRoutes.ledger}?eUID=${user.id}`}>Ledger</Link>
          <Link to={`${usageRoutes.caps}?scope=external_user&scopeId=${user.id}`}>Caps</Link>
        </span>
      }
    >
      {data ? (
        <>
          <p>
            <strong className="number">{formatAmount(user.creditsUsed)} in total</strong>{' '}
            <span className="muted number">
              · {formatAmount(data.credits)} in the last {recentDays} days{utcNote}
            </span>
          </p>
          <UsageSparkline series={data.series} />
          {data.breakdown.length > 0 && (
            <span className="chips">
              {data.breakdown.map(({ type, credits }) => (
                <Chip key={type}>
                  {typeNameOf(type)} {formatAmount(credits)}
                </Chip>
              ))}
            </span>
          )}
        </>
      ) : error ? (
        <ErrorAlert error={error} retry={() => void refetch()} />
      ) : (
        <SkeletonLines count={3} />
      )}
    </Card>
  )
}
