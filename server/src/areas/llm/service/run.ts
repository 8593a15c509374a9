import type { Held } from '../../../kernel/limits/held-bytes.ts'
import type { CallRequest } from '../schema/call-request.ts'
import type { Attempt } from '../schema/kept-call.ts'
import type { Target } from './attempts.ts'
import type { BookedCall } from './books.ts'
import type { Meter } from './meter.ts'
import type { Plan } from './plan.ts'

/** A call while it is made. */
export type Run = {
  booked: BookedCall
  request: CallRequest
  plan: Plan
  meter: Meter
  /** What its answer takes in memory. */
  held: Held
  attempts: Attempt[]
  startedAt: number
  served: Target | null
  firstTokenMs: number | null
  isOverBudget: boolean
}
