import type { Trigger, TriggerDetail } from '@stoa/sdk'
import { useState } from 'react'
import { FormDialog } from '../../../components/dialog/form-dialog.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { TextField } from '../../../components/form/field.tsx'
import { type TriggerKind, triggerKinds } from '../trigger-kind.tsx'
import { hasSecret, TriggerSecret } from '../trigger-secret.tsx'
import { KindFields } from './create-trigger.tsx'
import type { TriggerForm } from './fields-props.ts'
import { SharedFields } from './shared-fields.tsx'
import { useEditTrigger } from './use-edit-trigger.ts'

/** Changes the configuration. What it starts and its account stay. */
export function EditTrigger({ trigger, onClose }: { trigger: Trigger; onClose(): void }) {
  const [saved, setSaved] = useState<TriggerDetail | null>(null)
  const { form, kind, save } = useEditTrigger(trigger, (next) => {
    if (hasSecret(next)) return setSaved(next)
    toasts.success('Trigger saved')
    onClose()
  })
  if (saved && hasSecret(saved))
    return <TriggerSecret title="New signing secret" trigger={saved} onClose={onClose} />
  return (
    <FormDialog title="Edit trigger" submitLabel="Save" form={form} onSubmit={save} onClose={onClose}>
      <TriggerFields kind={kind} form={form} />
    </FormDialog>
  )
}

/** Everything of a trigger that can be changed. */
export const TriggerFields = ({ kind, form }: { kind: TriggerKind; form: TriggerForm }) => (
  <>
    <KindFields kind={kind} form={form} isNew={false} />
    <TextField {...form.bind('name')} label="Name" placeholder={triggerKinds[kind].label} />
    <SharedFields form={form} />
  </>
)
