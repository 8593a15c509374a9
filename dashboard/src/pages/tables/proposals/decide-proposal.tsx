import type { TableCollection, TableProposal } from '@stoa/sdk'
import { isStoaError } from '@stoa/sdk'
import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { AreaField, Checkbox } from '../../../components/form/field.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import { Card } from '../../../components/layout/page.tsx'
import { useApiAs } from '../../../features/end-users/act-as.ts'
import { proposalPath } from '../../../features/tables/proposals-api.ts'
import { useRefresh } from '../../../project.ts'

type DecideProps = { table: TableCollection; proposal: TableProposal }

/** Approve or reject, with a comment to the requester. Changed rows are overwritten only when confirmed. */
export function DecideProposal({ table, proposal }: DecideProps) {
  const api = useApiAs()
  const refresh = useRefresh()
  const form = useForm({ note: '' })
  const [isForced, setForced] = useState(false)
  const [verdict, setVerdict] = useState<'approve' | 'reject' | null>(null)
  const outdated = proposal.changes.filter((change) => change.isOutdated).length
  const decide = (chosen: 'approve' | 'reject') => {
    setVerdict(chosen)
    const note = form.values.note.trim()
    return form.attempt(async () => {
      try {
        await api.post(`${proposalPath}/${chosen}`, {
          params: { id: table.id, proposalId: proposal.id },
          body: { ...(note === '' ? {} : { note }), ...(chosen === 'approve' ? { force: isForced } : {}) },
        })
        toasts.success(chosen === 'approve' ? 'Approved: changes applied' : 'Rejected: no changes applied')
      } finally {
        // An error may mean that another user decided, or that a row was changed; the reloaded page shows it.
        await refresh(['proposals'], ['documents', table.id], ['tables'])
      }
    })()
  }
  const isOver = isStoaError(form.failure) && form.failure.code === 'invalid_state'
  return (
    <Card title="Decision">
      <form className="form" noValidate onSubmit={(event) => event.preventDefault()}>
        <AreaField {...form.bind('note')} label="Note" rows={2} hint="Stored with the request. Optional." />
        {outdated > 0 && (
          <Checkbox
            label="Approve even though rows have changed since"
            hint="The requested values overwrite the current ones."
            isOn={isForced}
            onChange={setForced}
          />
        )}
        {form.failure !== null && !isOver && <ErrorAlert error={form.failure} />}
        <span className="row">
          <Button
            variant="primary"
            icon={<Check size={15} aria-hidden />}
            isBusy={form.isBusy && verdict === 'approve'}
            disabled={form.isBusy || (outdated > 0 && !isForced)}
            onClick={() => void decide('approve')}
          >
            Approve
          </Button>
          <Button
            icon={<X size={15} aria-hidden />}
            isBusy={form.isBusy && verdict === 'reject'}
            disabled={form.isBusy}
            onClick={() => void decide('reject')}
          >
            Reject
          </Button>
        </span>
      </form>
    </Card>
  )
}
