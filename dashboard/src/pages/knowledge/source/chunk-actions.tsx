import type { KnowledgeChunk } from '@stoa/sdk'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { RowMenu } from '../../../components/actions/row-menu.tsx'
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx'
import { FormDialog } from '../../../components/dialog/form-dialog.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { AreaField } from '../../../components/form/field.tsx'
import { UndoSwitch } from '../../../components/form/undo-switch.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import { useApiAs } from '../../../features/end-users/act-as.ts'
import { chunkPath } from '../../../features/knowledge/knowledge-api.ts'
import { useRefresh } from '../../../project.ts'

type ChunkProps = { collectionId: string; chunk: KnowledgeChunk }

export const chunkName = ({ ordinal }: Pick<KnowledgeChunk, 'ordinal'>): string => `Chunk ${ordinal + 1}`

/** Whether searches find the chunk, and what else can be done to it. */
export function ChunkActions({ collectionId, chunk }: ChunkProps) {
  const api = useApiAs()
  const refresh = useRefresh()
  const params = { id: collectionId, chunkId: chunk.id }
  return (
    <>
      <UndoSwitch
        name={chunkName(chunk)}
        isOn={chunk.isEnabled}
        put={async (isEnabled) => {
          await api.patch(chunkPath, { params, body: { isEnabled } })
          await refresh(['knowledge', 'chunks'])
        }}
      />
      <RowMenu
        name={chunkName(chunk)}
        actions={[
          {
            label: 'Edit…',
            icon: Pencil,
            dialog: (close) => <EditChunk collectionId={collectionId} chunk={chunk} onClose={close} />,
          },
          {
            label: 'Delete…',
            icon: Trash2,
            isDanger: true,
            dialog: (close) => (
              <ConfirmDialog
                title={`Delete ${chunkName(chunk).toLowerCase()}?`}
                confirmLabel="Delete chunk"
                onClose={close}
                run={async () => {
                  await api.delete(chunkPath, { params })
                  toasts.success('Chunk deleted')
                  await refresh(['knowledge'])
                }}
              >
                <p>Searches no longer find it. When the source is indexed again, it is back.</p>
              </ConfirmDialog>
            ),
          },
        ]}
      />
    </>
  )
}

function EditChunk({ collectionId, chunk, onClose }: ChunkProps & { onClose(): void }) {
  const api = useApiAs()
  const refresh = useRefresh()
  const form = useForm({ text: chunk.text })
  const save = form.submit(async ({ text }) => {
    await api.patch(chunkPath, { params: { id: collectionId, chunkId: chunk.id }, body: { text } })
    toasts.success('Chunk saved')
    onClose()
    await refresh(['knowledge', 'chunks'])
  })
  return (
    <FormDialog
      title={`Edit ${chunkName(chunk).toLowerCase()}`}
      submitLabel="Save"
      form={form}
      onSubmit={save}
      onClose={onClose}
    >
      <AreaField
        {...form.bind('text')}
        label="Text"
        rows={14}
        hint="Searches find the new text immediately. It lasts until the source is indexed again."
        hasInitialFocus
      />
    </FormDialog>
  )
}
