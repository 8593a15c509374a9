import type { Queryable } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import { refuseUnpermitted } from '../../../../kernel/http/auth/authorize.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Connections } from '../../../connections/index.ts'
import type { Llm, TextRequest } from '../../../llm/index.ts'
import type { Toolkits } from '../../../toolkits/index.ts'
import type { Tools } from '../../../tools/index.ts'
import { findNewestAccount } from '../../store/definition.ts'
import { NodeFailure } from '../failure.ts'
import { createAccountChoice } from './account.ts'
import type {
  EffectCall,
  EffectResult,
  Effects,
  ModelRequest,
  ToolOrigin,
  ToolPlan,
  ToolRequest,
} from './effects.ts'

type ToolResult = Awaited<ReturnType<Tools['execute']>>
type AccountUse = Pick<Parameters<Tools['execute']>[3], 'accountOwner' | 'callbackUrl'>

export type LiveDeps = {
  db: Queryable
  tools: Tools
  llm: Llm
  toolkits: Pick<Toolkits, 'get'>
  connections: Pick<Connections, 'select'>
}

const maxToolMs = 300_000
const microPerCredit = 1_000_000

// After these a once tool has certainly done nothing; of other failures that is not known.
const withoutEffect = new Set([
  'arguments_invalid',
  'auth_expired',
  'insufficient_scope',
  'rate_limited',
  'not_found',
  'host_not_allowed',
  'refused',
])
const permanent = new Set([
  'arguments_invalid',
  'insufficient_scope',
  'not_found',
  'host_not_allowed',
  'refused',
])

/** Calls tools and models for real, each billed and logged by its own area. */
export function createLiveEffects({ db, tools, llm, toolkits, connections }: LiveDeps): Effects {
  const accountFor = createAccountChoice(db)

  /** A tool that only computes is executed with its plan, without a round trip; null where it takes the other path. */
  async function planAhead(scope: Scope, request: ToolRequest, origin: ToolOrigin): Promise<ToolPlan | null> {
    if (!origin.canDeferRows || request.connectedAccountId !== undefined) return null
    const { toolSlug, toolVersion, arguments: args } = request
    const call = { arguments: args, ...(toolVersion === undefined ? {} : { version: toolVersion }) }
    const done = await tools.executeAhead(scope, toolSlug, call, origin).catch((error: unknown) => {
      // The other path refuses it as well, where failures of the node are recorded.
      if (error instanceof AppError) return null
      throw error
    })
    if (!done) return null
    return {
      class: 'repeatable',
      identity: { slug: done.result.toolSlug, version: done.result.version, account: null },
      // It has read nothing but its arguments.
      taint: null,
      execute: async () => toEffectResult(done.result),
      rows: [done.rows],
    }
  }

  async function planTool(scope: Scope, request: ToolRequest, origin: ToolOrigin): Promise<ToolPlan> {
    // A graph gives its author no more than a direct call would.
    refuseUnpermitted(scope.permissions, 'tools:execute')
    const ahead = await planAhead(scope, request, origin)
    if (ahead) return ahead
    const traits = request.traits ?? (await tools.traits(scope, request.toolSlug, request.toolVersion))
    const { accountId, missingUnder, ownerId } = await accountFor(scope, traits, request, origin)
    const { callbackUrl } = origin
    return {
      class: traits.isReadOnly || traits.isIdempotent ? 'repeatable' : 'once',
      identity: { slug: traits.slug, version: traits.version, account: accountId },
      basis: async () => ({
        definition: (await tools.traits(scope, traits.slug, traits.version)).digest(),
        account: accountId ?? (traits.noAuth ? null : await findNewestAccount(db, scope, traits.toolkitSlug)),
      }),
      ...(accountId === null && traits.noAuth ? {} : { account: ownerId === null ? 'user' : 'owner' }),
      taint: traits.taintOf(request.arguments),
      ahead: () => planAhead(scope, request, { ...origin, canDeferRows: true }),
      async execute(call) {
        const account =
          missingUnder === null ? accountId : await accountUnder(scope, traits, missingUnder, callbackUrl)
        const use = {
          ...(ownerId === null ? {} : { accountOwner: { id: ownerId } }),
          ...(callbackUrl === undefined ? {} : { callbackUrl }),
        }
        const chosen = { ...request, connectedAccountId: account ?? undefined }
        const executed = executeTool(chosen, call, use)
        const result = await (ownerId === null ? executed : executed.catch(asOwnersFailure))
        return { ...result, taint: traits.taintOf(request.arguments, result.output) }
      },
    }
  }

  /** Refused with a link, unless the account was connected since the call was planned. */
  async function accountUnder(
    scope: Scope,
    { slug, toolkitSlug }: { slug: string; toolkitSlug: string },
    authConfigId: string,
    callbackUrl: string | undefined,
  ): Promise<string | null> {
    const toolkit = await toolkits.get(db, scope, toolkitSlug)
    const requested = { toolSlug: slug, authConfigId, ...(callbackUrl === undefined ? {} : { callbackUrl }) }
    const chosen = await connections.select(scope, toolkit, requested)
    return chosen.connectedAccountId
  }

  async function executeTool(request: ToolRequest, call: EffectCall, use: AccountUse): Promise<EffectResult> {
    const { scope, runId, workflowId, threadId, stepKey, signal, timeoutMs, definition } = call
    const result = await tools.execute(
      scope,
      request.toolSlug,
      {
        arguments: request.arguments,
        ...(request.toolVersion === undefined ? {} : { version: request.toolVersion }),
        ...(request.connectedAccountId === undefined
          ? {}
          : { connectedAccountId: request.connectedAccountId }),
        timeoutMs: Math.min(maxToolMs, timeoutMs),
        strictOutput: false,
        dryRun: false,
      },
      { signal, runId, stepKey, workflowId, threadId, definition, ...use },
    )
    return toEffectResult(result)
  }

  async function askModel(request: ModelRequest, call: EffectCall): Promise<EffectResult> {
    refuseUnpermitted(call.scope.permissions, 'llm:execute')
    const reply = await llm.complete(call.scope, toTextRequest(request, call), call.signal)
    const costs = { creditsMicro: Math.round(reply.usage.credits * microPerCredit), logId: reply.id }
    if (request.outputSchema === null) return { output: reply.text, ...costs }
    try {
      return { output: JSON.parse(reply.text), ...costs }
    } catch {
      throw new NodeFailure('output_invalid', 'The model did not return JSON.', {
        ...costs,
        isRetryable: true,
      })
    }
  }

  return { planTool, askModel, skipsWaits: false }
}

/** The account of another has to be repaired by its owner: the acting user is not asked to connect it. */
function asOwnersFailure(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'connection_required') throw error
  throw new NodeFailure(
    'owner_connection_unavailable',
    'The account of the owner of the agent cannot be used.',
    {
      hadNoEffect: true,
    },
  )
}

function toEffectResult(result: ToolResult): EffectResult {
  const costs = { creditsMicro: Math.round(result.creditsCharged * microPerCredit), logId: result.logId }
  if (result.successful) return { output: result.data, ...costs }
  const code = result.errorCode ?? 'internal'
  const isRefused = code === 'upstream_4xx' && ![408, 409].includes(result.upstreamStatus ?? 0)
  throw new NodeFailure(code, result.error ?? 'The tool failed.', {
    ...costs,
    isRetryable: !permanent.has(code) && !isRefused,
    hadNoEffect: withoutEffect.has(code) || isRefused,
    // Without a response it was refused before it was sent.
    ...(withoutEffect.has(code) && result.upstreamStatus === null ? { taint: null } : {}),
    retryAfterMs: result.retryAfterMs,
  })
}

const toTextRequest = (request: ModelRequest, { runId, workflowId, threadId }: EffectCall): TextRequest => ({
  model: request.model,
  system: request.system,
  prompt: request.prompt,
  parameters: {
    temperature: request.temperature,
    maxTokens: request.maxTokens,
    responseFormat:
      request.outputSchema === null
        ? { type: 'text' }
        : { type: 'json', schema: request.outputSchema, name: null },
  },
  subject: { workflowId, executionId: runId, threadId, runId },
})
