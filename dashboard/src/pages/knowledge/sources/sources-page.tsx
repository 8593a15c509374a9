import type { KnowledgeCollection, KnowledgeSource, QueryOf } from '@stoa/sdk'
import FileStack from 'lucide-react/icons/file-stack'
import RotateCw from 'lucide-react/icons/rotate-cw'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { Filter, FilterBar } from '../../../components/list/filter-bar.tsx'
import { List } from '../../../components/list/list.tsx'
import { ListSearch } from '../../../components/list/list-search.tsx'
import { SelectionBar } from '../../../components/list/selection-bar.tsx'
import { useSelection } from '../../../components/list/use-selection.ts'
import { actAs, actingHeaders } from '../../../features/end-users/act-as.ts'
import { DropOverlay } from '../../../features/files/upload/drop-overlay.tsx'
import { useFileDrop } from '../../../features/files/upload/use-file-drop.ts'
import {
  ingestFilePath,
  ingestTextPath,
  sourcesPath,
  sourceUrl,
} from '../../../features/knowledge/knowledge-api.ts'
import { pageOf, pageSize, useFilters } from '../../../filters.ts'
import { useRead } from '../../../project.ts'
import { CollectionFrame } from '../collection-frame.tsx'
import { AddSourceDialog, AddSources } from './add-sources.tsx'
import { columnsFor } from './columns.tsx'
import { DeleteSources } from './delete-sources.tsx'
import { kindChoices } from './source-kind.tsx'
import { isIndexing, statusChoices } from './source-stage.ts'
import { useIngestFiles } from './use-ingest-files.ts'
import { useSourceCommands } from './use-source-commands.ts'

type ListQuery = NonNullable<QueryOf<typeof sourcesPath, 'get'>>

const indexingPollMs = 1_000
const idlePollMs = 10_000

export const SourcesPage = () => (
  <CollectionFrame calls={callsOf}>
    {(collection) => <Sources key={collection.id} collection={collection} />}
  </CollectionFrame>
)

function useSources({ id }: KnowledgeCollection) {
  const { filters } = useFilters()
  const query = {
    q: filters.q,
    status: filters.status as ListQuery['status'],
    kind: filters.kind as ListQuery['kind'],
    page: pageOf(filters),
    limit: pageSize,
  }
  return useRead(
    ['knowledge', 'sources', id, query],
    (api, signal) => actAs(api).page(sourcesPath, { params: { id }, query, signal }),
    {
      keepsPrevious: true,
      refetchInterval: (read) => (read?.data.some(isIndexing) ? indexingPollMs : idlePollMs),
    },
  )
}

function Sources({ collection }: { collection: KnowledgeCollection }) {
  const { filters, set } = useFilters()
  const { id } = collection
  const sources = useSources(collection)
  const selection = useSelection<KnowledgeSource>(
    ({ title }) => title,
    ({ sourceKey }) => sourceKey,
  )
  const ingest = useIngestFiles(collection)
  const isDropping = useFileDrop((files) => filters.new !== undefined || ingest.upload(files))
  const hasFilters = Boolean(filters.q || filters.status || filters.kind)
  const isEmpty = sources.data?.total === 0 && !hasFilters
  return (
    <>
      <div className="source-bar">
        {!isEmpty && (
          <FilterBar
            hasFilters={hasFilters}
            onClear={() => set({ q: undefined, status: undefined, kind: undefined })}
          >
            <ListSearch label="Search by title or key" />
            <Filter
              label="State"
              value={filters.status ?? ''}
              choices={statusChoices}
              onChange={(status) => set({ status })}
            />
            <Filter
              label="Kind"
              value={filters.kind ?? ''}
              choices={kindChoices}
              onChange={(kind) => set({ kind })}
            />
          </FilterBar>
        )}
        {/* In one place from the first source on: a menu that is open stays open when it appears. */}
        <div className="row source-adding">
          <AddSources ingest={ingest} />
        </div>
      </div>
      <BulkActions collectionId={id} selection={selection} />
      <List
        label="Sources"
        query={sources}
        columns={columnsFor(id)}
        keyOf={({ sourceKey }) => sourceKey}
        linkOf={({ sourceKey }) => sourceUrl(id, sourceKey)}
        selection={selection}
        hasFilters={hasFilters}
        empty={<NoSources collection={collection} />}
      />
      {isDropping && <DropOverlay label={`Drop to add to ${collection.name}`} />}
      <AddSourceDialog collection={collection} ingest={ingest} />
    </>
  )
}

const NoSources = ({ collection: { id } }: { collection: KnowledgeCollection }) => (
  <EmptyState icon={<FileStack size={24} aria-hidden />} title="Add the first source" call={textCall(id)}>
    Drop files anywhere on this page, paste a text, or add a web page or a whole site. Each source shows its
    progress here, and is searchable when it is ready.
  </EmptyState>
)

type BulkActionsProps = {
  collectionId: string
  selection: ReturnType<typeof useSelection<KnowledgeSource>>
}

function BulkActions({ collectionId, selection: { selected, clear } }: BulkActionsProps) {
  const [isDeleting, setDeleting] = useState(false)
  const { reindex } = useSourceCommands(collectionId)
  return (
    <>
      <SelectionBar count={selected.length} onClear={clear}>
        <Button
          icon={<RotateCw size={14} aria-hidden />}
          onClick={() => {
            reindex(selected)
            clear()
          }}
        >
          Re-index
        </Button>
        <Button
          variant="danger-outline"
          icon={<Trash2 size={14} aria-hidden />}
          onClick={() => setDeleting(true)}
        >
          Delete
        </Button>
      </SelectionBar>
      {isDeleting && (
        <DeleteSources
          collectionId={collectionId}
          sources={selected}
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            setDeleting(false)
            clear()
          }}
        />
      )}
    </>
  )
}

const textCall = (id: string) =>
  ({
    method: 'POST',
    path: ingestTextPath,
    params: { id },
    headers: actingHeaders(),
    body: { title: 'Refunds', content: 'Refunds are paid within five working days.' },
  }) as const

const callsOf = ({ id }: KnowledgeCollection) => [
  {
    title: 'List sources',
    call: { method: 'GET', path: sourcesPath, params: { id }, headers: actingHeaders() } as const,
  },
  { title: 'Ingest a text', call: textCall(id) },
  {
    title: 'Ingest a file',
    call: {
      method: 'POST',
      path: ingestFilePath,
      params: { id },
      headers: actingHeaders(),
      body: { fileId: '0199f1a0-0000-7000-8000-000000000001' },
    } as const,
  },
]
