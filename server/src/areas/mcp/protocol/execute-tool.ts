import { AppError } from '../../../kernel/errors.ts'
import { refuseUnpermitted } from '../../../kernel/http/auth/authorize.ts'
import type { Tools } from '../../tools/index.ts'
import type { Serving } from './surface.ts'
import { type CallEnd, refusalEnd, toCallEnd } from './to-result.ts'

const timeoutMs = 300_000

/** Executes a tool as every other caller does: checked, logged and paid in the name of the acting user. */
export function createToolCalls({ tools }: { tools: Pick<Tools, 'execute'> }) {
  return async (
    { scope, server }: Serving,
    slug: string,
    args: Record<string, unknown>,
    signal: AbortSignal,
  ): Promise<CallEnd> => {
    refuseUnpermitted(scope.permissions, 'tools:execute')
    return orRefusal(async () =>
      toCallEnd(
        await tools.execute(
          scope,
          slug,
          { arguments: args, timeoutMs, strictOutput: false, dryRun: false },
          {
            signal,
            authConfigs: server.authConfigs,
            ...(server.id === null ? {} : { mcpServerId: server.id }),
            ...(server.connectionCallbackUrl === null ? {} : { callbackUrl: server.connectionCallbackUrl }),
          },
        ),
      ),
    )
  }
}

export type ToolCalls = ReturnType<typeof createToolCalls>

/** What is refused for a reason that the caller can do something about is a result, which the model reads. */
export async function orRefusal(work: () => Promise<CallEnd>): Promise<CallEnd> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return refusalEnd(error)
    throw error
  }
}
