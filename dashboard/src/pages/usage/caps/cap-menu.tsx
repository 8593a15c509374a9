import type { UsageCap } from '@stoa/sdk'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { useState } from 'react'
import { Button, IconButton } from '../../../components/actions/button.tsx'
import { Menu, MenuItem, MenuLabel } from '../../../components/actions/menu.tsx'
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx'
import { Dialog, DialogFoot } from '../../../components/dialog/dialog.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { TextField } from '../../../components/form/field.tsx'
import { requiredNumber } from '../../../components/form/required-number.ts'
import { useForm } from '../../../components/form/use-form.ts'
import { formatAmount } from '../../../components/text/format-number.ts'
import { periodNames } from '../../../features/usage/cap-labels.ts'
import { useProject, useRefresh } from '../../../project.ts'

const path = '/api/v1/usage/caps/{id}'

export function CapMenu({ cap, label }: { cap: UsageCap; label: string }) {
  const [openDialog, setOpenDialog] = useState<'edit' | 'remove' | null>(null)
  const close = () => setOpenDialog(null)
  return (
    <>
      <Menu
        trigger={
          <IconButton label={`Actions for the cap of ${label}`} icon={<Ellipsis size={16} aria-hidden />} />
        }
      >
        {cap.origin === 'cap' ? (
          <>
            <MenuItem onSelect={() => setOpenDialog('edit')}>Edit…</MenuItem>
            <MenuItem variant="danger" onSelect={() => setOpenDialog('remove')}>
              Delete…
            </MenuItem>
          </>
        ) : (
          <MenuLabel>Set on the {cap.origin}: change it there.</MenuLabel>
        )}
      </Menu>
      {openDialog === 'edit' && <EditCap cap={cap} onClose={close} />}
      {openDialog === 'remove' && <RemoveCap cap={cap} label={label} onClose={close} />}
    </>
  )
}

function EditCap({ cap, onClose }: { cap: UsageCap; onClose(): void }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const form = useForm({ credits: String(cap.credits) })
  const save = form.submit(async ({ credits }) => {
    await api.patch(path, { params: { id: cap.id }, body: { credits: requiredNumber('credits', credits) } })
    toasts.success('Cap updated')
    onClose()
    await refresh(['usage'])
  })
  return (
    <Dialog title="Edit cap" onClose={onClose}>
      <form className="form" noValidate onSubmit={save}>
        <TextField
          {...form.bind('credits')}
          label={`Credits ${periodNames[cap.period]}`}
          type="number"
          isRequired
          hasInitialFocus
          hint={`${formatAmount(cap.used)} used and ${formatAmount(cap.held)} held in the current period.`}
        />
        {form.failure !== null && <ErrorAlert error={form.failure} />}
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isBusy={form.isBusy}>
            Save
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}

function RemoveCap({ cap, label, onClose }: { cap: UsageCap; label: string; onClose(): void }) {
  const { api } = useProject()
  const refresh = useRefresh()
  return (
    <ConfirmDialog
      title="Delete cap?"
      confirmLabel="Delete cap"
      onClose={onClose}
      run={async () => {
        await api.delete(path, { params: { id: cap.id } })
        toasts.success('Cap deleted')
        await refresh(['usage'])
      }}
    >
      <p>
        {label} will be limited only by the balance and other caps, instead of {formatAmount(cap.credits)}{' '}
        credits {periodNames[cap.period]}. Pending credit requests are deleted too.
      </p>
    </ConfirmDialog>
  )
}
