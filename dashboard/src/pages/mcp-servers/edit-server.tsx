import type { McpServer } from '@stoa/sdk'
import { useState } from 'react'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { FormDialog } from '../../components/dialog/form-dialog.tsx'
import { toasts } from '../../components/feedback/toast-store.ts'
import { useForm } from '../../components/form/use-form.ts'
import { useProject, useRefresh } from '../../project.ts'
import { serverPath } from './mcp-api.ts'
import { bodyOf, draftOf, ServerFields } from './server-form.tsx'

type ServerDialogProps = { server: McpServer; onClose(): void }

export function EditServer({ server, onClose }: ServerDialogProps) {
  const { api } = useProject()
  const refresh = useRefresh()
  // The ETag from when it was opened: concurrent changes must not be overwritten.
  const [before] = useState(server)
  const form = useForm(draftOf(before))
  const save = form.submit(async (draft) => {
    const { isPublic, ...body } = bodyOf(draft, before.config)
    await api.patch(serverPath, {
      params: { id: before.id },
      // Only admins may name it, also without a change.
      body: isPublic === before.isPublic ? body : { ...body, isPublic },
      ifMatch: before.version,
    })
    toasts.success('MCP server saved')
    onClose()
    await refresh(['mcp-servers'])
  })
  return (
    <FormDialog title="Edit MCP server" submitLabel="Save" form={form} onSubmit={save} onClose={onClose}>
      <ServerFields form={form} />
    </FormDialog>
  )
}

export function DeleteServer({ server, onClose, onDeleted }: ServerDialogProps & { onDeleted(): void }) {
  const { api } = useProject()
  const refresh = useRefresh()
  return (
    <ConfirmDialog
      title={`Delete ${server.name}?`}
      confirmLabel="Delete MCP server"
      onClose={onClose}
      onDone={onDeleted}
      run={async () => {
        await api.delete(serverPath, { params: { id: server.id } })
        toasts.success('MCP server deleted')
        await refresh(['mcp-servers', 'list'])
      }}
    >
      <p>Clients that use its URL can no longer connect, and its call log is deleted.</p>
    </ConfirmDialog>
  )
}
