import { useNavigate } from '@tanstack/react-router'
import Download from 'lucide-react/icons/download'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Link2 from 'lucide-react/icons/link-2'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { Button, IconButton } from '../../components/actions/button.tsx'
import { Menu, MenuItem } from '../../components/actions/menu.tsx'
import type { ReadFile } from '../../features/files/use-file.ts'
import { useFileCommands } from '../../features/files/use-file-commands.ts'
import { DeleteFiles } from './delete-files.tsx'
import { EditFile } from './edit-file.tsx'
import { fileRoutes } from './routes.ts'
import { SignedLinkDialog } from './signed-link-dialog.tsx'

type OpenDialog = 'edit' | 'link' | 'delete' | null

export function FileActions({ read, owner }: { read: ReadFile; owner: string | undefined }) {
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null)
  const navigate = useNavigate()
  const { download } = useFileCommands(owner)
  const close = () => setOpenDialog(null)
  const { file } = read
  return (
    <>
      <Button icon={<Link2 size={15} aria-hidden />} onClick={() => setOpenDialog('link')}>
        Link
      </Button>
      <Button onClick={() => setOpenDialog('edit')}>Edit</Button>
      <Button icon={<Download size={15} aria-hidden />} onClick={() => download(file)}>
        Download
      </Button>
      <Menu
        trigger={
          <IconButton variant="secondary" label="More actions" icon={<Ellipsis size={16} aria-hidden />} />
        }
      >
        <MenuItem
          icon={<Trash2 size={15} aria-hidden />}
          variant="danger"
          onSelect={() => setOpenDialog('delete')}
        >
          Delete…
        </MenuItem>
      </Menu>
      {openDialog === 'edit' && <EditFile read={read} owner={owner} onClose={close} />}
      {openDialog === 'link' && <SignedLinkDialog file={file} owner={owner} onClose={close} />}
      {openDialog === 'delete' && (
        <DeleteFiles
          files={[file]}
          owner={owner}
          onClose={close}
          onDeleted={() => void navigate({ to: fileRoutes.list, search: (owner ? { owner } : {}) as never })}
        />
      )}
    </>
  )
}
