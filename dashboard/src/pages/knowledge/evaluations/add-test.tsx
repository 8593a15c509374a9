import { FormDialog } from '../../../components/dialog/form-dialog.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { AreaField, TextField } from '../../../components/form/field.tsx'
import { requiredNumber } from '../../../components/form/required-number.ts'
import { useForm } from '../../../components/form/use-form.ts'
import { useApiAs } from '../../../features/end-users/act-as.ts'
import { evalsPath } from '../../../features/knowledge/knowledge-api.ts'
import { useRefresh } from '../../../project.ts'
import { SourceField } from './source-field.tsx'

export function AddTest({ collectionId, onClose }: { collectionId: string; onClose(): void }) {
  const api = useApiAs()
  const refresh = useRefresh()
  const form = useForm({ query: '', sourceKey: '', mustContain: '', k: '5' })
  const add = form.submit(async ({ query, sourceKey, mustContain, k }) => {
    const test = {
      query,
      ...(sourceKey.trim() === '' ? {} : { sourceKey: sourceKey.trim() }),
      ...(mustContain.trim() === '' ? {} : { mustContain }),
      k: requiredNumber('k', k),
    }
    const { created } = await api.post(evalsPath, { params: { id: collectionId }, body: { tests: [test] } })
    toasts.success(created > 0 ? 'Test added' : 'The collection has this test already')
    onClose()
    await refresh(['knowledge', 'tests'])
  })
  return (
    <FormDialog title="Add a retrieval test" submitLabel="Add" form={form} onSubmit={add} onClose={onClose}>
      <TextField
        {...form.bind('query')}
        label="Question"
        placeholder="When is a refund paid?"
        isRequired
        hasInitialFocus
      />
      <SourceField
        {...form.bind('sourceKey')}
        collectionId={collectionId}
        hint="The source that must be found."
      />
      <AreaField
        {...form.bind('mustContain')}
        label="Text"
        rows={2}
        hint="Words that the passage must contain, with or without a source."
      />
      <TextField
        {...form.bind('k')}
        label="Top results"
        type="number"
        hint="It must be among the first 1 to 20."
      />
    </FormDialog>
  )
}
