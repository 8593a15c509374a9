import type { FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import { ClientDisconnected } from '../request/input.ts'

/**
 * What is left of a request whose client hung up, in the middle of the body or while it was waiting: not a server error,
 * and no response can be sent. Null for any other failure.
 */
export function disconnection(error: unknown, { raw }: FastifyRequest): AppError | null {
  if (isAbort(error))
    return new AppError('client_disconnected', 'The client disconnected before the response', {
      cause: error,
    })
  const isReset = (error as { code?: string }).code === 'ECONNRESET'
  if (!isReset || !raw.destroyed || raw.complete) return null
  return new AppError('malformed_request', 'The body is incomplete', { cause: error })
}

/** Whether that is why the work failed, in whichever error it is wrapped. */
function isAbort(error: unknown): boolean {
  if (error instanceof ClientDisconnected) return true
  return error instanceof Error && error.cause !== undefined && isAbort(error.cause)
}
