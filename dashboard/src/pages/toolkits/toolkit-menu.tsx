import type { Toolkit } from '@stoa/sdk'
import { useNavigate } from '@tanstack/react-router'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Plus from 'lucide-react/icons/plus'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { IconButton } from '../../components/actions/button.tsx'
import { Menu, MenuItem, MenuLine } from '../../components/actions/menu.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { toasts } from '../../components/feedback/toast-store.ts'
import { Checkbox } from '../../components/form/field.tsx'
import { pluralize } from '../../components/text/pluralize.ts'
import { toolkitPath } from '../../features/toolkits/toolkits-api.ts'
import { useProject, useRefresh } from '../../project.ts'
import { toolRoutes } from '../tools/routes.ts'
import { isOwnToolkit, useCanEdit } from './can-edit.ts'
import { RefreshToolkit } from './import/refresh-toolkit.tsx'
import { toolkitRoutes } from './routes.ts'

/** What can be done to a toolkit of the project's own; of the others little or nothing. */
export function ToolkitMenu({ toolkit }: { toolkit: Toolkit }) {
  const [openDialog, setOpenDialog] = useState<'refresh' | 'delete' | null>(null)
  const navigate = useNavigate()
  const canEdit = useCanEdit(toolkit)
  const close = () => setOpenDialog(null)
  const isOwn = isOwnToolkit(toolkit)
  const canRefresh = toolkit.sourceUrl !== null && canEdit
  if (!isOwn && !canRefresh) return null
  return (
    <>
      <Menu
        trigger={
          <IconButton label={`Actions for ${toolkit.name}`} icon={<Ellipsis size={16} aria-hidden />} />
        }
      >
        {toolkit.provider === 'LOCAL' && (
          <MenuItem
            icon={<Plus size={15} aria-hidden />}
            onSelect={() => void navigate({ to: `${toolRoutes.create}?toolkit=${toolkit.slug}` })}
          >
            Add tool
          </MenuItem>
        )}
        {canRefresh && (
          <MenuItem icon={<RefreshCw size={15} aria-hidden />} onSelect={() => setOpenDialog('refresh')}>
            Refresh from source
          </MenuItem>
        )}
        {isOwn && (
          <>
            <MenuLine />
            <MenuItem
              variant="danger"
              icon={<Trash2 size={15} aria-hidden />}
              onSelect={() => setOpenDialog('delete')}
            >
              Delete
            </MenuItem>
          </>
        )}
      </Menu>
      {openDialog === 'refresh' && <RefreshToolkit toolkit={toolkit} onClose={close} />}
      {openDialog === 'delete' && <DeleteToolkit toolkit={toolkit} onClose={close} />}
    </>
  )
}

function DeleteToolkit({ toolkit, onClose }: { toolkit: Toolkit; onClose(): void }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const navigate = useNavigate()
  const [cascade, setCascade] = useState(false)
  return (
    <ConfirmDialog
      title={`Delete ${toolkit.name}?`}
      confirmLabel="Delete toolkit"
      onClose={onClose}
      onDone={() => void navigate({ to: toolkitRoutes.list })}
      run={async () => {
        await api.delete(toolkitPath, { params: { id: toolkit.slug }, query: { cascade } })
        toasts.success(`${toolkit.name} deleted`)
        await refresh(['toolkits'])
      }}
    >
      <p>
        This toolkit has <strong>{pluralize(toolkit.toolCount, 'tool')}</strong>, which can no longer be
        called. Past runs stay in the log.
      </p>
      <Checkbox
        name="cascade"
        label="Also delete its tools, auth configs and connected accounts"
        hint="Otherwise a toolkit that has any cannot be deleted."
        isOn={cascade}
        onChange={setCascade}
      />
    </ConfirmDialog>
  )
}
