import type { Trigger } from '@stoa/sdk'
import { useState } from 'react'
import { FormDialog } from '../../../components/dialog/form-dialog.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { TextField } from '../../../components/form/field.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import { useRefresh } from '../../../project.ts'
import { useApiAs } from '../../end-users/act-as.ts'
import { kindOf, triggerKinds } from '../trigger-kind.tsx'
import { triggerPath } from '../triggers-api.ts'
import { KindFields } from './create-trigger.tsx'
import { SharedFields } from './shared-fields.tsx'
import { configOf, draftAliases, draftOf } from './trigger-draft.ts'

/** Changes the configuration. What it starts and its account stay. */
export function EditTrigger({ trigger, onClose }: { trigger: Trigger; onClose(): void }) {
  const api = useApiAs()
  const refresh = useRefresh()
  // The ETag from when it was opened: concurrent changes must not be overwritten.
  const [before] = useState(trigger)
  const kind = kindOf(before)
  const form = useForm(draftOf(before), draftAliases)
  const save = form.submit(async (draft) => {
    await api.patch(triggerPath, {
      params: { triggerId: before.triggerId },
      // Fields that are not given stay: what was emptied is given as empty.
      body: { name: draft.name, triggerConfig: { ...emptied(before), ...configOf(kind, draft) } },
      ifMatch: before.revision,
    })
    toasts.success('Trigger saved')
    onClose()
    await refresh(['triggers'], ['workflows'])
  })
  return (
    <FormDialog title="Edit trigger" submitLabel="Save" form={form} onSubmit={save} onClose={onClose}>
      <KindFields kind={kind} form={form} isNew={false} />
      <TextField {...form.bind('name')} label="Name" placeholder={triggerKinds[kind].label} />
      <SharedFields form={form} />
    </FormDialog>
  )
}

const emptied = ({ triggerConfig }: Trigger) =>
  Object.fromEntries(['input', 'filter'].filter((name) => name in triggerConfig).map((name) => [name, {}]))
