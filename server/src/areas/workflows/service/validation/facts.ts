import type { Db } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Knowledge } from '../../../knowledge/index.ts'
import type { Llm } from '../../../llm/index.ts'
import type { Tools } from '../../../tools/index.ts'
import { type ApprovedServer, type McpServers, slugsOf } from '../../engine/agents/mcp-servers.ts'
import type { Agent } from '../../schema/agent.ts'
import type { Definition } from '../../schema/workflow.ts'
import { findAccounts, type UsableAccount } from '../../store/account.ts'
import { findActiveSkills, findCollections, findUsable, type UsableWorkflow } from '../../store/use.ts'
import type { Reference, References } from './definition-walk.ts'
import type { Callees } from './expressions/outside.ts'
import { findCallees, toolsWithin } from './find-callees.ts'

export type FoundTool = NonNullable<Awaited<ReturnType<Tools['find']>>>

/** What there is of what a definition names, as the acting user sees it. */
export type Facts = {
  tools: ReadonlyMap<string, FoundTool | null>
  models: ReadonlySet<string>
  workflows: ReadonlyMap<string, UsableWorkflow>
  /** Workflows and tools that the graph executes, for the types of outputs. */
  callees: Callees
  innerTools: ReadonlyMap<string, FoundTool | null>
  connectedToolkits: ReadonlySet<string>
  accounts: ReadonlyMap<string, UsableAccount>
  collections: ReadonlySet<string>
  skills: ReadonlySet<string>
  knowledge: ReadonlySet<string>
  /** Other MCP servers of the agent, by name. */
  servers: ReadonlyMap<string, ApprovedServer>
  /** Settings of the agent that its model does not take. */
  ignoredSettings: readonly string[]
}

export type FactsDeps = {
  db: Db
  tools: Pick<Tools, 'find' | 'getVersion'>
  llm: Pick<Llm, 'hasModel' | 'ignoredSettings'>
  connections: { connectedToolkits(db: Db, scope: Scope): Promise<ReadonlySet<string>> }
  knowledge: Pick<Knowledge, 'findExisting'>
  mcpServers: Pick<McpServers, 'findApproved'>
}

export const toolKey = ({ name, version }: Pick<Reference, 'name' | 'version'>): string =>
  version === undefined ? name : `${name}@${version}`

// Each takes a few reads; more at the same time only wait for one another.
const toolsAtOnce = 16

export function createFactFinder({ db, tools, llm, connections, knowledge, mcpServers }: FactsDeps) {
  async function findTool(scope: Scope, { name, version }: Reference): Promise<FoundTool | null> {
    if (version === undefined) return tools.find(db, scope, name)
    try {
      return await tools.getVersion(db, scope, name, version)
    } catch (error) {
      if (error instanceof AppError && error.status === 404) return null
      throw error
    }
  }

  async function findTools(scope: Scope, references: readonly Reference[]) {
    const distinct = [...new Map(references.map((each) => [toolKey(each), each]))]
    const found = new Map<string, FoundTool | null>()
    for (let i = 0; i < distinct.length; i += toolsAtOnce) {
      const some = distinct.slice(i, i + toolsAtOnce)
      const each = await Promise.all(some.map(([, reference]) => findTool(scope, reference)))
      for (const [j, [key]] of some.entries()) found.set(key, each[j]!)
    }
    return found
  }

  async function findModels(scope: Scope, references: readonly Reference[]) {
    const known = new Set<string>()
    for (const name of new Set(references.map((each) => each.name)))
      if (await llm.hasModel(scope, name)) known.add(name)
    return known
  }

  const findIgnored = async (scope: Scope, { modelSettings }: Agent) =>
    modelSettings ? llm.ignoredSettings(scope, modelSettings.model ?? null, modelSettings) : []

  return async (scope: Scope, references: References, { graph, agent }: Definition): Promise<Facts> => {
    const accountIds = (graph?.nodes ?? []).flatMap((node) =>
      node.type === 'action' && node.connectedAccountId !== undefined ? [node.connectedAccountId] : [],
    )
    const servers = agent?.tools?.externalMcpConfigs ?? []
    const approved = servers.length > 0 ? await mcpServers.findApproved(scope, servers) : new Map()
    const ofServers = servers.flatMap((server) => slugsOf(server, approved) ?? [])
    const named = [...references.tools, ...ofServers.map((name) => ({ name, nodeId: null, path: '' }))]
    const ids = [...references.subflows, ...references.agents].map(({ name }) => name)
    const callees = graph ? await findCallees(db, scope, graph) : {}
    return {
      tools: await findTools(scope, named),
      callees,
      innerTools: await findTools(scope, toolsWithin(callees)),
      models: await findModels(scope, references.models),
      workflows: await findUsable(db, scope, [...new Set(ids)]),
      connectedToolkits: named.length > 0 ? await connections.connectedToolkits(db, scope) : new Set(),
      accounts: await findAccounts(db, scope, accountIds),
      collections: await findCollections(
        db,
        scope,
        references.collections.map(({ name }) => name),
      ),
      skills: await findActiveSkills(
        db,
        scope,
        references.skills.map(({ name }) => name),
      ),
      knowledge: await knowledge.findExisting(
        scope,
        references.knowledge.map(({ name }) => name),
      ),
      servers: approved,
      ignoredSettings: agent ? await findIgnored(scope, agent) : [],
    }
  }
}

export type FactFinder = ReturnType<typeof createFactFinder>
