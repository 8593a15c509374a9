import type { McpServer, QueryOf } from '@stoa/sdk'
import Server from 'lucide-react/icons/server'
import { CreateButton } from '../../components/actions/create-button.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { Chip } from '../../components/feedback/status.tsx'
import { Page } from '../../components/layout/page.tsx'
import { Filter, FilterBar } from '../../components/list/filter-bar.tsx'
import { List } from '../../components/list/list.tsx'
import { ListSearch } from '../../components/list/list-search.tsx'
import type { Column } from '../../components/list/table.tsx'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { pageOf, pageSize, useFilters, useOpenCreated } from '../../filters.ts'
import { useRead } from '../../project.ts'
import { CreateServer } from './create-server.tsx'
import { serversPath as path, serverUrl } from './mcp-api.ts'
import { McpTabs } from './mcp-tabs.tsx'
import './mcp-servers.css'

type ListQuery = NonNullable<QueryOf<typeof path, 'get'>>

export const modeLabels: Record<McpServer['mode'], string> = {
  NORMAL: 'Selected tools',
  META: 'Search for tools',
}
const modeChoices = Object.entries(modeLabels).map(([value, label]) => ({ value, label }))
const createCall = {
  method: 'POST',
  path,
  body: { name: 'desk', mode: 'NORMAL', selectedTools: ['text_slugify', 'datetime_now'] },
} as const

export function McpServersPage() {
  const { filters, set } = useFilters()
  const openCreated = useOpenCreated()
  const query = {
    q: filters.q,
    mode: filters.mode as ListQuery['mode'],
    sortBy: (filters.sortBy ?? 'createdAt') as NonNullable<ListQuery['sortBy']>,
    sortOrder: (filters.sortOrder ?? 'DESC') as 'ASC' | 'DESC',
    page: pageOf(filters),
    limit: pageSize,
  }
  const servers = useRead(
    ['mcp-servers', 'list', query],
    (api, signal) => api.page(path, { query, signal }),
    { keepsPrevious: true, refetchInterval: 10_000 },
  )
  const hasFilters = Boolean(filters.q || filters.mode)
  const create = <CreateButton onClick={() => set({ new: '1' })}>Create server</CreateButton>
  return (
    <Page
      title="MCP servers"
      about="Tools of this project for Claude, Cursor, VS Code and other clients of the Model Context Protocol."
      actions={create}
      calls={[
        { title: 'List', call: { method: 'GET', path, query: { q: filters.q, mode: filters.mode } } },
        { title: 'Create', call: createCall },
      ]}
    >
      <McpTabs />
      <FilterBar hasFilters={hasFilters} onClear={() => set({ q: undefined, mode: undefined })}>
        <ListSearch label="Search by name or description" />
        <Filter
          label="Mode"
          value={filters.mode ?? ''}
          choices={modeChoices}
          onChange={(mode) => set({ mode })}
        />
      </FilterBar>
      <List
        label="MCP servers"
        query={servers}
        columns={columns}
        keyOf={({ id }) => id}
        linkOf={({ id }) => serverUrl(id)}
        sort={{ by: query.sortBy, order: query.sortOrder }}
        hasFilters={hasFilters}
        empty={
          <EmptyState
            icon={<Server size={24} aria-hidden />}
            title="No MCP servers yet"
            action={create}
            call={createCall}
          >
            The default server at /api/v1/mcp finds every tool of the project. Create one to offer selected
            tools.
          </EmptyState>
        }
      />
      {filters.new !== undefined && (
        <CreateServer
          onClose={() => set({ new: undefined })}
          onCreated={({ id }) => void openCreated(serverUrl(id))}
        />
      )}
    </Page>
  )
}

const columns: Column<McpServer>[] = [
  {
    id: 'name',
    header: 'Server',
    sortBy: 'name',
    cell: ({ name, description }) => (
      <span className="mcp-name">
        <span className="truncate">{name}</span>
        {description && <span className="muted small truncate">{description}</span>}
      </span>
    ),
  },
  {
    id: 'mode',
    header: 'Mode',
    cell: ({ mode, isPublic }) => (
      <span className="row">
        {modeLabels[mode]}
        {isPublic && <Chip>public</Chip>}
      </span>
    ),
  },
  {
    id: 'tools',
    header: 'Tools',
    align: 'end',
    rank: 2,
    cell: ({ toolCount }) => <span className="number">{toolCount}</span>,
  },
  {
    id: 'updatedAt',
    header: 'Updated',
    align: 'end',
    rank: 3,
    sortBy: 'updatedAt',
    cell: ({ updatedAt }) => <TimeAgo at={updatedAt} />,
  },
]
