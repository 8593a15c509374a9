import type { StoredFile } from '@stoa/sdk'
import { useState } from 'react'
import { Button } from '../../components/actions/button.tsx'
import { Dialog, DialogFoot } from '../../components/dialog/dialog.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { SearchBox } from '../../components/list/filter-bar.tsx'
import { FileName } from '../../components/text/file-name.tsx'
import { formatFileSize } from '../../components/text/format-number.ts'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { useRead } from '../../project.ts'
import { actAs, projectUser } from '../end-users/act-as.ts'
import { FileTypeIcon } from './file-types.tsx'
import { Thumbnail } from './thumbnail.tsx'
import './file-picker.css'

const maxShown = 30

type FilePickerProps = {
  owner: string
  fileType?: StoredFile['fileType'] | undefined
  /** What is done with those that were picked. */
  verb?: string
  onPick(files: readonly StoredFile[]): void
  onClose(): void
}

/** Stored files of one owner: work for one end user must not see files of another. */
export function FilePicker({ owner, fileType, verb = 'Attach', onPick, onClose }: FilePickerProps) {
  const [q, setQ] = useState('')
  const [chosen, setChosen] = useState<readonly StoredFile[]>([])
  const whose = owner || projectUser
  const query = {
    q: q || undefined,
    fileType,
    sortBy: 'createdAt',
    sortOrder: 'DESC',
    limit: maxShown,
  } as const
  const { data, error, refetch } = useRead(
    ['files', 'pick', whose, query],
    (api, signal) => actAs(api, whose).page('/api/v1/file', { query, signal }),
    { keepsPrevious: true },
  )
  const isChosen = (id: string) => chosen.some((file) => file.id === id)
  const toggle = (file: StoredFile) =>
    setChosen(isChosen(file.id) ? chosen.filter(({ id }) => id !== file.id) : [...chosen, file])
  return (
    <Dialog title="Choose from Files" width="wide" onClose={onClose}>
      <SearchBox label="Search by name" value={q} onChange={setQ} />
      {error && !data ? (
        <ErrorAlert error={error} retry={() => void refetch()} />
      ) : !data ? (
        <SkeletonLines count={6} />
      ) : data.data.length === 0 ? (
        <p className="muted" role="status">
          {q ? 'No results.' : `${owner || 'The project'} has no matching files yet.`}
        </p>
      ) : (
        <ul className="file-picker">
          {data.data.map((file) => (
            <li key={file.id}>
              <label>
                <input type="checkbox" checked={isChosen(file.id)} onChange={() => toggle(file)} />
                <FileGlance file={file} owner={whose} />
                <FileName name={file.name} />
                <span className="muted small number">{formatFileSize(file.sizeBytes)}</span>
                <span className="muted small file-picker-time">
                  <TimeAgo at={file.createdAt} />
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
      {data && data.total > data.data.length && (
        <p className="muted small number">{data.total - data.data.length} more: type to search.</p>
      )}
      <DialogFoot>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" disabled={chosen.length === 0} onClick={() => onPick(chosen)}>
          {chosen.length > 1 ? `${verb} ${chosen.length} files` : verb}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

const FileGlance = ({ file: { id, fileType, mimeType }, owner }: { file: StoredFile; owner: string }) => {
  const icon = <FileTypeIcon fileType={fileType} />
  return mimeType.startsWith('image/') ? (
    <Thumbnail fileId={id} alt="" size="small" owner={owner} otherwise={icon} />
  ) : (
    <span className="thumbnail" data-size="small">
      {icon}
    </span>
  )
}
