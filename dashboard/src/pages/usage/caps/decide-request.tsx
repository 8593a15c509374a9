import type { UsageCapRequest } from '@stoa/sdk'
import { Button } from '../../../components/actions/button.tsx'
import { Dialog, DialogFoot } from '../../../components/dialog/dialog.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { TextField } from '../../../components/form/field.tsx'
import { requiredNumber } from '../../../components/form/required-number.ts'
import { useForm } from '../../../components/form/use-form.ts'
import { formatAmount } from '../../../components/text/format-number.ts'
import { useProject, useRefresh } from '../../../project.ts'

type DecideProps = { request: UsageCapRequest; verdict: 'approve' | 'refuse'; onClose(): void }

export function DecideRequest({ request, verdict, onClose }: DecideProps) {
  const { api } = useProject()
  const refresh = useRefresh()
  const isApproval = verdict === 'approve'
  // Whole credits, rounded up.
  const missing = Math.ceil(Math.max(0, request.needed - request.available))
  const form = useForm({ credits: String(missing), reason: '' })
  const decide = form.submit(async ({ credits, reason }) => {
    const params = { id: request.id }
    const why = reason.trim() === '' ? {} : { reason: reason.trim() }
    await (isApproval
      ? api.post('/api/v1/usage/caps/requests/{id}/approve', {
          params,
          body: { credits: requiredNumber('credits', credits), ...why },
        })
      : api.post('/api/v1/usage/caps/requests/{id}/refuse', { params, body: why }))
    toasts.success(isApproval ? `${formatAmount(Number(credits))} more credits approved` : 'Request rejected')
    onClose()
    await refresh(['usage'])
  })
  return (
    <Dialog title={isApproval ? 'Approve more credits' : 'Reject request'} onClose={onClose}>
      <form className="form" noValidate onSubmit={decide}>
        <p>
          {formatAmount(request.needed)} credits were requested and {formatAmount(request.available)}{' '}
          remaining.{' '}
          {isApproval
            ? 'Approved credits are added to the cap until its period ends.'
            : 'The cap stays unchanged and no further requests are created until the next period.'}
        </p>
        {isApproval && (
          <TextField
            {...form.bind('credits')}
            label="Extra credits"
            type="number"
            isRequired
            hasInitialFocus
          />
        )}
        <TextField
          {...form.bind('reason')}
          label="Reason"
          hint="Optional."
          {...(isApproval ? {} : { hasInitialFocus: true })}
        />
        {form.failure !== null && <ErrorAlert error={form.failure} />}
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant={isApproval ? 'primary' : 'danger'} isBusy={form.isBusy}>
            {isApproval ? 'Approve' : 'Reject'}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
