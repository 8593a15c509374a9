import type { BodyOf, UsageCap } from '@stoa/sdk'
import { Button } from '../../../components/actions/button.tsx'
import { Dialog, DialogFoot } from '../../../components/dialog/dialog.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { SelectField, TextField } from '../../../components/form/field.tsx'
import { requiredNumber } from '../../../components/form/required-number.ts'
import { useForm } from '../../../components/form/use-form.ts'
import { endUserIdOf } from '../../../features/end-users/use-end-user-names.ts'
import { useKeys } from '../../../features/keys/use-keys.ts'
import { choicesOf, periodNames, scopeNames } from '../../../features/usage/cap-labels.ts'
import { useProject, useRefresh } from '../../../project.ts'

type CapBody = NonNullable<BodyOf<'/api/v1/usage/caps', 'post'>>

const actions = [
  { value: 'block', label: 'Block usage' },
  { value: 'approve', label: 'Block until an admin approves more credits' },
  { value: 'warn', label: 'Warn only, once per period' },
]

export function CreateCap({ onClose }: { onClose(): void }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const form = useForm({
    scope: 'project',
    scopeId: '',
    period: 'month',
    credits: '',
    action: 'block',
  })
  const scope = form.values.scope as UsageCap['scope']
  const create = form.submit(async ({ period, credits, action, scopeId }) => {
    const typed = scopeId.trim()
    const id = scope === 'external_user' && typed !== '' ? await endUserIdOf(api, typed) : typed
    const body = {
      scope,
      period,
      action,
      credits: requiredNumber('credits', credits),
      ...(id === '' ? {} : { scopeId: id }),
    }
    await api.post('/api/v1/usage/caps', { body: body as CapBody })
    toasts.success('Cap created')
    onClose()
    await refresh(['usage'])
  })
  return (
    <Dialog title="Create a cap" onClose={onClose}>
      <form className="form" noValidate onSubmit={create}>
        <SelectField
          {...form.bind('scope')}
          onChange={(value) => form.set({ scope: value, scopeId: '' })}
          label="Applies to"
          choices={choicesOf(scopeNames)}
        />
        <ScopeField scope={scope} bound={form.bind('scopeId')} />
        <div className="form-pair">
          <TextField
            {...form.bind('credits')}
            label="Credits"
            type="number"
            isRequired
            hasInitialFocus
            hint={
              Number(form.values.credits) === 0 && form.values.credits !== ''
                ? '0 blocks all paid usage.'
                : undefined
            }
          />
          <SelectField {...form.bind('period')} label="Period" choices={choicesOf(periodNames)} />
        </div>
        <SelectField
          {...form.bind('action')}
          label="Action when reached"
          choices={actions}
          hint="Usage so far in the current period counts. Days and months are in UTC."
        />
        {form.failure !== null && <ErrorAlert error={form.failure} />}
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isBusy={form.isBusy}>
            Create cap
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}

type Bound = ReturnType<ReturnType<typeof useForm<{ scopeId: string }>>['bind']>

function ScopeField({ scope, bound }: { scope: UsageCap['scope']; bound: Bound }) {
  const keys = useKeys()
  if (scope === 'project') return null
  if (scope === 'external_user')
    return <TextField {...bound} label="End user" placeholder="alice" hint="Name or ID." isRequired />
  if (scope === 'key') {
    const live = keys.data?.data.filter(({ state }) => state === 'active' || state === 'rotating') ?? []
    return (
      <SelectField
        {...bound}
        label="API key"
        choices={[
          { value: '', label: 'Select an API key' },
          ...live.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
    )
  }
  return <TextField {...bound} label={scope === 'workflow' ? 'Workflow ID' : 'Thread ID'} isMono isRequired />
}
