import { AppError } from '../../../../kernel/errors.ts'
import type { Sealer } from '../../../../kernel/secrets/seal.ts'
import type { Agent, AgentInput, McpConfig } from '../../schema/agent.ts'

const purpose = 'workflow-mcp-header'

export type AgentOwner = { projectId: string; id: string }

const contextOf = ({ projectId, id }: AgentOwner) => ({ projectId, purpose, rowId: id })

/** Headers of remote MCP servers are credentials, and stored sealed. */
export function createAgentSecrets(sealer: Sealer) {
  const mapHeaders = (config: McpConfig, change: (value: string) => string): McpConfig => {
    if (!config.headers) return config
    const headers = Object.entries(config.headers).map(([name, value]) => [name, change(value)])
    return { ...config, headers: Object.fromEntries(headers) }
  }

  return {
    /** A name in place of a server keeps the stored one. */
    seal(owner: AgentOwner, input: AgentInput, stored: Agent | null): Agent {
      const { tools, ...agent } = input
      if (!tools) return agent
      const { externalMcpConfigs: remote, ...rest } = tools
      if (!remote) return { ...agent, tools: rest }
      const known = new Map(stored?.tools?.externalMcpConfigs?.map((each) => [each.name, each]))
      const configs = remote.map((each, i) => {
        if (typeof each !== 'string') return mapHeaders(each, (value) => sealer.seal(contextOf(owner), value))
        const kept = known.get(each)
        if (!kept) throw unknownServer(each, i)
        return kept
      })
      return { ...agent, tools: { ...rest, externalMcpConfigs: configs } }
    },
    /** For a copy under another id. */
    reseal(from: AgentOwner, into: AgentOwner, agent: Agent): Agent {
      const remote = agent.tools?.externalMcpConfigs
      if (!remote) return agent
      const configs = remote.map((each) =>
        mapHeaders(each, (value) => sealer.seal(contextOf(into), sealer.openText(contextOf(from), value))),
      )
      return { ...agent, tools: { ...agent.tools, externalMcpConfigs: configs } }
    },
  }
}

export type AgentSecrets = ReturnType<typeof createAgentSecrets>

const unknownServer = (name: string, i: number) =>
  new AppError('invalid_parameter', `agent.tools.externalMcpConfigs.${i} names no stored server: ${name}`, {
    details: [
      {
        in: 'body',
        path: `/agent/tools/externalMcpConfigs/${i}`,
        rule: 'known',
        message: 'is not the name of a stored MCP server',
      },
    ],
    hint: 'Send it as an object with name and url.',
  })
