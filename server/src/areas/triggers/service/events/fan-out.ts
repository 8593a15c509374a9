import type { Clock } from '../../../../kernel/clock.ts'
import { createPace } from '../../../../kernel/compute/pace.ts'
import type { ProjectEvent } from '../../../../kernel/events/event.ts'
import { selectorsOf } from '../../../../kernel/events/event-types.ts'
import type { EventSubscriber } from '../../../../kernel/events/relay.ts'
import type { NewId } from '../../../../kernel/ids.ts'
import type { Runs } from '../../../../kernel/runs/runs.ts'
import type { Tables } from '../../../tables/index.ts'
import type { EventConfig } from '../../schema/config.ts'
import type { InvocationError } from '../../schema/invocation.ts'
import type { TriggerRow } from '../../schema/trigger.ts'
import {
  type EventInvocation,
  insertEventInvocations,
  listOnEvents,
  selectedByTriggers,
} from '../../store/event-trigger.ts'
import { type FireInput, fireKind } from '../fire-input.ts'
import { ownerScope } from '../owner.ts'
import { valueAt } from '../value-at.ts'
import { type EventPayload, payloadsOf } from './payloads.ts'
import { startsPerMinute, withinLimit } from './within-limit.ts'

// Enough for workflows that continue each other's work; a loop ends before it costs much.
const maxDepth = 5
// Bounds one statement and its memory.
const perStatement = 500

export type EventFanOutDeps = {
  clock: Clock
  newId: NewId
  runs: Pick<Runs, 'enqueueMany'>
  tables: Pick<Tables, 'documentsAt'>
  eventStartsPerMinute?: number | undefined
}

/** Turns events into invocations with a run each, in the transaction that numbers the events. */
export const createEventFanOut = ({
  clock,
  newId,
  runs,
  tables,
  eventStartsPerMinute: limit = startsPerMinute,
}: EventFanOutDeps): EventSubscriber => ({
  selects: selectedByTriggers,
  async receive(tx, { projectId }, events) {
    const selectors = [...new Set(events.flatMap(({ type }) => selectorsOf(type)))]
    const userIds = [...new Set(events.map(({ externalUserId }) => externalUserId))]
    const triggers = await listOnEvents(tx, projectId, selectors, userIds)
    if (triggers.length === 0) return
    const payloads = await payloadsOf(tables, tx, projectId, events)
    const pace = createPace()
    const requested: EventInvocation[] = []
    for (const [event, payload] of payloads)
      for (const trigger of triggers) {
        if (isMatch(trigger, event, payload)) requested.push(toInvocation(newId(), trigger, event, payload))
        await pace()
      }
    const at = clock.now()
    const invocations = await withinLimit(tx, projectId, requested, { at, limit })
    for (let from = 0; from < invocations.length; from += perStatement) {
      await insertEventInvocations(tx, 'event', invocations.slice(from, from + perStatement), at)
      await pace()
    }
    const started = Map.groupBy(
      invocations.filter(({ error }) => error === null),
      ({ trigger }) => trigger.id,
    )
    for (const trigger of triggers) {
      const ofTrigger = (started.get(trigger.id) ?? []).map(({ id }) => {
        const input: FireInput = { triggerId: trigger.id, invocationId: id }
        return { id: newId(), kind: fireKind, input }
      })
      if (ofTrigger.length > 0) await runs.enqueueMany(tx, ownerScope(trigger), ofTrigger)
    }
  },
})

function isMatch(
  { config, userId, projectId }: TriggerRow,
  event: ProjectEvent,
  payload: EventPayload,
): boolean {
  const { eventTypes, filter = {} } = config as EventConfig
  if (userId !== projectId && userId !== event.externalUserId) return false
  if (!selectorsOf(event.type).some((selector) => eventTypes.includes(selector))) return false
  return Object.entries(filter).every(([path, value]) => valueAt(payload, path) === value)
}

function toInvocation(
  id: string,
  trigger: TriggerRow,
  event: ProjectEvent,
  payload: EventPayload,
): EventInvocation {
  const depth = event.triggerDepth + 1
  const error = depth > maxDepth ? tooDeep : null
  return { id, trigger, depth, payload, error }
}

const tooDeep: InvocationError = {
  code: 'trigger_depth_exceeded',
  message: `${maxDepth} triggers have started each other through events of their executions, so this one was not started. Narrow eventTypes or filter, so that the trigger does not match what its own executions cause.`,
}
