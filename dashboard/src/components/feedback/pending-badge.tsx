import { amount } from '../text/format-number.ts'
import './pending-badge.css'

/** How much waits, behind the name of the place where it waits. */
export const PendingBadge = ({ count }: { count: number | undefined }) =>
  count ? (
    <span className="waiting-badge number">
      {amount(count)}
      <span className="away"> pending</span>
    </span>
  ) : null
