import type { BodyOf, Workflow } from '@stoa/sdk'
import type { updatePath } from '../../../features/workflows/workflows-api.ts'

export type AgentView = NonNullable<Workflow['agent']>
export type AgentPatch = NonNullable<NonNullable<BodyOf<typeof updatePath, 'patch'>>['agent']>
type Capabilities = NonNullable<AgentView['capabilities']>

/** Whether a human decides before a tool is called. */
export type ApprovalRule = 'auto' | 'ask' | 'ask_user' | 'ask_both' | 'never'

const sameName = (left: string, right: string) => left.toLowerCase() === right.toLowerCase()
const without = (names: readonly string[] = [], slug: string) => names.filter((name) => !sameName(name, slug))

/** The rule for a tool. Names that always ask win, as they do on the server. */
export function approvalOf({ capabilities }: AgentView, slug: string): ApprovalRule {
  const {
    sensitiveToolNames = [],
    alwaysAllowedToolNames = [],
    decidedByTool = {},
  } = capabilities?.humanApproval ?? {}
  if (sensitiveToolNames.some((name) => sameName(name, slug))) {
    const [, decidedBy] = Object.entries(decidedByTool).find(([name]) => sameName(name, slug)) ?? []
    return decidedBy === 'end_user' ? 'ask_user' : decidedBy === 'both' ? 'ask_both' : 'ask'
  }
  return alwaysAllowedToolNames.some((name) => sameName(name, slug)) ? 'never' : 'auto'
}

const decidedByRule = {
  ask: 'operator',
  ask_user: 'end_user',
  ask_both: 'both',
  auto: null,
  never: null,
} as const

export function withApproval(agent: AgentView, slug: string, rule: ApprovalRule): AgentView {
  const { humanApproval = {} } = agent.capabilities ?? {}
  const sensitiveToolNames = without(humanApproval.sensitiveToolNames, slug)
  const alwaysAllowedToolNames = without(humanApproval.alwaysAllowedToolNames, slug)
  const decidedBy = decidedByRule[rule]
  if (decidedBy) sensitiveToolNames.push(slug)
  if (rule === 'never') alwaysAllowedToolNames.push(slug)
  return withCapability(agent, 'humanApproval', {
    ...humanApproval,
    sensitiveToolNames,
    alwaysAllowedToolNames,
    decidedByTool: {
      ...Object.fromEntries(
        Object.entries(humanApproval.decidedByTool ?? {}).filter(([name]) => !sameName(name, slug)),
      ),
      ...(decidedBy ? { [slug]: decidedBy } : {}),
    },
  })
}

export const withTool = (agent: AgentView, slug: string): AgentView => ({
  ...agent,
  tools: { ...agent.tools, pinnedSlugs: [...without(agent.tools.pinnedSlugs, slug), slug] },
})

/** A tool that is removed takes its rule along. */
export function withoutTool(agent: AgentView, slug: string): AgentView {
  const { capabilities, ...rest } =
    approvalOf(agent, slug) === 'auto' ? agent : withApproval(agent, slug, 'auto')
  return {
    ...rest,
    ...(capabilities ? { capabilities } : {}),
    tools: { ...agent.tools, pinnedSlugs: without(agent.tools.pinnedSlugs, slug) },
  }
}

export const withCapability = <Name extends keyof Capabilities>(
  agent: AgentView,
  name: Name,
  value: Capabilities[Name],
): AgentView => ({ ...agent, capabilities: { ...agent.capabilities, [name]: value } })

/** What an agent may do with the rows of a table; each includes those before it. */
export type TableAccess = 'read' | 'write' | 'delete'

/** As the server reads it: a table without a policy can be read. */
export function tableAccessOf({ databaseAccessPolicies: policies = {} }: AgentView, id: string): TableAccess {
  const policy = policies[id]
  if (typeof policy === 'string') return policy === 'write' ? 'write' : 'read'
  const allowed = (policy ?? {}) as { write?: boolean; delete?: boolean }
  return allowed.delete === true ? 'delete' : allowed.write === true ? 'write' : 'read'
}

const policies = {
  read: 'read',
  write: 'write',
  delete: { read: true, write: true, delete: true },
} satisfies Record<TableAccess, unknown>

export const withTable = (agent: AgentView, id: string, access: TableAccess): AgentView => ({
  ...agent,
  databaseCollectionIds: [...new Set([...(agent.databaseCollectionIds ?? []), id])],
  databaseAccessPolicies: { ...agent.databaseAccessPolicies, [id]: policies[access] },
})

export function withoutTable(agent: AgentView, id: string): AgentView {
  const { [id]: removed, ...rest } = agent.databaseAccessPolicies ?? {}
  return {
    ...agent,
    databaseCollectionIds: (agent.databaseCollectionIds ?? []).filter((each) => each !== id),
    databaseAccessPolicies: rest,
  }
}

const fields = [
  'prompt',
  'modelSettings',
  'capabilities',
  'subAgentIds',
  'workflowIds',
  'knowledgeCollectionIds',
  'skillIds',
  'starterPrompts',
  'databaseCollectionIds',
  'databaseAccessPolicies',
  'tools',
] as const

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The server merges field by field: what is not there any more is cleared by null, and what is the same is left out. */
function changesIn(before: unknown, after: unknown): unknown {
  if (!isFields(before) || !isFields(after)) return after ?? null
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  return Object.fromEntries(changed.map((name) => [name, changesIn(before[name], after[name])]))
}

/** What of an agent has changed: fields are replaced one by one, so others keep what other users have saved. */
export function changesOf(before: AgentView, after: AgentView): AgentPatch {
  const changed = fields.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  const patch = Object.fromEntries(
    changed.map((name) => [name, changesIn(before[name], after[name])]),
  ) as AgentPatch
  // A starter message that is not written yet is none.
  return patch.starterPrompts
    ? { ...patch, starterPrompts: patch.starterPrompts.filter((text) => text.trim() !== '') }
    : patch
}
