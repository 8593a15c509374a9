import { StoaError, type TriggerDetail } from '@stoa/sdk'
import { useState } from 'react'
import { FormDialog } from '../../../components/dialog/form-dialog.tsx'
import { TextField } from '../../../components/form/field.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import { useProject, useRefresh } from '../../../project.ts'
import { WorkflowField } from '../../workflows/workflow-field.tsx'
import { type TriggerKind, triggerKinds } from '../trigger-kind.tsx'
import { triggersPath, upsertPath } from '../triggers-api.ts'
import { EventFields } from './event-fields.tsx'
import type { TriggerForm } from './fields-props.ts'
import { HookFields } from './hook-fields.tsx'
import { KindFieldset } from './kind-fieldset.tsx'
import { ScheduleFields } from './schedule-fields.tsx'
import { SharedFields } from './shared-fields.tsx'
import { ToolkitFields } from './toolkit-fields.tsx'
import { configOf, draftAliases, emptyDraft, type TriggerDraft } from './trigger-draft.ts'
import './trigger-form.css'

type CreateTriggerProps = {
  /** What it starts, where that is not to be chosen. */
  workflow?: { id: string; name: string }
  kind?: TriggerKind
  onClose(): void
  onCreated(trigger: TriggerDetail): void
}

/** Creates a trigger of any kind. */
export function CreateTrigger({ workflow, kind: initial = 'cron', onClose, onCreated }: CreateTriggerProps) {
  const create = useCreateTrigger()
  const refresh = useRefresh()
  const [kind, setKind] = useState<TriggerKind>(initial)
  const [timezone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC')
  const form = useForm<TriggerDraft>(
    { ...emptyDraft, timezone, workflowId: workflow?.id ?? '' },
    draftAliases,
  )
  const submit = form.submit(async (draft) => {
    const created = await create(kind, draft)
    // The secret first: whatever else fails, it cannot be shown again.
    onCreated(created)
    await refresh(['triggers'], ['workflows'])
  })
  return (
    <FormDialog
      title={workflow ? `Add a trigger to ${workflow.name}` : 'Create a trigger'}
      submitLabel="Create trigger"
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <KindFieldset value={kind} onChange={setKind} />
      {!workflow && (
        <WorkflowField
          {...form.bind('workflowId')}
          label="Starts"
          hint="Empty: it only publishes the event trigger.fired."
        />
      )}
      <KindFields kind={kind} form={form} isNew />
      <TextField
        {...form.bind('name')}
        label="Name"
        placeholder={triggerKinds[kind].label}
        hint="Distinguishes triggers of the same kind."
      />
      <OwnerField form={form} />
      <SharedFields form={form} />
    </FormDialog>
  )
}

type KindFieldsProps = { kind: TriggerKind; form: TriggerForm; isNew: boolean }

export const KindFields = ({ kind, form, isNew }: KindFieldsProps) => {
  if (kind === 'cron') return <ScheduleFields form={form} />
  if (kind === 'webhook') return <HookFields form={form} isNew={isNew} />
  if (kind === 'event') return <EventFields form={form} />
  return <ToolkitFields form={form} isNew={isNew} failure={form.failure} />
}

const OwnerField = ({ form }: { form: TriggerForm }) => (
  <TextField
    {...form.bind('owner')}
    label="End user"
    placeholder="The project"
    hint="Executions act as this user, with their data and accounts."
  />
)

const refusal = (path: string, message: string) =>
  new StoaError({
    code: 'invalid_parameter',
    type: 'invalid_request',
    status: 0,
    message,
    details: [{ in: 'body', path, rule: 'custom', message }],
  })

/** The endpoint changes a trigger of the same name: one that exists is not overwritten by mistake here. */
function useCreateTrigger() {
  const { api } = useProject()
  return async (kind: TriggerKind, draft: TriggerDraft): Promise<TriggerDetail> => {
    const slug = kind === 'toolkit' ? draft.slug : kind
    if (slug === '') throw new Error('Choose an event of a toolkit')
    const owner = draft.owner.trim()
    const acting = owner ? api.as(owner) : api
    const triggerConfig = configOf(kind, draft)
    const { workflowId, connectedAccountId } = draft
    const others = await acting.get(triggersPath, {
      query: { triggerNames: [slug], workflowId: workflowId || undefined, showDisabled: true, limit: 100 },
    })
    const name = draft.name.trim()
    const same = others.find(
      (each) => each.slug === slug && each.name === name && each.workflowId === (workflowId || null),
    )
    if (same) throw refusal('/name', 'There is a trigger of this kind with this name. Choose another name.')
    return acting.post(upsertPath, {
      params: { slug },
      body: {
        name,
        triggerConfig,
        ...(workflowId ? { workflowId } : {}),
        ...(connectedAccountId && kind === 'toolkit' ? { connectedAccountId } : {}),
      },
    })
  }
}
