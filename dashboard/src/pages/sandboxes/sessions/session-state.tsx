import type { SandboxSession } from '@stoa/sdk'
import { Ago } from '../../../parts/ago.tsx'
import { Countdown } from '../../../parts/countdown.tsx'
import { Status } from '../../../parts/status.tsx'

export const sessionStates: Record<SandboxSession['status'], string> = {
  creating: 'Starting',
  running: 'Running',
  paused: 'Paused',
  ended: 'Ended',
}

export const endedReasons: Record<NonNullable<SandboxSession['endedReason']>, string> = {
  released: 'released',
  idle_timeout: 'nobody used it any more',
  max_duration: 'its time was over',
  error: 'it broke',
  host_restart: 'the server was started anew',
}

export type Deadline = { at: Date; isIdle: boolean }

/** The clock that runs out first: the one of rest, or the one of its whole life. */
export function deadlineOf({ lastActivityAt, idleTimeoutSec, expiresAt }: SandboxSession): Deadline | null {
  if (expiresAt === null) return null
  const idle = Date.parse(lastActivityAt) + idleTimeoutSec * 1000
  const end = Date.parse(expiresAt)
  return { at: new Date(Math.min(idle, end)), isIdle: idle < end }
}

export function SessionState({ session }: { session: SandboxSession }) {
  const { status, onTimeout, pausedAt, endedAt, endedReason } = session
  const deadline = status === 'running' ? deadlineOf(session) : null
  if (status === 'ended') {
    return (
      <Status kind={endedReason === 'error' ? 'bad' : 'off'}>
        Ended <Ago at={endedAt} />
        {endedReason && `, ${endedReasons[endedReason]}`}
      </Status>
    )
  }
  if (status === 'paused') {
    return (
      <Status kind="off">
        Paused <Ago at={pausedAt} />
      </Status>
    )
  }
  return (
    <Status kind={status === 'running' ? 'good' : 'warn'}>
      {sessionStates[status]}
      {deadline && (
        <span className="muted">
          {onTimeout === 'pause' ? 'pauses in ' : 'ends in '}
          <Countdown until={deadline.at} done="a moment" />
        </span>
      )}
    </Status>
  )
}
