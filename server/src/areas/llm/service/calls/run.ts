import type { MemoryReservation } from '../../../../kernel/limits/memory-budget.ts'
import type { CallRequest } from '../../schema/call-request.ts'
import type { Attempt } from '../../schema/stored-call.ts'
import type { MeteredCall } from '../pricing/billing.ts'
import type { Target } from './attempts.ts'
import type { Meter } from './meter.ts'
import type { Plan } from './plan.ts'

/** A call while it is made. */
export type Run = {
  metered: MeteredCall
  request: CallRequest
  plan: Plan
  meter: Meter
  /** The memory that its response takes. */
  held: MemoryReservation
  attempts: Attempt[]
  startedAt: number
  served: Target | null
  firstTokenMs: number | null
  isOverBudget: boolean
  /** The provider reported more tokens than possible. */
  isUsageCapped: boolean
}
