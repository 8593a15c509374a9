import type { ConnectedAccount } from '@stoa/sdk'
import { isStoaError } from '@stoa/sdk'
import { useState } from 'react'
import { Button } from '../../components/actions/button.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { Dialog, DialogFoot } from '../../components/dialog/dialog.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { Status } from '../../components/feedback/status.tsx'
import { DescriptionList } from '../../components/layout/page.tsx'
import { useProject, useRead, useRefresh } from '../../project.ts'
import { actAs } from '../end-users/act-as.ts'
import { accountPath } from './connections-api.ts'

type DeleteProps = { account: ConnectedAccount; onClose(): void; onDeleted?: (() => void) | undefined }

/** First what stops, then the deletion, then what became of the grant at the service. */
export function DeleteAccount({ account, onClose, onDeleted = onClose }: DeleteProps) {
  const { api } = useProject()
  const [isDeleted, setDeleted] = useState(false)
  const params = { id: account.id }
  if (isDeleted) return <RevocationReceipt account={account} onClose={onDeleted} />
  return (
    <ConfirmDialog
      title={`Delete ${account.label}?`}
      confirmLabel="Delete account"
      onClose={onClose}
      onDone={() => setDeleted(true)}
      run={() => actAs(api).delete(accountPath, { params })}
    >
      <p>Its credentials are deleted immediately and tools can no longer use it.</p>
      <ImpactOf account={account} />
    </ConfirmDialog>
  )
}

function ImpactOf({ account }: { account: ConnectedAccount }) {
  const { data, error } = useRead(['account', account.id, 'impact'], (api, signal) =>
    actAs(api).get(`${accountPath}/impact`, { params: { id: account.id }, signal }),
  )
  if (error) return <ErrorAlert error={error} />
  if (!data) return <SkeletonLines count={2} />
  return (
    <>
      <DescriptionList
        facts={[
          [
            'Access at the service',
            data.revokesUpstream ? 'Will be revoked' : 'Cannot be revoked automatically',
          ],
          ['Other accounts', `${data.otherAccounts} active of the same end user`],
          ['Dependents', data.dependants.length === 0 ? 'none' : `${data.dependants.length} dependents`],
        ]}
      />
      {data.dependants.length > 0 && (
        <ul>
          {data.dependants.map(({ type, id, name }) => (
            <li key={id}>
              {type}: {name}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const revocationLabels = {
  pending: 'Revoking access at the service',
  revoked: 'Access at the service revoked',
  failed: 'Access at the service could not be revoked',
  unsupported: 'The service does not support revoking access: revoke it there manually',
} as const
const kinds = { pending: 'warn', revoked: 'good', failed: 'bad', unsupported: 'warn' } as const

function RevocationReceipt({ account, onClose }: { account: ConnectedAccount; onClose(): void }) {
  const refresh = useRefresh()
  const [isOver, setOver] = useState(false)
  const { data, error } = useRead(
    ['revocation', account.id],
    async (api, signal) => {
      try {
        const found = await actAs(api).get(`${accountPath}/revocation`, {
          params: { id: account.id },
          signal,
        })
        if (found.status !== 'pending') setOver(true)
        return found
      } catch (error) {
        // An account that never had a grant has nothing to give back.
        if (!isStoaError(error) || error.status !== 404) throw error
        setOver(true)
        return null
      }
    },
    { refetchInterval: isOver ? false : 1_000 },
  )
  const done = () => {
    void refresh(['accounts'], ['toolkit'], ['toolkits'], ['auth-configs'])
    onClose()
  }
  return (
    <Dialog title={`${account.label} deleted`} onClose={done}>
      <div className="stack connect-state" role="status">
        <Status kind="good">Credentials deleted</Status>
        {data && <Status kind={kinds[data.status]}>{revocationLabels[data.status]}</Status>}
        {data?.lastError && <p className="muted">{data.lastError}</p>}
        {error && <ErrorAlert error={error} />}
      </div>
      <DialogFoot>
        <Button onClick={done} hasInitialFocus>
          Done
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
