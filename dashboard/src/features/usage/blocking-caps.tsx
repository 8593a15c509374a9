import type { UsageCap } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { formatAmount } from '../../components/text/format-number.ts'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { usageRoutes } from '../../pages/usage/routes.ts'
import { useIsAdmin, useRead } from '../../project.ts'
import { periodNames } from './cap-labels.ts'
import { CapSubject, useSubjectNames } from './cap-subject.tsx'
import '../../components/feedback/error-alert.css'

const pollMs = 10_000
// Each of them blocks calls; where there are many, the list of caps has the rest.
const displayLimit = 3

/** Which caps refuse work at this moment, why, until when, and what lifts them. Nothing while there is none. */
export function BlockingCaps() {
  const isAdmin = useIsAdmin()
  const { data } = useRead(
    ['usage', 'caps', 'blocking'],
    (api, signal) =>
      api.page('/api/v1/usage/caps', { query: { isBlocking: true, limit: displayLimit }, signal }),
    { refetchInterval: pollMs },
  )
  const caps = data?.data ?? []
  const names = useSubjectNames(caps)
  if (!data || data.total === 0) return null
  return (
    <section className="error-alert" aria-label="Caps that block usage" role="status">
      <CircleAlert size={16} aria-hidden />
      <strong>
        {data.total === 1 ? 'A usage cap is blocking usage' : `${data.total} usage caps are blocking usage`}
      </strong>
      <ul>
        {caps.map((cap) => (
          <li key={cap.id}>
            <CapSubject cap={cap} names={names} />: {usedOf(cap)}
            {cap.resetsAt ? (
              <>
                , resets <TimeAgo at={cap.resetsAt} />
              </>
            ) : (
              ', never resets'
            )}
          </li>
        ))}
      </ul>
      <span>
        {isAdmin ? (
          <>
            Raise or remove {data.total === 1 ? 'it' : 'them'} in <Link to={usageRoutes.caps}>Caps</Link>.
          </>
        ) : (
          'Ask an admin of this project to raise it.'
        )}
      </span>
    </section>
  )
}

const usedOf = ({ used, held, credits, extraCredits, period }: UsageCap): string =>
  `${formatAmount(used + held)} of ${formatAmount(credits + extraCredits)} credits ${periodNames[period]} used`
