import type { Tx } from '../../../../kernel/db/db.ts'
import type { InvocationError } from '../../schema/invocation.ts'
import { addEventGaps, type EventGap, takeStarts } from '../../store/event-limit.ts'
import type { EventInvocation } from '../../store/event-trigger.ts'

/** More than a project starts in earnest: workflows that start each other over a fan-out reach it within seconds. */
export const startsPerMinute = 5_000

/**
 * What is stored of invocations that events ask for. Above the limit of the project they are dropped with a reason; of those that are dropped the
 * first of each trigger, reason and minute is stored, and the others are counted.
 */
export async function withinLimit(
  tx: Tx,
  projectId: string,
  requested: readonly EventInvocation[],
  { at, limit }: { at: Date; limit: number },
): Promise<EventInvocation[]> {
  const starts = requested.filter(({ error }) => error === null).length
  const limited = { requested: starts, limit, at }
  let left = starts === 0 ? 0 : await takeStarts(tx, projectId, limited)
  const judged = requested.map((each) =>
    each.error || left-- > 0 ? each : { ...each, error: tooMany(limit) },
  )
  const dropped = judged.filter(({ error }) => error !== null)
  if (dropped.length === 0) return judged
  const first = new Set((await addEventGaps(tx, projectId, gapsOf(dropped), at)).map(keyOf))
  return judged.filter(
    ({ trigger, error }) =>
      error === null || first.delete(keyOf({ triggerId: trigger.id, cause: error.code })),
  )
}

const keyOf = ({ triggerId, cause }: Pick<EventGap, 'triggerId' | 'cause'>): string => `${triggerId}/${cause}`

function gapsOf(dropped: readonly EventInvocation[]): EventGap[] {
  const gaps = new Map<string, EventGap>()
  for (const { trigger, error } of dropped) {
    const gap = { triggerId: trigger.id, cause: error!.code, events: 1 }
    const known = gaps.get(keyOf(gap))
    if (known) known.events++
    else gaps.set(keyOf(gap), gap)
  }
  return [...gaps.values()]
}

const tooMany = (limit: number): InvocationError => ({
  code: 'trigger_event_limit_reached',
  message: `Events have started ${limit} executions of the project in this minute, so this and further ones were not started: the coverage of the trigger counts them. Narrow eventTypes or filter, or start one workflow for many changes on a schedule.`,
})
