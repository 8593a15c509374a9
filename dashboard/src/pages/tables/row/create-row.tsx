import type { TableCollection } from '@stoa/sdk'
import { FormDialog } from '../../../components/dialog/form-dialog.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { useForm } from '../../../components/form/use-form.ts'
import { useApiAs } from '../../../features/end-users/act-as.ts'
import { documentsPath } from '../../../features/tables/tables-api.ts'
import { useRefresh } from '../../../project.ts'
import { RowFields } from './row-fields.tsx'
import { bodyOf, emptyTexts } from './row-values.ts'

export function CreateRow({ table, onClose }: { table: TableCollection; onClose(): void }) {
  const api = useApiAs()
  const refresh = useRefresh()
  const form = useForm(emptyTexts(table))
  const create = form.submit(async (texts) => {
    const written = await api.post(documentsPath, { params: { id: table.id }, body: bodyOf(texts, table) })
    toasts.success('proposal' in written ? 'Row submitted for approval' : 'Row added')
    onClose()
    await refresh(['documents', table.id], ['proposals', table.id], ['tables'])
  })
  return (
    <FormDialog
      title={`Add a row to ${table.name}`}
      submitLabel="Add row"
      form={form}
      onSubmit={create}
      onClose={onClose}
    >
      <RowFields table={table} form={form} hasInitialFocus />
    </FormDialog>
  )
}
