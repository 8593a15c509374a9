import type { Stoa } from '@stoa/sdk'
import { executePath } from '../../../../features/tools/tools-api.ts'
import type { RequestedTool } from '../draft.ts'
import { toChatError } from '../step.ts'

// The server ends a tool after five minutes at the latest.
const timeoutMs = 310_000
/** What a model gets of one result: more would fill its context. */
const maxResultLength = 50_000

const shortened = (text: string): string =>
  text.length <= maxResultLength ? text : `${text.slice(0, maxResultLength)}\n(the rest was cut off)`

type ToolCall = {
  api: Stoa
  slug: string
  tool: RequestedTool
  signal: AbortSignal
  /** The conversation may be open in two windows: what was approved in both runs once. */
  idempotencyKey: string
}

/** Runs one tool call of a model. An error is a result as well: the model can react to it. */
export async function runTool({ api, slug, tool, signal, idempotencyKey }: ToolCall): Promise<RequestedTool> {
  try {
    const execution = await api.post(executePath, {
      params: { toolSlug: slug },
      body: { arguments: JSON.parse(tool.arguments || '{}') as Record<string, unknown> },
      signal,
      idempotencyKey,
      timeoutMs,
      // A tool that was started must not be started again because its response got lost.
      retries: 0,
    })
    const { successful, data, error, errorCode, logId, durationMs } = execution
    return {
      ...tool,
      result: shortened(JSON.stringify(successful ? data : { error, errorCode }, null, 2) ?? 'null'),
      run: { phase: successful ? 'succeeded' : 'failed', slug, logId, durationMs },
    }
  } catch (failure) {
    const run = { slug, logId: null, durationMs: null }
    if (signal.aborted) return { ...tool, run: { ...run, phase: 'stopped' } }
    const { code, message, hint } = toChatError(failure)
    return {
      ...tool,
      result: JSON.stringify({ error: message, code, ...(hint ? { hint } : {}) }, null, 2),
      run: { ...run, phase: 'failed' },
    }
  }
}
