import type { Queryable } from '../../../../kernel/db/db.ts'
import type { Coverage, CoverageWindow } from '../../schema/coverage.ts'
import type { TriggerRow } from '../../schema/trigger.ts'
import type { Range } from '../../store/coverage.ts'
import { countEventStarts, listEventGaps } from '../../store/event-limit.ts'
import { listPauses } from '../../store/pause.ts'

const minuteMs = 60_000

type Gap = { from: number; to: number; cause: string; events: number }
type Found = Pick<Coverage, 'slots' | 'covered' | 'missing' | 'windows'>

/** Of a trigger that waits for events: minutes in which some were not started are gaps, and so are pauses. */
export async function coverageOfEvents(
  q: Queryable,
  trigger: Pick<TriggerRow, 'projectId' | 'id'>,
  range: Range,
): Promise<Found> {
  const dropped = (await listEventGaps(q, trigger, range)).map(({ minute, cause, events }): Gap => {
    const from = Date.parse(minute)
    return { from, to: from + minuteMs, cause, events }
  })
  const paused = (await listPauses(q, trigger.projectId, range)).map(
    ({ pausedAt, resumedAt }): Gap => ({
      from: Date.parse(pausedAt),
      to: resumedAt === null ? Number.POSITIVE_INFINITY : Date.parse(resumedAt),
      cause: 'paused',
      events: 0,
    }),
  )
  const windows = windowsOf([...dropped, ...paused], range)
  const starts = await countEventStarts(q, trigger, windows)
  const covered = starts.reduce((total, events) => total + events, 0)
  const missing = dropped.reduce((total, { events }) => total + events, 0)
  return {
    slots: covered + missing,
    covered,
    missing,
    windows: windows.map((window, i) =>
      window.outcome === 'covered' ? { ...window, slots: starts[i]! } : window,
    ),
  }
}

/** Gaps in their order, none over another, with what is covered between them. */
function windowsOf(gaps: readonly Gap[], range: Range): CoverageWindow[] {
  const [start, end] = [range.from.getTime(), range.to.getTime()]
  const windows: CoverageWindow[] = []
  let at = start
  const add = (to: number, window: Pick<CoverageWindow, 'outcome' | 'cause' | 'slots'>) => {
    if (to <= at) return
    windows.push({ from: new Date(at).toISOString(), to: new Date(to).toISOString(), ...window })
    at = to
  }
  for (const { from, to, cause, events } of gaps.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    add(Math.min(from, end), { outcome: 'covered', cause: null, slots: 0 })
    const last = windows.at(-1)
    // Of another cause in the same minute.
    if (last?.outcome === 'gap' && Math.min(to, end) <= at) last.slots += events
    add(Math.min(to, end), { outcome: 'gap', cause, slots: events })
  }
  add(end, { outcome: 'covered', cause: null, slots: 0 })
  return windows
}
