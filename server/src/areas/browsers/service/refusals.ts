import { AppError } from '../../../kernel/errors.ts'
import type { Standing, StoredSession } from '../store/session.ts'
import { browserLimits } from './limits.ts'

export const sessionNotFound = () => new AppError('browser_session_not_found', 'Browser session not found')
export const profileNotFound = () => new AppError('browser_profile_not_found', 'Browser profile not found')
export const handoffNotFound = () => new AppError('browser_handoff_not_found', 'Handoff not found')

export const sessionEnded = ({ endedAt, endedReason }: Pick<StoredSession, 'endedAt' | 'endedReason'>) =>
  new AppError('browser_session_gone', `The browser session has ended (${endedReason ?? 'closed'})`, {
    facts: { endedAt, endedReason },
    hint: 'Create a new session with POST /api/v1/browser/sessions.',
  })

/** A session on this node may have been ended by another one a moment ago: what was done in it is not acknowledged. */
export function refuseEnded(standing: Standing): void {
  if (!standing) throw sessionNotFound()
  if (standing.endedAt !== null) throw sessionEnded(standing)
}

export const controlHeld = () =>
  new AppError('control_held', 'A human controls the browser session', {
    hint: 'Wait until the handoff is done: POST /api/v1/browser/sessions/handoff/{handoffId}/done.',
  })

export const usedByTool = () =>
  new AppError('control_held', 'A tool uses the browser session', {
    hint: 'Wait until the tool is done, or close the session.',
  })

export const notStarted = ({ queuePosition }: Pick<StoredSession, 'queuePosition'>) =>
  new AppError('invalid_state', 'The browser session has not started yet', {
    facts: { state: 'pending', queuePosition },
    hint: 'Wait until its status is running, or close another session.',
  })

export const elsewhere = ({ nodeId }: Pick<StoredSession, 'nodeId'>) =>
  new AppError('invalid_state', 'The browser session runs on another node', {
    facts: { state: 'running' },
    hint: 'Set STOA_NODE_URL on every node, or send the request to the node that created the session.',
    nodeId,
  })

export const sessionBusy = () =>
  new AppError('session_busy', `The session is busy and ${browserLimits.waiting} more calls are queued`, {
    hint: 'Wait for earlier calls to finish.',
  })

export const tooManySessions = (queuePosition: number) =>
  new AppError(
    'concurrency_limited',
    `The end user already has ${browserLimits.runningPerUser} browser sessions and ${browserLimits.pendingPerUser} more that wait`,
    {
      facts: { limit: browserLimits.runningPerUser, queuePosition },
      hint: 'Close one with POST /api/v1/browser/sessions/{sessionId}/close, then try again.',
      headers: { 'retry-after': '30' },
    },
  )

export const profileInUse = () =>
  new AppError('profile_in_use', 'The profile is open in another browser session', {
    hint: 'Close that session first.',
  })
