import type { KnowledgeCollection } from '@stoa/sdk'
import { FormDialog } from '../../../components/dialog/form-dialog.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { AreaField, TextField } from '../../../components/form/field.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import { useApiAs } from '../../../features/end-users/act-as.ts'
import { ingestTextPath } from '../../../features/knowledge/knowledge-api.ts'
import { useRefresh } from '../../../project.ts'

type PasteTextProps = { collection: KnowledgeCollection; onClose(): void }

export function PasteText({ collection: { id }, onClose }: PasteTextProps) {
  const api = useApiAs()
  const refresh = useRefresh()
  const form = useForm({ title: '', content: '' })
  const add = form.submit(async ({ title, content }) => {
    const { changed } = await api.post(ingestTextPath, {
      params: { id },
      body: { content, ...(title.trim() === '' ? {} : { title: title.trim() }) },
    })
    toasts.success(changed ? 'Text added' : 'The collection has this text already')
    onClose()
    await refresh(['knowledge'])
  })
  return (
    <FormDialog title="Paste text" submitLabel="Add text" form={form} onSubmit={add} onClose={onClose}>
      <TextField
        {...form.bind('title')}
        label="Title"
        placeholder="First line of the text"
        hint="A text with the same title is replaced."
        hasInitialFocus
      />
      <AreaField
        {...form.bind('content')}
        label="Text"
        rows={12}
        hint="Plain text or Markdown. Headings become the path of each passage."
      />
    </FormDialog>
  )
}
