import type { ToolRequest } from '../effects/effects.ts'
import { defaultModelTimeoutMs, defaultNodeTimeoutMs } from '../limits.ts'
import type { Attempt, EffectPlan, NodeKind } from './kind.ts'

const timeoutMsOf = (timeoutSec: number | undefined, fallback = defaultNodeTimeoutMs): number =>
  timeoutSec === undefined ? fallback : Math.round(timeoutSec * 1000)

async function planTool(
  { state, pass, context }: Attempt,
  request: ToolRequest,
  timeoutSec: number | undefined,
): Promise<EffectPlan> {
  const plan = await state.effects.planTool(state.root.scope, request, {
    workflowId: pass.flow.workflowId,
    runId: context.run.id,
    threadId: state.threadId,
    canDeferRows: context.canDeferRows,
  })
  return {
    class: plan.class,
    identity: { tool: plan.identity, arguments: request.arguments },
    timeoutMs: timeoutMsOf(timeoutSec),
    taint: plan.taint,
    execute: plan.execute,
    ...(plan.rows ? { rows: plan.rows } : {}),
  }
}

export const actionKind: NodeKind<'action'> = {
  plan: (attempt) => {
    const { toolSlug, toolVersion, connectedAccountId, timeoutSec } = attempt.node
    const args = attempt.input.arguments as Record<string, unknown>
    const request = { toolSlug, toolVersion, connectedAccountId, arguments: args }
    return planTool(attempt, request, timeoutSec)
  },
}

/** Requests go through the built-in tools, which redact, log and bill them like any other. */
export const httpKind: NodeKind<'http'> = {
  async plan(attempt) {
    const { method, timeoutSec, contentType } = attempt.node
    const { url, query, headers, body } = attempt.input
    const httpRequest = {
      url: String(url ?? ''),
      ...(query === undefined ? {} : { query }),
      ...(headers === undefined ? {} : { headers: textValues(headers) }),
    }
    const isGet = method === 'GET'
    const request: ToolRequest = {
      toolSlug: isGet ? 'http_get' : 'http_request',
      toolVersion: undefined,
      connectedAccountId: undefined,
      arguments: isGet
        ? httpRequest
        : {
            ...httpRequest,
            method,
            ...(body === undefined ? {} : { body }),
            ...(contentType === undefined ? {} : { contentType }),
          },
    }
    const plan = await planTool(attempt, request, timeoutSec)
    return method === 'HEAD' ? { ...plan, class: 'repeatable' } : plan
  },
}

/** Headers are texts; what an expression gives may be a number. */
const textValues = (values: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries((values ?? {}) as object).flatMap(([name, value]) =>
      value === null || value === undefined ? [] : [[name, String(value)]],
    ),
  )

/** What the script returns is the output, what it prints the log of the node. */
export const codeKind: NodeKind<'code'> = {
  async plan(attempt) {
    const { language, code, timeoutSec } = attempt.node
    const request: ToolRequest = {
      toolSlug: `sandbox_run_${language}`,
      toolVersion: undefined,
      connectedAccountId: undefined,
      arguments: { source: code, state: attempt.input.state as Record<string, unknown> },
    }
    const plan = await planTool(attempt, request, timeoutSec)
    return {
      ...plan,
      // A sealed interpreter has no network.
      class: 'repeatable',
      async execute(call) {
        const { output, ...rest } = await plan.execute(call)
        const { result = null, stdout = '', stderr = '' } = (output ?? {}) as Record<string, unknown>
        return { ...rest, output: result, lines: linesOf(stdout, stderr) }
      },
    }
  },
}

const maxLines = 200
const linesOf = (...texts: unknown[]): string[] =>
  texts
    .flatMap((text) => String(text ?? '').split('\n'))
    .filter((line) => line !== '')
    .slice(0, maxLines)

export const llmKind: NodeKind<'llm'> = {
  async plan({ node, input, state }) {
    const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value ?? ''))
    const request = {
      model: node.model ?? null,
      system: input.system === undefined ? null : text(input.system),
      prompt: text(input.prompt),
      temperature: node.temperature ?? null,
      maxTokens: node.maxTokens ?? null,
      outputSchema: node.outputSchema ?? null,
    }
    return {
      class: undefined,
      identity: { model: request },
      timeoutMs: timeoutMsOf(node.timeoutSec, defaultModelTimeoutMs),
      // It knows its prompt alone.
      taint: null,
      execute: (call) => state.effects.askModel(request, call),
    }
  },
}
