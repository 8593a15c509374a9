import { FormDialog } from '../../components/dialog/form-dialog.tsx'
import { toasts } from '../../components/feedback/toast-store.ts'
import { TextField } from '../../components/form/field.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { useApiAs } from '../../features/end-users/act-as.ts'
import { collectionsPath } from '../../features/knowledge/knowledge-api.ts'
import { useRefresh } from '../../project.ts'
import { bodyOf, ChunkFields, emptyCollection, NameFields } from './collection-fields.tsx'

type CreateCollectionProps = { onClose(): void; onCreated(id: string): void }

export function CreateCollection({ onClose, onCreated }: CreateCollectionProps) {
  const api = useApiAs()
  const refresh = useRefresh()
  const form = useForm({ ...emptyCollection, embeddingModel: '' })
  const create = form.submit(async ({ embeddingModel, ...draft }) => {
    const body = bodyOf(draft)
    const model = embeddingModel.trim()
    const { id, name } = await api.post(collectionsPath, {
      body: { ...body, ...(model === '' ? {} : { embeddingModel: model }) },
    })
    toasts.success(`"${name}" created`)
    onCreated(id)
    await refresh(['knowledge'])
  })
  return (
    <FormDialog
      title="Create a knowledge collection"
      submitLabel="Create collection"
      form={form}
      onSubmit={create}
      onClose={onClose}
    >
      <NameFields form={form} />
      <details className="advanced">
        <summary>Advanced</summary>
        <div className="form">
          <TextField
            {...form.bind('embeddingModel')}
            label="Embedding model"
            placeholder="local/use-lite"
            isMono
            hint="As provider/model. The default runs on this server, costs nothing and reads English."
          />
          <ChunkFields form={form} />
        </div>
      </details>
    </FormDialog>
  )
}
