import type { ConnectedAccount } from '@stoa/sdk'
import { FormDialog } from '../../components/dialog/form-dialog.tsx'
import { TextField } from '../../components/form/field.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { useProject, useRefresh } from '../../project.ts'
import { actAs } from '../end-users/act-as.ts'
import { accountPath } from './connections-api.ts'

export function EditAccount({ account, onClose }: { account: ConnectedAccount; onClose(): void }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const form = useForm({ displayName: account.displayName ?? '', labels: account.labels.join(', ') })
  const save = form.submit(async ({ displayName, labels }) => {
    await actAs(api).patch(accountPath, {
      params: { id: account.id },
      body: {
        displayName: displayName.trim() || null,
        labels: labels
          .split(',')
          .map((label) => label.trim())
          .filter(Boolean),
      },
    })
    await refresh(['accounts'], ['account', account.id])
    onClose()
  })
  return (
    <FormDialog title="Rename account" submitLabel="Save" form={form} onSubmit={save} onClose={onClose}>
      <TextField {...form.bind('displayName')} label="Name" placeholder={account.label} hasInitialFocus />
      <TextField
        {...form.bind('labels')}
        label="Labels"
        placeholder="work, europe"
        hint="Comma-separated. Requests can select accounts by label."
      />
    </FormDialog>
  )
}
