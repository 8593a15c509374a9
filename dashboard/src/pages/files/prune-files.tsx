import { useState } from 'react'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { toasts } from '../../components/feedback/toast-store.ts'
import { TextField } from '../../components/form/field.tsx'
import { formatAmount, formatStorage } from '../../components/text/format-number.ts'
import { actAs, projectUser, useApiAs } from '../../features/end-users/act-as.ts'
import { useIsAdmin, useRead, useRefresh } from '../../project.ts'
import { FileNames } from './delete-files.tsx'

const most = 100

/** Shows which are the oldest before they go. */
export function PruneFiles({ owner, onClose }: { owner: string | undefined; onClose(): void }) {
  const api = useApiAs(owner)
  const refresh = useRefresh()
  const isAdmin = useIsAdmin()
  const [text, setText] = useState('10')
  const count = Math.min(most, Math.max(1, Math.trunc(Number(text)) || 1))
  const oldest = useRead(
    ['files', 'oldest', owner, count],
    (each, signal) =>
      actAs(each, owner).page('/api/v1/file', {
        query: { sortBy: 'createdAt', sortOrder: 'ASC', limit: count },
        signal,
      }),
    { keepsPrevious: true },
  )
  const whose =
    owner === projectUser || (!owner && !isAdmin)
      ? 'of the project'
      : owner
        ? `of ${owner}`
        : 'of the project and all end users'
  const prune = async () => {
    const { deleted, freedKb } = await api.post('/api/v1/file/prune-oldest', { body: { count } })
    toasts.success(`${formatAmount(deleted)} files deleted, ${formatStorage(freedKb)} freed`)
    onClose()
    await refresh(['files'], ['storage'])
  }
  return (
    <ConfirmDialog
      title="Delete the oldest files?"
      confirmLabel="Delete files"
      typed={`delete ${count}`}
      run={prune}
      onClose={onClose}
      onDone={() => undefined}
    >
      <p>The oldest files {whose} are permanently deleted, even if in use. This cannot be undone.</p>
      <TextField
        label="Number of files"
        name="count"
        type="number"
        value={text}
        onChange={setText}
        hint={`1 to ${most}`}
      />
      {oldest.data ? (
        <FileNames files={oldest.data.data} />
      ) : oldest.error ? (
        <ErrorAlert error={oldest.error} />
      ) : (
        <SkeletonLines count={3} />
      )}
    </ConfirmDialog>
  )
}
