import type { Thread } from '@stoa/sdk'
import { useNavigate } from '@tanstack/react-router'
import GitCompare from 'lucide-react/icons/git-compare'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { type RowAction, RowMenu } from '../../components/actions/row-menu.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { FormDialog } from '../../components/dialog/form-dialog.tsx'
import { TextField } from '../../components/form/field.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { compareUrl, threadPath, titleOf } from '../../features/chat/chat-api.ts'
import { useApiAs } from '../../features/end-users/act-as.ts'
import { useRefresh } from '../../project.ts'

/** What is done with a conversation as a whole; a deleted one leads to the list. */
export function ThreadMenu({ thread, to }: { thread: Thread; to: string }) {
  const navigate = useNavigate()
  const actions: readonly RowAction[] = [
    {
      label: 'Rename',
      icon: Pencil,
      dialog: (close) => <RenameThread thread={thread} onClose={close} />,
    },
    {
      label: 'Compare branches',
      icon: GitCompare,
      run: () => void navigate({ to: compareUrl(thread.id) }),
    },
    {
      label: 'Delete',
      icon: Trash2,
      isDanger: true,
      dialog: (close) => <DeleteThread thread={thread} to={to} onClose={close} />,
    },
  ]
  return <RowMenu name={titleOf(thread)} actions={actions} />
}

function RenameThread({ thread, onClose }: { thread: Thread; onClose(): void }) {
  const api = useApiAs()
  const refresh = useRefresh()
  const form = useForm({ title: titleOf(thread) })
  const rename = form.submit(async ({ title }) => {
    await api.patch(threadPath, {
      params: { thread_id: thread.id },
      body: { metadata: { title: title.trim() } },
    })
    await refresh(['chat'])
    onClose()
  })
  return (
    <FormDialog
      title="Rename the conversation"
      submitLabel="Rename"
      form={form}
      onSubmit={rename}
      onClose={onClose}
    >
      <TextField {...form.bind('title')} label="Title" hasInitialFocus />
    </FormDialog>
  )
}

function DeleteThread({ thread, to, onClose }: { thread: Thread; to: string; onClose(): void }) {
  const api = useApiAs()
  const refresh = useRefresh()
  const navigate = useNavigate()
  return (
    <ConfirmDialog
      title={`Delete "${titleOf(thread)}"?`}
      confirmLabel="Delete"
      run={() => api.delete(threadPath, { params: { thread_id: thread.id } })}
      onClose={onClose}
      onDone={() => {
        onClose()
        void navigate({ to })
        void refresh(['chat', 'threads'])
      }}
    >
      <p>
        Its messages, checkpoints and feedback are deleted and cannot be restored. What it has cost remains in
        the usage.
      </p>
    </ConfirmDialog>
  )
}
