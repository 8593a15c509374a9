import { createByteCache } from '../../../../kernel/byte-cache.ts'
import type { Queryable } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Agent } from '../../schema/agent.ts'
import { findDefinition } from '../../store/version.ts'
import { type McpServers, withServerTools } from './mcp-servers.ts'

const maxBytes = 8 * 1024 * 1024

/** The agents of versions, those that were used last. A version never changes. */
export function createAgentVersions(db: Queryable, servers: Pick<McpServers, 'findApproved'>) {
  const cache = createByteCache<Agent>(maxBytes)

  async function stored(projectId: string, workflowId: string, version: number): Promise<Agent> {
    const key = `${projectId}/${workflowId}/${version}`
    const known = cache.get(key)
    if (known) return known
    const agent = (await findDefinition(db, { projectId }, workflowId, version))?.definition.agent
    if (!agent)
      throw new AppError('workflow_version_not_found', `The workflow has no agent of version ${version}`)
    cache.set(key, agent, JSON.stringify(agent).length)
    return agent
  }

  return {
    /** With the tools that its MCP servers have now. Throws `workflow_version_not_found`. */
    get: async (
      { projectId }: Pick<Scope, 'projectId'>,
      workflowId: string,
      version: number,
    ): Promise<Agent> =>
      withServerTools(servers, { projectId }, await stored(projectId, workflowId, version)),
  }
}

export type AgentVersions = ReturnType<typeof createAgentVersions>
