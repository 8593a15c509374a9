import type { StoredFile } from '@stoa/sdk'
import { useState } from 'react'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { toasts } from '../../components/feedback/toast-store.ts'
import { Checkbox } from '../../components/form/field.tsx'
import { FileName } from '../../components/text/file-name.tsx'
import { formatFileSize } from '../../components/text/format-number.ts'
import { useApiAs } from '../../features/end-users/act-as.ts'
import { useRefresh } from '../../project.ts'

// What the server deletes in one call.
const batchSize = 100
// As many names as can be read before a word has to be typed instead.
const named = 5

type DeleteFilesProps = {
  files: readonly StoredFile[]
  owner: string | undefined
  onClose(): void
  onDeleted(): void
}

/** Nothing deleted comes back, so what goes is named, and many have to be confirmed by a word. */
export function DeleteFiles({ files, owner, onClose, onDeleted }: DeleteFilesProps) {
  const api = useApiAs(owner)
  const refresh = useRefresh()
  const [isStrict, setStrict] = useState(true)
  const [first] = files
  const isOne = files.length === 1

  async function removeOne(id: string): Promise<void> {
    await api.delete('/api/v1/file/{id}', { params: { id }, query: { strict: isStrict } })
    toasts.success(`"${first!.name}" deleted`)
  }
  async function removeMany(): Promise<void> {
    let deleted = 0
    for (let at = 0; at < files.length; at += batchSize) {
      const ids = files.slice(at, at + batchSize).map(({ id }) => id)
      deleted += (await api.post('/api/v1/file/delete-many', { body: { ids } })).deleted
    }
    const missing = files.length - deleted
    toasts.success(`${deleted} files deleted${missing > 0 ? `; ${missing} were already deleted` : ''}`)
  }
  const remove = async () => {
    await (isOne ? removeOne(first!.id) : removeMany())
    onDeleted()
    await refresh(['files'], ['storage'])
  }
  return (
    <ConfirmDialog
      title={isOne ? `Delete "${first!.name}"?` : `Delete ${files.length} files?`}
      confirmLabel={isOne ? 'Delete file' : `Delete ${files.length} files`}
      {...(files.length > named ? { typed: `delete ${files.length}` } : {})}
      run={remove}
      onClose={onClose}
      onDone={() => undefined}
    >
      <p>The content is permanently deleted and links stop working. This cannot be undone.</p>
      {isOne ? (
        <Checkbox
          label="Only if not in use"
          hint="When off, resources that use the file keep the content they already imported."
          isOn={isStrict}
          onChange={setStrict}
        />
      ) : (
        <FileNames files={files} />
      )}
    </ConfirmDialog>
  )
}

/** Some of them by name, and the sum of all. */
export const FileNames = ({ files }: { files: readonly StoredFile[] }) => (
  <ul className="file-names">
    {files.slice(0, named).map(({ id, name, sizeBytes }) => (
      <li key={id}>
        <FileName name={name} />
        <span className="muted number">{formatFileSize(sizeBytes)}</span>
      </li>
    ))}
    <li className="muted">
      <span>{files.length > named ? `and ${files.length - named} more; together` : 'Together'}</span>
      <span className="number">
        {formatFileSize(files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0))}
      </span>
    </li>
  </ul>
)
