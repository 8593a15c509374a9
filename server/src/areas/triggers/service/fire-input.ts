import type { TriggerRow } from '../schema/trigger.ts'
import { isSubscription } from './config.ts'

/** The work of one invocation, as its run is given it. */
export const fireKind = 'trigger.fire'
export type FireInput = {
  triggerId: string
  invocationId: string
  /** What was received is a request, in which the toolkit of the trigger finds events. */
  isRequest?: boolean
}

export const fireInputOf = (
  trigger: Pick<TriggerRow, 'id' | 'slug' | 'token'>,
  invocationId: string,
): FireInput => ({
  triggerId: trigger.id,
  invocationId,
  ...(isSubscription(trigger) ? { isRequest: true } : {}),
})
