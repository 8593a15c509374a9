import type { TableCollection } from '@stoa/sdk'
import { FormDialog } from '../../components/dialog/form-dialog.tsx'
import { toasts } from '../../components/feedback/toast-store.ts'
import { AreaField, SelectField, TextField } from '../../components/form/field.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { useApiAs } from '../../features/end-users/act-as.ts'
import { collectionsPath } from '../../features/tables/tables-api.ts'
import { useRefresh } from '../../project.ts'
import { accessChoices, modeChoices } from './access.ts'

export function CreateTable({ onClose, onCreated }: { onClose(): void; onCreated(id: string): void }) {
  const api = useApiAs()
  const refresh = useRefresh()
  const form = useForm({ name: '', slug: '', description: '', mode: 'flexible', access: 'project' })
  const create = form.submit(async ({ name, slug, description, mode, access }) => {
    const table = await api.post(collectionsPath, {
      body: {
        name,
        ...(slug.trim() === '' ? {} : { slug: slug.trim() }),
        description,
        mode: mode as TableCollection['mode'],
        access: access as TableCollection['access'],
      },
    })
    toasts.success(`"${table.name}" created`)
    onCreated(table.id)
    await refresh(['tables'])
  })
  return (
    <FormDialog
      title="Create a table"
      submitLabel="Create table"
      form={form}
      onSubmit={create}
      onClose={onClose}
    >
      <TextField {...form.bind('name')} label="Name" placeholder="Customers" isRequired hasInitialFocus />
      <TextField
        {...form.bind('slug')}
        label="Slug"
        placeholder="customers"
        isMono
        hint="Used in API paths. Generated from the name if empty."
      />
      <AreaField {...form.bind('description')} label="Description" rows={2} hint="Also shown to agents." />
      <div className="form-pair">
        <SelectField {...form.bind('access')} label="Access" choices={accessChoices} />
        <SelectField {...form.bind('mode')} label="Fields" choices={modeChoices} />
      </div>
    </FormDialog>
  )
}
