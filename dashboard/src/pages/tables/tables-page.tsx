import type { QueryOf, TableCollection } from '@stoa/sdk'
import Table2 from 'lucide-react/icons/table-2'
import { CreateButton } from '../../components/actions/create-button.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { Chip } from '../../components/feedback/status.tsx'
import { Page } from '../../components/layout/page.tsx'
import { FilterBar } from '../../components/list/filter-bar.tsx'
import { List } from '../../components/list/list.tsx'
import { ListSearch } from '../../components/list/list-search.tsx'
import { RowName } from '../../components/list/row-name.tsx'
import type { Column } from '../../components/list/table.tsx'
import { capitalize } from '../../components/text/capitalize.ts'
import { formatAmount, formatFileSize } from '../../components/text/format-number.ts'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { actAs } from '../../features/end-users/act-as.ts'
import { collectionsPath as path } from '../../features/tables/tables-api.ts'
import { pageOf, pageSize, useFilters, useOpenCreated } from '../../filters.ts'
import { href } from '../../href.ts'
import { useRead } from '../../project.ts'
import { accessNames } from './access.ts'
import { CreateTable } from './create-table.tsx'
import { AllProposalsLink } from './proposals/proposals-link.tsx'
import { tableRoutes } from './routes.ts'

type ListQuery = NonNullable<QueryOf<typeof path, 'get'>>

const createCall = {
  method: 'POST',
  path,
  body: { name: 'Customers', schema: { fields: [{ name: 'email', type: 'email', required: true }] } },
} as const

export function TablesPage() {
  const { filters, set } = useFilters()
  const openCreated = useOpenCreated()
  const query = {
    q: filters.q,
    sortBy: (filters.sortBy ?? 'createdAt') as NonNullable<ListQuery['sortBy']>,
    sortOrder: (filters.sortOrder ?? 'DESC') as 'ASC' | 'DESC',
    page: pageOf(filters),
    limit: pageSize,
  }
  const tables = useRead(['tables', query], (api, signal) => actAs(api).page(path, { query, signal }), {
    keepsPrevious: true,
    refetchInterval: 10_000,
  })
  const create = <CreateButton onClick={() => set({ new: '1' })}>Create table</CreateButton>
  return (
    <Page
      title="Tables"
      about="Structured data for your product, agents and workflows. In the API, tables are collections and rows are documents."
      actions={
        <>
          <AllProposalsLink />
          {create}
        </>
      }
      calls={[
        { title: 'List', call: { method: 'GET', path, query: { ...filters, new: undefined } } },
        { title: 'Create', call: createCall },
      ]}
    >
      <FilterBar hasFilters={Boolean(filters.q)} onClear={() => set({ q: undefined })}>
        <ListSearch label="Search by name or slug" />
      </FilterBar>
      <List
        label="Tables"
        query={tables}
        columns={columns}
        keyOf={({ id }) => id}
        linkOf={({ id }) => href(tableRoutes.detail, { id })}
        sort={{ by: query.sortBy, order: query.sortOrder }}
        hasFilters={Boolean(filters.q)}
        empty={
          <EmptyState
            icon={<Table2 size={24} aria-hidden />}
            title="No tables yet"
            action={create}
            call={createCall}
          >
            A new table accepts any row. Declare fields when you need them: types, required and unique values,
            relations and files.
          </EmptyState>
        }
      />
      {filters.new !== undefined && (
        <CreateTable
          onClose={() => set({ new: undefined })}
          onCreated={(id) => void openCreated(href(tableRoutes.schema, { id }))}
        />
      )}
    </Page>
  )
}

const columns: Column<TableCollection>[] = [
  { id: 'name', header: 'Name', sortBy: 'name', cell: ({ name }) => <RowName name={name} /> },
  { id: 'slug', header: 'Slug', rank: 3, cell: ({ slug }) => <code className="muted">{slug}</code> },
  {
    id: 'rows',
    header: 'Rows',
    align: 'end',
    cell: ({ documentCount }) => <span className="number">{formatAmount(documentCount)}</span>,
  },
  {
    id: 'size',
    header: 'Size',
    align: 'end',
    rank: 2,
    cell: ({ sizeBytes }) => <span className="number">{formatFileSize(sizeBytes)}</span>,
  },
  {
    id: 'fields',
    header: 'Fields',
    align: 'end',
    rank: 3,
    cell: ({ schema }) => <span className="number">{schema.fields.length}</span>,
  },
  { id: 'mode', header: 'Mode', rank: 3, cell: ({ mode }) => <Chip>{capitalize(mode)}</Chip> },
  { id: 'access', header: 'Access', rank: 2, cell: ({ access }) => accessNames[access] },
  {
    id: 'createdAt',
    header: 'Created',
    sortBy: 'createdAt',
    rank: 3,
    cell: ({ createdAt }) => <TimeAgo at={createdAt} />,
  },
  {
    id: 'updatedAt',
    header: 'Updated',
    sortBy: 'updatedAt',
    rank: 2,
    cell: ({ updatedAt }) => <TimeAgo at={updatedAt} />,
  },
]
