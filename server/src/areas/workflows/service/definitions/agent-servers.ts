import type { Db } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { ApprovedServer, McpServers } from '../../engine/agents/mcp-servers.ts'
import type { Agent, AgentInput, McpServerRef } from '../../schema/agent.ts'
import { type AgentPatch, mergedAgent } from '../../schema/agent-patch.ts'

type Entries = NonNullable<NonNullable<AgentInput['tools']>['externalMcpConfigs']>

const entriesOf = (agent: AgentPatch | undefined): Entries => agent?.tools?.externalMcpConfigs ?? []

/** Whether a body names a server that may have to be contacted. */
export const contactsServers = (body: unknown): boolean =>
  entriesOf((body as { agent?: AgentPatch }).agent).some((each) => typeof each !== 'string')

/** Servers of the project, by name. */
export type KnownServers = ReadonlyMap<string, Pick<ApprovedServer, 'url'>>

export const noneKnown: KnownServers = new Map()

type Deps = { db: Db; mcpServers: McpServers }

/** Makes the servers of an agent toolkits of the project, before it is checked whether the agent has what it names. */
export async function approveServers(
  { db, mcpServers }: Deps,
  scope: Scope,
  agent: AgentPatch | undefined,
): Promise<KnownServers> {
  const entries = entriesOf(agent)
  const configs = entries.filter((each) => typeof each !== 'string')
  if (configs.length > 0) {
    const prepared = await mcpServers.prepare(scope, configs)
    await db.tx(async (tx) => {
      for (const each of prepared) await each.store(tx)
    })
  }
  const names = entries.flatMap((each) => (typeof each === 'string' ? [{ name: each }] : []))
  return names.length > 0 ? mcpServers.findApproved(scope, names) : noneKnown
}

/** The agent as it is stored, with what it was where an update does not name a field: a name is a server that it had, or one of the project; what servers are sent is not part of it. */
export function storedAgent(patch: AgentPatch, was: Agent | null, known: KnownServers): Agent {
  const { tools, ...agent } = patch
  if (!tools) return mergedAgent(was, { ...agent, tools })
  const { externalMcpConfigs: entries, ...rest } = tools
  if (!entries) return mergedAgent(was, { ...agent, tools: { ...rest, externalMcpConfigs: entries } })
  const had = new Map(was?.tools?.externalMcpConfigs?.map((each) => [each.name, each]))
  const configs = entries.map((each, i): McpServerRef => {
    if (typeof each !== 'string') return withoutHeaders(each)
    const kept = had.get(each)
    if (kept) return withoutHeaders(kept)
    const found = known.get(each)
    if (!found) throw unknownServer(each, i)
    return { name: each, url: found.url }
  })
  return mergedAgent(was, { ...agent, tools: { ...rest, externalMcpConfigs: configs } })
}

const withoutHeaders = ({ name, url, tools }: McpServerRef): McpServerRef => ({
  name,
  url,
  ...(tools ? { tools } : {}),
})

const unknownServer = (name: string, i: number) =>
  new AppError('invalid_parameter', `agent.tools.externalMcpConfigs.${i} names no known server: ${name}`, {
    details: [
      {
        in: 'body',
        path: `/agent/tools/externalMcpConfigs/${i}`,
        rule: 'known',
        message: 'is not the name of an MCP server of the agent or of the project',
      },
    ],
    hint: 'Send it as an object with name and url.',
  })
