import type { Turn } from '../../../agents/index.ts'
import { ownConversation } from '../agents/conversation.ts'
import { stoppedOf } from '../interpreter/stopped-parts.ts'
import { executionLimits } from '../limits.ts'
import { recordedAnswer } from './human-wait.ts'
import type { Attempt, NodeKind } from './kind.ts'

/** An agent as a node: its steps are in the same run, under the name of the node, and its conversation is in its records. */
export const agentKind: NodeKind<'llm_agent'> = {
  async run(attempt) {
    const { state, node, step, context, signal, pass } = attempt
    const recorded = state.recording?.answerOf(step)
    if (recorded) return recordedAnswer(recorded)
    const agent = await agentOf(attempt)
    const message = messageOf(attempt.input.state)
    const outputSchema = node.outputSchema ?? agent.outputSchema ?? null
    // A replay sends nothing, so that what was not recorded is made up.
    if (state.recording && state.effects.skipsWaits)
      return { ...(await madeUp(attempt, message, outputSchema)), taint: null }
    const session = {
      context,
      waits: state.waits,
      effects: state.effects,
      isOffline: state.effects.skipsWaits,
      threadId: state.threadId,
      nodeId: node.id,
      workedMs: state.workedMs,
      signal,
    }
    const workflowId = node.agentId ?? pass.flow.workflowId
    const end = await state.turns.run(session, {
      agent,
      workflowId,
      messages: [{ id: `${context.run.id}:${step}:input`, role: 'human', content: message }],
      inputTaint: attempt.taint,
      guarded: null,
      overrides: {},
      outputSchema,
      conversation: ownConversation(),
      usage: null,
      usedBefore: null,
      calledBefore: null,
      handOff: null,
      prefix: `${step}:agent/`,
      namespace: [...state.namespace, `node:${step}`],
      rights: state.rights,
      depth: state.depth,
    })
    const { output, creditsMicro, taint } = end
    const stopped = stoppedOf(end, { step, workflowId })
    return { output, creditsMicro, taint, stopped, now: state.clock.now().getTime() }
  },
}

/** The agent that the node names, at the version that was active when it was reached; else the node's own. */
async function agentOf({ state, node, step, context }: Attempt<'llm_agent'>): Promise<Turn['agent']> {
  const { agentId, agent = {} } = node
  if (agentId === undefined) {
    const { toolSlugs = [], ...own } = agent
    return { ...own, tools: { pinnedSlugs: toolSlugs } }
  }
  const { scope } = context
  const version = await context.step(
    `${step}:agent`,
    () => state.subflows.resolve(scope, agentId, undefined),
    { class: 'pure' },
  )
  return state.agentVersions.get(scope, agentId, version)
}

/** What the agent is given to read: `message` of the mapping, else all of it. */
function messageOf(input: unknown): string {
  const { message } = (input ?? {}) as { message?: unknown }
  return typeof message === 'string' ? message : JSON.stringify(input ?? null, null, 2)
}

function madeUp(
  { state, context, step, pass }: Attempt,
  prompt: string,
  outputSchema: Record<string, unknown> | null,
) {
  const request = { model: null, system: null, prompt, temperature: null, maxTokens: null, outputSchema }
  return state.effects.askModel(request, {
    scope: context.scope,
    runId: context.run.id,
    workflowId: pass.flow.workflowId,
    threadId: state.threadId,
    stepKey: step,
    key: step,
    signal: context.signal,
    timeoutMs: 1000 * executionLimits.seconds,
  })
}
