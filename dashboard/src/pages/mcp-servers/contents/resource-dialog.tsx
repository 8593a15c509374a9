import type { McpResource } from '@stoa/sdk'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { FormDialog } from '../../../components/dialog/form-dialog.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { AreaField, TextField } from '../../../components/form/field.tsx'
import { SegmentedControl } from '../../../components/form/segmented-control.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import { FileLink } from '../../../features/files/file-link.tsx'
import { FilePicker } from '../../../features/files/file-picker.tsx'
import { useProject, useRefresh } from '../../../project.ts'
import { resourcePath, resourcesPath } from '../mcp-api.ts'
import { LoadedDialog } from './loaded-dialog.tsx'

type ResourceDialogProps = { serverId: string; id?: string; onClose(): void }

/** Adds a resource, or edits the one with this id. */
export const ResourceDialog = ({ serverId, id, onClose }: ResourceDialogProps) =>
  id === undefined ? (
    <ResourceForm serverId={serverId} before={null} onClose={onClose} />
  ) : (
    <LoadedDialog
      title="Edit resource"
      queryKey={['mcp-servers', 'resources', 'one', id]}
      read={(api, signal) => api.get(resourcePath, { params: { id: serverId, resourceId: id }, signal })}
      onClose={onClose}
    >
      {(before) => <ResourceForm serverId={serverId} before={before} onClose={onClose} />}
    </LoadedDialog>
  )

const draftOf = (before: McpResource | null) => ({
  uri: before?.uri ?? '',
  name: before?.name ?? '',
  title: before?.title ?? '',
  description: before?.description ?? '',
  mimeType: before?.mimeType ?? '',
  source: before?.fileId ? 'file' : 'text',
  text: before?.text ?? '',
  fileId: before?.fileId ?? '',
})
type Draft = ReturnType<typeof draftOf>

const sources = [
  { value: 'text', label: 'Text' },
  { value: 'file', label: 'File' },
]

const bodyOf = ({ source, text, fileId, title, mimeType, ...rest }: Draft) => ({
  ...rest,
  title: title.trim() || null,
  mimeType: mimeType.trim() || null,
  ...(source === 'text' ? { text } : { fileId }),
})

type ResourceFormProps = { serverId: string; before: McpResource | null; onClose(): void }

function ResourceForm({ serverId, before, onClose }: ResourceFormProps) {
  const { api } = useProject()
  const refresh = useRefresh()
  const form = useForm(draftOf(before))
  const save = form.submit(async (draft) => {
    const body = bodyOf(draft)
    if (before) {
      const params = { id: serverId, resourceId: before.id }
      await api.patch(resourcePath, { params, body, ifMatch: before.version })
    } else await api.post(resourcesPath, { params: { id: serverId }, body })
    toasts.success('Resource saved')
    onClose()
    await refresh(['mcp-servers', 'resources'])
  })
  return (
    <FormDialog
      title={before ? 'Edit resource' : 'Add a resource'}
      submitLabel={before ? 'Save' : 'Add resource'}
      form={form}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        {...form.bind('uri')}
        label="URI"
        placeholder="shop://prices"
        hint="With a variable, such as shop://orders/{id}, it is a template for many URIs."
        isMono
        isRequired
        hasInitialFocus
      />
      <TextField {...form.bind('name')} label="Name" placeholder="Prices" isRequired />
      <TextField {...form.bind('title')} label="Title" hint="What people see in place of the name." />
      <TextField {...form.bind('description')} label="Description" />
      <SegmentedControl
        label="Content"
        value={form.values.source}
        choices={sources}
        onChange={(source) => form.set({ source })}
      />
      {form.values.source === 'text' ? (
        <AreaField
          {...form.bind('text')}
          label="Text"
          rows={8}
          isMono
          hint="In a template, {{id}} is replaced by the value of {id}."
        />
      ) : (
        <ChosenFile id={form.values.fileId} onChoose={(fileId) => form.set({ fileId })} />
      )}
      <TextField
        {...form.bind('mimeType')}
        label="Media type"
        placeholder="text/markdown"
        hint="Without it that of the file, or text/plain."
      />
    </FormDialog>
  )
}

function ChosenFile({ id, onChoose }: { id: string; onChoose(id: string): void }) {
  const [isPicking, setPicking] = useState(false)
  return (
    <div className="row">
      {id === '' ? <span className="muted">No file chosen</span> : <FileLink id={id} />}
      <Button onClick={() => setPicking(true)}>Choose file</Button>
      {isPicking && (
        <FilePicker
          owner=""
          verb="Use"
          onPick={([file]) => {
            if (file) onChoose(file.id)
            setPicking(false)
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </div>
  )
}
