import type { ExecutionResult, languages } from './execution.ts'

export type Language = (typeof languages)[number]

/** One request that a script made of the network. */
export type EgressRequest = { method: string; host: string; status: number | null }

export type NewExecution = {
  id: string
  sessionId: string | null
  rerunOf: string | null
  language: Language
  source: string
  state: string
  sourceSha256: string
  stateSha256: string
  timeoutMs: number
  allowedHosts: readonly string[]
  envNames: readonly string[]
  at: Date
  nodeId: string
}

/** What is stored of the end of a script. */
export type ExecutionOutcome = Pick<
  ExecutionResult,
  | 'status'
  | 'error'
  | 'errorCode'
  | 'trace'
  | 'stdout'
  | 'stderr'
  | 'truncated'
  | 'durationMs'
  | 'queuedMs'
  | 'stateLost'
> & {
  /** JSON, as the script gave it. */
  result: string | null
  engine: string | null
  outputSha256: string
  requests: readonly EgressRequest[]
  usedMicro: number
  at: Date
}
