import { AppError } from '../../../kernel/errors.ts'
import type { StoredSession } from '../store/session.ts'
import { sandboxLimits } from './limits.ts'

export const sessionNotFound = () => new AppError('sandbox_session_not_found', 'Sandbox session not found')

export const executionNotFound = () => new AppError('sandbox_execution_not_found', 'Execution not found')

export const sessionEnded = ({ endedAt, endedReason }: Pick<StoredSession, 'endedAt' | 'endedReason'>) =>
  new AppError('sandbox_session_gone', `The sandbox session has ended (${endedReason})`, {
    facts: { endedAt, endedReason },
    hint: 'Create a new session with POST /api/v1/sandbox/sessions.',
  })

export const sessionBusy = () =>
  new AppError(
    'session_busy',
    `The session is running a script and ${sandboxLimits.waiting} more are queued`,
    {
      hint: 'Wait for earlier calls to finish.',
    },
  )

export const tooManyRunning = () =>
  new AppError(
    'concurrency_limited',
    `The end user already has ${sandboxLimits.runningPerUser} running sandbox sessions`,
    {
      facts: { limit: sandboxLimits.runningPerUser },
      hint: 'Pause or release one, then try again.',
      headers: { 'retry-after': '5' },
    },
  )

export const tooManyOpen = () =>
  new AppError(
    'concurrency_limited',
    `The end user already has ${sandboxLimits.openPerUser} open sandbox sessions`,
    {
      facts: { limit: sandboxLimits.openPerUser },
      hint: 'Release some with DELETE /api/v1/sandbox/sessions/{id}.',
      headers: { 'retry-after': '60' },
    },
  )

export const stopping = () =>
  new AppError('service_unavailable', 'The server is stopping', { headers: { 'retry-after': '1' } })
