import { AppError } from '../../../kernel/errors.ts'
import type { StoredSession } from '../store/session.ts'
import { sandboxLimits } from './limits.ts'

export const sessionNotFound = () =>
  new AppError('sandbox_session_not_found', 'There is no such sandbox session')

export const executionNotFound = () =>
  new AppError('sandbox_execution_not_found', 'There is no such execution')

export const sessionGone = ({ endedAt, endedReason }: Pick<StoredSession, 'endedAt' | 'endedReason'>) =>
  new AppError('sandbox_session_gone', `The sandbox session has ended (${endedReason})`, {
    facts: { endedAt, endedReason },
    hint: 'Make a new session with POST /api/v1/sandbox/sessions.',
  })

export const sessionBusy = () =>
  new AppError('session_busy', `The session runs a script, and ${sandboxLimits.waiting} more wait`, {
    hint: 'Wait for the answers to the calls before.',
  })

export const tooManyRunning = () =>
  new AppError(
    'concurrency_limited',
    `The end user has ${sandboxLimits.runningPerUser} running sandbox sessions already`,
    {
      facts: { limit: sandboxLimits.runningPerUser },
      hint: 'Pause or release one with POST /pause or DELETE, then try again.',
      headers: { 'retry-after': '5' },
    },
  )

export const tooManyOpen = () =>
  new AppError(
    'concurrency_limited',
    `The end user has ${sandboxLimits.openPerUser} sandbox sessions that have not ended`,
    {
      facts: { limit: sandboxLimits.openPerUser },
      hint: 'Release some with DELETE /api/v1/sandbox/sessions/{id}.',
      headers: { 'retry-after': '60' },
    },
  )

export const stopping = () =>
  new AppError('service_unavailable', 'The server is stopping', { headers: { 'retry-after': '1' } })
