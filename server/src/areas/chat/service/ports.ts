import type { Queryable, Statement, Tx } from '../../../kernel/db/db.ts'
import type { TurnLimit } from '../../../kernel/limits/turn-limits.ts'
import type { Page } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Message } from '../../threads/index.ts'

/** A run of an agent, as the area of workflows has it. */
export type Execution = {
  id: string
  workflowId: string
  threadId: string
  status: 'queued' | 'running' | 'paused' | 'completed' | 'failed' | 'timeout' | 'cancelled'
  error: { code: string; message: string } | null
  /** The limit that ended it before its work was done. */
  stoppedBy: TurnLimit | null
  metadata: Record<string, unknown> | null
  usage: { credits: number; breakdown: Record<string, number> } | null
  startedAt: string
  /** When it left the queue; null before. */
  begunAt: string | null
  completedAt: string | null
}

export type OpenPause = {
  id: string
  kind: string
  request: Record<string, unknown>
  /** Whether the caller is one of those who may answer it. */
  mayDecide: boolean
}

export type RunEvent = { seq: number; type: string; data: unknown; createdAt: string }

/** What a run may use, and what commits with its start: where that demands what is not so any more, admission is repeated. */
export type Admitted = { budgetMicro: number; statements: readonly Statement[] }

/** Refuses a run before it is started, or limits what it may use; null where it does not. */
export type Admission = (scope: Scope, executionId: string) => Promise<Admitted | null>

export type StartRequest = {
  id?: string | undefined
  workflowId: string
  version?: number | undefined
  thread:
    | { kind: 'new'; id: string; metadata?: Record<string, unknown> | undefined }
    | { kind: 'known'; id: string; onBusy: 'refuse' | 'enqueue'; checkpointId?: string | undefined }
  messages: readonly Message[]
  overrides?:
    | {
        model?: string | undefined
        reasoningEffort?: 'none' | 'low' | 'medium' | 'high' | undefined
      }
    | undefined
  metadata?: Record<string, unknown> | undefined
  runAt?: Date | undefined
  admit?: ((executionId: string) => Promise<Admitted | null>) | undefined
}

/** Where it is read, and whether the cost is read from the ledger. */
export type FindOptions = { reads?: Queryable; readsLedger?: boolean }

/** The agent of a run that names none; `unusable` if it cannot be executed. */
export type DefaultAgent = (scope: Scope) => Promise<{ kind: 'agent' | 'unusable'; id: string }>

/** What chat needs of the runs of agents. */
export type AgentRuns = {
  /** How versions of agents are shown. */
  versionLabel(version: number): string
  start(scope: Scope, request: StartRequest): Promise<{ executionId: string }>
  cancel(scope: Scope, id: string, options: { rollback: boolean }): Promise<unknown>
  /** All of the answers, or none where one is refused. */
  decide(
    scope: Scope,
    id: string,
    answers: readonly { pauseId: string; resumeValue: unknown; path: string; mayEdit: boolean }[],
  ): Promise<unknown>
  follow(
    scope: Scope,
    id: string,
    after: number,
    signal: AbortSignal,
    /** Whether it reads on only until the end. */
    options?: { waitsForEnd?: boolean },
  ): AsyncIterable<RunEvent>
  find(scope: Scope, id: string, options?: FindOptions): Promise<Execution | null>
  openPauses(scope: Scope, id: string): Promise<OpenPause[]>
  mayDecide(scope: Scope, pause: Pick<OpenPause, 'kind' | 'request'> & { userId: string }): boolean
  forget(tx: Tx, scope: Scope, threadId: string, executionId?: string): Promise<string[]>
  list(
    scope: Scope,
    threadId: string,
    part: { limit: number; offset: number; status?: Execution['status'] | undefined },
  ): Promise<Page<Execution>>
}
