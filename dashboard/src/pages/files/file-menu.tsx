import type { StoredFile } from '@stoa/sdk'
import Download from 'lucide-react/icons/download'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Link2 from 'lucide-react/icons/link-2'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { IconButton } from '../../components/actions/button.tsx'
import { Menu, MenuItem, MenuLine } from '../../components/actions/menu.tsx'
import { useFileCommands } from '../../features/files/use-file-commands.ts'
import { useFilters } from '../../filters.ts'
import { DeleteFiles } from './delete-files.tsx'
import { SignedLinkDialog } from './signed-link-dialog.tsx'

export function FileMenu({ file }: { file: StoredFile }) {
  const { owner } = useFilters().filters
  const [openDialog, setOpenDialog] = useState<'link' | 'delete' | null>(null)
  const { download } = useFileCommands(owner)
  const close = () => setOpenDialog(null)
  return (
    <>
      <Menu
        trigger={<IconButton label={`Actions for ${file.name}`} icon={<Ellipsis size={16} aria-hidden />} />}
      >
        <MenuItem icon={<Download size={15} aria-hidden />} onSelect={() => download(file)}>
          Download
        </MenuItem>
        <MenuItem icon={<Link2 size={15} aria-hidden />} onSelect={() => setOpenDialog('link')}>
          Create link…
        </MenuItem>
        <MenuLine />
        <MenuItem
          icon={<Trash2 size={15} aria-hidden />}
          variant="danger"
          onSelect={() => setOpenDialog('delete')}
        >
          Delete…
        </MenuItem>
      </Menu>
      {openDialog === 'link' && <SignedLinkDialog file={file} owner={owner} onClose={close} />}
      {openDialog === 'delete' && (
        <DeleteFiles files={[file]} owner={owner} onClose={close} onDeleted={close} />
      )}
    </>
  )
}
