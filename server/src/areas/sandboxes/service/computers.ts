import { Readable } from 'node:stream'
import type { Db, Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import { refuseUnpermitted } from '../../../kernel/http/auth/authorize.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { File } from '../../files/index.ts'
import { findExecution, isKnownExecution } from '../read-executions.ts'
import { ExecuteBody, type ExecutionResult } from '../schema/execution.ts'
import type { WorkspaceFile, WorkspaceList } from '../schema/workspace.ts'
import { forgetExecutionsIn } from '../store/execution.ts'
import { lockSessionsOfThread } from '../store/session.ts'
import { toExecution } from './outcome.ts'
import type { SessionExecute, SessionWork } from './session-execute.ts'
import type { SessionService } from './sessions.ts'
import type { SessionOptions, Threads } from './threads.ts'
import type { Workspace } from './workspace.ts'

export type ComputerDeps = {
  db: Db
  sessions: SessionService
  threads: Threads
  execute: SessionExecute
  workspace: Workspace
}

/** Whose computer it is, and what it is made with. */
export type ComputerRef = SessionOptions & { threadId: string }

export type Script = Pick<ExecuteBody, 'language' | 'source'> & { timeoutMs?: number }

/** What was done, with what the caller has to know of the session that it was done in. */
export type OnComputer<T> = {
  value: T
  /** The session that the thread had before has ended: its files and variables are lost. */
  isReplaced: boolean
  /** Whether what it gives may be text from outside. */
  hasOutsideData: boolean
}

/**
 * The computer of a conversation: the sandbox session of a thread, created by the first call, and found again by later ones on
 * any node. Scripts are recorded and charged like all others.
 */
export function createComputers({ db, sessions, threads, execute, workspace }: ComputerDeps) {
  /** A session that ends while it is being used is replaced once. */
  async function use<T>(
    scope: Scope,
    { threadId, ...wish }: ComputerRef,
    permission: string,
    work: (sessionId: string) => Promise<T>,
  ): Promise<OnComputer<T>> {
    refuseUnpermitted(scope.permissions, permission)
    for (let isReplaced = false; ; isReplaced = true) {
      const opened = await threads.open(scope, threadId, wish)
      const { id } = opened.session
      try {
        const value = await work(id)
        const { hasOutsideData, allowedHosts } = await sessions.get(scope, id)
        return {
          value,
          isReplaced: isReplaced || opened.isReplaced,
          hasOutsideData: hasOutsideData || allowedHosts.length > 0,
        }
      } catch (error) {
        if (isReplaced || !(error instanceof AppError && error.code === 'sandbox_session_gone')) throw error
      }
    }
  }

  /** What an earlier attempt at the same work has done is not done again. */
  async function recorded(scope: Scope, id: string): Promise<ExecutionResult | null> {
    const found = await findExecution(db, scope, id)
    if (found) return toExecution(found)
    if (!(await isKnownExecution(db, scope, id))) return null
    return { ...interrupted, id }
  }

  return {
    run: (scope: Scope, ref: ComputerRef, script: Script, work: SessionWork) =>
      use(scope, ref, 'sandbox:execute', async (sessionId) => {
        const body = ExecuteBody.parse({ ...script, state: {} })
        return (await recorded(scope, work.executionId)) ?? execute(scope, sessionId, body, undefined, work)
      }),
    list: (scope: Scope, ref: ComputerRef): Promise<OnComputer<WorkspaceList>> =>
      use(scope, ref, 'sandbox:read', (id) => workspace.list(scope, id)),
    read: (scope: Scope, ref: ComputerRef, path: string): Promise<OnComputer<Buffer>> =>
      use(scope, ref, 'sandbox:read', (id) => workspace.get(scope, id, path)),
    write: (
      scope: Scope,
      ref: ComputerRef,
      { path, content, isOutside }: { path: string; content: string; isOutside: boolean },
    ): Promise<OnComputer<WorkspaceFile>> =>
      use(scope, ref, 'sandbox:write', (id) =>
        workspace.put(scope, id, path, Readable.from([Buffer.from(content)]), isOutside),
      ),
    /** A file of the acting user is copied to it. */
    import: (scope: Scope, ref: ComputerRef, file: { fileId: string; path?: string }) =>
      use(scope, ref, 'sandbox:write', (id) => workspace.importFile(scope, id, file)),
    /** A file in it becomes one of the acting user. */
    export: (
      scope: Scope,
      ref: ComputerRef,
      { path, name }: { path: string; name?: string },
      facts: Record<string, unknown>,
    ): Promise<OnComputer<File>> =>
      use(scope, ref, 'sandbox:read', (id) =>
        workspace.exportFile(scope, id, { path, fileType: 'other', ...(name ? { name } : {}) }, facts),
      ),
    /** It goes with its thread, and what was run in it is not stored any longer. */
    async forget(tx: Tx, scope: Scope, thread: { threadId: string; userId: string }): Promise<void> {
      const known = await lockSessionsOfThread(tx, scope.projectId, thread)
      for (const session of known) await sessions.endIn(tx, scope, session, 'released')
      await forgetExecutionsIn(
        tx,
        scope.projectId,
        known.map(({ id }) => id),
      )
    },
  }
}

export type Computers = ReturnType<typeof createComputers>

const interrupted: Omit<ExecutionResult, 'id'> = {
  status: 'failed',
  language: 'javascript',
  result: null,
  error: 'The server was lost while the script ran. What it had changed may or may not be there.',
  errorCode: 'killed',
  trace: null,
  stdout: '',
  stderr: '',
  truncated: { stdout: false, stderr: false },
  durationMs: 0,
  queuedMs: 0,
  creditsUsed: 0,
  stateLost: true,
}
