import { AppError } from '../../../kernel/errors.ts'
import { isPermitted } from '../../../kernel/http/auth/authorize.ts'
import type { RowCommits } from '../../../kernel/runs/commit-rows.ts'
import type { Tools } from '../../tools/index.ts'
import type { CallLog } from './call-log.ts'
import type { CallRequest, Serving } from './surface.ts'
import { type CallEnd, toCallEnd } from './to-result.ts'

export type AheadDeps = { tools: Pick<Tools, 'executeAhead'>; callLog: CallLog; commitRows: RowCommits }

/**
 * A tool that only computes is executed first, and then its execution, its charge and the log of the call are committed in
 * one round trip, together with those of calls at the same moment. The commit demands that the server is still the one
 * that was read for it, so that a server can be taken from memory. Null where the call has to be made in the ordinary way.
 */
export function createAheadCalls({ tools, callLog, commitRows }: AheadDeps) {
  return async (
    serving: Serving,
    { name, slug, args }: { name: string; slug: string; args: Record<string, unknown> },
    { client, method, startedAt }: CallRequest,
  ): Promise<CallEnd | null> => {
    const { scope, server } = serving
    if (!isPermitted(scope.permissions, 'tools:execute')) return null
    const origin = server.id === null ? {} : { mcpServerId: server.id }
    const done = await tools
      .executeAhead(scope, slug, { arguments: args, strictOutput: false }, origin)
      .catch(nullIfRefused)
    if (!done) return null
    const end = toCallEnd(done.result)
    const call = {
      ...client,
      method,
      target: name,
      error: end.error,
      logId: end.logId,
      durationMs: Math.round(performance.now() - startedAt),
    }
    const rows = [done.rows, callLog.rowsOf(serving, call, server.version)]
    return (await commitRows(scope.projectId, rows)) ? { ...end, isLogged: true } : null
  }
}

export type AheadCalls = ReturnType<typeof createAheadCalls>

/** The ordinary way refuses it as well, and says why. */
function nullIfRefused(error: unknown): null {
  if (error instanceof AppError) return null
  throw error
}
