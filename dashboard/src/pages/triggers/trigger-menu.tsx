import type { Trigger } from '@stoa/sdk'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Pencil from 'lucide-react/icons/pencil'
import Play from 'lucide-react/icons/play'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { IconButton } from '../../components/actions/button.tsx'
import { Menu, MenuItem, MenuLine } from '../../components/actions/menu.tsx'
import { EditTrigger } from '../../features/triggers/form/edit-trigger.tsx'
import { kindOf, triggerTitle } from '../../features/triggers/trigger-kind.tsx'
import { DeleteTrigger } from './delete-trigger.tsx'
import { RotateSecret } from './rotate-secret.tsx'
import { TestTrigger } from './test-trigger.tsx'

type OpenDialog = 'edit' | 'test' | 'rotate' | 'delete' | null

/** Everything that can be done to a trigger; on its own page the most frequent have buttons besides. */
export function TriggerMenu({ trigger, onDeleted }: { trigger: Trigger; onDeleted?(): void }) {
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null)
  const close = () => setOpenDialog(null)
  const isSigned = kindOf(trigger) === 'webhook' && trigger.triggerConfig.signature !== 'none'
  return (
    <>
      <Menu
        trigger={
          <IconButton
            label={`Actions for ${triggerTitle(trigger)}`}
            icon={<Ellipsis size={16} aria-hidden />}
          />
        }
      >
        <MenuItem icon={<Play size={15} aria-hidden />} onSelect={() => setOpenDialog('test')}>
          Test…
        </MenuItem>
        <MenuItem icon={<Pencil size={15} aria-hidden />} onSelect={() => setOpenDialog('edit')}>
          Edit…
        </MenuItem>
        {isSigned && (
          <MenuItem icon={<RefreshCw size={15} aria-hidden />} onSelect={() => setOpenDialog('rotate')}>
            Rotate secret…
          </MenuItem>
        )}
        <MenuLine />
        <MenuItem
          icon={<Trash2 size={15} aria-hidden />}
          variant="danger"
          onSelect={() => setOpenDialog('delete')}
        >
          Delete…
        </MenuItem>
      </Menu>
      {openDialog === 'edit' && <EditTrigger trigger={trigger} onClose={close} />}
      {openDialog === 'test' && <TestTrigger trigger={trigger} onClose={close} />}
      {openDialog === 'rotate' && <RotateSecret trigger={trigger} onClose={close} />}
      {openDialog === 'delete' && (
        <DeleteTrigger trigger={trigger} onClose={close} {...(onDeleted ? { onDeleted } : {})} />
      )}
    </>
  )
}
