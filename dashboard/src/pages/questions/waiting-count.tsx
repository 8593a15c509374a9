import { amount } from '../../parts/amounts.ts'
import { useWaiting } from './use-waiting.ts'

/** How many people are waited for, told on every page. */
export function WaitingCount() {
  const { data } = useWaiting(10_000)
  if (!data || data.total === 0) return null
  return (
    <span className="side-count number">
      {amount(data.total)}
      <span className="away"> waiting</span>
    </span>
  )
}
