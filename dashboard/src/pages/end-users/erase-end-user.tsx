import type { DeletionReceipt, ExternalUser } from '@stoa/sdk'
import { useState } from 'react'
import { Button } from '../../components/actions/button.tsx'
import { JsonBlock } from '../../components/code/code-block.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { Dialog, DialogFoot } from '../../components/dialog/dialog.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { DescriptionList } from '../../components/layout/page.tsx'
import { useProject, useRead, useRefresh } from '../../project.ts'

const kinds = ['connections', 'triggers', 'workflows', 'threads', 'files', 'collections'] as const

type Counts = Record<(typeof kinds)[number], number>

const countFacts = (counts: Counts) => kinds.map((kind) => [kind, String(counts[kind])] as const)

type EraseProps = { user: ExternalUser; onClose(): void; onErased(): void }

/** Shows what would be deleted, requires the name, erases, and shows the signed receipt. */
export function EraseEndUser({ user, onClose, onErased }: EraseProps) {
  const { api } = useProject()
  const refresh = useRefresh()
  const [receipt, setReceipt] = useState<DeletionReceipt | null>(null)
  const params = { id: user.id }
  const owned = useRead(
    ['erasure', user.id],
    (each, signal) => each.delete('/api/v1/external-users/{id}', { params, query: { dryRun: true }, signal }),
    { isEnabled: receipt === null },
  )
  if (receipt) return <Receipt receipt={receipt} onClose={onErased} />
  const erase = async () => {
    const { receiptId } = await api.delete('/api/v1/external-users/{id}', { params })
    if (receiptId === null) return onErased()
    setReceipt(await api.get('/api/v1/external-users/deletion-receipts/{id}', { params: { id: receiptId } }))
    await refresh(['end-users'])
  }
  return (
    <ConfirmDialog
      title={`Erase "${user.name}"?`}
      confirmLabel="Erase permanently"
      typed={user.name}
      run={erase}
      onClose={onClose}
      // The receipt replaces it, and has its own close button.
      onDone={() => undefined}
    >
      <p>
        This user and all of their data are permanently deleted. This cannot be undone. Usage entries are
        retained without content.
      </p>
      {owned.data ? (
        <DescriptionList facts={countFacts(owned.data)} />
      ) : owned.error ? (
        <ErrorAlert error={owned.error} />
      ) : (
        <SkeletonLines count={3} />
      )}
    </ConfirmDialog>
  )
}

const Receipt = ({ receipt, onClose }: { receipt: DeletionReceipt; onClose(): void }) => (
  <Dialog title="Erased" width="wide" onClose={onClose}>
    <p>
      Keep this receipt as proof of erasure. It is signed by this server and contains only a hash of the name.
      You can retrieve it later by its ID.
    </p>
    <JsonBlock value={receipt} />
    <DialogFoot>
      <Button variant="primary" onClick={onClose} hasInitialFocus>
        Done
      </Button>
    </DialogFoot>
  </Dialog>
)
