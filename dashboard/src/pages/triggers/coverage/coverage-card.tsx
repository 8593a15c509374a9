import { isStoaError, type Stoa, type Trigger } from '@stoa/sdk'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { ErrorAlert, errorMessage } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { Status } from '../../../components/feedback/status.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { Card } from '../../../components/layout/page.tsx'
import { pluralize } from '../../../components/text/pluralize.ts'
import { exactTime } from '../../../components/text/relative-time.ts'
import { actAs, useApiAs } from '../../../features/end-users/act-as.ts'
import { backfillPath, coveragePath } from '../../../features/triggers/triggers-api.ts'
import { useRead, useRefresh } from '../../../project.ts'
import { type CoverageDay, type CoverageWindow, causeLabel, coverageDays, gapsIn } from './coverage-days.ts'
import './coverage-card.css'

const shownDays = 14
const dayMs = 86_400_000
// A schedule of every minute has four pages in 14 days.
const maxPages = 8
const shownGaps = 5

/** Every window of the last days: the server returns long ranges in parts. */
async function readCoverage(api: Stoa, triggerId: string, signal: AbortSignal) {
  const now = new Date()
  const to = now.toISOString()
  let from: string | null = new Date(now.getTime() - (shownDays - 1) * dayMs).toISOString()
  const windows: CoverageWindow[] = []
  for (let page = 0; page < maxPages && from !== null; page++) {
    const part: { windows: CoverageWindow[]; nextFrom: string | null } = await api.get(coveragePath, {
      params: { triggerId },
      query: { from, to },
      signal,
    })
    windows.push(...part.windows)
    from = part.nextFrom
  }
  return { windows, to }
}

/** Whether every time of a schedule was started: a cell for each day, and the gaps with what starts them now. */
export function CoverageCard({ trigger }: { trigger: Trigger }) {
  const { triggerId } = trigger
  const { data, error, refetch } = useRead(
    ['triggers', 'coverage', triggerId],
    (api, signal) => readCoverage(actAs(api), triggerId, signal),
    { refetchInterval: 15_000 },
  )
  // Not of this kind of trigger.
  if (isStoaError(error) && error.code === 'invalid_state') return null
  const gaps = data ? gapsIn(data.windows) : []
  const isOfEvents = trigger.kind === 'event'
  return (
    <Card
      title="Coverage"
      actions={gaps.length > 0 && !isOfEvents && <BackfillAll trigger={trigger} gaps={gaps} />}
    >
      {!data ? (
        error ? (
          <ErrorAlert error={error} retry={() => void refetch()} />
        ) : (
          <SkeletonLines count={2} />
        )
      ) : (
        <>
          <DayCells days={coverageDays(data.windows, shownDays, new Date(data.to))} />
          {gaps.length > 0 ? (
            <Gaps trigger={trigger} gaps={gaps} />
          ) : (
            <p>
              {data.windows.some(({ slots }) => slots > 0) ? (
                <Status kind="good">
                  Every {unitOf(trigger)} of the last {shownDays} days was started.
                </Status>
              ) : (
                <Status kind="off">No {unitOf(trigger)} since the trigger was created.</Status>
              )}
            </p>
          )}
        </>
      )}
    </Card>
  )
}

const unitOf = ({ kind }: Trigger): 'event' | 'scheduled time' =>
  kind === 'event' ? 'event' : 'scheduled time'

const dayFormat = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short' })
const outcomeLabels = { covered: 'covered', gap: 'gap', pending: 'pending', none: 'no times' } as const

const labelOf = ({ at, outcome, causes }: CoverageDay) =>
  `${dayFormat.format(at)}: ${outcomeLabels[outcome]}${causes.length > 0 ? `, ${causes.join(', ')}` : ''}`

const DayCells = ({ days }: { days: readonly CoverageDay[] }) => (
  <ol className="coverage-days" aria-label={`Coverage of the last ${days.length} days`}>
    {days.map((day) => (
      <li key={day.at.getTime()} data-outcome={day.outcome} title={labelOf(day)}>
        <span aria-hidden>{day.at.getDate()}</span>
        <span className="visually-hidden">{labelOf(day)}</span>
      </li>
    ))}
  </ol>
)

type GapsProps = { trigger: Trigger; gaps: readonly CoverageWindow[] }

const Gaps = ({ trigger, gaps }: GapsProps) => (
  <ul className="coverage-gaps" aria-label="Gaps">
    {gaps
      .slice(-shownGaps)
      .toReversed()
      .map((gap) => (
        <li key={gap.from}>
          <Status kind="bad">{pluralize(gap.slots, unitOf(trigger))}</Status>
          <span>
            {exactTime(new Date(gap.from))} – {exactTime(new Date(gap.to))}
            <span className="muted"> · {causeLabel(gap.cause)}</span>
          </span>
          {trigger.kind !== 'event' && (
            <Backfill trigger={trigger} from={gap.from} to={gap.to} label="Backfill" />
          )}
        </li>
      ))}
    {gaps.length > shownGaps && <li className="muted">{gaps.length - shownGaps} older gaps</li>}
  </ul>
)

const BackfillAll = ({ trigger, gaps }: GapsProps) => (
  <Backfill trigger={trigger} from={gaps[0]!.from} to={gaps.at(-1)!.to} label="Backfill all gaps" />
)

type BackfillProps = { trigger: Trigger; from: string; to: string; label: string }

/** Starts what is missing. Safe to press twice: each time is started once. */
function Backfill({ trigger, from, to, label }: BackfillProps) {
  const api = useApiAs()
  const refresh = useRefresh()
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      const { started, remaining } = await api.post(backfillPath, {
        params: { triggerId: trigger.triggerId },
        body: { from, to },
      })
      const rest = remaining > 0 ? `, ${remaining} remaining` : ''
      toasts.success(`${pluralize(started.length, 'time')} started${rest}`)
      await refresh(['triggers'])
    } catch (error) {
      toasts.error(errorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button isBusy={isBusy} onClick={() => void run()}>
      {label}
    </Button>
  )
}
