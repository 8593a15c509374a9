import { formatAmount } from '../text/format-number.ts'
import './pending-badge.css'

/** How much waits, behind the name of the place where it waits. */
export const PendingBadge = ({ count }: { count: number | undefined }) =>
  count ? (
    <span className="pending-badge number">
      {formatAmount(count)}
      <span className="visually-hidden"> pending</span>
    </span>
  ) : null
