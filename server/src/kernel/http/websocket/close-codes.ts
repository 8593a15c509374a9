import type { AppError } from '../../errors.ts'

/** Why the server closes a connection. The reason is stable as well: clients may compare it. */
export type Closing = { code: number; reason: string }

export const closings = {
  done: { code: 1000, reason: 'done' },
  goingAway: { code: 1001, reason: 'going_away' },
  binaryMessage: { code: 1003, reason: 'binary_not_accepted' },
  tooManyMessages: { code: 1008, reason: 'rate_limited' },
  slowReader: { code: 1013, reason: 'slow_reader' },
} as const satisfies Record<string, Closing>

/** 4401 for a key that was revoked, 4403, 4404 and so on: 4000 and the status; 1011 for what is our fault. */
export const closingFor = ({ status, code }: AppError): Closing => ({
  code: status >= 500 ? 1011 : 4000 + status,
  reason: code,
})
