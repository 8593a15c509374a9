import type { ApiKey } from '@stoa/sdk'
import Ellipsis from 'lucide-react/icons/ellipsis'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { IconButton } from '../../components/actions/button.tsx'
import { Menu, MenuItem } from '../../components/actions/menu.tsx'
import { RevokeKey } from './revoke-key.tsx'
import { RotateKey } from './rotate-key.tsx'

/** The actions on a key in the list; none for a revoked one. */
export function KeyMenu({ apiKey }: { apiKey: ApiKey }) {
  const [openDialog, setOpenDialog] = useState<'rotate' | 'revoke' | null>(null)
  if (apiKey.state === 'revoked') return null
  return (
    <>
      <Menu
        trigger={
          <IconButton label={`Actions for ${apiKey.name}`} icon={<Ellipsis size={16} aria-hidden />} />
        }
      >
        <MenuItem icon={<RefreshCw size={15} aria-hidden />} onSelect={() => setOpenDialog('rotate')}>
          Rotate…
        </MenuItem>
        <MenuItem
          icon={<Trash2 size={15} aria-hidden />}
          variant="danger"
          onSelect={() => setOpenDialog('revoke')}
        >
          Revoke…
        </MenuItem>
      </Menu>
      {openDialog === 'rotate' && <RotateKey apiKey={apiKey} onClose={() => setOpenDialog(null)} />}
      {openDialog === 'revoke' && <RevokeKey apiKey={apiKey} onClose={() => setOpenDialog(null)} />}
    </>
  )
}
