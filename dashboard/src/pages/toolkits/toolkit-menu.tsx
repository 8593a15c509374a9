import type { Toolkit } from '@stoa/sdk'
import { useNavigate } from '@tanstack/react-router'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Plus from 'lucide-react/icons/plus'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { IconButton } from '../../components/actions/button.tsx'
import { Menu, MenuItem, MenuLine } from '../../components/actions/menu.tsx'
import { Confirm } from '../../components/dialog/confirm-dialog.tsx'
import { toasts } from '../../components/feedback/toast-store.ts'
import { Tick } from '../../components/form/field.tsx'
import { counted } from '../../components/text/pluralize.ts'
import { toolkitPath } from '../../features/toolkits/toolkits-api.ts'
import { useProject, useRefresh } from '../../project.ts'
import { toolAddresses } from '../tools/addresses.ts'
import { toolkitAddresses } from './addresses.ts'
import { isOwnToolkit, useMayChange } from './can-edit.ts'
import { RefreshToolkit } from './import/refresh-toolkit.tsx'

/** What can be done to a toolkit of the project's own; of the others little or nothing. */
export function ToolkitMenu({ toolkit }: { toolkit: Toolkit }) {
  const [asked, setAsked] = useState<'refresh' | 'delete' | null>(null)
  const navigate = useNavigate()
  const mayChange = useMayChange(toolkit)
  const close = () => setAsked(null)
  const isOwn = isOwnToolkit(toolkit)
  const canRefresh = toolkit.sourceUrl !== null && mayChange
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
            onSelect={() => void navigate({ to: `${toolAddresses.create}?toolkit=${toolkit.slug}` })}
          >
            Add tool
          </MenuItem>
        )}
        {canRefresh && (
          <MenuItem icon={<RefreshCw size={15} aria-hidden />} onSelect={() => setAsked('refresh')}>
            Refresh from source
          </MenuItem>
        )}
        {isOwn && (
          <>
            <MenuLine />
            <MenuItem
              look="danger"
              icon={<Trash2 size={15} aria-hidden />}
              onSelect={() => setAsked('delete')}
            >
              Delete
            </MenuItem>
          </>
        )}
      </Menu>
      {asked === 'refresh' && <RefreshToolkit toolkit={toolkit} onClose={close} />}
      {asked === 'delete' && <DeleteToolkit toolkit={toolkit} onClose={close} />}
    </>
  )
}

function DeleteToolkit({ toolkit, onClose }: { toolkit: Toolkit; onClose(): void }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const navigate = useNavigate()
  const [cascade, setCascade] = useState(false)
  return (
    <Confirm
      title={`Delete ${toolkit.name}?`}
      confirmLabel="Delete toolkit"
      onClose={onClose}
      onDone={() => void navigate({ to: toolkitAddresses.list })}
      run={async () => {
        await api.delete(toolkitPath, { params: { id: toolkit.slug }, query: { cascade } })
        toasts.tell(`${toolkit.name} deleted`)
        await refresh(['toolkits'])
      }}
    >
      <p>
        This toolkit has <strong>{counted(toolkit.toolCount, 'tool')}</strong>, which can no longer be called.
        Past runs stay in the log.
      </p>
      <Tick
        name="cascade"
        label="Also delete its tools, auth configs and connected accounts"
        hint="Otherwise a toolkit that has any cannot be deleted."
        isOn={cascade}
        onChange={setCascade}
      />
    </Confirm>
  )
}
