import { isUuid } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Workflows } from '../../workflows/index.ts'
import { orRefusal } from './execute-tool.ts'
import type { MetaTool, Serving } from './surface.ts'
import { failure, success } from './to-result.ts'

export type WorkflowPort = Pick<Workflows, 'execute' | 'listExecutable'>

const waitMs = 60_000
const mostWorkflows = 50

/** The active workflows and agents of the project that the acting user can execute. */
export const workflowTools = ({ workflows }: { workflows: WorkflowPort }, { scope }: Serving): MetaTool[] => [
  {
    tool: {
      name: 'list_workflows',
      description: 'Lists the workflows and agents that can be executed, with what they do.',
      inputSchema: {
        type: 'object',
        properties: { q: { type: 'string', description: 'Part of the name.' } },
      },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    call: ({ q }) => orRefusal(async () => success({ workflows: await listed(workflows, scope, q) }, null)),
  },
  {
    tool: {
      name: 'run_workflow',
      description:
        'Executes a workflow with an input, or an agent with {"message": "…"}, and waits up to a minute for its output.',
      inputSchema: {
        type: 'object',
        properties: { id: { type: 'string', description: 'Of list_workflows.' }, input: { type: 'object' } },
        required: ['id'],
      },
      annotations: { destructiveHint: true, openWorldHint: true },
    },
    call: ({ id, input = {} }, signal) =>
      orRefusal(async () => {
        if (!isUuid(String(id))) return failure('id must be that of a workflow')
        const done = await workflows.execute(scope, String(id), { input, waitMs, signal })
        const { status, error } = done
        if (status === 'failed' || status === 'timeout' || status === 'cancelled')
          return failure(
            `The execution ${done.executionId} is ${status}: ${error?.message ?? 'no reason is known'}`,
          )
        return success(done, null)
      }),
  },
]

async function listed(workflows: WorkflowPort, scope: Scope, q: unknown) {
  const search = typeof q === 'string' && q.trim() !== '' ? { q: q.slice(0, 200) } : {}
  const { items } = await workflows.listExecutable(scope, { ...search, limit: mostWorkflows })
  return items.map(({ id, name, description, workflowType, graph, agent }) => ({
    id,
    name,
    description,
    type: workflowType,
    inputSchema: graph?.inputSchema ?? agent?.inputSchema ?? null,
  }))
}
