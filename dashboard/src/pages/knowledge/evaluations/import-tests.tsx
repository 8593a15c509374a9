import { FormDialog } from '../../../components/dialog/form-dialog.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { AreaField, SelectField } from '../../../components/form/field.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import { pluralize } from '../../../components/text/pluralize.ts'
import { useApiAs } from '../../../features/end-users/act-as.ts'
import { importTestsPath } from '../../../features/knowledge/knowledge-api.ts'
import { useRefresh } from '../../../project.ts'

const formats = [
  { value: 'csv', label: 'CSV, with the names of the fields in the first line' },
  { value: 'jsonl', label: 'JSON lines' },
]

export function ImportTests({ collectionId, onClose }: { collectionId: string; onClose(): void }) {
  const api = useApiAs()
  const refresh = useRefresh()
  const form = useForm({ format: 'csv', content: '' })
  const add = form.submit(async ({ format, content }) => {
    const { created, skipped } = await api.post(importTestsPath, {
      params: { id: collectionId },
      body: { format: format as 'csv', content },
    })
    toasts.success(
      `${pluralize(created, 'test')} imported${skipped > 0 ? `, ${skipped} were there already` : ''}`,
    )
    onClose()
    await refresh(['knowledge', 'tests'])
  })
  return (
    <FormDialog
      title="Import retrieval tests"
      submitLabel="Import"
      form={form}
      onSubmit={add}
      onClose={onClose}
    >
      <SelectField {...form.bind('format')} label="Format" choices={formats} />
      <AreaField
        {...form.bind('content')}
        label="Tests"
        rows={10}
        placeholder={'query,sourceKey,mustContain\nWhen is a refund paid?,text:Refunds,'}
        hint="Fields: query, sourceKey, mustContain, k, isRequired. Up to 500."
      />
    </FormDialog>
  )
}
