import type { Workflow } from '@stoa/sdk'
import { useRead } from '../../project.ts'
import { workflowsPath } from '../workflows/workflows-api.ts'

// Enough to choose from.
const shown = 100

/** Agents that can be talked to. */
export const useAgents = () =>
  useRead(['workflows', 'agents'], async (api, signal) => {
    const query = { workflowType: 'agent', limit: shown } as const
    return (await api.page(workflowsPath, { query, signal })).data
  })

export type AgentSummary = Pick<Workflow, 'id' | 'name'>
