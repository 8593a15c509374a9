const socketCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'])
// Out of reach, starting or shutting down.
const serverCodes = /^(08\w{3}|57P0[123])$/
const texts =
  /Connection terminated|timeout exceeded when trying to connect|the database system is|Client has encountered a connection error/

/** Whether an error of the driver says that the server is out of reach, and not that it refused something. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code = '', syscall } = error as NodeJS.ErrnoException
  if (syscall !== undefined) return /connect|read|write/.test(syscall) && socketCodes.has(code)
  return serverCodes.test(code) || texts.test(error.message)
}

// 40, 55P03, 57014: lost to another request or to time. 53: a resource ran out, which may be space.
const passingCodes = /^(57014|40001|40P01|55P03|53[01234]00)$/

/** Whether the same statement may succeed in a moment: nothing is wrong with it. */
export const mayPass = (error: unknown): boolean =>
  isConnectionLoss(error) ||
  (error instanceof Error && passingCodes.test((error as NodeJS.ErrnoException).code ?? ''))

const mark = Symbol('the database was out of reach')

/** Marks what comes from our own database: a broken line to any other service looks the same. */
export function markOutage(error: unknown): unknown {
  if (error instanceof Error && isConnectionLoss(error)) Object.assign(error, { [mark]: true })
  return error
}

/** Whether our own database was out of reach, so that no one's work is to blame. */
export const isDatabaseOutage = (error: unknown): boolean => error instanceof Error && mark in error
