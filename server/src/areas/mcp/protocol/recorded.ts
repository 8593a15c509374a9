import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { toAppError } from '../../../kernel/http/response/envelope.ts'
import type { Log } from '../../../kernel/log.ts'
import type { CallLog } from './call-log.ts'
import type { CallRequest, Serving } from './surface.ts'

export type RecorderDeps = { callLog: CallLog; log: Log }

type Outcome = { error: string | null; logId: string | null; isLogged: boolean }

const succeeded: Outcome = { error: null, logId: null, isLogged: false }

/** Answers requests of one client: what is wrong with one is said as the protocol says it, and calls are logged. */
export function createRecorder({ callLog, log }: RecorderDeps, serving: Serving) {
  /** What the caller can do something about is said, also to try again; of a bug only that it is one. */
  async function shown<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof ProtocolError) throw error
      const { status, message, extras } = toAppError(error)
      if (status < 500) throw new ProtocolError(ProtocolErrorCode.InvalidParams, message)
      const { requestId } = serving.scope
      log.error({ err: error, requestId }, 'an MCP request failed')
      const advice = extras.hint === undefined ? '' : `. ${extras.hint}`
      throw new ProtocolError(ProtocolErrorCode.InternalError, `${message}${advice}`, { requestId })
    }
  }

  async function recorded<Result>(
    { client, method, startedAt }: CallRequest,
    target: string,
    work: () => Promise<Result>,
    outcomeOf: (result: Result) => Outcome = () => succeeded,
  ): Promise<Result> {
    const record = (outcome: Pick<Outcome, 'error' | 'logId'>) =>
      callLog.write(serving, {
        ...client,
        ...outcome,
        method,
        target,
        durationMs: Math.round(performance.now() - startedAt),
      })
    try {
      const result = await shown(work)
      const { isLogged, ...outcome } = outcomeOf(result)
      if (!isLogged) await record(outcome)
      return result
    } catch (error) {
      await record({ error: (error as Error).message, logId: null })
      throw error
    }
  }

  return { shown, recorded }
}

export type Recorder = ReturnType<typeof createRecorder>
