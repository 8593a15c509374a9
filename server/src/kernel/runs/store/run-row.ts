import { sql } from '../../db/db.ts'
import type { Run, RunError } from '../run.ts'
import { type StoredScope, scopeOfRun } from '../run-scope.ts'

export type RunRow = {
  project_id: string
  id: string
  external_user_id: string
  scope: StoredScope | null
  kind: string
  input: unknown
  status: Run['status']
  output: unknown
  error: RunError | null
  attempt: number
  losses: number
  interrupted_attempt: number | null
  run_at: string
  waiting_for: string | null
  retry_step: string | null
  retry_tries: number
  cancel_requested_at: string | null
  parent_id: string | null
  depth: number
  has_children: boolean
  intents: Run['intents']
  created_at: string
  started_at: string | null
  ended_at: string | null
}

export const runColumns = sql`r.project_id, r.id, r.external_user_id, r.scope, r.kind, r.input, r.status, r.output, r.error, r.attempt, r.losses,
  r.run_at, r.waiting_for, r.retry_step, r.retry_tries, r.cancel_requested_at, r.created_at, r.started_at, r.ended_at,
  r.interrupted_attempt, r.parent_id, r.depth, r.has_children, r.intents`

export const toRun = (row: RunRow): Run => ({
  projectId: row.project_id,
  id: row.id,
  externalUserId: row.external_user_id,
  scope: scopeOfRun(row),
  kind: row.kind,
  input: row.input,
  status: row.status,
  output: row.output,
  error: row.error,
  attempt: row.attempt,
  losses: row.losses,
  interruptedAttempt: row.interrupted_attempt,
  runAt: row.run_at,
  waitingFor: row.waiting_for,
  retry: row.retry_step === null ? null : { step: row.retry_step, tries: row.retry_tries },
  isCancelRequested: row.cancel_requested_at !== null,
  parentId: row.parent_id,
  depth: row.depth,
  hasChildren: row.has_children,
  intents: row.intents,
  createdAt: row.created_at,
  startedAt: row.started_at,
  endedAt: row.ended_at,
})

/** Which run, and who claims to own it: every write of a worker names both. */
export type Claim = { projectId: string; id: string; attempt: number }

/** One attempt of a run as a key: a node may still work on one that was lost beside the next one. */
export const attemptKey = ({ id, attempt }: Pick<Claim, 'id' | 'attempt'>): string => `${id}:${attempt}`
