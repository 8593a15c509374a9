import type { ConnectedAccount } from '@stoa/sdk'
import Ellipsis from 'lucide-react/icons/ellipsis'
import FlaskConical from 'lucide-react/icons/flask-conical'
import Pencil from 'lucide-react/icons/pencil'
import Plug from 'lucide-react/icons/plug'
import Power from 'lucide-react/icons/power'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { IconButton } from '../../components/actions/button.tsx'
import { Menu, MenuItem, MenuLine } from '../../components/actions/menu.tsx'
import { Reconnect } from './connect/reconnect.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { EditAccount } from './edit-account.tsx'
import { TestAccount } from './test-account.tsx'
import { useAccountCommands } from './use-account-commands.ts'

type OpenDialog = 'reconnect' | 'test' | 'edit' | 'delete' | null

/** Everything that can be done to an account; on its own page the most frequent have buttons besides. */
export function AccountMenu({ account, onDeleted }: { account: ConnectedAccount; onDeleted?(): void }) {
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null)
  const commands = useAccountCommands(account)
  const close = () => setOpenDialog(null)
  return (
    <>
      <Menu
        trigger={
          <IconButton label={`Actions for ${account.label}`} icon={<Ellipsis size={16} aria-hidden />} />
        }
      >
        <MenuItem icon={<Plug size={15} aria-hidden />} onSelect={() => setOpenDialog('reconnect')}>
          Reconnect
        </MenuItem>
        <MenuItem icon={<FlaskConical size={15} aria-hidden />} onSelect={() => setOpenDialog('test')}>
          Test
        </MenuItem>
        <MenuItem
          icon={<RefreshCw size={15} aria-hidden />}
          isDisabled={!account.authConfig.authScheme.includes('OAUTH')}
          onSelect={() => void commands.refreshToken()}
        >
          Refresh token
        </MenuItem>
        <MenuItem icon={<Pencil size={15} aria-hidden />} onSelect={() => setOpenDialog('edit')}>
          Rename
        </MenuItem>
        <MenuLine />
        <MenuItem
          icon={<Power size={15} aria-hidden />}
          onSelect={() => void commands.setDisabled(!account.isDisabled)}
        >
          {account.isDisabled ? 'Enable' : 'Disable'}
        </MenuItem>
        <MenuItem
          variant="danger"
          icon={<Trash2 size={15} aria-hidden />}
          onSelect={() => setOpenDialog('delete')}
        >
          Delete
        </MenuItem>
      </Menu>
      {openDialog === 'reconnect' && <Reconnect account={account} onClose={close} />}
      {openDialog === 'test' && <TestAccount account={account} onClose={close} />}
      {openDialog === 'edit' && <EditAccount account={account} onClose={close} />}
      {openDialog === 'delete' && <DeleteAccount account={account} onClose={close} onDeleted={onDeleted} />}
    </>
  )
}
