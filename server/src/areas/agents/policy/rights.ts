import type { AgentSpec, Deciders, HumanApproval, PiiRule } from '../schema/spec.ts'
import { commonAccess, type DatabaseAccess, databaseAccessOf, toPolicies } from './database-access.ts'

/** What an agent may use, for those that it passes work to. */
export type Rights = {
  /** Null for every tool that the acting user may use. */
  tools: ReadonlySet<string> | null
  /** Null in any of these three allows all. */
  database: DatabaseAccess | null
  workflows: ReadonlySet<string> | null
  knowledge: ReadonlySet<string> | null
  hasComputer: boolean
  sensitive: readonly string[]
  allowed: readonly string[]
  /** Whether destructive calls wait for an approval in every conversation. */
  asksToDestroy: boolean
  /** Who may decide about calls, the outermost agent first. */
  deciders: readonly Deciders[]
  /** Rules about personal data hold for those that work for the agent as well. */
  pii: readonly PiiRule[]
}

/** An agent that can find any tool gives others as much; one with pinned tools only those. */
export function rightsOf(agent: AgentSpec): Rights {
  const { tools = {}, capabilities = {} } = agent
  const isOpen = tools.mode === 'META' && !tools.discoveryWhitelist
  return {
    tools: isOpen ? null : new Set(tools.pinnedSlugs ?? []),
    database: databaseAccessOf(agent),
    workflows: new Set(agent.workflowIds ?? []),
    knowledge: new Set(agent.knowledgeCollectionIds ?? []),
    hasComputer: capabilities.computer?.enabled ?? false,
    sensitive: capabilities.humanApproval?.sensitiveToolNames ?? [],
    allowed: capabilities.humanApproval?.alwaysAllowedToolNames ?? [],
    asksToDestroy: capabilities.humanApproval?.enabled !== false,
    deciders: decidersOf(capabilities.humanApproval),
    pii: piiOf(agent),
  }
}

/** The rights of the agents that passed the work on, and of this agent. */
export const decidersOf = ({
  decidersOfCallers = [],
  decidedBy,
  decidedByTool,
}: HumanApproval = {}): Deciders[] => [...decidersOfCallers, { decidedBy, decidedByTool }]

/** For the agents in a workflow that the agent executes: the workflow has its own tools, and waits for what the agent would wait for. */
export const approvalsOf = (agent: AgentSpec): Rights => ({
  ...rightsOf(agent),
  tools: null,
  database: null,
  workflows: null,
  knowledge: null,
  hasComputer: true,
})

const piiOf = ({ behavior }: AgentSpec): PiiRule[] => {
  const { enabled = true, rules = [] } = behavior?.guardrails?.pii ?? {}
  return enabled ? rules : []
}

/** The agent with no more rights than the one that called it: fewer tools and collections, and its approvals as well. */
export function restricted(agent: AgentSpec, rights: Rights): AgentSpec {
  const { tools, database, workflows, knowledge, hasComputer } = rights
  const { sensitive, allowed, asksToDestroy, deciders, pii } = rights
  const own = agent.tools ?? {}
  const { humanApproval = {} } = agent.capabilities ?? {}
  const isOpen = own.mode === 'META' && !own.discoveryWhitelist
  const requested = isOpen ? [...(tools ?? [])] : (own.pinnedSlugs ?? [])
  return {
    ...agent,
    ...(database && toPolicies(commonAccess(databaseAccessOf(agent), database))),
    workflowIds: (agent.workflowIds ?? []).filter((id) => workflows?.has(id) ?? true),
    knowledgeCollectionIds: (agent.knowledgeCollectionIds ?? []).filter((id) => knowledge?.has(id) ?? true),
    tools:
      tools === null
        ? own
        : { ...own, discoveryWhitelist: true, pinnedSlugs: requested.filter((slug) => tools.has(slug)) },
    behavior: {
      ...agent.behavior,
      guardrails: { ...agent.behavior?.guardrails, pii: { rules: [...piiOf(agent), ...pii] } },
    },
    capabilities: {
      ...agent.capabilities,
      ...(hasComputer ? {} : { computer: { enabled: false } }),
      humanApproval: {
        ...humanApproval,
        ...(asksToDestroy ? { enabled: true } : {}),
        decidersOfCallers: deciders,
        sensitiveToolNames: [...(humanApproval.sensitiveToolNames ?? []), ...sensitive],
        alwaysAllowedToolNames: (humanApproval.alwaysAllowedToolNames ?? []).filter((name) =>
          allowed.includes(name),
        ),
      },
    },
  }
}
