import type { SandboxSession } from '@stoa/sdk'
import { Status } from '../../../components/feedback/status.tsx'
import { Countdown } from '../../../components/text/countdown.tsx'
import { TimeAgo } from '../../../components/text/time-ago.tsx'

export const sessionStates: Record<SandboxSession['status'], string> = {
  creating: 'Starting',
  running: 'Running',
  paused: 'Paused',
  ended: 'Ended',
}

export const endedReasons: Record<NonNullable<SandboxSession['endedReason']>, string> = {
  released: 'ended by user',
  idle_timeout: 'idle timeout',
  max_duration: 'max duration reached',
  error: 'error',
  host_restart: 'server restart',
}

/** When it was left alone for too long, and when its whole time is over; neither while it rests. */
export function clocksOf({ status, lastActivityAt, idleTimeoutSec, expiresAt }: SandboxSession) {
  if (status !== 'running' || expiresAt === null) return null
  const idle = new Date(Date.parse(lastActivityAt) + idleTimeoutSec * 1000)
  const whole = new Date(expiresAt)
  return { idle, whole, first: idle < whole ? idle : whole }
}

export function SessionState({ session }: { session: SandboxSession }) {
  const { status, onTimeout, pausedAt, endedAt, endedReason } = session
  const clocks = clocksOf(session)
  if (status === 'ended') {
    return (
      <Status kind={endedReason === 'error' ? 'bad' : 'off'}>
        <span>
          Ended <TimeAgo at={endedAt} />
          {endedReason && `: ${endedReasons[endedReason]}`}
        </span>
      </Status>
    )
  }
  if (status === 'paused') {
    return (
      <Status kind="off">
        Paused <TimeAgo at={pausedAt} />
      </Status>
    )
  }
  return (
    <Status kind={status === 'running' ? 'good' : 'warn'}>
      {sessionStates[status]}
      {clocks && (
        <span className="muted">
          {onTimeout === 'pause' ? 'pauses in ' : 'ends in '}
          <Countdown until={clocks.first} done="a moment" />
        </span>
      )}
    </Status>
  )
}
