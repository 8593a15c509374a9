import type { z } from 'zod'
import type { AppError, ErrorCode } from '../../errors.ts'

/**
 * How an endpoint formats errors when its callers are clients of another vendor's API, which read nothing but
 * the form they know. It holds for every failure of a request that found the endpoint, a missing key included.
 */
export type ErrorForm = {
  /** Below this path it holds for what no endpoint takes, too. */
  under?: string
  /** The body, for the description. */
  schema: z.ZodType
  statusOf(code: ErrorCode): number
  bodyOf(error: AppError, requestId: string): unknown
  headersOf?(requestId: string): Record<string, string>
}
