import type { UsageCap } from '@stoa/sdk'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { useState } from 'react'
import { Button, IconButton } from '../../../components/actions/button.tsx'
import { Menu, MenuItem, MenuLabel } from '../../../components/actions/menu.tsx'
import { Confirm } from '../../../components/dialog/confirm-dialog.tsx'
import { Dialog, DialogFoot } from '../../../components/dialog/dialog.tsx'
import { Failure } from '../../../components/feedback/error-alert.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { TextField } from '../../../components/form/field.tsx'
import { requiredNumber } from '../../../components/form/required-number.ts'
import { useForm } from '../../../components/form/use-form.ts'
import { amount } from '../../../components/text/format-number.ts'
import { periodNames } from '../../../features/usage/cap-labels.ts'
import { useProject, useRefresh } from '../../../project.ts'

const path = '/api/v1/usage/caps/{id}'

export function CapMenu({ cap, label }: { cap: UsageCap; label: string }) {
  const [asked, setAsked] = useState<'edit' | 'remove' | null>(null)
  const close = () => setAsked(null)
  return (
    <>
      <Menu
        trigger={
          <IconButton label={`Actions for the cap of ${label}`} icon={<Ellipsis size={16} aria-hidden />} />
        }
      >
        {cap.origin === 'cap' ? (
          <>
            <MenuItem onSelect={() => setAsked('edit')}>Edit…</MenuItem>
            <MenuItem look="danger" onSelect={() => setAsked('remove')}>
              Delete…
            </MenuItem>
          </>
        ) : (
          <MenuLabel>Set on the {cap.origin}: change it there.</MenuLabel>
        )}
      </Menu>
      {asked === 'edit' && <EditCap cap={cap} onClose={close} />}
      {asked === 'remove' && <RemoveCap cap={cap} label={label} onClose={close} />}
    </>
  )
}

function EditCap({ cap, onClose }: { cap: UsageCap; onClose(): void }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const form = useForm({ credits: String(cap.credits) })
  const save = form.submit(async ({ credits }) => {
    await api.patch(path, { params: { id: cap.id }, body: { credits: requiredNumber('credits', credits) } })
    toasts.tell('Cap updated')
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
          isFirst
          hint={`${amount(cap.used)} used and ${amount(cap.held)} held in the current period.`}
        />
        {form.failure !== null && <Failure error={form.failure} />}
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={form.isBusy}>
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
    <Confirm
      title="Delete cap?"
      confirmLabel="Delete cap"
      onClose={onClose}
      run={async () => {
        await api.delete(path, { params: { id: cap.id } })
        toasts.tell('Cap deleted')
        await refresh(['usage'])
      }}
    >
      <p>
        {label} will be limited only by the balance and other caps, instead of {amount(cap.credits)} credits{' '}
        {periodNames[cap.period]}. Pending credit requests are deleted too.
      </p>
    </Confirm>
  )
}
