import { Button } from '../../../components/actions/button.tsx'
import { Dialog, DialogFoot } from '../../../components/dialog/dialog.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { SelectField, TextField } from '../../../components/form/field.tsx'
import { requiredNumber } from '../../../components/form/required-number.ts'
import { useForm } from '../../../components/form/use-form.ts'
import { formatAmount } from '../../../components/text/format-number.ts'
import { endUserIdOf } from '../../../features/end-users/use-end-user-names.ts'
import { useProject, useRefresh } from '../../../project.ts'

const directions = [
  { value: 'give', label: 'Credit' },
  { value: 'take', label: 'Debit' },
]

/** Adjusts the ledger by a new entry: existing entries are never changed. */
export function AdjustBalance({ onClose }: { onClose(): void }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const form = useForm({
    direction: 'give',
    credits: '',
    reason: '',
    eUID: '',
    executionId: '',
    threadId: '',
    workflowId: '',
  })
  const correct = form.submit(async ({ direction, credits, reason, eUID, ...work }) => {
    const references = Object.entries(work).filter(([, id]) => id.trim() !== '')
    const body = {
      credits: requiredNumber('credits', credits) * (direction === 'take' ? -1 : 1),
      reason,
      ...(eUID.trim() === '' ? {} : { eUID: await endUserIdOf(api, eUID.trim()) }),
      ...Object.fromEntries(references.map(([name, id]) => [name, id.trim()])),
    }
    const after = await api.post('/api/v1/usage/adjustments', { body })
    toasts.success(
      after.balance === null
        ? 'Balance adjusted'
        : `Balance adjusted to ${formatAmount(after.balance)} credits`,
    )
    onClose()
    await refresh(['usage'], ['end-users'], ['end-user'])
  })
  return (
    <Dialog title="Adjust balance" onClose={onClose}>
      <form className="form" noValidate onSubmit={correct}>
        <div className="form-pair">
          <SelectField {...form.bind('direction')} label="Type" choices={directions} />
          <TextField {...form.bind('credits')} label="Credits" type="number" isRequired hasInitialFocus />
        </div>
        <TextField
          {...form.bind('reason')}
          label="Reason"
          placeholder="Duplicate charge"
          isRequired
          hint="Shown in the ledger and the audit log."
        />
        <TextField
          {...form.bind('eUID')}
          label="End user"
          placeholder="alice"
          hint="Name or ID. With any of these four set, the adjustment counts towards usage; otherwise only the balance changes."
        />
        <div className="form-pair">
          <TextField {...form.bind('executionId')} label="Execution ID" isMono />
          <TextField {...form.bind('threadId')} label="Thread ID" isMono />
        </div>
        <TextField {...form.bind('workflowId')} label="Workflow ID" isMono />
        {form.failure !== null && <ErrorAlert error={form.failure} />}
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isBusy={form.isBusy}>
            Adjust balance
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
