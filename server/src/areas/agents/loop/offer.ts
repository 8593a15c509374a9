import { functionNames } from '../../../kernel/text/function-schema.ts'
import type { ToolTraits } from '../../tools/index.ts'
import { computerTools } from '../offered/computer.ts'
import { databaseTools, noNotes } from '../offered/database.ts'
import { delegateTool } from '../offered/delegate.ts'
import { escalateTool } from '../offered/escalate.ts'
import { knowledgeTool } from '../offered/knowledge.ts'
import { memoryTools } from '../offered/memory.ts'
import { metaTools } from '../offered/meta.ts'
import { pinnedTool } from '../offered/pinned.ts'
import { recallResultTool } from '../offered/recall-result.ts'
import { todoTool } from '../offered/todo.ts'
import type { OfferedTool } from '../offered/tool.ts'
import { workflowTools } from '../offered/workflows.ts'
import type { AgentSpec } from '../schema/spec.ts'
import type { Turn } from '../schema/turn.ts'
import type { Loop, LoopDeps } from './loop.ts'
import type { Prepared } from './prepare.ts'
import { submitTool } from './structured.ts'

// Vendors take no more.
const maxTools = 128

/** Everything that the model can call in this turn, by its name; of two with the same name the first. */
export async function offer(
  deps: LoopDeps,
  turn: Turn,
  prepared: Prepared,
  loop: () => Loop,
): Promise<ReadonlyMap<string, OfferedTool>> {
  const { outputSchema } = turn
  const offered = [
    // Before the tool of the same name that searches any collection: an agent answers from its own.
    ...(turn.searchKnowledge ? [knowledgeTool(turn.searchKnowledge)] : []),
    ...serviceTools(deps, turn, prepared),
    ...(await databaseTools(deps.tools, {
      ...turn,
      scope: prepared.scope,
      notes: prepared.record.tables ?? noNotes,
    })),
    ...(await deps.sources.tools(turn.agent, { scope: prepared.scope, effects: turn.effects })),
    ...delegateTools(turn, prepared),
    ...(await executableWorkflows(deps, turn, prepared)),
    ...toolsOfComputer(deps, turn, prepared, loop),
    ...(turn.agent.capabilities?.todoList?.enabled ? [todoTool] : []),
    ...(turn.agent.behavior?.escalation?.enabled && turn.handOff ? [escalateTool] : []),
    ...rememberingTools(deps, turn, prepared, loop),
  ]
  if (offered.length > 0) offered.push(recallResultTool(() => loop().all))
  const all =
    outputSchema !== null && offered.length > 0 ? [submitTool(outputSchema, loop), ...offered] : offered
  const byName = new Map<string, OfferedTool>()
  for (const tool of all.slice(0, maxTools)) if (!byName.has(tool.name)) byName.set(tool.name, tool)
  return byName
}

/** The same in every turn, whichever of the tools were selected for it. */
const namesOf = (agent: AgentSpec, tools: readonly ToolTraits[]): ReadonlyMap<string, string> =>
  functionNames([...new Set([...(agent.tools?.pinnedSlugs ?? []), ...tools.map(({ slug }) => slug)])])

/** The pinned tools themselves, or what finds and executes tools. */
function serviceTools(deps: LoopDeps, { agent, effects }: Turn, { tools, scope }: Prepared): OfferedTool[] {
  if (agent.tools?.mode !== 'META') {
    const names = namesOf(agent, tools)
    return tools.map((traits) => pinnedTool(traits, names.get(traits.slug)!, effects))
  }
  const { discoveryWhitelist, pinnedSlugs = [] } = agent.tools
  return metaTools(deps, { scope, effects, allowed: discoveryWhitelist ? new Set(pinnedSlugs) : null })
}

const delegateTools = (turn: Turn, { delegates }: Prepared): OfferedTool[] =>
  turn.delegates && delegates.length > 0 ? [delegateTool(delegates, turn.delegates)] : []

const executableWorkflows = async (
  deps: LoopDeps,
  { workflows }: Turn,
  { workflows: known, scope }: Prepared,
): Promise<OfferedTool[]> => (workflows ? workflowTools(deps, { known, workflows, scope }) : [])

// A computer that is not used makes way for those of other conversations; it wakes with everything in it.
const idleTimeoutSec = 300
const sessionSeconds = { min: 60, max: 86_400 }

function toolsOfComputer(
  { sandboxes: { computers } }: LoopDeps,
  { agent, effects, origin }: Turn,
  { scope }: Prepared,
  loop: () => Loop,
): OfferedTool[] {
  const { enabled, maxDurationSec } = agent.capabilities?.computer ?? {}
  const { threadId, workflowId, executionId } = origin
  if (!enabled || threadId === null) return []
  const { min, max } = sessionSeconds
  const lasting =
    maxDurationSec === undefined ? {} : { maxDurationSec: Math.min(max, Math.max(min, maxDurationSec)) }
  return computerTools({
    scope,
    computers,
    ref: { threadId, workflowId, idleTimeoutSec, ...lasting },
    origin: { workflowId, executionId, threadId },
    isMocked: effects.skipsPauses,
    taint: () => loop().taint,
    entries: () => loop().all,
  })
}

function rememberingTools(
  { memories }: LoopDeps,
  { agent, origin: { workflowId, executionId, threadId } }: Turn,
  { scope }: Prepared,
  loop: () => Loop,
): OfferedTool[] {
  if (!agent.capabilities?.longTermMemory?.enabled) return []
  const source = { kind: 'agent', executionId, threadId } as const
  const store = {
    remember: async (text: string, id: string) => {
      const { id: stored } = await memories.add(scope, workflowId, { id, text, source })
      return { id: stored }
    },
    recall: async (query: string) =>
      (await memories.search(scope, workflowId, query)).map(({ text, createdAt }) => ({ text, createdAt })),
  }
  return memoryTools(store, executionId, () => loop().all)
}
