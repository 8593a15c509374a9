import type { KnowledgeSource } from '@stoa/sdk'
import type { Column } from '../../../components/list/table.tsx'
import { formatAmount, formatFileSize } from '../../../components/text/format-number.ts'
import { TimeAgo } from '../../../components/text/time-ago.tsx'
import { KindIcon, kindLabel } from './source-kind.tsx'
import { SourceMenu } from './source-menu.tsx'
import { SourceState } from './source-state.tsx'

export const columnsFor = (collectionId: string): Column<KnowledgeSource>[] => [
  {
    id: 'title',
    header: 'Source',
    cell: ({ title, kind, lastError, missingSince }) => (
      <span className="knowledge-name">
        <span className="source-title">
          <KindIcon kind={kind} />
          <span className="truncate">{title}</span>
        </span>
        {lastError && <span className="source-error small truncate">{lastError.message}</span>}
        {missingSince && <span className="muted small truncate">No longer on its site</span>}
      </span>
    ),
  },
  { id: 'state', header: 'State', cell: (source) => <SourceState source={source} /> },
  { id: 'kind', header: 'Kind', rank: 3, cell: ({ kind }) => kindLabel(kind) },
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
    rank: 3,
    cell: ({ sizeBytes }) => <span className="number">{formatFileSize(sizeBytes)}</span>,
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
    cell: (source) => <SourceMenu collectionId={collectionId} source={source} />,
  },
]
