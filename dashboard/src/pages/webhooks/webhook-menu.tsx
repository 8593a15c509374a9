import Ellipsis from 'lucide-react/icons/ellipsis'
import Pencil from 'lucide-react/icons/pencil'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Send from 'lucide-react/icons/send'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { IconButton } from '../../components/actions/button.tsx'
import { Menu, MenuItem, MenuLine } from '../../components/actions/menu.tsx'
import { DeleteWebhook } from './delete-webhook.tsx'
import { EditWebhook } from './edit-webhook.tsx'
import { RotateSecret } from './rotate-secret.tsx'
import { TestWebhook } from './test-webhook.tsx'
import type { Webhook } from './webhook-fields.tsx'

type OpenDialog = 'edit' | 'test' | 'rotate' | 'delete' | null

/** Everything that can be done to a webhook; on its own page the most frequent have buttons besides. */
export function WebhookMenu({ webhook, onDeleted }: { webhook: Webhook; onDeleted?(): void }) {
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null)
  const close = () => setOpenDialog(null)
  return (
    <>
      <Menu
        trigger={
          <IconButton label={`Actions for ${webhook.url}`} icon={<Ellipsis size={16} aria-hidden />} />
        }
      >
        <MenuItem icon={<Send size={15} aria-hidden />} onSelect={() => setOpenDialog('test')}>
          Send test event
        </MenuItem>
        <MenuItem icon={<Pencil size={15} aria-hidden />} onSelect={() => setOpenDialog('edit')}>
          Edit…
        </MenuItem>
        <MenuItem icon={<RefreshCw size={15} aria-hidden />} onSelect={() => setOpenDialog('rotate')}>
          Rotate secret…
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
      {openDialog === 'edit' && <EditWebhook webhook={webhook} onClose={close} />}
      {openDialog === 'test' && <TestWebhook webhook={webhook} onClose={close} />}
      {openDialog === 'rotate' && <RotateSecret webhook={webhook} onClose={close} />}
      {openDialog === 'delete' && (
        <DeleteWebhook webhook={webhook} onClose={close} {...(onDeleted ? { onDeleted } : {})} />
      )}
    </>
  )
}
