import type { WorkflowSummary } from '@stoa/sdk'
import Bot from 'lucide-react/icons/bot'
import { CreateButton } from '../../../components/actions/create-button.tsx'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { Status } from '../../../components/feedback/status.tsx'
import { Page } from '../../../components/layout/page.tsx'
import { FilterBar } from '../../../components/list/filter-bar.tsx'
import { List } from '../../../components/list/list.tsx'
import { ListSearch } from '../../../components/list/list-search.tsx'
import type { Column } from '../../../components/list/table.tsx'
import { formatAmount } from '../../../components/text/format-number.ts'
import { TimeAgo } from '../../../components/text/time-ago.tsx'
import { AgentTabs } from '../../../features/agents/agent-tabs.tsx'
import { actAs, actingHeaders } from '../../../features/end-users/act-as.ts'
import { ModelName } from '../../../features/models/model-name.tsx'
import { useModelNames } from '../../../features/models/use-model-names.ts'
import { createPath, workflowsPath as path } from '../../../features/workflows/workflows-api.ts'
import { pageOf, pageSize, useFilters } from '../../../filters.ts'
import { href } from '../../../href.ts'
import { useRead } from '../../../project.ts'
import { workflowRoutes } from '../routes.ts'
import { WorkflowMenu } from '../workflow-menu.tsx'
import { CreateAgent } from './create-agent.tsx'
import '../list/list.css'

const createCall = {
  method: 'POST',
  path: createPath,
  body: {
    name: 'Support',
    workflowType: 'agent',
    agent: { prompt: 'You answer questions about orders.', tools: { pinnedSlugs: ['math_calculate'] } },
  },
} as const

export function AgentsPage() {
  const { filters, set } = useFilters()
  const query = {
    q: filters.q,
    workflowType: 'agent' as const,
    sortBy: 'updatedAt' as const,
    sortOrder: 'DESC' as const,
    page: pageOf(filters),
    limit: pageSize,
  }
  const agents = useRead(
    ['workflows', 'list', query],
    (api, signal) => actAs(api).page(path, { query, signal }),
    { keepsPrevious: true, refetchInterval: 10_000 },
  )
  const modelName = useModelNames(agents.data?.data.flatMap(modelOf) ?? [])
  const create = <CreateButton onClick={() => set({ new: 'agent' })}>Create agent</CreateButton>
  return (
    <Page
      title="Agents"
      about="Models with instructions that call tools until the task is done."
      actions={create}
      calls={[
        {
          title: 'List',
          call: { method: 'GET', path, query: { workflowType: 'agent' }, headers: actingHeaders() },
        },
        { title: 'Create', call: createCall },
      ]}
    >
      <AgentTabs />
      <FilterBar hasFilters={Boolean(filters.q)} onClear={() => set({ q: undefined })}>
        <ListSearch label="Search by name or description" />
      </FilterBar>
      <List
        label="Agents"
        query={agents}
        columns={columnsWith(modelName)}
        keyOf={({ id }) => id}
        linkOf={({ id }) => href(workflowRoutes.agent, { id })}
        hasFilters={Boolean(filters.q)}
        empty={
          <EmptyState
            icon={<Bot size={24} aria-hidden />}
            title="No agents yet"
            action={create}
            call={createCall}
          >
            Write instructions, choose a model and tools, and test it in the same window.
          </EmptyState>
        }
      />
      {filters.new && <CreateAgent onClose={() => set({ new: undefined })} />}
    </Page>
  )
}

const modelOf = ({ agent }: WorkflowSummary): string[] => {
  const model = agent?.modelSettings?.model
  return model ? [model] : []
}

const columnsWith = (modelName: (id: string) => string | undefined): Column<WorkflowSummary>[] => [
  {
    id: 'name',
    header: 'Agent',
    cell: ({ name, description }) => (
      <span className="workflow-name">
        <span className="truncate">{name}</span>
        {description && <span className="muted small truncate">{description}</span>}
      </span>
    ),
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ isActive, lifecycle }) =>
      isActive ? (
        <Status kind="good">Active</Status>
      ) : (
        <Status kind="off">{lifecycle === 'ready' ? 'Inactive' : 'Draft'}</Status>
      ),
  },
  {
    id: 'model',
    header: 'Model',
    rank: 3,
    cell: (agent) => {
      const [model] = modelOf(agent)
      return model === undefined ? (
        <span className="muted">Default</span>
      ) : (
        <ModelName id={model} name={modelName(model)} />
      )
    },
  },
  {
    id: 'tools',
    header: 'Tools',
    align: 'end',
    rank: 3,
    cell: ({ agent }) => <span className="number">{agent?.tools.pinnedSlugs?.length ?? 0}</span>,
  },
  {
    id: 'runs',
    header: 'Runs',
    align: 'end',
    rank: 2,
    cell: ({ executionCount }) => <span className="number">{formatAmount(executionCount)}</span>,
  },
  {
    id: 'updated',
    header: 'Updated',
    align: 'end',
    rank: 2,
    cell: ({ updatedAt }) => <TimeAgo at={updatedAt} />,
  },
  {
    id: 'menu',
    header: '',
    align: 'end',
    cell: (agent) => <WorkflowMenu workflow={agent} />,
  },
]
