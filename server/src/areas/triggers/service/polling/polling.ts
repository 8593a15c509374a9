import type { PollConfig } from '../../schema/config.ts'
import type { InvocationError } from '../../schema/invocation.ts'
import type { TriggerRow } from '../../schema/trigger.ts'
import { eventsIn, type Returned, type ToolkitCalls } from '../toolkits/calls.ts'

/** What a poll found; its cursor is stored by `commit`, with what becomes of the events. */
export type Poll = Pick<Returned, 'commit'> & { events: unknown[] }

/** Polls the service of a trigger: what is new, or why that is not known. */
export const createPolling =
  ({ callFor }: Pick<ToolkitCalls, 'callFor'>) =>
  async (trigger: TriggerRow, signal: AbortSignal): Promise<Poll | InvocationError> => {
    const { arguments: values } = trigger.config as PollConfig
    const returned = await callFor(trigger, { hook: 'run', arguments: values, signal })
    if (!('commit' in returned)) return returned
    return { events: eventsIn(returned), commit: returned.commit }
  }

export type Polling = ReturnType<typeof createPolling>
