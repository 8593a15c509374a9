import { z } from 'zod'
import { AppError } from '../../kernel/errors.ts'
import { StartFault } from '../../kernel/start-fault.ts'

/** What went wrong and what to do about it, when someone at the command line can do something. */
export type Fault = { cause: string; fix: string }

/** Null for a bug: nothing the operator does would help, and its stack is what the report needs. */
export function faultOf(error: unknown): Fault | null {
  if (error instanceof StartFault) return { cause: sentence(error.message), fix: sentence(error.fix) }
  if (error instanceof AppError) {
    return { cause: sentence(error.message), fix: sentence(error.extras.hint ?? detailOf(error)) }
  }
  if (error instanceof z.ZodError) {
    const [issue] = error.issues
    return { cause: `${issue!.path.join('.')} is invalid`, fix: sentence(issue!.message) }
  }
  return isSystemError(error) ? { cause: sentence(error.message), fix: 'fix the problem named above' } : null
}

const detailOf = ({ extras }: AppError): string =>
  extras.details?.[0]?.message ?? 'see the documentation of the same call in the API'

/** What the system refused carries its own explanation, such as a disk that is full. */
const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && 'code' in error

/** One line, without the stop at its end: cause and fix are joined by a colon. */
const sentence = (text: string): string => text.trim().replace(/\s+/g, ' ').replace(/[.:]$/, '')

/** What is printed on the channel for errors; a bug shows its stack, everything else is one line. */
export function reportText(error: unknown, isJson: boolean): string {
  const fault = faultOf(error)
  if (isJson) return JSON.stringify(fault ? { error: fault.cause, fix: fault.fix } : { error: String(error) })
  if (fault) return `stoa: ${fault.cause}: ${fault.fix}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
