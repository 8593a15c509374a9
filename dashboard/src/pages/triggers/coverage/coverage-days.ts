import type { TriggerCoverage } from '@stoa/sdk'

export type CoverageWindow = TriggerCoverage['windows'][number]
export type CoverageDay = {
  /** Its beginning, in local time. */
  at: Date
  outcome: 'covered' | 'gap' | 'pending' | 'none'
  causes: readonly string[]
}

const startOfDay = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate())
/** Not 24 hours later: clocks are changed on some days. */
const nextDay = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate() + 1)

/** So many days up to and including the one of `now`, each with the worst that happened on it. */
export function coverageDays(
  windows: readonly CoverageWindow[],
  count: number,
  now: Date,
): readonly CoverageDay[] {
  const today = startOfDay(now)
  return Array.from({ length: count }, (_, at) => {
    const day = new Date(today.getFullYear(), today.getMonth(), today.getDate() - count + 1 + at)
    const own = windows.filter(
      ({ from, to, slots }) => slots > 0 && new Date(from) < nextDay(day) && new Date(to) > day,
    )
    const gaps = own.filter(({ outcome }) => outcome === 'gap')
    const outcome =
      gaps.length > 0 ? 'gap' : own.some(({ outcome }) => outcome === 'pending') ? 'pending' : 'covered'
    return {
      at: day,
      outcome: own.length === 0 ? 'none' : outcome,
      causes: [...new Set(gaps.map(({ cause }) => causeLabel(cause)))],
    }
  })
}

const causes: Readonly<Record<string, string>> = {
  missed: 'no server started it',
  paused: 'all triggers were paused',
  not_started: 'it could not be started',
  dropped: 'dropped by the concurrency policy',
  cancelled: 'cancelled',
  by_user: 'the trigger was disabled',
  too_many_failures: 'disabled after ten failures',
  connection_failed: 'the account needed re-authentication',
  connection_deleted: 'the account was deleted',
  trigger_event_limit_reached: 'more events than a project starts in a minute',
  trigger_depth_exceeded: 'triggers had started each other five times',
}

export const causeLabel = (cause: string | null): string =>
  cause === null ? 'unknown' : (causes[cause] ?? cause.replaceAll('_', ' '))

/** What was not started, oldest first. */
export function gapsIn(windows: readonly CoverageWindow[]): readonly CoverageWindow[] {
  return windows.filter(({ outcome, slots }) => outcome === 'gap' && slots > 0)
}
