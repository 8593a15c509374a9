import type { UsageBalance } from '@stoa/sdk'
import { Button } from '../../../components/actions/button.tsx'
import { Dialog, DialogFoot } from '../../../components/dialog/dialog.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { Status } from '../../../components/feedback/status.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { SelectField, TextField } from '../../../components/form/field.tsx'
import { requiredNumber } from '../../../components/form/required-number.ts'
import { useForm } from '../../../components/form/use-form.ts'
import { formatAmount } from '../../../components/text/format-number.ts'
import { useProject, useRefresh } from '../../../project.ts'

const once = { value: '', label: 'Once' }
const intervals = [once, { value: 'monthly', label: 'Monthly, starting now' }]

type GrantProps = { balance: UsageBalance | undefined; onClose(): void }

export function GrantCredits({ balance, onClose }: GrantProps) {
  const { api } = useProject()
  const refresh = useRefresh()
  const form = useForm({ credits: '', reason: '', renews: '', lowBalanceAt: '' })
  const hasMonthly = balance?.monthlyGrant != null
  const grant = form.submit(async ({ credits, reason, renews, lowBalanceAt }) => {
    const after = await api.post('/api/v1/usage/grants', {
      body: {
        credits: requiredNumber('credits', credits),
        reason,
        ...(renews === '' ? {} : { renews: renews as 'monthly' | 'never' }),
        ...(lowBalanceAt === '' ? {} : { lowBalanceAt: Number(lowBalanceAt) }),
      },
    })
    toasts.success(
      `${formatAmount(Number(credits))} credits granted. New balance: ${formatAmount(after.balance ?? 0)}`,
    )
    onClose()
    await refresh(['usage'])
  })
  return (
    <Dialog title="Grant credits" onClose={onClose}>
      <form className="form" noValidate onSubmit={grant}>
        {balance?.unlimited && (
          <p>
            <Status kind="warn">The first grant ends the unlimited balance.</Status>
          </p>
        )}
        <TextField {...form.bind('credits')} label="Credits" type="number" isRequired hasInitialFocus />
        <TextField
          {...form.bind('reason')}
          label="Reason"
          placeholder="Q1 budget"
          isRequired
          hint="Shown in the ledger and the audit log."
        />
        <SelectField
          {...form.bind('renews')}
          label="Frequency"
          choices={
            hasMonthly
              ? [
                  {
                    value: '',
                    label: `Once; keep the monthly grant of ${formatAmount(balance.monthlyGrant!)}`,
                  },
                  { value: 'monthly', label: 'Monthly; replace the current monthly grant' },
                  { value: 'never', label: 'Once; stop the monthly grant' },
                ]
              : intervals
          }
        />
        <TextField
          {...form.bind('lowBalanceAt')}
          label="Low balance alert"
          type="number"
          hint="In credits. Defaults to 10% of this grant. Sends one event when reached."
        />
        {form.failure !== null && <ErrorAlert error={form.failure} />}
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isBusy={form.isBusy}>
            Grant
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
