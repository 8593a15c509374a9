import type { McpServer } from '@stoa/sdk'
import { FormDialog } from '../../components/dialog/form-dialog.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { useProject, useRefresh } from '../../project.ts'
import { serversPath } from './mcp-api.ts'
import { bodyOf, emptyServer, ServerFields } from './server-form.tsx'

type CreateServerProps = { onClose(): void; onCreated(server: McpServer): void }

export function CreateServer({ onClose, onCreated }: CreateServerProps) {
  const { api } = useProject()
  const refresh = useRefresh()
  const form = useForm(emptyServer)
  const create = form.submit(async (draft) => {
    onCreated(await api.post(serversPath, { body: bodyOf(draft) }))
    await refresh(['mcp-servers'])
  })
  return (
    <FormDialog
      title="Create an MCP server"
      submitLabel="Create server"
      form={form}
      onSubmit={create}
      onClose={onClose}
    >
      <ServerFields form={form} />
    </FormDialog>
  )
}
