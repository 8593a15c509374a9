import type { ConnectedAccount, ConnectionLink } from '@stoa/sdk'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { Dialog, DialogFoot } from '../../../components/dialog/dialog.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import { useProject } from '../../../project.ts'
import { actAs } from '../../end-users/act-as.ts'
import { accountPath } from '../connections-api.ts'
import { PendingLink } from './pending-link.tsx'

/** Reconnects the same account: its ID stays the same, and its status until consent is given. */
export function Reconnect({ account, onClose }: { account: ConnectedAccount; onClose(): void }) {
  const { api } = useProject()
  const form = useForm({})
  const [link, setLink] = useState<ConnectionLink | null>(null)
  const [changedAt, setChangedAt] = useState(account.updatedAt)
  const make = form.attempt(async () => {
    const accounts = actAs(api)
    const params = { id: account.id }
    // What the page shows may be older than a token that was renewed a moment ago.
    setChangedAt((await accounts.get(accountPath, { params })).updatedAt)
    setLink(await accounts.post(`${accountPath}/reconnect`, { params, body: {} }))
  })
  return (
    <Dialog title={`Reconnect ${account.label}`} onClose={onClose}>
      {link ? (
        <PendingLink link={link} changedAt={changedAt} onClose={onClose} />
      ) : (
        <>
          <p>
            The end user grants access again at {account.toolkit.name}. Everything that uses this account
            keeps working.
          </p>
          {form.failure !== null && <ErrorAlert error={form.failure} />}
          <DialogFoot>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="primary" hasInitialFocus isBusy={form.isBusy} onClick={() => void make()}>
              Create link
            </Button>
          </DialogFoot>
        </>
      )}
    </Dialog>
  )
}
