import type { BrowserSession } from '@stoa/sdk'
import { Status } from '../../components/feedback/status.tsx'
import { Countdown } from '../../components/text/countdown.tsx'
import { TimeAgo } from '../../components/text/time-ago.tsx'

export const sessionStates: Record<BrowserSession['status'], string> = {
  pending: 'Queued',
  running: 'Running',
  handoff: 'Human in control',
  completed: 'Completed',
  timed_out: 'Timed out',
  error: 'Failed',
}

const endedReasons: Record<NonNullable<BrowserSession['endedReason']>, string> = {
  closed: 'closed',
  idle_timeout: 'idle timeout',
  max_duration: 'timeout reached',
  crashed: 'the browser crashed',
  memory_limit: 'memory limit',
  start_failed: 'the browser did not start',
  insufficient_credits: 'insufficient credits',
  host_restart: 'server restart',
}

export const driverNames: Record<BrowserSession['driver'], string> = { chromium: 'Chromium', http: 'HTTP' }

/** When it ends if nothing is done with it; a human in control is not timed by idleness. */
export function endOf(session: BrowserSession): Date | null {
  const { alive, status, keepAlive, lastActivityAt, idleTimeoutSec, expiresAt } = session
  if (!alive || expiresAt === null) return null
  const whole = new Date(expiresAt)
  if (keepAlive || status === 'handoff') return whole
  const idle = new Date(Date.parse(lastActivityAt) + idleTimeoutSec * 1000)
  return idle < whole ? idle : whole
}

export function SessionState({ session }: { session: BrowserSession }) {
  const { status, queuePosition, endedAt, endedReason } = session
  const end = endOf(session)
  if (endedAt !== null)
    return (
      <Status kind={status === 'error' ? 'bad' : 'off'}>
        <span>
          {sessionStates[status]} <TimeAgo at={endedAt} />
          {endedReason && endedReason !== 'closed' && `: ${endedReasons[endedReason]}`}
        </span>
      </Status>
    )
  return (
    <Status kind={status === 'running' ? 'good' : 'warn'}>
      {sessionStates[status]}
      {queuePosition !== null && <span className="muted">position {queuePosition}</span>}
      {end && (
        <span className="muted">
          ends in <Countdown until={end} done="a moment" />
        </span>
      )}
    </Status>
  )
}
