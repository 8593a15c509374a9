import type { ExternalUser } from '@stoa/sdk'
import { useState } from 'react'
import { Button } from '../../components/actions/button.tsx'
import { BulkDialog } from '../../components/list/bulk-dialog.tsx'
import { SelectionBar } from '../../components/list/selection-bar.tsx'
import { pluralize } from '../../components/text/pluralize.ts'
import { useProject, useRefresh } from '../../project.ts'

type Selection = { selected: readonly ExternalUser[]; clear(): void }

const nameOf = ({ name }: ExternalUser) => name

/** What can be done to several end users together. */
export function EndUserBulkActions({ selection }: { selection: Selection }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const [openDialog, setOpenDialog] = useState<'activate' | 'deactivate' | 'erase' | null>(null)
  const { selected } = selection
  const users = pluralize(selected.length, 'end user')
  const dialog = {
    rows: selected,
    nameOf,
    onChanged: () => void refresh(['end-users']),
    onClose: () => {
      setOpenDialog(null)
      selection.clear()
    },
  }
  const setActive = (isActive: boolean) => (user: ExternalUser) =>
    api.put('/api/v1/external-users/{id}/toggle-active', { params: { id: user.id }, body: { isActive } })
  return (
    <>
      <SelectionBar count={selected.length} onClear={selection.clear}>
        <Button onClick={() => setOpenDialog('activate')}>Activate</Button>
        <Button onClick={() => setOpenDialog('deactivate')}>Deactivate</Button>
        <Button variant="danger-outline" onClick={() => setOpenDialog('erase')}>
          Erase
        </Button>
      </SelectionBar>
      {openDialog === 'activate' && (
        <BulkDialog {...dialog} title={`Activate ${users}?`} confirmLabel="Activate" act={setActive(true)}>
          <p>Requests that act as them are accepted again.</p>
        </BulkDialog>
      )}
      {openDialog === 'deactivate' && (
        <BulkDialog
          {...dialog}
          title={`Deactivate ${users}?`}
          confirmLabel="Deactivate"
          act={setActive(false)}
        >
          <p>Requests that act as them are rejected until they are activated again.</p>
        </BulkDialog>
      )}
      {openDialog === 'erase' && (
        <BulkDialog
          {...dialog}
          title={`Erase ${users}?`}
          confirmLabel="Erase permanently"
          variant="danger"
          typed={`erase ${selected.length}`}
          act={({ id }) => api.delete('/api/v1/external-users/{id}', { params: { id } })}
        >
          <p>These users and all of their data are permanently deleted. This cannot be undone.</p>
        </BulkDialog>
      )}
    </>
  )
}
