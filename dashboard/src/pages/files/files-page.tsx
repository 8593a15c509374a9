import type { QueryOf, StoredFile } from '@stoa/sdk'
import FileStack from 'lucide-react/icons/file-stack'
import History from 'lucide-react/icons/history'
import Trash2 from 'lucide-react/icons/trash-2'
import Upload from 'lucide-react/icons/upload'
import { useState } from 'react'
import { Button } from '../../components/actions/button.tsx'
import { CreateButton } from '../../components/actions/create-button.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { Page } from '../../components/layout/page.tsx'
import { useColumns } from '../../components/list/column-picker.tsx'
import type { Days } from '../../components/list/day-presets.ts'
import { List } from '../../components/list/list.tsx'
import { SelectionBar } from '../../components/list/selection-bar.tsx'
import { useDayBounds } from '../../components/list/use-day-bounds.ts'
import { useSelection } from '../../components/list/use-selection.ts'
import { actAs, actingHeaders } from '../../features/end-users/act-as.ts'
import { DropOverlay } from '../../features/files/upload/drop-overlay.tsx'
import { useFileDrop } from '../../features/files/upload/use-file-drop.ts'
import { useUploader } from '../../features/files/upload/use-uploader.ts'
import { type Filters, pageOf, pageSize, useFilters } from '../../filters.ts'
import { href } from '../../href.ts'
import { useRead } from '../../project.ts'
import { columns, hiddenByDefault, menuColumn } from './columns.tsx'
import { DeleteFiles } from './delete-files.tsx'
import { FileFilters, filterNames } from './file-filters.tsx'
import { PruneFiles } from './prune-files.tsx'
import { fileRoutes } from './routes.ts'
import { StorageCard } from './storage-card.tsx'
import { UploadFiles } from './upload/upload-files.tsx'
import './files.css'

type ListQuery = NonNullable<QueryOf<'/api/v1/file', 'get'>>

const path = '/api/v1/file'
const uploadCall = {
  method: 'POST',
  path: '/api/v1/file/upload/single/{fileType}',
  params: { fileType: 'document' },
  file: { name: 'hello.txt', text: 'Hello from Stoa' },
} as const

/** The filters in the URL as the API takes them. */
const queryOf = (filters: Filters, days: Days) => ({
  q: filters.q,
  fileType: filters.fileType as ListQuery['fileType'],
  format: filters.format,
  ...days,
  sortBy: (filters.sortBy ?? 'createdAt') as NonNullable<ListQuery['sortBy']>,
  sortOrder: (filters.sortOrder ?? 'DESC') as 'ASC' | 'DESC',
  page: pageOf(filters),
  limit: pageSize,
})

const nameOf = ({ name }: StoredFile): string => name
const idOf = ({ id }: StoredFile): string => id

export function FilesPage() {
  const { filters, set } = useFilters()
  const { owner } = filters
  const [openDialog, setOpenDialog] = useState<'delete' | 'prune' | null>(null)
  const close = () => setOpenDialog(null)
  const { shown, picker } = useColumns('files', columns, hiddenByDefault)
  const days = useDayBounds()
  const query = queryOf(filters, days)
  const files = useRead(
    ['files', owner, query],
    (api, signal) => actAs(api, owner).page(path, { query, signal }),
    { keepsPrevious: true, refetchInterval: 10_000 },
  )
  const selection = useSelection<StoredFile>(nameOf, idOf)
  const { begin } = useUploader(owner)
  // An open form takes what is dropped itself.
  const isUploading = filters.new !== undefined
  const isDropping = useFileDrop((dropped) => isUploading || begin(dropped))
  const hasFilters = filterNames.some((name) => filters[name])
  const upload = (
    <CreateButton icon={<Upload size={15} aria-hidden />} onClick={() => set({ new: '1' })}>
      Upload
    </CreateButton>
  )
  const search = owner ? `?owner=${encodeURIComponent(owner)}` : ''
  return (
    <Page
      title="Files"
      about="Files uploaded by your product and its users. Messages, knowledge and tables refer to files by ID."
      actions={
        <>
          <Button icon={<History size={15} aria-hidden />} onClick={() => setOpenDialog('prune')}>
            Delete oldest
          </Button>
          {upload}
        </>
      }
      calls={callsOf({ ...filters, ...days })}
    >
      <StorageCard />
      <FileFilters hasFilters={hasFilters} picker={picker} />
      <SelectionBar count={selection.selected.length} onClear={selection.clear}>
        <Button
          variant="danger-outline"
          icon={<Trash2 size={14} aria-hidden />}
          onClick={() => setOpenDialog('delete')}
        >
          Delete
        </Button>
      </SelectionBar>
      <List
        label="Files"
        query={files}
        columns={[...shown, menuColumn]}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `${href(fileRoutes.detail, { id })}${search}`}
        sort={{ by: query.sortBy, order: query.sortOrder }}
        selection={selection}
        hasFilters={hasFilters}
        empty={
          <EmptyState
            icon={<FileStack size={24} aria-hidden />}
            title="No files yet"
            action={upload}
            call={uploadCall}
          >
            Drop files anywhere on this page or upload them with the API. Agents, knowledge and tables can use
            them.
          </EmptyState>
        }
      />
      {isDropping && <DropOverlay label="Drop to upload" />}
      <FileDialogs openDialog={openDialog} selection={selection} onClose={close} />
    </Page>
  )
}

type FileDialogsProps = {
  openDialog: 'delete' | 'prune' | null
  selection: { selected: readonly StoredFile[]; clear(): void }
  onClose(): void
}

function FileDialogs({ openDialog, selection, onClose }: FileDialogsProps) {
  const { filters, set } = useFilters()
  const { owner } = filters
  return (
    <>
      {filters.new !== undefined && <UploadFiles owner={owner} onClose={() => set({ new: undefined })} />}
      {openDialog === 'prune' && <PruneFiles owner={owner} onClose={onClose} />}
      {openDialog === 'delete' && (
        <DeleteFiles
          files={selection.selected}
          owner={owner}
          onClose={onClose}
          onDeleted={() => {
            selection.clear()
            onClose()
          }}
        />
      )}
    </>
  )
}

const callsOf = ({ owner, new: _, ...query }: Filters) => [
  {
    title: 'List',
    call: { method: 'GET', path, query, headers: actingHeaders(owner) } as const,
  },
  { title: 'Upload', call: uploadCall },
  {
    title: 'Delete multiple',
    call: {
      method: 'POST',
      path: '/api/v1/file/delete-many',
      body: { ids: ['0199f1a0-0000-7000-8000-000000000001'] },
    } as const,
  },
  {
    title: 'Storage usage',
    call: { method: 'GET', path: '/api/v1/file/storage-breakdown', query: { byType: 'true' } } as const,
  },
]
