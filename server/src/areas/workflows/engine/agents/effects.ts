import type { Db } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import { isPermitted, refuseUnpermitted } from '../../../../kernel/http/auth/authorize.ts'
import { PermanentFailure, type RunContext } from '../../../../kernel/runs/run.ts'
import type { ToolCallContext, ToolOutcome, Turn, TurnEffects } from '../../../agents/index.ts'
import type { CallRequest, Llm } from '../../../llm/index.ts'
import type { EffectCall, Effects, ToolPlan } from '../effects/effects.ts'
import { type NodeFailure, toEffectFailure } from '../failure.ts'
import { whenCapacity } from '../interpreter/capacity.ts'
import { createOwnerGrants } from './owner-grants.ts'

export type AgentEffectsDeps = { db: Db; llm: Pick<Llm, 'call' | 'prepare'>; effects: Effects }

export type AgentOrigin = {
  workflowId: string
  threadId: string
  isOffline: boolean
  tools: Turn['agent']['tools']
}

/** Tools and models for the loop of an agent, by the same means as those of nodes: accounts, permissions, mocks. */
export function createTurnEffects(
  { db, llm, effects }: AgentEffectsDeps,
  { scope, run, canDeferRows }: RunContext,
  { workflowId, threadId, isOffline, tools = {} }: AgentOrigin,
): TurnEffects {
  const grantedBy = createOwnerGrants(db, scope, workflowId, tools.visitorOwnerConnections)
  const callbackUrl = tools.connectionCallbackUrl ? { callbackUrl: tools.connectionCallbackUrl } : {}
  const outcomeBy = (plan: ToolPlan, input: ToolCallContext): Promise<ToolOutcome> =>
    outcomeOf(input.signal, () =>
      plan.execute({ ...input, scope, runId: run.id, workflowId, threadId, key: input.stepKey }),
    )
  const toSend = (request: CallRequest): CallRequest =>
    isOffline ? { ...request, model: 'local/demo', fallbackModels: [] } : request
  return {
    skipsPauses: effects.skipsWaits,
    async planTool(request) {
      const requested = { connectedAccountId: undefined, ...request }
      const origin = { workflowId, runId: run.id, threadId, canDeferRows: false, grantedBy, ...callbackUrl }
      const plan = await effects.planTool(scope, requested, origin)
      return {
        class: plan.class,
        identity: plan.identity,
        ...(plan.basis ? { basis: plan.basis } : {}),
        ...(plan.account ? { account: plan.account } : {}),
        execute: (input) => outcomeBy(plan, input),
        // Behind its plan, which may need an approval.
        async compute(input) {
          const ahead = canDeferRows && plan.class === 'repeatable' ? await plan.ahead?.() : null
          return ahead ? { ...(await outcomeBy(ahead, input)), rows: ahead.rows ?? [] } : null
        },
      }
    },
    callModel(request, signal, options) {
      refuseUnpermitted(scope.permissions, 'llm:execute')
      return llm.call(scope, toSend(request), signal, options)
    },
    prepareCall: async (request) =>
      isPermitted(scope.permissions, 'llm:execute') ? llm.prepare(scope, toSend(request)) : null,
  }
}

type Executed = Awaited<ReturnType<ToolPlan['execute']>>

async function outcomeOf(signal: EffectCall['signal'], work: () => Promise<Executed>): Promise<ToolOutcome> {
  try {
    const { output, creditsMicro = 0, logId = null, taint } = await whenCapacity([signal], work)
    return { isOk: true, output, creditsMicro, logId, ...(taint === undefined ? {} : { taint }) }
  } catch (error) {
    if (signal.aborted) throw signal.reason
    // Without credits the model could not be called again either: the run ends with the reason.
    if (error instanceof AppError && error.status === 402)
      throw new PermanentFailure(error.code, error.message)
    const failure = toEffectFailure(error)
    if (!failure) throw error
    return { isOk: false, ...factsOf(failure), connection: failure.facts.connection ?? null }
  }
}

const factsOf = ({ code, message, facts }: NodeFailure) => ({
  code,
  message,
  creditsMicro: facts.creditsMicro ?? 0,
  logId: facts.logId ?? null,
  isRetryable: facts.isRetryable ?? false,
  hadNoEffect: facts.hadNoEffect ?? false,
  retryAfterMs: facts.retryAfterMs ?? null,
  ...(facts.taint === undefined ? {} : { taint: facts.taint }),
})
