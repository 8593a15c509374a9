import type { QueryOf, WorkflowSummary } from '@stoa/sdk'
import FileUp from 'lucide-react/icons/file-up'
import WorkflowIcon from 'lucide-react/icons/workflow'
import { Button } from '../../../components/actions/button.tsx'
import { CreateButton } from '../../../components/actions/create-button.tsx'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { Chip, Status } from '../../../components/feedback/status.tsx'
import { Page } from '../../../components/layout/page.tsx'
import { Filter, FilterBar } from '../../../components/list/filter-bar.tsx'
import { List } from '../../../components/list/list.tsx'
import { ListSearch } from '../../../components/list/list-search.tsx'
import type { Column } from '../../../components/list/table.tsx'
import { formatAmount } from '../../../components/text/format-number.ts'
import { TimeAgo } from '../../../components/text/time-ago.tsx'
import { actAs, actingHeaders } from '../../../features/end-users/act-as.ts'
import { createPath, workflowsPath as path, workflowUrl } from '../../../features/workflows/workflows-api.ts'
import { type Filters, pageOf, pageSize, useFilters, useOpenCreated } from '../../../filters.ts'
import { useRead } from '../../../project.ts'
import { WorkflowMenu } from '../workflow-menu.tsx'
import { CreateWorkflow } from './create-workflow.tsx'
import { ImportWorkflow } from './import-workflow.tsx'
import { ListTabs } from './list-tabs.tsx'
import './list.css'

type ListQuery = NonNullable<QueryOf<typeof path, 'get'>>

const createCall = {
  method: 'POST',
  path: createPath,
  body: {
    name: 'Greeting',
    graph: {
      nodes: [
        { id: 'start', type: 'start' },
        { id: 'greet', type: 'set', values: { text: 'Hello {{ input.name }}' } },
        { id: 'end', type: 'end' },
      ],
      edges: [
        { from: 'start', to: 'greet' },
        { from: 'greet', to: 'end' },
      ],
    },
  },
} as const

const filterNames = ['q', 'type', 'state'] as const
const cleared: Filters = Object.fromEntries(filterNames.map((name) => [name, undefined]))
const typeChoices = [
  { value: 'static', label: 'Workflow' },
  { value: 'agent', label: 'Agent' },
]
const stateChoices = [
  { value: 'true', label: 'Active' },
  { value: 'false', label: 'Inactive' },
]

export function WorkflowsPage() {
  const { filters, set } = useFilters()
  const query = {
    q: filters.q,
    workflowType: filters.type as ListQuery['workflowType'],
    isActive: filters.state === undefined ? undefined : filters.state === 'true',
    sortBy: (filters.sortBy ?? 'updatedAt') as NonNullable<ListQuery['sortBy']>,
    sortOrder: (filters.sortOrder ?? 'DESC') as 'ASC' | 'DESC',
    page: pageOf(filters),
    limit: pageSize,
  }
  const workflows = useRead(
    ['workflows', 'list', query],
    (api, signal) => actAs(api).page(path, { query, signal }),
    { keepsPrevious: true, refetchInterval: 10_000 },
  )
  const create = <CreateButton onClick={() => set({ new: 'blank' })}>Create workflow</CreateButton>
  return (
    <Page
      title="Workflows"
      about="Automate tools, code, models and approvals. Executions survive restarts."
      actions={
        <>
          <Button icon={<FileUp size={15} aria-hidden />} onClick={() => set({ new: 'import' })}>
            Import
          </Button>
          {create}
        </>
      }
      calls={[
        { title: 'List', call: { method: 'GET', path, query: { q: filters.q }, headers: actingHeaders() } },
        { title: 'Create', call: createCall },
      ]}
    >
      <ListTabs />
      <WorkflowFilters />
      <List
        label="Workflows"
        query={workflows}
        columns={columns}
        keyOf={({ id }) => id}
        linkOf={({ id }) => workflowUrl(id)}
        sort={{ by: query.sortBy, order: query.sortOrder }}
        hasFilters={filterNames.some((name) => filters[name])}
        empty={
          <EmptyState
            icon={<WorkflowIcon size={24} aria-hidden />}
            title="No workflows yet"
            action={create}
            call={createCall}
          >
            Draw a graph, run it, and see the input and output of each node.
          </EmptyState>
        }
      />
      <NewDialogs />
    </Page>
  )
}

function NewDialogs() {
  const { filters, set } = useFilters()
  const openCreated = useOpenCreated()
  const close = () => set({ new: undefined })
  const opened = (id: string) => void openCreated(workflowUrl(id))
  if (filters.new === 'import') return <ImportWorkflow onClose={close} onCreated={opened} />
  return filters.new ? <CreateWorkflow onClose={close} onCreated={opened} /> : null
}

function WorkflowFilters() {
  const { filters, set } = useFilters()
  return (
    <FilterBar hasFilters={filterNames.some((name) => filters[name])} onClear={() => set(cleared)}>
      <ListSearch label="Search by name or description" />
      <Filter
        label="Type"
        value={filters.type ?? ''}
        choices={typeChoices}
        onChange={(type) => set({ type })}
      />
      <Filter
        label="State"
        value={filters.state ?? ''}
        choices={stateChoices}
        onChange={(state) => set({ state })}
      />
    </FilterBar>
  )
}

const columns: Column<WorkflowSummary>[] = [
  {
    id: 'name',
    header: 'Workflow',
    sortBy: 'name',
    cell: ({ name, description }) => (
      <span className="workflow-name">
        <span className="truncate">{name}</span>
        {description && <span className="muted small truncate">{description}</span>}
      </span>
    ),
  },
  {
    id: 'type',
    header: 'Type',
    rank: 3,
    cell: ({ workflowType }) => (workflowType === 'agent' ? 'Agent' : 'Workflow'),
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ isActive, lifecycle, hasUnpublishedChanges }) => (
      <span className="row">
        {isActive ? (
          <Status kind="good">Active</Status>
        ) : (
          <Status kind="off">{lifecycle === 'ready' ? 'Inactive' : 'Draft'}</Status>
        )}
        {hasUnpublishedChanges && <Chip>Unpublished</Chip>}
      </span>
    ),
  },
  {
    id: 'executions',
    header: 'Executions',
    align: 'end',
    rank: 2,
    cell: ({ executionCount }) => <span className="number">{formatAmount(executionCount)}</span>,
  },
  {
    id: 'last',
    header: 'Last run',
    align: 'end',
    rank: 2,
    cell: ({ lastExecutedAt }) => <TimeAgo at={lastExecutedAt ?? null} />,
  },
  {
    id: 'updated',
    header: 'Updated',
    align: 'end',
    rank: 3,
    sortBy: 'updatedAt',
    cell: ({ updatedAt }) => <TimeAgo at={updatedAt} />,
  },
  {
    id: 'menu',
    header: '',
    align: 'end',
    cell: (workflow) => <WorkflowMenu workflow={workflow} />,
  },
]
