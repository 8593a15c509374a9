import type { StoredFile } from '@stoa/sdk'
import { CopyId } from '../../components/actions/copy-id.tsx'
import type { Column } from '../../components/list/table.tsx'
import { FileName } from '../../components/text/file-name.tsx'
import { formatFileSize } from '../../components/text/format-number.ts'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { FileTypeIcon, fileTypeNames } from '../../features/files/file-types.tsx'
import { FileMenu } from './file-menu.tsx'
import { Owner } from './owner.tsx'

/** Every order of the API has a column, so that all of them can be chosen. */
export const columns: Column<StoredFile>[] = [
  {
    id: 'name',
    header: 'Name',
    sortBy: 'name',
    cell: ({ name, fileType }) => (
      <span className="file-name">
        <FileTypeIcon fileType={fileType} />
        <FileName name={name} />
      </span>
    ),
  },
  {
    id: 'fileType',
    header: 'Type',
    sortBy: 'fileType',
    rank: 2,
    cell: ({ fileType }) => fileTypeNames[fileType],
  },
  {
    id: 'mimeType',
    header: 'Format',
    sortBy: 'mimeType',
    rank: 3,
    cell: ({ mimeType }) => <code className="file-mime">{mimeType}</code>,
  },
  {
    id: 'sizeBytes',
    header: 'Size',
    sortBy: 'sizeBytes',
    align: 'end',
    cell: ({ sizeBytes }) => <span className="number file-size">{formatFileSize(sizeBytes)}</span>,
  },
  { id: 'owner', header: 'Owner', rank: 2, cell: ({ eUID }) => <Owner id={eUID} /> },
  {
    id: 'expiresAt',
    header: 'Expires',
    sortBy: 'expiresAt',
    rank: 3,
    cell: ({ expiresAt }) => <TimeAgo at={expiresAt} />,
  },
  {
    id: 'createdAt',
    header: 'Created',
    sortBy: 'createdAt',
    rank: 2,
    cell: ({ createdAt }) => <TimeAgo at={createdAt} />,
  },
  {
    id: 'updatedAt',
    header: 'Updated',
    sortBy: 'updatedAt',
    rank: 3,
    cell: ({ updatedAt }) => <TimeAgo at={updatedAt} />,
  },
  { id: 'id', header: 'ID', sortBy: 'id', rank: 2, cell: ({ id }) => <CopyId id={id} isShort /> },
]

export const menuColumn: Column<StoredFile> = {
  id: 'menu',
  header: '',
  align: 'end',
  cell: (file) => <FileMenu file={file} />,
}

export const hiddenByDefault = ['updatedAt', 'id']
