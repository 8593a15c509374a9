import type { Thread } from '@stoa/sdk'
import { useNavigate } from '@tanstack/react-router'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { useState } from 'react'
import { IconButton } from '../../components/actions/button.tsx'
import { Menu, MenuItem, MenuLine } from '../../components/actions/menu.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { FormDialog } from '../../components/dialog/form-dialog.tsx'
import { TextField } from '../../components/form/field.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { compareUrl, threadPath, titleOf } from '../../features/chat/chat-api.ts'
import { useApiAs } from '../../features/end-users/act-as.ts'
import { useRefresh } from '../../project.ts'

/** What is done with a conversation as a whole; a deleted one leads to the list. */
export function ThreadMenu({ thread, to }: { thread: Thread; to: string }) {
  const [open, setOpen] = useState<'rename' | 'delete' | null>(null)
  const close = () => setOpen(null)
  const navigate = useNavigate()
  return (
    <>
      <Menu trigger={<IconButton label="Actions" icon={<Ellipsis size={16} aria-hidden />} />}>
        <MenuItem onSelect={() => setOpen('rename')}>Rename</MenuItem>
        <MenuItem onSelect={() => void navigate({ to: compareUrl(thread.id) })}>Compare branches</MenuItem>
        <MenuLine />
        <MenuItem variant="danger" onSelect={() => setOpen('delete')}>
          Delete
        </MenuItem>
      </Menu>
      {open === 'rename' && <RenameThread thread={thread} onClose={close} />}
      {open === 'delete' && <DeleteThread thread={thread} to={to} onClose={close} />}
    </>
  )
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
