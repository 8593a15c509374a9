import { useRead } from '../../project.ts'
import { actAs } from '../end-users/act-as.ts'
import { workflowsPath } from './workflows-api.ts'

const nameLimit = 100

export type NamedWorkflow = { id: string; name: string; workflowType: 'static' | 'agent' }

/** The workflows and agents that were changed last, for lists that have their ids alone. */
export function useNamedWorkflows(): readonly NamedWorkflow[] {
  const { data } = useRead(['workflows', 'names'], (api, signal) =>
    actAs(api).get(workflowsPath, {
      query: { limit: nameLimit, sortBy: 'updatedAt', sortOrder: 'DESC' },
      signal,
    }),
  )
  return data ?? []
}

export function useWorkflowNames(): (id: string) => string | undefined {
  const names = new Map(useNamedWorkflows().map(({ id, name }) => [id, name]))
  return (id) => names.get(id)
}
