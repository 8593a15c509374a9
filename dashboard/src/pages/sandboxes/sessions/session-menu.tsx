import type { SandboxSession } from '@stoa/sdk'
import Clock from 'lucide-react/icons/clock'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { IconButton } from '../../../components/actions/button.tsx'
import { Menu, MenuItem, MenuLine } from '../../../components/actions/menu.tsx'
import { sessionName } from '../../../features/sandboxes/session-name.ts'
import { ExtendSession } from './extend-session.tsx'
import { ReleaseSession } from './release-session.tsx'
import { useSessionPower } from './use-session-power.ts'

/** Everything that can be done to a session that has not ended. */
export function SessionMenu({ session }: { session: SandboxSession }) {
  const [openDialog, setOpenDialog] = useState<'extend' | 'release' | null>(null)
  const { pause, resume } = useSessionPower(session)
  const close = () => setOpenDialog(null)
  const isPaused = session.status === 'paused'
  return (
    <>
      <Menu
        trigger={
          <IconButton
            label={`Actions for session ${sessionName(session)}`}
            icon={<Ellipsis size={16} aria-hidden />}
          />
        }
      >
        {isPaused ? (
          <MenuItem icon={<Play size={15} aria-hidden />} onSelect={resume}>
            Resume
          </MenuItem>
        ) : (
          <MenuItem icon={<Pause size={15} aria-hidden />} onSelect={pause}>
            Pause
          </MenuItem>
        )}
        <MenuItem
          icon={<Clock size={15} aria-hidden />}
          isDisabled={isPaused}
          onSelect={() => setOpenDialog('extend')}
        >
          Extend…
        </MenuItem>
        <MenuLine />
        <MenuItem
          icon={<Trash2 size={15} aria-hidden />}
          variant="danger"
          onSelect={() => setOpenDialog('release')}
        >
          End…
        </MenuItem>
      </Menu>
      {openDialog === 'extend' && <ExtendSession session={session} onClose={close} />}
      {openDialog === 'release' && <ReleaseSession session={session} onClose={close} />}
    </>
  )
}
