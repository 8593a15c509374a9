import type { ExternalUser } from '@stoa/sdk'
import { useNavigate } from '@tanstack/react-router'
import Download from 'lucide-react/icons/download'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Image from 'lucide-react/icons/image'
import KeyRound from 'lucide-react/icons/key-round'
import Merge from 'lucide-react/icons/merge'
import Power from 'lucide-react/icons/power'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { Button, IconButton } from '../../components/actions/button.tsx'
import { Menu, MenuItem, MenuLine } from '../../components/actions/menu.tsx'
import { href } from '../../href.ts'
import { EditEndUser } from './edit-end-user.tsx'
import { EndUserToken } from './end-user-token.tsx'
import { EraseEndUser } from './erase-end-user.tsx'
import { MergeEndUser } from './merge-end-user.tsx'
import { endUserRoutes } from './routes.ts'
import { useEndUserCommands } from './use-end-user-commands.ts'

type OpenDialog = 'edit' | 'token' | 'merge' | 'erase' | null

export function EndUserActions({ user }: { user: ExternalUser }) {
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null)
  const navigate = useNavigate()
  const { setActive, refreshPicture, download } = useEndUserCommands(user)
  const close = () => setOpenDialog(null)
  // The project itself acts as its default user, so that one stays.
  const isProtected = user.source === 'project_default'
  return (
    <>
      <Button onClick={() => setOpenDialog('edit')}>Edit</Button>
      <Menu
        trigger={
          <IconButton variant="secondary" label="More actions" icon={<Ellipsis size={16} aria-hidden />} />
        }
      >
        <MenuItem icon={<KeyRound size={15} aria-hidden />} onSelect={() => setOpenDialog('token')}>
          Create token…
        </MenuItem>
        <MenuItem icon={<Download size={15} aria-hidden />} onSelect={download}>
          Export data
        </MenuItem>
        <MenuItem icon={<Image size={15} aria-hidden />} onSelect={refreshPicture}>
          Refresh avatar
        </MenuItem>
        <MenuLine />
        <MenuItem
          icon={<Power size={15} aria-hidden />}
          isDisabled={isProtected}
          onSelect={() => setActive(!user.isActive)}
        >
          {user.isActive ? 'Deactivate' : 'Activate'}
        </MenuItem>
        <MenuItem
          icon={<Merge size={15} aria-hidden />}
          isDisabled={isProtected}
          onSelect={() => setOpenDialog('merge')}
        >
          Merge into another…
        </MenuItem>
        <MenuItem
          icon={<Trash2 size={15} aria-hidden />}
          variant="danger"
          isDisabled={isProtected}
          onSelect={() => setOpenDialog('erase')}
        >
          Erase…
        </MenuItem>
      </Menu>
      {openDialog === 'edit' && <EditEndUser user={user} onClose={close} />}
      {openDialog === 'token' && <EndUserToken user={user} onClose={close} />}
      {openDialog === 'merge' && (
        <MergeEndUser
          user={user}
          onClose={close}
          onMerged={(id) => void navigate({ to: href(endUserRoutes.detail, { id }) })}
        />
      )}
      {openDialog === 'erase' && (
        <EraseEndUser
          user={user}
          onClose={close}
          onErased={() => void navigate({ to: endUserRoutes.list })}
        />
      )}
    </>
  )
}
