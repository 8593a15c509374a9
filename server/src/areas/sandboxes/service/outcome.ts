import { createHash } from 'node:crypto'
import type { StoredExecution } from '../read-executions.ts'
import type { Execution, ExecutionResult } from '../schema/execution.ts'
import { sandboxLimits } from './limits.ts'

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const microPerCredit = 1_000_000
export const creditsOf = (micro: number): number => micro / microPerCredit

/** The value of a script as an object: any other value is in `value`, and no value is an empty object. */
export function wrapResult(json: string | null): Record<string, unknown> {
  if (json === null) return {}
  const value: unknown = JSON.parse(json)
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : { value }
}

/** Everything that a script brings forth and that does not depend on when or how fast it ran. */
export const outputHash = (
  result: Pick<ExecutionResult, 'status' | 'errorCode' | 'error' | 'stdout' | 'stderr'> & {
    result: string | null
  },
): string =>
  sha256(
    JSON.stringify([
      result.status,
      result.errorCode,
      result.error,
      result.result,
      result.stdout,
      result.stderr,
    ]),
  )

// Shorter values occur by chance, and hiding them would garble what has nothing to do with them.
const shortestHidden = 4

/** Hides the values of environment variables from what is stored: a script may print them, its history may not. */
export function createRedactor(env: Readonly<Record<string, string>>) {
  const values = Object.entries(env)
    .filter(([, value]) => value.length >= shortestHidden)
    .sort(([, a], [, b]) => b.length - a.length)
  const forms = values.flatMap(([name, value]): [string, string][] => {
    // Inside JSON a value is escaped.
    const escaped = JSON.stringify(value).slice(1, -1)
    return escaped === value
      ? [[name, value]]
      : [
          [name, value],
          [name, escaped],
        ]
  })
  return <T extends string | null>(text: T): T =>
    (text === null
      ? null
      : forms.reduce(
          (hidden, [name, value]) => hidden.replaceAll(value, `[env:${name}]`),
          text as string,
        )) as T
}

/** PostgreSQL cannot store NUL in a text. */
export const storable = <T extends string | null>(text: T): T =>
  (text === null ? null : text.replaceAll('\0', '\ufffd')) as T

export const toExecution = (stored: StoredExecution): Execution => ({
  id: stored.id,
  status: stored.status,
  language: stored.language,
  result: stored.status === 'succeeded' && stored.stdout !== null ? wrapResult(stored.result) : null,
  error: stored.error,
  errorCode: stored.errorCode,
  trace: stored.trace,
  stdout: stored.stdout ?? '',
  stderr: stored.stderr ?? '',
  truncated: stored.truncated ?? { stdout: false, stderr: false },
  durationMs: stored.durationMs ?? 0,
  queuedMs: stored.queuedMs ?? 0,
  creditsUsed: creditsOf(stored.usedMicro),
  stateLost: stored.stateLost,
  sessionId: stored.sessionId,
  rerunOf: stored.rerunOf,
  eUID: stored.userId,
  source: stored.source,
  state: stored.state === null ? null : (JSON.parse(stored.state) as Record<string, unknown>),
  receipt: {
    sourceSha256: stored.sourceSha256,
    stateSha256: stored.stateSha256,
    outputSha256: stored.outputSha256,
    engine: stored.engine,
    limits: { timeoutMs: stored.timeoutMs, memoryMb: sandboxLimits.memoryMb },
    egress: { allowedHosts: stored.allowedHosts, requests: stored.requests ?? [] },
    envNames: stored.envNames,
  },
  createdAt: stored.createdAt,
  endedAt: stored.endedAt,
})
