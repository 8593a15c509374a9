import type { NewApiKey } from '@stoa/sdk'
import { Button } from '../../parts/button.tsx'
import { Dialog, DialogFoot } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/failure.tsx'
import { useForm } from '../../parts/use-form.ts'
import { useProject, useRefresh } from '../../project.tsx'
import { KeyFields, keyBodyOf, noTexts } from './key-fields.tsx'

export function CreateKey({ onClose, onCreated }: { onClose(): void; onCreated(key: NewApiKey): void }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const form = useForm(noTexts)
  const create = form.submit(async (texts) => {
    const created = await api.post('/api/v1/api-keys', { body: keyBodyOf(texts) })
    // The value first: whatever else fails, it cannot be shown again.
    onCreated(created)
    await refresh(['keys'])
  })
  return (
    <Dialog title="Create an API key" onClose={onClose}>
      <form className="form" noValidate onSubmit={create}>
        <KeyFields form={form} />
        {form.failure !== null && <Failure error={form.failure} />}
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={form.isBusy}>
            Create key
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
