import type { Tool } from '@modelcontextprotocol/server'
import { isPermitted } from '../../../kernel/http/auth/authorize.ts'
import type { Agents, OfferedTool } from '../../agents/index.ts'
import type { Knowledge } from '../../knowledge/index.ts'
import type { Tables } from '../../tables/index.ts'
import { knowledgeTool } from './contents/knowledge-content.ts'
import { orRefusal, type ToolCalls } from './execute-tool.ts'
import type { MetaTool, Serving, Surface } from './surface.ts'
import { tableTool } from './table-tool.ts'
import { failure, success } from './to-result.ts'
import { type WorkflowPort, workflowTools } from './workflow-tools.ts'

export type MetaDeps = {
  agents: Pick<Agents, 'metaTools'>
  callTool: ToolCalls
  tables: Pick<Tables, 'listCollections'>
  knowledge: Pick<Knowledge, 'listCollections' | 'listSources' | 'readText'>
  workflows: WorkflowPort
}

export const metaInstructions =
  'Find tools with search_tools, read their arguments with get_tool_schemas, then call execute_tool.'

const readOnly = { readOnlyHint: true, openWorldHint: false }

/** Tools to find and execute tools with: a client sees a handful, and reaches all of the project. */
export function metaSurface(deps: MetaDeps, serving: Serving): Surface {
  const { scope, server } = serving
  const allowed =
    server.hasWhitelist && server.selectedTools.length > 0 ? new Set(server.selectedTools) : null

  const found = async (): Promise<MetaTool[]> => [
    ...findingTools(deps, serving, allowed),
    executeTool(deps, serving, allowed),
    ...(isPermitted(scope.permissions, 'workflow:execute') ? workflowTools(deps, serving) : []),
    ...(isPermitted(scope.permissions, 'table:read') ? await tableTool(deps, serving) : []),
    ...(await knowledgeTool(deps, serving)),
  ]

  return {
    list: async () => (await found()).map(({ tool }) => tool),
    async call(name, args, { signal }) {
      const meta = (await found()).find(({ tool }) => tool.name === name)
      return meta ? meta.call(args, signal) : null
    },
  }
}

/** What agents find tools with: it has no effect, and is not paid for. */
const findingTools = (
  { agents }: MetaDeps,
  { scope }: Serving,
  allowed: ReadonlySet<string> | null,
): MetaTool[] =>
  agents
    .metaTools({ scope, effects: { planTool: neverPlanned }, allowed })
    .filter(({ name }) => name !== 'execute_tool')
    .map((offered) => ({
      tool: definitionOf(offered, readOnly),
      call: (args, signal) =>
        orRefusal(async () => {
          const planned = await offered.plan({ id: '', name: offered.name, arguments: args })
          if (planned.kind !== 'step') return neverPlanned()
          const { timeoutMs } = planned
          const outcome = await planned.execute({ stepKey: '', signal, timeoutMs })
          return outcome.isOk ? success(outcome.output, null) : failure(outcome.message)
        }),
    }))

const neverPlanned = (): never => {
  throw new Error('tools are executed by the surface itself')
}

const executeTool = (deps: MetaDeps, serving: Serving, allowed: ReadonlySet<string> | null): MetaTool => ({
  tool: {
    name: 'execute_tool',
    description: 'Executes a tool that was found, with arguments that match its schema.',
    inputSchema: {
      type: 'object',
      properties: { slug: { type: 'string' }, arguments: { type: 'object' } },
      required: ['slug'],
    },
    annotations: { destructiveHint: true, openWorldHint: true },
  },
  async call({ slug, arguments: given = {} }, signal) {
    const name = String(slug ?? '')
    if (allowed !== null && !allowed.has(name)) return failure(`There is no tool ${name.slice(0, 100)}`)
    if (typeof given !== 'object' || given === null || Array.isArray(given))
      return failure('arguments must be an object')
    return deps.callTool(serving, name, given as Record<string, unknown>, signal)
  },
})

const definitionOf = (
  { name, description, parameters }: OfferedTool,
  annotations: NonNullable<Tool['annotations']>,
): Tool => ({ name, description, inputSchema: parameters as Tool['inputSchema'], annotations })
