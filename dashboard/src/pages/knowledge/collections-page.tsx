import type { KnowledgeCollection, QueryOf } from '@stoa/sdk'
import Library from 'lucide-react/icons/library'
import { CreateButton } from '../../components/actions/create-button.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { Chip } from '../../components/feedback/status.tsx'
import { Page } from '../../components/layout/page.tsx'
import { FilterBar } from '../../components/list/filter-bar.tsx'
import { List } from '../../components/list/list.tsx'
import { ListSearch } from '../../components/list/list-search.tsx'
import type { Column } from '../../components/list/table.tsx'
import { formatAmount, formatFileSize } from '../../components/text/format-number.ts'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { actAs } from '../../features/end-users/act-as.ts'
import { collectionUrl, collectionsPath as path } from '../../features/knowledge/knowledge-api.ts'
import { pageOf, pageSize, useFilters, useOpenCreated } from '../../filters.ts'
import { useRead } from '../../project.ts'
import { CollectionMenu } from './collection-menu.tsx'
import { CreateCollection } from './create-collection.tsx'
import './knowledge.css'

type ListQuery = NonNullable<QueryOf<typeof path, 'get'>>

const createCall = { method: 'POST', path, body: { name: 'Handbook' } } as const

export function CollectionsPage() {
  const { filters, set } = useFilters()
  const openCreated = useOpenCreated()
  const query = {
    q: filters.q,
    sortBy: (filters.sortBy ?? 'createdAt') as NonNullable<ListQuery['sortBy']>,
    sortOrder: (filters.sortOrder ?? 'DESC') as 'ASC' | 'DESC',
    page: pageOf(filters),
    limit: pageSize,
  }
  const collections = useRead(
    ['knowledge', 'list', query],
    (api, signal) => actAs(api).page(path, { query, signal }),
    { keepsPrevious: true, refetchInterval: 5_000 },
  )
  const create = <CreateButton onClick={() => set({ new: '1' })}>Create collection</CreateButton>
  return (
    <Page
      title="Knowledge"
      about="Documents, pages and texts that agents, workflows and your product search."
      actions={create}
      calls={[
        { title: 'List', call: { method: 'GET', path, query: { ...filters, new: undefined } } },
        { title: 'Create', call: createCall },
      ]}
    >
      <FilterBar hasFilters={Boolean(filters.q)} onClear={() => set({ q: undefined })}>
        <ListSearch label="Search by name" />
      </FilterBar>
      <List
        label="Knowledge collections"
        query={collections}
        columns={columns}
        keyOf={({ id }) => id}
        linkOf={({ id }) => collectionUrl(id)}
        sort={{ by: query.sortBy, order: query.sortOrder }}
        hasFilters={Boolean(filters.q)}
        empty={
          <EmptyState
            icon={<Library size={24} aria-hidden />}
            title="No knowledge yet"
            action={create}
            call={createCall}
          >
            Create a collection, drop files into it, and search it. Give it to an agent, and its responses
            cite the passages that they are based on.
          </EmptyState>
        }
      />
      {filters.new !== undefined && (
        <CreateCollection
          onClose={() => set({ new: undefined })}
          onCreated={(id) => void openCreated(collectionUrl(id))}
        />
      )}
    </Page>
  )
}

const columns: Column<KnowledgeCollection>[] = [
  {
    id: 'name',
    header: 'Collection',
    sortBy: 'name',
    cell: ({ name, description, exposeViaMcp }) => (
      <span className="knowledge-name">
        <span className="row">
          <span className="truncate">{name}</span>
          {exposeViaMcp && <Chip>MCP</Chip>}
        </span>
        {description && <span className="muted small truncate">{description}</span>}
      </span>
    ),
  },
  {
    id: 'sources',
    header: 'Sources',
    align: 'end',
    cell: ({ sourceCount }) => <span className="number">{formatAmount(sourceCount)}</span>,
  },
  {
    id: 'chunks',
    header: 'Chunks',
    align: 'end',
    rank: 2,
    cell: ({ chunkCount }) => <span className="number">{formatAmount(chunkCount)}</span>,
  },
  {
    id: 'size',
    header: 'Size',
    align: 'end',
    rank: 2,
    cell: ({ sizeBytes }) => <span className="number">{formatFileSize(sizeBytes)}</span>,
  },
  {
    id: 'model',
    header: 'Model',
    rank: 3,
    cell: ({ embeddingModel }) => <code className="muted">{embeddingModel}</code>,
  },
  {
    id: 'updatedAt',
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
    cell: (collection) => <CollectionMenu collection={collection} />,
  },
]
